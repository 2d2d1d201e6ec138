//! Whatever the input is made of, reading it ends with cases or with an error that points into it.

use board_core::{Board, Input, Limits, Problem, Record, Side, Square};
use knightmare::{Knightmare, KnightmareProblem};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn read(bytes: &[u8]) -> Result<Vec<Record<Knightmare>>, TestCaseError> {
    let problem = KnightmareProblem::default();
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
        read(&bytes)?;
    }

    #[test]
    fn words_that_are_nearly_right(text in "([0-9]{1,3}|-?[0-9]{18,22}|[a-z+.\u{feff}é]|[\r\n\t ]){0,24}") {
        read(text.as_bytes())?;
    }

    #[test]
    fn what_is_written_is_read_again(sides in [1_u32..500_000_000, 1_u32..5], turned in any::<bool>(), knights in any::<[u32; 4]>()) {
        let [rows, cols] = if turned { [sides[1], sides[0]] } else { sides }.map(|half| 2 * half);
        let game = Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even sides");
        let [white, black] = [[knights[0], knights[1]], [knights[2], knights[3]]].map(|[row, col]| Square::new(row % rows, col % cols));
        let start = game.start(white, black, Side::First);
        prop_assume!(start.is_ok());
        let case = Record::new(game, start.expect("a start"));
        let text = KnightmareProblem::default().input_text(&case);
        prop_assert_eq!(read(text.as_bytes())?, vec![case]);
    }
}
