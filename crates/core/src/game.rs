//! The contract between the rules of a game and everything that reads them.

use std::cmp::Ordering;
use std::hash::Hash;

use crate::analysis;

/// The rules of a game of two players, complete information and no chance.
///
/// A game states its rules here and nowhere else; the reference solvers, [`analysis`](crate::analysis),
/// [`Record`](crate::Record) and [`perft`](crate::perft) read them from here.
///
/// A game of Nim with one heap, of which one or two may be taken:
///
/// ```
/// use board_core::{Game, Negamax, Oracle, Outcome, Side, Step};
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
/// let solver = Negamax::new(Heap);
/// assert_eq!(solver.value(&(3, Side::First)), Outcome::Loss(2));
/// assert_eq!(solver.value(&(4, Side::First)), Outcome::Win(3));
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

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<P> {
    /// The position after the move.
    pub to: P,
    /// The points that the move gains for the player who made it; 0 in games without points.
    pub gain: i64,
}

/// What a position is worth to the player to move: greater is better.
pub trait Value: Copy + Ord {
    /// Turns the value of a position into that of the move which led there, for the player who made it. Games are so
    /// small that their plies fit `u64` and their points `i64`; beyond that it panics.
    ///
    /// `gain` is what the move gained; `same_mover` says that the player who made it is to move again.
    #[must_use]
    fn lift(self, gain: i64, same_mover: bool) -> Self;

    /// The same value as plain data.
    fn kind(self) -> ValueKind;
}

/// A value of either kind, for those who show values of any game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// Of a game that is won, drawn or lost.
    Outcome(Outcome),
    /// Of a game of points.
    Margin(Margin),
}

/// Won, drawn or lost for the player to move, and in how many plies. These are counted in `u64`, unless games last
/// longer.
///
/// The winner hurries and the loser delays, and `Ord` says so:
///
/// ```
/// use board_core::Outcome::{Draw, Loss, Win};
///
/// assert!(Win(1) > Win(3) && Win(3) > Draw && Draw > Loss(4) && Loss(4) > Loss(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome<P = u64> {
    /// Lost after this many plies of best play; 0 where the game has ended.
    Loss(P),
    /// Neither player can force a win.
    Draw,
    /// Won after this many plies of best play; 0 where the game has ended.
    Win(P),
}

impl<P> Outcome<P> {
    /// How many plies best play lasts; `None` where it is drawn.
    #[must_use]
    pub fn plies(self) -> Option<P> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }
}

impl<P: Ord> Ord for Outcome<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        use Outcome::{Draw, Loss, Win};
        match (self, other) {
            (Win(mine), Win(theirs)) => theirs.cmp(mine),
            (Loss(mine), Loss(theirs)) => mine.cmp(theirs),
            (Draw, Draw) => Ordering::Equal,
            (Win(_), _) | (_, Loss(_)) => Ordering::Greater,
            (Loss(_), _) | (_, Win(_)) => Ordering::Less,
        }
    }
}

impl<P: Ord> PartialOrd for Outcome<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Value for Outcome {
    fn lift(self, _gain: i64, same_mover: bool) -> Self {
        let one_more = |plies: u64| plies.checked_add(1).expect("the plies of a game fit u64");
        match (self, same_mover) {
            (Self::Draw, _) => Self::Draw,
            (Self::Win(plies), true) | (Self::Loss(plies), false) => Self::Win(one_more(plies)),
            (Self::Loss(plies), true) | (Self::Win(plies), false) => Self::Loss(one_more(plies)),
        }
    }

    fn kind(self) -> ValueKind {
        ValueKind::Outcome(self)
    }
}

/// Points that the player to move makes over the rest of the game, minus those of the other.
///
/// ```
/// use board_core::{Margin, Value};
///
/// let after = Margin(3);
/// assert_eq!(after.lift(2, false), Margin(-1));
/// assert_eq!(after.lift(2, true), Margin(5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Margin(
    /// Points; a game keeps the sum of all that can be gained within `i64`.
    pub i64,
);

impl Value for Margin {
    fn lift(self, gain: i64, same_mover: bool) -> Self {
        let lifted = if same_mover { gain.checked_add(self.0) } else { gain.checked_sub(self.0) };
        Self(lifted.expect("the points of a game fit i64"))
    }

    fn kind(self) -> ValueKind {
        ValueKind::Margin(self)
    }
}

/// Whoever knows the exact value of positions: the reference solvers and the fast ones alike.
pub trait Oracle<G: Game> {
    /// The value for the player to move, exact for every position of the game that the oracle was made for. Of a position
    /// of another game it may say anything, or panic.
    fn value(&self, at: &G::Position) -> G::Value;

    /// Every legal move with its value for the player who makes it, best first, ties in the order of
    /// [`Game::moves`]; of these the first `most`.
    ///
    /// An oracle that knows the best of very many moves without listing them all may name fewer than `most`,
    /// but always the optimal ones first, and all of them if `most` allows.
    fn rate(&self, game: &G, at: &G::Position, most: usize) -> Ratings<G::Move, G::Value> {
        analysis::rate_each(game, self, at, most)
    }

    /// One legal move with its value for the player who makes it.
    fn rate_move(&self, game: &G, at: &G::Position, chosen: G::Move) -> Rated<G::Move, G::Value> {
        let step = game.play(at, chosen);
        let same_mover = game.to_move(&step.to) == game.to_move(at);
        Rated { chosen, gain: step.gain, value: self.value(&step.to).lift(step.gain, same_mover) }
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for &O {
    fn value(&self, at: &G::Position) -> G::Value {
        (**self).value(at)
    }

    fn rate(&self, game: &G, at: &G::Position, most: usize) -> Ratings<G::Move, G::Value> {
        (**self).rate(game, at, most)
    }

    fn rate_move(&self, game: &G, at: &G::Position, chosen: G::Move) -> Rated<G::Move, G::Value> {
        (**self).rate_move(game, at, chosen)
    }
}

/// A legal move and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated<M, V> {
    /// The move.
    pub chosen: M,
    /// The points that it gains at once.
    pub gain: i64,
    /// Its value for the player who makes it: gain and all that follows.
    pub value: V,
}

/// Moves with their values, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ratings<M, V> {
    /// The best of them.
    pub moves: Vec<Rated<M, V>>,
    /// How many legal moves there are in all; may pass `u64`.
    pub total: u128,
}
