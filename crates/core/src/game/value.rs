//! What positions and moves are worth.

use std::cmp::Ordering;
use std::fmt;

use crate::text::{counted, signed};

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

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.fmt(f),
            Self::Margin(margin) => margin.fmt(f),
        }
    }
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
/// assert_eq!(Loss(10).to_string(), "loses in 10 plies");
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

/// What a player does who makes a move of this value: `wins in 3 plies`, `loses in 1 ply`, `draws`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Self::Win(plies) => format!("wins in {}", counted(*plies, "ply")),
            Self::Loss(plies) => format!("loses in {}", counted(*plies, "ply")),
            Self::Draw => "draws".to_owned(),
        })
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
/// assert_eq!(after.to_string(), "+3 points");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Margin(
    /// Points; a game keeps the sum of all that can be gained within `i64`.
    pub i64,
);

/// Points with their sign: `+2 points`, `-1 point`, `0 points`.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = if self.0 > 0 { "+" } else { "" };
        let plural = if self.0.unsigned_abs() == 1 { "" } else { "s" };
        f.pad(&format!("{} point{plural}", signed(self.0, plus)))
    }
}

impl Value for Margin {
    fn lift(self, gain: i64, same_mover: bool) -> Self {
        let lifted = if same_mover { gain.checked_add(self.0) } else { gain.checked_sub(self.0) };
        Self(lifted.expect("the points of a game fit i64"))
    }

    fn kind(self) -> ValueKind {
        ValueKind::Margin(self)
    }
}
