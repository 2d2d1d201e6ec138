//! The command line of boxes.

fn main() -> std::process::ExitCode {
    board_cli::run_judged::<boxes::BoxesProblem>()
}
