//! What both ends of the judge's protocol share: its limits, its names, and the form of a start and of a move.

use std::ops::RangeInclusive;

use board_core::problem::Word;
use board_core::{Board, Game, Input, InputError, Outcome, Record, Side, Square};

use crate::rules::{Knightmare, StartError};

/// The maximum number of moves of the program; then the game is drawn.
pub(crate) const MAX_MOVES: usize = 350;
/// The maximum number of rows and of columns of an input.
pub(crate) const MAX_SIDE: u32 = 1_000_000_000;
/// The range of rows and columns in the original.
pub(crate) const ORIGINAL_SIDES: RangeInclusive<u32> = 6..=1000;

/// The judge's name of a side.
pub(crate) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "WHITE",
        Side::Second => "BLACK",
    }
}

/// The side to play from a position of this value: the one that wins, white if neither does.
pub(crate) const fn played_side(to_move: Side, value: Outcome) -> Side {
    match value {
        Outcome::Win(_) => to_move,
        Outcome::Loss(_) => to_move.other(),
        Outcome::Draw => Side::First,
    }
}

/// Reads a start with this side to move.
pub(crate) fn read_start(input: &mut Input<'_>, to_move: Side) -> Result<Record<Knightmare>, InputError> {
    let mut side = |what| {
        let side = input.limited(what, 2..=MAX_SIDE, ORIGINAL_SIDES)?;
        if side.value % 2 == 1 {
            let message = format!("{what} = {} is odd, expected an even number", side.value);
            return Err(input.error(side.word(), message));
        }
        Ok(side.value)
    };
    let (rows, cols) = (side("n")?, side("m")?);
    let game = Knightmare::new(Board::new(rows, cols).expect("at least 2")).expect("both even");
    let (white_word, white) = input.square(game.board())?;
    let (black_word, black) = input.square(game.board())?;
    let start = game.start(white, black, to_move).map_err(|error| {
        let word = match error {
            StartError::OnOwnTarget { side: Side::First, .. } => white_word,
            _ => black_word,
        };
        input.error(word, error.to_string())
    })?;
    Ok(Record::new(game, start))
}

/// A start as the judge writes it, in two lines.
pub(crate) fn start_text(case: &Record<Knightmare>) -> String {
    let (board, at) = (case.game().board(), case.position());
    format!("{} {}\n{} {}\n", board.rows(), board.cols(), move_text(at.white()), move_text(at.black()))
}

/// The line of a move.
pub(crate) fn move_text(to: Square) -> String {
    format!("{} {}", to.row + 1, to.col + 1)
}

/// Why a line is not a legal move.
pub(crate) enum MoveError<'a> {
    /// It is not the row and the column of a square of the board.
    NoSquare(InputError),
    /// The knight cannot go to this square; the word is the row.
    Illegal(Word<'a>, Square),
}

impl From<InputError> for MoveError<'_> {
    fn from(error: InputError) -> Self {
        Self::NoSquare(error)
    }
}

/// Reads the line of a move that is legal in the game's position.
pub(crate) fn read_move<'a>(line: &mut Input<'a>, game: &Record<Knightmare>) -> Result<Square, MoveError<'a>> {
    let (word, to) = line.square(game.game().board())?;
    line.end_after("the move")?;
    if game.game().is_legal(game.position(), to) { Ok(to) } else { Err(MoveError::Illegal(word, to)) }
}

/// What is wrong with a move that the knight to move cannot make.
pub(crate) fn illegal_text(game: &Record<Knightmare>, to: Square) -> String {
    format!("{to} is not a knight's move from {}", game.position().piece(game.to_move()))
}
