#![doc = include_str!("../README.md")]

mod bits;
mod classes;
mod judging;
mod layers;
mod problem;
mod rules;
mod solver;
mod summary;
#[cfg(test)]
mod testing;

pub use problem::ChaseProblem;
pub use rules::{Chase, Position};
pub use solver::{Table, memory_needed, outcomes};
pub use summary::Summary;

/// Runs the example of the workspace's README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct WorkspaceReadme;
