//! Grundy values, computed directly from the rules.

use std::collections::HashMap;

use super::meter::Meter;
use super::rules::Game;
use crate::work::{Control, Halt};

/// Grundy values under normal play (a player who cannot move loses) of a game in which both players have the same moves
/// and no position repeats.
///
/// [`Game::end`], the side to move and gains are ignored: only the moves count. The value of a position is the least
/// number from 0 that is not the value of a position one move later (R. Sprague 1935, P. M. Grundy 1939). Time O(m) for
/// m moves, memory O(p) for p positions.
pub struct Grundy<G: Game> {
    /// `None` while a position is on the stack; afterwards every one has a value.
    values: HashMap<G::Position, Option<u64>>,
}

impl<G: Game> Grundy<G> {
    /// Finds the values of the given positions and of all positions that can follow them.
    ///
    /// # Errors
    /// If the work needs more memory than `control` allows, or was stopped.
    ///
    /// # Panics
    /// If the game repeats a position.
    pub fn new(game: &G, positions: &[G::Position], control: &Control<'_>) -> Result<Self, Halt> {
        let mut meter = Meter::new(control, size_of::<(G::Position, Option<u64>)>());
        let mut values: HashMap<G::Position, Option<u64>> = HashMap::new();
        let mut stack = positions.to_vec();
        while let Some(top) = stack.last().cloned() {
            if values.get(&top).copied().flatten().is_some() {
                stack.pop();
                continue;
            }
            let followers: Vec<G::Position> = game.moves(&top).map(|chosen| game.play(&top, chosen).to).collect();
            let repeated = values.insert(top.clone(), None).is_some();
            let unknown: Vec<&G::Position> =
                followers.iter().filter(|to| values.get(to).copied().flatten().is_none()).collect();
            if unknown.is_empty() {
                let mut met: Vec<u64> = followers.iter().filter_map(|to| values[to]).collect();
                met.sort_unstable();
                met.dedup();
                let least = (0..).zip(&met).find(|&(number, &value)| number != value);
                values.insert(top, Some(least.map_or(met.len() as u64, |(number, _)| number)));
                stack.pop();
            } else {
                assert!(!repeated, "the game repeats a position: it has no Grundy values");
                stack.extend(unknown.into_iter().cloned());
            }
            meter.count(values.len())?;
        }
        Ok(Self { values })
    }

    /// The Grundy value of a position.
    ///
    /// # Panics
    /// If the position cannot follow those for which the values were found.
    pub fn value(&self, at: &G::Position) -> u64 {
        let known = self.values.get(at).copied().flatten();
        known.expect("a position that can follow those that the values were found for")
    }
}
