//! The closed forms against the reference solver, which knows nothing but the rules, and against known counts.

use bo::{Bo, ClosedForm, Distance, Piece, Position, outcome, queen_lost_square, winning_moves};
use board_core::{Negamax, Oracle, Outcome, Side, analysis};

/// All positions with distances below `side` and the first player to move. The other player's are met on the way.
fn positions(side: u64) -> impl Iterator<Item = Position> {
    (0..side).flat_map(move |down| (0..side).map(move |right| at(down, right)))
}

fn at(down: u64, right: u64) -> Position {
    Position::new(Distance { down, right }, Side::First).expect("in range")
}

#[test]
fn winner_and_plies_on_all_boards_up_to_121() {
    for piece in Piece::ALL {
        let reference = Negamax::new(Bo::new(piece));
        for at in positions(121) {
            assert_eq!(outcome(piece, &at), reference.value(&at), "{piece} {at:?}");
        }
    }
}

#[test]
fn every_move_on_all_boards_up_to_64() {
    for piece in Piece::ALL {
        let (game, solver, reference) = (Bo::new(piece), ClosedForm::new(piece), Negamax::new(Bo::new(piece)));
        for at in positions(64) {
            let rated = reference.rate(&game, &at, usize::MAX);
            let mut winning: Vec<Distance> = rated
                .moves
                .iter()
                .filter(|rated| matches!(rated.value, Outcome::Win(_)))
                .map(|rated| rated.chosen)
                .collect();
            winning.sort_by(|one, next| next.cmp(one));
            assert_eq!(winning_moves(piece, &at), winning, "{piece} {at:?}");
            for most in [0, 1, 2, 3, usize::MAX] {
                let mut wanted = rated.clone();
                wanted.moves.truncate(most);
                assert_eq!(solver.rate(&game, &at, most), wanted, "{piece} {at:?} {most}");
            }
        }
    }
}

#[test]
fn lines_of_best_play_are_legal_and_best() {
    for piece in Piece::ALL {
        let (game, solver, reference) = (Bo::new(piece), ClosedForm::new(piece), Negamax::new(Bo::new(piece)));
        for at in positions(24) {
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
    // Boards of 1..=1000 rows and columns on which the first player wins, nobody, the second player.
    for (piece, counts) in [
        (Piece::King, [750_000, 0, 250_000]),
        (Piece::Rook, [999_000, 0, 1000]),
        (Piece::Knight, [666, 999_000, 334]),
        (Piece::Queen, [999_237, 0, 763]),
    ] {
        let mut found = [0; 3];
        for at in positions(1000) {
            let result = match outcome(piece, &at) {
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
fn where_doubles_go_wrong() {
    let k = 102_334_155;
    let lost = queen_lost_square(k).expect("in range");
    assert_eq!(lost, Distance { down: 165_580_140, right: 267_914_295 });
    assert_eq!(outcome(Piece::Queen, &at(lost.down, lost.right)), Outcome::Loss(2 * k));
    assert!(matches!(outcome(Piece::Queen, &at(lost.down + 1, lost.right + 1)), Outcome::Win(_)));
}

#[test]
fn at_the_target_the_player_to_move_has_lost() {
    for piece in Piece::ALL {
        assert_eq!(outcome(piece, &at(0, 0)), Outcome::Loss(0));
        assert_eq!(winning_moves(piece, &at(0, 0)), []);
    }
}
