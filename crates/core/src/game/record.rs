//! The record of a game.

use std::fmt;
use std::mem;

use super::rules::{Game, Side};

/// The record of a game: where it started, the moves made since, and the score of each side.
///
/// A judge's input describes a record. Positions do not include the score; the record does.
///
/// ```
/// # use board_core::{Game, Outcome, Step};
/// # #[derive(Clone)]
/// # struct Heap;
/// # impl Game for Heap {
/// #     type Position = (u32, Side);
/// #     type Move = u32;
/// #     type Value = Outcome;
/// #     fn to_move(&self, at: &(u32, Side)) -> Side { at.1 }
/// #     fn end(&self, at: &(u32, Side)) -> Option<Outcome> { (at.0 == 0).then_some(Outcome::Loss(0)) }
/// #     fn moves(&self, at: &(u32, Side)) -> impl Iterator<Item = u32> { 1..=at.0.min(2) }
/// #     fn play(&self, at: &(u32, Side), m: u32) -> Step<(u32, Side)> {
/// #         Step { to: (at.0 - m, at.1.other()), gain: 0 }
/// #     }
/// # }
/// use board_core::{Record, Side};
///
/// // One heap of five; a move takes one or two.
/// let mut record = Record::new(Heap, (5, Side::First));
/// record.play(2)?;
/// assert_eq!(record.position(), &(3, Side::Second));
/// assert!(record.play(3).is_err());
/// assert_eq!(record.undo(), Some(2));
/// assert_eq!(record.position(), &(5, Side::First));
/// # Ok::<(), board_core::IllegalMove>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<G: Game> {
    game: G,
    start: G::Position,
    now: G::Position,
    moves: Vec<G::Move>,
    score: [i64; 2],
}

impl<G: Game> Record<G> {
    /// A game in which no move has been made, with a score of 0 to 0.
    pub fn new(game: G, start: G::Position) -> Self {
        Self { game, now: start.clone(), start, moves: Vec::new(), score: [0; 2] }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position before the first move.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &G::Position {
        &self.now
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.game.to_move(&self.now)
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.game.end(&self.now).is_some()
    }

    /// The moves made, in their order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = G::Move> {
        self.moves.iter().copied()
    }

    /// The points that a side has scored.
    pub fn score(&self, side: Side) -> i64 {
        self.score[side as usize]
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the move is not legal or the game has ended; the record is then unchanged.
    pub fn play(&mut self, chosen: G::Move) -> Result<(), IllegalMove> {
        if self.is_over() || !self.game.is_legal(&self.now, chosen) {
            return Err(IllegalMove { ply: self.moves.len() });
        }
        self.make(chosen);
        self.moves.push(chosen);
        Ok(())
    }

    fn make(&mut self, chosen: G::Move) {
        let step = self.game.play(&self.now, chosen);
        self.score[self.to_move() as usize] += step.gain;
        self.now = step.to;
    }

    /// Takes back the last move and returns it; `None` if there is none. The moves before it are played again, since
    /// a record keeps only its first and last positions.
    pub fn undo(&mut self) -> Option<G::Move> {
        let last = self.moves.pop()?;
        self.now = self.start.clone();
        self.score = [0; 2];
        for chosen in mem::take(&mut self.moves) {
            self.make(chosen);
            self.moves.push(chosen);
        }
        Some(last)
    }
}

/// A move that the rules do not allow in its position, or that comes after the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    ply: usize,
}

impl IllegalMove {
    /// The number of moves that had been made before it.
    #[must_use]
    pub fn ply(self) -> usize {
        self.ply
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} is not legal", self.ply + 1)
    }
}

impl std::error::Error for IllegalMove {}
