//! The judge's problem: its input and its answers.

use std::fmt;
use std::ops::RangeInclusive;

use board_core::problem::Statement;
use board_core::{Board, Input, InputError, Margin, Problem, Record, Side, Square};

use crate::rules::{MaxGained, Rowfill};
use crate::solver::Solver;

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
    pub(crate) const ORIGINAL_SIDES: RangeInclusive<u32> = 1..=10;
    pub(crate) const ORIGINAL_NUMBERS: RangeInclusive<i64> = 0..=100_000;
}

/// Reads a number of a square. `other` is the other number of the square if it has been read, otherwise 0.
fn read_number(input: &mut Input<'_>, what: &str, other: i64, max: &mut MaxGained) -> Result<i64, InputError> {
    let number = input.limited(what, 0..=i64::MAX, RowfillProblem::ORIGINAL_NUMBERS)?;
    *max = max.raise(other, number.value).ok_or_else(|| {
        let message = format!(
            "{what} = {} is too large: the larger numbers of the squares must sum to at most {}",
            number.value,
            MaxGained::LIMIT
        );
        input.error(number.word(), message)
    })?;
    Ok(number.value)
}

impl Problem for RowfillProblem {
    type Game = Rowfill;
    type Solver = Solver;

    const NAME: &'static str = "rowfill";
    const ABOUT: &'static str = "Solves rowfill (九省联考 2018, Luogu P4363): by how many points black wins. \
 Black and white fill a board from its upper left corner; each square has a number for either player.";
    const FORM: &'static str =
        "n m, then n rows of m numbers A, then n rows of m numbers B: what black and what white gain on each square";
    const EXAMPLE: &'static str = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const STATEMENT: Option<Statement> =
        Some(Statement { english: include_str!("../rules.txt"), chinese: include_str!("../rules.zh.txt") });
    const IDS: &'static [&'static str] = &["P4363"];

    fn read_case(&self, input: &mut Input<'_>) -> Result<Record<Rowfill>, InputError> {
        let rows = input.limited("n", 1..=Board::MAX_SIDE, Self::ORIGINAL_SIDES)?;
        let cols = input.limited("m", 1..=Board::MAX_SIDE, Self::ORIGINAL_SIDES)?;
        let board = Board::new(rows.value, cols.value).expect("at least 1");
        // Nothing is reserved in advance: the size can claim far more numbers than follow.
        let mut max = MaxGained::default();
        let mut black = Vec::new();
        for _ in 0..board.squares() {
            black.push(read_number(input, "A", 0, &mut max)?);
        }
        let mut white = Vec::new();
        for &number in &black {
            white.push(read_number(input, "B", number, &mut max)?);
        }
        let game = Rowfill::new(board, black, white).expect("as many as squares, not negative, their sum checked");
        let start = game.start();
        Ok(Record::new(game, start))
    }

    fn answer(&self, _number: usize, case: &Record<Rowfill>, Margin(rest): Margin) -> impl fmt::Display {
        let so_far = case.score(Side::First) - case.score(Side::Second);
        let rest = match case.to_move() {
            Side::First => rest,
            Side::Second => -rest,
        };
        (so_far + rest).to_string()
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
}

#[cfg(test)]
mod tests {
    use board_core::problem::answers;
    use board_core::{Control, Limits};
    use board_testing::parser;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    fn read(text: &[u8], limits: Limits) -> Result<Vec<Record<Rowfill>>, InputError> {
        RowfillProblem::default().read(&mut Input::new(text, limits))
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
    fn errors_are_reported_with_their_place() {
        let fault = |text: &str, limits| read(text.as_bytes(), limits).expect_err("bad input").to_string();
        for (text, message) in [
            ("", "1:1: the input is empty, expected n (1..=4294967295)"),
            ("0 1", "1:1: n = 0 is out of range (1..=4294967295)"),
            ("1 -1", "1:3: m = -1 is out of range (1..=4294967295)"),
            ("1 1\n-1\n0", "2:1: A = -1 is out of range (0..=9223372036854775807)"),
            ("1 1\n0\n9223372036854775808", "3:1: B = 9223372036854775808 is out of range (0..=9223372036854775807)"),
            ("1 1\n0\nx", "3:1: expected a number for B (0..=9223372036854775807), found 'x'"),
            ("1 2\n0 0\n0", "3:2: unexpected end of input, expected B (0..=9223372036854775807)"),
            ("1000000 1000000\n0", "2:2: unexpected end of input, expected A (0..=9223372036854775807)"),
            ("1 1 0 0 7", "1:10: unexpected end of input, expected m (1..=4294967295)"),
            (
                "1 3\n9223372036854775807 0 1\n0 0 x",
                "2:23: A = 1 is too large: the larger numbers of the squares must sum to at most 9223372036854775807",
            ),
            (
                "2 1\n1\n2\n3\n9223372036854775805",
                "5:1: B = 9223372036854775805 is too large: the larger numbers of the squares must sum to at most 9223372036854775807",
            ),
        ] {
            assert_eq!(fault(text, Limits::Ours), message);
        }
        for (text, message) in [
            ("11", "1:1: n = 11 is outside the original limits (1..=10)"),
            ("10 11", "1:4: m = 11 is outside the original limits (1..=10)"),
            ("1 1\n100001\n0", "2:1: A = 100001 is outside the original limits (0..=100000)"),
            ("1 1\n0\n100001", "3:1: B = 100001 is outside the original limits (0..=100000)"),
            ("1 1 0 0\n1 1 0 0", "2:1: unexpected second case: the original has one case per file"),
        ] {
            assert_eq!(fault(text, Limits::Original), message);
        }
        assert!(read(RowfillProblem::EXAMPLE.as_bytes(), Limits::Original).is_ok());
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        let max = i64::MAX;
        assert_eq!(answered(&format!("1 1 {max} {max}")), format!("{max}\n"));
        assert_eq!(answered(&format!("1 2 0 0 0 {max}")), format!("{}\n", -max));
        assert_eq!(answered(&format!("2 1 {} 0 {} 1", max - 1, max - 1)), format!("{}\n", max - 2));
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            parser::read(&RowfillProblem::default(), &bytes);
        }

        #[test]
        fn arbitrary_words_do_not_panic(text in "[0-3] [0-3]([ \n](-?[0-9]{1,3}|[0-9]{17,20}|x)){0,18}") {
            parser::read(&RowfillProblem::default(), text.as_bytes());
        }

        #[test]
        fn well_formed_words_are_read(
            (rows, cols, numbers) in (1_usize..4, 1_usize..4).prop_flat_map(|(rows, cols)| {
                (Just(rows), Just(cols), proptest::collection::vec(0_i64..=i64::MAX / 8, 2 * rows * cols))
            })
        ) {
            let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
            let text = format!("{rows} {cols} {}", words.join("\n"));
            // A square counts by its larger number.
            let [black, white] = [0, 1].map(|side| &numbers[side * rows * cols..][..rows * cols]);
            let sum: i128 = black.iter().zip(white).map(|(&a, &b)| i128::from(a.max(b))).sum();
            if sum <= i128::from(i64::MAX) {
                let cases = parser::read_again(&RowfillProblem::default(), &text);
                prop_assert_eq!(RowfillProblem::default().input_text(&cases[0]), text.replace('\n', " "));
            } else {
                let error = read(text.as_bytes(), Limits::Ours).expect_err("too large").to_string();
                prop_assert!(error.contains("must sum to at most"), "{}", error);
            }
        }
    }
}
