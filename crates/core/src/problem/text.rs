//! Text in pieces, each with a tone, and its layout.

use std::fmt;

/// How a text is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The width in columns at which long lines are wrapped.
    pub width: usize,
    /// The width in columns at which boards are truncated.
    pub board_width: usize,
    /// Whether to draw the whole board at any width, up to [`Layout::MAX_DRAWN_SIDE`].
    pub all: bool,
    /// Added where something is truncated: how to see everything, for example ` (--all shows everything)`.
    pub hint: &'static str,
}

impl Layout {
    /// A layout that wraps lines and truncates boards at this width.
    #[must_use]
    pub const fn new(width: usize) -> Self {
        Self { width, board_width: width, all: false, hint: "" }
    }

    /// The same layout, with the whole board.
    #[must_use]
    pub const fn with_whole_board(self) -> Self {
        Self { all: true, ..self }
    }

    /// Boards with more rows than this are truncated, unless [`Layout::all`] is set.
    pub const MAX_ROWS: u32 = 64;
    /// Boards with more rows or columns than this are not drawn at all.
    pub const MAX_DRAWN_SIDE: u32 = 1000;
}

/// The meaning of a piece of text, for which a terminal or a web page chooses a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// No special meaning.
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

/// Text in pieces, each with its tone; `Display` writes it without colours. Lines end with `\n`.
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
