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
        // If both knights are on one square, the one that moved there last has captured the other.
        let captured = at.is_capture().then_some(case.to_move());
        let sides = Side::ALL.into_iter().filter(|&side| Some(side) != captured);
        let mut marks: Vec<Mark> =
            sides.map(|side| mark(at.piece(side), Self::LETTERS[side as usize], Tone::Plain)).collect();
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use board_core::{Halt, Record};
    use board_testing::check_move_texts;

    use super::*;

    #[test]
    fn moves_are_parsed_as_they_are_written() {
        for (rows, cols) in [(2, 2), (2, 8), (4, 4), (6, 4)] {
            let board = Board::new(rows, cols).expect("in range");
            let game = Knightmare::new(board).expect("even");
            let squares = (0..=rows + 1).flat_map(|row| (0..=cols + 1).map(move |col| format!("{row},{col}")));
            let texts: Vec<String> =
                squares.chain(["", "1", "1,", "+1,1", "01,1", "1, 1", "x 1,1"].map(str::to_owned)).collect();
            let pairs = board.iter().flat_map(|white| board.iter().map(move |black| (white, black)));
            let starts = pairs.filter_map(|(white, black)| game.start(white, black, Side::First).ok());
            check_move_texts(&KnightmareProblem::default(), starts.map(|at| Record::new(game, at)), &texts);
        }
    }

    #[test]
    fn surveys_without_a_game_or_beyond_the_limits_are_refused() {
        let survey = KnightmareProblem::default().surveys().swap_remove(0);
        let check = |rows, cols, control: Control<'_>| {
            (survey.check)(&KnightmareProblem::default(), Board::new(rows, cols).expect("in range"), &control)
        };
        let hour = Control::new().with_time(Duration::from_secs(3600)).with_memory(1 << 20);
        assert_eq!(check(40, 40, hour), Ok(()));
        let odd = check(8, 7, hour).expect_err("odd");
        assert_eq!(odd.to_string(), "8 x 7: expected an even number of columns, found 7");
        assert!(matches!(check(4, 500, hour), Err(SurveyError::Halt(Halt::TooLarge { .. }))));
        assert!(matches!(check(1000, 1000, hour), Err(SurveyError::Halt(Halt::TooLong { .. }))));
    }
}
