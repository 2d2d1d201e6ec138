//! The rules.

use std::fmt;
use std::sync::Arc;

use board_core::{Board, Game, Margin, Side, Square, Step};

/// Rowfill on a board of any size, with two numbers on each of its squares.
///
/// Black and white place a stone each in turn, black first, until the board is full. A free square can be taken if
/// every square to its left in its row and every square above it in its column is taken. Black gains the square's
/// number A by taking it, white its number B; each player wants to gain as much more than the other as possible.
///
/// A move is the square that it takes. Source: 九省联考 2018, 一双木棋 (Luogu P4363).
///
/// Clones share the numbers.
///
/// ```
/// use board_core::{Board, Game, Side, Square};
/// use rowfill::Rowfill;
///
/// let game = Rowfill::new(Board::new(2, 3)?, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
/// let step = game.play(&game.start(), Square::new(0, 0));
/// assert_eq!((step.gain, game.to_move(&step.to)), (2, Side::Second));
/// let moves: Vec<String> = game.moves(&step.to).map(|square| square.to_string()).collect();
/// assert_eq!(moves, ["1,2", "2,1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rowfill {
    numbers: Arc<Numbers>,
}

#[derive(PartialEq, Eq, Hash, Debug)]
struct Numbers {
    board: Board,
    /// The numbers of black and of white, row by row.
    of: [Box<[i64]>; 2],
}

/// The squares that are taken, and the player to move. [`Rowfill::start`] and [`Rowfill::position`] make positions of a
/// board.
///
/// In every row the taken squares are the first ones, at most as many as in the row above.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The number of stones in each line of the board (see [`Rowfill::lines`]), never more than in the line before.
    taken: Box<[u32]>,
    to_move: Side,
}

impl Position {
    /// The number of stones in each line.
    pub(crate) fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// The number of free squares in each line of a board with `lines` lines of `length` squares.
    ///
    /// # Panics
    /// If the position was made for another board, as far as this can be detected.
    pub(crate) fn left(&self, lines: usize, length: usize) -> impl Iterator<Item = usize> {
        let fits = self.taken.len() == lines && self.taken.iter().all(|&taken| taken as usize <= length);
        assert!(fits, "a position of another board: {self:?}, expected {lines} lines of {length} squares");
        self.taken.iter().map(move |&taken| length - taken as usize)
    }

    /// The position with the stones that both have. Everything that can follow either of them can follow it.
    pub(crate) fn before_both(&self, other: &Self) -> Self {
        let taken: Box<[u32]> = self.taken.iter().zip(&other.taken).map(|(one, other)| *one.min(other)).collect();
        let to_move = side_after(&taken);
        Self { taken, to_move }
    }

    /// The player to move: black, the first side, if the number of stones is even.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }
}

/// The maximum that the two players can gain together: each square goes to the player who gains more there. If this
/// fits in an `i64`, so do all scores and margins.
#[derive(Clone, Copy, Default)]
pub(crate) struct MaxGained(i64);

impl MaxGained {
    /// The largest sum that is allowed.
    pub(crate) const LIMIT: i64 = i64::MAX;

    /// Adds the number `to` of a square whose other number so far is `from`; `None` if the sum then exceeds the limit.
    /// Both numbers are non-negative.
    pub(crate) fn raise(self, from: i64, to: i64) -> Option<Self> {
        self.0.checked_add((to - from).max(0)).map(Self)
    }
}

impl Rowfill {
    /// The game with these numbers, row by row: what black gains on each square, and what white gains.
    ///
    /// ```
    /// use board_core::Board;
    /// use rowfill::Rowfill;
    ///
    /// let board = Board::new(1, 2)?;
    /// assert!(Rowfill::new(board, vec![i64::MAX, 0], vec![i64::MAX, 0]).is_ok());
    /// let error = Rowfill::new(board, vec![i64::MAX, 0], vec![0, 1]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1 on 1,2 for white is too large: the larger numbers of the squares must sum to at most 9223372036854775807"
    /// );
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    ///
    /// # Errors
    /// If there are not as many numbers as squares, one is negative, or the larger numbers of all squares sum to more
    /// than [`i64::MAX`].
    pub fn new(board: Board, black: Vec<i64>, white: Vec<i64>) -> Result<Self, NumbersError> {
        let mut max = MaxGained::default();
        for (side, numbers) in Side::ALL.into_iter().zip([&black, &white]) {
            if numbers.len() as u64 != board.squares() {
                return Err(NumbersError::Count { side, given: numbers.len(), squares: board.squares() });
            }
            for (place, (square, &number)) in board.iter().zip(numbers).enumerate() {
                if number < 0 {
                    return Err(NumbersError::Negative { side, square, number });
                }
                let before = if side == Side::First { 0 } else { black[place] };
                max = max.raise(before, number).ok_or(NumbersError::Sum { side, square, number })?;
            }
        }
        Ok(Self { numbers: Arc::new(Numbers { board, of: [black.into(), white.into()] }) })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.numbers.board
    }

    /// What a side gains by taking a square; `None` for a square off the board.
    #[must_use]
    pub fn number(&self, side: Side, square: Square) -> Option<i64> {
        let board = self.board();
        let place = usize::try_from(board.index(square)).ok().filter(|_| board.contains(square))?;
        self.numbers.of[side as usize].get(place).copied()
    }

    /// The empty board, black to move.
    #[must_use]
    pub fn start(&self) -> Position {
        let [lines, _] = self.lines();
        Position { taken: vec![0; lines as usize].into(), to_move: Side::First }
    }

    /// The position with these numbers of stones in the rows, from the top.
    ///
    /// ```
    /// use board_core::{Board, Side};
    /// use rowfill::Rowfill;
    ///
    /// let game = Rowfill::new(Board::new(2, 2)?, vec![0; 4], vec![0; 4])?;
    /// assert_eq!(game.position(&[2, 1])?.to_move(), Side::Second);
    /// let error = game.position(&[1, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "2 stones in row 2 is out of range (0..=1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there are not as many counts as rows, or a row has more stones than columns, or more than the row above it.
    pub fn position(&self, rows: &[u32]) -> Result<Position, PositionError> {
        let board = self.board();
        if rows.len() as u64 != u64::from(board.rows()) {
            return Err(PositionError::Rows { given: rows.len(), rows: board.rows() });
        }
        let mut max = board.cols();
        for (row, &stones) in (0..).zip(rows) {
            if stones > max {
                return Err(PositionError::Stones { row, stones, max });
            }
            max = stones;
        }
        let to_move = side_after(rows);
        let taken = if self.by_columns() {
            (0..board.cols()).map(|column| longer_than(column, rows)).collect()
        } else {
            rows.into()
        };
        Ok(Position { taken, to_move })
    }

    /// The number of stones in each row of a position, from the top.
    ///
    /// # Panics
    /// If the position was made for a smaller board.
    pub fn rows<'a>(&self, at: &'a Position) -> impl Iterator<Item = u32> + use<'a> {
        let by_columns = self.by_columns();
        (0..self.board().rows())
            .map(move |row| if by_columns { longer_than(row, &at.taken) } else { at.taken[row as usize] })
    }

    /// The number of lines, and of squares in each. The lines are the rows, or the columns if the board is taller than
    /// wide, so that positions on a thin board of any length are small.
    pub(crate) fn lines(&self) -> [u32; 2] {
        let board = self.board();
        [board.rows().min(board.cols()), board.rows().max(board.cols())]
    }

    fn by_columns(&self) -> bool {
        self.board().rows() > self.board().cols()
    }

    /// The square at a place of a line.
    pub(crate) fn square(&self, line: u32, place: u32) -> Square {
        if self.by_columns() { Square::new(place, line) } else { Square::new(line, place) }
    }

    /// The next square of a line, if it can be taken.
    fn next(&self, at: &Position, line: usize) -> Option<Square> {
        let [_, length] = self.lines();
        let place = *at.taken.get(line)?;
        let before = if line == 0 { length } else { at.taken[line - 1] };
        (place < before).then_some(self.square(u32::try_from(line).ok()?, place))
    }

    /// The line of a square.
    fn line(&self, square: Square) -> usize {
        (if self.by_columns() { square.col } else { square.row }) as usize
    }
}

/// The player to move after these numbers of stones in the lines.
fn side_after(stones: &[u32]) -> Side {
    let all: u64 = stones.iter().copied().map(u64::from).sum();
    if all.is_multiple_of(2) { Side::First } else { Side::Second }
}

/// The number of rows that have more stones than `column`, which is the number of stones in that column. The same holds
/// with rows and columns exchanged.
fn longer_than(column: u32, rows: &[u32]) -> u32 {
    let longer = rows.partition_point(|&stones| stones > column);
    u32::try_from(longer).expect("no more rows than the board has")
}

impl Game for Rowfill {
    type Position = Position;
    type Move = Square;
    type Value = Margin;

    fn to_move(&self, at: &Position) -> Side {
        at.to_move
    }

    fn end(&self, at: &Position) -> Option<Margin> {
        let [_, length] = self.lines();
        (at.taken.last() == Some(&length)).then_some(Margin(0))
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = Square> {
        // In row-major order: of the lines' next squares, those farther right are higher up.
        let lines = at.taken.len();
        (0..lines).filter_map(move |number| {
            let line = if self.by_columns() { lines - 1 - number } else { number };
            self.next(at, line)
        })
    }

    fn play(&self, at: &Position, square: Square) -> Step<Position> {
        let [_, length] = self.lines();
        let mut to = Position { taken: at.taken.clone(), to_move: at.to_move.other() };
        if let Some(stones) = to.taken.get_mut(self.line(square)) {
            *stones = length.min(*stones + 1);
        }
        Step { to, gain: self.number(at.to_move, square).unwrap_or(0) }
    }

    fn is_legal(&self, at: &Position, claimed: Square) -> bool {
        self.next(at, self.line(claimed)) == Some(claimed)
    }
}

/// Why numbers do not make a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumbersError {
    /// There are not as many numbers as squares.
    Count {
        /// The side whose numbers these are.
        side: Side,
        /// The number of numbers given.
        given: usize,
        /// The number of squares.
        squares: u64,
    },
    /// A number is negative.
    Negative {
        /// The side whose number it is.
        side: Side,
        /// Its square.
        square: Square,
        /// The number.
        number: i64,
    },
    /// The larger numbers of the squares sum to more than [`i64::MAX`] if counted up to this number: black's numbers
    /// before white's, row by row.
    Sum {
        /// The side whose number it is.
        side: Side,
        /// Its square.
        square: Square,
        /// The number.
        number: i64,
    },
}

impl fmt::Display for NumbersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side| match side {
            Side::First => "black",
            Side::Second => "white",
        };
        match *self {
            Self::Count { side, given, squares } => {
                write!(f, "expected {squares} numbers for {}, found {given}", name(side))
            }
            Self::Negative { side, square, number } => {
                write!(f, "{number} on {square} for {} is out of range (0..={})", name(side), i64::MAX)
            }
            Self::Sum { side, square, number } => write!(
                f,
                "{number} on {square} for {} is too large: the larger numbers of the squares must sum to at most {}",
                name(side),
                MaxGained::LIMIT
            ),
        }
    }
}

impl std::error::Error for NumbersError {}

/// Why counts of stones do not make a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// There are not as many counts as rows.
    Rows {
        /// The number of counts given.
        given: usize,
        /// The number of rows.
        rows: u32,
    },
    /// A row has more stones than it has columns, or than the row above it has.
    Stones {
        /// The row, from 0.
        row: u32,
        /// The number of stones in it.
        stones: u32,
        /// The maximum number of stones in it.
        max: u32,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rows { given, rows } => write!(f, "expected {rows} counts of stones, found {given}"),
            Self::Stones { row, stones, max } => {
                write!(f, "{stones} stones in row {} is out of range (0..={max})", u64::from(row) + 1)
            }
        }
    }
}

impl std::error::Error for PositionError {}

#[cfg(test)]
mod tests {
    use board_core::perft;
    use board_testing::reachable;

    use super::*;
    use crate::test_games;

    fn game(rows: u32, cols: u32) -> Rowfill {
        test_games::game(rows, cols, |place| i64::try_from(place).expect("small"))
    }

    #[test]
    fn games_are_counted_by_standard_young_tableaux() {
        // By the hook length formula.
        for (rows, cols, games) in [(1, 7, 1), (7, 1, 1), (2, 3, 5), (3, 2, 5), (3, 3, 42), (2, 6, 132), (4, 3, 462)] {
            let game = game(rows, cols);
            assert_eq!(perft(&game, &game.start(), rows * cols), games, "{rows}x{cols}");
        }
    }

    #[test]
    fn positions_are_the_stones_in_each_row() {
        for (rows, cols) in [(1, 1), (1, 9), (9, 1), (3, 4), (4, 3), (4, 4)] {
            let game = game(rows, cols);
            for at in reachable(&game, [game.start()]) {
                let counts: Vec<u32> = game.rows(&at).collect();
                assert_eq!(counts.len(), rows as usize);
                assert_eq!(game.position(&counts), Ok(at.clone()));
                let full = counts.iter().all(|&stones| stones == cols);
                assert_eq!(game.end(&at), full.then_some(Margin(0)));
            }
        }
    }

    #[test]
    fn moves_are_the_squares_with_everything_before_them_taken_in_their_order() {
        for (rows, cols) in [(1, 5), (5, 1), (3, 4), (4, 3), (4, 4)] {
            let game = game(rows, cols);
            for at in reachable(&game, [game.start()]) {
                let counts: Vec<u32> = game.rows(&at).collect();
                let taken = |square: Square| counts[square.row as usize] > square.col;
                let can_be_taken = |&square: &Square| {
                    let Square { row, col } = square;
                    !taken(square)
                        && (0..col).all(|col| taken(Square::new(row, col)))
                        && (0..row).all(|row| taken(Square::new(row, col)))
                };
                let expected: Vec<Square> = game.board().iter().filter(can_be_taken).collect();
                assert!(game.moves(&at).eq(expected.iter().copied()), "{counts:?}");
                // Also for squares off the board; none of them makes `play` panic.
                for square in (0..=rows).flat_map(|row| (0..=cols).map(move |col| Square::new(row, col))) {
                    assert_eq!(game.is_legal(&at, square), expected.contains(&square), "{counts:?} {square}");
                    let step = game.play(&at, square);
                    assert_eq!(step.to.to_move(), at.to_move().other());
                    if expected.contains(&square) {
                        let mut after = counts.clone();
                        after[square.row as usize] += 1;
                        assert_eq!(game.position(&after), Ok(step.to));
                    }
                }
                let far = Square::new(u32::MAX, u32::MAX);
                assert!(!game.is_legal(&at, far) && game.play(&at, far).gain == 0);
            }
        }
    }

    #[test]
    fn gains_are_those_of_the_player_who_takes_the_square() {
        let game = test_games::game(2, 2, |place| [1, 2, 3, 4, 5, 6, 7, 8][place]);
        let first = game.play(&game.start(), Square::new(0, 0));
        let second = game.play(&first.to, Square::new(1, 0));
        assert_eq!((first.gain, second.gain), (1, 7));
        assert_eq!(game.number(Side::Second, Square::new(0, 1)), Some(6));
        assert_eq!(game.number(Side::Second, Square::new(0, 2)), None);
        assert_eq!(game.number(Side::First, Square::new(2, 0)), None);
    }

    #[test]
    fn errors_give_what_is_expected() {
        let board = Board::new(1, 2).expect("in range");
        let error = |black: &[i64], white: &[i64]| {
            Rowfill::new(board, black.to_vec(), white.to_vec()).expect_err("bad numbers").to_string()
        };
        assert_eq!(error(&[1], &[1, 2]), "expected 2 numbers for black, found 1");
        assert_eq!(error(&[1, 2], &[1, 2, 3]), "expected 2 numbers for white, found 3");
        assert_eq!(error(&[1, 2], &[1, -2]), "-2 on 1,2 for white is out of range (0..=9223372036854775807)");
        assert_eq!(
            error(&[i64::MAX, 1], &[0, 0]),
            "1 on 1,2 for black is too large: the larger numbers of the squares must sum to at most 9223372036854775807"
        );
        let error = |rows: &[u32]| game(2, 3).position(rows).expect_err("bad counts").to_string();
        assert_eq!(error(&[1]), "expected 2 counts of stones, found 1");
        assert_eq!(error(&[4, 0]), "4 stones in row 1 is out of range (0..=3)");
        assert_eq!(error(&[2, 3]), "3 stones in row 2 is out of range (0..=2)");
    }

    #[test]
    fn equal_numbers_make_equal_games() {
        assert_eq!(game(2, 3), game(2, 3));
        assert_ne!(game(2, 3), game(3, 2));
    }
}
