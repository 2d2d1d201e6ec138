#![doc = include_str!("../README.md")]

mod problem;
mod rules;
mod solver;

pub use problem::BoxesProblem;
pub use rules::{Boxes, Edge, Edges, Position, Rules, UnknownRules};
pub use solver::{Solver, Table, margins};
