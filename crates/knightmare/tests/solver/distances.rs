//! Knight distances compared with breadth-first search: every pair of squares of the boards of Lemmas 6 and 7.

use std::collections::VecDeque;

use board_core::{Board, KNIGHT_LEAPS, Square, memo};
use knightmare::distance;

/// The distances from one square to all, by breadth-first search.
fn search(board: Board, from: Square) -> Vec<Option<u64>> {
    let place = |square| memo::index(board.index(square));
    let mut found = vec![None; memo::index(board.squares())];
    found[place(from)] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        let moves = found[place(at)];
        for to in KNIGHT_LEAPS.iter().filter_map(|&(down, right)| board.leap(at, down, right)) {
            if found[place(to)].is_none() {
                found[place(to)] = moves.map(|moves: u64| moves + 1);
                queue.push_back(to);
            }
        }
    }
    found
}

/// Compares the distances from one square to all squares; returns the number of pairs.
fn compare(board: Board, from: Square) -> u64 {
    for (to, found) in board.iter().zip(search(board, from)) {
        assert_eq!(distance(board, from, to), found, "{from} to {to} on {board}");
    }
    board.squares()
}

/// Compares the distances of all pairs; returns their number.
fn compare_all(board: Board) -> u64 {
    board.iter().map(|from| compare(board, from)).sum()
}

fn board(rows: u32, cols: u32) -> Board {
    Board::new(rows, cols).expect("in range")
}

#[test]
fn lemma_6_knight_distance_on_a_board() {
    let mut pairs = 0;
    for rows in 5..=24 {
        for cols in 5..=24 {
            pairs += compare_all(board(rows, cols));
        }
    }
    // (5² + … + 24²)²
    assert_eq!(pairs, 4870 * 4870);
}

#[test]
fn lemma_7_knight_distance_on_thin_boards() {
    for rows in 1..=4 {
        for cols in 1..=48 {
            compare_all(board(rows, cols));
            // Boards with rows and columns exchanged use the same code, with rows and columns exchanged.
            if cols <= 12 {
                compare_all(board(cols, rows));
            }
        }
    }
}

#[test]
fn samples_of_larger_boards() {
    for (rows, cols) in [(100, 100), (5, 500), (500, 5), (6, 301), (1, 700), (2, 700), (3, 700), (700, 3), (4, 701)] {
        let board = board(rows, cols);
        for from in board.iter().step_by(memo::index(board.squares() / 13)) {
            compare(board, from);
        }
    }
}

#[test]
fn the_largest_boards() {
    let max = Board::MAX_SIDE;
    let far = |board: Board| distance(board, Square::new(0, 0), Square::new(board.rows() - 1, board.cols() - 1));
    assert_eq!(far(board(max, max)), Some(2_863_311_530));
    assert_eq!(far(board(1, max)), None);
    assert_eq!(far(board(2, max)), Some(2_147_483_647));
    assert_eq!(far(board(3, max)), Some(2_147_483_648));
    assert_eq!(far(board(max, 3)), Some(2_147_483_648));
    assert_eq!(far(board(4, max)), Some(2_147_483_647));
}
