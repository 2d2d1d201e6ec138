//! The command line of knightmare.

fn main() -> std::process::ExitCode {
    board_cli::not_built("knightmare")
}
