//! The command line of bo.

fn main() -> std::process::ExitCode {
    board_cli::run_judged::<bo::BoProblem>()
}
