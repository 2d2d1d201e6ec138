#![doc = include_str!("../README.md")]

mod count;
mod entry;
mod explain;
#[cfg(feature = "judging")]
pub mod judging;
mod layers;
mod line_sums;
mod problem;
mod ranks;
mod rules;
mod runs;
mod solver;
mod table;
#[cfg(test)]
mod test_games;

pub use board_core::{
    Board, Control, Explain, Game, Halt, Input, InputError, Limits, Margin, Oracle, Problem, Rated, Ratings, Record,
    Side, Solve, Square, Step, analysis,
};

pub use problem::RowfillProblem;
pub use rules::{NumbersError, Position, PositionError, Rowfill};
pub use solver::Solver;
pub use table::Table;
