//! Oracles, which return exact values, and solvers, which compute them first.

use std::cmp::Reverse;

use super::rules::Game;
use super::value::Value;
use crate::work::{Control, Halt};

/// Returns the exact values of positions of one game. Solvers that have done their work are oracles.
pub trait Oracle<G: Game> {
    /// Returns the value for the player to move. This is a lookup or a short calculation, never a search: long-running
    /// work is done beforehand, where it can be stopped and its memory is limited (see [`Solve::new`]).
    ///
    /// # Panics
    /// If the oracle does not cover the position. For a position of another game, this panics or returns a
    /// value without meaning.
    fn value(&self, at: &G::Position) -> G::Value;

    /// Whether the oracle has the value of this position. By default it has the value of every position of its game.
    fn covers(&self, _at: &G::Position) -> bool {
        true
    }

    /// Returns the first `max` legal moves, each with its value for the player who makes it. The best moves come first,
    /// and equally good ones are in the order of [`Game::moves`].
    ///
    /// Costs one [`Oracle::value`] per legal move. If there are very many moves, an oracle that finds the best ones
    /// without listing all may return fewer than `max`, but always the optimal ones first, and all of them if `max`
    /// allows.
    fn rate(&self, game: &G, at: &G::Position, max: usize) -> Ratings<G::Move, G::Value> {
        rate_each(game, self, at, max)
    }

    /// Returns one legal move with its value for the player who makes it.
    fn rate_move(&self, game: &G, at: &G::Position, chosen: G::Move) -> Rated<G::Move, G::Value> {
        let step = game.play(at, chosen);
        let same_mover = game.to_move(&step.to) == game.to_move(at);
        Rated { chosen, gain: step.gain, value: self.value(&step.to).lift(step.gain, same_mover) }
    }
}

/// Rates every legal move by the value of the position after it. This is the default of [`Oracle::rate`]. Costs one
/// [`Oracle::value`] per legal move, and memory for all of them.
pub fn rate_each<G: Game, O: Oracle<G> + ?Sized>(
    game: &G,
    oracle: &O,
    at: &G::Position,
    max: usize,
) -> Ratings<G::Move, G::Value> {
    let mut moves: Vec<_> = game.moves(at).map(|chosen| oracle.rate_move(game, at, chosen)).collect();
    let total = moves.len() as u128;
    moves.sort_by_key(|rated| Reverse(rated.value));
    moves.truncate(max);
    Ratings { moves, total }
}

/// A solver: an [`Oracle`] that is made for some positions of a game. All solvers, the reference solvers and the fast
/// ones, are made in this way.
///
/// ```
/// # use board_core::{Game, Negamax, Outcome, Side, Step};
/// # struct Heap;
/// # impl Game for Heap {
/// #     type Position = (u32, Side);
/// #     type Move = u32;
/// #     type Value = Outcome;
/// #     fn to_move(&self, at: &(u32, Side)) -> Side { at.1 }
/// #     fn end(&self, at: &(u32, Side)) -> Option<Outcome> { (at.0 == 0).then_some(Outcome::Loss(0)) }
/// #     fn moves(&self, at: &(u32, Side)) -> impl Iterator<Item = u32> { 1..=at.0.min(2) }
/// #     fn play(&self, at: &(u32, Side), m: u32) -> Step<(u32, Side)> {
/// #         Step { to: (at.0 - m, at.1.other()), gain: 0 }
/// #     }
/// # }
/// # type Solver = Negamax<Heap>;
/// use board_core::{Control, Oracle, Solve};
///
/// // One heap of five; a move takes one or two.
/// let start = (5, Side::First);
/// let solver = Solver::new(&Heap, &[start], &Control::new())?;
/// assert_eq!(solver.value(&start).to_string(), "wins in 3 plies");
/// # Ok::<(), board_core::Halt>(())
/// ```
pub trait Solve<G: Game>: Oracle<G> + Sized {
    /// Does the work. Afterwards [`Oracle::value`] is a lookup.
    ///
    /// The solver then covers everything that a report needs: the given positions, every position one move after them,
    /// and the same for each position of the line of best play (with the first of the best moves each time) to the end
    /// of the game. Most solvers cover all positions that can follow, and some the whole game.
    ///
    /// # Errors
    /// If the work needs more memory than `control` allows, or was stopped.
    fn new(game: &G, positions: &[G::Position], control: &Control<'_>) -> Result<Self, Halt>;

    /// Returns the values of the given positions, in their order. A solver overrides this if values alone cost less.
    ///
    /// # Errors
    /// As for [`Solve::new`].
    fn values(game: &G, positions: &[G::Position], control: &Control<'_>) -> Result<Vec<G::Value>, Halt> {
        let solver = Self::new(game, positions, control)?;
        Ok(positions.iter().map(|at| solver.value(at)).collect())
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for &O {
    fn value(&self, at: &G::Position) -> G::Value {
        (**self).value(at)
    }

    fn covers(&self, at: &G::Position) -> bool {
        (**self).covers(at)
    }

    fn rate(&self, game: &G, at: &G::Position, max: usize) -> Ratings<G::Move, G::Value> {
        (**self).rate(game, at, max)
    }

    fn rate_move(&self, game: &G, at: &G::Position, chosen: G::Move) -> Rated<G::Move, G::Value> {
        (**self).rate_move(game, at, chosen)
    }
}

/// A legal move and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated<M, V> {
    /// The move.
    pub chosen: M,
    /// The points that it gains at once.
    pub gain: i64,
    /// Its value for the player who makes it: its gain and everything that follows.
    pub value: V,
}

/// Moves with their values, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ratings<M, V> {
    /// The best moves.
    pub moves: Vec<Rated<M, V>>,
    /// The number of all legal moves, which can exceed `u64`.
    pub total: u128,
}
