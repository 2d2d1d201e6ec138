#![doc = include_str!("../README.md")]

mod entry;
mod judging;
mod layers;
mod problem;
mod rules;
mod solver;
mod table;
#[cfg(test)]
mod test_games;

pub use problem::RowfillProblem;
pub use rules::{NumbersError, Position, PositionError, Rowfill};
pub use solver::{Solver, memory_needed, values};
pub use table::Table;
