//! Reading any input ends with cases or with an error that points into the input.

use board_testing::parser::{read, read_again};
use chase::{Board, Chase, ChaseProblem, Record, Side, Square};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn problem(rows: u32, cols: u32) -> ChaseProblem {
    ChaseProblem { board: Some(Board::new(rows, cols).expect("in range")), ..ChaseProblem::default() }
}

/// A case from rows and columns that are counted from 1, as an input has them.
fn case(board: Board, [x1, y1, x2, y2]: [u32; 4]) -> Option<Record<Chase>> {
    let game = Chase::new(board);
    let start = game.position(Square::new(x1 - 1, y1 - 1), Square::new(x2 - 1, y2 - 1), Side::First).ok()?;
    Some(Record::new(game, start))
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        read(&ChaseProblem::default(), &bytes);
        read(&problem(3, 4), &bytes);
    }

    #[test]
    fn words_that_are_nearly_valid(text in "([0-9]{1,3}|-?[0-9]{18,22}|[a-z+.\u{feff}é]|[\r\n\t ]){0,20}") {
        read(&ChaseProblem::default(), text.as_bytes());
    }

    #[test]
    fn cases_of_a_board_are_read(rows in 1_u32..6, cols in 2_u32..6, numbers in any::<[[u32; 4]; 3]>()) {
        let problem = problem(rows, cols);
        let on_the_board = |[x1, y1, x2, y2]: [u32; 4]| [x1 % rows + 1, y1 % cols + 1, x2 % rows + 1, y2 % cols + 1];
        let numbers = numbers.map(on_the_board);
        let text = numbers.map(|numbers| numbers.map(|number| number.to_string()).join(" ")).join("\n");
        let cases: Option<Vec<_>> = numbers.into_iter().map(|numbers| case(problem.board?, numbers)).collect();
        match cases {
            // A square board is written with its side, as in the original, so it is read without the option.
            Some(cases) if rows != cols => prop_assert_eq!(read_again(&problem, &text), cases),
            Some(cases) => prop_assert_eq!(read(&problem, text.as_bytes()), cases),
            None => prop_assert_eq!(read(&problem, text.as_bytes()), []),
        }
    }

    #[test]
    fn cases_of_the_original_are_read(side in 2_u32..=20, numbers in any::<[u32; 4]>()) {
        let [x1, y1, x2, y2] = numbers.map(|number| number % side + 1);
        let case = case(Board::new(side, side).expect("in range"), [x1, y1, x2, y2]);
        let text = format!("{side} {x1} {y1}\n{x2} {y2}");
        if let Some(case) = case {
            prop_assert_eq!(read_again(&ChaseProblem::default(), &text), [case]);
        } else {
            prop_assert_eq!(read(&ChaseProblem::default(), text.as_bytes()), []);
        }
    }
}
