//! The solvers compared with the reference and with a plain memo, which does not use ranks or words.

use std::collections::HashMap;

use board_core::{Board, Control, Margin, Negamax, Oracle, Solve, Square, analysis};
use board_testing::{reachable, solved};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rowfill::{Position, Rowfill, Solver, Table};

fn board(rows: u32, cols: u32) -> Board {
    Board::new(rows, cols).expect("in range")
}

fn table(game: &Rowfill) -> Table {
    solved(game, &[])
}

/// All positions of a game.
fn positions(game: &Rowfill) -> Vec<Position> {
    reachable(game, [game.start()])
}

/// Black's margin, by a map from the stones in each row to the margin over the rest. It uses only the numbers, not the
/// rules or ranks of the crate.
fn margin(board: Board, black: &[i64], white: &[i64]) -> i64 {
    fn rest(cols: usize, numbers: [&[i64]; 2], stones: &mut Vec<usize>, known: &mut HashMap<Vec<usize>, i64>) -> i64 {
        if let Some(&margin) = known.get(stones) {
            return margin;
        }
        let whites_turn = stones.iter().sum::<usize>() % 2 == 1;
        let mut best: Option<i64> = None;
        for row in 0..stones.len() {
            if stones[row] == cols || row > 0 && stones[row - 1] == stones[row] {
                continue;
            }
            let place = row * cols + stones[row];
            stones[row] += 1;
            let after = rest(cols, numbers, stones, known);
            stones[row] -= 1;
            let margin = if whites_turn { after - numbers[1][place] } else { after + numbers[0][place] };
            best = Some(match best {
                None => margin,
                Some(best) if whites_turn => best.min(margin),
                Some(best) => best.max(margin),
            });
        }
        let margin = best.unwrap_or(0);
        known.insert(stones.clone(), margin);
        margin
    }
    let [rows, cols] = [board.rows(), board.cols()].map(|count| count as usize);
    rest(cols, [black, white], &mut vec![0; rows], &mut HashMap::new())
}

/// Checks all positions, the value of all their moves, and the line of best play from each.
fn equals_the_reference(game: &Rowfill) -> Result<(), TestCaseError> {
    let all = positions(game);
    let (table, reference) = (table(game), solved::<_, Negamax<_>>(game, &all));
    let values = Solver::values(game, &all, &Control::new()).expect("a small board");
    prop_assert!(all.iter().map(|at| reference.value(at)).eq(values));
    for at in all {
        prop_assert_eq!(table.value(&at), reference.value(&at), "{:?}", at);
        prop_assert_eq!(table.rate(game, &at, usize::MAX), reference.rate(game, &at, usize::MAX), "{:?}", at);
        best_line_is_best(game, &table, &reference, &at)?;
    }
    Ok(())
}

/// Checks that the line of best play is legal and optimal, and that its gains sum to the value.
fn best_line_is_best(
    game: &Rowfill,
    table: &Table,
    judge: &impl Oracle<Rowfill>,
    at: &Position,
) -> Result<(), TestCaseError> {
    let line: Vec<_> = analysis::best_line(game, table, at).collect();
    let moves: Vec<Square> = line.iter().map(|rated| rated.chosen).collect();
    prop_assert_eq!(analysis::check_line(game, judge, at, &moves), Ok(()));
    let gains = line.iter().map(|rated| rated.gain).enumerate();
    let sum: i64 = gains.map(|(ply, gain)| if ply % 2 == 0 { gain } else { -gain }).sum();
    prop_assert_eq!(Margin(sum), table.value(at));
    Ok(())
}

/// Two lists of numbers: small ones with many ties, those of the judge, those that need eight bytes per entry, and some
/// in which all numbers of one side are 0.
fn numbers(squares: u32) -> impl Strategy<Value = [Vec<i64>; 2]> {
    let max = prop_oneof![Just(1_i64), Just(3), Just(100_000), Just(i64::MAX / 2 / i64::from(squares))];
    (max, 0..4_u8)
        .prop_flat_map(move |(max, zeros)| {
            let some = |zeros: bool| prop::collection::vec(0..=if zeros { 0 } else { max }, squares as usize);
            [some(zeros == 1), some(zeros == 2)]
        })
        .boxed()
}

fn games(sides: impl Strategy<Value = (u32, u32)>) -> impl Strategy<Value = (Board, [Vec<i64>; 2])> {
    sides.prop_flat_map(|(rows, cols)| (Just(board(rows, cols)), numbers(rows * cols)))
}

fn game(board: Board, [black, white]: &[Vec<i64>; 2]) -> Rowfill {
    Rowfill::new(board, black.clone(), white.clone()).expect("small enough")
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn boards_up_to_5_equal_the_reference((board, numbers) in games((1..=5_u32, 1..=5_u32))) {
        equals_the_reference(&game(board, &numbers))?;
    }
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn larger_boards_equal_a_plain_memo((board, numbers) in games(prop_oneof![
        (6..=8_u32, 6..=8_u32),
        (Just(1_u32), 15..=20_u32),
        (15..=20_u32, Just(1_u32)),
        (Just(2_u32), 12..=40_u32),
        (12..=40_u32, Just(2_u32)),
        (3..=4_u32, 12..=16_u32),
    ])) {
        let game = game(board, &numbers);
        let table = table(&game);
        let [black, white] = &numbers;
        let expected = Margin(margin(board, black, white));
        prop_assert_eq!(table.value(&game.start()), expected);
        prop_assert_eq!(Solver::values(&game, &[game.start()], &Control::new()), Ok(vec![expected]));
        best_line_is_best(&game, &table, &table, &game.start())?;
    }

    #[test]
    fn exchanging_rows_and_columns_keeps_all_values((board, numbers) in games((1..=6_u32, 1..=9_u32))) {
        let turned_board = Board::new(board.cols(), board.rows()).expect("in range");
        let turn = |numbers: &[i64]| -> Vec<i64> {
            let [rows, cols] = [board.rows(), board.cols()].map(|count| count as usize);
            (0..cols).flat_map(|col| (0..rows).map(move |row| numbers[row * cols + col])).collect()
        };
        let (here, there) = (game(board, &numbers), game(turned_board, &[turn(&numbers[0]), turn(&numbers[1])]));
        let (table_here, table_there) = (table(&here), table(&there));
        for at in positions(&here) {
            let columns: Vec<u32> =
                (0..board.cols()).map(|col| here.rows(&at).map(|stones| u32::from(stones > col)).sum()).collect();
            let image = there.position(&columns).expect("a lattice path");
            prop_assert_eq!(table_here.value(&at), table_there.value(&image));
        }
    }
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn layers_equal_the_table(
        (board, numbers) in games(prop_oneof![
            (11..=12_u32, 11..=12_u32),
            (Just(7_u32), 16..=18_u32),
            (16..=18_u32, Just(7_u32)),
            (Just(5_u32), 29..=32_u32),
        ]),
        stones in prop::collection::vec(any::<prop::sample::Index>(), 18),
        threads in 1..=3_usize,
    ) {
        let game = game(board, &numbers);
        let table = table(&game);
        let mut max = board.cols() as usize;
        let rows: Vec<u32> = stones
            .iter()
            .take(board.rows() as usize)
            .map(|stones| {
                max = stones.index(max + 1);
                u32::try_from(max).expect("at most the columns")
            })
            .collect();
        let later = game.position(&rows).expect("a staircase");
        let control = Control::new().with_threads(threads).expect("in range");
        for asked in [vec![later.clone()], vec![game.start(), later.clone()]] {
            let expected: Vec<Margin> = asked.iter().map(|at| table.value(at)).collect();
            prop_assert_eq!(Solver::values(&game, &asked, &control), Ok(expected));
            let solver = Solver::new(&game, &asked, &control).expect("no limit");
            for at in &asked {
                prop_assert_eq!(solver.value(at), table.value(at));
                prop_assert!(analysis::best_line(&game, &solver, at).eq(analysis::best_line(&game, &table, at)));
            }
        }
    }
}

#[test]
fn every_value_follows_from_the_values_one_move_on() {
    for (rows, cols) in [(8, 8), (4, 20), (20, 4), (2, 150), (150, 2)] {
        let numbers =
            |factor: i64| (0..i64::from(rows * cols)).map(|place| place * place * factor % 1009 % 100).collect();
        let game = Rowfill::new(board(rows, cols), numbers(37), numbers(53)).expect("small numbers");
        let table = table(&game);
        for at in positions(&game) {
            assert!(analysis::is_consistent(&game, &table, &at), "{rows}x{cols} {at:?}");
        }
    }
}

#[test]
fn zeros_cost_no_more_than_other_numbers() {
    // A memo that uses 0 for "unknown" would not end here.
    for (rows, cols) in [(12, 12), (10, 13)] {
        let board = board(rows, cols);
        let zeros = vec![0; (rows * cols) as usize];
        let game = Rowfill::new(board, zeros.clone(), zeros).expect("small numbers");
        let table = table(&game);
        assert_eq!(table.value(&game.start()), Margin(0));
        assert_eq!(analysis::best_line(&game, &table, &game.start()).count(), (rows * cols) as usize);
    }
}

#[test]
fn sums_at_the_limit_of_an_entry() {
    // The sum of all numbers is just what an entry of four bytes holds, or one more; and `i64::MAX`, or one more.
    let board = board(3, 4);
    for limit in [i64::from(i32::MAX), i64::MAX] {
        for more in [0, 1] {
            let small: Vec<i64> = (0..12).collect();
            let mut large = small.clone();
            large[5] += limit - 2 * 66 + more;
            for numbers in [[large.clone(), small.clone()], [small, large]] {
                equals_the_reference(&game(board, &numbers)).expect("equal");
            }
        }
    }
}

#[test]
fn sums_at_the_limit() {
    let max = i64::MAX;
    for (rows, cols) in [(1, 2), (2, 1), (2, 2), (3, 3)] {
        let board = board(rows, cols);
        let squares = (rows * cols) as usize;
        let only = |place: usize, number: i64| {
            let mut numbers = vec![0; squares];
            numbers[place] = number;
            numbers
        };
        for (black, white) in (0..squares).flat_map(|black| (0..squares).map(move |white| (black, white))) {
            let made = Rowfill::new(board, only(black, max), only(white, max));
            // The two numbers of one square are not added: only one of the players takes it.
            assert_eq!(made.is_ok(), black == white);
            if let Ok(game) = made {
                equals_the_reference(&game).expect("equal");
            }
            let numbers = [only(black, max - 1), only(white, 1)];
            equals_the_reference(&game(board, &numbers)).expect("equal");
        }
    }
    let even = max / 9;
    let game = game(board(3, 3), &[vec![even; 9], vec![even; 9]]);
    equals_the_reference(&game).expect("equal");
    assert_eq!(table(&game).value(&game.start()), Margin(even));
}

#[test]
fn long_thin_boards() {
    // In a single line there is no choice.
    for (rows, cols) in [(1, 30_000), (30_000, 1)] {
        let numbers: Vec<i64> = (0..30_000).map(|place| place * place % 1009).collect();
        let doubled: Vec<i64> = numbers.iter().map(|number| 2 * number).collect();
        let game = Rowfill::new(board(rows, cols), numbers.clone(), doubled).expect("small numbers");
        let expected: i64 =
            (0..).zip(&numbers).map(|(place, number)| if place % 2 == 0 { *number } else { -2 * number }).sum();
        let table = table(&game);
        assert_eq!(table.value(&game.start()), Margin(expected));
        assert_eq!(analysis::best_line(&game, &table, &game.start()).count(), 30_000);
    }
    // Runs that are long enough for a pass of their own.
    for (rows, cols) in [(2, 1100), (1100, 2)] {
        let numbers: Vec<Vec<i64>> =
            [7919, 104_729].map(|factor| (1..=2200).map(|place| place * factor % 10_007 % 100).collect()).into();
        let [black, white] = [&numbers[0], &numbers[1]];
        let game = Rowfill::new(board(rows, cols), black.clone(), white.clone()).expect("small numbers");
        let expected = Margin(thin_margin(board(rows, cols), black, white));
        assert_eq!(table(&game).value(&game.start()), expected);
        assert_eq!(Solver::values(&game, &[game.start()], &Control::new()), Ok(vec![expected]));
    }
}

/// Black's margin on a board of two rows or two columns, by a plain table of the stones in both.
fn thin_margin(board: Board, black: &[i64], white: &[i64]) -> i64 {
    let length = board.rows().max(board.cols()) as usize;
    let place = |line: usize, along: usize| if board.rows() == 2 { line * length + along } else { along * 2 + line };
    let mut rest = vec![vec![0_i64; length + 1]; length + 1];
    for second in (0..=length).rev() {
        for first in (second..=length).rev() {
            let blacks_turn = (first + second) % 2 == 0;
            let mut margins = Vec::new();
            let mut take = |line, along, after: i64| {
                let at = place(line, along);
                margins.push(if blacks_turn { black[at] + after } else { after - white[at] });
            };
            if first < length {
                take(0, first, rest[first + 1][second]);
            }
            if second < first {
                take(1, second, rest[first][second + 1]);
            }
            let best = if blacks_turn { margins.iter().max() } else { margins.iter().min() };
            rest[first][second] = best.copied().unwrap_or(0);
        }
    }
    rest[0][0]
}

#[test]
#[should_panic(expected = "a position of another board")]
fn a_position_of_another_board_is_refused() {
    let game = |rows, cols| {
        let board = Board::new(rows, cols).expect("in range");
        Rowfill::new(board, vec![1; (rows * cols) as usize], vec![1; (rows * cols) as usize]).expect("small numbers")
    };
    table(&game(2, 3)).value(&game(6, 1).start());
}
