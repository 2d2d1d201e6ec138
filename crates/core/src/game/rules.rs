//! The rules of a game, and the sides that play it.

use std::fmt;
use std::hash::Hash;

use super::value::Value;

/// The rules of a game for two players of perfect information, without randomness.
///
/// A game states its rules here and nowhere else. The reference solvers, [`analysis`](crate::analysis),
/// [`Record`](crate::Record) and [`perft`](crate::perft) rely on nothing else. A reference to a game implements `Game`
/// too.
///
/// Nim with one heap, where a move takes one or two:
///
/// ```
/// use board_core::{Control, Game, Negamax, Oracle, Outcome, Side, Solve, Step};
///
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Heap;
///
/// impl Game for Heap {
///     type Position = (u32, Side);
///     type Move = u32;
///     type Value = Outcome;
///
///     fn to_move(&self, &(_, side): &Self::Position) -> Side {
///         side
///     }
///     fn end(&self, &(left, _): &Self::Position) -> Option<Outcome> {
///         (left == 0).then_some(Outcome::Loss(0))
///     }
///     fn moves(&self, &(left, _): &Self::Position) -> impl Iterator<Item = u32> {
///         1..=left.min(2)
///     }
///     fn play(&self, &(left, side): &Self::Position, taken: u32) -> Step<Self::Position> {
///         Step { to: (left.saturating_sub(taken), side.other()), gain: 0 }
///     }
/// }
///
/// let solver = Negamax::new(&Heap, &[(4, Side::First)], &Control::new())?;
/// assert_eq!(solver.value(&(4, Side::First)), Outcome::Win(3));
/// assert_eq!(solver.value(&(3, Side::Second)), Outcome::Loss(2));
/// # Ok::<(), board_core::Halt>(())
/// ```
pub trait Game {
    /// Everything that determines what can happen from here on. It does not include the score so far, which would
    /// multiply the size of every memo table.
    type Position: Clone + Eq + Hash;
    /// One ply of one player.
    type Move: Copy + Eq;
    /// [`Outcome`](crate::Outcome) or [`Margin`](crate::Margin).
    type Value: Value;

    /// Returns the player to move; if the game has ended, the player who would be to move.
    fn to_move(&self, at: &Self::Position) -> Side;

    /// Returns the value for the player to move if the game has ended, otherwise `None`. An outcome has 0 plies here.
    fn end(&self, at: &Self::Position) -> Option<Self::Value>;

    /// Returns the legal moves, in the order in which ties are broken. There are none only if the game has ended.
    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Returns the position after a legal move, and what the move gains. For an illegal move the result has no meaning,
    /// but this must not panic.
    fn play(&self, at: &Self::Position, chosen: Self::Move) -> Step<Self::Position>;

    /// Whether the move is among [`Game::moves`]. A game with very many moves can answer this without listing them.
    fn is_legal(&self, at: &Self::Position, claimed: Self::Move) -> bool {
        self.moves(at).any(|legal| legal == claimed)
    }
}

impl<G: Game> Game for &G {
    type Position = G::Position;
    type Move = G::Move;
    type Value = G::Value;

    fn to_move(&self, at: &Self::Position) -> Side {
        (**self).to_move(at)
    }

    fn end(&self, at: &Self::Position) -> Option<Self::Value> {
        (**self).end(at)
    }

    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Self::Move> {
        (**self).moves(at)
    }

    fn play(&self, at: &Self::Position, chosen: Self::Move) -> Step<Self::Position> {
        (**self).play(at, chosen)
    }

    fn is_legal(&self, at: &Self::Position, claimed: Self::Move) -> bool {
        (**self).is_legal(at, claimed)
    }
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Side {
    /// The player who moves first in the problem as stated.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both sides, in the order in which they move.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Writes `first` or `second`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<P> {
    /// The position after the move.
    pub to: P,
    /// The points that the move gains for the player who made it; 0 in games without points.
    pub gain: i64,
}
