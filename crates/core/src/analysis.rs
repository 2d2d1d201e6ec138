//! What an oracle's values say about moves and lines, over any [`Game`]. Asks an [`Oracle`], whichever it is.

use std::cmp::Reverse;
use std::fmt;
use std::iter;

use crate::{Game, Oracle, Outcome, Rated, Ratings, Value, ValueKind};

/// Rates every legal move by the values that follow, best first, ties in the order of [`Game::moves`], and keeps the
/// first `most`: what [`Oracle::rate`] does unless an oracle knows a shorter way.
pub fn rate_each<G: Game, O: Oracle<G> + ?Sized>(
    game: &G,
    oracle: &O,
    at: &G::Position,
    most: usize,
) -> Ratings<G::Move, G::Value> {
    let mut moves: Vec<_> = game.moves(at).map(|chosen| oracle.rate_move(game, at, chosen)).collect();
    let total = moves.len() as u128;
    moves.sort_by_key(|rated| Reverse(rated.value));
    moves.truncate(most);
    Ratings { moves, total }
}

/// The best move, the first of equal ones, with its value; `None` where the game has ended.
pub fn best_move<G: Game>(game: &G, oracle: &impl Oracle<G>, at: &G::Position) -> Option<Rated<G::Move, G::Value>> {
    if game.end(at).is_some() {
        return None;
    }
    oracle.rate(game, at, 1).moves.pop()
}

/// Whether the value that an oracle gives a position is what the rules make of the values that it gives one move later.
///
/// In a game that cannot repeat, an oracle for which this holds everywhere is right everywhere: it is right at the ends, and
/// so one move before them, and so on. Where positions repeat it says less: draws may be wrong together.
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
/// /// One heap, of which one or two are taken in turn: a guess at who wins.
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

/// The moves of best play of both players to the end of the game, each with its value for the player who makes it.
///
/// Found move by move as they are asked for. Without end where the position is drawn because the game repeats.
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
/// use board_core::{analysis, Negamax};
///
/// // One heap, of which one or two are taken in turn; who takes the last wins.
/// let solver = Negamax::new(Heap);
/// let line: Vec<u32> =
///     analysis::best_line(&Heap, &solver, &(5, Side::First)).map(|rated| rated.chosen).collect();
/// assert_eq!(line, [2, 1, 2]);
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

/// Checks that `line` is legal, that each of its moves keeps the value of the position before it, and that it goes
/// on to the end of the game unless the game is drawn.
///
/// # Errors
/// The first fault.
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
        /// Its place in the line.
        ply: usize,
    },
    /// The move at this ply gives away some of the value.
    NotBest {
        /// Its place in the line.
        ply: usize,
    },
    /// The game had ended before this ply.
    AfterTheEnd {
        /// Its place in the line.
        ply: usize,
    },
    /// The game is not drawn, and goes on after the line.
    Unfinished {
        /// The length of the line.
        plies: usize,
    },
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { ply } => write!(f, "move {} is not legal", ply + 1),
            Self::NotBest { ply } => write!(f, "move {} is not a best one", ply + 1),
            Self::AfterTheEnd { ply } => write!(f, "move {} comes after the end of the game", ply + 1),
            Self::Unfinished { plies } => write!(f, "the game is not over after {plies} plies"),
        }
    }
}

impl std::error::Error for LineFault {}
