//! The solver, which uses the closed form or a table, depending on the board.

use board_core::{Control, Halt, Oracle, Outcome, Solve};

use crate::closed_form::ClosedForm;
use crate::rules::{Knightmare, Position};
use crate::table::Table;

/// The exact value of every position of a board, with either side to move. An [`Oracle`] for its game.
///
/// With both sides at least 6 it is a closed form: it is made at once, needs no memory, and computes a value from
/// knight distances in 0.2 µs on average. On thinner boards it is a [`Table`].
///
/// The closed form is proved for every board with even sides of at least 6. `docs/design/knightmare.md` has the proof,
/// which relies on a few finite checks that the tests make. Independently of the proof, it equals retrograde analysis
/// on every position of every board with even sides from 6 x 6 to 24 x 24, of 6 x 40 and of 40 x 6. It also agrees with
/// the rules one move ahead on every position of every board with even sides from 6 x 6 to 32 x 32, of 6 x 150, 8 x 120
/// and 10 x 90, and of these with rows and columns exchanged (`cargo xtask prove knightmare`).
///
/// ```
/// use board_core::{Board, Control, Oracle, Outcome, Side, Solve, Square};
/// use knightmare::{Knightmare, Solver};
///
/// for (rows, cols, value) in [(2, 8, Outcome::Draw), (1000, 1000, Outcome::Win(667))] {
///     let game = Knightmare::new(Board::new(rows, cols)?)?;
///     let start = game.start(Square::new(0, 0), Square::new(0, cols - 1), Side::First)?;
///     let solver = Solver::new(&game, &[start], &Control::new())?;
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
    /// The number of bytes that the solver of a game needs: none with both sides at least 6, otherwise that of
    /// [`Table::memory_needed`].
    #[must_use]
    pub fn memory_needed(game: &Knightmare) -> u64 {
        if ClosedForm::applies_to(game.board()) { 0 } else { Table::memory_needed(game) }
    }

    /// How the solver finds values, in a few words.
    pub(crate) const fn method(&self) -> &'static str {
        match self.0 {
            Method::ClosedForm(_) => {
                "closed form of knight distances, checked against retrograde analysis on boards up to 24 x 24"
            }
            Method::Table(_) => "retrograde analysis of the whole board",
        }
    }
}

/// It covers the whole board, whatever positions are given. Making it costs nothing with both sides at least 6,
/// otherwise as much as a [`Table`].
impl Solve<Knightmare> for Solver {
    fn new(game: &Knightmare, positions: &[Position], control: &Control<'_>) -> Result<Self, Halt> {
        Ok(Self(match ClosedForm::new(game) {
            Some(closed) => Method::ClosedForm(closed),
            None => Method::Table(Table::new(game, positions, control)?),
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
