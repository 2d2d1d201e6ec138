//! Queens on boards too large for a table, checked against other arithmetic.

use bo::{Bo, Distance, MAX_SIDE, Piece, Position, Solver, queen_lost_square};
use board_core::{Game, Oracle, Outcome, Side, analysis};
use board_testing::solved;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn solver(piece: Piece) -> Solver {
    solved(&Bo::new(piece), &[])
}

fn at(distance: Distance) -> Position {
    Position::new(distance, Side::First).expect("in range")
}

/// Whether the queen is lost there, decided in integer arithmetic by comparing squared numbers. If k is the difference,
/// the smaller distance a is floor(k phi) exactly if 2a - k <= k √5 < 2a - k + 2.
fn is_lost(distance: Distance) -> bool {
    let (near, far) = (distance.down.min(distance.right), distance.down.max(distance.right));
    let k = u128::from(far - near);
    let Some(low) = (2 * u128::from(near)).checked_sub(k) else { return false };
    // k is at most 2a here, and the two together are less than 2^63: the square does not overflow.
    let squared = 5 * k * k;
    low * low <= squared && squared < (low + 2).saturating_mul(low + 2)
}

/// Distances of all sizes, many of them next to a lost square.
fn distances() -> impl Strategy<Value = Distance> {
    let anywhere = (0..MAX_SIDE, 0..MAX_SIDE, 0..63_u32, 0..63_u32)
        .prop_map(|(down, right, less, even_less)| Distance { down: down >> less, right: right >> even_less });
    let near_lost = (0..MAX_SIDE / 2, 0..62_u32, 0..3_u64, 0..3_u64, any::<bool>()).prop_filter_map(
        "on the board",
        |(k, less, down, right, mirrored)| {
            let lost = queen_lost_square(k >> less)?;
            let distance =
                Distance { down: (lost.down + down).checked_sub(1)?, right: (lost.right + right).checked_sub(1)? };
            let distance = if mirrored { Distance { down: distance.right, right: distance.down } } else { distance };
            Position::new(distance, Side::First).ok().map(|at| at.distance())
        },
    );
    prop_oneof![anywhere, near_lost]
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lost_squares_are_those_of_the_inequality(distance in distances()) {
        prop_assert_eq!(matches!(solver(Piece::Queen).value(&at(distance)), Outcome::Loss(_)), is_lost(distance));
    }

    #[test]
    fn winning_moves_lead_to_lost_squares(distance in distances()) {
        let moves = solver(Piece::Queen).winning_moves(&at(distance));
        prop_assert!(moves.iter().all(|&to| Bo::new(Piece::Queen).is_legal(&at(distance), to) && is_lost(to)));
        prop_assert!(moves.is_sorted_by(|one, next| one > next));
        let nearest = moves.iter().map(|to| to.down.abs_diff(to.right)).min();
        let expected = nearest.map_or(Outcome::Loss(2 * distance.down.abs_diff(distance.right)), |k| Outcome::Win(2 * k + 1));
        prop_assert_eq!(solver(Piece::Queen).value(&at(distance)), expected);
    }

    #[test]
    fn lines_of_best_play_lose_one_ply_per_move(distance in distances(), piece in proptest::sample::select(&Piece::ALL[..])) {
        let mut now = at(distance);
        let (game, solver) = (Bo::new(piece), solver(piece));
        for rated in analysis::best_line(&game, &solver, &at(distance)).take(20) {
            prop_assert!(game.is_legal(&now, rated.chosen));
            prop_assert_eq!(rated.value, solver.value(&now));
            now = game.play(&now, rated.chosen).to;
        }
    }
}

#[test]
fn the_last_lost_squares() {
    let last = (0..62).rev().fold(0, |k, bit| {
        let larger = k | 1 << bit;
        if queen_lost_square(larger).is_some() { larger } else { k }
    });
    // This one happens to touch the edge.
    assert_eq!(queen_lost_square(last).map(|distance| distance.right), Some(MAX_SIDE - 1));
    for k in last - 1000..=last {
        let distance = queen_lost_square(k).expect("smaller than the last");
        assert!(is_lost(distance));
        assert_eq!(solver(Piece::Queen).value(&at(distance)), Outcome::Loss(2 * k));
    }
    for k in [last + 1, MAX_SIDE / 2, MAX_SIDE, u64::MAX] {
        assert_eq!(queen_lost_square(k), None);
    }
}

#[test]
fn the_largest_boards_have_lines_of_best_play() {
    let corner = Distance { down: MAX_SIDE - 1, right: MAX_SIDE - 1 };
    for (piece, distance, plies) in [
        (Piece::Rook, corner, u64::MAX - 1),
        (Piece::Queen, queen_lost_square(3_523_014_627_193_176_565).expect("the last"), 7_046_029_254_386_353_130),
    ] {
        let (game, solver) = (Bo::new(piece), solver(piece));
        let start = at(distance);
        for (ply, rated) in (0..100).zip(analysis::best_line(&game, &solver, &start)) {
            let expected = if ply % 2 == 0 { Outcome::Loss(plies - ply) } else { Outcome::Win(plies - ply) };
            assert_eq!(rated.value, expected, "{piece} {ply}");
        }
    }
}
