//! Rowfill: the table over lattice paths, and the layers.

use std::collections::HashSet;

use anyhow::ensure;
use board_core::{Board, Control, Game, Negamax, Oracle, Random, Side, Solve, Square, analysis};
use rowfill::{Position, Rowfill, Solver, Table};

use super::part::{Part, Run, boards};

pub(super) const PARTS: &[&Part] = &[
    &Part {
        name: "rowfill-reference",
        claim: "rowfill: values and moves against negamax, all positions of 150 random games on each board up to 8 x 8 and some longer ones",
        takes: "half a minute",
        only_named: false,
        check: reference,
    },
    &Part {
        name: "rowfill-moves",
        claim: "rowfill: the table against the rules one move ahead, all positions of random games on boards up to 12 x 12, 4 x 40 and 2 x 800",
        takes: "half a minute",
        only_named: false,
        check: moves,
    },
    &Part {
        name: "rowfill-18x18",
        claim: "rowfill: the value of a random 18 x 18 game does not change when rows and columns are exchanged",
        takes: "a minute",
        only_named: true,
        check: exchanged,
    },
];

/// A random game, with numbers that have many ties, that the judge allows, or that need eight bytes; for both sides, or
/// with all numbers of one side 0.
fn game(board: Board, seed: u64) -> anyhow::Result<Rowfill> {
    let mut random = Random::new(seed << 32 | board.squares());
    let largest = i64::MAX.unsigned_abs() / 2 / board.squares();
    let bound = 1 + [3, 100_000, largest][usize::try_from(seed % 3)?];
    let zeros = seed / 3 % 5;
    let mut side = |is_zero: bool| -> Result<Vec<i64>, _> {
        let number = |_| i64::try_from(if is_zero { 0 } else { random.below(bound) });
        (0..board.squares()).map(number).collect()
    };
    Ok(Rowfill::new(board, side(zeros == 1)?, side(zeros == 2)?)?)
}

/// Every position that can be reached.
fn positions(game: &Rowfill) -> Vec<Position> {
    let mut seen = HashSet::from([game.start()]);
    let mut all = vec![game.start()];
    let mut next = 0;
    while let Some(at) = all.get(next).cloned() {
        next += 1;
        let after = game.moves(&at).map(|square| game.play(&at, square).to);
        all.extend(after.filter(|to| seen.insert(to.clone())));
    }
    all
}

/// The number of positions of a board, which is the number of lattice paths from corner to corner.
fn paths((rows, cols): (u32, u32)) -> u64 {
    (1..=u64::from(rows)).fold(1, |paths, row| paths * (u64::from(cols) + row) / row)
}

fn reference(run: &Run) -> anyhow::Result<()> {
    const GAMES: u64 = 150;
    let longer = [(1, 100), (100, 1), (2, 40), (40, 2), (3, 20), (20, 3), (4, 12), (12, 4)];
    let all: Vec<(u32, u32)> = boards(1, 8).chain(longer).collect();
    run.expect(GAMES * all.iter().copied().map(paths).sum::<u64>());
    run.for_each_board(all, |board| {
        let one = Control::new();
        for seed in 0..GAMES {
            let game = game(board, seed)?;
            let all = positions(&game);
            let (table, reference) = (Table::new(&game, &all, &one)?, Negamax::new(&game, &all, &one)?);
            let values = Solver::values(&game, &all, &one)?;
            for (at, value) in all.iter().zip(values) {
                let expected = reference.value(at);
                let found = [value, table.value(at)];
                ensure!(found == [expected; 2], "game {seed}, {at:?}: expected {expected:?}, found {found:?}");
                let (rated, expected) = (table.rate(&game, at, usize::MAX), reference.rate(&game, at, usize::MAX));
                ensure!(rated == expected, "game {seed}: the moves of {at:?} are wrong");
            }
            run.compared(all.len() as u64);
        }
        Ok(())
    })
}

/// If every value follows from those one move ahead, then by induction from the end all are right.
fn moves(run: &Run) -> anyhow::Result<()> {
    const GAMES: u64 = 3;
    let all = [(9, 9), (10, 10), (12, 12), (11, 9), (4, 40), (40, 4), (2, 800), (800, 2)];
    run.expect(GAMES * all.into_iter().map(paths).sum::<u64>());
    run.for_each_board(all, |board| {
        for seed in 0..GAMES {
            let game = game(board, seed)?;
            let all = positions(&game);
            let table = Table::new(&game, &all, &Control::new())?;
            let start = Solver::values(&game, &[game.start()], &Control::new())?;
            let expected = [table.value(&game.start())];
            ensure!(start == expected, "game {seed}, the start: expected {expected:?}, found {start:?}");
            for at in &all {
                ensure!(analysis::is_consistent(&game, &table, at), "game {seed}: the value of {at:?} is wrong");
            }
            run.compared(all.len() as u64);
        }
        Ok(())
    })
}

/// With rows and columns exchanged, positions have other places in the layers, which are filled in another order.
fn exchanged(run: &Run) -> anyhow::Result<()> {
    const SIDE: u32 = 18;
    let board = Board::new(SIDE, SIDE)?;
    let here = game(board, 1)?;
    let exchanged = |side| -> Option<Vec<i64>> {
        board.iter().map(|square| here.number(side, Square::new(square.col, square.row))).collect()
    };
    let [black, white] = Side::ALL.map(exchanged).map(Option::unwrap_or_default);
    let there = Rowfill::new(board, black, white)?;
    run.expect(2);
    let solve = |game: &Rowfill| run.watch(u64::MAX, |control| Solver::values(game, &[game.start()], control));
    let value = solve(&here)?;
    run.compared(1);
    let other = solve(&there)?;
    ensure!(value == other, "with rows and columns exchanged: expected {value:?}, found {other:?}");
    run.compared(1);
    Ok(())
}
