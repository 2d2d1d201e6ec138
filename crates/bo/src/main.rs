//! The command line of bo.

fn main() -> std::process::ExitCode {
    board_cli::not_built("bo")
}
