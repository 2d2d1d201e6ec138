#![doc = include_str!("../README.md")]

#[cfg(feature = "big")]
pub mod big;
mod closed_form;
mod grundy;
mod judging;
mod problem;
mod rules;
mod solver;
mod survey;
mod wythoff;

pub use closed_form::queen_lost_square;
pub use grundy::{GrundyTable, grundy_value};
pub use problem::BoProblem;
pub use rules::{Bo, Distance, MAX_SIDE, Piece, Position};
pub use solver::Solver;
