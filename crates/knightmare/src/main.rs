//! The command line of knightmare.

fn main() -> std::process::ExitCode {
    board_cli::run_judged::<knightmare::KnightmareProblem>()
}
