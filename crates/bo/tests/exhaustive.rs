//! Moves and lines of best play, compared with the reference solver, and known counts. The tests of the claims, beside
//! the code, check the values.

use bo::{Bo, Distance, Piece, Position, Solver, queen_lost_square};
use board_core::{Negamax, Oracle, Outcome, Side, analysis};
use board_testing::solved;

fn solver(piece: Piece) -> Solver {
    solved(&Bo::new(piece), &[])
}

/// All positions with distances below `side` and the first player to move.
fn positions(side: u64) -> Vec<Position> {
    (0..side).flat_map(|down| (0..side).map(move |right| at(down, right))).collect()
}

fn at(down: u64, right: u64) -> Position {
    Position::new(Distance { down, right }, Side::First).expect("in range")
}

#[test]
fn winning_moves_and_ratings_on_all_boards_up_to_64() {
    for piece in Piece::ALL {
        let (game, solver, positions) = (Bo::new(piece), solver(piece), positions(64));
        let reference: Negamax<Bo> = solved(&game, &positions);
        for at in positions {
            let rated = reference.rate(&game, &at, usize::MAX);
            let mut winning: Vec<Distance> = rated
                .moves
                .iter()
                .filter(|rated| matches!(rated.value, Outcome::Win(_)))
                .map(|rated| rated.chosen)
                .collect();
            winning.sort_by(|one, next| next.cmp(one));
            assert_eq!(solver.winning_moves(&at), winning, "{piece} {at:?}");
            for max in [0, 1, 2, 3, usize::MAX] {
                let mut expected = rated.clone();
                expected.moves.truncate(max);
                assert_eq!(solver.rate(&game, &at, max), expected, "{piece} {at:?} {max}");
            }
        }
    }
}

#[test]
fn lines_of_best_play_are_legal_and_best() {
    for piece in Piece::ALL {
        let (game, solver, positions) = (Bo::new(piece), solver(piece), positions(24));
        let reference: Negamax<Bo> = solved(&game, &positions);
        for at in positions {
            let line: Vec<Distance> = analysis::best_line(&game, &solver, &at).map(|rated| rated.chosen).collect();
            assert_eq!(analysis::check_line(&game, &reference, &at, &line), Ok(()), "{piece} {at:?}");
            if let Some(plies) = solver.value(&at).plies() {
                assert_eq!(line.len() as u64, plies, "{piece} {at:?}");
            }
        }
    }
}

#[test]
fn known_counts_of_the_judges_boards() {
    // Boards of 1..=1000 rows and columns that the first player wins, that are drawn, and that the second player wins.
    for (piece, counts) in [
        (Piece::King, [750_000, 0, 250_000]),
        (Piece::Rook, [999_000, 0, 1000]),
        (Piece::Knight, [666, 999_000, 334]),
        (Piece::Queen, [999_237, 0, 763]),
    ] {
        let (solver, mut found) = (solver(piece), [0; 3]);
        for at in positions(1000) {
            let result = match solver.value(&at) {
                Outcome::Win(_) => 0,
                Outcome::Draw => 1,
                Outcome::Loss(_) => 2,
            };
            found[result] += 1;
        }
        assert_eq!(found, counts, "{piece}");
    }
}

#[test]
fn squares_on_which_doubles_fail() {
    let queen = solver(Piece::Queen);
    let k = 102_334_155;
    let lost = queen_lost_square(k).expect("in range");
    assert_eq!(lost, Distance { down: 165_580_140, right: 267_914_295 });
    assert_eq!(queen.value(&at(lost.down, lost.right)), Outcome::Loss(2 * k));
    assert!(matches!(queen.value(&at(lost.down + 1, lost.right + 1)), Outcome::Win(_)));
}

#[test]
fn at_the_target_the_player_to_move_has_lost() {
    for solver in Piece::ALL.map(solver) {
        assert_eq!(solver.value(&at(0, 0)), Outcome::Loss(0));
        assert_eq!(solver.winning_moves(&at(0, 0)), []);
    }
}
