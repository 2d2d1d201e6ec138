//! The program's part of the judge's protocol.

use std::io::{BufRead, Read, Write};

use board_core::problem::Broken;
use board_core::{Control, Input, InputError, Limits, Oracle, Record, Side, Solve, Square, analysis};

use crate::protocol::{MAX_MOVES, MoveError, illegal_text, move_text, name, played_side, read_move, read_start};
use crate::rules::Knightmare;
use crate::solver::Solver;

/// Reads a start, names the side that it plays, and plays it until it has won, the judge ends the game, or
/// [`MAX_MOVES`] are made.
///
/// It plays a side that wins or, if neither does, white. Among the best moves, which win in the fewest plies, it makes
/// the first in the order of moves. Costs a [`Solver`], and at most 64 values per move.
///
/// # Errors
/// If a line of the other side is not allowed by the protocol or is not a legal move; if a line cannot be read or
/// written; or if a thin board needs more memory than allowed.
pub(crate) fn converse(
    to_move: Side,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    control: &Control<'_>,
) -> Result<(), Broken> {
    let mut lines = Lines { input, read: 0 };
    let mut game = lines.start(to_move)?;
    let solver = Solver::new(game.game(), &[*game.position()], control)?;
    let me = played_side(game.to_move(), solver.value(game.position()));
    send(output, name(me))?;
    let mut made = 0;
    while !game.is_over() && made < MAX_MOVES {
        if game.to_move() == me {
            let best = analysis::best_move(game.game(), &solver, game.position()).expect("the game goes on");
            game.play(best.chosen).expect("listed moves are legal");
            send(output, &move_text(best.chosen))?;
            made += 1;
        } else {
            let Some(to) = lines.reply(&game)? else { return Ok(()) };
            game.play(to).expect("a legal reply");
        }
    }
    Ok(())
}

/// Writes a line and flushes it, since the judge waits for it.
fn send(output: &mut dyn Write, line: &str) -> Result<(), Broken> {
    output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush()).map_err(Broken::Write)
}

/// The lines of the judge.
struct Lines<'a> {
    input: &'a mut dyn BufRead,
    read: usize,
}

impl Lines<'_> {
    /// The maximum number of bytes of a line, and of a start; the protocol has nothing of this length.
    const MAX_BYTES: usize = 1 << 16;

    /// Appends the next line to `text`; returns `false` at the end of the input.
    fn next(&mut self, text: &mut Vec<u8>) -> Result<bool, Broken> {
        let room = Self::MAX_BYTES.saturating_sub(text.len());
        let read = (&mut *self.input).take(room as u64).read_until(b'\n', text).map_err(Broken::Read)?;
        if read == room && (room == 0 || text.last() != Some(&b'\n')) {
            let long = Input::new(b"", Limits::Ours).after_lines(self.read);
            let message = format!("line or start is too long (at most {} bytes)", Self::MAX_BYTES - 1);
            return Err(long.error_here(message).into());
        }
        self.read += usize::from(read > 0);
        Ok(read > 0)
    }

    /// Reads the start, which may take more or fewer than the two lines that the judge writes.
    fn start(&mut self, to_move: Side) -> Result<Record<Knightmare>, Broken> {
        let mut text = Vec::new();
        let mut blank_lines = 0;
        loop {
            let before = text.len();
            let goes_on = self.next(&mut text)?;
            if goes_on && Input::new(&text[before..], Limits::Ours).is_done() {
                // An empty line has no meaning; within a start it is kept, so that errors have the right line number.
                if before == 0 {
                    text.clear();
                    blank_lines = self.read;
                }
                continue;
            }
            let mut input = Input::new(&text, Limits::Ours).after_lines(blank_lines);
            match read_start(&mut input, to_move) {
                Ok(case) => {
                    input.end_after("the start")?;
                    return Ok(case);
                }
                Err(error) if goes_on && is_at_the_end(&error, input) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads the other side's move; `None` if the judge ends the game.
    fn reply(&mut self, game: &Record<Knightmare>) -> Result<Option<Square>, Broken> {
        let mut text = Vec::new();
        // An empty line has no meaning.
        while Input::new(&text, Limits::Ours).is_done() {
            text.clear();
            if !self.next(&mut text)? {
                return Ok(None);
            }
        }
        let line = text.strip_suffix(b"\n").unwrap_or(&text);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut input = Input::new(line, Limits::Ours).after_lines(self.read - 1).as_line();
        if gives_up(input.clone()) {
            return Ok(None);
        }
        match read_move(&mut input, game) {
            Ok(to) => Ok(Some(to)),
            Err(MoveError::NoSquare(error)) => Err(error.into()),
            Err(MoveError::Illegal(word, to)) => Err(input.error(word, illegal_text(game, to)).into()),
        }
    }
}

/// Whether an error is that the input ends too early.
fn is_at_the_end(error: &InputError, mut input: Input<'_>) -> bool {
    let end = if input.is_done() { Some(input.error_here("")) } else { None };
    end.is_some_and(|end| (end.line(), end.column()) == (error.line(), error.column()))
}

/// Whether the judge's line means that the game is lost, or that a move was illegal.
fn gives_up(mut input: Input<'_>) -> bool {
    let mut minus_one = || input.word().is_some_and(|word| word.bytes() == b"-1");
    minus_one() && minus_one() && input.is_done()
}
