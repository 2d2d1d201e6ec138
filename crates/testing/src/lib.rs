//! Helpers shared by the tests of several crates. They panic if a check fails.

pub mod command_line;
pub mod judged;
mod moves;
pub mod parser;
mod positions;

pub use moves::check_move_texts;
pub use positions::{reachable, solved};
