//! The judge's problem: its input, its answers, and how positions are shown.

use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;

use board_core::judging::Judging;
use board_core::report::{Field, Tone};
use board_core::{Board, Control, Game, Halt, Input, InputError, Margin, Mark, Picture, Problem, Record, Side, Square};

use crate::judging::JUDGING;
use crate::rules::{MostGained, Position, Rowfill};
use crate::solver::{Solver, values};

/// 九省联考 2018, 一双木棋 (Luogu P4363): by how many points does black win?
///
/// ```
/// use board_core::problem::answers;
/// use board_core::{Control, Input, Limits, Problem};
/// use rowfill::RowfillProblem;
///
/// let problem = RowfillProblem::default();
/// let cases = problem.read(&mut Input::new(b"2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n", Limits::Ours))?;
/// assert_eq!(answers(&problem, &cases, &Control::new())?, "2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct RowfillProblem {}

impl RowfillProblem {
    /// The most rows and columns of a board that has a picture.
    pub const MAX_PICTURE_SIDE: u32 = 64;

    pub(crate) const ORIGINAL_SIDES: RangeInclusive<u32> = 1..=10;
    pub(crate) const ORIGINAL_NUMBERS: RangeInclusive<i64> = 0..=100_000;

    /// Stands in a picture for a stone that was there from the start.
    const UNKNOWN: &'static str = "#";

    fn read_case(input: &mut Input<'_>) -> Result<Record<Rowfill>, InputError> {
        let rows = input.limited("n", 1..=Board::MAX_SIDE, Self::ORIGINAL_SIDES)?;
        let cols = input.limited("m", 1..=Board::MAX_SIDE, Self::ORIGINAL_SIDES)?;
        let board = Board::new(rows.value, cols.value).expect("at least 1");
        // No room is made in advance: the size may promise far more numbers than there are.
        let mut most = MostGained::default();
        let mut black = Vec::new();
        for _ in 0..board.squares() {
            black.push(read_number(input, "A", 0, &mut most)?);
        }
        let mut white = Vec::new();
        for &number in &black {
            white.push(read_number(input, "B", number, &mut most)?);
        }
        let game = Rowfill::new(board, black, white).expect("as many as squares, not negative, their sum looked at");
        let start = game.start();
        Ok(Record::new(game, start))
    }
}

/// Reads the number of a square that has another number, or 0, already.
fn read_number(input: &mut Input<'_>, what: &str, other: i64, most: &mut MostGained) -> Result<i64, InputError> {
    let number = input.limited(what, 0..=i64::MAX, RowfillProblem::ORIGINAL_NUMBERS)?;
    *most = most.raise(other, number.value).ok_or_else(|| {
        let message = format!(
            "with {what} = {} the larger numbers of the squares sum to more than {}",
            number.value,
            MostGained::LIMIT
        );
        input.error(number.word(), message)
    })?;
    Ok(number.value)
}

impl Problem for RowfillProblem {
    type Game = Rowfill;
    type Oracle = Solver;

    const NAME: &'static str = "rowfill";
    const ABOUT: &'static str = "Solves rowfill exactly: black and white fill a board from its upper left corner, and gain the \
                                 numbers of their squares, A for black and B for white (九省联考 2018, Luogu P4363). Says \
                                 how many points more black gains.";
    const FORM: &'static str =
        "n m, then n rows of m numbers A, then n rows of m numbers B: what black and what white gains on each square";
    const EXAMPLE: &'static str = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const LETTERS: [&'static str; 2] = ["B", "W"];

    const JUDGING: Judging<Self> = JUDGING;

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Record<Rowfill>>, InputError> {
        input.cases(Self::read_case)
    }

    fn answer(&self, _number: usize, case: &Record<Rowfill>, Margin(rest): Margin) -> impl fmt::Display {
        let so_far = case.score(Side::First) - case.score(Side::Second);
        let rest = match case.to_move() {
            Side::First => rest,
            Side::Second => -rest,
        };
        (so_far + rest).to_string()
    }

    fn oracle(&self, game: &Rowfill, positions: &[&Position], control: &Control<'_>) -> Result<Solver, Halt> {
        Solver::new(game, positions, control)
    }

    fn values(&self, game: &Rowfill, positions: &[&Position], control: &Control<'_>) -> Result<Vec<Margin>, Halt> {
        values(game, positions, control)
    }

    fn method(&self, _case: &Record<Rowfill>) -> String {
        "all positions, from the full board back".to_owned()
    }

    fn input(&self, cases: &[Record<Rowfill>]) -> String {
        let row = |numbers: Vec<String>| numbers.join(" ") + "\n";
        let lines = |case: &Record<Rowfill>| {
            let game = case.game();
            let board = game.board();
            let rows = Side::ALL.into_iter().flat_map(|side| (0..board.rows()).map(move |at| (side, at)));
            let numbers = rows.map(|(side, at)| {
                let number = |col| game.number(side, Square::new(at, col)).map(|number| number.to_string());
                row((0..board.cols()).filter_map(number).collect())
            });
            row(vec![board.rows().to_string(), board.cols().to_string()]) + &numbers.collect::<String>()
        };
        cases.iter().map(lines).collect()
    }

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

    /// What each free square gains, and whose stones are on the others. `None` for boards of more than
    /// [`RowfillProblem::MAX_PICTURE_SIDE`] rows or columns.
    fn picture(&self, case: &Record<Rowfill>, _oracle: &Solver) -> Option<Picture> {
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
        let mut legend = "A/B: a free square gains A for black, B for white".to_owned();
        if rows[0] > 0 {
            legend += "; B and W: stones of black and white";
        }
        if case.start().taken() != game.start().taken() {
            legend += "; #: stones from before";
        }
        Some(Picture { board, marks: board.iter().filter_map(mark).collect(), lines: None, legend: Some(legend) })
    }

    fn move_text(&self, _case: &Record<Rowfill>, square: Square) -> String {
        square.to_string()
    }
}

#[cfg(test)]
mod tests {
    use board_core::problem::{answers, report};
    use board_core::report::{Caps, Layout};
    use board_core::{Limits, Report, analysis};
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    fn read(text: &[u8], limits: Limits) -> Result<Vec<Record<Rowfill>>, InputError> {
        RowfillProblem::default().read(&mut Input::new(text, limits))
    }

    fn case(text: &str) -> Record<Rowfill> {
        read(text.as_bytes(), Limits::Ours).expect("good input").swap_remove(0)
    }

    fn reported(case: &Record<Rowfill>) -> Report {
        let solver = Solver::new(case.game(), &[case.position()], &Control::new()).expect("no limit");
        report(&RowfillProblem::default(), case, &solver, Caps::SHORT)
    }

    fn answered(text: &str) -> String {
        let cases = read(text.as_bytes(), Limits::Ours).expect("good input");
        answers(&RowfillProblem::default(), &cases, &Control::new()).expect("no limit")
    }

    #[test]
    fn the_sample_of_the_judge_and_cases_one_after_the_other() {
        let sample = RowfillProblem::EXAMPLE;
        assert_eq!(answered(sample), "2\n");
        assert_eq!(answered(&format!("{sample}\n1 1 0 0 {sample}\r\n1 2 0 0 0 9")), "2\n0\n2\n-9\n");
    }

    #[test]
    fn faults_are_shown_where_they_are() {
        let fault = |text: &str, limits| read(text.as_bytes(), limits).expect_err("bad input").to_string();
        for (text, message) in [
            ("", "1:1: the input is empty: n in 1..=4294967295 is awaited"),
            ("0 1", "1:1: n = 0 is outside 1..=4294967295"),
            ("1 -1", "1:3: m = -1 is outside 1..=4294967295"),
            ("1 1\n-1\n0", "2:1: A = -1 is outside 0..=9223372036854775807"),
            ("1 1\n0\n9223372036854775808", "3:1: B = 9223372036854775808 is outside 0..=9223372036854775807"),
            ("1 1\n0\nx", "3:1: 'x' is not a number: B is awaited, in 0..=9223372036854775807"),
            ("1 2\n0 0\n0", "3:2: the input ends here: B in 0..=9223372036854775807 is awaited"),
            ("1000000 1000000\n0", "2:2: the input ends here: A in 0..=9223372036854775807 is awaited"),
            ("1 1 0 0 7", "1:10: the input ends here: m in 1..=4294967295 is awaited"),
            (
                "1 3\n9223372036854775807 0 1\n0 0 x",
                "2:23: with A = 1 the larger numbers of the squares sum to more than 9223372036854775807",
            ),
            (
                "2 1\n1\n2\n3\n9223372036854775805",
                "5:1: with B = 9223372036854775805 the larger numbers of the squares sum to more than 9223372036854775807",
            ),
        ] {
            assert_eq!(fault(text, Limits::Ours), message);
        }
        for (text, message) in [
            ("11", "1:1: n = 11 is outside the original limit 1..=10"),
            ("10 11", "1:4: m = 11 is outside the original limit 1..=10"),
            ("1 1\n100001\n0", "2:1: A = 100001 is outside the original limit 0..=100000"),
            ("1 1\n0\n100001", "3:1: B = 100001 is outside the original limit 0..=100000"),
            ("1 1 0 0\n1 1 0 0", "2:1: a second case stands here, the original has one a file"),
        ] {
            assert_eq!(fault(text, Limits::Original), message);
        }
        assert!(read(RowfillProblem::EXAMPLE.as_bytes(), Limits::Original).is_ok());
    }

    #[test]
    fn the_largest_sums_are_no_trouble() {
        let most = i64::MAX;
        assert_eq!(answered(&format!("1 1 {most} {most}")), format!("{most}\n"));
        assert_eq!(answered(&format!("1 2 0 0 0 {most}")), format!("{}\n", -most));
        assert_eq!(answered(&format!("2 1 {} 0 {} 1", most - 1, most - 1)), format!("{}\n", most - 2));
    }

    #[test]
    fn the_transcript_of_the_sample() {
        let report = reported(&case(RowfillProblem::EXAMPLE));
        let shown = "\
rowfill, 2 x 3, black to move

       1   2   3
  1  2/3 7/7 3/2
  2  9/2 1/3 2/1

     A/B: a free square gains A for black, B for white

value   black gains 2 points more than white (12 against 10)
moves   1,1   +2 points   best
line    B 1,1 +2  W 1,2 +7  B 2,1 +9  W 1,3 +2  B 2,2 +1  W 2,3 +1
known   all positions, from the full board back
";
        assert_eq!(report.text(&Layout { width: 80, all: false }).to_string(), shown);
    }

    #[test]
    fn a_case_goes_on_after_its_start() {
        let problem = RowfillProblem::default();
        let mut case = case(RowfillProblem::EXAMPLE);
        let solver = problem.oracle(case.game(), &[case.position()], &Control::new()).expect("no limit");
        let line: Vec<Square> =
            analysis::best_line(case.game(), &solver, case.position()).map(|rated| rated.chosen).collect();
        for square in line {
            let value = board_core::Oracle::value(&solver, case.position());
            assert_eq!(problem.answer(1, &case, value).to_string(), "2");
            case.play(square).expect("a legal move");
        }
        assert_eq!(problem.answer(1, &case, Margin(0)).to_string(), "2");
        for _ in 0..3 {
            case.undo();
        }
        assert_eq!(problem.fields(&case)[2], ("taken", Field::Text("2,1".to_owned())));
        assert_eq!(problem.input_text(&case), RowfillProblem::EXAMPLE.replace('\n', " "));
        let text = report(&problem, &case, &solver, Caps::SHORT).text(&Layout { width: 80, all: false }).to_string();
        let shown = "\
rowfill, 2 x 3, white to move

       1   2   3
  1    B   W 3/2
  2    B 1/3 2/1

     A/B: a free square gains A for black, B for white; B and W: stones of black and white

value   white gains 2 points more than black from here on (10 against 12 in all)
";
        assert!(text.starts_with(shown), "{text}");
    }

    #[test]
    fn stones_from_before_belong_to_nobody() {
        let game = case("2 2 1 2 3 4 5 6 7 8").game().clone();
        let start = game.position(&[1, 0]).expect("legal");
        let solver = Solver::new(&game, &[&start], &Control::new()).expect("no limit");
        let picture = RowfillProblem::default().picture(&Record::new(game, start), &solver).expect("small");
        let texts: Vec<&str> = picture.marks.iter().map(|mark| mark.text.as_str()).collect();
        assert_eq!(texts, ["#", "2/6", "3/7", "4/8"]);
        assert!(picture.legend.expect("always").ends_with("#: stones from before"));
    }

    #[test]
    fn large_boards_have_no_picture() {
        let case = case(&format!("1 65{}", " 1".repeat(130)));
        let solver = Solver::new(case.game(), &[case.position()], &Control::new()).expect("no limit");
        assert_eq!(RowfillProblem::default().picture(&case, &solver), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = read(&bytes, Limits::Ours);
            let _ = read(&bytes, Limits::Original);
        }

        #[test]
        fn no_words_make_it_panic(text in "[0-3] [0-3]([ \n](-?[0-9]{1,3}|[0-9]{17,20}|x)){0,18}") {
            if let Ok(cases) = read(text.as_bytes(), Limits::Ours) {
                for case in &cases {
                    let report = reported(case);
                    let text = report.text(&Layout { width: 80, all: false }).to_string();
                    prop_assert!(text.starts_with("rowfill, "));
                    let again = read(report.input.as_bytes(), Limits::Ours).expect("what was written");
                    prop_assert_eq!(&again[..], std::slice::from_ref(case));
                }
            }
        }

        #[test]
        fn well_formed_words_are_read(
            (rows, cols, numbers) in (1_usize..4, 1_usize..4).prop_flat_map(|(rows, cols)| {
                (Just(rows), Just(cols), proptest::collection::vec(0_i64..=i64::MAX / 8, 2 * rows * cols))
            })
        ) {
            let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
            let text = format!("{rows} {cols} {}", words.join("\n"));
            match read(text.as_bytes(), Limits::Ours) {
                Ok(cases) => prop_assert_eq!(RowfillProblem::default().input_text(&cases[0]), text.replace('\n', " ")),
                Err(error) => prop_assert!(error.to_string().contains("sum to more than"), "{}", error),
            }
        }
    }
}
