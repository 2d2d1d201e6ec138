//! The reference solver of games that cannot repeat positions.

use std::collections::HashMap;

use super::meter::Meter;
use super::oracle::{Oracle, Solve};
use super::retrograde::NO_MOVES;
use super::rules::Game;
use super::value::Value;
use crate::work::{Control, Halt};

/// Memoised negamax: exact values of a game that cannot repeat positions. This is a reference solver: slow, short, and
/// derived directly from the rules.
///
/// A value is negated only if the other player moves next. The solver keeps its own stack, so long games do not
/// overflow the thread's stack. It covers the given positions and all positions that can follow them.
///
/// Takes time O(m) for m moves between these positions, and memory O(p) for p positions. The memory limit is checked as
/// positions are found; it covers the table, but not what positions allocate on the heap.
///
/// # Panics
/// [`Solve::new`] panics if the game repeats a position (use [`Retrograde`](crate::Retrograde) for such a game), or if
/// [`Game::end`] returns `None` but [`Game::moves`] lists no move.
pub struct Negamax<G: Game> {
    /// `None` while a position is on the stack; afterwards every one has a value.
    values: HashMap<G::Position, Option<G::Value>>,
}

/// A position whose moves are being examined.
struct Frame<G: Game> {
    at: G::Position,
    /// The moves not yet examined, the next one last.
    moves: Vec<G::Move>,
    best: Option<G::Value>,
}

impl<G: Game> Negamax<G> {
    /// Returns the value if it is known or the game has ended, otherwise a new frame for the stack.
    fn enter(&mut self, game: &G, at: &G::Position) -> Result<G::Value, Frame<G>> {
        match self.values.get(at) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => panic!("the game repeats a position: negamax cannot solve it"),
            None => {}
        }
        let end = game.end(at);
        self.values.insert(at.clone(), end);
        if let Some(value) = end {
            return Ok(value);
        }
        let mut moves: Vec<G::Move> = game.moves(at).collect();
        moves.reverse();
        Err(Frame { at: at.clone(), moves, best: None })
    }

    /// Finds the value of a position and of all positions that can follow it.
    fn solve(&mut self, game: &G, at: &G::Position, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let mut stack = match self.enter(game, at) {
            Ok(_) => return Ok(()),
            Err(frame) => vec![frame],
        };
        while let Some(frame) = stack.last_mut() {
            let Some(&chosen) = frame.moves.last() else {
                let value = frame.best.expect(NO_MOVES);
                self.values.insert(frame.at.clone(), Some(value));
                stack.pop();
                continue;
            };
            let step = game.play(&frame.at, chosen);
            match self.enter(game, &step.to) {
                Ok(value) => {
                    let same_mover = game.to_move(&step.to) == game.to_move(&frame.at);
                    frame.best = frame.best.max(Some(value.lift(step.gain, same_mover)));
                    frame.moves.pop();
                }
                // The move is examined again when the value of the position after it is known.
                Err(below) => stack.push(below),
            }
            meter.count(self.values.len())?;
        }
        Ok(())
    }
}

impl<G: Game> Solve<G> for Negamax<G> {
    fn new(game: &G, positions: &[G::Position], control: &Control<'_>) -> Result<Self, Halt> {
        let mut meter = Meter::new(control, size_of::<(G::Position, Option<G::Value>)>());
        let mut solver = Self { values: HashMap::new() };
        positions.iter().try_for_each(|at| solver.solve(game, at, &mut meter))?;
        Ok(solver)
    }
}

impl<G: Game> Oracle<G> for Negamax<G> {
    fn value(&self, at: &G::Position) -> G::Value {
        let known = self.values.get(at).copied().flatten();
        known.expect("a position that can follow those that the solver was made for")
    }

    fn covers(&self, at: &G::Position) -> bool {
        self.values.contains_key(at)
    }
}
