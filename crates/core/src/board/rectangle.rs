//! A rectangle of squares: numbering, leaps, symmetries.

use std::fmt;
use std::str::FromStr;

use super::square::{self, ParseError, Square, pair};
use super::symmetry::Symmetry;
use crate::OutOfRange;

/// A rectangle of squares, from 1 to 2^32 - 1 rows and columns.
///
/// The number of squares therefore always fits `u64`.
///
/// ```
/// use board_core::{Board, Square};
///
/// let board = Board::new(3, 4)?;
/// assert_eq!(board.squares(), 12);
/// assert_eq!(board.index(Square::new(2, 1)), 9);
/// assert_eq!(board.square(9), Some(Square::new(2, 1)));
/// assert_eq!("3x4".parse(), Ok(board));
/// # Ok::<(), board_core::OutOfRange>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Board {
    rows: u32,
    cols: u32,
}

impl Board {
    /// The largest number of rows, and of columns, of a board.
    pub const MAX_SIDE: u32 = square::MAX_SIDE;

    /// A board with `rows` rows and `cols` columns.
    ///
    /// # Errors
    /// If either is 0.
    pub const fn new(rows: u32, cols: u32) -> Result<Self, OutOfRange> {
        if rows == 0 {
            return Err(OutOfRange::new("rows", 0, 1, Self::MAX_SIDE as u64));
        }
        if cols == 0 {
            return Err(OutOfRange::new("columns", 0, 1, Self::MAX_SIDE as u64));
        }
        Ok(Self { rows, cols })
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub const fn cols(self) -> u32 {
        self.cols
    }

    /// The number of squares.
    #[must_use]
    pub const fn squares(self) -> u64 {
        self.rows as u64 * self.cols as u64
    }

    /// Whether the numbers of rows and columns are equal.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// The size for display, for example `3 x 4`.
    #[must_use]
    pub fn title(self) -> String {
        format!("{} x {}", self.rows, self.cols)
    }

    /// Whether the square is on the board.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }

    /// The number of a square, row by row from 0: dense and in the order of [`Square`]s.
    ///
    /// For a square off the board, the result has no meaning; it can be the number of another square.
    #[must_use]
    pub const fn index(self, square: Square) -> u64 {
        square.row as u64 * self.cols as u64 + square.col as u64
    }

    /// The square with this number, the inverse of [`Board::index`].
    #[must_use]
    pub fn square(self, index: u64) -> Option<Square> {
        let cols = u64::from(self.cols);
        let row = u32::try_from(index / cols).ok()?;
        let col = u32::try_from(index % cols).ok()?;
        (row < self.rows).then_some(Square { row, col })
    }

    /// All squares, row by row.
    ///
    /// ```
    /// use board_core::Board;
    ///
    /// let board = Board::new(2, 2)?;
    /// let names: Vec<String> = board.iter().map(|square| square.to_string()).collect();
    /// assert_eq!(names, ["1,1", "1,2", "2,1", "2,2"]);
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Square> + Clone {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Square { row, col }))
    }

    /// The square `down` rows below and `right` columns right of `from` (above and left if negative), if it is on the
    /// board.
    ///
    /// ```
    /// use board_core::{Board, KNIGHT_LEAPS, Square};
    ///
    /// let board = Board::new(8, 8)?;
    /// let corner = Square::new(0, 0);
    /// let leaps = KNIGHT_LEAPS.iter().filter_map(|&(down, right)| board.leap(corner, down, right));
    /// assert_eq!(leaps.count(), 2);
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn leap(self, from: Square, down: i32, right: i32) -> Option<Square> {
        let row = from.row.checked_add_signed(down)?;
        let col = from.col.checked_add_signed(right)?;
        let to = Square { row, col };
        self.contains(to).then_some(to)
    }

    /// The symmetries that map this board onto itself: all 8 if it is square, otherwise the 4 that do not exchange rows
    /// with columns.
    ///
    /// ```
    /// use board_core::Board;
    ///
    /// assert_eq!(Board::new(3, 3)?.symmetries().len(), 8);
    /// assert_eq!(Board::new(3, 4)?.symmetries().len(), 4);
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub const fn symmetries(self) -> &'static [Symmetry] {
        const OF_A_RECTANGLE: usize = 4;
        if self.is_square() { &Symmetry::ALL } else { Symmetry::ALL.split_at(OF_A_RECTANGLE).0 }
    }

    /// The image of a square under a symmetry of this board.
    ///
    /// `None` if the square is off the board or the symmetry is not among [`Board::symmetries`].
    ///
    /// ```
    /// use board_core::{Board, Square, Symmetry};
    ///
    /// let board = Board::new(3, 3)?;
    /// assert_eq!(board.map(Symmetry::QuarterTurn, Square::new(0, 0)), Some(Square::new(0, 2)));
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn map(self, symmetry: Symmetry, square: Square) -> Option<Square> {
        if !self.contains(square) || !self.symmetries().contains(&symmetry) {
            return None;
        }
        let Square { row, col } = square;
        let (up, left) = (self.rows - 1 - row, self.cols - 1 - col);
        Some(match symmetry {
            Symmetry::Identity => square,
            Symmetry::FlipRows => Square::new(up, col),
            Symmetry::FlipCols => Square::new(row, left),
            Symmetry::HalfTurn => Square::new(up, left),
            Symmetry::Transpose => Square::new(col, row),
            Symmetry::QuarterTurn => Square::new(col, up),
            Symmetry::ThreeQuarterTurn => Square::new(left, row),
            Symmetry::AntiTranspose => Square::new(left, up),
        })
    }
}

/// Writes the board as the command line expects it, for example `3x4`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Parses `ROWSxCOLS`, without spaces or signs.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [rows, cols] = pair(text, 'x', "ROWSxCOLS such as 3x4", ["rows", "columns"])?;
        Ok(Self { rows, cols })
    }
}

#[cfg(test)]
mod tests {
    use super::super::square::KNIGHT_LEAPS;
    use super::*;

    /// One square up, left, right, down, in the order of the squares that they lead to.
    const STEPS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

    fn small_boards() -> impl Iterator<Item = Board> {
        (1..=5).flat_map(|rows| (1..=5).map(move |cols| Board { rows, cols }))
    }

    #[test]
    fn square_numbers_are_dense_and_in_order() {
        for board in small_boards() {
            let squares: Vec<Square> = board.iter().collect();
            assert!(squares.is_sorted());
            for (number, &square) in (0..).zip(&squares) {
                assert_eq!(board.index(square), number);
                assert_eq!(board.square(number), Some(square));
            }
            assert_eq!(board.square(board.squares()), None);
        }
    }

    #[test]
    fn the_largest_board_is_numbered_without_overflow() {
        let board = Board { rows: u32::MAX, cols: u32::MAX };
        let last = Square::new(u32::MAX - 1, u32::MAX - 1);
        assert_eq!(board.index(last), board.squares() - 1);
        assert_eq!(board.square(board.squares() - 1), Some(last));
        assert_eq!(board.square(u64::MAX), None);
        assert_eq!(last.to_string().parse(), Ok(last));
        assert_eq!(board.leap(last, 1, 0), None);
        assert_eq!(board.leap(last, i32::MAX, i32::MAX), None);
    }

    #[test]
    fn leaps_are_in_order_and_reversible() {
        let board = Board { rows: 6, cols: 5 };
        for square in board.iter() {
            let reached: Vec<Square> =
                KNIGHT_LEAPS.iter().filter_map(|&(down, right)| board.leap(square, down, right)).collect();
            assert!(reached.is_sorted());
            for &(down, right) in &KNIGHT_LEAPS {
                if let Some(next) = board.leap(square, down, right) {
                    assert_eq!(board.leap(next, -down, -right), Some(square));
                }
            }
        }
    }

    #[test]
    fn symmetries_are_bijections_with_inverses_and_keep_neighbours() {
        for board in small_boards() {
            for &symmetry in board.symmetries() {
                let images: Vec<Square> =
                    board.iter().map(|square| board.map(symmetry, square).expect("on the board")).collect();
                let mut sorted = images.clone();
                sorted.sort();
                assert!(sorted.iter().copied().eq(board.iter()));
                for (square, &image) in board.iter().zip(&images) {
                    assert_eq!(board.map(symmetry.inverse(), image), Some(square));
                    let mut near: Vec<Square> = STEPS
                        .iter()
                        .filter_map(|&(down, right)| board.map(symmetry, board.leap(square, down, right)?))
                        .collect();
                    near.sort();
                    assert!(STEPS.iter().filter_map(|&(down, right)| board.leap(image, down, right)).eq(near));
                }
            }
        }
        let flat = Board { rows: 2, cols: 3 };
        assert_eq!(flat.map(Symmetry::Transpose, Square::new(0, 0)), None);
        assert_eq!(flat.map(Symmetry::Identity, Square::new(2, 0)), None);
    }

    #[test]
    fn text_round_trips_and_errors_state_what_was_expected() {
        for board in small_boards() {
            assert_eq!(board.to_string().parse(), Ok(board));
            for square in board.iter() {
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
        let board = |text: &str| text.parse::<Board>().expect_err(text).to_string();
        assert_eq!(board("3"), "expected ROWSxCOLS such as 3x4, found '3'");
        assert_eq!(board("3x"), "expected ROWSxCOLS such as 3x4, found '3x'");
        assert_eq!(board("-3x4"), "expected ROWSxCOLS such as 3x4, found '-3x4'");
        assert_eq!(board("0x4"), "rows 0 is out of range (1..=4294967295)");
        assert_eq!(board("4x99999999999"), "columns 99999999999 is out of range (1..=4294967295)");
        let square = |text: &str| text.parse::<Square>().expect_err(text).to_string();
        assert_eq!(square("1;2"), "expected ROW,COL such as 1,2, found '1;2'");
        assert_eq!(square("1, 2"), "expected ROW,COL such as 1,2, found '1, 2'");
        assert_eq!(square("0,2"), "row 0 is out of range (1..=4294967295)");
        assert_eq!(square("1,4294967296"), "column 4294967296 is out of range (1..=4294967295)");
    }
}
