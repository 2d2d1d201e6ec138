//! Helpers that the tests of several crates share. They panic if a test should fail.

pub mod command_line;
pub mod judged;
pub mod parser;
mod positions;

pub use positions::{reachable, solved};
