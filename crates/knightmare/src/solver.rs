//! The solver that fits the board.

use board_core::{Board, Control, Halt, Oracle, Outcome};

use crate::closed_form::ClosedForm;
use crate::rules::{Knightmare, Position};
use crate::table::Table;

/// The exact value of every position of a board, either side to move. An [`Oracle`] for its game.
///
/// With both sides at least 6 it is a closed form: it is made at once, needs no memory and gives a value from knight distances, in
/// 0.2 µs on average. On thinner boards it is a [`Table`].
///
/// The closed form is proved for every board with even sides of at least 6: `docs/design/knightmare.md` has the proof, which
/// relies on two finite checks. Apart from the proof, it equals retrograde analysis on every position of every board
/// with even sides from 6 x 6 to 24 x 24, of 6 x 40 and of 40 x 6, and agrees with the rules one move on for every position of every
/// board up to 32 x 32, of 6 x 150, 8 x 120 and 10 x 90, and of these turned (`cargo xtask prove knightmare`).
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
pub struct Solver(Method);

#[derive(Clone, Debug)]
enum Method {
    ClosedForm(ClosedForm),
    Table(Table),
}

impl Solver {
    /// The bytes that the solver needs on this board: none with both sides at least 6, else as [`Table::memory_needed`].
    #[must_use]
    pub fn memory_needed(board: Board) -> u64 {
        if ClosedForm::applies_to(board) { 0 } else { Table::memory_needed(board) }
    }

    /// The solver of a game: at once with both sides at least 6, else at the cost of [`Table::new`].
    ///
    /// # Errors
    /// As [`Table::new`], on a thin board.
    pub fn new(game: &Knightmare, control: &Control<'_>) -> Result<Self, Halt> {
        Ok(Self(match ClosedForm::new(game) {
            Some(closed) => Method::ClosedForm(closed),
            None => Method::Table(Table::new(game, control)?),
        }))
    }
}

impl Oracle<Knightmare> for Solver {
    /// # Panics
    /// May panic on a position of a larger board.
    fn value(&self, at: &Position) -> Outcome {
        match &self.0 {
            Method::ClosedForm(closed) => closed.value(at),
            Method::Table(table) => table.value(at),
        }
    }
}
