//! Chores of this repository: `cargo xtask --help`.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use xtask::prove;
use xtask::verify::{self, Options};
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
    /// Check once more, from the rules, what takes too long for the tests
    ///
    /// Exit codes: 0 all holds, 2 something does not, or cannot be checked.
    #[command(after_help = "Examples:\n  cargo xtask prove\n  cargo xtask prove boxes-alternate")]
    Prove {
        /// What to check, by the start of its name; everything where nothing is named
        parts: Vec<String>,
    },
}

/// Long enough for the largest golden board on a slow machine.
const LIMIT_A_CASE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let Arguments { task } = Arguments::parse();
    match run(task) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Nowhere is left to say that standard error is closed.
            let _ = writeln!(io::stderr().lock(), "cargo xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Does the task; tells whether all is well.
fn run(task: Task) -> anyhow::Result<bool> {
    match task {
        Task::Verify { games, bless } => {
            let workspace = Workspace::read()?;
            let games = workspace.build(&games)?;
            let options = Options { bless, limit: LIMIT_A_CASE };
            let summary = verify::verify(workspace.root(), &games, &options, &mut io::stdout().lock())?;
            Ok(summary.all_well())
        }
        Task::Prove { parts } if cfg!(debug_assertions) => prove::prove_in_release(&parts),
        Task::Prove { parts } => prove::prove(&parts, &mut io::stdout().lock()).map(|()| true),
    }
}
