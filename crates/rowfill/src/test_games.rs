//! Games for tests.

use std::collections::HashSet;

use board_core::memo::index;
use board_core::{Board, Game, Margin, Negamax, Oracle};

use crate::rules::{Position, Rowfill};

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

/// All positions of a game and what the reference says of them.
pub(crate) fn positions_and_values(game: &Rowfill) -> (Vec<Position>, Vec<Margin>) {
    let reference = Negamax::new(game.clone());
    let mut all = vec![game.start()];
    let mut seen = HashSet::new();
    let mut next = 0;
    while let Some(at) = all.get(next).cloned() {
        next += 1;
        let follow = game.moves(&at).map(|square| game.play(&at, square).to);
        all.extend(follow.filter(|to| seen.insert(to.clone())));
    }
    let values = all.iter().map(|at| reference.value(at)).collect();
    (all, values)
}
