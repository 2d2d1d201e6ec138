//! Chase: the layers of bit sets, and the counts that come from them.

use anyhow::ensure;
use board_core::Retrograde;
use chase::{Chase, Control, Oracle, Outcome, Position, Side, Solve, Solver, Summary};

use super::part::{Part, Run, boards};

pub(super) const PARTS: &[&Part] = &[
    &Part {
        name: "chase-reference",
        claim: "chase: table and answers against retrograde analysis, all boards up to 18 x 18 and some longer ones, either to move",
        takes: "a few seconds",
        only_named: false,
        check: reference,
    },
    &Part {
        name: "chase-counts",
        claim: "chase: counts of starts against the table of distances, all boards up to 24 x 24 and some longer ones",
        takes: "a few seconds",
        only_named: false,
        check: counts,
    },
    &Part {
        name: "chase-longest",
        claim: "chase: the longest game for n >= 3 has 3n-2, 3n-3, 3n-2, 3n-1 plies for n = 0, 1, 2, 3 mod 4; white wins 4n(n-1) starts, no draws; up to n = 128",
        takes: "a few seconds",
        only_named: false,
        check: longest,
    },
];

/// Every position in which the game is not over, with either side to move.
fn positions(game: Chase) -> Vec<Position> {
    let board = game.board();
    let pairs = board.iter().flat_map(|white| board.iter().map(move |black| (white, black)));
    pairs
        .flat_map(|(white, black)| Side::ALL.into_iter().filter_map(move |side| game.position(white, black, side).ok()))
        .collect()
}

fn reference(run: &Run) -> anyhow::Result<()> {
    let longer = [(20, 20), (1, 130), (130, 1), (2, 65), (65, 2), (3, 43), (43, 3), (5, 26), (26, 5)];
    let all: Vec<(u32, u32)> = boards(1, 18).chain(longer).collect();
    let count = |&(rows, cols): &(u32, u32)| u64::from(rows * cols) * 2 * (u64::from(rows * cols) - 1);
    run.expect(all.iter().map(count).sum());
    run.for_each_board(all, |board| {
        let game = Chase::new(board);
        let one = Control::new();
        let all = positions(game);
        let (solver, reference) = (Solver::new(&game, &all, &one)?, Retrograde::new(&game, &all, &one)?);
        for (at, outcome) in all.iter().zip(Solver::values(&game, &all, &one)?) {
            let expected = reference.value(at);
            let found = [outcome, solver.value(at)];
            ensure!(found == [expected; 2], "the value of {at:?}: expected {expected:?}, found {found:?}");
        }
        run.compared(all.len() as u64);
        Ok(())
    })
}

fn counts(run: &Run) -> anyhow::Result<()> {
    let longer = [(28, 28), (32, 32), (40, 40), (1, 400), (2, 100), (3, 100), (10, 100)];
    let all: Vec<(u32, u32)> = boards(1, 24).chain(longer).collect();
    let count = |&(rows, cols): &(u32, u32)| u64::from(rows * cols) * (u64::from(rows * cols) - 1);
    run.expect(all.iter().map(count).sum());
    run.for_each_board(all, |board| {
        let game = Chase::new(board);
        let one = Control::new();
        let summary = Summary::new(&game, &one)?;
        let mut counted = Summary { white: 0, black: 0, draws: 0, longest: 0, longest_starts: 0, example: None };
        let mut starts = 0;
        for (at, outcome) in Solver::new(&game, &[], &one)?.starts() {
            starts += 1;
            match outcome {
                Outcome::Win(_) => counted.white += 1,
                Outcome::Loss(_) => counted.black += 1,
                Outcome::Draw => counted.draws += 1,
            }
            let plies = outcome.plies().unwrap_or(0);
            if plies > counted.longest {
                (counted.longest, counted.longest_starts) = (plies, 0);
            }
            counted.longest_starts += u64::from(plies > 0 && plies == counted.longest);
            if summary.example == Some(at) {
                ensure!(plies == summary.longest, "the example: expected {} plies, found {plies}", summary.longest);
                counted.example = Some(at);
            }
        }
        ensure!(summary == counted, "the counts: expected {counted:?}, found {summary:?}");
        run.compared(starts);
        Ok(())
    })
}

fn longest(run: &Run) -> anyhow::Result<()> {
    let all = || (3..=128).map(|side| (side, side));
    let starts = |side: u64| side * side * (side * side - 1);
    run.expect((3..=128).map(starts).sum());
    run.for_each_board(all(), |board| {
        let side = u64::from(board.rows());
        let summary = Summary::new(&Chase::new(board), &Control::new())?;
        let expected = 3 * side - [2, 3, 2, 1][usize::try_from(side % 4)?];
        ensure!(summary.longest == expected, "the longest game: expected {expected} plies, found {}", summary.longest);
        let found = (summary.white, summary.draws);
        let expected = (4 * side * (side - 1), 0);
        ensure!(found == expected, "wins of white and draws: expected {expected:?}, found {found:?}");
        run.compared(starts(side));
        Ok(())
    })
}
