//! Reports on the positions of the judge's problem.

use board_core::problem::{Field, Mark, Picture, Survey, Tone};
use board_core::{Board, Explain, Game, Oracle, Outcome, Record, Side, Square};

use crate::problem::{BoProblem, size};
use crate::rules::{Bo, Distance, Piece, Position};
use crate::solver::Solver;
use crate::survey;

/// Returns the row and column, from 1, of the square at this distance from the target.
fn square(case: &Record<Bo>, distance: Distance) -> (u64, u64) {
    let start = case.start().distance();
    (start.down.saturating_sub(distance.down) + 1, start.right.saturating_sub(distance.right) + 1)
}

impl Explain for BoProblem {
    const LETTERS: [&'static str; 2] = ["B", "G"];

    fn title(&self, case: &Record<Bo>) -> String {
        let (rows, cols) = size(case);
        format!("{} on {rows} x {cols}", case.game().piece())
    }

    fn fields(&self, case: &Record<Bo>) -> Vec<(&'static str, Field)> {
        let (rows, cols) = size(case);
        let (row, col) = square(case, case.position().distance());
        vec![
            ("piece", Field::Text(case.game().piece().to_string())),
            ("rows", Field::Number(rows)),
            ("cols", Field::Number(cols)),
            ("square", Field::Text(format!("{row},{col}"))),
        ]
    }

    /// A map of the board, with the result of each square for the player who moves from it. `None` for boards of more
    /// than [`BoProblem::MAX_PICTURE_SIDE`] rows or columns.
    fn picture(&self, case: &Record<Bo>, solver: &Solver) -> Option<Picture> {
        let (rows, cols) = size(case);
        if rows.max(cols) > Self::MAX_PICTURE_SIDE {
            return None;
        }
        let board = Board::new(u32::try_from(rows).ok()?, u32::try_from(cols).ok()?).ok()?;
        let mark = |square: Square| {
            let distance = Distance { down: rows - 1 - u64::from(square.row), right: cols - 1 - u64::from(square.col) };
            let (text, tone) = match solver.value(&Position::new(distance, Side::First).ok()?) {
                Outcome::Win(_) => ("W", Tone::Won),
                Outcome::Draw => ("D", Tone::Drawn),
                Outcome::Loss(_) => ("L", Tone::Lost),
            };
            Some(Mark { square, text: text.to_owned(), tone })
        };
        let piece = case.game().piece();
        let (row, col) = square(case, case.position().distance());
        let draws = if piece == Piece::Knight { "draws from D, " } else { "" };
        let legend = format!("the player to move wins from W, {draws}loses from L; the {piece} is on {row},{col}");
        let mut marks: Vec<Mark> = board.iter().filter_map(mark).collect();
        // If the board does not fit, the part around the first mark is drawn.
        marks.sort_by_key(|mark| (u64::from(mark.square.row) + 1, u64::from(mark.square.col) + 1) != (row, col));
        Some(Picture { board, marks, lines: None, legend: Some(legend) })
    }

    fn move_text(&self, case: &Record<Bo>, chosen: Distance) -> String {
        let (row, col) = square(case, chosen);
        format!("{row},{col}")
    }

    /// Does not list the moves, of which there can be 2^64.
    fn parse_move(&self, case: &Record<Bo>, text: &str) -> Option<Distance> {
        let (row, col) = text.split_once(',')?;
        let start = case.start().distance();
        let left = |side: u64, number: &str| side.checked_sub(number.parse::<u64>().ok()?.checked_sub(1)?);
        let chosen = Distance { down: left(start.down, row)?, right: left(start.right, col)? };
        let is_legal = case.game().is_legal(case.position(), chosen);
        (is_legal && self.move_text(case, chosen) == text).then_some(chosen)
    }

    fn method(&self, _case: &Record<Bo>, solver: &Solver) -> String {
        let method = match solver.piece() {
            Piece::King => "closed form: lost if both distances to the corner are even",
            Piece::Rook => "closed form of Nim with two heaps: lost if both distances to the corner are equal",
            Piece::Knight => "closed form: lost if both distances to the corner are the same multiple of 3",
            Piece::Queen => "closed form of Wythoff's game",
        };
        method.to_owned()
    }

    fn surveys(&self) -> Vec<Survey<Self>> {
        survey::surveys()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use board_core::problem::{Caps, Layout, Report, SurveyError, report};
    use board_core::{Control, Halt, Input, Limits, Problem};
    use board_testing::{check_move_texts, solved};

    use super::*;

    fn case(text: &str) -> Record<Bo> {
        let cases = BoProblem::default().read(&mut Input::new(text.as_bytes(), Limits::Ours));
        cases.expect("valid input").swap_remove(0)
    }

    fn solver(case: &Record<Bo>) -> Solver {
        solved(case.game(), &[*case.position()])
    }

    fn reported(text: &str) -> Report {
        let case = case(text);
        report(&BoProblem::default(), &case, &solver(&case), Caps::SHORT)
    }

    #[test]
    fn a_case_can_continue_after_its_start() {
        let mut case = case("1 4 3 4");
        case.play(Distance { down: 1, right: 2 }).expect("one square diagonally");
        let solver = solver(&case);
        let problem = BoProblem::default();
        assert_eq!(problem.answer(1, &case, solver.value(case.position())).to_string(), "B");
        assert_eq!(problem.title(&case), "queen on 3 x 4");
        assert_eq!(problem.input_text(&case), "1 4 3 4");
        assert_eq!(problem.fields(&case)[3], ("square", Field::Text("2,2".to_owned())));
        let picture = problem.picture(&case, &solver).expect("small");
        assert_eq!((picture.marks.len(), picture.marks[0].square), (12, Square::new(1, 1)));
    }

    #[test]
    fn a_report_shows_the_map_of_a_small_board() {
        let text = reported("1 3 4 5").text(&Layout::new(80)).to_string();
        let shown = "\
bo, knight on 4 x 5, B to move

     1 2 3 4 5
  1  D L D D D
  2  D D D W D
  3  D D W D D
  4  D D D D L

     the player to move wins from W, draws from D, loses from L; the knight is on 1,1

value   drawn
moves   2,3   draws   best
        3,2   draws   best
line    B 2,3  G 3,5
known   closed form: lost if both distances to the corner are the same multiple of 3
";
        assert_eq!(text, shown);
    }

    #[test]
    fn moves_are_parsed_as_they_are_written() {
        for (piece, (rows, cols)) in
            Piece::ALL.into_iter().flat_map(|piece| [(1, 1), (1, 6), (5, 4), (6, 6)].map(|size| (piece, size)))
        {
            let start = Position::start(rows, cols).expect("in range");
            let squares = (0..=rows + 1).flat_map(|row| (0..=cols + 1).map(move |col| format!("{row},{col}")));
            let others = ["", ",", "2", "2,", "2,2,2", "+2,2", "02,2", "2, 2", "-1,2", "2;2", "18446744073709551615,1"];
            let texts: Vec<String> = squares.chain(others.map(str::to_owned)).collect();
            check_move_texts(&BoProblem::default(), [Record::new(Bo::new(piece), start)], &texts);
        }
        // The largest board has too many moves to list.
        let large = case("1 4 9223372036854775808 9223372036854775808");
        let parse = |text: &str| BoProblem::default().parse_move(&large, text);
        assert_eq!(parse("9223372036854775808,9223372036854775808"), Some(Distance { down: 0, right: 0 }));
        assert_eq!(parse("9223372036854775808,9223372036854775807"), None);
        assert_eq!(parse("9223372036854775809,9223372036854775809"), None);
    }

    #[test]
    fn surveys_that_take_too_long_are_refused() {
        let surveys = BoProblem::default().surveys();
        let check = |side| {
            let control = Control::new().with_time(Duration::from_secs(3600));
            let board = Board::new(side, side).expect("in range");
            surveys.iter().map(|survey| (survey.check)(&BoProblem::default(), board, &control)).collect::<Vec<_>>()
        };
        assert!(check(100_000).iter().all(Result::is_ok));
        for refused in check(u32::MAX) {
            assert!(matches!(refused, Err(SurveyError::Halt(Halt::TooLong { .. }))), "{refused:?}");
        }
    }

    #[test]
    fn a_report_of_a_huge_board_is_short() {
        let report = reported("1 2 9223372036854775808 9223372036854775807");
        assert_eq!(report.picture, None);
        assert_eq!(report.moves_total, (1 << 64) - 3);
        assert_eq!(report.moves.len(), 1);
        assert_eq!(report.moves[0].text, "2,1");
        assert_eq!(report.line.len(), Caps::SHORT.line);
        assert_eq!(report.line_total, Some(u64::MAX - 2));
    }
}
