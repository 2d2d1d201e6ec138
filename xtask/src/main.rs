//! Tasks of this repository: `cargo xtask --help`.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use xtask::dist;
use xtask::figures;
use xtask::package;
use xtask::prove;
use xtask::runners;
use xtask::verify::{self, Options};
use xtask::windows;
use xtask::workspace::Workspace;

/// Tasks of this repository
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every case in fixtures/ with the release binaries and compare the output byte for byte
    ///
    /// A case is `<name>.in`, the standard input, with `<name>.out` beside it (exact standard output, exit code 0,
    /// nothing on standard error) or `<name>.err` (nothing on standard output; exact standard error and a last line
    /// `exit N`). `<name>.args` contains the arguments, unless they are plain `solve`. A case can also be a conversation,
    /// `<name>.talk`: the program reads `< line` and answers `> line`, `eof` ends its input, `! line` is a line of standard
    /// error, and the last line is `exit N`.
    ///
    /// Exit codes: 0 all cases passed, 1 a case failed or a file is wrong, 2 nothing could be checked.
    #[command(after_help = "Examples:\n  cargo xtask verify\n  cargo xtask verify --bless chase")]
    Verify {
        /// The games to verify [default: all]
        games: Vec<String>,
        /// Write the current output of the programs to .out and .err; review the changes before you commit them
        #[arg(long)]
        bless: bool,
    },
    /// Check the tables in docs/TABLES.md and every other claim in docs/correctness.md by independent calculations
    ///
    /// Fast checks are in the tests and in `verify`; these take several minutes. A progress bar is shown on a terminal, and a table
    /// of what was compared at the end.
    ///
    /// Exit codes: 0 all claims hold, 1 a claim does not hold or could not be checked, 2 bad usage.
    #[command(after_help = "Examples:\n  cargo xtask prove --list\n  cargo xtask prove boxes chase-counts")]
    Prove {
        /// The parts to check, by name or by the first words of their names [default: all, except those that run only if
        /// named]
        parts: Vec<String>,
        /// List the parts and how long they take
        #[arg(long)]
        list: bool,
    },
    /// Measure the figures in docs/performance.md and print them as a table
    ///
    /// Runs `cargo bench`, then the release programs on the same cases: the time is the median of five runs, or that of a single
    /// run if it takes more than ten seconds. The memory is the peak that GNU time (`/usr/bin/time`) reports.
    #[command(after_help = "Examples:\n  cargo xtask figures\n  cargo xtask figures --read rowfill")]
    Figures {
        /// The cases, by the first words of their names [default: all, except those that take minutes]
        cases: Vec<String>,
        /// Use the results of the last `cargo bench` instead of running it
        #[arg(long)]
        read: bool,
    },
    /// Build an archive of perfect-play with completions, man pages and licences
    ///
    /// Writes target/dist/perfect-play-VERSION-SYSTEM.tar.gz, and its SHA-256 checksum beside it. The same commit gives the same
    /// bytes, whatever the path of the repository.
    Dist,
    /// Package the library crates, and build each from its package alone
    ///
    /// Packages the committed files. Nothing is published: publishing is turned off in the workspace's manifest.
    Package,
    /// Test the judge on C++ and Python programs, and our checker and interactor with third-party runners
    ///
    /// The correct programs in crates/contestants/foreign must be accepted by `judge`, by `oj` of online-judge-tools and
    /// by `verifyproblem` of problemtools, and a wrong one must be rejected. Needs g++, python3 with venv, and the Python registry, from
    /// which both tools are installed into target/runners.
    ///
    /// Exit codes: 0 all programs are judged correctly, 2 a program is not, or a tool is missing.
    #[command(after_help = "Examples:\n  cargo xtask runners\n  cargo xtask runners knightmare")]
    Runners {
        /// The games to judge [default: all]
        games: Vec<String>,
    },
    /// Build the workspace for Windows and run every case in fixtures/ under Wine
    ///
    /// Builds the programs and all tests for x86_64-pc-windows-gnu into target/windows, then compares the outputs byte for byte, as
    /// `verify` does. A compiler warning is a failure. The tests are compiled but not run.
    ///
    /// Needs Wine, MinGW-w64, and either `rustup target add x86_64-pc-windows-gnu` or a second rustc, /usr/bin/rustc unless
    /// `WINDOWS_RUSTC` names another, with the source of the standard library. On Debian, install rustc-web, rust-web-src,
    /// gcc-mingw-w64-x86-64 and wine64.
    ///
    /// Exit codes: 0 all passed, 1 a case failed, a test does not compile or there is a warning, 2 nothing could be checked.
    #[command(after_help = "Examples:\n  cargo xtask windows\n  cargo xtask windows chase")]
    Windows {
        /// The games to run [default: all]
        games: Vec<String>,
    },
}

/// The time limit of a case, long enough for the largest golden board on a slow machine.
const CASE_LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let Arguments { task } = Arguments::parse();
    match run(task) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // If standard error is closed, there is nowhere left to report it.
            let _ = writeln!(io::stderr().lock(), "cargo xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs the task and returns whether everything passed.
fn run(task: Task) -> anyhow::Result<bool> {
    match task {
        Task::Verify { games, bless } => {
            let workspace = Workspace::read()?;
            let games = workspace.build(&games)?;
            let options = Options { bless, limit: CASE_LIMIT, examples: true, emulator_failures: &[] };
            let summary = verify::verify(workspace.root(), &games, &options, &mut io::stdout().lock())?;
            Ok(summary.is_success())
        }
        Task::Prove { parts, list: true } => {
            let listed = if parts.is_empty() { prove::all() } else { prove::chosen(&parts)? };
            prove::list(&listed, &mut io::stdout().lock()).map(|()| true)
        }
        Task::Prove { parts, list: false } => {
            // A wrong name is reported before anything is built.
            let chosen = prove::chosen(&parts)?;
            if cfg!(debug_assertions) {
                prove::prove_in_release(&parts)
            } else {
                prove::prove(&chosen, &mut io::stdout().lock())
            }
        }
        Task::Figures { cases, read } => {
            figures::figures(&Workspace::read()?, &cases, read, &mut io::stdout().lock()).map(|()| true)
        }
        Task::Dist => {
            let archive = dist::dist(&Workspace::read()?)?;
            writeln!(io::stdout().lock(), "{}", archive.display())?;
            Ok(true)
        }
        Task::Package => {
            let workspace = Workspace::read()?;
            package::package(workspace.root(), workspace.target()).map(|()| true)
        }
        Task::Runners { games } => {
            let workspace = Workspace::read()?;
            let games = workspace.build(&games)?;
            runners::runners(workspace.root(), workspace.target(), &games, &mut io::stdout().lock())?;
            Ok(true)
        }
        Task::Windows { games } => windows::windows(&Workspace::read()?, &games, CASE_LIMIT, &mut io::stdout().lock()),
    }
}
