//! Helpers of Perfect Play's tests, each said once for all crates. They panic where a test should fail.

pub mod command_line;
pub mod judged;
pub mod parser;
mod positions;

pub use positions::{reachable, solved};
