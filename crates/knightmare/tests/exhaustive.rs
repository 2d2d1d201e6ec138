//! The solvers against the reference, on every position.

use board_core::{Board, Control, Oracle, Retrograde, Side};
use knightmare::{ClosedForm, Knightmare, Position, Table};

fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even")
}

/// Every position, either side to move, those included in which the game has ended.
fn positions(game: Knightmare) -> impl Iterator<Item = Position> {
    let board = game.board();
    board.iter().flat_map(move |white| {
        board
            .iter()
            .flat_map(move |black| Side::ALL.into_iter().filter_map(move |side| game.position(white, black, side).ok()))
    })
}

/// Compares every position of a board with the reference; tells how many there are.
fn compare(rows: u32, cols: u32) -> u64 {
    let game = game(rows, cols);
    let (solver, reference) = (ClosedForm::new(&game).expect("no thin board"), Retrograde::new(game));
    let mut compared = 0;
    for at in positions(game) {
        assert_eq!(solver.value(&at), reference.value(&at), "{rows}x{cols} {at:?}");
        compared += 1;
    }
    compared
}

#[test]
fn all_positions_of_all_boards_to_12_equal_the_reference() {
    let mut compared = 0;
    for rows in (6..=12).step_by(2) {
        for cols in (6..=12).step_by(2) {
            compared += compare(rows, cols);
        }
    }
    // 2 s (s - 1) positions on s squares.
    assert_eq!(compared, 234_080);
}

#[test]
fn all_positions_of_larger_and_longer_boards_equal_the_reference() {
    let compared: u64 =
        [(6, 20), (20, 6), (16, 16), (20, 20), (6, 40), (40, 6)].map(|(rows, cols)| compare(rows, cols)).iter().sum();
    assert_eq!(compared, 736_320);
}

#[test]
fn tables_of_all_small_and_thin_boards_equal_the_reference() {
    let small = (2..=8).step_by(2).flat_map(|rows| (2..=8).step_by(2).map(move |cols| (rows, cols)));
    let thin = [(2, 40), (40, 2), (4, 24), (24, 4)];
    let mut compared = 0;
    for (rows, cols) in small.chain(thin) {
        let game = game(rows, cols);
        let (table, reference) = (Table::new(&game, &Control::new()).expect("small"), Retrograde::new(game));
        for at in positions(game) {
            assert_eq!(table.value(&at), reference.value(&at), "{rows}x{cols} {at:?}");
            compared += 1;
        }
    }
    // 2 s (s - 1) positions on s squares.
    assert_eq!(compared, 94_176);
}
