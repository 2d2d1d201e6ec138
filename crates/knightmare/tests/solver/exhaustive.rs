//! The solvers compared with the reference, with known figures, and with the rules one move ahead.

use std::collections::HashMap;

use board_core::{Control, Game, Oracle, Outcome, Side, Solve, Square, analysis};
use knightmare::{Knightmare, Position, Solver, Tally, tally};

use crate::{game, positions, reference, solver, table};

/// Compares every position of a board with the reference; returns the number of positions.
fn compare(rows: u32, cols: u32) -> u64 {
    let game = game(rows, cols);
    let (solved, reference) = (solver(&game), reference(&game));
    let mut compared = 0;
    for at in positions(game) {
        assert_eq!(solved.value(&at), reference.value(&at), "{rows}x{cols} {at:?}");
        compared += 1;
    }
    compared
}

#[test]
fn theorem_17_all_positions_of_all_boards_to_12() {
    let mut compared = 0;
    for rows in (6..=12).step_by(2) {
        for cols in (6..=12).step_by(2) {
            compared += compare(rows, cols);
        }
    }
    // 2 s (s - 1) positions on s squares.
    assert_eq!(compared, 234_080);
}

#[test]
fn theorem_17_all_positions_of_larger_and_longer_boards() {
    let compared: u64 =
        [(6, 20), (20, 6), (16, 16), (20, 20), (6, 40), (40, 6)].map(|(rows, cols)| compare(rows, cols)).iter().sum();
    assert_eq!(compared, 736_320);
}

#[test]
fn tables_of_all_small_and_thin_boards_equal_the_reference() {
    let small = (2..=8).step_by(2).flat_map(|rows| (2..=8).step_by(2).map(move |cols| (rows, cols)));
    let thin = [(2, 40), (40, 2), (4, 24), (24, 4)];
    let mut compared = 0;
    for (rows, cols) in small.chain(thin) {
        let game = game(rows, cols);
        let (solved, reference) = (table(&game), reference(&game));
        for at in positions(game) {
            assert_eq!(solved.value(&at), reference.value(&at), "{rows}x{cols} {at:?}");
            compared += 1;
        }
    }
    // 2 s (s - 1) positions on s squares.
    assert_eq!(compared, 89_760);
}

/// Checks that a value follows by the rules from the values one move ahead. As wins and losses count the plies to the
/// end, an oracle without draws for which this holds everywhere is correct everywhere.
fn assert_consistent(game: &Knightmare, solver: &Solver, at: &Position) {
    assert_ne!(solver.value(at), Outcome::Draw, "{at:?}");
    assert!(analysis::is_consistent(game, solver, at), "{at:?} on {}", game.board());
}

/// Boards up to the largest, whose half sides are even or odd.
const LARGE: [(u32, u32); 8] = [
    (1000, 1000),
    (998, 1000),
    (6, 1000),
    (1000, 6),
    (8, 1_000_000_000),
    (1_000_000_000, 10),
    (999_999_998, 1_000_000_000),
    (u32::MAX - 1, u32::MAX - 1),
];

#[test]
fn positions_around_the_targets_of_large_boards_follow_from_their_moves() {
    const REACH: u32 = 5;
    for (rows, cols) in LARGE {
        let game = game(rows, cols);
        let solver = solver(&game);
        let middle = game.target(Side::First);
        let near: Vec<Square> = (middle.row.saturating_sub(REACH)..=middle.row + REACH + 1)
            .flat_map(|row| {
                (middle.col.saturating_sub(REACH)..=middle.col + REACH).map(move |col| Square::new(row, col))
            })
            .filter(|&square| game.board().contains(square))
            .collect();
        for (&white, &black) in near.iter().flat_map(|white| near.iter().map(move |black| (white, black))) {
            for at in Side::ALL.into_iter().filter_map(|side| game.position(white, black, side).ok()) {
                assert_consistent(&game, &solver, &at);
            }
        }
    }
}

#[test]
fn positions_near_the_corners_and_far_away_follow_from_their_moves() {
    for (rows, cols) in LARGE {
        let game = game(rows, cols);
        let solver = solver(&game);
        // The ends of the sides, the middle, and squares in between.
        let places = |side: u32| {
            let mut places: Vec<u32> = (0..4).chain(side - 4..side).collect();
            places.extend([side / 7, side / 4, side / 3, side / 2 - 2, side / 2 - 1, side / 2, side / 2 + 1]);
            places.sort_unstable();
            places.dedup();
            places
        };
        let (rows, cols) = (places(rows), places(cols));
        let squares: Vec<Square> =
            rows.iter().flat_map(|&row| cols.iter().map(move |&col| Square::new(row, col))).collect();
        for (&white, &black) in squares.iter().flat_map(|white| squares.iter().map(move |black| (white, black))) {
            for at in Side::ALL.into_iter().filter_map(|side| game.position(white, black, side).ok()) {
                assert_consistent(&game, &solver, &at);
            }
        }
    }
}

#[test]
fn closed_form_and_table_agree_on_every_position() {
    for (rows, cols) in [(6, 6), (14, 10), (8, 22)] {
        let game = game(rows, cols);
        let (closed, retrograde) = (solver(&game), table(&game));
        for at in positions(game) {
            assert_eq!(closed.value(&at), retrograde.value(&at), "{rows}x{cols} {at:?}");
        }
    }
}

#[test]
fn known_starts_of_6x6_6x8_and_8x6() {
    let data = include_str!("data/all-starts-6x6-6x8-8x6.tsv");
    let mut solvers: HashMap<(u32, u32), (Knightmare, Solver)> = HashMap::new();
    let mut compared = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[case, winner, plies] = fields.as_slice() else { panic!("three fields: {line}") };
        let numbers: Vec<u32> = case.split(' ').map(|word| word.parse().expect("a number")).collect();
        let &[n, m, x1, y1, x2, y2] = numbers.as_slice() else { panic!("six numbers: {line}") };
        let (game, solver) = solvers.entry((n, m)).or_insert_with(|| {
            let game = game(n, m);
            (game, solver(&game))
        });
        let [white, black] = [(x1, y1), (x2, y2)].map(|(x, y)| Square::new(x - 1, y - 1));
        let start = game.start(white, black, Side::First).expect("a start");
        let found = match solver.value(&start) {
            Outcome::Win(plies) => ("WHITE", plies),
            Outcome::Loss(plies) => ("BLACK", plies),
            Outcome::Draw => ("DRAW", 0),
        };
        assert_eq!(found, (winner, plies.parse().expect("plies")), "{case}");
        compared += 1;
    }
    assert_eq!(compared, 5517);
}

#[test]
fn known_counts_of_starts_and_longest_games() {
    for (boards, wins, draws, longest) in [
        (&[(6, 6)][..], [695, 496], 0, [9, 10]),
        (&[(6, 8), (8, 6)], [1247, 916], 0, [9, 10]),
        (&[(8, 8)], [2223, 1684], 0, [9, 10]),
        (&[(10, 10)], [5589, 4114], 0, [9, 10]),
        (&[(12, 12)], [11729, 8578], 0, [11, 12]),
        (&[(16, 16)], [37731, 27040], 0, [13, 14]),
        (&[(20, 20)], [91695, 67108], 0, [15, 16]),
        (&[(6, 40), (40, 6)], [31073, 25810], 0, [21, 22]),
        (&[(40, 40)], [1_400_371, 1_154_832], 0, [27, 28]),
        (&[(4, 4)], [125, 86], 0, [9, 10]),
        (&[(4, 6)], [295, 212], 0, [7, 8]),
        (&[(6, 4)], [298, 209], 0, [9, 10]),
        (&[(2, 8), (8, 2)], [59, 40], 112, [3, 4]),
    ] {
        for &(rows, cols) in boards {
            let control = Control::new().with_threads(2).expect("in range");
            let found = tally(&game(rows, cols), &control).expect("no limit");
            assert_eq!(found, Tally { wins, draws, longest }, "{rows}x{cols}");
        }
    }
}

#[test]
fn a_runner_on_its_target_under_attack_is_captured_or_wins() {
    // White, to move, is the hunter and attacks black on its target: every move except the capture loses at once.
    let game = game(8, 8);
    let solver = solver(&game);
    let at = game.position(Square::new(2, 2), game.target(Side::Second), Side::First).expect("a position");
    let rated = solver.rate(&game, &at, usize::MAX).moves;
    let values: Vec<Outcome> = rated.iter().map(|rated| rated.value).collect();
    assert_eq!(values[0], Outcome::Win(1));
    assert!(values.len() > 2 && values[1..].iter().all(|&value| value == Outcome::Loss(1)), "{values:?}");
    assert_eq!(rated[0].chosen, game.target(Side::Second));
    let careless = game.play(&at, rated[1].chosen).to;
    assert_eq!((game.end(&careless), solver.value(&careless)), (Some(Outcome::Win(0)), Outcome::Win(0)));
    assert_eq!(careless.to_move(), Side::Second, "the winner would be to move");
}

#[test]
fn work_beyond_the_memory_limit_is_refused_before_it_starts() {
    let control = Control::new().with_memory(1 << 20);
    let refused = Solver::new(&game(4, 500), &[], &control).expect_err("more than 1 MiB").to_string();
    assert_eq!(refused, "4 x 500 needs 9.3 MiB of memory, but the limit is 1 MiB");
    assert!(Solver::new(&game(2, u32::MAX - 1), &[], &Control::new()).is_err());
    assert!(Solver::new(&game(6, u32::MAX - 1), &[], &control).is_ok(), "the closed form needs no memory");
    assert_eq!(Solver::memory_needed(&game(u32::MAX - 1, 6)), 0);
}

#[test]
#[should_panic(expected = "a position of a larger board")]
fn a_position_of_a_larger_board_is_refused() {
    let at = positions(game(4, 12)).last().expect("many");
    table(&game(4, 4)).value(&at);
}

#[test]
fn plies_beyond_one_byte() {
    // Long enough for entries of two bytes.
    let longest = tally(&game(2, 1200), &Control::new()).expect("no limit").longest;
    // On 2 x 8 these are 3 and 4: five and four plies less than the number of columns.
    assert_eq!(longest, [1195, 1196]);
}
