//! The search compared with whole tables, which `exhaustive.rs` compares with the reference, and with published values.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use board_core::{Board, Control, Game, Halt, Margin, Oracle, Progress, Side, Solve, analysis};
use board_testing::solved;
use boxes::{Boxes, Edges, Method, Position, Rules, Search, Solver, Table};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn game(rows: u32, cols: u32, rules: Rules) -> Boxes {
    Boxes::new(Board::new(rows, cols).expect("in range"), rules).expect("few edges")
}

fn empty(game: Boxes) -> Position {
    game.position(Edges::default(), Side::First).expect("no edge")
}

fn table(game: Boxes, from: &Position) -> Table {
    solved(&game, slice::from_ref(from))
}

fn search(game: Boxes, from: &Position) -> Search {
    Search::new(&game, slice::from_ref(from), &Control::new().with_memory(1 << 24)).expect("few edges")
}

/// Some edges of a board, chosen by the bits of a number.
fn of_bits(game: Boxes, bits: u128) -> Edges {
    of_bits_at_most(game, bits, usize::MAX)
}

/// The first `max` of these edges.
fn of_bits_at_most(game: Boxes, bits: u128, max: usize) -> Edges {
    let members = (0..).zip(game.list(game.edges())).filter(|(bit, _)| bits >> bit & 1 == 1);
    game.set(members.map(|(_, edge)| edge).take(max)).expect("edges of the board")
}

#[test]
fn all_positions_of_all_boards_up_to_17_edges_equal_the_table() {
    let mut compared = 0;
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2)]
    {
        for rules in Rules::ALL {
            let game = game(rows, cols, rules);
            let table = table(game, &empty(game));
            let search = search(game, &empty(game));
            for bits in 0..1 << game.edges().len() {
                let at = game.position(of_bits(game, bits), Side::First).expect("edges of the board");
                let margin = search.margin(&at, &Control::new());
                assert_eq!(margin, Ok(table.value(&at)), "{rows}x{cols} {rules} {at:?}");
                compared += 1;
            }
        }
    }
    // For each board, with both rules: 2 times 2^edges.
    let boards = [4, 7, 7, 10, 10, 13, 13, 16, 16, 12, 17, 17];
    assert_eq!(compared, boards.map(|edges| 2 << edges).iter().sum::<u64>());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    /// Large boards with few open edges, on any number of threads.
    #[test]
    fn other_boards_equal_the_table(bits in any::<u128>(), less in any::<u128>(), shape in 0..5_usize, threads in 1..4_usize, extra_turn in any::<bool>()) {
        let (rows, cols) = [(3, 3), (4, 4), (7, 7), (1, 30), (3, 5)][shape];
        let game = game(rows, cols, if extra_turn { Rules::ExtraTurn } else { Rules::Alternate });
        let open = of_bits_at_most(game, bits, 16);
        let at = game.position(game.edges().difference(open), Side::First).expect("edges of the board");
        let later = game.position(game.edges().difference(open.intersection(of_bits(game, less))), Side::Second).expect("edges of the board");
        let table = table(game, &at);
        let control = Control::new().with_threads(threads).expect("in range");
        let search = search(game, &at);
        prop_assert_eq!(search.margin(&at, &control), Ok(table.value(&at)));
        prop_assert_eq!(search.margin(&later, &control), Ok(table.value(&later)));
    }

    /// Positions of 3x3 that share one small table.
    #[test]
    fn positions_of_3x3_with_the_extra_turn_equal_the_table(sets in prop::collection::vec(any::<u128>(), 1..100)) {
        let game = game(3, 3, Rules::ExtraTurn);
        let search = Search::new(&game, &[empty(game)], &Control::new().with_memory(Search::MIN_MEMORY)).expect("few edges");
        for bits in sets {
            // At least 6 edges.
            let at = game.position(of_bits(game, bits | 0x2_0912), Side::First).expect("edges of the board");
            let table = table(game, &at);
            prop_assert_eq!(search.margin(&at, &Control::new()), Ok(table.value(&at)));
        }
    }
}

#[test]
fn published_values_beyond_the_tables() {
    // For the usual rule: Barker and Korf, "Solving Dots-and-Boxes", AAAI 2012, and several programs. For HDU 4753's
    // rule: several programs.
    for (rows, cols, rules, value) in [
        (3, 3, Rules::ExtraTurn, -3),
        (2, 5, Rules::ExtraTurn, -2),
        (1, 9, Rules::ExtraTurn, -1),
        (1, 8, Rules::Alternate, 4),
    ] {
        for (rows, cols) in [(rows, cols), (cols, rows)] {
            let game = game(rows, cols, rules);
            let search = search(game, &empty(game));
            assert_eq!(search.margin(&empty(game), &Control::new()), Ok(Margin(value)), "{rows}x{cols} {rules}");
        }
    }
}

#[test]
fn a_solver_with_many_open_edges_covers_everything_in_a_report() {
    // One of the 25 moves keeps the tie.
    let game = game(1, 8, Rules::ExtraTurn);
    let start = empty(game);
    let solver = Solver::new(&game, &[start], &Control::new().with_memory(1 << 24)).expect("few edges");
    assert_eq!((solver.value(&start), solver.method(&start)), (Margin(0), Some(Method::Search)));
    let best: Vec<_> = solver.rate(&game, &start, usize::MAX).moves;
    assert_eq!(best.iter().filter(|rated| rated.value == Margin(0)).count(), 1);
    // The same holds along the line of best play. What follows a move off the line is not covered, and would need a
    // search.
    let mut at = start;
    for rated in analysis::best_line(&game, &solver, &start) {
        assert!(solver.covers(&at) && game.moves(&at).all(|edge| solver.covers(&game.play(&at, edge).to)));
        at = game.play(&at, rated.chosen).to;
    }
    assert_eq!(at.drawn(), game.edges());
    let worst = best.last().expect("moves").chosen;
    let off = game.play(&start, worst).to;
    assert!(!game.moves(&off).all(|edge| solver.covers(&game.play(&off, edge).to)));
}

#[test]
#[should_panic(expected = "the solver covers the position")]
fn value_never_searches() {
    let game = game(1, 8, Rules::ExtraTurn);
    let start = empty(game);
    let at = game.moves(&start).take(3).fold(start, |at, edge| game.play(&at, edge).to);
    let solver = Solver::new(&game, &[start], &Control::new().with_memory(1 << 24)).expect("few edges");
    solver.value(&at);
}

#[test]
fn searches_beyond_the_memory_limit_are_refused_and_a_long_search_stops() {
    let large = game(7, 7, Rules::ExtraTurn);
    let refused = Search::new(&large, &[empty(large)], &Control::new()).map(drop);
    assert!(matches!(refused, Err(Halt::OutOfReach { .. })));
    let game = game(4, 4, Rules::ExtraTurn);
    let little = Control::new().with_memory(1 << 16);
    assert!(matches!(
        Search::new(&game, &[empty(game)], &little),
        Err(Halt::TooLarge { needed: Search::MIN_MEMORY, .. })
    ));
    let stop = |progress: &Progress<'_>| {
        if progress.done > 100_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    for threads in [1, 3] {
        let control = Control::new().with_memory(1 << 22).with_progress(&stop).with_threads(threads).expect("in range");
        let search = Search::new(&game, &[empty(game)], &control).expect("enough");
        assert_eq!(search.margin(&empty(game), &control), Err(Halt::Stopped));
        assert!(search.memory() <= 1 << 22 && search.nodes() > 100_000);
    }
}

/// Whether solving an empty board is expected to take more than a day.
fn takes_too_long(rows: u32, cols: u32, rules: Rules) -> bool {
    let game = game(rows, cols, rules);
    let control = Control::new().with_time(Duration::from_secs(24 * 3600));
    matches!(Solver::check(&game, &empty(game), &control), Err(Halt::TooLong { .. }))
}

#[test]
fn boards_that_were_solved_are_not_refused_for_their_expected_time() {
    let rows = (1..=10).chain([12]).map(|cols| (1, cols));
    let both = rows.chain([(2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)]);
    let solved = both.flat_map(|(rows, cols)| Rules::ALL.map(|rules| (rows, cols, rules)));
    for (rows, cols, rules) in solved.chain([(4, 4, Rules::ExtraTurn)]) {
        assert!(!takes_too_long(rows, cols, rules) && !takes_too_long(cols, rows, rules), "{rows}x{cols} {rules}");
    }
    for (rows, cols) in [(4, 5), (5, 5)] {
        assert!(Rules::ALL.into_iter().all(|rules| takes_too_long(rows, cols, rules)), "{rows}x{cols}");
    }
    assert!(takes_too_long(4, 4, Rules::Alternate));
}

#[test]
#[should_panic(expected = "the search covers the position")]
fn a_position_from_before_the_search_is_refused() {
    let game = game(2, 2, Rules::ExtraTurn);
    let later = game.position(game.edges(), Side::First).expect("all edges");
    let _ = search(game, &later).margin(&empty(game), &Control::new());
}

/// The empty board of 4 x 4 takes minutes with the extra turn: what ends within the test was stopped.
fn long_search() -> (Search, Position) {
    let game = game(4, 4, Rules::ExtraTurn);
    (search(game, &empty(game)), empty(game))
}

#[test]
fn a_search_is_stopped_while_it_waits_for_another() {
    let (search, start) = long_search();
    let is_searching = AtomicBool::new(false);
    let is_over = AtomicBool::new(false);
    let first = |_: &Progress<'_>| {
        // What a listener may ask in the middle of the search.
        assert!(search.memory() > 1 << 23);
        is_searching.store(true, Ordering::Relaxed);
        if is_over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stop = |_: &Progress<'_>| ControlFlow::Break(());
    thread::scope(|scope| {
        let searching = scope.spawn(|| search.margin(&start, &Control::new().with_progress(&first)));
        while !is_searching.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        let second = search.margin(&start, &Control::new().with_progress(&stop));
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(second, Err(Halt::Stopped));
        assert_eq!(searching.join().expect("no panic"), Err(Halt::Stopped));
    });
}

#[test]
fn a_listener_that_panics_ends_the_other_threads() {
    let (search, start) = long_search();
    // Without a message.
    let panics = |_: &Progress<'_>| -> ControlFlow<()> { panic::resume_unwind(Box::new("enough")) };
    let control = Control::new().with_threads(3).expect("in range").with_progress(&panics);
    let searched = panic::catch_unwind(AssertUnwindSafe(|| search.margin(&start, &control)));
    assert!(searched.is_err());
}
