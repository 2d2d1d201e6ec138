//! What is known of a position, as plain data.

use super::picture::Picture;
use crate::game::{Side, ValueKind};

/// What is known of a position: its value, every move with its value, a line of best play, and how it is known.
///
/// [`problem::report`](crate::problem::report) makes it. [`Report::text`] writes it for people; with the feature
/// `json`, `Report::json` writes it for programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The name of the game.
    pub game: &'static str,
    /// The board and whatever else is chosen, in a few words.
    pub title: String,
    /// The position.
    pub picture: Option<Picture>,
    /// The judge's own text for the position.
    pub input: String,
    /// The parts of the position by name.
    pub fields: Vec<(&'static str, Field)>,
    /// The names of the sides.
    pub sides: [&'static str; 2],
    /// The letters that stand for the sides.
    pub letters: [&'static str; 2],
    /// Whose turn it is.
    pub to_move: Side,
    /// The value for the player to move.
    pub value: ValueKind,
    /// The points of either side so far.
    pub score: [i64; 2],
    /// The points of either side after the line of best play.
    pub final_score: [i64; 2],
    /// The moves with their values for the player who makes them, best first; cut by [`Caps::moves`].
    pub moves: Vec<ReportedMove>,
    /// How many legal moves there are.
    pub moves_total: u128,
    /// Best play of both; cut by [`Caps::line`].
    pub line: Vec<ReportedPly>,
    /// The plies of best play to the end of the game; `None` where it is drawn without end, or only after more than
    /// [`MAX_DRAWN_PLIES`](crate::problem::MAX_DRAWN_PLIES).
    pub line_total: Option<u64>,
    /// What else is worth saying, each with a label of at most seven letters.
    pub notes: Vec<(&'static str, String)>,
    /// How the values are known.
    pub method: String,
}

/// Part of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A count.
    Number(u64),
    /// Anything else, squares among them.
    Text(String),
}

/// A move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedMove {
    /// The move.
    pub text: String,
    /// What it is worth to the player who makes it.
    pub value: ValueKind,
    /// Whether it keeps the value of the position.
    pub optimal: bool,
}

/// A move of a line of best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedPly {
    /// Who makes it.
    pub side: Side,
    /// The move.
    pub text: String,
    /// Whether it takes a piece of the other side.
    pub captures: bool,
    /// The points that it gains.
    pub gain: i64,
}

/// How much of long lists a report holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// At most so many moves.
    pub moves: usize,
    /// At most so many plies of the line.
    pub line: usize,
}

impl Caps {
    /// What a person looks at.
    pub const SHORT: Self = Self { moves: 20, line: 40 };
    /// All of it, but for games whose lists have no end worth waiting for.
    pub const ALL: Self = Self { moves: 1_000_000, line: 1_000_000 };
}
