//! Helpers that the tests of several crates share. They panic if a test should fail.

pub mod command_line;
pub mod judged;
mod moves;
pub mod parser;
mod positions;

pub use moves::check_move_texts;
pub use positions::{reachable, solved};
