//! How positions are shown.

use std::collections::HashMap;

use board_core::problem::{Field, Mark, Picture, Tone};
use board_core::{Explain, Game, Record, Side, Square};

use crate::problem::RowfillProblem;
use crate::rules::Rowfill;
use crate::solver::Solver;

impl RowfillProblem {
    /// The maximum number of rows, and of columns, of a board that has a picture.
    pub const MAX_PICTURE_SIDE: u32 = 64;

    /// The mark of a stone that was already there at the start.
    const UNKNOWN: &'static str = "#";
}

impl Explain for RowfillProblem {
    const LETTERS: [&'static str; 2] = ["B", "W"];

    fn title(&self, case: &Record<Rowfill>) -> String {
        case.game().board().title()
    }

    fn fields(&self, case: &Record<Rowfill>) -> Vec<(&'static str, Field)> {
        let board = case.game().board();
        let taken: Vec<String> = case.game().rows(case.position()).map(|stones| stones.to_string()).collect();
        vec![
            ("rows", Field::Number(board.rows().into())),
            ("cols", Field::Number(board.cols().into())),
            ("taken", Field::Text(taken.join(","))),
        ]
    }

    /// The gain of each free square, and the owners of the stones on the others. `None` for boards with more than
    /// [`RowfillProblem::MAX_PICTURE_SIDE`] rows or columns.
    fn picture(&self, case: &Record<Rowfill>, _solver: &Solver) -> Option<Picture> {
        let (game, at) = (case.game(), case.position());
        let board = game.board();
        if board.rows().max(board.cols()) > Self::MAX_PICTURE_SIDE {
            return None;
        }
        let mut letters: HashMap<Square, &str> = HashMap::new();
        let mut side = game.to_move(case.start());
        for square in case.moves() {
            letters.insert(square, Self::LETTERS[side as usize]);
            side = side.other();
        }
        let rows: Vec<u32> = game.rows(at).collect();
        let mark = |square: Square| {
            if square.col < rows[square.row as usize] {
                let letter = letters.get(&square).copied().unwrap_or(Self::UNKNOWN);
                return Some(Mark { square, text: letter.to_owned(), tone: Tone::Plain });
            }
            let [black, white] = Side::ALL.map(|side| game.number(side, square));
            let tone = if game.is_legal(at, square) { Tone::Plain } else { Tone::Faint };
            Some(Mark { square, text: format!("{}/{}", black?, white?), tone })
        };
        let mut legend = "A/B: taking a free square gains A for black, B for white".to_owned();
        if rows[0] > 0 {
            legend += "; B and W: stones of black and white";
        }
        if case.start().taken() != game.start().taken() {
            legend += "; #: stones placed before the start";
        }
        Some(Picture { board, marks: board.iter().filter_map(mark).collect(), lines: None, legend: Some(legend) })
    }

    fn move_text(&self, _case: &Record<Rowfill>, square: Square) -> String {
        square.to_string()
    }

    fn method(&self, _case: &Record<Rowfill>, _solver: &Solver) -> String {
        "all positions, backwards from the full board".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use board_core::problem::{Caps, Layout, Report, report};
    use board_core::{Margin, Oracle, Problem, analysis};
    use board_testing::{check_move_texts, parser, solved};

    use super::*;
    use crate::test_games::game;

    fn case(text: &str) -> Record<Rowfill> {
        parser::read_again(&RowfillProblem::default(), text).swap_remove(0)
    }

    fn reported(case: &Record<Rowfill>) -> Report {
        let solver = solved(case.game(), &[case.position().clone()]);
        report(&RowfillProblem::default(), case, &solver, Caps::SHORT)
    }

    #[test]
    fn the_report_of_the_sample() {
        let report = reported(&case(RowfillProblem::EXAMPLE));
        let shown = "\
rowfill, 2 x 3, black to move

       1   2   3
  1  2/3 7/7 3/2
  2  9/2 1/3 2/1

     A/B: taking a free square gains A for black, B for white

value   black gains 2 points more than white (12 to 10)
moves   1,1   +2 points   best
line    B 1,1 +2  W 1,2 +7  B 2,1 +9  W 1,3 +2  B 2,2 +1  W 2,3 +1
known   all positions, backwards from the full board
";
        assert_eq!(report.text(&Layout::new(80)).to_string(), shown);
    }

    #[test]
    fn a_case_can_continue_after_its_start() {
        let problem = RowfillProblem::default();
        let mut case = case(RowfillProblem::EXAMPLE);
        let solver: Solver = solved(case.game(), &[case.position().clone()]);
        let line: Vec<Square> =
            analysis::best_line(case.game(), &solver, case.position()).map(|rated| rated.chosen).collect();
        for square in line {
            let value = solver.value(case.position());
            assert_eq!(problem.answer(1, &case, value).to_string(), "2");
            case.play(square).expect("a legal move");
        }
        assert_eq!(problem.answer(1, &case, Margin(0)).to_string(), "2");
        for _ in 0..3 {
            case.undo();
        }
        assert_eq!(problem.fields(&case)[2], ("taken", Field::Text("2,1".to_owned())));
        assert_eq!(problem.input_text(&case), RowfillProblem::EXAMPLE.replace('\n', " "));
        let text = report(&problem, &case, &solver, Caps::SHORT).text(&Layout::new(80)).to_string();
        let shown = "\
rowfill, 2 x 3, white to move

       1   2   3
  1    B   W 3/2
  2    B 1/3 2/1

     A/B: taking a free square gains A for black, B for white; B and W: stones of black and white

value   white gains 2 points more than black from here on (10 to 12 in total)
";
        assert!(text.starts_with(shown), "{text}");
    }

    #[test]
    fn stones_placed_before_the_start_have_no_owner() {
        let game = case("2 2 1 2 3 4 5 6 7 8").game().clone();
        let start = game.position(&[1, 0]).expect("legal");
        let solver: Solver = solved(&game, slice::from_ref(&start));
        let picture = RowfillProblem::default().picture(&Record::new(game, start), &solver).expect("small");
        let texts: Vec<&str> = picture.marks.iter().map(|mark| mark.text.as_str()).collect();
        assert_eq!(texts, ["#", "2/6", "3/7", "4/8"]);
        assert!(picture.legend.expect("always").ends_with("#: stones placed before the start"));
    }

    #[test]
    fn moves_are_parsed_as_they_are_written() {
        for (rows, cols) in [(1, 1), (1, 4), (4, 1), (3, 4), (4, 3)] {
            let game = game(rows, cols, |_| 1);
            let start = Record::new(game.clone(), game.start());
            let squares = (0..=rows + 1).flat_map(|row| (0..=cols + 1).map(move |col| format!("{row},{col}")));
            let texts: Vec<String> =
                squares.chain(["", "1", "1,", "+1,1", "01,1", "1, 1", "1,1,1"].map(str::to_owned)).collect();
            check_move_texts(&RowfillProblem::default(), [start], &texts);
        }
    }

    #[test]
    fn large_boards_have_no_picture() {
        let case = case(&format!("1 65{}", " 1".repeat(130)));
        let solver: Solver = solved(case.game(), &[case.position().clone()]);
        assert_eq!(RowfillProblem::default().picture(&case, &solver), None);
    }
}
