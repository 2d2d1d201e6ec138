#![doc = include_str!("../README.md")]

mod closed_form;
mod conversation;
mod distance;
mod judging;
mod opponent;
mod problem;
mod race;
mod referee;
mod rules;
mod solver;
mod survey;
mod table;

pub use distance::distance;
pub use problem::KnightmareProblem;
pub use rules::{Knightmare, OddSide, Position, StartError};
pub use solver::Solver;
pub use survey::{Tally, tally};
pub use table::Table;
