//! The solvers compared with the reference, the rules and known figures.

mod distances;
mod exhaustive;
mod games;
mod lemmas;

use board_core::{Board, Retrograde, Side};
use knightmare::{Knightmare, Position, Solver, Table};

fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even")
}

fn solver(game: &Knightmare) -> Solver {
    board_testing::solved(game, &[])
}

fn table(game: &Knightmare) -> Table {
    board_testing::solved(game, &[])
}

/// The reference solver for every position.
fn reference(game: &Knightmare) -> Retrograde<Knightmare> {
    board_testing::solved(game, &positions(*game).collect::<Vec<_>>())
}

/// Every position, with either side to move, including those in which the game has ended.
fn positions(game: Knightmare) -> impl Iterator<Item = Position> {
    let board = game.board();
    board.iter().flat_map(move |white| {
        board
            .iter()
            .flat_map(move |black| Side::ALL.into_iter().filter_map(move |side| game.position(white, black, side).ok()))
    })
}
