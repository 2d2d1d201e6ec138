//! The judge's problem: its input and its answers.

use std::fmt;

use board_core::problem::CaseOf;
use board_core::{Board, Input, InputError, Outcome, Problem, Record, Side};

use crate::rules::Chase;
use crate::solver::Solver;

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
    type Solver = Solver;

    const NAME: &'static str = "chase";
    const ABOUT: &'static str = "Solves chase exactly: a white piece that goes one square and a black one that goes one or \
                                 two hunt each other on a board (CQOI 2013, Luogu P4576). Says who wins and in how many plies.";
    const FORM: &'static str =
        "n x1 y1 x2 y2: the board has n x n squares, white is on row x1, column y1, black on row x2, column y2";
    const EXAMPLE: &'static str = "4 1 2 1 4";
    const SIDES: [&'static str; 2] = ["white", "black"];

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<CaseOf<Self>>, InputError> {
        input.cases(|input| self.read_case(input))
    }

    fn answer(&self, _number: usize, case: &CaseOf<Self>, value: Outcome) -> impl fmt::Display {
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

    fn input(&self, cases: &[CaseOf<Self>]) -> String {
        let line = |case: &Record<Chase>| {
            let board = case.game().board();
            let [white, black] = [case.position().white(), case.position().black()]
                .map(|square| format!("{} {}", square.row + 1, square.col + 1));
            if board.is_square() { format!("{} {white} {black}\n", board.rows()) } else { format!("{white} {black}\n") }
        };
        cases.iter().map(line).collect()
    }
}
