//! The closed forms for boards of more than 2^63 rows or columns.
//!
//! They are those of [`Solver`](crate::Solver), for integers of any length. Those of the queen take the square root of
//! 5 x², an integer of twice the length: reading a queen's case and finding the winner takes 10 µs with distances of 1000
//! digits, 0.5 ms with 10,000, 20 ms with 100,000 and 0.6 s with a million; plies and winning moves six times as long.
//!
//! ```
//! use bo::big::{UBig, outcome, winning_moves};
//! use bo::{Distance, Outcome, Piece};
//!
//! // The Fibonacci numbers F(998) and F(999) are a Wythoff pair, so the queen loses there. One row above she wins.
//! let (mut this, mut next) = (UBig::from(1_u8), UBig::from(1_u8));
//! for _ in 2..998 {
//!     (this, next) = (next.clone(), this + next);
//! }
//! let lost = Distance { down: next.clone(), right: next + &this };
//! assert_eq!(outcome(Piece::Queen, &lost), Outcome::Loss(this * 2_u8));
//! let above = Distance { down: lost.down.clone() + 1_u8, right: lost.right.clone() };
//! assert!(winning_moves(Piece::Queen, &above).contains(&lost));
//! ```

use board_core::problem::Broken;
use board_core::{Halt, Input, InputError, Limits, Outcome};
use dashu_int::ops::SquareRoot;

pub use dashu_int::UBig;

use crate::closed_form::{self, WinDrawLoss, win_draw_loss};
use crate::rules::{Distance, MAX_SIDE, Piece};
use crate::wythoff::Natural;

/// The largest number of digits of a number of rows or columns in an input, which takes about a second to answer.
pub const MAX_DIGITS: usize = 1_000_000;

/// Returns the outcome for the player to move, in plies.
#[must_use]
pub fn outcome(piece: Piece, distance: &Distance<UBig>) -> Outcome<UBig> {
    closed_form::outcome(piece, distance)
}

/// Returns all winning moves, at most three, in the order of moves; none if the player to move cannot win.
#[must_use]
pub fn winning_moves(piece: Piece, distance: &Distance<UBig>) -> Vec<Distance<UBig>> {
    closed_form::winning_moves(piece, distance)
}

impl Natural for UBig {
    /// x / φ is (√(5 x²) - x) / 2. Rounding the root down first does not change the result, as x is an integer.
    fn div_phi(&self) -> Self {
        ((self.sqr() * 5_u8).sqrt() - self) / 2_u8
    }
}

/// A distance along one side: its rows or columns, less 1.
enum Side {
    Small(u64),
    Big(UBig),
}

impl Side {
    fn read(input: &mut Input<'_>, what: &str) -> Result<Self, InputError> {
        if let Some(short) = input.short(|side| (1..=MAX_SIDE).contains(&side).then_some(side)) {
            return Ok(Self::Small(short.value - 1));
        }
        let long = |text: &str| {
            let digits = text.trim_start_matches('0');
            let value: UBig = (digits.len() <= MAX_DIGITS).then(|| digits.parse().ok())??;
            Some(value - 1_u8)
        };
        Ok(Self::Big(input.decimal(what, format_args!("1..10^{MAX_DIGITS}"), long)?.value))
    }
}

impl From<Side> for UBig {
    fn from(side: Side) -> Self {
        match side {
            Side::Small(number) => number.into(),
            Side::Big(number) => number,
        }
    }
}

/// Reads the sides of a board and returns the result; if a side is long, calls `report` first.
pub(crate) fn solve_sides(
    piece: Piece,
    input: &mut Input<'_>,
    report: impl Fn() -> Result<(), Halt>,
) -> Result<WinDrawLoss, Broken> {
    debug_assert_eq!(input.limits(), Limits::Ours);
    Ok(match (Side::read(input, "N")?, Side::read(input, "M")?) {
        (Side::Small(down), Side::Small(right)) => win_draw_loss(piece, &Distance { down, right }),
        (down, right) => {
            report()?;
            win_draw_loss(piece, &Distance { down: UBig::from(down), right: right.into() })
        }
    })
}
