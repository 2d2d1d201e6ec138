//! Chores of this repository, as a library so that tests can call them. One module a task.

pub mod figures;
pub mod package;
pub mod prove;
pub mod runners;
pub mod verify;
pub mod windows;
pub mod workspace;

/// Runs the example of the front page.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct FrontPage;
