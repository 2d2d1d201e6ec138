//! Two pieces on a board.

use std::fmt;
use std::marker::PhantomData;

use super::rectangle::Board;
use super::square::Square;
use crate::game::Side;

/// A white and a black piece on a board, and whose turn it is; white is the first side. It is the position of games in which each
/// side has one piece, marked with its game `G`, so that a position of one game is never taken for a position of another.
///
/// After a capture both are on one square.
///
/// ```
/// use board_core::{Board, Duel, Side, Square};
///
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// struct Chess;
///
/// let at: Duel<Chess> = Duel::new(Board::new(4, 4)?, Square::new(0, 1), Square::new(0, 3), Side::First)?;
/// let after = at.after(Square::new(0, 3));
/// assert_eq!((after.white(), after.to_move()), (Square::new(0, 3), Side::Second));
/// assert!(after.is_capture());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Duel<G> {
    white: Square,
    black: Square,
    to_move: Side,
    game: PhantomData<G>,
}

impl<G> Duel<G> {
    /// Two pieces that stand on different squares of a board.
    ///
    /// # Errors
    /// Where a piece is off the board, or both are on one square.
    pub fn new(board: Board, white: Square, black: Square, to_move: Side) -> Result<Self, DuelError> {
        for square in [white, black] {
            if !board.contains(square) {
                return Err(DuelError::OffBoard { square, board });
            }
        }
        if white == black {
            return Err(DuelError::SameSquare(white));
        }
        Ok(Self::after_any_move(white, black, to_move))
    }

    /// Two pieces on any squares, one square for both included: they are not looked at.
    #[must_use]
    pub const fn after_any_move(white: Square, black: Square, to_move: Side) -> Self {
        Self { white, black, to_move, game: PhantomData }
    }

    /// Where white stands.
    #[must_use]
    pub const fn white(&self) -> Square {
        self.white
    }

    /// Where black stands.
    #[must_use]
    pub const fn black(&self) -> Square {
        self.black
    }

    /// Where a side's piece stands.
    #[must_use]
    pub const fn piece(&self, side: Side) -> Square {
        match side {
            Side::First => self.white,
            Side::Second => self.black,
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// What follows where the piece of the player to move goes to a square.
    #[must_use]
    pub const fn after(&self, to: Square) -> Self {
        match self.to_move {
            Side::First => Self::after_any_move(to, self.black, Side::Second),
            Side::Second => Self::after_any_move(self.white, to, Side::First),
        }
    }

    /// Whether the piece of who has moved last stands on the other's square.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.white == self.black
    }
}

/// Why two squares are no [`Duel`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DuelError {
    /// A piece is off the board.
    OffBoard {
        /// Where it should stand.
        square: Square,
        /// The board.
        board: Board,
    },
    /// Both pieces are on this square.
    SameSquare(Square),
}

impl fmt::Display for DuelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { square, board } => {
                write!(f, "{square} is off the board of {} squares", board.title())
            }
            Self::SameSquare(square) => write!(f, "white and black both stand on {square}, their squares must differ"),
        }
    }
}

impl std::error::Error for DuelError {}
