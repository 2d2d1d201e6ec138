#![doc = include_str!("../README.md")]

mod problem;
mod rules;
mod solver;

pub use problem::ChaseProblem;
pub use rules::{Chase, Position, PositionError};
pub use solver::{Table, memory_needed, outcomes};
