#![doc = include_str!("../README.md")]

mod explain;
mod graph;
#[cfg(feature = "judging")]
pub mod judging;
mod problem;
mod rules;
mod search;
mod solver;
mod storage;
mod table;

pub use board_core::{
    Board, Control, Explain, Game, Halt, Input, InputError, Limits, Margin, Oracle, OutOfRange, Problem, Rated,
    Ratings, Record, Side, Solve, Step,
};
pub use problem::BoxesProblem;
pub use rules::{Boxes, Edge, Edges, ParseEdgeError, Position, Rules, UnknownRules};
pub use search::Search;
pub use solver::{Method, Solver};
pub use table::Table;
