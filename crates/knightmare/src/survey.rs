//! Counts of all starts of a board.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use board_core::{Control, Halt, Oracle, Outcome, Progress, Side, Solve, Square, for_each};

use crate::rules::Knightmare;
use crate::solver::Solver;

/// The starts of a board, white to move, counted by their results in best play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// The starts that white wins, and those that black wins.
    pub wins: [u64; 2],
    /// The starts that neither side wins.
    pub draws: u64,
    /// The plies of the longest win of white and of black; 0 if there is none.
    pub longest: [u64; 2],
}

impl Tally {
    /// Checks that counting the starts of a board is within the limits of `control`, without doing it.
    ///
    /// # Errors
    /// If it needs more memory, or is expected to take more time, than allowed.
    pub fn check(game: &Knightmare, control: &Control<'_>) -> Result<(), Halt> {
        /// As many starts as are counted in a second on two threads.
        const STARTS_PER_SECOND: u64 = 20_000_000;
        let board = game.board();
        control.reserve(board.title(), Solver::memory_needed(game))?;
        let starts = board.squares().saturating_mul(board.squares());
        control.expect_time(board.title(), Duration::from_secs(starts / STARTS_PER_SECOND))
    }

    fn count(&mut self, outcome: Outcome) {
        let (winner, plies) = match outcome {
            Outcome::Draw => {
                self.draws += 1;
                return;
            }
            Outcome::Win(plies) => (Side::First as usize, plies),
            Outcome::Loss(plies) => (Side::Second as usize, plies),
        };
        self.wins[winner] += 1;
        self.longest[winner] = self.longest[winner].max(plies);
    }

    fn add(&mut self, other: &Self) {
        self.draws += other.draws;
        for side in 0..2 {
            self.wins[side] += other.wins[side];
            self.longest[side] = self.longest[side].max(other.longest[side]);
        }
    }
}

/// Counts all starts of a board, white to move, neither knight on its own target.
///
/// Takes time O(s²) on s squares, on the threads of `control`: about 0.1 µs per start on one thread. Memory is that of
/// [`Solver::memory_needed`].
///
/// ```
/// use board_core::{Board, Control};
/// use knightmare::{Knightmare, tally};
///
/// let game = Knightmare::new(Board::new(8, 8)?)?;
/// let tally = tally(&game, &Control::new())?;
/// assert_eq!((tally.wins, tally.draws, tally.longest), ([2223, 1684], 0, [9, 10]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the work needs more memory than allowed, or was stopped.
pub fn tally(game: &Knightmare, control: &Control<'_>) -> Result<Tally, Halt> {
    let board = game.board();
    let solver = Solver::new(game, &[], control)?;
    let total = Mutex::new(Tally::default());
    for row in 0..board.rows() {
        control.report(Progress::new("rows", row.into()).of(u64::from(board.rows())))?;
        for_each(control, 0..board.cols(), |col| {
            let white = Square::new(row, col);
            let mut part = Tally::default();
            for start in board.iter().filter_map(|black| game.start(white, black, Side::First).ok()) {
                part.count(solver.value(&start));
            }
            total.lock().unwrap_or_else(PoisonError::into_inner).add(&part);
        });
    }
    Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner))
}
