//! Text in pieces with tones, and its layout.

use std::fmt;

/// How a text is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The width in columns: long lines are wrapped and boards are cut if they do not fit.
    pub width: usize,
    /// Draw the whole board, at any width, up to [`Layout::MAX_DRAWN_SIDE`].
    pub all: bool,
}

impl Layout {
    /// Boards with more rows than this are cut, unless [`Layout::all`] is set.
    pub const MAX_ROWS: u32 = 64;
    /// Boards with more rows or columns than this are not drawn at all.
    pub const MAX_DRAWN_SIDE: u32 = 1000;
}

/// The meaning of a piece of text; a terminal or a page chooses a colour for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Without a special meaning.
    Plain,
    /// Good for the player in question.
    Won,
    /// Neither good nor bad.
    Drawn,
    /// Bad for the player in question.
    Lost,
    /// Less important.
    Faint,
}

/// Text in pieces, each with its tone; `Display` writes it without colours. Lines end with `
/// `.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text {
    pieces: Vec<(Tone, String)>,
}

impl Text {
    /// The pieces, in order.
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
