//! The judge's problem: its input, its answers, and how positions are shown.

use std::fmt;

use board_core::judging::Judging;
use board_core::problem::Survey;
use board_core::report::{Field, Tone};
use board_core::{
    Board, Control, Game, Halt, Input, InputError, Mark, Outcome, Picture, Problem, Record, Side, Square,
};

use crate::judging::JUDGING;
use crate::rules::{Chase, Position};
use crate::solver::{Table, outcomes};
use crate::summary::Summary;

/// CQOI 2013, 棋盘游戏 (Luogu P4576): who wins, and in how many plies?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct ChaseProblem {
    /// The board of all cases, which then are `x1 y1 x2 y2` alone
    #[cfg_attr(feature = "cli", arg(long, value_name = "ROWSxCOLS"))]
    pub board: Option<Board>,
}

impl ChaseProblem {
    pub(crate) const ORIGINAL_SIDES: std::ops::RangeInclusive<u32> = 2..=20;

    fn read_case(&self, input: &mut Input<'_>) -> Result<Record<Chase>, InputError> {
        let board = if let Some(board) = self.board {
            input.original_rule(board.is_square() && Self::ORIGINAL_SIDES.contains(&board.rows()), || {
                format!("the board of {} squares is not one of the original, n x n with n in 2..=20", board.title())
            })?;
            board
        } else {
            let n = input.limited("n", 2..=Board::MAX_SIDE, Self::ORIGINAL_SIDES)?;
            Board::new(n.value, n.value).expect("at least 2")
        };
        let (_, white) = input.square(board)?;
        let (word, black) = input.square(board)?;
        let game = Chase::new(board);
        let start = game.position(white, black, Side::First).map_err(|error| input.error(word, error.to_string()))?;
        Ok(Record::new(game, start))
    }
}

impl Problem for ChaseProblem {
    type Game = Chase;
    type Oracle = Table;

    const NAME: &'static str = "chase";
    const ABOUT: &'static str = "Solves chase exactly: a white piece that goes one square and a black one that goes one or \
                                 two hunt each other on a board (CQOI 2013, Luogu P4576). Says who wins and in how many plies.";
    const FORM: &'static str =
        "n x1 y1 x2 y2: the board has n x n squares, white is on row x1, column y1, black on row x2, column y2";
    const EXAMPLE: &'static str = "4 1 2 1 4";
    const SIDES: [&'static str; 2] = ["white", "black"];
    const LETTERS: [&'static str; 2] = ["W", "B"];

    const SURVEY: Option<Survey<Self>> = Some(Survey {
        about: "Count the starts of whole boards by result, and tell the longest games",
        columns: &["starts", "white", "black", "draws", "longest", "lasting so", "for one"],
        row: survey,
    });

    const JUDGING: Judging<Self> = JUDGING;

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Record<Chase>>, InputError> {
        input.cases(|input| self.read_case(input))
    }

    fn answer(&self, _number: usize, case: &Record<Chase>, value: Outcome) -> impl fmt::Display {
        let (winner, plies) = match value {
            Outcome::Draw => return "DRAW".to_owned(),
            Outcome::Win(plies) => (case.to_move(), plies),
            Outcome::Loss(plies) => (case.to_move().other(), plies),
        };
        let name = match winner {
            Side::First => "WHITE",
            Side::Second => "BLACK",
        };
        format!("{name} {plies}")
    }

    fn oracle(&self, game: &Chase, _positions: &[&Position], control: &Control<'_>) -> Result<Table, Halt> {
        Table::new(game, control)
    }

    fn values(&self, game: &Chase, positions: &[&Position], control: &Control<'_>) -> Result<Vec<Outcome>, Halt> {
        let positions: Vec<Position> = positions.iter().map(|&&at| at).collect();
        outcomes(game, &positions, control)
    }

    fn method(&self, _case: &Record<Chase>) -> String {
        "retrograde analysis of the whole board".to_owned()
    }

    fn input(&self, cases: &[Record<Chase>]) -> String {
        let line = |case: &Record<Chase>| {
            let board = case.game().board();
            let [white, black] = [case.position().white(), case.position().black()]
                .map(|square| format!("{} {}", square.row + 1, square.col + 1));
            if board.is_square() { format!("{} {white} {black}\n", board.rows()) } else { format!("{white} {black}\n") }
        };
        cases.iter().map(line).collect()
    }

    fn title(&self, case: &Record<Chase>) -> String {
        case.game().board().title()
    }

    fn fields(&self, case: &Record<Chase>) -> Vec<(&'static str, Field)> {
        let board = case.game().board();
        vec![
            ("rows", Field::Number(board.rows().into())),
            ("cols", Field::Number(board.cols().into())),
            ("white", Field::Text(case.position().white().to_string())),
            ("black", Field::Text(case.position().black().to_string())),
        ]
    }

    fn picture(&self, case: &Record<Chase>, _oracle: &Table) -> Option<Picture> {
        let [white, black] = Self::LETTERS;
        let marks = [(case.position().white(), white), (case.position().black(), black)].map(|(square, letter)| Mark {
            square,
            text: letter.to_owned(),
            tone: Tone::Plain,
        });
        Some(Picture { board: case.game().board(), marks: marks.into(), lines: None, legend: None })
    }

    fn move_text(&self, _case: &Record<Chase>, to: Square) -> String {
        to.to_string()
    }

    fn captures(&self, game: &Chase, at: &Position, to: Square) -> bool {
        game.end(&game.play(at, to).to).is_some()
    }
}

/// The starts of a board.
fn survey(_problem: &ChaseProblem, board: Board, control: &Control<'_>) -> Result<Vec<String>, Halt> {
    let Summary { white, black, draws, longest, longest_starts, example } = Summary::new(&Chase::new(board), control)?;
    let counts = [white + black + draws, white, black, draws, longest, longest_starts];
    let example = example.map_or_else(String::new, |at| format!("W {} B {}", at.white(), at.black()));
    Ok(counts.iter().map(u64::to_string).chain([example]).collect())
}
