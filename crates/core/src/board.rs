//! Rectangular boards: squares, directions, steps, slides, leaps, symmetries, numbering, text.
//!
//! Rows are counted from the top and columns from the left, 0-based in code and 1-based in text.

use std::fmt;
use std::iter;
use std::str::FromStr;

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
    /// The most rows, and the most columns, that a board may have.
    pub const MAX_SIDE: u32 = u32::MAX;

    /// A board of `rows` times `cols` squares.
    ///
    /// # Errors
    /// Where one of the two is 0.
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

    /// Whether there are as many rows as columns.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// The size as people read it: `3 x 4`.
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
    /// For a square off the board the number is that of another square or of none.
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

    /// The square one step from `from`, if that is on the board.
    ///
    /// ```
    /// use board_core::{Board, Direction, Square};
    ///
    /// let board = Board::new(3, 3)?;
    /// assert_eq!(board.step(Square::new(0, 0), Direction::Down), Some(Square::new(1, 0)));
    /// assert_eq!(board.step(Square::new(0, 0), Direction::Up), None);
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn step(self, from: Square, direction: Direction) -> Option<Square> {
        let (down, right) = direction.offset();
        self.leap(from, down, right)
    }

    /// The squares met by going from `from` in one direction, nearest first, until the board ends.
    ///
    /// ```
    /// use board_core::{Board, Direction, Square};
    ///
    /// let board = Board::new(3, 4)?;
    /// let met: Vec<Square> = board.slide(Square::new(0, 1), Direction::DownRight).collect();
    /// assert_eq!(met, [Square::new(1, 2), Square::new(2, 3)]);
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    pub fn slide(self, from: Square, direction: Direction) -> impl Iterator<Item = Square> {
        iter::successors(self.step(from, direction), move |&at| self.step(at, direction))
    }

    /// The square `down` rows below and `right` columns right of `from` (negative: above, left), if that is
    /// on the board.
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

    /// The symmetries that map this board onto itself: all 8 where it is square, else the 4 that do not
    /// exchange rows with columns.
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

    /// Where a symmetry of this board takes a square of it.
    ///
    /// `None` for a square off the board and for a symmetry that is not among [`Board::symmetries`].
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

/// As on a command line: `3x4`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Reads `ROWSxCOLS`; nothing else is taken, no blanks and no signs.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [rows, cols] = pair(text, 'x', "ROWSxCOLS, as 3x4", ["rows", "columns"])?;
        Ok(Self { rows, cols })
    }
}

/// A square by row and column, 0-based; `Ord` is row by row, left to right.
///
/// A square by itself belongs to no board: [`Board::contains`] tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square {
    /// Rows from the top, from 0.
    pub row: u32,
    /// Columns from the left, from 0.
    pub col: u32,
}

impl Square {
    /// The square in this row and column, both counted from 0.
    #[must_use]
    pub const fn new(row: u32, col: u32) -> Self {
        Self { row, col }
    }
}

/// 1-based, `row,col`: the upper left square is `1,1`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", u64::from(self.row) + 1, u64::from(self.col) + 1)
    }
}

/// Reads what `Display` writes: `row,col`, 1-based; nothing else is taken, no blanks and no signs.
impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [row, col] = pair(text, ',', "ROW,COL, as 1,2", ["row", "column"])?;
        Ok(Self { row: row - 1, col: col - 1 })
    }
}

/// Two numbers from 1 to [`Board::MAX_SIDE`] with a sign between them.
fn pair(text: &str, between: char, form: &str, names: [&str; 2]) -> Result<[u32; 2], ParseError> {
    let digits_only = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let Some((first, second)) = text.split_once(between).filter(|&(a, b)| digits_only(a) && digits_only(b)) else {
        return Err(ParseError { message: format!("{} is not {form}", crate::input::quoted(text.as_bytes())) });
    };
    let number = |name, digits: &str| {
        digits
            .parse()
            .ok()
            .filter(|&number| number > 0)
            .ok_or_else(|| ParseError { message: format!("{name} {digits} is outside 1..={}", Board::MAX_SIDE) })
    };
    Ok([number(names[0], first)?, number(names[1], second)?])
}

/// Text that is no square or no board; says what stands there and what is allowed.
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

/// One of the eight directions of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Direction {
    UpLeft,
    Up,
    UpRight,
    Left,
    Right,
    DownLeft,
    Down,
    DownRight,
}

impl Direction {
    /// All eight, in the order of the squares that one step leads to, row by row.
    pub const ALL: [Self; 8] =
        [Self::UpLeft, Self::Up, Self::UpRight, Self::Left, Self::Right, Self::DownLeft, Self::Down, Self::DownRight];

    /// The four along rows and columns, in the same order.
    pub const ORTHOGONAL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// One step as (rows down, columns right).
    ///
    /// ```
    /// use board_core::Direction;
    ///
    /// assert_eq!(Direction::UpRight.offset(), (-1, 1));
    /// ```
    #[must_use]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::UpLeft => (-1, -1),
            Self::Up => (-1, 0),
            Self::UpRight => (-1, 1),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::DownLeft => (1, -1),
            Self::Down => (1, 0),
            Self::DownRight => (1, 1),
        }
    }

    /// The direction back.
    ///
    /// ```
    /// use board_core::Direction;
    ///
    /// assert_eq!(Direction::UpRight.opposite(), Direction::DownLeft);
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::Up => Self::Down,
            Self::UpRight => Self::DownLeft,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::DownLeft => Self::UpRight,
            Self::Down => Self::Up,
            Self::DownRight => Self::UpLeft,
        }
    }
}

/// The eight leaps of a knight as (rows down, columns right) for [`Board::leap`], in the order of the squares
/// that they lead to, row by row.
pub const KNIGHT_LEAPS: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// A way to lay a board onto itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Symmetry {
    /// Every square stays.
    Identity,
    /// The top row becomes the bottom row.
    FlipRows,
    /// The left column becomes the right column.
    FlipCols,
    /// A turn by 180 degrees.
    HalfTurn,
    /// Rows become columns: the mirror is the diagonal through the upper left corner.
    Transpose,
    /// A turn by 90 degrees clockwise.
    QuarterTurn,
    /// A turn by 270 degrees clockwise.
    ThreeQuarterTurn,
    /// The mirror is the diagonal through the upper right corner.
    AntiTranspose,
}

impl Symmetry {
    /// All eight; the first four hold for every rectangle.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::FlipRows,
        Self::FlipCols,
        Self::HalfTurn,
        Self::Transpose,
        Self::QuarterTurn,
        Self::ThreeQuarterTurn,
        Self::AntiTranspose,
    ];

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use board_core::Symmetry;
    ///
    /// assert_eq!(Symmetry::QuarterTurn.inverse(), Symmetry::ThreeQuarterTurn);
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::QuarterTurn => Self::ThreeQuarterTurn,
            Self::ThreeQuarterTurn => Self::QuarterTurn,
            itself => itself,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small_boards() -> impl Iterator<Item = Board> {
        (1..=5).flat_map(|rows| (1..=5).map(move |cols| Board { rows, cols }))
    }

    #[test]
    fn numbers_are_dense_and_in_order() {
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
        assert_eq!(board.step(last, Direction::Down), None);
        assert_eq!(board.leap(last, i32::MAX, i32::MAX), None);
    }

    #[test]
    fn steps_go_back() {
        for board in small_boards() {
            for square in board.iter() {
                let reached: Vec<Square> = Direction::ALL.iter().filter_map(|&to| board.step(square, to)).collect();
                assert!(reached.is_sorted());
                for direction in Direction::ALL {
                    if let Some(next) = board.step(square, direction) {
                        assert_eq!(board.step(next, direction.opposite()), Some(square));
                    }
                }
            }
        }
    }

    #[test]
    fn leaps_are_in_order_and_lead_back() {
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
                    let mut near: Vec<Square> = Direction::ORTHOGONAL
                        .iter()
                        .filter_map(|&to| board.map(symmetry, board.step(square, to)?))
                        .collect();
                    near.sort();
                    assert!(Direction::ORTHOGONAL.iter().filter_map(|&to| board.step(image, to)).eq(near));
                }
            }
        }
        let flat = Board { rows: 2, cols: 3 };
        assert_eq!(flat.map(Symmetry::Transpose, Square::new(0, 0)), None);
        assert_eq!(flat.map(Symmetry::Identity, Square::new(2, 0)), None);
    }

    #[test]
    fn text_round_trips_and_errors_say_what_is_allowed() {
        for board in small_boards() {
            assert_eq!(board.to_string().parse(), Ok(board));
            for square in board.iter() {
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
        let board = |text: &str| text.parse::<Board>().expect_err(text).to_string();
        assert_eq!(board("3"), "'3' is not ROWSxCOLS, as 3x4");
        assert_eq!(board("3x"), "'3x' is not ROWSxCOLS, as 3x4");
        assert_eq!(board("-3x4"), "'-3x4' is not ROWSxCOLS, as 3x4");
        assert_eq!(board("0x4"), "rows 0 is outside 1..=4294967295");
        assert_eq!(board("4x99999999999"), "columns 99999999999 is outside 1..=4294967295");
        let square = |text: &str| text.parse::<Square>().expect_err(text).to_string();
        assert_eq!(square("1;2"), "'1;2' is not ROW,COL, as 1,2");
        assert_eq!(square("1, 2"), "'1, 2' is not ROW,COL, as 1,2");
        assert_eq!(square("0,2"), "row 0 is outside 1..=4294967295");
        assert_eq!(square("1,4294967296"), "column 4294967296 is outside 1..=4294967295");
    }
}
