#![doc = include_str!("../README.md")]

mod board;
mod game;
pub mod memo;
pub mod problem;
mod random;
mod range;
mod text;
mod work;

pub use board::{Board, Duel, DuelError, KNIGHT_LEAPS, ParseError, Square, Symmetry};
pub use game::{
    Game, Grundy, IllegalMove, Margin, Negamax, Oracle, Outcome, Rated, Ratings, Record, Retrograde, Side, Solve, Step,
    Value, ValueKind, analysis, perft, rate_each,
};
pub use problem::{Explain, Input, InputError, Limits, Problem};
pub use random::Random;
pub use range::OutOfRange;
pub use text::printable;
pub use work::{Control, Halt, Listener, Progress, for_each};
