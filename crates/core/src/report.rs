//! What is known of a position, as plain data, and as text for people.

use std::fmt;

use crate::{Margin, Outcome, Picture, Side, ValueKind};

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
    /// [`MOST_DRAWN_PLIES`](crate::problem::MOST_DRAWN_PLIES).
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

/// How a text is to be laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Columns of the screen: long lines are wrapped, and boards cut, where they do not fit.
    pub width: usize,
    /// Draw the whole board, at any width, up to [`Layout::MOST_SQUARES_A_SIDE`].
    pub all: bool,
}

impl Layout {
    /// More rows than this are cut, but for [`Layout::all`].
    pub const MOST_ROWS: u32 = 64;
    /// More rows and columns than this are not drawn at all.
    pub const MOST_SQUARES_A_SIDE: u32 = 1000;
}

/// How a piece of text is meant; a terminal or a page chooses a colour for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Good for the player whom it speaks of.
    Won,
    /// Neither.
    Drawn,
    /// Bad for the player whom it speaks of.
    Lost,
    /// Less important.
    Faint,
}

/// Text in pieces, each with its tone; `Display` writes it plain. Lines end with `\n`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text {
    pieces: Vec<(Tone, String)>,
}

impl Text {
    /// The pieces in their order.
    pub fn pieces(&self) -> impl Iterator<Item = (Tone, &str)> {
        self.pieces.iter().map(|(tone, piece)| (*tone, piece.as_str()))
    }

    pub(crate) fn push(&mut self, tone: Tone, piece: String) {
        match self.pieces.last_mut() {
            Some((last, text)) if *last == tone => text.push_str(&piece),
            _ => self.pieces.push((tone, piece)),
        }
    }

    pub(crate) fn plain(&mut self, piece: &str) {
        self.push(Tone::Plain, piece.to_owned());
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|(_, piece)| f.write_str(piece))
    }
}

/// Blanks before what a label has no room for.
const INDENT: usize = 8;

impl Report {
    /// The report for people.
    #[must_use]
    pub fn text(&self, layout: &Layout) -> Text {
        let mut text = Text::default();
        let mover = self.sides[self.to_move as usize];
        text.plain(&format!("{}, {}, {mover} to move\n\n", self.game, self.title));
        if let Some(picture) = &self.picture {
            picture.write(&mut text, layout);
            text.plain("\n");
        }
        text.plain("value   ");
        text.push(tone(self.value), self.value_phrase(mover));
        text.plain("\n");
        self.write_moves(&mut text);
        self.write_line(&mut text, layout.width);
        for (label, note) in &self.notes {
            text.plain(&format!("{label:INDENT$}"));
            write_wrapped(&mut text, layout.width, note.split("  "));
        }
        text.plain(&format!("known   {}\n", self.method));
        text
    }

    fn value_phrase(&self, mover: &str) -> String {
        match self.value {
            ValueKind::Outcome(Outcome::Win(0)) => format!("{mover} has won"),
            ValueKind::Outcome(Outcome::Loss(0)) => format!("{mover} has lost"),
            ValueKind::Outcome(Outcome::Draw) => "drawn".to_owned(),
            value @ ValueKind::Outcome(_) => format!("{mover} {}", phrase(value)),
            ValueKind::Margin(Margin(points)) => {
                let other = self.sides[self.to_move.other() as usize];
                let mine = signed(self.final_score[self.to_move as usize], "");
                let theirs = signed(self.final_score[self.to_move.other() as usize], "");
                let compared = match points {
                    0 => format!("{mover} gains as many points as {other}"),
                    1.. => format!("{mover} gains {} more than {other}", counted(points.unsigned_abs(), "point")),
                    _ => format!("{mover} gains {} less than {other}", counted(points.unsigned_abs(), "point")),
                };
                if self.score == [0; 2] {
                    format!("{compared} ({mine} against {theirs})")
                } else {
                    format!("{compared} from here on ({mine} against {theirs} in all)")
                }
            }
        }
    }

    fn write_moves(&self, text: &mut Text) {
        let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let move_width = width(&mut self.moves.iter().map(|listed| listed.text.chars().count()));
        let value_width = width(&mut self.moves.iter().map(|listed| phrase(listed.value).chars().count()));
        text.plain("moves   ");
        if self.moves_total == 0 {
            text.plain("none, the game is over\n");
        }
        for (number, listed) in self.moves.iter().enumerate() {
            if number > 0 {
                text.plain(&" ".repeat(INDENT));
            }
            text.plain(&format!("{:move_width$}   ", listed.text));
            let phrase = phrase(listed.value);
            if listed.optimal {
                text.push(tone(listed.value), format!("{phrase:value_width$}   best"));
            } else {
                text.push(tone(listed.value), phrase);
            }
            text.plain("\n");
        }
        let more = self.moves_total.saturating_sub(self.moves.len() as u128);
        if more > 0 {
            let plural = if more == 1 { "" } else { "s" };
            let indent = if self.moves.is_empty() { String::new() } else { " ".repeat(INDENT) };
            text.plain(&format!("{indent}… and {} more move{plural}\n", grouped(more)));
        }
    }

    fn write_line(&self, text: &mut Text, width: usize) {
        let mut words: Vec<String> = self.line.iter().map(|ply| self.ply_text(ply)).collect();
        match self.line_total {
            Some(0) => words.push("none, the game is over".to_owned()),
            Some(total) if total > self.line.len() as u64 => {
                words.push(format!("… {} in all", counted(total, "ply")));
            }
            Some(_) => {}
            None => words.push("… and so on".to_owned()),
        }
        text.plain("line    ");
        write_wrapped(text, width, words.iter().map(String::as_str));
    }

    fn ply_text(&self, ply: &ReportedPly) -> String {
        let letter = self.letters[ply.side as usize];
        let takes = if ply.captures { " x" } else { "" };
        let gain = if ply.gain == 0 { String::new() } else { format!(" {}", signed(ply.gain, "+")) };
        format!("{letter}{takes} {}{gain}", ply.text)
    }
}

/// Writes words after a label, two blanks between them, and wraps where they do not fit.
fn write_wrapped<'a>(text: &mut Text, width: usize, words: impl Iterator<Item = &'a str>) {
    let mut column = INDENT;
    for (number, word) in words.enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 2 + length > width {
            text.plain(&format!("\n{}", " ".repeat(INDENT)));
            column = INDENT;
        } else if number > 0 {
            text.plain("  ");
            column += 2;
        }
        text.plain(word);
        column += length;
    }
    text.plain("\n");
}

fn tone(value: ValueKind) -> Tone {
    match value {
        ValueKind::Outcome(Outcome::Win(_)) | ValueKind::Margin(Margin(1..)) => Tone::Won,
        ValueKind::Outcome(Outcome::Draw) | ValueKind::Margin(Margin(0)) => Tone::Drawn,
        ValueKind::Outcome(Outcome::Loss(_)) | ValueKind::Margin(_) => Tone::Lost,
    }
}

/// What a move of this value does.
fn phrase(value: ValueKind) -> String {
    match value {
        ValueKind::Outcome(Outcome::Win(plies)) => format!("wins in {}", counted(plies, "ply")),
        ValueKind::Outcome(Outcome::Loss(plies)) => format!("loses in {}", counted(plies, "ply")),
        ValueKind::Outcome(Outcome::Draw) => "draws".to_owned(),
        ValueKind::Margin(Margin(points)) => {
            let plural = if points.unsigned_abs() == 1 { "" } else { "s" };
            let plus = if points > 0 { "+" } else { "" };
            format!("{} point{plural}", signed(points, plus))
        }
    }
}

fn counted(count: u64, noun: &str) -> String {
    let plural = match (count, noun) {
        (1, _) => noun.to_owned(),
        (_, "ply") => "plies".to_owned(),
        _ => format!("{noun}s"),
    };
    format!("{} {plural}", grouped(count.into()))
}

/// A number with its digits in groups, and `plus` before it where it is not negative.
fn signed(number: i64, plus: &str) -> String {
    let sign = if number < 0 { "-" } else { plus };
    format!("{sign}{}", grouped(number.unsigned_abs().into()))
}

/// Digits in groups of three: `1,304`.
pub(crate) fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
