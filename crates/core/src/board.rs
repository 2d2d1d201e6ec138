//! Rectangular boards: squares, leaps, symmetries, numbering, text.
//!
//! Rows are counted from the top and columns from the left, 0-based in code and 1-based in text.

mod duel;
mod rectangle;
mod square;
mod symmetry;

pub use duel::{Duel, DuelError};
pub use rectangle::Board;
pub use square::{KNIGHT_LEAPS, ParseError, Square};
pub use symmetry::Symmetry;
