//! Tasks of this repository, as a library so that tests can call them. One module per task.

pub mod dist;
pub mod figures;
pub mod package;
pub mod prove;
pub mod runners;
pub mod verify;
pub mod windows;
pub mod workspace;

/// Runs the example of the page.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
struct LibraryPage;
