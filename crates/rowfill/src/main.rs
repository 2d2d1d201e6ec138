//! The command line of rowfill.

fn main() -> std::process::ExitCode {
    board_cli::run_judged::<rowfill::RowfillProblem>()
}
