//! Whatever the input is made of, reading it ends with cases or with an error that points into it.

use board_core::{Board, Input, Limits, Problem, Record};
use chase::{Chase, ChaseProblem};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn read(problem: ChaseProblem, bytes: &[u8]) -> Result<Vec<Record<Chase>>, TestCaseError> {
    let ours = problem.read(&mut Input::new(bytes, Limits::Ours));
    let original = problem.read(&mut Input::new(bytes, Limits::Original));
    if let Err(error) = &ours {
        prop_assert!(error.line() <= bytes.split(|&byte| byte == b'\n').count());
        prop_assert!(error.column() <= 1 + bytes.len());
        prop_assert!(!error.to_string().chars().any(char::is_control), "{error}");
        prop_assert!(original.is_err());
    }
    Ok(ours.unwrap_or_default())
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_of_any_kind(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        read(ChaseProblem::default(), &bytes)?;
        read(ChaseProblem { board: Board::new(3, 4).ok() }, &bytes)?;
    }

    #[test]
    fn words_that_are_nearly_right(text in "([0-9]{1,3}|-?[0-9]{18,22}|[a-z+.\u{feff}é]|[\r\n\t ]){0,20}") {
        read(ChaseProblem::default(), text.as_bytes())?;
    }

    #[test]
    fn what_is_written_is_read_again(rows in 1_u32..6, cols in 2_u32..6, corners in any::<[u32; 4]>()) {
        let problem = ChaseProblem { board: Board::new(rows, cols).ok() };
        let [x1, y1, x2, y2] = corners;
        let text = format!("{} {} {} {}", x1 % rows + 1, y1 % cols + 1, x2 % rows + 1, y2 % cols + 1);
        for case in read(problem, text.as_bytes())? {
            let again = problem.input_text(&case);
            let problem = if rows == cols { ChaseProblem::default() } else { problem };
            prop_assert_eq!(read(problem, again.as_bytes())?, vec![case]);
        }
    }
}
