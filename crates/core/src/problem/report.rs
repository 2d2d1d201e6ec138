//! A report on a position, as plain data.

use super::picture::Picture;
use crate::game::{Side, ValueKind};

/// A report on a position: its value, every move with its value, a line of best play, and the method that found them.
///
/// [`problem::report`](crate::problem::report) makes it. [`Report::text`] formats it as text; with the feature
/// `json`, `Report::json` formats it as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The name of the game.
    pub game: &'static str,
    /// The board and other choices, in a few words.
    pub title: String,
    /// The position.
    pub picture: Option<Picture>,
    /// The judge's own text for the position.
    pub input: String,
    /// The parts of the position by name.
    pub fields: Vec<(&'static str, Field)>,
    /// The names of the sides.
    pub sides: [&'static str; 2],
    /// The letters of the sides in pictures and lines.
    pub letters: [&'static str; 2],
    /// Whose turn it is.
    pub to_move: Side,
    /// The value for the player to move.
    pub value: ValueKind,
    /// The points of each side so far.
    pub score: [i64; 2],
    /// The points of each side after the line of best play.
    pub final_score: [i64; 2],
    /// The moves with their values for the player who makes them, best first, up to [`Caps::moves`] of them.
    pub moves: Vec<ReportedMove>,
    /// The number of legal moves.
    pub moves_total: u128,
    /// Best play of both sides, up to [`Caps::line`] plies.
    pub line: Vec<ReportedPly>,
    /// The number of plies of best play to the end of the game; `None` if the game is drawn without ending, or ends
    /// only after more than [`MAX_DRAWN_PLIES`](crate::problem::MAX_DRAWN_PLIES).
    pub line_total: Option<u64>,
    /// Further notes, each with a label of at most seven letters.
    pub notes: Vec<(&'static str, String)>,
    /// How the values were found.
    pub method: String,
}

/// Part of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A count.
    Number(u64),
    /// Anything else, including squares.
    Text(String),
}

/// A move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedMove {
    /// The move.
    pub text: String,
    /// Its value for the player who makes it.
    pub value: ValueKind,
    /// Whether it keeps the value of the position.
    pub optimal: bool,
}

/// A move of a line of best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedPly {
    /// The side that makes it.
    pub side: Side,
    /// The move.
    pub text: String,
    /// Whether it takes a piece of the other side.
    pub captures: bool,
    /// The points that it gains.
    pub gain: i64,
}

/// Limits on the length of the lists of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// The maximum number of moves.
    pub moves: usize,
    /// The maximum number of plies of the line.
    pub line: usize,
}

impl Caps {
    /// Short lists, for reading on a terminal.
    pub const SHORT: Self = Self { moves: 20, line: 40 };
    /// Complete lists, except for games whose lists are too long to wait for.
    pub const ALL: Self = Self { moves: 1_000_000, line: 1_000_000 };
}
