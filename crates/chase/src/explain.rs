//! How positions are shown and explained.

use board_core::problem::{CaseOf, Column, Content, Field, Mark, Picture, Survey, SurveyError, Tone};
use board_core::{Board, Control, Explain, Game, Side, Square};

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
        let at = case.position();
        // If both pieces are on one square, the one that moved there last has captured the other.
        let captured = (at.white() == at.black()).then_some(case.to_move());
        let sides = Side::ALL.into_iter().filter(|&side| Some(side) != captured);
        let mark = |side: Side| Mark {
            square: at.piece(side),
            text: Self::LETTERS[side as usize].to_owned(),
            tone: Tone::Plain,
        };
        let marks: Vec<Mark> = sides.map(mark).collect();
        Some(Picture { board: case.game().board(), marks, lines: None, legend: None })
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
            Column { heading: "starts", width: 9 },
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use board_core::{Halt, Record};
    use board_testing::check_move_texts;

    use super::*;
    use crate::testing::{game, positions};

    #[test]
    fn moves_are_parsed_as_they_are_written() {
        for (rows, cols) in [(1, 2), (2, 2), (1, 6), (4, 3)] {
            let game = game(rows, cols);
            let squares = (0..=rows + 1).flat_map(|row| (0..=cols + 1).map(move |col| format!("{row},{col}")));
            let texts: Vec<String> =
                squares.chain(["", "1", "1,", "+1,1", "01,1", "1, 1", "x 1,1"].map(str::to_owned)).collect();
            let starts = positions(game).map(|at| Record::new(game, at));
            assert!(check_move_texts(&ChaseProblem::default(), starts, &texts) >= positions(game).count());
        }
    }

    #[test]
    fn surveys_that_are_too_large_or_take_too_long_are_refused() {
        let survey = ChaseProblem::default().surveys().swap_remove(0);
        let check = |side, control: Control<'_>| {
            (survey.check)(&ChaseProblem::default(), Board::new(side, side).expect("in range"), &control)
        };
        let hour = Control::new().with_time(Duration::from_secs(3600));
        assert_eq!(check(20, hour.with_memory(1 << 20)), Ok(()));
        let too_large = check(100, hour.with_memory(1 << 20));
        assert!(matches!(too_large, Err(SurveyError::Halt(Halt::TooLarge { .. }))), "{too_large:?}");
        let too_long = check(100, Control::new().with_time(Duration::ZERO));
        assert_eq!(too_long, Ok(()), "less than a second");
        let too_long = check(256, Control::new().with_time(Duration::ZERO));
        assert!(matches!(too_long, Err(SurveyError::Halt(Halt::TooLong { .. }))), "{too_long:?}");
    }
}
