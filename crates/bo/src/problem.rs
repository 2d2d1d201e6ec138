//! The judge's problem: HDU 5754, Life Winner Bo.

use std::fmt;
use std::ops::RangeInclusive;

#[cfg(feature = "big")]
use board_core::Limits;
use board_core::judging::Judging;
use board_core::problem::{Broken, List, Survey};
use board_core::report::{Field, Tone};
use board_core::{
    Board, Control, Halt, Input, InputError, Mark, Number, Oracle, Outcome, Picture, Problem, Progress, Record, Side,
    Square,
};

use crate::closed_form::{WinDrawLoss, win_draw_loss};
use crate::judging::JUDGING;
use crate::{Bo, Distance, MAX_SIDE, Piece, Position, Solver, survey};

/// Life Winner Bo, HDU 5754, on boards of up to [`MAX_SIDE`] rows and columns.
///
/// With the feature `big`, [`Problem::solve`] takes sides of up to a million digits. It keeps no cases: a million of the
/// judge's take 31 ms, and 4 MB beside the input.
///
/// ```
/// use bo::BoProblem;
/// use board_core::problem::answers;
/// use board_core::{Control, Input, Limits, Problem};
///
/// let cases = BoProblem::default().read(&mut Input::new(b"2\n1 5 5\n4 5 5\n", Limits::Ours))?;
/// assert_eq!(answers(&BoProblem::default(), &cases, &Control::new())?, "G\nB\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct BoProblem {}

impl BoProblem {
    /// The most cases of an input.
    pub const MAX_CASES: u32 = 10_000_000;
    /// The most rows and columns of a board that has a picture.
    pub const MAX_PICTURE_SIDE: u64 = 64;

    pub(crate) const ORIGINAL_CASES: RangeInclusive<u32> = 1..=1000;
    pub(crate) const ORIGINAL_SIDES: RangeInclusive<u64> = 2..=1000;
}

fn read_count(input: &mut Input<'_>) -> Result<u32, InputError> {
    Ok(input.limited("T", 1..=BoProblem::MAX_CASES, BoProblem::ORIGINAL_CASES)?.value)
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

/// Returns the judge's word for the winner, given the side to move and its result.
fn winner(to_move: Side, result: WinDrawLoss) -> &'static str {
    match result {
        WinDrawLoss::Win => BoProblem::SIDES[to_move as usize],
        WinDrawLoss::Loss => BoProblem::SIDES[to_move.other() as usize],
        WinDrawLoss::Draw => "D",
    }
}

/// Returns the row and column, from 1, of the square at this distance from the target.
fn square(case: &Record<Bo>, distance: Distance) -> (u64, u64) {
    let start = case.start().distance();
    (start.down.saturating_sub(distance.down) + 1, start.right.saturating_sub(distance.right) + 1)
}

/// Returns the rows and columns of the board.
fn size(case: &Record<Bo>) -> (u64, u64) {
    square(case, Distance::default())
}

impl Problem for BoProblem {
    type Game = Bo;
    type Oracle = Solver;

    const NAME: &'static str = "bo";
    const ABOUT: &'static str = "Solves Life Winner Bo (HDU 5754): a king, rook, knight or queen goes down and right \
                                 across a board, moved by B and G in turn; who brings it to the far corner wins.";
    const FORM: &'static str = "T, then T lines of type N M: 1 king, 2 rook, 3 knight or 4 queen, N rows, M columns";
    const EXAMPLE: &'static str = "4\n1 5 5\n2 5 5\n3 5 5\n4 5 5";
    const SIDES: [&'static str; 2] = ["B", "G"];
    const LETTERS: [&'static str; 2] = ["B", "G"];

    const SURVEY: Option<Survey<Self>> = Some(Survey {
        about: "Count, of all boards up to a size, those on which B wins, those on which G wins, and the drawn ones",
        columns: &["boards", "king B/G/D", "rook B/G/D", "knight B/G/D", "queen B/G/D"],
        row: survey::counts,
    });

    fn lists() -> Vec<List<Self>> {
        survey::lists()
    }

    const JUDGING: Judging<Self> = JUDGING;

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Record<Bo>>, InputError> {
        let count = read_count(input)?;
        // No room is made in advance: the number may promise far more cases than there are.
        let mut cases = Vec::new();
        for _ in 0..count {
            let piece = read_piece(input)?;
            let (rows, cols) = (read_side(input, "N")?, read_side(input, "M")?);
            let start =
                Position::start(rows.value, cols.value).map_err(|error| input.error(rows.word(), error.to_string()))?;
            cases.push(Record::new(Bo::new(piece), start));
        }
        input.end()?;
        Ok(cases)
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

    fn oracle(&self, game: &Bo, _positions: &[&Position], control: &Control<'_>) -> Result<Solver, Halt> {
        Solver::new(game, &[], control)
    }

    fn method(&self, case: &Record<Bo>) -> String {
        let method = match case.game().piece() {
            Piece::King => "closed form: lost where both distances to the corner are even",
            Piece::Rook => "closed form of Nim with two heaps: lost where both distances to the corner are equal",
            Piece::Knight => "closed form: lost where both distances to the corner are the same multiple of 3",
            Piece::Queen => "closed form of Wythoff's game",
        };
        method.to_owned()
    }

    fn input(&self, cases: &[Record<Bo>]) -> String {
        let line = |case: &Record<Bo>| {
            let (rows, cols) = size(case);
            format!("{} {rows} {cols}\n", case.game().piece().number())
        };
        let lines: String = cases.iter().map(line).collect();
        format!("{}\n{lines}", cases.len())
    }

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

    /// A map of the board: what each square is worth to the player who is to move from it. `None` for boards of
    /// more than [`BoProblem::MAX_PICTURE_SIDE`] rows or columns.
    fn picture(&self, case: &Record<Bo>, oracle: &Solver) -> Option<Picture> {
        let (rows, cols) = size(case);
        if rows.max(cols) > Self::MAX_PICTURE_SIDE {
            return None;
        }
        let board = Board::new(u32::try_from(rows).ok()?, u32::try_from(cols).ok()?).ok()?;
        let mark = |square: Square| {
            let distance = Distance { down: rows - 1 - u64::from(square.row), right: cols - 1 - u64::from(square.col) };
            let (text, tone) = match oracle.value(&Position::new(distance, Side::First).ok()?) {
                Outcome::Win(_) => ("W", Tone::Won),
                Outcome::Draw => ("D", Tone::Drawn),
                Outcome::Loss(_) => ("L", Tone::Lost),
            };
            Some(Mark { square, text: text.to_owned(), tone })
        };
        let piece = case.game().piece();
        let (row, col) = square(case, case.position().distance());
        let draws = if piece == Piece::Knight { "from D draws, " } else { "" };
        let legend = format!("who moves from W wins, {draws}from L loses; the {piece} is on {row},{col}");
        let mut marks: Vec<Mark> = board.iter().filter_map(mark).collect();
        // The part of the board that is drawn where it does not fit is that around the first mark.
        marks.sort_by_key(|mark| (u64::from(mark.square.row) + 1, u64::from(mark.square.col) + 1) != (row, col));
        Some(Picture { board, marks, lines: None, legend: Some(legend) })
    }

    fn move_text(&self, case: &Record<Bo>, chosen: Distance) -> String {
        let (row, col) = square(case, chosen);
        format!("{row},{col}")
    }
}

#[cfg(test)]
mod tests {
    use board_core::problem::{answers, report};
    use board_core::report::{Caps, Layout};
    use board_core::{Limits, Report};
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    fn read(text: &[u8], limits: Limits) -> Result<Vec<Record<Bo>>, InputError> {
        BoProblem::default().read(&mut Input::new(text, limits))
    }

    fn solver(game: &Bo) -> Solver {
        Solver::new(game, &[], &Control::new()).expect("needs no memory")
    }

    fn answered(text: &str) -> String {
        let cases = read(text.as_bytes(), Limits::Ours).expect("good input");
        answers(&BoProblem::default(), &cases, &Control::new()).expect("no limit").replace('\n', "")
    }

    fn reported(text: &str) -> Report {
        let cases = read(text.as_bytes(), Limits::Ours).expect("good input");
        report(&BoProblem::default(), &cases[0], &solver(cases[0].game()), Caps::SHORT)
    }

    #[test]
    fn the_sample_of_the_judge() {
        assert_eq!(answered(BoProblem::EXAMPLE), "GGDB");
    }

    #[test]
    fn boards_without_a_move_and_boards_without_end() {
        assert_eq!(answered("4 1 1 1 2 1 1 3 1 1 4 1 1"), "GGGG");
        assert_eq!(answered("4 1 1 9 2 1 9 3 1 9 4 1 9"), "GBDB");
        let largest = MAX_SIDE;
        assert_eq!(answered(&format!("2 1 {largest} {largest} 2 {largest} {largest}")), "BG");
        assert_eq!(answered(&format!("2 3 {largest} {largest} 4 {largest} {largest}")), "DB");
    }

    #[test]
    fn faults_are_shown_where_they_are() {
        let fault = |text: &str, limits| read(text.as_bytes(), limits).expect_err("bad input").to_string();
        for (text, message) in [
            ("", "1:1: the input is empty: T in 1..=10000000 is awaited"),
            ("0", "1:1: T = 0 is outside 1..=10000000"),
            ("2\n1 5 5", "2:6: the input ends here: type in 1..=4 is awaited"),
            ("1\n5 5 5", "2:1: type 5 is outside 1..=4"),
            ("1\n1 0 5", "2:3: N = 0 is outside 1..=9223372036854775808"),
            ("1\n1 5 9223372036854775809", "2:5: M = 9223372036854775809 is outside 1..=9223372036854775808"),
            ("1\n1 5 x", "2:5: 'x' is not a number: M is awaited, in 1..=9223372036854775808"),
            ("1\n1 5 5\n1", "3:1: '1' stands after the last case"),
        ] {
            assert_eq!(fault(text, Limits::Ours), message);
        }
        for (text, message) in [
            ("1001", "1:1: T = 1001 is outside the original limit 1..=1000"),
            ("1\n1 1 5", "2:3: N = 1 is outside the original limit 2..=1000"),
            ("1\n1 5 1001", "2:5: M = 1001 is outside the original limit 2..=1000"),
        ] {
            assert_eq!(fault(text, Limits::Original), message);
        }
        assert!(read(BoProblem::EXAMPLE.as_bytes(), Limits::Original).is_ok());
    }

    #[test]
    fn what_is_answered_while_it_is_read() {
        let solve = |text: &str, limits| {
            BoProblem::default()
                .solve(&mut Input::new(text.as_bytes(), limits), &Control::new())
                .map_err(|broken| broken.to_string())
        };
        assert_eq!(solve(BoProblem::EXAMPLE, Limits::Ours).as_deref(), Ok("G\nG\nD\nB\n"));
        let fault = |text, limits| solve(text, limits).expect_err("bad input");
        for limits in [Limits::Ours, Limits::Original] {
            assert!(fault("", limits).starts_with("1:1: the input is empty: T in "));
            assert_eq!(fault("1\n5 5 5", limits), "2:1: type 5 is outside 1..=4");
            assert_eq!(fault("1\n1 5 5\n1", limits), "3:1: '1' stands after the last case");
            assert!(fault("2\n1 5 5\n1 x 5", limits).starts_with("3:3: 'x' is not a number: N is awaited, in "));
            assert!(fault("1\n1 5 ", limits).starts_with("2:5: the input ends here: M in "));
        }
        assert_eq!(fault("1\n1 5 1001", Limits::Original), "2:5: M = 1001 is outside the original limit 2..=1000");
        let stop = |_: &Progress<'_>| std::ops::ControlFlow::Break(());
        let stopped = BoProblem::default()
            .solve(&mut Input::new(BoProblem::EXAMPLE.as_bytes(), Limits::Ours), &Control::new().with_progress(&stop));
        assert!(matches!(stopped, Err(Broken::Halt(Halt::Stopped))));
    }

    #[test]
    fn a_case_goes_on_after_its_start() {
        let mut case = read(b"1 4 3 4", Limits::Ours).expect("good input").swap_remove(0);
        case.play(Distance { down: 1, right: 2 }).expect("one square diagonally");
        let oracle = solver(case.game());
        let problem = BoProblem::default();
        assert_eq!(problem.answer(1, &case, oracle.value(case.position())).to_string(), "B");
        assert_eq!(problem.title(&case), "queen on 3 x 4");
        assert_eq!(problem.input_text(&case), "1 4 3 4");
        assert_eq!(problem.fields(&case)[3], ("square", Field::Text("2,2".to_owned())));
        let picture = problem.picture(&case, &oracle).expect("small");
        assert_eq!((picture.marks.len(), picture.marks[0].square), (12, Square::new(1, 1)));
    }

    #[test]
    fn a_report_shows_the_map_of_a_small_board() {
        let text = reported("1 3 4 5").text(&Layout { width: 80, all: false }).to_string();
        let shown = "\
bo, knight on 4 x 5, B to move

     1 2 3 4 5
  1  D L D D D
  2  D D D W D
  3  D D W D D
  4  D D D D L

     who moves from W wins, from D draws, from L loses; the knight is on 1,1

value   drawn
moves   2,3   draws   best
        3,2   draws   best
line    B 2,3  G 3,5
known   closed form: lost where both distances to the corner are the same multiple of 3
";
        assert_eq!(text, shown);
    }

    #[test]
    fn a_report_of_a_huge_board_lists_little() {
        let report = reported("1 2 9223372036854775808 9223372036854775807");
        assert_eq!(report.picture, None);
        assert_eq!(report.moves_total, (1 << 64) - 3);
        assert_eq!(report.moves.len(), 1);
        assert_eq!(report.moves[0].text, "2,1");
        assert_eq!(report.line.len(), Caps::SHORT.line);
        assert_eq!(report.line_total, Some(u64::MAX - 2));
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = read(&bytes, Limits::Ours);
            let _ = read(&bytes, Limits::Original);
            let _ = BoProblem::default().solve(&mut Input::new(&bytes, Limits::Ours), &Control::new());
        }

        /// However the cases are answered, the answers are the same.
        #[test]
        fn reading_and_answering_is_solving(
            cases in proptest::collection::vec((1..=4_u8, 1..=40_u64, 1..=40_u64, 0..58_u32), 1..40),
        ) {
            let lines: Vec<String> = cases
                .iter()
                .map(|(piece, rows, cols, shift)| format!("{piece} {} {}\n", rows << shift, cols << shift))
                .collect();
            let text = format!("{}\n{}", cases.len(), lines.concat());
            let read = read(text.as_bytes(), Limits::Ours).expect("good input");
            let answers = answers(&BoProblem::default(), &read, &Control::new()).expect("no limit");
            let input = &mut Input::new(text.as_bytes(), Limits::Ours);
            prop_assert_eq!(BoProblem::default().solve(input, &Control::new()).expect("good input"), answers);
        }

        #[test]
        fn no_words_make_it_panic(text in "[1-3](\n[0-5] [0-9]{1,20} ?[0-9-]{1,20}){0,3}") {
            if let Ok(cases) = read(text.as_bytes(), Limits::Ours) {
                for case in &cases {
                    let report = report(&BoProblem::default(), case, &solver(case.game()), Caps::SHORT);
                    let text = report.text(&Layout { width: 80, all: false }).to_string();
                    prop_assert!(text.starts_with("bo, "));
                }
            }
        }
    }
}
