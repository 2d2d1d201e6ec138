//! How positions are shown, and counts of whole boards.

use board_core::problem::{Column, Content, Field, Mark, Picture, Survey, SurveyError, Tone};
use board_core::{Board, Control, Explain, Game, Problem, Record, Side, Square};

use crate::distance::distance;
use crate::problem::KnightmareProblem;
use crate::rules::{Knightmare, Position};
use crate::solver::Solver;
use crate::survey::{Tally, tally};

impl Explain for KnightmareProblem {
    const LETTERS: [&'static str; 2] = ["W", "B"];

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

    fn picture(&self, case: &Record<Knightmare>, _solver: &Solver) -> Option<Picture> {
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

    fn method(&self, _case: &Record<Knightmare>, solver: &Solver) -> String {
        solver.method().to_owned()
    }

    fn captures(&self, game: &Knightmare, at: &Position, to: Square) -> bool {
        let after = game.play(at, to).to;
        after.is_capture()
    }

    /// The distances that decide the race.
    fn notes(&self, case: &Record<Knightmare>, _solver: &Solver) -> Vec<(&'static str, String)> {
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

    fn surveys(&self) -> Vec<Survey<Self>> {
        const COLUMNS: &[Column] = &[
            Column { heading: "white wins", width: 10 },
            Column { heading: "black wins", width: 10 },
            Column { heading: "draws", width: 5 },
            Column { heading: "longest white", width: 13 },
            Column { heading: "longest black", width: 13 },
        ];
        vec![Survey {
            name: "starts",
            about: "Count the starts of each board by winner, and find the longest wins",
            check: |_, board, control| Ok(Tally::check(&game(board)?, control)?),
            content: Content::Row { columns: COLUMNS, row: survey },
        }]
    }
}

fn game(board: Board) -> Result<Knightmare, SurveyError> {
    Knightmare::new(board).map_err(|error| SurveyError::NoGame(format!("{}: {error}", board.title())))
}

fn survey(_problem: &KnightmareProblem, board: Board, control: &Control<'_>) -> Result<Vec<String>, SurveyError> {
    let tally = tally(&game(board)?, control)?;
    let [white, black] = tally.wins;
    let [longest_white, longest_black] = tally.longest;
    Ok([white, black, tally.draws, longest_white, longest_black].map(|count| count.to_string()).into())
}
