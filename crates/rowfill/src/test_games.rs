//! Games for tests.

use board_core::memo::index;
use board_core::{Board, Margin, Oracle};

use crate::rules::{Position, Rowfill};

/// The game with the given numbers by place, counted from 0: black's row by row, then white's.
pub(crate) fn game(rows: u32, cols: u32, number: impl Fn(usize) -> i64) -> Rowfill {
    let board = Board::new(rows, cols).expect("in range");
    let squares = index(board.squares());
    let numbers = |from: usize| (from..from + squares).map(&number).collect();
    Rowfill::new(board, numbers(0), numbers(squares)).expect("small numbers")
}

/// Numbers from 0 to 99 without a pattern.
pub(crate) fn mixed(place: usize) -> i64 {
    i64::try_from((place * 7919 + 13) * 104_729 % 1_000_003 % 100).expect("small")
}

/// Boards of every shape, each with few positions.
pub(crate) fn small_boards() -> Vec<(u32, u32)> {
    let squarish = (1..=4).flat_map(|rows| (1..=4).map(move |cols| (rows, cols)));
    squarish.chain([(1, 7), (7, 1), (2, 6), (6, 2), (3, 5), (5, 3)]).collect()
}

/// The values of some positions, by an oracle.
pub(crate) fn margins(oracle: &impl Oracle<Rowfill>, all: &[Position]) -> Vec<Margin> {
    all.iter().map(|at| oracle.value(at)).collect()
}
