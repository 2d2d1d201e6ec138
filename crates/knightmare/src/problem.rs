//! The judge's problem: its input, its answers, and how positions are shown.

use std::fmt;

use board_core::judging::Judging;
use board_core::problem::{Conversation, Survey};
use board_core::report::{Field, Tone};
use board_core::{
    Board, Control, Game, Halt, Input, InputError, Mark, Outcome, Picture, Problem, Record, Side, Square,
};

use crate::conversation::{hold, name, played_side};
use crate::distance::distance;
use crate::judging::JUDGING;
use crate::rules::{Knightmare, Position, StartError};
use crate::solver::Solver;
use crate::survey::tally;

/// Codeforces 1201 E1 and E2: play the side that wins.
///
/// The judge's own programs speak with each other: [`Problem::CONVERSATION`] plays a whole game over a reader and a
/// writer. The answer to a case is the side to play.
///
/// ```
/// use board_core::{Control, Problem};
/// use knightmare::KnightmareProblem;
///
/// let conversation = KnightmareProblem::CONVERSATION.expect("it is interactive");
/// let mut said = Vec::new();
/// let problem = KnightmareProblem::default();
/// (conversation.hold)(&problem, &mut "6 6\n4 4 2 2\n6 3\n".as_bytes(), &mut said, &Control::new())?;
/// assert_eq!(said, b"BLACK\n4 3\n");
/// # Ok::<(), board_core::problem::Broken>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct KnightmareProblem {
    /// Whose turn it is at the start; in the judge's games it is white's
    #[cfg_attr(feature = "cli", arg(long, value_name = "SIDE", default_value = "white", value_parser = side_parser()))]
    pub to_move: Side,
}

impl Default for KnightmareProblem {
    /// White to move, as the judge has it.
    fn default() -> Self {
        Self { to_move: Side::First }
    }
}

#[cfg(feature = "cli")]
fn side_parser() -> impl clap::builder::TypedValueParser<Value = Side> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    let sides = KnightmareProblem::SIDES;
    PossibleValuesParser::new(sides).map(move |side| if side == sides[0] { Side::First } else { Side::Second })
}

impl KnightmareProblem {
    /// The most rows and the most columns of an input.
    pub const MAX_SIDE: u32 = 1_000_000_000;
    /// What the original allows.
    pub(crate) const ORIGINAL_SIDES: std::ops::RangeInclusive<u32> = 6..=1000;

    /// Reads one case.
    pub(crate) fn read_case(&self, input: &mut Input<'_>) -> Result<Record<Knightmare>, InputError> {
        let mut side = |what| {
            let side = input.limited(what, 2..=Self::MAX_SIDE, Self::ORIGINAL_SIDES)?;
            if side.value % 2 == 1 {
                let message = format!("{what} = {} is odd, an even number is awaited", side.value);
                return Err(input.error(side.word(), message));
            }
            Ok(side.value)
        };
        let (rows, cols) = (side("n")?, side("m")?);
        let game = Knightmare::new(Board::new(rows, cols).expect("at least 2")).expect("both even");
        let (white_word, white) = input.square(game.board())?;
        let (black_word, black) = input.square(game.board())?;
        let start = game.start(white, black, self.to_move).map_err(|error| {
            let word = match error {
                StartError::OnOwnTarget { side: Side::First, .. } => white_word,
                _ => black_word,
            };
            input.error(word, error.to_string())
        })?;
        Ok(Record::new(game, start))
    }
}

impl Problem for KnightmareProblem {
    type Game = Knightmare;
    type Oracle = Solver;

    const NAME: &'static str = "knightmare";
    const ABOUT: &'static str = "Plays knightmare perfectly: a white and a black knight race for a target each, or catch each \
                                 other (Codeforces 1201 E1 and E2, interactive). Says which side wins, and wins with it.";
    const FORM: &'static str = "n m, then x1 y1 x2 y2: the board has n rows and m columns, both even, white is on row x1, \
                                column y1, black on row x2, column y2; when solving, then the other side's moves, row and \
                                column, a line each";
    const EXAMPLE: &'static str = "8 8\n2 3 1 8";
    const SIDES: [&'static str; 2] = ["white", "black"];
    const LETTERS: [&'static str; 2] = ["W", "B"];

    const SURVEY: Option<Survey<Self>> = Some(Survey {
        about: "Count the starts of whole boards by who wins, with the plies of the longest wins",
        columns: &["white wins", "black wins", "draws", "longest white", "longest black"],
        row: survey,
    });

    const CONVERSATION: Option<Conversation<Self>> = Some(Conversation { hold });

    const JUDGING: Judging<Self> = JUDGING;

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Record<Knightmare>>, InputError> {
        input.cases(|input| self.read_case(input))
    }

    fn answer(&self, _number: usize, case: &Record<Knightmare>, value: Outcome) -> impl fmt::Display {
        name(played_side(case.to_move(), value)).to_owned()
    }

    fn oracle(&self, game: &Knightmare, _positions: &[&Position], control: &Control<'_>) -> Result<Solver, Halt> {
        Solver::new(game, control)
    }

    fn method(&self, case: &Record<Knightmare>) -> String {
        let method = if Solver::memory_needed(case.game().board()) == 0 {
            "closed form of knight distances, equal to retrograde analysis on boards up to 24 x 24"
        } else {
            "retrograde analysis of the whole board"
        };
        method.to_owned()
    }

    fn input(&self, cases: &[Record<Knightmare>]) -> String {
        let lines = |case: &Record<Knightmare>| {
            let board = case.game().board();
            let [white, black] =
                Side::ALL.map(|side| case.position().piece(side)).map(|at| format!("{} {}", at.row + 1, at.col + 1));
            format!("{} {}\n{white} {black}\n", board.rows(), board.cols())
        };
        cases.iter().map(lines).collect()
    }

    fn title(&self, case: &Record<Knightmare>) -> String {
        case.game().board().title()
    }

    fn fields(&self, case: &Record<Knightmare>) -> Vec<(&'static str, Field)> {
        let (game, at) = (case.game(), case.position());
        let square = |square: Square| Field::Text(square.to_string());
        vec![
            ("rows", Field::Number(game.board().rows().into())),
            ("cols", Field::Number(game.board().cols().into())),
            ("white", square(at.white())),
            ("black", square(at.black())),
            ("white_target", square(game.target(Side::First))),
            ("black_target", square(game.target(Side::Second))),
        ]
    }

    fn picture(&self, case: &Record<Knightmare>, _oracle: &Solver) -> Option<Picture> {
        let (game, at) = (case.game(), case.position());
        let mark = |square, text: &str, tone| Mark { square, text: text.to_owned(), tone };
        let mut marks: Vec<Mark> =
            Side::ALL.map(|side| mark(at.piece(side), Self::LETTERS[side as usize], Tone::Plain)).into();
        for (side, letter) in Side::ALL.into_iter().zip(["w", "b"]) {
            let target = game.target(side);
            if ![at.white(), at.black()].contains(&target) {
                marks.push(mark(target, letter, Tone::Faint));
            }
        }
        let [white, black] = Side::ALL.map(|side| game.target(side));
        let legend = format!("w on {white} is white's target, b on {black} is black's");
        Some(Picture { board: game.board(), marks, lines: None, legend: Some(legend) })
    }

    fn move_text(&self, _case: &Record<Knightmare>, to: Square) -> String {
        to.to_string()
    }

    fn captures(&self, game: &Knightmare, at: &Position, to: Square) -> bool {
        let after = game.play(at, to).to;
        after.is_capture()
    }

    /// The distances that decide the race.
    fn notes(&self, case: &Record<Knightmare>, _oracle: &Solver) -> Vec<(&'static str, String)> {
        let (game, at) = (case.game(), case.position());
        if case.is_over() {
            return Vec::new();
        }
        let moves = |side: Side, target: Side| match distance(game.board(), at.piece(side), game.target(target)) {
            Some(1) => "in 1 move".to_owned(),
            Some(moves) => format!("in {moves} moves"),
            None => "never".to_owned(),
        };
        let race = |side: Side| {
            let [name, other] = [side, side.other()].map(|side| Self::SIDES[side as usize]);
            format!("{name} to its target {}, to {other}'s {}", moves(side, side), moves(side, side.other()))
        };
        let [white, black] = Side::ALL.map(race);
        vec![("race", format!("{white};  {black};  only {} can ever capture", Self::SIDES[game.hunter(at) as usize]))]
    }
}

fn survey(_problem: &KnightmareProblem, board: Board, control: &Control<'_>) -> Result<Vec<String>, Halt> {
    let game = Knightmare::new(board).map_err(|error| Halt::NoGame(format!("{}: {error}", board.title())))?;
    let tally = tally(&game, control)?;
    let [white, black] = tally.won;
    let [longest_white, longest_black] = tally.longest;
    Ok([white, black, tally.drawn, longest_white, longest_black].map(|count| count.to_string()).into())
}
