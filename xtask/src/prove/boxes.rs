//! Boxes: tables of all sets of edges, and the search with its reductions.

use anyhow::ensure;
use board_core::{Board, Control, Margin, Oracle, Side, Solve, analysis};
use boxes::{Boxes, Edge, Edges, Rules, Search, Table};

use super::part::{Part, Run};

pub(super) const PARTS: &[&Part] = &[
    &Part {
        name: "boxes-alternate",
        claim: "boxes: tables of all boards up to 24 edges against the rules one move ahead, the turn always passes, either to move",
        takes: "two minutes",
        only_named: false,
        check: |run| tables(run, Rules::Alternate),
    },
    &Part {
        name: "boxes-extra-turn",
        claim: "boxes: tables of all boards up to 24 edges against the rules one move ahead, with the extra turn, either to move",
        takes: "two minutes",
        only_named: false,
        check: |run| tables(run, Rules::ExtraTurn),
    },
    &Part {
        name: "boxes-search",
        claim: "boxes: the search of all boards up to 24 edges against tables, with the extra turn, every set of edges",
        takes: "two minutes",
        only_named: false,
        check: |run| search(run, Rules::ExtraTurn),
    },
    &Part {
        name: "boxes-search-alternate",
        claim: "boxes: the search of all boards up to 24 edges against tables, the turn always passes, every set of edges",
        takes: "ten minutes or more",
        only_named: false,
        check: |run| search(run, Rules::Alternate),
    },
    &Part {
        name: "boxes-4x4",
        claim: "boxes: 4 x 4 with the extra turn is a tie, as published (Barker and Korf, AAAI 2012)",
        takes: "three to five minutes, 4.2 GB",
        only_named: true,
        check: four_by_four,
    },
];

/// All boards of up to 24 edges, in boxes, the largest first.
fn boards() -> impl Iterator<Item = (u32, u32)> {
    let both = [(2, 4), (1, 7), (1, 6), (2, 3), (1, 5), (1, 4), (1, 3), (1, 2)].into_iter();
    [(3, 3)].into_iter().chain(both.flat_map(|(rows, cols)| [(rows, cols), (cols, rows)])).chain([(2, 2), (1, 1)])
}

const fn edges((rows, cols): (u32, u32)) -> u32 {
    2 * rows * cols + rows + cols
}

/// Compares every position with the rules one move ahead. Since the game cannot repeat a position, this gives the
/// reference solver's value of each.
fn tables(run: &Run, rules: Rules) -> anyhow::Result<()> {
    run.expect(boards().map(|board| 2 << edges(board)).sum());
    for (rows, cols) in boards() {
        let game = Boxes::new(Board::new(rows, cols)?, rules)?;
        let table = Table::new(&game, &[game.position(Edges::default(), Side::First)?], &run.control)?;
        for_each_set(run, game, 2, |drawn| {
            Side::ALL
                .into_iter()
                .all(|side| game.position(drawn, side).is_ok_and(|at| analysis::is_consistent(&game, &table, &at)))
        })?;
    }
    Ok(())
}

/// Compares every position, by the search with all its reductions, with the table.
fn search(run: &Run, rules: Rules) -> anyhow::Result<()> {
    run.expect(boards().map(|board| 1 << edges(board)).sum());
    for (rows, cols) in boards() {
        let game = Boxes::new(Board::new(rows, cols)?, rules)?;
        let start = game.position(Edges::default(), Side::First)?;
        let (table, search) = (Table::new(&game, &[start], &run.control)?, Search::new(&game, &[start], &run.control)?);
        // The sets are distributed over the threads, so each search uses one thread.
        let one = Control::new();
        for_each_set(run, game, 1, |drawn| {
            let at = game.position(drawn, Side::First);
            at.is_ok_and(|at| search.margin(&at, &one) == Ok(table.value(&at)))
        })?;
    }
    Ok(())
}

/// Checks every set of the edges of a board, those with many edges first. Each set counts as this many positions.
fn for_each_set(run: &Run, game: Boxes, positions: u64, holds: impl Fn(Edges) -> bool + Sync) -> anyhow::Result<()> {
    let edges: Vec<Edge> = game.list(game.edges()).collect();
    let (low, high) = edges.split_at(edges.len().min(12));
    let set = |bits: usize, edges: &[Edge]| -> Edges {
        let members = edges.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
        game.set(members.map(|(_, &edge)| edge)).expect("edges of the board")
    };
    let low_sets: Vec<Edges> = (0..1 << low.len()).rev().map(|bits| set(bits, low)).collect();
    run.for_each((0..1_usize << high.len()).rev(), |high_bits| {
        let high = set(high_bits, high);
        for &low in &low_sets {
            let drawn = high.union(low);
            let shown = || game.list(drawn).map(|edge| edge.to_string()).collect::<Vec<_>>().join(" ");
            ensure!(holds(drawn), "{}, {}: the value after {} is wrong", game.board().title(), game.rules(), shown());
        }
        run.compared(positions * low_sets.len() as u64);
        Ok(())
    })
}

fn four_by_four(run: &Run) -> anyhow::Result<()> {
    let game = Boxes::new(Board::new(4, 4)?, Rules::ExtraTurn)?;
    let start = game.position(Edges::default(), Side::First)?;
    run.expect(1);
    let found = run.watch(8 << 30, |control| Search::new(&game, &[start], control)?.margin(&start, control))?;
    ensure!(found == Margin(0), "the margin: expected 0, found {found:?}");
    run.compared(1);
    Ok(())
}
