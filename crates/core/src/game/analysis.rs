//! The values of moves and lines, for any [`Game`] and [`Oracle`].

use std::fmt;
use std::iter;

use super::oracle::{Oracle, Rated};
use super::rules::Game;
use super::value::{Outcome, Value, ValueKind};

/// Returns the best move with its value, the first of equally good ones; `None` if the game has ended. Costs as much as
/// [`Oracle::rate`]: usually one value per legal move.
pub fn best_move<G: Game>(game: &G, oracle: &impl Oracle<G>, at: &G::Position) -> Option<Rated<G::Move, G::Value>> {
    if game.end(at).is_some() {
        return None;
    }
    oracle.rate(game, at, 1).moves.pop()
}

/// Whether the value that an oracle returns for a position follows, by the rules, from the values that it returns one
/// move later. Costs one value per legal move, plus one.
///
/// In a game that cannot repeat a position, an oracle for which this holds everywhere is right everywhere: it is right
/// at the ends, so it is right one move before them, and so on. In a game that can repeat positions, this proves less:
/// wrong draws can confirm each other.
///
/// ```
/// # use board_core::{Game, Outcome, Side, Step};
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
/// use board_core::{analysis, Oracle};
///
/// /// A guess at the winner with one heap, from which the players take one or two in turn.
/// struct Guess;
///
/// impl Oracle<Heap> for Guess {
///     fn value(&self, &(left, _): &(u32, Side)) -> Outcome {
///         let threes = u64::from(left / 3);
///         if left % 3 == 0 { Outcome::Loss(2 * threes) } else { Outcome::Win(2 * threes + 1) }
///     }
/// }
///
/// assert!((0..100).all(|left| analysis::is_consistent(&Heap, &Guess, &(left, Side::First))));
/// ```
pub fn is_consistent<G: Game>(game: &G, oracle: &impl Oracle<G>, at: &G::Position) -> bool {
    let moves = || game.moves(at).map(|chosen| oracle.rate_move(game, at, chosen).value).max();
    game.end(at).or_else(moves) == Some(oracle.value(at))
}

/// Returns the moves of best play of both players to the end of the game, each with its value for the player who makes
/// it.
///
/// The moves are found one at a time, each at the cost of [`best_move`]. The iterator does not end if the position is
/// drawn by repetition.
///
/// ```
/// # use board_core::{Game, Outcome, Side, Step};
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
/// use board_core::{analysis, Control, Negamax, Solve};
///
/// // Nim with one heap. A move takes one or two, and the player who takes the last one wins.
/// let start = (5, Side::First);
/// let solver = Negamax::new(&Heap, &[start], &Control::new())?;
/// let line: Vec<u32> = analysis::best_line(&Heap, &solver, &start).map(|rated| rated.chosen).collect();
/// assert_eq!(line, [2, 1, 2]);
/// # Ok::<(), board_core::Halt>(())
/// ```
pub fn best_line<'a, G: Game, O: Oracle<G>>(
    game: &'a G,
    oracle: &'a O,
    start: &G::Position,
) -> impl Iterator<Item = Rated<G::Move, G::Value>> + use<'a, G, O> {
    let mut at = start.clone();
    iter::from_fn(move || {
        let best = best_move(game, oracle, &at)?;
        at = game.play(&at, best.chosen).to;
        Some(best)
    })
}

/// Checks that `line` is legal, that each of its moves keeps the value of the position before it, and that it
/// reaches the end of the game unless the game is drawn. Costs two values per ply.
///
/// # Errors
/// Returns the first fault, if there is one.
pub fn check_line<G: Game>(
    game: &G,
    oracle: &impl Oracle<G>,
    start: &G::Position,
    line: &[G::Move],
) -> Result<(), LineFault> {
    let mut at = start.clone();
    for (ply, &chosen) in line.iter().enumerate() {
        if game.end(&at).is_some() {
            return Err(LineFault::AfterTheEnd { ply });
        }
        if !game.is_legal(&at, chosen) {
            return Err(LineFault::Illegal { ply });
        }
        if oracle.rate_move(game, &at, chosen).value != oracle.value(&at) {
            return Err(LineFault::NotBest { ply });
        }
        at = game.play(&at, chosen).to;
    }
    let drawn = || oracle.value(&at).kind() == ValueKind::Outcome(Outcome::Draw);
    if game.end(&at).is_some() || drawn() { Ok(()) } else { Err(LineFault::Unfinished { plies: line.len() }) }
}

/// What is wrong with a claimed line of best play. Plies are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineFault {
    /// The move at this ply is against the rules.
    Illegal {
        /// The index of the move in the line.
        ply: usize,
    },
    /// The move at this ply gives away some of the value.
    NotBest {
        /// The index of the move in the line.
        ply: usize,
    },
    /// The game had ended before this ply.
    AfterTheEnd {
        /// The index of the move in the line.
        ply: usize,
    },
    /// The line stops before the end of a game that is not drawn.
    Unfinished {
        /// The length of the line.
        plies: usize,
    },
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { ply } => write!(f, "move {} is not legal", ply + 1),
            Self::NotBest { ply } => write!(f, "move {} is not optimal", ply + 1),
            Self::AfterTheEnd { ply } => write!(f, "move {} comes after the end of the game", ply + 1),
            Self::Unfinished { plies } => write!(f, "the game is not over after {plies} plies"),
        }
    }
}

impl std::error::Error for LineFault {}
