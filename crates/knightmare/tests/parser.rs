//! Reading any input ends with cases or with an error that points into the input.

use board_core::{Board, Problem, Record, Side, Square};
use board_testing::parser::{read, read_again};
use knightmare::{Knightmare, KnightmareProblem};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        read(&KnightmareProblem::default(), &bytes);
    }

    #[test]
    fn words_that_are_nearly_valid(text in "([0-9]{1,3}|-?[0-9]{18,22}|[a-z+.\u{feff}é]|[\r\n\t ]){0,24}") {
        read(&KnightmareProblem::default(), text.as_bytes());
    }

    #[test]
    fn written_cases_are_read_back(sides in [1_u32..500_000_000, 1_u32..5], turned in any::<bool>(), knights in any::<[u32; 4]>()) {
        let [rows, cols] = if turned { [sides[1], sides[0]] } else { sides }.map(|half| 2 * half);
        let game = Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even sides");
        let [x1, y1, x2, y2] = knights;
        let [white, black] = [(x1, y1), (x2, y2)].map(|(row, col)| Square::new(row % rows, col % cols));
        let start = game.start(white, black, Side::First);
        prop_assume!(start.is_ok());
        let case = Record::new(game, start.expect("a start"));
        let text = KnightmareProblem::default().input_text(&case);
        prop_assert_eq!(read_again(&KnightmareProblem::default(), &text), [case]);
    }
}
