//! Chores of this repository: `cargo xtask --help`.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use xtask::figures;
use xtask::package;
use xtask::prove;
use xtask::runners;
use xtask::verify::{self, Options};
use xtask::windows;
use xtask::workspace::Workspace;

/// Chores of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every case of fixtures/ against the release binaries and compare byte for byte
    ///
    /// A case is `<name>.in`, the standard input, with `<name>.out` beside it (exact standard output, exit code 0,
    /// nothing on standard error) or `<name>.err` (nothing on standard output; exact standard error and a last line
    /// `exit N`), and `<name>.args` where the arguments are not plain `solve`. Or it is a conversation, `<name>.talk`:
    /// `< line` is read by the program, `> line` is its answer, `eof` ends its input, `! line` is a line of
    /// standard error, the last line is `exit N`.
    ///
    /// Exit codes: 0 all passed, 1 something is wrong, 2 nothing could be checked.
    #[command(after_help = "Examples:\n  cargo xtask verify\n  cargo xtask verify --bless chase")]
    Verify {
        /// The games to verify; all where none is named
        games: Vec<String>,
        /// Write .out and .err as the programs answer now; read the changes before you commit them
        #[arg(long)]
        bless: bool,
    },
    /// Derive the tables of docs/TABLES.md and every other claim of the README once more
    ///
    /// What takes a moment is in the tests and in `verify`; this takes some minutes. On a terminal a bar shows how far it is. At the
    /// end stands a table of what was compared.
    ///
    /// Exit codes: 0 all holds, 1 something does not, or cannot be checked, 2 bad usage.
    #[command(after_help = "Examples:\n  cargo xtask prove --list\n  cargo xtask prove boxes chase-counts")]
    Prove {
        /// What to check, by the first words of its name; everything where nothing is named, but for what says so in the list
        parts: Vec<String>,
        /// Name the parts, and how long they take
        #[arg(long)]
        list: bool,
    },
    /// Measure the figures of the README and print their table
    ///
    /// Runs `cargo bench`, then the release programs on the same cases: the median of five runs, or of one that takes more than
    /// ten seconds. The memory is the peak that GNU time (`/usr/bin/time`) tells.
    #[command(after_help = "Examples:\n  cargo xtask figures\n  cargo xtask figures --read rowfill")]
    Figures {
        /// The cases, by the first words of their names; all where none is named, but for those that take minutes
        cases: Vec<String>,
        /// Read the results of the last `cargo bench` in place of running it
        #[arg(long)]
        read: bool,
    },
    /// Package the library crates, and build each from its package alone
    ///
    /// What is committed is packaged. Nothing is published: that is turned off in the workspace's manifest.
    Package,
    /// Try the judge on C++ and Python, and our checker and interactor with other people's runners
    ///
    /// The right programs of crates/contestants/foreign must be accepted by `judge`, by `oj` of online-judge-tools and by
    /// `verifyproblem` of problemtools, and a wrong one must be refused. Needs g++, python3 with venv, and the Python
    /// registry: both tools are installed into target/runners, once.
    ///
    /// Exit codes: 0 all is judged as it should be, 2 something is not, or a tool is missing.
    #[command(after_help = "Examples:\n  cargo xtask runners\n  cargo xtask runners knightmare")]
    Runners {
        /// The games; all where none is named
        games: Vec<String>,
    },
    /// Build the workspace for Windows and run every case of fixtures/ under Wine
    ///
    /// Builds the programs and all tests for x86_64-pc-windows-gnu into target/windows, then compares the outputs byte for byte, as
    /// `verify` does. A warning of the compiler is a failure. The tests are compiled but not run.
    ///
    /// Needs Wine, MinGW-w64, and either `rustup target add x86_64-pc-windows-gnu` or a second rustc, /usr/bin/rustc unless
    /// `WINDOWS_RUSTC` names another, with the sources of the standard library. On Debian, install rustc-web, rust-web-src,
    /// gcc-mingw-w64-x86-64 and wine64.
    ///
    /// Exit codes: 0 all passed, 1 a case failed, a test does not compile or there is a warning, 2 nothing could be checked.
    #[command(after_help = "Examples:\n  cargo xtask windows\n  cargo xtask windows chase")]
    Windows {
        /// The games to run; all if none is named
        games: Vec<String>,
    },
}

/// The time limit of a case, long enough for the largest golden board on a slow machine.
const LIMIT_A_CASE: Duration = Duration::from_secs(60);

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

/// Does the task and returns whether everything is right.
fn run(task: Task) -> anyhow::Result<bool> {
    match task {
        Task::Verify { games, bless } => {
            let workspace = Workspace::read()?;
            let games = workspace.build(&games)?;
            let options = Options { bless, limit: LIMIT_A_CASE, examples: true, emulator_failures: &[] };
            let summary = verify::verify(workspace.root(), &games, &options, &mut io::stdout().lock())?;
            Ok(summary.all_well())
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
        Task::Windows { games } => {
            windows::windows(&Workspace::read()?, &games, LIMIT_A_CASE, &mut io::stdout().lock())
        }
    }
}
