//! The distances that decide who wins.

use board_core::Side;

use crate::distance::wide;
use crate::rules::{Knightmare, Position};

/// The moves that the hunter and the runner need. The hunter is the side that can capture ([`Knightmare::hunter`]). For
/// boards on which [`wide`] gives the distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Race {
    /// Whether the hunter moves first.
    pub(crate) is_hunter_to_move: bool,
    /// From the hunter to its own target.
    pub(crate) hunter: u64,
    /// From the runner to its own target.
    pub(crate) runner: u64,
    /// From the hunter to the runner's target.
    pub(crate) guard: u64,
}

impl Race {
    pub(crate) fn new(game: &Knightmare, at: &Position, hunter: Side) -> Self {
        let moves = |side: Side, target: Side| wide(game.board(), at.piece(side), game.target(target));
        Self {
            is_hunter_to_move: hunter == at.to_move(),
            hunter: moves(hunter, hunter),
            runner: moves(hunter.other(), hunter.other()),
            guard: moves(hunter, hunter.other()),
        }
    }

    /// The largest number of moves to the runner's target with which the hunter guards it in time.
    pub(crate) fn guard_limit(&self) -> u64 {
        self.runner + u64::from(self.is_hunter_to_move)
    }

    /// Whether the hunter wins by walking home (Lemma 10).
    pub(crate) fn is_hunter_home_first(&self) -> bool {
        self.hunter <= self.runner
    }

    /// Whether the hunter wins by way of the runner's target (Lemma 11).
    pub(crate) fn is_guarded_in_time(&self) -> bool {
        self.guard <= self.guard_limit()
    }

    /// Whether the runner wins by walking home (Lemma 9).
    pub(crate) fn is_won_by_runner(&self) -> bool {
        !self.is_hunter_home_first() && !self.is_guarded_in_time()
    }
}
