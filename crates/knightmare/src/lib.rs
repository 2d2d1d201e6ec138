#![doc = include_str!("../README.md")]

mod closed_form;
mod conversation;
mod distance;
mod explain;
#[cfg(feature = "judging")]
pub mod judging;
mod problem;
mod protocol;
mod race;
mod rules;
mod solver;
mod survey;
mod table;

pub use board_core::{
    Board, Control, DuelError, Explain, Game, Halt, Input, InputError, Limits, Oracle, OutOfRange, Outcome, Problem,
    Rated, Ratings, Record, Side, Solve, Square, Step, analysis,
};
pub use distance::distance;
pub use problem::KnightmareProblem;
pub use rules::{Knightmare, OddSide, Position, StartError};
pub use solver::Solver;
pub use survey::{Tally, tally};
pub use table::Table;
