//! The command line of knightmare.

fn main() -> std::process::ExitCode {
    board_cli::run::<knightmare::KnightmareProblem>()
}
