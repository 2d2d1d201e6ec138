//! The judge's problem: its input and its answers.

use std::fmt;

use board_core::problem::{CaseOf, Statement};
use board_core::{Board, Input, InputError, Outcome, Problem, Record, Side};

use crate::rules::Chase;
use crate::solver::Solver;

/// CQOI 2013, 棋盘游戏 (Luogu P4576): who wins, and in how many plies?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct ChaseProblem {
    /// The board of all cases; each case is then x1 y1 x2 y2
    #[cfg_attr(feature = "cli", arg(long, value_name = "ROWSxCOLS"))]
    pub board: Option<Board>,
    /// The side that moves first; in the original it is white
    #[cfg_attr(feature = "cli", arg(long, value_name = "SIDE", default_value = "white", value_parser = board_cli::one_of(Self::SIDES, Side::ALL)))]
    pub to_move: Side,
}

impl Default for ChaseProblem {
    /// Any board, white to move, as in the original.
    fn default() -> Self {
        Self { board: None, to_move: Side::First }
    }
}

impl ChaseProblem {
    pub(crate) const ORIGINAL_SIDES: std::ops::RangeInclusive<u32> = 2..=20;
}

impl Problem for ChaseProblem {
    type Game = Chase;
    type Solver = Solver;

    const NAME: &'static str = "chase";
    const ABOUT: &'static str = "Solves chase (CQOI 2013, Luogu P4576): which of two pieces captures the other, and in how many plies. \
 White moves one square at a time, black one or two.";
    const FORM: &'static str = "n x1 y1 x2 y2: an n x n board, white on row x1, column y1, black on row x2, column y2";
    const EXAMPLE: &'static str = "4 1 2 1 4";
    const SIDES: [&'static str; 2] = ["white", "black"];
    const STATEMENT: Option<Statement> =
        Some(Statement { english: include_str!("../rules.txt"), chinese: include_str!("../rules.zh.txt") });
    const IDS: &'static [&'static str] = &["P4576"];

    fn read_case(&self, input: &mut Input<'_>) -> Result<CaseOf<Self>, InputError> {
        input.original_rule(self.to_move == Side::First, || "white moves first in the original".to_owned())?;
        let board = if let Some(board) = self.board {
            input.original_rule(board.is_square() && Self::ORIGINAL_SIDES.contains(&board.rows()), || {
                format!("a board of {} is outside the original limits (n x n with n in 2..=20)", board.title())
            })?;
            board
        } else {
            let n = input.limited("n", 2..=Board::MAX_SIDE, Self::ORIGINAL_SIDES)?;
            Board::new(n.value, n.value).expect("at least 2")
        };
        let (_, white) = input.square(board)?;
        let (word, black) = input.square(board)?;
        let game = Chase::new(board);
        let start = game.position(white, black, self.to_move).map_err(|error| input.error(word, error.to_string()))?;
        Ok(Record::new(game, start))
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
