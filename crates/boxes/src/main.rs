//! The command line of boxes.

fn main() -> std::process::ExitCode {
    board_cli::not_built("boxes")
}
