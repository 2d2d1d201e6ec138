//! Positions of a game, and solvers for all of them.

use std::collections::HashSet;

use board_core::{Control, Game, Solve};

/// Returns the given positions and all that can follow them, each once, in the order in which they are found.
///
/// Takes time and memory O(m) for m moves between them.
pub fn reachable<G: Game>(game: &G, starts: impl IntoIterator<Item = G::Position>) -> Vec<G::Position> {
    let mut seen: HashSet<G::Position> = HashSet::new();
    let mut found: Vec<G::Position> = starts.into_iter().filter(|at| seen.insert(at.clone())).collect();
    let mut next = 0;
    while let Some(at) = found.get(next).cloned() {
        next += 1;
        if game.end(&at).is_none() {
            let after = game.moves(&at).map(|chosen| game.play(&at, chosen).to);
            found.extend(after.filter(|to| seen.insert(to.clone())));
        }
    }
    found
}

/// Returns a solver for some positions, without a memory limit.
///
/// # Panics
/// If the system does not provide the memory.
pub fn solved<G: Game, S: Solve<G>>(game: &G, positions: &[G::Position]) -> S {
    S::new(game, positions, &Control::new()).expect("no memory limit")
}
