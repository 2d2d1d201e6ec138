#![doc = include_str!("../README.md")]

mod graph;
mod judging;
mod problem;
mod rules;
mod search;
mod solver;
mod storage;

pub use problem::BoxesProblem;
pub use rules::{Boxes, Edge, Edges, Position, Rules, UnknownRules};
pub use search::Search;
pub use solver::{Solver, Table, margins};
