//! The judge's protocol: who plays which side, a move a line.

use std::io::{BufRead, Read, Write};

use board_core::problem::Broken;
use board_core::{Control, Game, Input, InputError, Limits, Oracle, Outcome, Record, Side, Square, analysis};

use crate::problem::KnightmareProblem;
use crate::rules::Knightmare;
use crate::solver::Solver;

/// The most moves that the program may make; then the game is drawn.
pub(crate) const MOST_MOVES: usize = 350;

/// Reads a start, says which side it plays, and plays it until it has won, the game is broken off, or
/// [`MOST_MOVES`] are made.
///
/// It plays the side that wins, or that at least cannot lose, white where that is both; and of the best moves, which win in the
/// fewest plies, the first in the order of moves. The time is that of [`Solver::new`], and of at most 64 values a move.
///
/// # Errors
/// Where a line of the other side is not what the protocol awaits, or is no legal move; where a line cannot be read or
/// written; where a thin board takes more memory than it may.
pub(crate) fn hold(
    problem: &KnightmareProblem,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    control: &Control<'_>,
) -> Result<(), Broken> {
    let mut lines = Lines { input, read: 0 };
    let mut game = lines.start(problem)?;
    let solver = Solver::new(game.game(), control).map_err(Broken::Halt)?;
    let me = played_side(game.to_move(), solver.value(game.position()));
    say(output, name(me))?;
    let mut made = 0;
    while !game.is_over() && made < MOST_MOVES {
        if game.to_move() == me {
            let best = analysis::best_move(game.game(), &solver, game.position()).expect("the game goes on");
            game.play(best.chosen).expect("listed moves are legal");
            say(output, &format!("{} {}", best.chosen.row + 1, best.chosen.col + 1))?;
            made += 1;
        } else {
            let Some(to) = lines.reply(&game)? else { return Ok(()) };
            game.play(to).expect("a legal reply");
        }
    }
    Ok(())
}

/// The side to play from a position of this value: the one that wins, white where nobody does.
pub(crate) fn played_side(to_move: Side, value: Outcome) -> Side {
    match value {
        Outcome::Win(_) => to_move,
        Outcome::Loss(_) => to_move.other(),
        Outcome::Draw => Side::First,
    }
}

/// The judge's name of a side.
pub(crate) fn name(side: Side) -> &'static str {
    match side {
        Side::First => "WHITE",
        Side::Second => "BLACK",
    }
}

/// Writes a line and flushes it, as the judge waits for it.
fn say(output: &mut dyn Write, line: &str) -> Result<(), Broken> {
    output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush()).map_err(Broken::Write)
}

/// What the judge says, line by line.
struct Lines<'a> {
    input: &'a mut dyn BufRead,
    read: usize,
}

impl Lines<'_> {
    /// The most bytes of a line, and of a start: nothing that the protocol knows is so long.
    const LONGEST: usize = 1 << 16;

    /// Adds the next line to `text`; `false` at the end of the input.
    fn next(&mut self, text: &mut Vec<u8>) -> Result<bool, Broken> {
        let room = Self::LONGEST.saturating_sub(text.len());
        let read = (&mut *self.input).take(room as u64).read_until(b'\n', text).map_err(Broken::Read)?;
        if read == room && (room == 0 || text.last() != Some(&b'\n')) {
            let long = Input::new(b"", Limits::Ours).after_lines(self.read);
            let message = format!("more than {} bytes stand here, a line or a start is shorter", Self::LONGEST - 1);
            return Err(Broken::Input(long.error_here(message)));
        }
        self.read += usize::from(read > 0);
        Ok(read > 0)
    }

    /// Reads the start, which may be spread over more lines or fewer than the two that the judge writes.
    fn start(&mut self, problem: &KnightmareProblem) -> Result<Record<Knightmare>, Broken> {
        let mut text = Vec::new();
        let mut blank_lines = 0;
        loop {
            let before = text.len();
            let goes_on = self.next(&mut text)?;
            if goes_on && Input::new(&text[before..], Limits::Ours).is_done() {
                // An empty line says nothing; within a start it is kept, for the place of a fault.
                if before == 0 {
                    text.clear();
                    blank_lines = self.read;
                }
                continue;
            }
            let mut input = Input::new(&text, Limits::Ours).after_lines(blank_lines);
            match problem.read_case(&mut input) {
                Ok(_) if !input.is_done() => {
                    return Err(Broken::Input(input.error_here("only the start is awaited, more stands here")));
                }
                Ok(case) => return Ok(case),
                Err(error) if goes_on && is_at_the_end(&error, input) => {}
                Err(error) => return Err(Broken::Input(error)),
            }
        }
    }

    /// Reads the other side's move; `None` where the game is broken off.
    fn reply(&mut self, game: &Record<Knightmare>) -> Result<Option<Square>, Broken> {
        let mut text = Vec::new();
        // An empty line says nothing.
        while Input::new(&text, Limits::Ours).is_done() {
            text.clear();
            if !self.next(&mut text)? {
                return Ok(None);
            }
        }
        let line = text.strip_suffix(b"\n").unwrap_or(&text);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut input = Input::new(line, Limits::Ours).after_lines(self.read - 1).as_line();
        if gives_up(input.clone()) { Ok(None) } else { read_move(&mut input, game).map(Some).map_err(Broken::Input) }
    }
}

/// Whether an error is that more was awaited.
fn is_at_the_end(error: &InputError, mut input: Input<'_>) -> bool {
    let end = if input.is_done() { Some(input.error_here("")) } else { None };
    end.is_some_and(|end| (end.line(), end.column()) == (error.line(), error.column()))
}

/// Whether the judge says that the game is lost, or that a move was against the rules.
fn gives_up(mut input: Input<'_>) -> bool {
    let mut minus_one = || input.word().is_some_and(|word| word.bytes() == b"-1");
    minus_one() && minus_one() && input.is_done()
}

/// A line with a legal move.
fn read_move(input: &mut Input<'_>, game: &Record<Knightmare>) -> Result<Square, InputError> {
    let (rules, at) = (game.game(), game.position());
    let (word, to) = input.square(rules.board())?;
    if !input.is_done() {
        return Err(input.error_here("only a row and a column are awaited, more stands here"));
    }
    if rules.is_legal(at, to) {
        Ok(to)
    } else {
        let from = at.piece(at.to_move());
        Err(input.error(word, format!("{to} is not a knight's move from {from}")))
    }
}
