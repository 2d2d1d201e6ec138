//! What the tests of the lemmas share.

use board_core::{Board, Oracle, Outcome, Retrograde, Side};

use crate::rules::{Chase, Position};

pub(crate) fn game(rows: u32, cols: u32) -> Chase {
    Chase::new(Board::new(rows, cols).expect("in range"))
}

/// All boards up to 5 x 5, and some that are longer.
pub(crate) fn games() -> impl Iterator<Item = Chase> {
    let small = (1..=5).flat_map(|rows| (1..=5).map(move |cols| (rows, cols)));
    small.chain([(6, 6), (9, 9), (1, 12), (12, 1), (3, 8), (8, 2)]).map(|(rows, cols)| game(rows, cols))
}

/// Every position in which the game is not over, with either side to move.
pub(crate) fn positions(game: Chase) -> impl Iterator<Item = Position> {
    let board = game.board();
    let pairs = board.iter().flat_map(move |white| board.iter().map(move |black| (white, black)));
    pairs.flat_map(move |(white, black)| {
        Side::ALL.into_iter().filter_map(move |to_move| game.position(white, black, to_move).ok())
    })
}

/// Every position of [`positions`] with its value by the reference solver.
pub(crate) fn reference(game: Chase) -> Vec<(Position, Outcome)> {
    let all: Vec<Position> = positions(game).collect();
    let reference: Retrograde<Chase> = board_testing::solved(&game, &all);
    all.into_iter().map(|at| (at, reference.value(&at))).collect()
}
