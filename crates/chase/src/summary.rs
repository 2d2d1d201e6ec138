//! Counts of all starts of a board, without a table.

use std::time::Duration;

use board_core::{Control, Halt, Side};

use crate::layers::Layers;
use crate::rules::{Chase, Position};

/// Counts of all starts of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The starts in which white wins, always with its first move.
    pub white: u64,
    /// The starts in which black wins.
    pub black: u64,
    /// The starts that are drawn.
    pub draws: u64,
    /// The plies of the longest game.
    pub longest: u64,
    /// The number of starts that last that long.
    pub longest_starts: u64,
    /// One of these starts; `None` on a board of one square.
    pub example: Option<Position>,
}

impl Summary {
    /// The number of bytes that counting needs; `u64::MAX` means that much or more. It is about `r² c² / 16` for r rows
    /// and c columns, and half that on square boards.
    #[must_use]
    pub fn memory_needed(game: &Chase) -> u64 {
        Layers::memory_needed(game.board())
    }

    /// Checks that counting is within the limits of `control`, without doing it.
    ///
    /// # Errors
    /// If it needs more memory, or is expected to take more time, than allowed.
    pub fn check(game: &Chase, control: &Control<'_>) -> Result<(), Halt> {
        let board = game.board();
        control.reserve(board.title(), Self::memory_needed(game))?;
        control.expect_time(board.title(), Self::expected_time(game))
    }

    /// A rough estimate of the time on two threads: 3 layers per row or column, each with `r² c² / 256` operations.
    fn expected_time(game: &Chase) -> Duration {
        /// Measured on 256 x 256.
        const OPERATIONS_PER_SECOND: u128 = 2_500_000_000;
        let board = game.board();
        let squares = u128::from(board.squares());
        let layers = 3 * u128::from(board.rows().max(board.cols()));
        let operations = squares.saturating_mul(squares) / 256;
        let seconds = operations.saturating_mul(layers) / OPERATIONS_PER_SECOND;
        Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX))
    }

    /// Solves all starts of a board and counts them (Lemma 11). Costs all layers, each with O(r² c² / 256) operations
    /// on words, but no table: see [`Summary::memory_needed`].
    ///
    /// ```
    /// use board_core::{Board, Control};
    /// use chase::{Chase, Summary};
    ///
    /// let summary = Summary::new(&Chase::new(Board::new(20, 20)?), &Control::new())?;
    /// assert_eq!((summary.longest, summary.longest_starts), (58, 1120));
    /// assert_eq!((summary.white, summary.draws), (4 * 20 * 19, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the work needs more memory than allowed, or was stopped.
    pub fn new(game: &Chase, control: &Control<'_>) -> Result<Self, Halt> {
        let board = game.board();
        control.reserve(board.title(), Self::memory_needed(game))?;
        let start = |white, black| game.position(white, black, Side::First).ok();
        let adjacent = |white| game.reach(Side::First, white).next().and_then(|black| start(white, black));
        let white: u64 = board.iter().map(|black| game.reach(Side::First, black).count() as u64).sum();
        let example = board.iter().find_map(adjacent);
        let longest = u64::from(white > 0);
        let mut summary = Self { white, black: 0, draws: 0, longest, longest_starts: white, example };
        let mut layers = Layers::new(game);
        let sizes = layers.classes().sizes();
        while layers.advance(&mut [], control)? {
            let added: u64 = layers.added().iter().zip(&sizes).map(|(added, size)| u64::from(added.count) * size).sum();
            summary.black += added;
            (summary.longest, summary.longest_starts) = (layers.plies(), added);
            let mut with_black = layers.added().iter().zip(layers.classes().heads());
            let first = with_black.find(|(added, _)| added.count > 0);
            summary.example = first.and_then(|(added, &black)| start(board.square(added.first.into())?, black));
        }
        let squares = board.squares();
        summary.draws = squares * (squares - 1) - summary.white - summary.black;
        Ok(summary)
    }
}

#[cfg(test)]
mod tests {
    use board_core::Outcome;

    use super::*;
    use crate::testing::{game, games, reference};

    #[test]
    fn lemma_11_the_counts_are_those_of_all_starts() {
        for game in games() {
            let values = reference(game).into_iter().filter(|(at, _)| at.to_move() == Side::First);
            let starts: Vec<(Position, Outcome)> = values.collect();
            let count =
                |counted: &dyn Fn(&Outcome) -> bool| starts.iter().filter(|(_, value)| counted(value)).count() as u64;
            let longest = starts.iter().filter_map(|(_, value)| value.plies()).max().unwrap_or(0);
            let found = Summary::new(&game, &Control::new()).expect("small");
            let expected = Summary {
                white: count(&|value| matches!(value, Outcome::Win(_))),
                black: count(&|value| matches!(value, Outcome::Loss(_))),
                draws: count(&|value| *value == Outcome::Draw),
                longest,
                longest_starts: count(&|value| value.plies() == Some(longest)),
                example: found.example,
            };
            assert_eq!(found, expected, "{}", game.board());
            // The example is the first of the longest, by black's square, then by white's; if all games last one ply,
            // any start.
            let longest_starts = starts.iter().filter(|(_, value)| value.plies() == Some(longest)).map(|(at, _)| *at);
            if longest > 1 {
                let first = longest_starts.min_by_key(|at| (at.black(), at.white()));
                assert_eq!(found.example, first, "{}", game.board());
            } else {
                assert_eq!(found.example.is_some(), longest == 1, "{}", game.board());
            }
        }
    }

    #[test]
    fn lemma_11_white_wins_twice_as_many_starts_as_there_are_pairs_of_adjacent_squares() {
        for (rows, cols) in (1..=9).flat_map(|rows| (1..=9).map(move |cols| (rows, cols))) {
            let summary = Summary::new(&game(rows, cols), &Control::new()).expect("small");
            let [r, c] = [rows, cols].map(u64::from);
            assert_eq!(summary.white, 2 * (r * (c - 1) + c * (r - 1)), "{rows}x{cols}");
        }
    }
}
