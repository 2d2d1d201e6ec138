//! Bo: the closed forms of winner, plies, winning moves and Grundy values.

use anyhow::{Context as _, ensure};
use bo::{Bo, Distance, GrundyTable, MAX_SIDE, Piece, Position, Solver, grundy_value, queen_lost_square};
use board_core::{Board, Control, Grundy, Negamax, Oracle, Outcome, Random, Retrograde, Side, Solve};

use super::part::{Part, Run};

pub(super) const PARTS: &[&Part] = &[
    &Part {
        name: "bo-reference",
        claim: "bo: closed forms against negamax, all boards up to 300 x 300, and against retrograde analysis up to 100 x 100",
        takes: "half a minute",
        only_named: false,
        check: reference,
    },
    &Part {
        name: "bo-moves",
        claim: "bo: every move's value by closed form against negamax, all boards up to 100 x 100",
        takes: "half a minute",
        only_named: false,
        check: moves,
    },
    &Part {
        name: "bo-grundy",
        claim: "bo: Grundy values, formulas and tables, against mex over all moves, up to 100 x 100; OEIS A317205, A047708",
        takes: "a few seconds",
        only_named: false,
        check: grundy,
    },
    &Part {
        name: "bo-wythoff",
        claim: "bo: the queen's lost squares against Wythoff's mex rule up to k = 2,000,000, and with exact squares up to 2^63, where doubles fail",
        takes: "a few seconds",
        only_named: false,
        check: wythoff,
    },
];

fn at(distance: Distance) -> anyhow::Result<Position> {
    Ok(Position::new(distance, Side::First)?)
}

/// All positions with distances below `side` in which this player is to move.
fn positions(side: u64, to_move: Side) -> anyhow::Result<Vec<Position>> {
    let distances = (0..side).flat_map(|down| (0..side).map(move |right| Distance { down, right }));
    distances.map(|distance| Ok(Position::new(distance, to_move)?)).collect()
}

fn solver(piece: Piece) -> anyhow::Result<Solver> {
    Ok(Solver::new(&Bo::new(piece), &[], &Control::new())?)
}

/// Compares the closed forms with a reference solver.
fn compare_values<S: Solve<Bo>>(run: &Run, piece: Piece, positions: &[Position]) -> anyhow::Result<()> {
    let (solver, reference) = (solver(piece)?, S::new(&Bo::new(piece), positions, &Control::new())?);
    for at in positions {
        ensure!(solver.value(at) == reference.value(at), "the value of {piece} {at:?} is wrong");
    }
    run.compared(positions.len() as u64);
    Ok(())
}

fn reference(run: &Run) -> anyhow::Result<()> {
    const NEGAMAX_SIDE: u64 = 300;
    const RETROGRADE_SIDE: u64 = 100;
    run.expect(4 * (NEGAMAX_SIDE.pow(2) + 2 * RETROGRADE_SIDE.pow(2)));
    run.for_each(Piece::ALL.into_iter().rev(), |piece| {
        compare_values::<Negamax<Bo>>(run, piece, &positions(NEGAMAX_SIDE, Side::First)?)?;
        let both_sides = [positions(RETROGRADE_SIDE, Side::First)?, positions(RETROGRADE_SIDE, Side::Second)?].concat();
        compare_values::<Retrograde<Bo>>(run, piece, &both_sides)
    })
}

fn moves(run: &Run) -> anyhow::Result<()> {
    const SIDE: u64 = 100;
    run.expect(4 * SIDE.pow(2));
    run.for_each(Piece::ALL.into_iter().rev(), |piece| {
        let (game, solver, positions) = (Bo::new(piece), solver(piece)?, positions(SIDE, Side::First)?);
        let reference = Negamax::new(&game, &positions, &Control::new())?;
        for at in &positions {
            let (rated, expected) = (solver.rate(&game, at, usize::MAX), reference.rate(&game, at, usize::MAX));
            ensure!(rated == expected, "the moves of {piece} {at:?} are wrong");
        }
        run.compared(SIDE.pow(2));
        Ok(())
    })
}

fn grundy(run: &Run) -> anyhow::Result<()> {
    const SIDE: u32 = 100;
    run.expect(4 * u64::from(SIDE).pow(2));
    let board = Board::new(SIDE, SIDE)?;
    run.for_each(Piece::ALL.into_iter().rev(), |piece| {
        let positions = positions(SIDE.into(), Side::First)?;
        let table = GrundyTable::new(piece, board, &Control::new())?;
        let reference = Grundy::new(&Bo::new(piece), &positions, &Control::new())?;
        for at in positions {
            let (distance, value) = (at.distance(), reference.value(&at));
            let formula = if piece == Piece::Queen { Some(value) } else { grundy_value(piece, distance) };
            let found = [table.value(distance).map(u64::from), formula];
            ensure!(
                found == [Some(value); 2],
                "the Grundy value of {piece} {distance:?}: expected {value}, found {found:?}"
            );
        }
        run.compared(u64::from(SIDE).pow(2));
        Ok(())
    })?;
    // OEIS A317205, by rows, and A047708.
    let rows: [&[u32]; 7] =
        [&[0], &[1, 2], &[2, 0, 1], &[3, 4, 5, 6], &[4, 5, 3, 2, 7], &[5, 3, 4, 0, 6, 8], &[6, 7, 8, 1, 9, 10, 3]];
    let diagonal = [0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15, 10, 9, 11, 20, 13, 21, 12, 25];
    let table = GrundyTable::new(Piece::Queen, board, &run.control)?;
    let by_rows =
        (0..).zip(rows).flat_map(|(down, row)| (0..).zip(row).map(move |(right, &value)| (down, right, value)));
    for (down, right, value) in by_rows.chain((0..).zip(diagonal).map(|(place, value)| (place, place, value))) {
        ensure!(
            table.value(Distance { down, right }) == Some(value),
            "the value at {down}, {right}: expected {value}, as published"
        );
        run.compared(1);
    }
    Ok(())
}

/// Whether the queen is lost there, decided in integer arithmetic by comparing squared numbers. If k is the difference,
/// the smaller distance a is floor(k phi) exactly if 2a - k <= k √5 < 2a - k + 2. `None` if a squared number does not
/// fit in 128 bits.
fn is_lost(distance: Distance) -> Option<bool> {
    let (near, far) = (distance.down.min(distance.right), distance.down.max(distance.right));
    let k = u128::from(far - near);
    let Some(low) = (2 * u128::from(near)).checked_sub(k) else { return Some(false) };
    let squared = k.checked_mul(k)?.checked_mul(5)?;
    Some(low.checked_mul(low)? <= squared && (low + 2).checked_mul(low + 2).is_none_or(|high| squared < high))
}

fn wythoff(run: &Run) -> anyhow::Result<()> {
    const PAIRS: u64 = 2_000_000;
    const RANDOM: u64 = 1_000_000;
    run.expect(PAIRS + RANDOM);
    let queen = solver(Piece::Queen)?;
    // W. A. Wythoff, 1907: the smaller number of each pair is the least that is in no earlier pair, and the other is k
    // more.
    let mut used = vec![false; usize::try_from(3 * PAIRS)?];
    let mut least = 0;
    for k in 0..PAIRS {
        while used[least] {
            least += 1;
        }
        let lost = Distance { down: least as u64, right: least as u64 + k };
        used[least] = true;
        used[usize::try_from(lost.right)?] = true;
        ensure!(queen_lost_square(k) == Some(lost), "the lost square of k = {k}: expected {lost:?}");
        ensure!(queen.value(&at(lost)?) == Outcome::Loss(2 * k), "{lost:?}: expected a loss in {} plies", 2 * k);
        run.compared(1);
    }
    // Doubles fail here.
    let lost = Distance { down: 165_580_140, right: 267_914_295 };
    ensure!(queen_lost_square(102_334_155) == Some(lost), "the lost square of k = 102334155: expected {lost:?}");
    let mut random = Random::new(1);
    for _ in 0..RANDOM {
        let k = random.below(MAX_SIDE / 2) >> random.below(62);
        if let Some(lost) = queen_lost_square(k) {
            for (down, right) in [(1, 1), (1, 0), (0, 1), (1, 2), (2, 1)] {
                let [down, right] = [lost.down + down, lost.right + right].map(|next| next.saturating_sub(1));
                let distance = Distance { down, right };
                if let (Ok(at), Some(expected)) = (at(distance), is_lost(distance)) {
                    let found = matches!(queen.value(&at), Outcome::Loss(_));
                    ensure!(found == expected, "{distance:?} is lost: expected {expected}, found {found}");
                }
            }
        }
        run.compared(1);
    }
    let last = (0..62).rev().fold(0, |k, bit| if queen_lost_square(k | 1 << bit).is_some() { k | 1 << bit } else { k });
    let last = queen_lost_square(last).context("the last lost square")?;
    ensure!(is_lost(last) == Some(true), "{last:?}: expected a loss");
    Ok(())
}
