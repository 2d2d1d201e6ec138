//! `cargo xtask prove`: what takes too long for the tests, checked once more from the rules.

use std::env;
use std::io::Write;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use board_core::{Board, Control, Side, analysis};
use boxes::{Boxes, Edge, Edges, Rules, Table};

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
    const BATCH_BITS: usize = 16;
    let game = Boxes::new(Board::new(3, 3)?, rules)?;
    let table = Table::new(game, &game.position(Edges::default(), Side::First)?, control)?;
    let edges: Vec<Edge> = game.edges().iter().collect();
    let set = |bits: usize, from: usize| -> Edges {
        edges[from..].iter().enumerate().filter(|&(bit, _)| bits >> bit & 1 == 1).map(|(_, &edge)| edge).collect()
    };
    let low_sets: Vec<Edges> = (0..1 << BATCH_BITS).map(|bits| set(bits, 0)).collect();
    let wrong = Mutex::new(None);
    control.for_each(0..1_usize << (edges.len() - BATCH_BITS), |high_bits| {
        let high = set(high_bits, BATCH_BITS);
        for &low in &low_sets {
            let drawn = low.iter().fold(high, Edges::with);
            for side in Side::ALL {
                let consistent = game.position(drawn, side).map(|at| analysis::is_consistent(&game, &table, &at));
                if consistent != Ok(true) {
                    *wrong.lock().expect("nobody panics with it") = Some(drawn);
                }
            }
        }
    });
    let wrong = wrong.into_inner().context("a thread panicked")?;
    ensure!(wrong.is_none(), "the value of {wrong:?} is wrong");
    Ok(2 << edges.len())
}
