#![doc = include_str!("../README.md")]

mod problem;
mod rules;
mod solver;

pub use problem::RowfillProblem;
pub use rules::{NumbersError, Position, PositionError, Rowfill};
pub use solver::{Table, memory_needed, values};
