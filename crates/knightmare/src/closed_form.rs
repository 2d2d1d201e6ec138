//! The value of a position from a few knight distances. `docs/design/knightmare.md` has the lemmas and their proofs.

use board_core::{Board, Game, Oracle, Outcome, Side, Square, Value};

use crate::distance::wide;
use crate::race::Race;
use crate::rules::{Knightmare, Position};

/// The exact value of every position of a board with both sides at least [`ClosedForm::MIN_SIDE`] (Theorem 17).
///
/// Takes constant time: about twenty distances with the hunter to move, eight times that with the runner to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClosedForm {
    game: Knightmare,
}

impl ClosedForm {
    const MIN_SIDE: u32 = 6;

    /// Returns `None` on a board that is too thin.
    pub(crate) fn new(game: &Knightmare) -> Option<Self> {
        Self::applies_to(game.board()).then_some(Self { game: *game })
    }

    pub(crate) fn applies_to(board: Board) -> bool {
        board.rows().min(board.cols()) >= Self::MIN_SIDE
    }

    fn distance(&self, from: Square, to: Square) -> u64 {
        wide(self.game.board(), from, to)
    }

    /// The value with the hunter to move, if the game goes on.
    fn hunter_to_move(&self, at: &Position) -> Outcome {
        let hunter = at.to_move();
        let (from, prey) = (at.piece(hunter), at.piece(hunter.other()));
        if self.distance(from, prey) == 1 {
            return Outcome::Win(1);
        }
        let race = Race::new(&self.game, at, hunter);
        if race.is_won_by_runner() {
            return Outcome::Loss(2 * race.runner);
        }
        let moves = if race.is_hunter_home_first() {
            race.hunter
        } else if race.guard + 1 == race.hunter && self.guards_on_the_way(hunter, from, race.guard) {
            // Lemma 15.
            race.guard + 1
        } else {
            // Lemmas 11 and 16.
            race.guard + 3
        };
        let plies = 2 * moves - 1;
        // Lemma 13. By Lemma 14 there is no other forced capture.
        let is_trapped = self.trap(prey).is_some_and(|trap| self.distance(from, trap) == 1);
        Outcome::Win(if is_trapped { plies.min(3) } else { plies })
    }

    /// Whether some shortest way of the hunter to the runner's target, of `guard` moves, has a last square before the
    /// target that is two moves from the hunter's own target.
    fn guards_on_the_way(&self, hunter: Side, from: Square, guard: u64) -> bool {
        let [own, other] = [hunter, hunter.other()].map(|side| self.game.target(side));
        self.game.reach(other).any(|last| self.distance(from, last) + 1 == guard && self.distance(last, own) == 2)
    }

    /// The square from which a hunter attacks both ways out of a corner, if `prey` is in a corner.
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

    /// The value with the runner to move, if the game goes on.
    fn runner_to_move(&self, at: &Position) -> Outcome {
        let race = Race::new(&self.game, at, at.to_move().other());
        if race.is_won_by_runner() {
            return Outcome::Win(2 * race.runner - 1);
        }
        let after = self.game.moves(at).map(|to| self.value(&self.game.play(at, to).to).lift(0, false));
        after.max().expect("every square of a board of this size has moves")
    }
}

impl Oracle<Knightmare> for ClosedForm {
    fn value(&self, at: &Position) -> Outcome {
        if let Some(value) = self.game.end(at) {
            return value;
        }
        if self.game.hunter(at) == at.to_move() { self.hunter_to_move(at) } else { self.runner_to_move(at) }
    }
}
