//! Grundy values under normal play: who cannot move loses.

use std::collections::VecDeque;
use std::iter;

use board_core::memo::index;
use board_core::{Board, Control, Game, Halt, Progress, Side};

use crate::{Bo, Distance, Piece, Position};

/// The Grundy value under normal play, where who cannot move loses, in constant time; `None` for the queen, of which
/// no formula is known.
///
/// With it the piece may be one part of a sum of games, of which a player moves in one. For distances a <= b:
///
/// - king: 0 where both are even, 2 where both are odd, else 1 where a is even and 3 where a is odd;
/// - rook: a xor b, as it plays Nim with two heaps (C. L. Bouton 1901);
/// - knight: 0, 1, 2 for a = 0, 1, 2 modulo 3, but not more than b - a, and for a = 2 modulo 3 not less than 1.
///
/// All are proved in comments beside the code, and were compared with [`Grundy`](board_core::Grundy) for all distances
/// below 48.
///
/// ```
/// use bo::{Distance, Piece, grundy_value};
///
/// assert_eq!(grundy_value(Piece::Rook, Distance { down: 5, right: 6 }), Some(3));
/// assert_eq!(grundy_value(Piece::Queen, Distance { down: 5, right: 6 }), None);
/// ```
#[must_use]
pub fn grundy_value(piece: Piece, left: Distance) -> Option<u64> {
    let (near, far) = left.sorted();
    match piece {
        Piece::King => Some(king(near, far)),
        Piece::Rook => Some(near ^ far),
        Piece::Knight => Some(knight(near, far)),
        Piece::Queen => None,
    }
}

/// By induction. Of two even distances every move makes one odd, so it leads to no 0. Of two odd ones the diagonal
/// leads to 0, and straight moves to 1 or 3, one of them always to 1. With one of each, the diagonal leads to the same
/// kind with the lesser distance changed from even to odd or back, 3 or 1, and the straight moves lead to 0 and 2; at
/// the edge, where the lesser is 0, only to 0.
fn king(near: u64, far: u64) -> u64 {
    match (near % 2, far % 2) {
        (0, 0) => 0,
        (1, 1) => 2,
        (0, _) => 1,
        _ => 3,
    }
}

/// By induction on the lesser distance a, with d = b - a. One leap leads to (a - 1, d - 1), with d = 0 to (a - 2, 1), the
/// other to (a - 2, d + 1). From a = 0 modulo 3, but 0, they lead to a = 2 and a = 1, with values of 1 or 2 and of 1;
/// with d = 0 both to 1. From a = 1 they lead to a = 0 and a = 2, with 0 and 2; with d = 0 both to a = 2 and 1. From a = 2
/// they lead to a = 1 and a = 0, with 1 and 0; with d = 1 both to 0; with d = 0 too. For a = 0 there is no leap, and for
/// a = 1 there is the first where d > 0.
fn knight(near: u64, far: u64) -> u64 {
    match (near % 3, far - near) {
        (0, _) | (1, 0) => 0,
        (1, _) | (2, 0 | 1) => 1,
        _ => 2,
    }
}

/// The Grundy values under normal play at all distances up to the far corner of a board, of any piece.
///
/// The table is filled square by square: for the rook and the queen with the set of the values met in each row, column
/// and diagonal, of which the first gap is found 64 values at a time; for the king and the knight from their few moves.
/// It takes 4 bytes a square, and up to a fifth more while it is made; a queen's of 4096 x 4096 takes 80 MB and a second
/// or so.
///
/// ```
/// use bo::{Distance, GrundyTable, Piece};
/// use board_core::{Board, Control};
///
/// let table = GrundyTable::new(Piece::Queen, Board::new(5, 6)?, &Control::new())?;
/// assert_eq!(table.value(Distance { down: 4, right: 5 }), Some(6));
/// assert_eq!(table.value(Distance { down: 5, right: 4 }), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrundyTable {
    board: Board,
    /// In lines as long as the shorter side of the board, one for each distance along the longer side: rows and
    /// columns are alike to every piece, and so fewer sets of values are needed.
    values: Vec<u32>,
}

impl GrundyTable {
    /// The bytes that are needed to make the table; `u64::MAX` for that much or more, and where values might pass `u32`.
    #[must_use]
    pub fn memory_needed(piece: Piece, board: Board) -> u64 {
        let greatest = greatest(piece, board);
        if greatest > u32::MAX.into() {
            return u64::MAX;
        }
        let (_, short) = sides(board);
        let sets = match piece {
            Piece::King | Piece::Knight => 0,
            Piece::Rook => 1 + u128::from(short),
            Piece::Queen => 1 + 2 * u128::from(short),
        };
        let set = u128::from(Set::words(greatest)) * size_of::<u64>() as u128 + size_of::<Set>() as u128;
        let needed = u128::from(board.squares()) * size_of::<u32>() as u128 + sets * set;
        u64::try_from(needed).unwrap_or(u64::MAX)
    }

    /// Finds the values at all distances down and right that are less than the rows and columns of `board`.
    ///
    /// # Errors
    /// Where it takes more memory than it may, or was stopped. Progress is told after each line along the shorter side.
    pub fn new(piece: Piece, board: Board, control: &Control<'_>) -> Result<Self, Halt> {
        control.allow(format!("{piece} on {}", board.title()), Self::memory_needed(piece, board))?;
        let (long, short) = sides(board);
        let (squares, width) = (index(board.squares()), index(short.into()));
        let words = index(Set::words(greatest(piece, board)));
        let mut table = Self { board, values: Vec::with_capacity(squares) };
        let mut lines = match piece {
            Piece::King | Piece::Knight => None,
            Piece::Rook => Some(Lines::new(width, 0, words)),
            Piece::Queen => Some(Lines::new(width, width, words)),
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

    /// The rows and columns of the table.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The Grundy value at this distance; `None` where the table does not reach so far.
    #[must_use]
    pub fn value(&self, left: Distance) -> Option<u32> {
        let (rows, cols) = (u64::from(self.board.rows()), u64::from(self.board.cols()));
        if left.down >= rows || left.right >= cols {
            return None;
        }
        let place = if rows >= cols { left.down * cols + left.right } else { left.right * rows + left.down };
        self.values.get(usize::try_from(place).ok()?).copied()
    }

    /// Appends the values of the next line by the rules, for a piece with few moves.
    fn fill_row_by_moves(&mut self, game: Bo, long: u32) {
        let (_, width) = sides(self.board);
        for short in 0..width {
            let (long, short) = (u64::from(long), u64::from(short));
            let tall = self.board.rows() >= self.board.cols();
            let left = if tall { Distance { down: long, right: short } } else { Distance { down: short, right: long } };
            let at = Position::new(left, Side::First).expect("distances below 2^32 are in range");
            let missing = |&value: &u32| game.moves(&at).all(|to| self.value(to) != Some(value));
            let least = (0..=3).find(missing).expect("at most three moves");
            self.values.push(least);
        }
    }
}

/// The longer and the shorter side.
fn sides(board: Board) -> (u32, u32) {
    (board.rows().max(board.cols()), board.rows().min(board.cols()))
}

/// No value is greater than this: the most moves that there are from a square.
fn greatest(piece: Piece, board: Board) -> u64 {
    let (down, right) = (u64::from(board.rows()) - 1, u64::from(board.cols()) - 1);
    match piece {
        Piece::King => 3,
        Piece::Knight => 2,
        Piece::Rook => down + right,
        Piece::Queen => down + right + down.min(right),
    }
}

/// The values met so far in the lines along which a piece slides.
struct Lines {
    row: Set,
    columns: Vec<Set>,
    /// The diagonals through the squares of the row, from left to right; empty for a rook.
    diagonals: VecDeque<Set>,
}

impl Lines {
    fn new(columns: usize, diagonals: usize, words: usize) -> Self {
        let sets = |count| iter::repeat_with(move || Set::new(words)).take(count);
        Self { row: Set::new(words), columns: sets(columns).collect(), diagonals: sets(diagonals).collect() }
    }

    /// Appends the values of the next row; all rows are as wide as there are columns.
    fn fill_row(&mut self, values: &mut Vec<u32>) {
        self.row.clear();
        // Each diagonal has come one column to the right; the one that left the board makes room for a new one.
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

/// A set of numbers below some bound, as bits.
struct Set {
    words: Box<[u64]>,
    /// So many words at the start have all their bits.
    full: usize,
}

impl Set {
    /// How many words a set takes that can hold numbers up to `greatest`.
    const fn words(greatest: u64) -> u64 {
        greatest / u64::BITS as u64 + 1
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

/// The least number that is in none of the sets; there is one within their bound.
fn least_missing(sets: &[&Set]) -> u32 {
    let first = sets.iter().map(|set| set.full).max().unwrap_or(0);
    let mut number = u32::try_from(first).expect("numbers fit u32, words more so") * u64::BITS;
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

    fn table(piece: Piece, rows: u32, cols: u32) -> GrundyTable {
        GrundyTable::new(piece, Board::new(rows, cols).expect("in range"), &Control::new()).expect("small")
    }

    fn row(table: &GrundyTable, down: u64) -> Vec<u32> {
        (0..).map_while(|right| table.value(Distance { down, right })).collect()
    }

    #[test]
    fn formulas_and_tables_are_the_grundy_values() {
        const SIDE: u32 = 48;
        for piece in Piece::ALL {
            let reference = Grundy::new(Bo::new(piece));
            let (wide, high) = (table(piece, SIDE, SIDE + 20), table(piece, SIDE + 20, SIDE));
            for (down, right) in (0..SIDE).flat_map(|down| (0..SIDE).map(move |right| (down, right))) {
                let left = Distance { down: down.into(), right: right.into() };
                let value = reference.value(&Position::new(left, Side::First).expect("in range"));
                let tabled = Some(u32::try_from(value).expect("small"));
                assert_eq!((wide.value(left), high.value(left)), (tabled, tabled), "{piece} {left:?}");
                let formula = (piece != Piece::Queen).then_some(value);
                assert_eq!(grundy_value(piece, left), formula, "{piece} {left:?}");
            }
        }
    }

    #[test]
    fn formulas_agree_with_large_tables() {
        for piece in [Piece::King, Piece::Rook, Piece::Knight] {
            let table = table(piece, 300, 500);
            for down in 0..300 {
                let formula = (0..500).map(|right| grundy_value(piece, Distance { down, right }));
                let tabled = row(&table, down).into_iter().map(|value| Some(value.into()));
                assert!(tabled.eq(formula), "{piece} {down}");
            }
        }
    }

    #[test]
    fn a_table_ends_with_its_board() {
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
            let left = crate::queen_lost_square(k).expect("in range");
            assert_eq!(table.value(left), Some(0));
        }
    }

    #[test]
    fn too_large_tables_are_refused_and_long_work_stops() {
        let largest = Board::new(u32::MAX, u32::MAX).expect("in range");
        for piece in Piece::ALL {
            assert_eq!(GrundyTable::memory_needed(piece, largest), u64::MAX);
            let control = Control::new().with_memory(1 << 30);
            assert!(matches!(GrundyTable::new(piece, largest, &control), Err(Halt::TooLarge { .. })));
        }
        // Within 64 bits, but more than anything allocated may be.
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
