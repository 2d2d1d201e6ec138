//! The command line of chase.

fn main() -> std::process::ExitCode {
    board_cli::run::<chase::ChaseProblem>()
}
