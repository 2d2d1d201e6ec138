//! The solver of one piece's game, with the best moves of boards whose moves are too many to list.
//!
//! **Claim 9 (the queen's longest delays).** From C(k) with k >= 1, the moves that delay the loss longest are the legal
//! moves to squares from which C(k-1) or its mirror image, but no lost square of a smaller index, is one move away. Each
//! of them is the crossing of the row, the column or the diagonal of C(k) with another of these three lines of one of
//! those two squares: at most six crossings for each of the two.
//!
//! *Proof.* By claim 8 a move to a square lasts 2j + 2 plies in all, for the least j of a lost square in reach from
//! there, and j < k. Lines of the same direction do not cross: two lost squares share none (claim 7).

use std::cmp::Reverse;
use std::iter;

use board_core::{Control, Game, Halt, Oracle, Outcome, Rated, Ratings, Solve, rate_each};

use crate::closed_form::{lost_squares_in_reach, outcome, queen_lost_square, winning_moves, wythoff_index};
use crate::rules::{Bo, Distance, Piece, Position};

/// The exact value of every position of one piece's game, each in constant time.
///
/// For distances a <= b:
///
/// | piece | lost if | plies of a loss | plies of a win |
/// |---|---|---|---|
/// | king | a and b are even | a + b | a + b, less 1 if both are odd |
/// | rook | a = b | 2a | 2a + 1 |
/// | knight | a = b and 3 divides a | 2a / 3 | 2 floor(a / 3) + 1 |
/// | queen | a = floor(k phi) with k = b - a | 2k | 2j + 1 for the least j of a lost square one move away |
///
/// The knight wins if a = 3n + 1 and b = 3n + 2 for some n, and draws everywhere else; the other pieces never draw. The
/// rook's game is Nim with two heaps, the queen's is that of W. A. Wythoff, "A modification of the game of nim", 1907.
/// All of it is proved for boards of any size, beside the code, and checked against
/// [`Negamax`](board_core::Negamax) on all boards up to 121 x 121.
///
/// If a position has more than [`Solver::MAX_LISTED`] moves, `rate` does not list them: it returns only those that win,
/// or else those that delay the loss longest.
///
/// ```
/// use bo::{Bo, Control, Oracle, Outcome, Piece, Position, Solve, Solver};
///
/// let rook = Solver::new(&Bo::new(Piece::Rook), &[], &Control::new())?;
/// assert_eq!(rook.value(&Position::start(5, 5)?), Outcome::Loss(8));
/// let queen = Solver::new(&Bo::new(Piece::Queen), &[], &Control::new())?;
/// assert_eq!(queen.value(&Position::start(5, 5)?), Outcome::Win(1));
/// // Floating-point formulas fail here.
/// assert_eq!(queen.value(&Position::start(165_580_141, 267_914_296)?), Outcome::Loss(204_668_310));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Solver {
    piece: Piece,
}

impl Solver {
    /// The largest number of moves that `rate` lists.
    pub const MAX_LISTED: u128 = 1 << 16;

    /// The piece whose game it solves.
    pub(crate) const fn piece(self) -> Piece {
        self.piece
    }

    /// Returns all winning moves, at most three, in the order of moves; none if the player to move cannot win. Takes
    /// constant time, on boards of any size.
    ///
    /// ```
    /// use bo::{Bo, Control, Distance, MAX_SIDE, Piece, Position, Solve, Solver};
    ///
    /// let start = Position::start(MAX_SIDE, 8)?;
    /// let rook = Solver::new(&Bo::new(Piece::Rook), &[], &Control::new())?;
    /// assert_eq!(rook.winning_moves(&start), [Distance { down: 7, right: 7 }]);
    /// // Down the column to its only lost square.
    /// let queen = Solver::new(&Bo::new(Piece::Queen), &[], &Control::new())?;
    /// assert_eq!(queen.winning_moves(&start), [Distance { down: 4, right: 7 }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn winning_moves(&self, at: &Position) -> Vec<Distance> {
        winning_moves(self.piece, &at.distance())
    }

    /// Returns all moves that win or, if none does, all that keep the value; best first, then in the order of moves.
    fn top_moves(&self, at: &Position) -> Vec<Rated<Distance, Outcome>> {
        let (game, distance) = (Bo::new(self.piece), at.distance());
        let candidates: Vec<Distance> = match self.piece {
            Piece::King | Piece::Knight => game.moves(at).collect(),
            Piece::Rook => {
                // The only winning move, and the two moves of a single square (claim 5).
                let (near, _) = distance.sorted();
                iter::once(Distance { down: near, right: near })
                    .chain(distance.after(0, 1))
                    .chain(distance.after(1, 0))
                    .collect()
            }
            Piece::Queen => lost_squares_in_reach(&distance).chain(crossings(distance)).collect(),
        };
        let value = self.value(at);
        let mut moves: Vec<_> = candidates
            .into_iter()
            .filter(|&to| game.is_legal(at, to))
            .map(|to| self.rate_move(&game, at, to))
            .filter(|rated| rated.value == value || matches!(rated.value, Outcome::Win(_)))
            .collect();
        moves.sort_unstable_by_key(|rated| Reverse((rated.value, rated.chosen)));
        // Some squares are candidates twice.
        moves.dedup();
        moves
    }
}

impl Solve<Bo> for Solver {
    /// Takes constant time and never fails: the solver covers every position of the game, so none need be given.
    fn new(game: &Bo, _positions: &[Position], _control: &Control<'_>) -> Result<Self, Halt> {
        Ok(Self { piece: game.piece() })
    }
}

impl Oracle<Bo> for Solver {
    fn value(&self, at: &Position) -> Outcome {
        outcome(self.piece, &at.distance())
    }

    fn rate(&self, game: &Bo, at: &Position, max: usize) -> Ratings<Distance, Outcome> {
        let total = game.count_moves(at);
        let mut moves = self.top_moves(at);
        if moves.len() < max && total <= Self::MAX_LISTED {
            return rate_each(game, self, at, max);
        }
        moves.truncate(max);
        Ratings { moves, total }
    }
}

/// Returns the crossings of claim 9 for a lost square of the queen, on or off the board's remaining part.
fn crossings(lost: Distance) -> impl Iterator<Item = Distance> {
    let next = wythoff_index(&lost).checked_sub(1).and_then(queen_lost_square);
    let both = next.into_iter().flat_map(|to| [to, to.mirrored()]);
    both.flat_map(move |to| {
        let in_row = |right| Some(Distance { down: lost.down, right });
        let in_column = |down| Some(Distance { down, right: lost.right });
        let shift = |start: u64, plus: u64, minus: u64| (start + plus).checked_sub(minus);
        [
            in_row(to.right),
            shift(to.right, lost.down, to.down).and_then(in_row),
            in_column(to.down),
            shift(to.down, lost.right, to.right).and_then(in_column),
            shift(lost.right, to.down, lost.down).map(|right| Distance { down: to.down, right }),
            shift(lost.down, to.right, lost.right).map(|down| Distance { down, right: to.right }),
        ]
        .into_iter()
        .flatten()
    })
}

#[cfg(test)]
mod tests {
    use board_core::{Side, Value};

    use super::*;

    const SIDE: u64 = 200;

    fn at(down: u64, right: u64) -> Position {
        Position::new(Distance { down, right }, Side::First).expect("in range")
    }

    fn place(distance: Distance) -> usize {
        usize::try_from(distance.down * SIDE + distance.right).expect("small")
    }

    fn squares() -> impl Iterator<Item = Position> {
        (0..SIDE).flat_map(|down| (0..SIDE).map(move |right| at(down, right)))
    }

    /// Checks the top moves of every square below `SIDE` against all moves, rated one by one.
    fn assert_top_moves_are_those_of_the_full_list(piece: Piece) {
        let (game, solver) = (Bo::new(piece), Solver { piece });
        let values: Vec<Outcome> = squares().map(|at| solver.value(&at)).collect();
        for at in squares() {
            let value = values[place(at.distance())];
            let mut expected: Vec<(Outcome, Distance)> = game
                .moves(&at)
                .map(|to| (values[place(to)].lift(0, false), to))
                .filter(|&(rated, _)| rated == value || matches!(rated, Outcome::Win(_)))
                .collect();
            expected.sort_by_key(|&(rated, _)| Reverse(rated));
            let moves = solver.top_moves(&at);
            let found: Vec<_> = moves.iter().map(|rated| (rated.value, rated.chosen)).collect();
            assert_eq!(found, expected, "{piece} {at:?}");
        }
    }

    #[test]
    fn top_moves_are_those_of_the_full_list() {
        for piece in [Piece::King, Piece::Rook, Piece::Knight] {
            assert_top_moves_are_those_of_the_full_list(piece);
        }
    }

    #[test]
    fn claim_9_the_queens_longest_delays_are_crossings() {
        assert_top_moves_are_those_of_the_full_list(Piece::Queen);
    }

    #[test]
    fn with_too_many_moves_the_top_of_the_full_list_is_returned() {
        for (piece, down, right, count) in [
            (Piece::Rook, 40_000, 40_000, 2),
            (Piece::Rook, 40_000, 40_001, 1),
            // C(15000) and its neighbours.
            (Piece::Queen, 24_270, 39_270, 3),
            (Piece::Queen, 24_271, 39_270, 3),
            (Piece::Queen, 24_270, 39_271, 1),
        ] {
            let (game, solver, at) = (Bo::new(piece), Solver { piece }, at(down, right));
            let top = solver.rate(&game, &at, usize::MAX);
            let full = rate_each(&game, &solver, &at, usize::MAX);
            assert_eq!(top.total, full.total);
            assert_eq!((top.moves.len(), &top.moves[..]), (count, &full.moves[..count]), "{piece} {at:?}");
            let value = solver.value(&at);
            assert!(full.moves[count..].iter().all(|rated| rated.value < value && rated.value < Outcome::Draw));
        }
    }
}
