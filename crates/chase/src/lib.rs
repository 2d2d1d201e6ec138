#![doc = include_str!("../README.md")]

mod classes;
mod judging;
mod problem;
mod rules;
mod solver;

pub use problem::ChaseProblem;
pub use rules::{Chase, Position};
pub use solver::{Summary, Table, memory_needed, outcomes};

/// Runs the example of the workspace's README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct WorkspaceReadme;
