#![doc = include_str!("../README.md")]

mod bits;
mod classes;
mod explain;
#[cfg(feature = "judging")]
pub mod judging;
mod layers;
mod problem;
mod rules;
mod solver;
mod summary;
#[cfg(test)]
mod testing;

pub use board_core::{
    Board, Control, DuelError, Explain, Game, Halt, Input, InputError, Limits, Oracle, Outcome, Problem, Rated,
    Ratings, Record, Side, Solve, Square, Step, analysis,
};
pub use problem::ChaseProblem;
pub use rules::{Chase, Position};
pub use solver::Solver;
pub use summary::Summary;
