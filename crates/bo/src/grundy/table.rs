//! Tables of Grundy values.
//!
//! **Claim 13 (sliding pieces).** The value of a square is the least number missing from the values already met along its
//! row, its column and, for the queen, its diagonal, taken from the target outwards; and it is at most the number of
//! moves from there.
//!
//! *Proof.* The squares one move away are exactly those nearer to the target on these lines. That many values leave at
//! least one of the numbers from 0 to their count missing.

use std::collections::VecDeque;
use std::iter;

use board_core::memo::index;
use board_core::{Board, Control, Game, Halt, Progress, Side};

use crate::rules::{Bo, Distance, Piece, Position};

/// The Grundy values of any piece under normal play, at all distances up to the far corner of a board.
///
/// A table takes 4 bytes per square, and up to a fifth more while it is computed. A queen's table of 4096 x 4096 takes
/// 80 MB and about a second.
///
/// For the rook and the queen, the values met in each row, column and diagonal are kept as sets of bits, and the least
/// missing value is found 64 values at a time. The values of the king and the knight come from their few moves.
///
/// ```
/// use bo::{Board, Control, Distance, GrundyTable, Piece};
///
/// let table = GrundyTable::new(Piece::Queen, Board::new(5, 6)?, &Control::new())?;
/// assert_eq!(table.value(Distance { down: 4, right: 5 }), Some(6));
/// assert_eq!(table.value(Distance { down: 5, right: 4 }), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrundyTable {
    board: Board,
    /// In lines of the length of the shorter side, one for each distance along the longer side: exchanging rows and
    /// columns keeps every value, and this way the fewest sets are needed.
    values: Vec<u32>,
}

impl GrundyTable {
    /// Returns the bytes that computing the table takes, or `u64::MAX` if they do not fit or a value might not fit in a
    /// `u32`.
    #[must_use]
    pub fn memory_needed(piece: Piece, board: Board) -> u64 {
        let max_value = max_value(piece, board);
        if max_value > u32::MAX.into() {
            return u64::MAX;
        }
        let (_, short) = sides(board);
        let sets = match piece {
            Piece::King | Piece::Knight => 0,
            Piece::Rook => 1 + u128::from(short),
            Piece::Queen => 1 + 2 * u128::from(short),
        };
        let set = u128::from(Set::words(max_value)) * size_of::<u64>() as u128 + size_of::<Set>() as u128;
        let needed = u128::from(board.squares()) * size_of::<u32>() as u128 + sets * set;
        u64::try_from(needed).unwrap_or(u64::MAX)
    }

    /// Computes the values at all distances down and right that are less than the rows and columns of `board`.
    ///
    /// The king and the knight take constant time per square; the rook and the queen at most a 64th of their number of
    /// moves. Progress is reported after each line along the shorter side.
    ///
    /// # Errors
    /// If the memory needed is more than the limit, or if the work was stopped.
    pub fn new(piece: Piece, board: Board, control: &Control<'_>) -> Result<Self, Halt> {
        control.reserve(format!("{piece} on {}", board.title()), Self::memory_needed(piece, board))?;
        let (long, short) = sides(board);
        let (squares, width) = (index(board.squares()), index(short.into()));
        let words = index(Set::words(max_value(piece, board)));
        let mut table = Self { board, values: Vec::with_capacity(squares) };
        let mut lines = match piece {
            Piece::King | Piece::Knight => None,
            Piece::Rook => Some(LineSets::new(width, 0, words)),
            Piece::Queen => Some(LineSets::new(width, width, words)),
        };
        for done in 0..long {
            match &mut lines {
                Some(lines) => lines.fill_row(&mut table.values),
                None => table.fill_row_by_moves(Bo::new(piece), done),
            }
            control.report(Progress::new("lines", u64::from(done) + 1).of(u64::from(long)))?;
        }
        Ok(table)
    }

    /// Returns the rows and columns of the table.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the Grundy value at this distance, or `None` outside the table.
    #[must_use]
    pub fn value(&self, distance: Distance) -> Option<u32> {
        let (rows, cols) = (u64::from(self.board.rows()), u64::from(self.board.cols()));
        if distance.down >= rows || distance.right >= cols {
            return None;
        }
        let Distance { down, right } = distance;
        let place = if rows >= cols { down * cols + right } else { right * rows + down };
        self.values.get(usize::try_from(place).ok()?).copied()
    }

    /// Appends the values of the next line by the rules, for a piece with few moves.
    fn fill_row_by_moves(&mut self, game: Bo, long: u32) {
        let (_, width) = sides(self.board);
        for short in 0..width {
            let (long, short) = (u64::from(long), u64::from(short));
            let tall = self.board.rows() >= self.board.cols();
            let tall_distance = Distance { down: long, right: short };
            let distance = if tall { tall_distance } else { tall_distance.mirrored() };
            let at = Position::new(distance, Side::First).expect("distances below 2^32 are in range");
            let is_missing = |&value: &u32| game.moves(&at).all(|to| self.value(to) != Some(value));
            let least = (0..=3).find(is_missing).expect("at most three moves");
            self.values.push(least);
        }
    }
}

/// The longer and the shorter side.
fn sides(board: Board) -> (u32, u32) {
    (board.rows().max(board.cols()), board.rows().min(board.cols()))
}

/// The largest number of moves from a square, which no value exceeds (claim 13).
fn max_value(piece: Piece, board: Board) -> u64 {
    let (down, right) = (u64::from(board.rows()) - 1, u64::from(board.cols()) - 1);
    match piece {
        Piece::King => 3,
        Piece::Knight => 2,
        Piece::Rook => down + right,
        Piece::Queen => down + right + down.min(right),
    }
}

/// The values met so far in the lines along which a piece slides.
struct LineSets {
    row: Set,
    columns: Vec<Set>,
    /// The diagonals through the squares of the row, from left to right; empty for a rook.
    diagonals: VecDeque<Set>,
}

impl LineSets {
    fn new(columns: usize, diagonals: usize, words: usize) -> Self {
        let sets = |count| iter::repeat_with(move || Set::new(words)).take(count);
        Self { row: Set::new(words), columns: sets(columns).collect(), diagonals: sets(diagonals).collect() }
    }

    /// Appends the values of the next row.
    fn fill_row(&mut self, values: &mut Vec<u32>) {
        self.row.clear();
        // In each row, a diagonal is one column further right. The new one takes the place of the one that left the
        // board.
        if let Some(mut diagonal) = self.diagonals.pop_back() {
            diagonal.clear();
            self.diagonals.push_front(diagonal);
        }
        for (number, column) in self.columns.iter_mut().enumerate() {
            let least = match self.diagonals.get_mut(number) {
                Some(diagonal) => {
                    let least = least_missing(&[&self.row, column, diagonal]);
                    diagonal.insert(least);
                    least
                }
                None => least_missing(&[&self.row, column]),
            };
            self.row.insert(least);
            column.insert(least);
            values.push(least);
        }
    }
}

/// A set of numbers below a bound, as bits.
struct Set {
    words: Box<[u64]>,
    /// The number of words at the start in which all bits are set.
    full: usize,
}

impl Set {
    /// Returns the number of words of a set of numbers up to `max_value`.
    const fn words(max_value: u64) -> u64 {
        max_value / u64::BITS as u64 + 1
    }

    fn new(words: usize) -> Self {
        Self { words: vec![0; words].into(), full: 0 }
    }

    fn clear(&mut self) {
        self.words.fill(0);
        self.full = 0;
    }

    fn insert(&mut self, number: u32) {
        self.words[(number / u64::BITS) as usize] |= 1 << (number % u64::BITS);
        self.full += self.words[self.full..].iter().take_while(|&&word| word == u64::MAX).count();
    }
}

/// Returns the least number that is in none of the sets; there is one within their bound (claim 13).
fn least_missing(sets: &[&Set]) -> u32 {
    let first = sets.iter().map(|set| set.full).max().unwrap_or(0);
    let mut number = u32::try_from(first).expect("fits, as the numbers do") * u64::BITS;
    for index in first.. {
        let met = sets.iter().fold(0, |met, set| met | set.words[index]);
        if met != u64::MAX {
            return number + met.trailing_ones();
        }
        number += u64::BITS;
    }
    unreachable!("a square has fewer moves than a set has room for numbers")
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use board_core::Grundy;

    use super::*;
    use crate::closed_form::queen_lost_square;

    fn table(piece: Piece, rows: u32, cols: u32) -> GrundyTable {
        GrundyTable::new(piece, Board::new(rows, cols).expect("in range"), &Control::new()).expect("small")
    }

    /// Checks tables against the definition, with the longer side either way.
    fn assert_tables_equal_reference(piece: Piece) {
        const SIDE: u32 = 48;
        let squares = (0..SIDE).flat_map(|down| (0..SIDE).map(move |right| (down, right)));
        let at = |(down, right): (u32, u32)| {
            Position::new(Distance { down: down.into(), right: right.into() }, Side::First).expect("in range")
        };
        let positions: Vec<Position> = squares.clone().map(at).collect();
        let reference = Grundy::new(&Bo::new(piece), &positions, &Control::new()).expect("small");
        let (wide, tall) = (table(piece, SIDE, SIDE + 20), table(piece, SIDE + 20, SIDE));
        for (down, right) in (0..SIDE).flat_map(|down| (0..SIDE).map(move |right| (down, right))) {
            let distance = Distance { down: down.into(), right: right.into() };
            let value = reference.value(&Position::new(distance, Side::First).expect("in range"));
            assert!(
                value <= max_value(piece, Board::new(down + 1, right + 1).expect("in range")),
                "{piece} {distance:?}"
            );
            let value = Some(u32::try_from(value).expect("small"));
            assert_eq!((wide.value(distance), tall.value(distance)), (value, value), "{piece} {distance:?}");
        }
    }

    #[test]
    fn claim_13_sliding_pieces_take_the_least_value_missing_from_their_lines() {
        assert_tables_equal_reference(Piece::Rook);
        assert_tables_equal_reference(Piece::Queen);
    }

    #[test]
    fn tables_of_king_and_knight_follow_their_moves() {
        assert_tables_equal_reference(Piece::King);
        assert_tables_equal_reference(Piece::Knight);
    }

    #[test]
    fn values_outside_the_board_of_a_table_are_none() {
        for piece in Piece::ALL {
            let table = table(piece, 6, 7);
            assert!(table.value(Distance { down: 5, right: 6 }).is_some());
            for outside in [Distance { down: 0, right: 7 }, Distance { down: 6, right: 0 }] {
                assert_eq!(table.value(outside), None);
            }
        }
    }

    #[test]
    fn values_of_zero_are_the_lost_squares_of_the_queen() {
        let table = table(Piece::Queen, 200, 330);
        for k in 0..=123 {
            assert_eq!(table.value(queen_lost_square(k).expect("in range")), Some(0));
        }
    }

    #[test]
    fn tables_beyond_the_memory_limit_are_refused_and_long_work_stops() {
        let largest = Board::new(u32::MAX, u32::MAX).expect("in range");
        for piece in Piece::ALL {
            assert_eq!(GrundyTable::memory_needed(piece, largest), u64::MAX);
            let control = Control::new().with_memory(1 << 30);
            assert!(matches!(GrundyTable::new(piece, largest, &control), Err(Halt::TooLarge { .. })));
        }
        // Fits in 64 bits, but is more than can be allocated.
        let board = Board::new(1_600_000_000, 1_600_000_000).expect("in range");
        assert!(GrundyTable::memory_needed(Piece::King, board) < u64::MAX);
        assert!(matches!(GrundyTable::new(Piece::King, board, &Control::new()), Err(Halt::TooLarge { .. })));

        let board = Board::new(1000, 1000).expect("in range");
        let stop = |progress: &Progress<'_>| {
            if progress.done < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let control = Control::new().with_progress(&stop);
        assert_eq!(GrundyTable::new(Piece::Queen, board, &control), Err(Halt::Stopped));
    }
}
