//! Reading any input ends with cases or with an error that points into the input.

use board_testing::parser::{read, read_again};
use boxes::{Board, Boxes, BoxesProblem, Rules};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn problems() -> impl Strategy<Value = BoxesProblem> {
    let other =
        |rows, cols, rules| BoxesProblem { board: Board::new(rows, cols).expect("in range"), rules: Some(rules) };
    prop::sample::select(vec![
        BoxesProblem::default(),
        other(1, 2, Rules::ExtraTurn),
        other(2, 5, Rules::Alternate),
        // Too large for the game: an error, for every input.
        other(1000, 1000, Rules::Alternate),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(problem in problems(), bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        read(&problem, &bytes);
    }

    #[test]
    fn words_that_are_nearly_valid(problem in problems(), text in "[12](\n[0-4]( [0-9]{1,2} [0-9]{1,2}){0,4}| x|\u{feff}){0,4}") {
        read(&problem, text.as_bytes());
    }

    #[test]
    fn written_cases_are_read_back(order in Just((0..24_usize).collect::<Vec<_>>()).prop_shuffle(), count in 0..=24_usize) {
        let problem = BoxesProblem::default();
        let game = Boxes::new(problem.board, problem.rules()).expect("few edges");
        let edges: Vec<_> = game.list(game.edges()).collect();
        let drawn: Vec<_> = order[..count].iter().map(|&edge| edges[edge]).collect();
        let lines = drawn.iter().map(|edge| edge.dots()).map(|(one, other)| format!("{other} {one}\n"));
        let cases = read_again(&problem, &format!("1\n{count}\n{}", lines.collect::<String>()));
        prop_assert_eq!(cases.len(), 1);
        prop_assert!(cases[0].moves().eq(drawn));
    }
}
