//! The contract between the rules of a game and everything that reads them.

use std::fmt;
use std::hash::Hash;

use super::value::Value;

/// The rules of a game of two players, complete information and no chance.
///
/// A game states its rules here and nowhere else; the reference solvers, [`analysis`](crate::analysis),
/// [`Record`](crate::Record) and [`perft`](crate::perft) read them from here. A reference to a game is a game too.
///
/// A game of Nim with one heap, of which one or two may be taken:
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
///         Step { to: (left - taken, side.other()), gain: 0 }
///     }
/// }
///
/// let solver = Negamax::new(&Heap, &[(4, Side::First)], &Control::new())?;
/// assert_eq!(solver.value(&(4, Side::First)), Outcome::Win(3));
/// assert_eq!(solver.value(&(3, Side::Second)), Outcome::Loss(2));
/// # Ok::<(), board_core::Halt>(())
/// ```
pub trait Game {
    /// What may happen from here on depends on this alone. Without the score so far: that would multiply
    /// every memo table.
    type Position: Clone + Eq + Hash;
    /// One ply of one player.
    type Move: Copy + Eq;
    /// [`Outcome`] or [`Margin`].
    type Value: Value;

    /// Whose turn it is; of an ended game, whose turn it would be.
    fn to_move(&self, at: &Self::Position) -> Side;

    /// The value for the player to move where the game has ended, else `None`. An outcome has 0 plies here.
    fn end(&self, at: &Self::Position) -> Option<Self::Value>;

    /// The legal moves in the order in which ties are broken; none only where the game has ended.
    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// Where a legal move leads and what it gains. For a move that is not legal the result has no meaning,
    /// but it is no panic.
    fn play(&self, at: &Self::Position, chosen: Self::Move) -> Step<Self::Position>;

    /// Whether the move is among [`Game::moves`]; a game with very many moves says it without listing them.
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
    /// Who moves first in the problem as it is given.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both, in the order of the game.
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

/// `first` or `second`.
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
