//! The command line of rowfill.

fn main() -> std::process::ExitCode {
    board_cli::run::<rowfill::RowfillProblem>()
}
