//! The judge's problem: HDU 5754, Life Winner Bo.

use std::fmt;
use std::ops::RangeInclusive;

#[cfg(feature = "big")]
use board_core::Limits;
use board_core::problem::{Broken, Number, Statement};
use board_core::{Control, Halt, Input, InputError, Outcome, Problem, Progress, Record, Side};

use crate::closed_form::{WinDrawLoss, win_draw_loss};
use crate::rules::{Bo, Distance, MAX_SIDE, Piece, Position};
use crate::solver::Solver;

/// The largest number of cases in one input.
const MAX_CASES: u32 = 10_000_000;

/// Life Winner Bo, HDU 5754, for up to 10 million boards of up to [`MAX_SIDE`] rows and columns.
///
/// With the feature `big`, [`Problem::solve`] accepts sides of up to a million digits. It keeps no cases: a million cases
/// of the judge's size take 31 ms, and 4 MB beside the input.
///
/// ```
/// use bo::{BoProblem, Control, Input, Limits, Problem};
///
/// let mut input = Input::new(b"2\n1 5 5\n4 5 5\n", Limits::Ours);
/// assert_eq!(BoProblem::default().solve(&mut input, &Control::new())?, "G\nB\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct BoProblem {}

impl BoProblem {
    /// The largest number of rows and of columns of a board that has a picture.
    pub const MAX_PICTURE_SIDE: u64 = 64;

    pub(crate) const ORIGINAL_CASES: RangeInclusive<u32> = 1..=1000;
    pub(crate) const ORIGINAL_SIDES: RangeInclusive<u64> = 2..=1000;
}

fn read_count(input: &mut Input<'_>) -> Result<u32, InputError> {
    Ok(input.limited("T", 1..=MAX_CASES, BoProblem::ORIGINAL_CASES)?.value)
}

fn read_piece(input: &mut Input<'_>) -> Result<Piece, InputError> {
    let kind = input.number("type", 1..=4_u8)?;
    Piece::try_from(kind.value).map_err(|error| input.error(kind.word(), error.to_string()))
}

fn read_side<'a>(input: &mut Input<'a>, what: &str) -> Result<Number<'a, u64>, InputError> {
    input.limited(what, 1..=MAX_SIDE, BoProblem::ORIGINAL_SIDES)
}

/// Reads one case and returns its result; if that may take long, calls `report` first.
#[cfg_attr(not(feature = "big"), expect(unused_variables, reason = "it never takes long"))]
fn solve_case(input: &mut Input<'_>, report: impl Fn() -> Result<(), Halt>) -> Result<WinDrawLoss, Broken> {
    let piece = read_piece(input)?;
    #[cfg(feature = "big")]
    if input.limits() == Limits::Ours {
        return crate::big::solve_sides(piece, input, report);
    }
    let (rows, cols) = (read_side(input, "N")?.value, read_side(input, "M")?.value);
    Ok(win_draw_loss(piece, &Distance { down: rows - 1, right: cols - 1 }))
}

/// Returns the judge's letter for the winner, given the side to move and its result.
fn winner(to_move: Side, result: WinDrawLoss) -> &'static str {
    match result {
        WinDrawLoss::Win => BoProblem::SIDES[to_move as usize],
        WinDrawLoss::Loss => BoProblem::SIDES[to_move.other() as usize],
        WinDrawLoss::Draw => "D",
    }
}

/// Returns the rows and columns of the board of a case.
pub(crate) fn size(case: &Record<Bo>) -> (u64, u64) {
    let start = case.start().distance();
    (start.down + 1, start.right + 1)
}

impl Problem for BoProblem {
    type Game = Bo;
    type Solver = Solver;

    const NAME: &'static str = "bo";
    const ABOUT: &'static str = "Solves Life Winner Bo (HDU 5754): which of two players moves a chess piece to the far corner of a board. \
 B and G take turns moving the same king, rook, knight or queen down and right.";
    const FORM: &'static str = "T, then T lines of type N M: 1 king, 2 rook, 3 knight or 4 queen; N rows, M columns";
    const EXAMPLE: &'static str = "4\n1 5 5\n2 5 5\n3 5 5\n4 5 5";
    const SIDES: [&'static str; 2] = ["B", "G"];
    const STATEMENT: Option<Statement> =
        Some(Statement { english: include_str!("../rules.txt"), chinese: include_str!("../rules.zh.txt") });
    const IDS: &'static [&'static str] = &["hdu5754"];

    fn read_count(&self, input: &mut Input<'_>) -> Result<Option<u64>, InputError> {
        Ok(Some(read_count(input)?.into()))
    }

    fn read_case(&self, input: &mut Input<'_>) -> Result<Record<Bo>, InputError> {
        let piece = read_piece(input)?;
        let (rows, cols) = (read_side(input, "N")?, read_side(input, "M")?);
        let start =
            Position::start(rows.value, cols.value).map_err(|error| input.error(rows.word(), error.to_string()))?;
        Ok(Record::new(Bo::new(piece), start))
    }

    fn answer(&self, _number: usize, case: &Record<Bo>, value: Outcome) -> impl fmt::Display {
        let result = match value {
            Outcome::Win(_) => WinDrawLoss::Win,
            Outcome::Draw => WinDrawLoss::Draw,
            Outcome::Loss(_) => WinDrawLoss::Loss,
        };
        winner(case.to_move(), result)
    }

    fn solve(&self, input: &mut Input<'_>, control: &Control<'_>) -> Result<String, Broken> {
        /// This many cases within the judge's limits take less than a millisecond.
        const CASES_PER_REPORT: u32 = 4096;
        let count = read_count(input)?;
        let mut answers = String::new();
        for number in 0..count {
            let report = || control.report(Progress::new("cases", number.into()).of(u64::from(count)));
            if number.is_multiple_of(CASES_PER_REPORT) {
                report()?;
            }
            answers += winner(Side::First, solve_case(input, report)?);
            answers.push('\n');
        }
        input.end()?;
        Ok(answers)
    }

    fn solve_case(&self, _number: usize, input: &mut Input<'_>, control: &Control<'_>) -> Result<String, Broken> {
        let report = || control.report(Progress::new("cases", 0));
        Ok(winner(Side::First, solve_case(input, report)?).to_owned())
    }

    fn input(&self, cases: &[Record<Bo>]) -> String {
        let line = |case: &Record<Bo>| {
            let (rows, cols) = size(case);
            format!("{} {rows} {cols}\n", case.game().piece().number())
        };
        let lines: String = cases.iter().map(line).collect();
        format!("{}\n{lines}", cases.len())
    }
}

#[cfg(test)]
mod tests {
    use board_core::problem::{Caps, Layout, answers, report};
    use board_core::{Limits, Solve};
    use board_testing::parser;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    fn read(text: &[u8], limits: Limits) -> Result<Vec<Record<Bo>>, InputError> {
        BoProblem::default().read(&mut Input::new(text, limits))
    }

    fn answered(text: &str) -> String {
        let cases = parser::read_again(&BoProblem::default(), text);
        answers(&BoProblem::default(), &cases, &Control::new()).expect("no limit").replace('\n', "")
    }

    #[test]
    fn the_sample_of_the_judge() {
        assert_eq!(answered(BoProblem::EXAMPLE), "GGDB");
    }

    #[test]
    fn boards_without_a_move_and_the_largest_boards() {
        assert_eq!(answered("4 1 1 1 2 1 1 3 1 1 4 1 1"), "GGGG");
        assert_eq!(answered("4 1 1 9 2 1 9 3 1 9 4 1 9"), "GBDB");
        let largest = MAX_SIDE;
        assert_eq!(answered(&format!("2 1 {largest} {largest} 2 {largest} {largest}")), "BG");
        assert_eq!(answered(&format!("2 3 {largest} {largest} 4 {largest} {largest}")), "DB");
    }

    #[test]
    fn errors_are_reported_with_their_place() {
        let fault = |text: &str, limits| read(text.as_bytes(), limits).expect_err("bad input").to_string();
        for (text, message) in [
            ("", "1:1: the input is empty, expected T (1..=10000000)"),
            ("0", "1:1: T = 0 is out of range (1..=10000000)"),
            ("2\n1 5 5", "2:6: unexpected end of input, expected type (1..=4)"),
            ("1\n5 5 5", "2:1: type 5 is out of range (1..=4)"),
            ("1\n1 0 5", "2:3: N = 0 is out of range (1..=9223372036854775808)"),
            ("1\n1 5 9223372036854775809", "2:5: M = 9223372036854775809 is out of range (1..=9223372036854775808)"),
            ("1\n1 5 x", "2:5: expected a number for M (1..=9223372036854775808), found 'x'"),
            ("1\n1 5 5\n1", "3:1: unexpected '1' after the last case"),
        ] {
            assert_eq!(fault(text, Limits::Ours), message);
        }
        for (text, message) in [
            ("1001", "1:1: T = 1001 is outside the original limits (1..=1000)"),
            ("1\n1 1 5", "2:3: N = 1 is outside the original limits (2..=1000)"),
            ("1\n1 5 1001", "2:5: M = 1001 is outside the original limits (2..=1000)"),
        ] {
            assert_eq!(fault(text, Limits::Original), message);
        }
        assert!(read(BoProblem::EXAMPLE.as_bytes(), Limits::Original).is_ok());
    }

    #[test]
    fn solving_while_reading_reports_the_same_errors() {
        let solve = |text: &str, limits| {
            BoProblem::default()
                .solve(&mut Input::new(text.as_bytes(), limits), &Control::new())
                .map_err(|broken| broken.to_string())
        };
        assert_eq!(solve(BoProblem::EXAMPLE, Limits::Ours).as_deref(), Ok("G\nG\nD\nB\n"));
        let fault = |text, limits| solve(text, limits).expect_err("bad input");
        for limits in [Limits::Ours, Limits::Original] {
            assert!(fault("", limits).starts_with("1:1: the input is empty, expected T ("));
            assert_eq!(fault("1\n5 5 5", limits), "2:1: type 5 is out of range (1..=4)");
            assert_eq!(fault("1\n1 5 5\n1", limits), "3:1: unexpected '1' after the last case");
            assert!(fault("2\n1 5 5\n1 x 5", limits).starts_with("3:3: expected a number for N ("));
            assert!(fault("1\n1 5 ", limits).starts_with("2:5: unexpected end of input, expected M ("));
        }
        assert_eq!(fault("1\n1 5 1001", Limits::Original), "2:5: M = 1001 is outside the original limits (2..=1000)");
        let stop = |_: &Progress<'_>| std::ops::ControlFlow::Break(());
        let stopped = BoProblem::default()
            .solve(&mut Input::new(BoProblem::EXAMPLE.as_bytes(), Limits::Ours), &Control::new().with_progress(&stop));
        assert!(matches!(stopped, Err(Broken::Halt(Halt::Stopped))));
    }

    /// Answers an input case by case, as a conversation does.
    fn case_by_case(text: &str) -> Result<String, Broken> {
        let mut output = Vec::new();
        BoProblem::default().converse(&mut text.as_bytes(), &mut output, &Control::new())?;
        Ok(String::from_utf8(output).expect("text"))
    }

    #[test]
    fn cases_answered_one_by_one_have_the_same_answers_and_errors() {
        for text in [
            BoProblem::EXAMPLE,
            "1 4 1000000000000 618033988751",
            #[cfg(feature = "big")]
            "2\n4 9223372036854775809 4\n1 100000000000000000001 99999999999999999999\n",
            "",
            "1\n5 5 5\n",
            "2\n1 5 5\n1 x 5\n",
            "1\n1 5",
            "1\n1 5 5\n1\n",
        ] {
            let solved = BoProblem::default().solve(&mut Input::new(text.as_bytes(), Limits::Ours), &Control::new());
            let texts = [solved, case_by_case(text)].map(|result| result.map_err(|broken| broken.to_string()));
            assert_eq!(texts[0], texts[1], "{text:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            parser::read(&BoProblem::default(), &bytes);
            let _ = BoProblem::default().solve(&mut Input::new(&bytes, Limits::Ours), &Control::new());
        }

        /// Answering while reading gives the same answers as reading all cases first.
        #[test]
        fn solve_equals_reading_and_answering(
            cases in proptest::collection::vec((1..=4_u8, 1..=40_u64, 1..=40_u64, 0..58_u32), 1..40),
        ) {
            let lines: Vec<String> = cases
                .iter()
                .map(|(piece, rows, cols, shift)| format!("{piece} {} {}\n", rows << shift, cols << shift))
                .collect();
            let text = format!("{}\n{}", cases.len(), lines.concat());
            let cases = parser::read_again(&BoProblem::default(), &text);
            let answers = answers(&BoProblem::default(), &cases, &Control::new()).expect("no limit");
            let input = &mut Input::new(text.as_bytes(), Limits::Ours);
            prop_assert_eq!(BoProblem::default().solve(input, &Control::new()).expect("good input"), answers.clone());
            prop_assert_eq!(case_by_case(&text).expect("good input"), answers);
        }

        #[test]
        fn arbitrary_words_do_not_panic(text in "[1-3](\n[0-5] [0-9]{1,20} ?[0-9-]{1,20}){0,3}") {
            for case in parser::read(&BoProblem::default(), text.as_bytes()) {
                let solver = Solver::new(case.game(), &[*case.position()], &Control::new()).expect("needs no memory");
                let report = report(&BoProblem::default(), &case, &solver, Caps::SHORT);
                let text = report.text(&Layout::new(80)).to_string();
                prop_assert!(text.starts_with("bo, "));
            }
        }
    }
}
