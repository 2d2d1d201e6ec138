//! Knight distances on finite boards, in constant time. Lemmas 5 to 7 are in `docs/design/knightmare.md`.

use board_core::{Board, KNIGHT_LEAPS, Square};

/// Returns the least number of knight's moves from one square of the board to another; `None` if there is no way, which
/// happens only on boards with a side below 4.
///
/// Takes constant time and no memory except the stack: about 5 ns with both sides at least 5, up to 2 µs on thinner
/// boards.
///
/// With both sides at least 5 it is proved: it is the distance on a board without edges, except between a corner and
/// the square diagonally next to it, where it is 4 and not 2. On thinner boards it is checked, not proved: it equals
/// breadth-first search for every pair of squares of every board of up to 48 columns or rows.
///
/// ```
/// use board_core::{Board, Square};
/// use knightmare::distance;
///
/// let board = Board::new(8, 8)?;
/// let corner = Square::new(0, 0);
/// assert_eq!(distance(board, corner, Square::new(7, 7)), Some(6));
/// assert_eq!(distance(board, corner, Square::new(1, 1)), Some(4));
/// assert_eq!(distance(Board::new(3, 3)?, corner, Square::new(1, 1)), None);
/// let huge = Board::new(1_000_000_000, 1_000_000_000)?;
/// assert_eq!(distance(huge, corner, Square::new(999_999_999, 999_999_999)), Some(666_666_666));
/// # Ok::<(), board_core::OutOfRange>(())
/// ```
///
/// # Panics
/// If a square is off the board.
#[must_use]
pub fn distance(board: Board, from: Square, to: Square) -> Option<u64> {
    assert!(board.contains(from) && board.contains(to), "{from} or {to} is off the {board} board");
    if board.rows().min(board.cols()) >= WIDE { Some(wide(board, from, to)) } else { thin(board, from, to) }
}

/// The least side of boards on which edges matter only in the corners (Lemma 6).
const WIDE: u32 = 5;

/// [`distance`] with both sides at least [`WIDE`] (Lemma 6).
pub(crate) fn wide(board: Board, from: Square, to: Square) -> u64 {
    let (down, right) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
    if (down, right) == (1, 1) && (is_corner(board, from) || is_corner(board, to)) {
        return 4;
    }
    unbounded(down.max(right).into(), down.min(right).into())
}

fn is_corner(board: Board, square: Square) -> bool {
    (square.row == 0 || square.row == board.rows() - 1) && (square.col == 0 || square.col == board.cols() - 1)
}

/// The distance on a board without edges between squares `x` rows and `y` columns apart or the reverse, `x >= y` (Lemma 5).
fn unbounded(x: u64, y: u64) -> u64 {
    match (x, y) {
        (1, 0) => 3,
        (2, 2) => 4,
        _ => {
            let d = x - y;
            // The sum of the offsets decides, at most 3 per move; or the larger one, at most 2 per move.
            if y > d { d + 2 * (y - d).div_ceil(3) } else { d - 2 * ((d - y) / 4) }
        }
    }
}

/// [`distance`] on a board with a side below [`WIDE`]: breadth-first search on a part of it with at most [`PART`] columns
/// (Lemma 7).
fn thin(board: Board, from: Square, to: Square) -> Option<u64> {
    if board.rows() > board.cols() {
        let turned = |square: Square| Square::new(square.col, square.row);
        return thin(Board::new(board.cols(), board.rows()).expect("not empty"), turned(from), turned(to));
    }
    let (left, right) = if from.col <= to.col { (from, to) } else { (to, from) };
    let mut way = 0;
    let (mut first, mut last) = (left.col, right.col);
    let mut cols = board.cols();
    // Far from both squares one end of the board is like another.
    let surplus = first.saturating_sub(MARGIN);
    (first, last, cols) = (first - surplus, last - surplus, cols - surplus);
    cols = cols.min(last.saturating_add(MARGIN + 1));
    // In the middle of a long way, two moves go four columns further and come back to the same row.
    let surplus = (last - first).saturating_sub(MIDDLE) / 4;
    way += 2 * u64::from(surplus);
    (last, cols) = (last - 4 * surplus, cols - 4 * surplus);
    let part = Board::new(board.rows(), cols).expect("not empty");
    Some(way + search(part, Square::new(left.row, first), Square::new(right.row, last))?)
}

/// The number of columns beyond the two squares that can matter.
const MARGIN: u32 = 8;
/// The number of columns between the two squares that are never cut.
const MIDDLE: u32 = 12;
/// The maximum number of columns of a part.
const PART: usize = (2 * MARGIN + MIDDLE + 4) as usize;

/// Breadth-first search on a board of at most 4 x [`PART`] squares.
fn search(board: Board, from: Square, to: Square) -> Option<u64> {
    const SQUARES: usize = 4 * PART;
    let place = |square: Square| square.row as usize * PART + square.col as usize;
    let mut met = [false; SQUARES];
    let mut queue = [(from, 0_u64); SQUARES];
    let (mut next, mut end) = (0, 1);
    met[place(from)] = true;
    while next < end {
        let (at, moves) = queue[next];
        next += 1;
        if at == to {
            return Some(moves);
        }
        for beside in KNIGHT_LEAPS.iter().filter_map(|&(down, right)| board.leap(at, down, right)) {
            if !met[place(beside)] {
                met[place(beside)] = true;
                queue[end] = (beside, moves + 1);
                end += 1;
            }
        }
    }
    None
}
