#![doc = include_str!("../README.md")]

#[cfg(feature = "big")]
pub mod big;
mod closed_form;
mod explain;
mod grundy;
#[cfg(feature = "judging")]
pub mod judging;
mod problem;
mod rules;
mod solver;
mod survey;
mod wythoff;

pub use board_core::{
    Board, Control, Explain, Game, Halt, Input, InputError, Limits, Oracle, OutOfRange, Outcome, Problem, Rated,
    Ratings, Record, Side, Solve, Step, analysis,
};
pub use closed_form::queen_lost_square;
pub use grundy::{GrundyTable, grundy_value};
pub use problem::BoProblem;
pub use rules::{Bo, Distance, MAX_SIDE, Piece, Position};
pub use solver::Solver;
