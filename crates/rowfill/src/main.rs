//! The command line of rowfill.

fn main() -> std::process::ExitCode {
    board_cli::not_built("rowfill")
}
