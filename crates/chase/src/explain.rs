//! How positions are shown and explained.

use board_core::problem::{CaseOf, Column, Content, Field, Mark, Picture, Survey, SurveyError, Tone};
use board_core::{Board, Control, Explain, Game, Square};

use crate::problem::ChaseProblem;
use crate::rules::{Chase, Position};
use crate::solver::Solver;
use crate::summary::Summary;

impl Explain for ChaseProblem {
    const LETTERS: [&'static str; 2] = ["W", "B"];

    fn title(&self, case: &CaseOf<Self>) -> String {
        case.game().board().title()
    }

    fn fields(&self, case: &CaseOf<Self>) -> Vec<(&'static str, Field)> {
        let board = case.game().board();
        vec![
            ("rows", Field::Number(board.rows().into())),
            ("cols", Field::Number(board.cols().into())),
            ("white", Field::Text(case.position().white().to_string())),
            ("black", Field::Text(case.position().black().to_string())),
        ]
    }

    fn picture(&self, case: &CaseOf<Self>, _solver: &Solver) -> Option<Picture> {
        let [white, black] = Self::LETTERS;
        let marks = [(case.position().white(), white), (case.position().black(), black)].map(|(square, letter)| Mark {
            square,
            text: letter.to_owned(),
            tone: Tone::Plain,
        });
        Some(Picture { board: case.game().board(), marks: marks.into(), lines: None, legend: None })
    }

    fn method(&self, _case: &CaseOf<Self>, _solver: &Solver) -> String {
        "retrograde analysis of the whole board".to_owned()
    }

    fn move_text(&self, _case: &CaseOf<Self>, to: Square) -> String {
        to.to_string()
    }

    fn captures(&self, game: &Chase, at: &Position, to: Square) -> bool {
        game.end(&game.play(at, to).to).is_some()
    }

    fn surveys(&self) -> Vec<Survey<Self>> {
        const COLUMNS: &[Column] = &[
            Column { heading: "starts", width: 10 },
            Column { heading: "white wins", width: 10 },
            Column { heading: "black wins", width: 10 },
            Column { heading: "draws", width: 5 },
            Column { heading: "longest", width: 7 },
            Column { heading: "that long", width: 9 },
            Column { heading: "for example", width: 11 },
        ];
        vec![Survey {
            name: "starts",
            about: "Count the starts of each board by result, and find the longest games",
            check: |_, board, control| Ok(Summary::check(&Chase::new(board), control)?),
            content: Content::Row { columns: COLUMNS, row: survey },
        }]
    }
}

/// The counts of the starts of a board.
fn survey(_problem: &ChaseProblem, board: Board, control: &Control<'_>) -> Result<Vec<String>, SurveyError> {
    let Summary { white, black, draws, longest, longest_starts, example } = Summary::new(&Chase::new(board), control)?;
    let counts = [white + black + draws, white, black, draws, longest, longest_starts];
    let example = example.map_or_else(String::new, |at| format!("W {} B {}", at.white(), at.black()));
    Ok(counts.iter().map(u64::to_string).chain([example]).collect())
}
