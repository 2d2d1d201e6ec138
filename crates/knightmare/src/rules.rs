//! The rules.

use std::fmt;

use board_core::{Board, Duel, DuelError, Game, KNIGHT_LEAPS, Outcome, Side, Square, Step};

/// Knightmare on a board with an even number of rows and of columns: a white and a black knight, each with a
/// target square next to the middle of the board; white moves first.
///
/// The player to move must make a knight's move with their own knight. A player wins by capturing the other knight, or
/// when their knight is on its own target while the other knight does not attack that square. After every move the win
/// of the player who moved is checked first, then that of the other: a player can win because the other gave up an
/// attack on the target. If there is no move, on 2 x 2, the game is a draw.
///
/// A move is the square that it leads to. Source: Codeforces 1201 E1 and E2.
///
/// ```
/// use board_core::{Board, Game, Side, Square};
/// use knightmare::Knightmare;
///
/// let game = Knightmare::new(Board::new(8, 8)?)?;
/// let start = game.start(Square::new(1, 2), Square::new(0, 7), Side::First)?;
/// assert_eq!(game.target(Side::First).to_string(), "4,4");
/// assert_eq!(game.target(Side::Second).to_string(), "5,4");
/// let moves: Vec<String> = game.moves(&start).map(|to| to.to_string()).collect();
/// assert_eq!(moves, ["1,1", "1,5", "3,1", "3,5", "4,2", "4,4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Knightmare {
    board: Board,
}

/// The squares of the two knights and the side to move. [`Knightmare::position`] makes a position for a board.
pub type Position = Duel<Knightmare>;

impl Knightmare {
    /// The game on this board.
    ///
    /// # Errors
    /// If the number of rows or of columns is odd.
    pub fn new(board: Board) -> Result<Self, OddSide> {
        for (what, side) in [("rows", board.rows()), ("columns", board.cols())] {
            if side % 2 == 1 {
                return Err(OddSide { what, side });
            }
        }
        Ok(Self { board })
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The square on which a side's knight wins. It is in the left one of the two middle columns, and in the upper one
    /// of the two middle rows for white, in the lower one for black.
    #[must_use]
    pub const fn target(&self, side: Side) -> Square {
        let row = match side {
            Side::First => self.board.rows() / 2 - 1,
            Side::Second => self.board.rows() / 2,
        };
        Square::new(row, self.board.cols() / 2 - 1)
    }

    /// A position. The game may have ended in it, but not by a capture.
    ///
    /// # Errors
    /// If a knight is off the board, or both are on one square.
    pub fn position(&self, white: Square, black: Square, to_move: Side) -> Result<Position, DuelError> {
        Duel::new(self.board, white, black, to_move)
    }

    /// A position in which a game can start: neither knight is on its own target.
    ///
    /// # Errors
    /// As for [`Knightmare::position`], and if a knight is on its own target.
    pub fn start(&self, white: Square, black: Square, to_move: Side) -> Result<Position, StartError> {
        let at = self.position(white, black, to_move).map_err(StartError::Position)?;
        match Side::ALL.into_iter().find(|&side| at.piece(side) == self.target(side)) {
            Some(side) => Err(StartError::OnOwnTarget { side, target: self.target(side) }),
            None => Ok(at),
        }
    }

    /// The same position with the rows and the colours reversed: white's pieces become black's. It has the same value
    /// (Lemma 1 in `docs/design/knightmare.md`).
    #[must_use]
    pub(crate) fn mirrored(&self, at: &Position) -> Position {
        let [white, black] = [at.black(), at.white()].map(|square| self.mirrored_square(square));
        Duel::after_any_move(white, black, at.to_move().other())
    }

    /// The mirror image of a square, with the order of the rows reversed.
    pub(crate) const fn mirrored_square(&self, square: Square) -> Square {
        Square::new(self.board.rows() - 1 - square.row, square.col)
    }

    /// The squares that a knight on `from` attacks, row by row.
    pub(crate) fn reach(&self, from: Square) -> impl Iterator<Item = Square> + use<> {
        let board = self.board;
        KNIGHT_LEAPS.iter().filter_map(move |&(down, right)| board.leap(from, down, right))
    }

    /// Whether this side has won. Only the side that moved last can have captured.
    fn has_won(&self, at: &Position, side: Side) -> bool {
        if at.is_capture() {
            return side != at.to_move();
        }
        at.piece(side) == self.target(side) && !attacks(at.piece(side.other()), self.target(side))
    }

    /// The only side that can capture from here on (Lemma 2 in `docs/design/knightmare.md`): the side to move if the knights'
    /// squares differ in colour, otherwise the other.
    ///
    /// ```
    /// use board_core::{Board, Side, Square};
    /// use knightmare::Knightmare;
    ///
    /// let game = Knightmare::new(Board::new(8, 8)?)?;
    /// let at = game.position(Square::new(0, 0), Square::new(7, 7), Side::First)?;
    /// assert_eq!(game.hunter(&at), Side::Second, "two corners of one colour");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hunter(&self, at: &Position) -> Side {
        let colour = |square: Square| (square.row ^ square.col) & 1;
        if colour(at.white()) == colour(at.black()) { at.to_move().other() } else { at.to_move() }
    }
}

/// Whether a knight on one square attacks the other square.
fn attacks(from: Square, to: Square) -> bool {
    let mut offset = [from.row.abs_diff(to.row), from.col.abs_diff(to.col)];
    offset.sort_unstable();
    offset == [1, 2]
}

impl Game for Knightmare {
    type Position = Position;
    type Move = Square;
    type Value = Outcome;

    fn to_move(&self, at: &Position) -> Side {
        at.to_move()
    }

    fn end(&self, at: &Position) -> Option<Outcome> {
        if self.has_won(at, at.to_move().other()) {
            Some(Outcome::Loss(0))
        } else if self.has_won(at, at.to_move()) {
            Some(Outcome::Win(0))
        } else if self.reach(at.piece(at.to_move())).next().is_none() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = Square> {
        let over = self.end(at).is_some();
        self.reach(at.piece(at.to_move())).filter(move |_| !over)
    }

    fn play(&self, at: &Position, to: Square) -> Step<Position> {
        Step { to: at.after(to), gain: 0 }
    }
}

/// A board on which the game is not played.
///
/// ```
/// use board_core::Board;
/// use knightmare::Knightmare;
///
/// let error = Knightmare::new(Board::new(8, 7)?).unwrap_err();
/// assert_eq!(error.to_string(), "expected an even number of columns, found 7");
/// # Ok::<(), board_core::OutOfRange>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddSide {
    what: &'static str,
    side: u32,
}

impl fmt::Display for OddSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected an even number of {}, found {}", self.what, self.side)
    }
}

impl std::error::Error for OddSide {}

/// Why two squares do not make a start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartError {
    /// They do not make a position.
    Position(DuelError),
    /// A knight is on its own target at the start.
    OnOwnTarget {
        /// The side of the knight.
        side: Side,
        /// The target.
        target: Square,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::OnOwnTarget { side, target } => {
                let name = match side {
                    Side::First => "white",
                    Side::Second => "black",
                };
                write!(f, "{name} cannot start on its own target {target}")
            }
        }
    }
}

impl std::error::Error for StartError {}

#[cfg(test)]
mod tests {
    use board_core::perft;

    use super::*;

    fn game(rows: u32, cols: u32) -> Knightmare {
        Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even")
    }

    fn square(row: u32, col: u32) -> Square {
        Square::new(row - 1, col - 1)
    }

    #[test]
    fn the_win_of_the_player_who_moved_is_checked_first() {
        let game = game(8, 8);
        let [white, black] = Side::ALL.map(|side| game.target(side));
        assert_eq!((white, black), (square(4, 4), square(5, 4)));
        // Both are on their targets, and neither is attacked.
        for side in Side::ALL {
            let at = game.position(white, black, side).expect("a position");
            assert_eq!(game.end(&at), Some(Outcome::Loss(0)));
        }
    }

    #[test]
    fn a_target_under_attack_does_not_win_until_the_attacker_leaves() {
        let game = game(8, 8);
        let at = game.position(square(4, 4), square(6, 3), Side::Second).expect("a position");
        assert_eq!(game.end(&at), None);
        // Black can capture; any other move gives the game away.
        let captured = game.play(&at, square(4, 4)).to;
        assert_eq!(game.end(&captured), Some(Outcome::Loss(0)));
        let left = game.play(&at, square(8, 4)).to;
        assert_eq!((left.to_move(), game.end(&left)), (Side::First, Some(Outcome::Win(0))));
        assert_eq!(game.moves(&left).count(), 0);
    }

    #[test]
    fn two_by_two_is_a_draw_at_once() {
        let game = game(2, 2);
        let at = game.start(square(2, 2), square(1, 2), Side::First).expect("a start");
        assert_eq!(game.end(&at), Some(Outcome::Draw));
    }

    #[test]
    fn errors_of_starts_give_the_reason() {
        let game = game(6, 8);
        let error = |white, black| game.start(white, black, Side::First).expect_err("no start").to_string();
        assert_eq!(error(square(7, 1), square(1, 1)), "7,1 is off the 6 x 8 board");
        assert_eq!(error(square(2, 1), square(2, 1)), "white and black are both on 2,1");
        assert_eq!(error(square(3, 4), square(2, 1)), "white cannot start on its own target 3,4");
        assert_eq!(error(square(3, 1), square(4, 4)), "black cannot start on its own target 4,4");
        assert!(game.start(square(4, 4), square(3, 4), Side::First).is_ok(), "each on the other's target");
    }

    #[test]
    fn perft_counts() {
        // Counted by an independent program in another language.
        for (rows, cols, white, black, counts) in [
            (6, 6, square(1, 1), square(6, 6), [1, 2, 4, 24, 144, 672]),
            (6, 6, square(3, 1), square(5, 2), [1, 4, 12, 68, 360, 1586]),
            (8, 8, square(2, 3), square(1, 8), [1, 6, 10, 48, 288, 1714]),
            (2, 8, square(1, 1), square(2, 8), [1, 1, 1, 2, 4, 3]),
            (6, 8, square(5, 5), square(2, 3), [1, 6, 30, 157, 666, 3308]),
        ] {
            let game = game(rows, cols);
            let start = game.start(white, black, Side::First).expect("a start");
            for (depth, count) in (0..).zip(counts) {
                assert_eq!(perft(&game, &start, depth), count, "{rows}x{cols} to {depth} plies");
            }
        }
    }
}
