//! The solver compared with the reference solver and with published figures.

use std::collections::HashMap;

use board_core::Retrograde;
use board_testing::solved;
use chase::{Board, Chase, Control, Game, Oracle, Outcome, Position, Side, Solve, Solver, Square, Summary, analysis};

fn game(rows: u32, cols: u32) -> Chase {
    Chase::new(Board::new(rows, cols).expect("in range"))
}

fn solver(game: &Chase) -> Solver {
    solved(game, &[])
}

/// The reference solver for every position of the board.
fn reference(game: &Chase) -> Retrograde<Chase> {
    solved(game, &positions(*game).collect::<Vec<_>>())
}

/// Every position in which the game is not over, with either side to move.
fn positions(game: Chase) -> impl Iterator<Item = Position> {
    let board = game.board();
    board.iter().flat_map(move |white| {
        board
            .iter()
            .flat_map(move |black| Side::ALL.into_iter().filter_map(move |side| game.position(white, black, side).ok()))
    })
}

#[test]
fn all_positions_of_all_small_boards_equal_the_reference() {
    let mut compared = 0;
    for rows in 1..=7 {
        for cols in 1..=7 {
            let game = game(rows, cols);
            let (solver, reference) = (solver(&game), reference(&game));
            let all: Vec<Position> = positions(game).collect();
            let outcomes = Solver::values(&game, &all, &Control::new()).expect("a small board");
            for (at, outcome) in all.iter().zip(outcomes) {
                assert_eq!(solver.value(at), reference.value(at), "{rows}x{cols} {at:?}");
                assert_eq!(outcome, reference.value(at), "{rows}x{cols} {at:?}");
                for rated in solver.rate(&game, at, 8).moves {
                    assert!(rated.value <= outcome);
                    let after = game.play(at, rated.chosen).to;
                    assert_eq!(rated, reference.rate_move(&game, at, rated.chosen));
                    if let Some(end) = game.end(&after) {
                        assert_eq!(solver.value(&after), end);
                    }
                }
                compared += 1;
            }
        }
    }
    // 2 s (s - 1) positions on s squares.
    assert_eq!(compared, 37_632);
}

#[test]
fn known_starts_of_boards_up_to_6() {
    let data = include_str!("data/all-starts-2-to-6.tsv");
    let mut solvers: HashMap<u32, (Chase, Solver)> = HashMap::new();
    let mut compared = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let (case, answer) = line.split_once('\t').expect("a case and its answer");
        let numbers: Vec<u32> = case.split(' ').map(|word| word.parse().expect("a number")).collect();
        let &[n, x1, y1, x2, y2] = numbers.as_slice() else { panic!("five numbers: {line}") };
        let (game, solver) = solvers.entry(n).or_insert_with(|| {
            let game = game(n, n);
            (game, solver(&game))
        });
        let [white, black] = [(x1, y1), (x2, y2)].map(|(x, y)| Square::new(x - 1, y - 1));
        let start = game.position(white, black, Side::First).expect("legal");
        let found = match solver.value(&start) {
            Outcome::Win(plies) => format!("WHITE {plies}"),
            Outcome::Loss(plies) => format!("BLACK {plies}"),
            Outcome::Draw => "DRAW".to_owned(),
        };
        assert_eq!(found, answer, "{case}");
        compared += 1;
    }
    assert_eq!(compared, 2184);
}

/// The counts of a board, computed once from its solver.
fn summary(game: &Chase) -> Summary {
    let solver = solver(game);
    let outcomes: Vec<Outcome> = solver.starts().map(|(_, outcome)| outcome).collect();
    let longest = outcomes.iter().filter_map(|outcome| outcome.plies()).max().unwrap_or(0);
    let count = |counted: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| counted(outcome)).count() as u64;
    let summary = Summary::new(game, &Control::new()).expect("a small board");
    assert_eq!(summary.longest, longest);
    assert_eq!(summary.longest_starts, count(&|outcome| outcome.plies() == Some(longest)));
    assert_eq!(summary.white, count(&|outcome| matches!(outcome, Outcome::Win(_))));
    assert_eq!(summary.black, count(&|outcome| matches!(outcome, Outcome::Loss(_))));
    assert_eq!(summary.draws, count(&|outcome| *outcome == Outcome::Draw));
    if let Some(example) = summary.example {
        assert_eq!(solver.value(&example).plies(), Some(longest));
    }
    summary
}

#[test]
fn published_counts_and_longest_games_up_to_20() {
    let longest = [2, 8, 10, 12, 16, 20, 22, 24, 28, 32, 34, 36, 40, 44, 46, 48, 52, 56, 58];
    let starts = [4, 8, 48, 144, 64, 72, 184, 560, 176, 168, 408, 1128, 344, 304, 720, 1856, 568, 480, 1120];
    for ((n, longest), starts) in (2..=20).zip(longest).zip(starts) {
        let game = game(n, n);
        let summary = summary(&game);
        assert_eq!((summary.longest, summary.longest_starts), (longest, starts), "n = {n}");
        let at_once = 4 * n as usize * (n as usize - 1);
        assert_eq!((summary.white, summary.draws), (at_once as u64, 0), "n = {n}");
        assert_eq!(solver(&game).starts().filter(|(_, outcome)| *outcome == Outcome::Win(1)).count(), at_once);
    }
}

#[test]
fn longest_games_of_rectangles() {
    for (rows, cols, longest) in [(1, 3, 2), (1, 7, 10), (2, 3, 6), (2, 9, 16), (3, 9, 18), (4, 11, 22)] {
        assert_eq!(summary(&game(rows, cols)).longest, longest, "{rows}x{cols}");
        assert_eq!(summary(&game(cols, rows)).longest, longest, "{cols}x{rows}");
    }
    let smallest = summary(&game(1, 2));
    assert_eq!((smallest.longest, smallest.longest_starts, smallest.white, smallest.black), (1, 2, 2, 0));
    let nothing = summary(&game(1, 1));
    assert_eq!((nothing.longest, nothing.longest_starts, nothing.example), (0, 0, None));
}

#[test]
fn sets_of_more_and_of_less_than_whole_words() {
    // Rows of exactly one word, of one bit less and more, and of several words, compared with the reference.
    for (rows, cols) in [(1, 63), (1, 64), (1, 65), (2, 64), (1, 130), (64, 1), (130, 1), (33, 2), (16, 4), (2, 65)] {
        let game = game(rows, cols);
        let (solver, reference) = (solver(&game), reference(&game));
        for at in positions(game) {
            assert_eq!(solver.value(&at), reference.value(&at), "{rows}x{cols} {at:?}");
        }
    }
}

#[test]
fn numbers_above_one_byte() {
    // The longest games have more than 510 plies, so that entries grow to two bytes.
    let game = game(1, 400);
    let (solver, reference) = (solver(&game), reference(&game));
    assert!(summary(&game).longest > 510);
    for at in positions(game).step_by(7) {
        assert_eq!(solver.value(&at), reference.value(&at), "{at:?}");
    }
}

#[test]
fn values_are_the_same_under_symmetries_and_with_any_number_of_threads() {
    for (rows, cols) in [(9, 9), (6, 11)] {
        let game = game(rows, cols);
        let board = game.board();
        let solver = solver(&game);
        for &symmetry in board.symmetries() {
            for at in positions(game) {
                let map = |square| board.map(symmetry, square).expect("on the board");
                let image = game.position(map(at.white()), map(at.black()), at.to_move()).expect("legal");
                assert_eq!(solver.value(&at), solver.value(&image), "{symmetry:?} {at:?}");
            }
        }
    }
    // Large enough for several batches.
    let game = game(40, 40);
    let control = Control::new().with_threads(3).expect("in range");
    let (one, three) = (solver(&game), Solver::new(&game, &[], &control).expect("fits"));
    assert!(one.starts().eq(three.starts()));
}

#[test]
fn the_line_of_best_play_is_legal_and_optimal() {
    for (rows, cols) in [(2, 2), (1, 9), (4, 4), (5, 3), (8, 8)] {
        let game = game(rows, cols);
        let solver = solver(&game);
        for at in positions(game) {
            let line: Vec<_> = analysis::best_line(&game, &solver, &at).map(|rated| rated.chosen).collect();
            assert_eq!(analysis::check_line(&game, &solver, &at, &line), Ok(()), "{at:?}");
            assert_eq!(Some(line.len() as u64), solver.value(&at).plies(), "{at:?}");
        }
    }
}

#[test]
fn work_beyond_the_memory_limit_is_refused_before_it_starts() {
    let control = Control::new().with_memory(1 << 20);
    let large = game(100, 100);
    let start = large.position(Square::new(0, 0), Square::new(9, 9), Side::First).expect("legal");
    let refused = Solver::new(&large, &[], &control).expect_err("more than 1 MiB").to_string();
    assert_eq!(refused, "100 x 100 needs 16.3 MiB of memory, but the limit is 1 MiB");
    let refused = Solver::values(&large, &[start], &control).expect_err("more than 1 MiB").to_string();
    assert_eq!(refused, "100 x 100 needs 4.1 MiB of memory, but the limit is 1 MiB");
    let endless = game(u32::MAX, u32::MAX);
    assert!(Solver::new(&endless, &[], &Control::new()).is_err());
    // A game that is over at once needs no table.
    let corner = Square::new(0, 0);
    let at = endless.position(corner, Square::new(0, 1), Side::First).expect("legal");
    assert_eq!(Solver::values(&endless, &[at], &Control::new()), Ok(vec![Outcome::Win(1)]));
}

#[test]
#[should_panic(expected = "a position of a larger board")]
fn a_position_of_a_larger_board_is_refused() {
    let at = positions(game(3, 12)).last().expect("many");
    solver(&game(6, 6)).value(&at);
}
