//! The rules of chase.

use board_core::{Board, Duel, DuelError, Game, Outcome, Side, Square, Step};

/// Chase on a board of any size: a white and a black piece on different squares, white to move first.
///
/// White moves one square up, down, left or right; black moves one or two squares in one of these directions, and may
/// jump over white. Passing is not allowed. The player who moves onto the other's square wins.
///
/// A move is the square that it leads to. Source: CQOI 2013, Luogu P4576.
///
/// ```
/// use board_core::{Board, Game, Side, Square};
/// use chase::Chase;
///
/// let game = Chase::new(Board::new(4, 4)?);
/// let at = game.position(Square::new(0, 1), Square::new(0, 3), Side::First)?;
/// let moves: Vec<String> = game.moves(&at).map(|to| to.to_string()).collect();
/// assert_eq!(moves, ["1,1", "1,3", "2,2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chase {
    board: Board,
}

/// The squares of the two pieces and the side to move. [`Chase::position`] makes a position for a board.
pub type Position = Duel<Chase>;

/// White's moves as (rows down, columns right), by the square that they lead to.
const WHITE_LEAPS: &[(i32, i32)] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];

/// Black's moves in the same order.
const BLACK_LEAPS: &[(i32, i32)] = &[(-2, 0), (-1, 0), (0, -2), (0, -1), (0, 1), (0, 2), (1, 0), (2, 0)];

impl Chase {
    /// The game on this board. On a board of one square it has no positions.
    #[must_use]
    pub const fn new(board: Board) -> Self {
        Self { board }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// A position in which the game is not over.
    ///
    /// # Errors
    /// If a piece is off the board, or both are on one square.
    pub fn position(&self, white: Square, black: Square, to_move: Side) -> Result<Position, DuelError> {
        Duel::new(self.board, white, black, to_move)
    }

    /// The squares that a side's piece reaches from `from` in one move, row by row.
    pub(crate) fn reach(&self, side: Side, from: Square) -> impl Iterator<Item = Square> + use<> {
        let board = self.board;
        let leaps = match side {
            Side::First => WHITE_LEAPS,
            Side::Second => BLACK_LEAPS,
        };
        leaps.iter().filter_map(move |&(down, right)| board.leap(from, down, right))
    }
}

impl Game for Chase {
    type Position = Position;
    type Move = Square;
    type Value = Outcome;

    fn to_move(&self, at: &Position) -> Side {
        at.to_move()
    }

    fn end(&self, at: &Position) -> Option<Outcome> {
        at.is_capture().then_some(Outcome::Loss(0))
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = Square> {
        self.reach(at.to_move(), at.piece(at.to_move()))
    }

    fn play(&self, at: &Position, to: Square) -> Step<Position> {
        Step { to: at.after(to), gain: 0 }
    }
}

#[cfg(test)]
mod tests {
    use board_core::perft;

    use super::*;

    #[test]
    fn moves_follow_from_distances_in_order_of_squares() {
        for (rows, cols) in [(1, 2), (2, 1), (2, 2), (1, 7), (3, 5), (6, 6)] {
            let board = Board::new(rows, cols).expect("in range");
            let game = Chase::new(board);
            for from in board.iter() {
                let along_a_line = |to: &Square, steps: [u32; 2]| {
                    let (rows, cols) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
                    rows.min(cols) == 0 && steps.contains(&rows.max(cols))
                };
                assert!(game.reach(Side::First, from).eq(board.iter().filter(|to| along_a_line(to, [1, 1]))));
                assert!(game.reach(Side::Second, from).eq(board.iter().filter(|to| along_a_line(to, [1, 2]))));
            }
        }
    }

    #[test]
    fn perft_counts() {
        // Counted by an independent program in another language.
        for (rows, cols, white, black, counts) in [
            (3, 3, (0, 0), (2, 2), [1, 2, 8, 24, 88, 212, 760]),
            (4, 4, (0, 1), (0, 3), [1, 3, 12, 33, 150, 458, 2114]),
            (1, 5, (0, 0), (0, 4), [1, 1, 2, 4, 10, 10, 18]),
            (2, 6, (1, 5), (0, 0), [1, 2, 6, 15, 60, 150, 586]),
            (8, 8, (3, 3), (4, 5), [1, 4, 32, 124, 904, 3536, 24860]),
        ] {
            let game = Chase::new(Board::new(rows, cols).expect("in range"));
            let [white, black] = [white, black].map(|(row, col)| Square::new(row, col));
            let start = game.position(white, black, Side::First).expect("legal");
            for (depth, count) in (0..).zip(counts) {
                assert_eq!(perft(&game, &start, depth), count, "{rows}x{cols} to {depth} plies");
            }
        }
    }
}
