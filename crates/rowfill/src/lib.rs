#![doc = include_str!("../README.md")]

mod rules;
mod solver;

pub use rules::{NumbersError, Position, PositionError, Rowfill};
pub use solver::{Table, memory_needed, values};
