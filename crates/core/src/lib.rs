#![doc = include_str!("../README.md")]

pub mod analysis;
mod board;
mod control;
mod duel;
mod game;
mod input;
#[cfg(feature = "json")]
mod json;
pub mod judging;
pub mod memo;
mod picture;
pub mod problem;
mod random;
mod range;
mod record;
mod reference;
pub mod report;

pub use board::{Board, Direction, KNIGHT_LEAPS, ParseError, Square, Symmetry};
pub use control::{Control, Halt, Listener, Progress};
pub use duel::{Duel, DuelError};
pub use game::{Game, Margin, Oracle, Outcome, Rated, Ratings, Side, Step, Value, ValueKind};
pub use input::{Input, InputError, Limits, Number, Word, printable};
pub use picture::{Mark, Picture};
pub use problem::Problem;
pub use random::Random;
pub use range::OutOfRange;
pub use record::{IllegalMove, Record};
pub use reference::{Grundy, Negamax, Retrograde, perft};
pub use report::Report;
