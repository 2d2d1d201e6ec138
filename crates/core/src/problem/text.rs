//! Text in pieces with tones, and how it is laid out.

use std::fmt;

/// How a text is to be laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Columns of the screen: long lines are wrapped, and boards cut, where they do not fit.
    pub width: usize,
    /// Draw the whole board, at any width, up to [`Layout::MAX_DRAWN_SIDE`].
    pub all: bool,
}

impl Layout {
    /// More rows than this are cut, but for [`Layout::all`].
    pub const MAX_ROWS: u32 = 64;
    /// More rows and columns than this are not drawn at all.
    pub const MAX_DRAWN_SIDE: u32 = 1000;
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
