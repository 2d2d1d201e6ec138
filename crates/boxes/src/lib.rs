#![doc = include_str!("../README.md")]

mod graph;
mod judging;
mod problem;
mod rules;
mod search;
mod solver;
mod storage;
mod table;

pub use problem::BoxesProblem;
pub use rules::{Boxes, Edge, Edges, ParseEdgeError, Position, Rules, UnknownRules};
pub use search::Search;
pub use solver::{Solver, margins};
pub use table::Table;
