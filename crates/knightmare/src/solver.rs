//! The fast solver: who wins, and in how many plies, from a handful of distances.
//!
//! # Why it is right
//!
//! A knight's move changes the colour of its square. So of the two players only one can ever capture: who is to move where
//! the squares of the knights differ in colour, the other where they are alike. Call that player the hunter, the other the
//! runner. With the runner to move the colours are alike, and its knight attacks no square that the hunter's stands on: a
//! hunter that reaches its target has won. The runner wins only by reaching its own while the hunter does not attack it.
//!
//! Let the hunter be to move, `h` and `r` the moves of hunter and runner to their own targets, `g` the moves of the hunter to the
//! runner's target, where it guards. By colours `h` and `r` are both even or both odd, and `g` is the other.
//!
//! 1. Where `h > r` and `g > r + 1`, the runner wins with its r-th move, on any shortest way. Did the hunter, after j moves of its
//!    own, attack the square that the runner's j-th move leads to, then `g <= j + 1 + (r - j)`. Everywhere else the
//!    hunter wins:
//! 2. Where `h <= r`, with its h-th move, walking home.
//! 3. Else `g <= r + 1 < h`, and as the targets are three moves apart, `h` is `g + 1` or `g + 3`. To walk to the runner's target and from
//!    there home takes g + 3 moves and is safe: whenever the runner, by colours, could enter, the hunter stands there or attacks it.
//!    Where `h = g + 3` nothing is faster.
//! 4. There `h = g + 1` leaves `r = g - 1`. The hunter wins with its (g + 1)-th move if on a shortest way to the runner's target the last
//!    square before it is two moves from the hunter's own: it guards from there in time and is home before the runner can come
//!    again. Of the eight squares around the target six are so near; where no way leads over them it takes g + 3 moves. For to win
//!    sooner the hunter would have to go straight home and attack, on the way, a square that the runner cannot avoid. As in 1,
//!    that is on a shortest way of both to the runner's target. Moves of a shortest way can be made in any order, so where
//!    none ends on the six squares, all moves are alike, a straight line; the hunter attacks the next square of it alone, and
//!    the runner passes on a parallel to it, which is on the board because a rectangle is convex.
//! 5. A capture can come before all that, but a runner steps into an attack only where it must. Two knights attack at most two
//!    squares in common, and only a corner has so few ways out. So a runner is caught by force only in a corner, by a hunter
//!    that stands three squares diagonally from it, or is about to. None is driven there: the two squares from which a
//!    corner is entered have five other ways out.
//!
//! With the runner to move, all follows from its at most eight moves.
//!
//! The argument of 4 looks away from the edges of the board, where moves cannot be made in any order. What is relied on there is
//! the comparison: with retrograde analysis on every position, either side to move, of every board with even sides from 6 x 6 to
//! 24 x 24, of 6 x 40 and of 40 x 6; and with the rules, one move on, of every position of every board to 32 x 32 and of boards of 6, 8
//! and 10 rows or columns to 6 x 150 (`cargo xtask prove knightmare`). A smaller part is compared in the tests.

use board_core::{Board, Control, Game, Halt, Oracle, Outcome, Side, Square, Value};

use crate::distance::wide;
use crate::rules::{Knightmare, Position};
use crate::table::Table;

/// The exact value of every position of a board with both sides at least [`ClosedForm::MIN_SIDE`], an [`Oracle`] for its game.
///
/// Constant time, on any board: some twenty distances with the player to move who can capture ([`Knightmare::hunter`]), eight
/// times that with the other; 0.2 µs at most on average. No tables.
///
/// Equal to retrograde analysis on every position, either side to move, of every board with even sides from 6 x 6 to 24 x 24, of
/// 6 x 40 and 40 x 6, and consistent with the rules on every one to 32 x 32; the source has an argument for all sizes.
///
/// ```
/// use board_core::{Board, Oracle, Outcome, Side, Square};
/// use knightmare::{ClosedForm, Knightmare};
///
/// let game = Knightmare::new(Board::new(1_000_000_000, 1_000_000_000)?)?;
/// let solver = ClosedForm::new(&game).expect("large enough");
/// let start = game.start(Square::new(0, 0), Square::new(999_999_999, 999_999_998), Side::First)?;
/// assert_eq!(solver.value(&start), Outcome::Win(666_666_667));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClosedForm {
    game: Knightmare,
}

impl ClosedForm {
    /// The least number of rows and of columns.
    pub const MIN_SIDE: u32 = 6;

    /// The solver of a game; `None` on a board with a side below [`ClosedForm::MIN_SIDE`].
    #[must_use]
    pub fn new(game: &Knightmare) -> Option<Self> {
        Self::is_for(game.board()).then_some(Self { game: *game })
    }

    /// Whether it solves the game on this board.
    pub(crate) fn is_for(board: Board) -> bool {
        board.rows().min(board.cols()) >= Self::MIN_SIDE
    }

    fn distance(&self, from: Square, to: Square) -> u64 {
        wide(self.game.board(), from, to)
    }

    /// The distances that decide, for a hunter on `from`.
    fn race(&self, hunter: Side, at: &Position) -> Race {
        let [own, other] = [hunter, hunter.other()].map(|side| self.game.target(side));
        let from = at.piece(hunter);
        Race {
            hunter: self.distance(from, own),
            runner: self.distance(at.piece(hunter.other()), other),
            guard: self.distance(from, other),
        }
    }

    /// The value for a hunter that is to move and goes on.
    fn hunter_to_move(&self, at: &Position) -> Outcome {
        let hunter = at.to_move();
        let (from, prey) = (at.piece(hunter), at.piece(hunter.other()));
        if self.distance(from, prey) == 1 {
            return Outcome::Win(1);
        }
        let race = self.race(hunter, at);
        if race.hunter > race.runner && race.guard > race.runner + 1 {
            return Outcome::Loss(2 * race.runner);
        }
        let moves = if race.hunter <= race.runner {
            race.hunter
        } else if race.guard + 1 == race.hunter && self.guards_on_the_way(hunter, from, race.guard) {
            race.guard + 1
        } else {
            race.guard + 3
        };
        let caught = self.trap(prey).is_some_and(|trap| self.distance(from, trap) == 1);
        Outcome::Win(if caught { 3.min(2 * moves - 1) } else { 2 * moves - 1 })
    }

    /// Whether a shortest way of the hunter to the runner's target, of `guard` moves, has a last square before it that is
    /// two moves from the hunter's own target.
    fn guards_on_the_way(&self, hunter: Side, from: Square, guard: u64) -> bool {
        let [own, other] = [hunter, hunter.other()].map(|side| self.game.target(side));
        self.game.reach(other).any(|last| self.distance(from, last) + 1 == guard && self.distance(last, own) == 2)
    }

    /// The square from which a hunter attacks both ways out of a corner, if `prey` is in one.
    fn trap(&self, prey: Square) -> Option<Square> {
        const DIAGONALLY: u32 = 3;
        let board = self.game.board();
        let inwards = |place: u32, side: u32| match place {
            0 => Some(DIAGONALLY),
            _ if place == side - 1 => Some(place - DIAGONALLY),
            _ => None,
        };
        Some(Square::new(inwards(prey.row, board.rows())?, inwards(prey.col, board.cols())?))
    }

    /// The value for a runner that is to move and goes on.
    fn runner_to_move(&self, at: &Position) -> Outcome {
        let race = self.race(at.to_move().other(), at);
        if race.runner <= race.hunter && race.runner < race.guard {
            return Outcome::Win(2 * race.runner - 1);
        }
        let after = self.game.moves(at).map(|to| self.value(&self.game.play(at, to).to).lift(0, false));
        after.max().expect("every square of a board of this size has moves")
    }
}

/// Moves that are to be made.
struct Race {
    /// Of the hunter to its own target.
    hunter: u64,
    /// Of the runner to its own target.
    runner: u64,
    /// Of the hunter to the runner's target.
    guard: u64,
}

impl Oracle<Knightmare> for ClosedForm {
    /// # Panics
    /// Where the position was made for a larger board, it may.
    fn value(&self, at: &Position) -> Outcome {
        if let Some(value) = self.game.end(at) {
            return value;
        }
        if self.game.hunter(at) == at.to_move() { self.hunter_to_move(at) } else { self.runner_to_move(at) }
    }
}

/// Whatever solves a board: the closed form where it holds, else a table. An [`Oracle`] for its game.
///
/// ```
/// use board_core::{Board, Control, Oracle, Outcome, Side, Square};
/// use knightmare::{Knightmare, Solver};
///
/// for (rows, cols, value) in [(2, 8, Outcome::Draw), (1000, 1000, Outcome::Win(667))] {
///     let game = Knightmare::new(Board::new(rows, cols)?)?;
///     let solver = Solver::new(&game, &Control::new())?;
///     let start = game.start(Square::new(0, 0), Square::new(0, cols - 1), Side::First)?;
///     assert_eq!(solver.value(&start), value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Solver {
    /// Both sides are at least [`ClosedForm::MIN_SIDE`].
    ClosedForm(ClosedForm),
    /// All positions of a thin board.
    Table(Table),
}

impl Solver {
    /// The bytes that it needs on this board; `u64::MAX` for that much or more.
    #[must_use]
    pub fn memory_needed(board: Board) -> u64 {
        if ClosedForm::is_for(board) { 0 } else { Table::memory_needed(board) }
    }

    /// The solver of a game: at once with both sides at least [`ClosedForm::MIN_SIDE`], else at the cost of [`Table::new`].
    ///
    /// # Errors
    /// On a thin board, where the table needs more memory than it may, or was stopped.
    pub fn new(game: &Knightmare, control: &Control<'_>) -> Result<Self, Halt> {
        match ClosedForm::new(game) {
            Some(closed) => Ok(Self::ClosedForm(closed)),
            None => Table::new(game, control).map(Self::Table),
        }
    }
}

impl Oracle<Knightmare> for Solver {
    /// # Panics
    /// Where the position was made for a larger board, it may.
    fn value(&self, at: &Position) -> Outcome {
        match self {
            Self::ClosedForm(closed) => closed.value(at),
            Self::Table(table) => table.value(at),
        }
    }
}
