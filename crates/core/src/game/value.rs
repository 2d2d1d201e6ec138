//! The values of positions and moves.

use std::cmp::Ordering;
use std::fmt;

use crate::text::{counted, signed};

/// The value of a position for the player to move; greater is better.
pub trait Value: Copy + Ord {
    /// Turns the value of a position into the value of the move that led to it, for the player who made the move.
    /// Panics if plies do not fit `u64` or points do not fit `i64`.
    ///
    /// `gain` is what the move gained. `same_mover` is true if the player who made the move is also to move next.
    #[must_use]
    fn lift(self, gain: i64, same_mover: bool) -> Self;

    /// The same value as plain data.
    fn kind(self) -> ValueKind;
}

/// A value of either kind, for code that displays the values of any game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// The value of a game that is won, drawn or lost.
    Outcome(Outcome),
    /// The value of a game with points.
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

/// Whether the player to move wins, draws or loses, and in how many plies. Plies are counted in `u64` by default;
/// another type can count longer games.
///
/// A faster win is better, and so is a slower loss; `Ord` compares outcomes accordingly:
///
/// ```
/// use board_core::Outcome::{Draw, Loss, Win};
///
/// assert!(Win(1) > Win(3) && Win(3) > Draw && Draw > Loss(4) && Loss(4) > Loss(2));
/// assert_eq!(Loss(10).to_string(), "loses in 10 plies");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome<P = u64> {
    /// Lost after this many plies of best play; 0 if the game has ended.
    Loss(P),
    /// Neither player can force a win.
    Draw,
    /// Won after this many plies of best play; 0 if the game has ended.
    Win(P),
}

impl<P> Outcome<P> {
    /// The length of best play in plies; `None` for a draw.
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

/// Writes what the player who makes a move of this value does: `wins in 3 plies`, `loses in 1 ply`, `draws`.
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
        let one_more = |plies: u64| plies.checked_add(1).expect("the plies of a game fit `u64`");
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

/// The points that the player to move gains over the rest of the game, minus those of the opponent.
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
    /// The points. The sum of all points that a game offers must fit `i64`.
    pub i64,
);

/// Writes points with their sign: `+2 points`, `-1 point`, `0 points`.
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
        Self(lifted.expect("the points of a game fit `i64`"))
    }

    fn kind(self) -> ValueKind {
        ValueKind::Margin(self)
    }
}
