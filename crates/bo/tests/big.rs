//! The closed forms for integers of any length, checked against those for 64 bits and against other arithmetic.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use bo::big::{MAX_DIGITS, UBig, outcome, winning_moves};
use bo::{Bo, BoProblem, Distance, MAX_SIDE, Piece, Position, Solver};
use board_core::problem::Broken;
use board_core::{Control, Game, Halt, Input, Limits, Oracle, Outcome, Problem, Progress, Side};
use board_testing::solved;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn solver(piece: Piece) -> Solver {
    solved(&Bo::new(piece), &[])
}

fn big(distance: Distance) -> Distance<UBig> {
    Distance { down: distance.down.into(), right: distance.right.into() }
}

fn sorted(distance: &Distance<UBig>) -> (&UBig, &UBig) {
    ((&distance.down).min(&distance.right), (&distance.down).max(&distance.right))
}

/// Whether the queen is lost there, decided in integer arithmetic by comparing squared numbers. If k is the difference,
/// the smaller distance a is floor(k phi) exactly if 2a - k <= k √5 < 2a - k + 2.
fn is_lost(distance: &Distance<UBig>) -> bool {
    let (near, far) = sorted(distance);
    let (k, twice) = (far - near, near * UBig::from(2_u8));
    if twice < k {
        return false;
    }
    let (low, squared) = (twice - &k, &k * &k * UBig::from(5_u8));
    let next = &low + UBig::from(2_u8);
    &low * &low <= squared && squared < &next * &next
}

/// Numbers of up to 3000 digits.
fn long() -> impl Strategy<Value = UBig> {
    proptest::collection::vec(any::<u8>(), 0..1246).prop_map(|bytes| UBig::from_le_bytes(&bytes))
}

/// Checks a square of the queen against the inequality: lost, or won by moves to lost squares.
fn check_queen(distance: &Distance<UBig>) -> Result<(), TestCaseError> {
    let moves = winning_moves(Piece::Queen, distance);
    prop_assert_eq!(moves.is_empty(), is_lost(distance));
    for to in &moves {
        let gone = Distance { down: &distance.down - &to.down, right: &distance.right - &to.right };
        let zero = UBig::from(0_u8);
        prop_assert!(is_lost(to) && to < distance);
        prop_assert!(gone.down == gone.right || gone.down == zero || gone.right == zero);
    }
    let k = |distance: &Distance<UBig>| {
        let (near, far) = sorted(distance);
        far - near
    };
    let two = UBig::from(2_u8);
    let expected = match moves.iter().map(k).min() {
        Some(nearest) => Outcome::Win(two * nearest + UBig::from(1_u8)),
        None => Outcome::Loss(two * k(distance)),
    };
    prop_assert_eq!(outcome(Piece::Queen, distance), expected);
    Ok(())
}

fn check_small(distance: Distance) -> Result<(), TestCaseError> {
    let at = Position::new(distance, Side::First).expect("in range");
    for piece in Piece::ALL {
        let solver = solver(piece);
        let expected = match solver.value(&at) {
            Outcome::Loss(plies) => Outcome::Loss(plies.into()),
            Outcome::Draw => Outcome::Draw,
            Outcome::Win(plies) => Outcome::Win(plies.into()),
        };
        prop_assert_eq!(outcome(piece, &big(distance)), expected, "{} {:?}", piece, distance);
        let moves: Vec<_> = solver.winning_moves(&at).into_iter().map(big).collect();
        prop_assert_eq!(winning_moves(piece, &big(distance)), moves, "{} {:?}", piece, distance);
    }
    Ok(())
}

#[test]
fn small_numbers_agree_with_64_bit_arithmetic() {
    for (down, right) in (0..64).flat_map(|down| (0..64).map(move |right| (down, right))) {
        check_small(Distance { down, right }).expect("the same");
    }
    check_small(Distance { down: MAX_SIDE - 1, right: MAX_SIDE - 1 }).expect("the same");
}

#[test]
fn fibonacci_numbers_of_thousands_of_digits_are_lost() {
    // F(n) phi = F(n+1) - (1 - phi)^n: just below F(n+1) for even n, just above it for odd n.
    let one = UBig::from(1_u8);
    let (mut this, mut next) = (one.clone(), one.clone());
    for n in 1..15_000_u32 {
        if n % 1000 < 2 {
            let down = if n % 2 == 0 { &next - &one } else { next.clone() };
            let lost = Distance { right: &down + &this, down };
            assert_eq!(outcome(Piece::Queen, &lost), Outcome::Loss(&this * UBig::from(2_u8)), "{n}");
            check_queen(&lost).expect("lost");
        }
        (this, next) = (next.clone(), this + next);
    }
    assert!(this > UBig::from(10_u8).pow(3000));
}

fn solve(text: &str) -> Result<String, Broken> {
    BoProblem::default().solve(&mut Input::new(text.as_bytes(), Limits::Ours), &Control::new())
}

#[test]
fn sides_around_64_bits_and_beyond() {
    for side in ["9223372036854775808", "9223372036854775809", "18446744073709551615", "18446744073709551616"] {
        let even = if side.ends_with(['9', '5']) { "G" } else { "B" };
        let answers = solve(&format!("4 1 {side} {side} 2 {side} {side} 3 {side} {side} 2 {side} 0{side}1"));
        let answers = answers.expect("good input").replace('\n', "");
        assert!(answers.starts_with(&format!("{even}G")) && answers.ends_with('B'), "{side}");
    }
    let zeros = "0".repeat(2 * MAX_DIGITS);
    assert_eq!(solve(&format!("1 2 {zeros}5 5")).expect("a small number"), "G\n");
}

#[test]
fn work_stops_between_large_boards() {
    let reports = AtomicU32::new(0);
    // Once at the start, then once before each board.
    let listener = |_: &Progress<'_>| match reports.fetch_add(1, Ordering::Relaxed) {
        0 | 1 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let large = "4 1 100000000000000000000";
    let text = format!("3 {large} {large} {large}");
    let control = Control::new().with_progress(&listener);
    let solved = BoProblem::default().solve(&mut Input::new(text.as_bytes(), Limits::Ours), &control);
    assert!(matches!(solved, Err(Broken::Halt(Halt::Stopped))));
    assert_eq!(reports.into_inner(), 3);
}

#[test]
fn bad_sides_are_reported_with_their_place() {
    let long = "9".repeat(MAX_DIGITS + 1);
    let nines = "9".repeat(40);
    for (text, message) in [
        ("1 4 -5 5", "1:5: N = -5 is out of range (1..10^1000000)".to_owned()),
        ("1 4 5 0", "1:7: M = 0 is out of range (1..10^1000000)".to_owned()),
        ("1 4 -99999999999999999999 5", "1:5: N = -99999999999999999999 is out of range (1..10^1000000)".to_owned()),
        ("1 4 0x5 5", "1:5: expected a number for N (1..10^1000000), found '0x5'".to_owned()),
        ("1 4 1_0 5", "1:5: expected a number for N (1..10^1000000), found '1_0'".to_owned()),
        (&format!("1 4 {nines}x 5"), format!("1:5: expected a number for N (1..10^1000000), found '{nines}…'")),
        (&format!("1 4 {long} 5"), format!("1:5: N = {nines}… is out of range (1..10^1000000)")),
    ] {
        assert_eq!(solve(text).expect_err("bad input").to_string(), message);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn large_numbers_agree_with_64_bit_arithmetic(down in 0..MAX_SIDE, right in 0..MAX_SIDE, less in 0..63_u32) {
        check_small(Distance { down, right: right >> less })?;
        check_small(Distance { down: down >> less, right: down })?;
    }

    #[test]
    fn queens_at_random_distances_follow_the_inequality(down in long(), right in long()) {
        let distance = Distance { down, right };
        check_queen(&distance)?;
        // And around the lost squares that she can reach.
        for lost in winning_moves(Piece::Queen, &distance) {
            check_queen(&lost)?;
            for (down, right) in [(1_u8, 0_u8), (0, 1), (1, 1), (2, 1)] {
                let near = Distance { down: &lost.down + UBig::from(down), right: &lost.right + UBig::from(right) };
                check_queen(&near)?;
            }
        }
    }

    /// The results of the other pieces depend only on remainders and the difference. So a square near the target with
    /// the same remainders and difference has the same result, and the difference in plies follows from the difference
    /// in distance.
    #[test]
    fn other_pieces_have_the_results_of_squares_near_the_target(mut by in long(), down in 0..40_u64, right in 0..40_u64) {
        by *= UBig::from(6_u8);
        let distance = Distance { down, right };
        let at = Position::new(distance, Side::First).expect("in range");
        let far = Distance { down: &by + UBig::from(down), right: &by + UBig::from(right) };
        for (piece, more) in [
            (Piece::King, &by * UBig::from(2_u8)),
            (Piece::Rook, &by * UBig::from(2_u8)),
            (Piece::Knight, &by * UBig::from(2_u8) / UBig::from(3_u8)),
        ] {
            let expected = match solver(piece).value(&at) {
                Outcome::Loss(plies) => Outcome::Loss(more + UBig::from(plies)),
                Outcome::Draw => Outcome::Draw,
                Outcome::Win(plies) => Outcome::Win(more + UBig::from(plies)),
            };
            prop_assert_eq!(outcome(piece, &far), expected);
            // At the edge of the board a square near the target may have fewer moves than one far from it.
            for to in solver(piece).winning_moves(&at) {
                prop_assert!(Bo::new(piece).is_legal(&at, to));
                let to = Distance { down: &by + UBig::from(to.down), right: &by + UBig::from(to.right) };
                prop_assert!(winning_moves(piece, &far).contains(&to));
            }
        }
    }
}
