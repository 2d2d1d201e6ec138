//! A square by row and column, and text that names squares and boards.

use std::fmt;
use std::str::FromStr;

use crate::text::quoted;

/// The largest number of rows, and of columns, of a board.
pub(super) const MAX_SIDE: u32 = u32::MAX;

/// A square by row and column, 0-based; `Ord` is row by row, left to right.
///
/// A square belongs to no board; [`Board::contains`](crate::Board::contains) checks it against one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square {
    /// The row, counted from the top from 0.
    pub row: u32,
    /// The column, counted from the left from 0.
    pub col: u32,
}

impl Square {
    /// The square in this row and column, both counted from 0.
    #[must_use]
    pub const fn new(row: u32, col: u32) -> Self {
        Self { row, col }
    }
}

/// Writes `row,col`, 1-based: the upper left square is `1,1`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", u64::from(self.row) + 1, u64::from(self.col) + 1)
    }
}

/// Parses what `Display` writes: `row,col`, 1-based, without spaces or signs.
impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [row, col] = pair(text, ',', "ROW,COL such as 1,2", ["row", "column"])?;
        Ok(Self { row: row - 1, col: col - 1 })
    }
}

/// Parses two numbers from 1 to [`MAX_SIDE`] with a separator between them.
pub(super) fn pair(text: &str, between: char, form: &str, names: [&str; 2]) -> Result<[u32; 2], ParseError> {
    let digits_only = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let Some((first, second)) = text.split_once(between).filter(|&(a, b)| digits_only(a) && digits_only(b)) else {
        return Err(ParseError { message: format!("expected {form}, found {}", quoted(text.as_bytes())) });
    };
    let number = |name, digits: &str| {
        digits
            .parse()
            .ok()
            .filter(|&number| number > 0)
            .ok_or_else(|| ParseError { message: format!("{name} {digits} is out of range (1..={MAX_SIDE})") })
    };
    Ok([number(names[0], first)?, number(names[1], second)?])
}

/// Text that is not a square or a board. The message gives what was found and what is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

/// The eight leaps of a knight as (rows down, columns right) for [`Board::leap`](crate::Board::leap), in the order of the squares
/// that they lead to, row by row.
pub const KNIGHT_LEAPS: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
