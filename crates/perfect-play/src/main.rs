//! All games in one program.

use std::process::ExitCode;

use bo::BoProblem;
use board_cli::{Program, Suite, run_suite};
use boxes::BoxesProblem;
use chase::ChaseProblem;
use knightmare::KnightmareProblem;
use rowfill::RowfillProblem;

fn main() -> ExitCode {
    run_suite(&Suite {
        name: "perfect-play",
        about: "Solves five two-player board games from programming contests exactly, explains the best moves, and judges \
                programs that play them.",
        programs: vec![
            Program::judged::<ChaseProblem>(),
            Program::judged::<BoProblem>(),
            Program::judged::<BoxesProblem>(),
            Program::judged::<RowfillProblem>(),
            Program::judged::<KnightmareProblem>(),
        ],
    })
}
