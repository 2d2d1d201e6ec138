//! `cargo xtask prove`: what takes too long for the tests, checked once more from the rules.

use std::env;
use std::io::Write;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use board_core::{Board, Control, Oracle, Outcome, Retrograde, Side, analysis};
use boxes::{Boxes, Edge, Edges, Rules, Search, Table};
use knightmare::{ClosedForm, Knightmare, Position};

/// A claim that can be checked.
struct Part {
    name: &'static str,
    claim: &'static str,
    /// Checks it; tells how many positions were compared.
    check: fn(&Control<'_>) -> anyhow::Result<u64>,
}

const PARTS: &[Part] = &[
    Part {
        name: "boxes-alternate",
        claim: "the table of 3 x 3 boxes, by the problem's rules",
        check: |control| boxes_3x3(Rules::Alternate, control),
    },
    Part {
        name: "boxes-extra-turn",
        claim: "the table of 3 x 3 boxes, with the extra turn",
        check: |control| boxes_3x3(Rules::ExtraTurn, control),
    },
    Part {
        name: "boxes-search",
        claim: "the search of 3 x 3 boxes, with the extra turn, equals the table",
        check: search_3x3,
    },
    Part {
        name: "knightmare-reference",
        claim: "the closed form of knightmare, against retrograde analysis, on all boards to 24 x 24, 6 x 40 and 40 x 6",
        check: knightmare_reference,
    },
    Part {
        name: "knightmare-moves",
        claim: "the closed form of knightmare, against the rules one move on, on all boards to 32 x 32 and some longer ones",
        check: knightmare_moves,
    },
];

/// Checks the parts that are named, or all of them, and writes what was compared to `out`.
///
/// # Errors
///
/// Where no part has such a name, or a claim does not hold.
pub fn prove(names: &[String], out: &mut impl Write) -> anyhow::Result<()> {
    for name in names {
        if !PARTS.iter().any(|part| part.name.starts_with(name.as_str())) {
            let all: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
            bail!("no part is called {name}; the parts are {}", all.join(", "));
        }
    }
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get().min(Control::MAX_THREADS));
    let control = Control::new().with_threads(threads)?;
    for part in
        PARTS.iter().filter(|part| names.is_empty() || names.iter().any(|name| part.name.starts_with(name.as_str())))
    {
        let start = Instant::now();
        let compared = (part.check)(&control).with_context(|| format!("{}: {}", part.name, part.claim))?;
        writeln!(out, "{}: {}: {compared} positions in {:.1?}", part.name, part.claim, start.elapsed())?;
    }
    Ok(())
}

/// Does the same in a release build, where this one is not optimised.
///
/// # Errors
///
/// Where cargo cannot be run.
pub fn prove_in_release(names: &[String]) -> anyhow::Result<bool> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--release", "--package", "xtask", "--", "prove"]).args(names);
    Ok(command.status().context("cannot run cargo")?.success())
}

/// Every position of 3 x 3 boxes, either side to move, against the rules one move on: as the game cannot repeat, that is the
/// reference solver's value of each.
fn boxes_3x3(rules: Rules, control: &Control<'_>) -> anyhow::Result<u64> {
    let game = Boxes::new(Board::new(3, 3)?, rules)?;
    let table = Table::new(game, &game.position(Edges::default(), Side::First)?, control)?;
    for_each_set(game, control, |drawn| {
        Side::ALL
            .into_iter()
            .all(|side| game.position(drawn, side).is_ok_and(|at| analysis::is_consistent(&game, &table, &at)))
    })?;
    Ok(2 << game.edges().len())
}

/// Every position of 3 x 3 boxes with the extra turn, by the search with all its reductions, against the table.
fn search_3x3(control: &Control<'_>) -> anyhow::Result<u64> {
    let game = Boxes::new(Board::new(3, 3)?, Rules::ExtraTurn)?;
    let start = game.position(Edges::default(), Side::First)?;
    let (table, search) = (Table::new(game, &start, control)?, Search::new(game, &start, control)?);
    // The sets are shared out among the threads, so each search is for one.
    let one = Control::new();
    for_each_set(game, control, |drawn| {
        let at = game.position(drawn, Side::First);
        at.is_ok_and(|at| search.margin(&at, &one) == Ok(table.value(&at)))
    })?;
    Ok(1 << game.edges().len())
}

/// Checks every set of the edges of a board, those with many first.
fn for_each_set(game: Boxes, control: &Control<'_>, holds: impl Fn(Edges) -> bool + Sync) -> anyhow::Result<()> {
    const BATCH_BITS: usize = 16;
    let edges: Vec<Edge> = game.edges().iter().collect();
    let set = |bits: usize, from: usize| -> Edges {
        edges[from..].iter().enumerate().filter(|&(bit, _)| bits >> bit & 1 == 1).map(|(_, &edge)| edge).collect()
    };
    let low_sets: Vec<Edges> = (0..1 << BATCH_BITS).rev().map(|bits| set(bits, 0)).collect();
    let wrong = Mutex::new(None);
    control.for_each((0..1_usize << (edges.len() - BATCH_BITS)).rev(), |high_bits| {
        let high = set(high_bits, BATCH_BITS);
        for &low in &low_sets {
            let drawn = low.iter().fold(high, Edges::with);
            if !holds(drawn) {
                *wrong.lock().expect("nobody panics with it") = Some(drawn);
            }
        }
    });
    let wrong = wrong.into_inner().context("a thread panicked")?;
    ensure!(wrong.is_none(), "the value of {wrong:?} is wrong");
    Ok(())
}

/// The boards with even sides from 6 to `most`, and others.
fn knightmare_boards(most: u32, others: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let sides = || (6..=most).step_by(2);
    sides().flat_map(|rows| sides().map(move |cols| (rows, cols))).chain(others.iter().copied()).collect()
}

/// Checks every position of some boards, those included in which the game has ended, either side to move. `check` makes
/// what checks a position of a board.
fn knightmare_positions<C: Fn(&Position) -> bool>(
    boards: Vec<(u32, u32)>,
    control: &Control<'_>,
    check: impl Fn(Knightmare, ClosedForm) -> C + Sync,
) -> anyhow::Result<u64> {
    // The last of them is the largest, and takes longest.
    let outcomes = Mutex::new(Vec::new());
    control.for_each(boards.into_iter().rev(), |(rows, cols)| {
        let compare = || -> anyhow::Result<u64> {
            let board = Board::new(rows, cols)?;
            let game = Knightmare::new(board)?;
            let check = check(game, ClosedForm::new(&game).context("a thin board")?);
            let mut compared = 0;
            for (white, black) in board.iter().flat_map(|white| board.iter().map(move |black| (white, black))) {
                for at in Side::ALL.into_iter().filter_map(|side| game.position(white, black, side).ok()) {
                    ensure!(check(&at), "the value of {at:?} on {board} is wrong");
                    compared += 1;
                }
            }
            Ok(compared)
        };
        let outcome = compare();
        if let Ok(mut outcomes) = outcomes.lock() {
            outcomes.push(outcome);
        }
    });
    outcomes.into_inner().ok().context("a thread panicked")?.into_iter().sum()
}

fn knightmare_reference(control: &Control<'_>) -> anyhow::Result<u64> {
    knightmare_positions(knightmare_boards(24, &[(6, 40), (40, 6)]), control, |game, solver| {
        let reference = Retrograde::new(game);
        move |at| solver.value(at) == reference.value(at)
    })
}

/// Values that count plies, follow from the values one move on, and are never a draw, are right: those of no plies are, so those
/// of one, and so on.
fn knightmare_moves(control: &Control<'_>) -> anyhow::Result<u64> {
    let longer = [(6, 150), (150, 6), (8, 120), (120, 8), (10, 90), (90, 10)];
    knightmare_positions(knightmare_boards(32, &longer), control, |game, solver| {
        move |at| solver.value(at) != Outcome::Draw && analysis::is_consistent(&game, &solver, at)
    })
}
