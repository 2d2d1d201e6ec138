//! The command line of chase.

fn main() -> std::process::ExitCode {
    board_cli::run_judged::<chase::ChaseProblem>()
}
