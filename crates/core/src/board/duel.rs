//! Two pieces on a board.

use std::fmt;
use std::marker::PhantomData;

use super::rectangle::Board;
use super::square::Square;
use crate::game::Side;

/// A white and a black piece on a board, and whose turn it is; white is the first side. This is the position of games
/// in which each side has one piece. The type parameter `G` is the game, so that a position of one game cannot be
/// passed to another.
///
/// After a capture, both pieces are on the same square.
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
    /// Two pieces on different squares of a board.
    ///
    /// # Errors
    /// If a piece is off the board, or both are on the same square.
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

    /// Two pieces on any squares, without checks. Both may be on the same square.
    #[must_use]
    pub const fn after_any_move(white: Square, black: Square, to_move: Side) -> Self {
        Self { white, black, to_move, game: PhantomData }
    }

    /// The square of white's piece.
    #[must_use]
    pub const fn white(&self) -> Square {
        self.white
    }

    /// The square of black's piece.
    #[must_use]
    pub const fn black(&self) -> Square {
        self.black
    }

    /// The square of a side's piece.
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

    /// The position after the player to move moves its piece to a square.
    #[must_use]
    pub const fn after(&self, to: Square) -> Self {
        match self.to_move {
            Side::First => Self::after_any_move(to, self.black, Side::Second),
            Side::Second => Self::after_any_move(self.white, to, Side::First),
        }
    }

    /// Whether the player who moved last has captured the other piece.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.white == self.black
    }
}

/// Why two squares do not make a [`Duel`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DuelError {
    /// A piece is off the board.
    OffBoard {
        /// The square.
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
                write!(f, "{square} is off the {} board", board.title())
            }
            Self::SameSquare(square) => write!(f, "white and black are both on {square}"),
        }
    }
}

impl std::error::Error for DuelError {}
