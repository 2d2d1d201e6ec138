//! The reference solvers, analysis and records on random games, compared with values computed in another way.

use std::ops::ControlFlow;
use std::sync::Mutex;

use board_core::{
    Control, Game, Grundy, Halt, Margin, Negamax, Oracle, Outcome, Progress, Record, Retrograde, Side, Solve, Step,
    Value, analysis, perft,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A game that consists only of its positions and the moves between them.
#[derive(Clone, Debug)]
struct Graph<V> {
    nodes: Vec<Node<V>>,
}

#[derive(Clone, Debug)]
struct Node<V> {
    mover: Side,
    /// Its value if the game ends here.
    end: V,
    /// Whether the game ends here although there are moves, as after a capture.
    over: bool,
    /// The positions after each move, and what the move gains; if there are none, the game ends.
    moves: Vec<(usize, i64)>,
}

impl<V: Value> Game for Graph<V> {
    type Position = usize;
    type Move = usize;
    type Value = V;

    fn to_move(&self, &at: &usize) -> Side {
        self.nodes[at].mover
    }

    fn end(&self, &at: &usize) -> Option<V> {
        let Node { end, over, moves, .. } = &self.nodes[at];
        (*over || moves.is_empty()).then_some(*end)
    }

    fn moves(&self, &at: &usize) -> impl Iterator<Item = usize> {
        0..self.nodes[at].moves.len()
    }

    fn play(&self, &at: &usize, chosen: usize) -> Step<usize> {
        let (to, gain) = self.nodes[at].moves[chosen];
        Step { to, gain }
    }
}

impl<V: Value> Graph<V> {
    /// Values by iteration: at first only the values of the ends are known, and each round looks one ply further. After
    /// one round per position, nothing changes any more.
    fn iterated(&self, unknown: V) -> Vec<V> {
        let first = self.nodes.iter().enumerate().map(|(at, _)| self.end(&at).unwrap_or(unknown));
        let mut values: Vec<V> = first.collect();
        for _ in 0..=self.nodes.len() {
            let look = |at: usize| {
                let mover = self.nodes[at].mover;
                let moves = self.nodes[at].moves.iter();
                let after = moves.map(|&(to, gain)| values[to].lift(gain, self.nodes[to].mover == mover));
                self.end(&at).or_else(|| after.max())
            };
            values = (0..values.len()).filter_map(look).collect();
        }
        values
    }
}

/// The numbers of all positions.
fn all<V>(graph: &Graph<V>) -> Vec<usize> {
    (0..graph.nodes.len()).collect()
}

/// A solver for all positions of a graph.
fn solved<V: Value, S: Solve<Graph<V>>>(graph: &Graph<V>) -> S {
    S::new(graph, &all(graph), &Control::new()).expect("no limit")
}

/// Up to `max` positions; if `acyclic`, moves lead only to positions with higher numbers.
fn graphs<V: Value + std::fmt::Debug + 'static>(
    max: usize,
    acyclic: bool,
    ends: impl Strategy<Value = V> + Clone + 'static,
) -> impl Strategy<Value = Graph<V>> {
    (2..=max).prop_flat_map(move |count| {
        let nodes: Vec<_> = (0..count)
            .map(|at| {
                let lowest = if acyclic { at + 1 } else { 0 };
                let max_moves = if lowest < count { 4 } else { 0 };
                let target = lowest.min(count - 1)..count;
                let moves = prop::collection::vec((target, -5_i64..=5), 0..=max_moves);
                (any::<bool>(), ends.clone(), prop::bool::weighted(0.1), moves)
            })
            .collect();
        nodes.prop_map(|nodes| Graph {
            nodes: nodes
                .into_iter()
                .map(|(second, end, over, moves)| Node {
                    mover: if second { Side::Second } else { Side::First },
                    end,
                    over,
                    moves,
                })
                .collect(),
        })
    })
}

fn outcome_ends() -> impl Strategy<Value = Outcome> + Clone {
    prop::sample::select(vec![Outcome::Loss(0), Outcome::Draw, Outcome::Win(0)])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn retrograde_equals_iteration_if_positions_repeat(graph in graphs(12, false, outcome_ends())) {
        let values = graph.iterated(Outcome::Draw);
        let solver: Retrograde<_> = solved(&graph);
        for (at, value) in values.iter().enumerate() {
            prop_assert_eq!(solver.value(&at), *value, "position {}", at);
            // A solver that is made for one position covers it and everything that can follow.
            let alone = Retrograde::new(&graph, &[at], &Control::new()).expect("no limit");
            prop_assert_eq!(alone.value(&at), *value, "position {} alone", at);
            for to in all(&graph).iter().filter(|to| alone.covers(to)) {
                prop_assert_eq!(alone.value(to), values[*to], "position {} after {}", to, at);
            }
        }
    }

    #[test]
    fn negamax_equals_retrograde_and_iteration_if_none_repeats(graph in graphs(12, true, outcome_ends())) {
        let values = graph.iterated(Outcome::Draw);
        let negamax: Negamax<_> = solved(&graph);
        let retrograde: Retrograde<_> = solved(&graph);
        for (at, value) in values.iter().enumerate() {
            prop_assert_eq!(negamax.value(&at), *value);
            prop_assert_eq!(retrograde.value(&at), *value);
        }
    }

    #[test]
    fn negamax_counts_points(graph in graphs(12, true, (-5_i64..=5).prop_map(Margin))) {
        let values = graph.iterated(Margin(0));
        let negamax: Negamax<_> = solved(&graph);
        for (at, value) in values.iter().enumerate() {
            prop_assert_eq!(negamax.value(&at), *value);
            for rated in negamax.rate(&graph, &at, usize::MAX).moves {
                let (to, gain) = graph.nodes[at].moves[rated.chosen];
                prop_assert_eq!(rated.gain, gain);
                prop_assert_eq!(rated.value, values[to].lift(gain, graph.nodes[to].mover == graph.nodes[at].mover));
            }
        }
        prop_assert_eq!(Negamax::values(&graph, &all(&graph), &Control::new()).expect("no limit"), values);
    }

    #[test]
    fn best_lines_are_legal_optimal_and_complete(graph in graphs(12, false, outcome_ends())) {
        let solver: Retrograde<_> = solved(&graph);
        for at in 0..graph.nodes.len() {
            let value = solver.value(&at);
            let line: Vec<usize> =
                analysis::best_line(&graph, &solver, &at).take(30).map(|rated| rated.chosen).collect();
            prop_assert_eq!(analysis::check_line(&graph, &solver, &at, &line), Ok(()));
            if let Some(plies) = value.plies() {
                prop_assert_eq!(line.len() as u64, plies);
            }
            let ratings = solver.rate(&graph, &at, usize::MAX);
            // Best first; moves are numbered in their order, so equally good ones are in order too.
            prop_assert!(ratings.moves.is_sorted_by_key(|rated| (std::cmp::Reverse(rated.value), rated.chosen)));
            prop_assert_eq!(ratings.total, graph.nodes[at].moves.len() as u128);
            for max in 0..=5 {
                let first = solver.rate(&graph, &at, max);
                prop_assert_eq!(first.total, ratings.total);
                prop_assert!(first.moves.iter().eq(ratings.moves.iter().take(max)));
            }
            if graph.end(&at).is_none() {
                prop_assert_eq!(ratings.moves[0].value, value);
            }
        }
    }

    #[test]
    fn undo_restores_every_earlier_state_of_a_record(
        graph in graphs(12, true, (-5_i64..=5).prop_map(Margin)),
        choices in prop::collection::vec(0_usize..6, 0..12),
    ) {
        let mut record = Record::new(graph.clone(), 0);
        let mut states = vec![record.clone()];
        for choice in choices {
            let before = record.clone();
            let node = &graph.nodes[*record.position()];
            let legal = !node.over && choice < node.moves.len();
            prop_assert_eq!(record.play(choice).is_ok(), legal);
            if legal {
                let mover = before.to_move();
                let (to, gain) = graph.nodes[*before.position()].moves[choice];
                prop_assert_eq!(*record.position(), to);
                prop_assert_eq!(record.score(mover), before.score(mover) + gain);
                prop_assert_eq!(record.score(mover.other()), before.score(mover.other()));
                prop_assert_eq!(record.moves().last(), Some(choice));
                states.push(record.clone());
            } else {
                prop_assert_eq!(record.position(), before.position());
            }
        }
        while let Some(state) = states.pop() {
            prop_assert_eq!(record.position(), state.position());
            prop_assert_eq!(record.start(), &0);
            prop_assert_eq!(Side::ALL.map(|side| record.score(side)), Side::ALL.map(|side| state.score(side)));
            prop_assert_eq!(record.undo().is_some(), !states.is_empty());
        }
    }

    #[test]
    fn grundy_values_are_minimum_excluded_values(graph in graphs(12, true, outcome_ends())) {
        let solver = Grundy::new(&graph, &all(&graph), &Control::new()).expect("no limit");
        for at in 0..graph.nodes.len() {
            let met: Vec<u64> = graph.nodes[at].moves.iter().map(|(to, _)| solver.value(to)).collect();
            let value = solver.value(&at);
            prop_assert!(!met.contains(&value));
            prop_assert!((0..value).all(|smaller| met.contains(&smaller)));
        }
    }
}

/// The sides take turns; a move adds one or two to the count, and at `last` the game is over.
fn count_to(last: usize) -> Graph<Outcome> {
    let number = |count: usize, side: Side| 2 * count + side as usize;
    let nodes = (0..=last).flat_map(|count| {
        Side::ALL.map(|mover| Node {
            mover,
            end: Outcome::Loss(0),
            over: false,
            moves: (1..=2)
                .filter(|more| count + more <= last)
                .map(|more| (number(count + more, mover.other()), 0))
                .collect(),
        })
    });
    Graph { nodes: nodes.collect() }
}

/// The values of the positions, by number.
struct Listed(Vec<Outcome>);

impl Oracle<Graph<Outcome>> for Listed {
    fn value(&self, &at: &usize) -> Outcome {
        self.0[at]
    }
}

#[test]
fn a_single_wrong_value_is_inconsistent_at_its_position() {
    let game = count_to(7);
    let right = Negamax::values(&game, &all(&game), &Control::new()).expect("no limit");
    let is_consistent = |oracle: &Listed, at: usize| analysis::is_consistent(&game, oracle, &at);
    assert!(all(&game).into_iter().all(|at| is_consistent(&Listed(right.clone()), at)));
    for wrong in all(&game) {
        let mut values = right.clone();
        values[wrong] = Outcome::Draw;
        assert!(!is_consistent(&Listed(values), wrong), "position {wrong}");
    }
}

#[test]
fn long_games_do_not_overflow_the_stack() {
    // If a multiple of three is left, the player to move loses, in two plies for every three.
    let long = count_to(60_000);
    let control = Control::new();
    assert_eq!(Negamax::values(&long, &[0], &control), Ok(vec![Outcome::Loss(40_000)]));
    assert_eq!(Retrograde::values(&long, &[0], &control), Ok(vec![Outcome::Loss(40_000)]));
    assert_eq!(Grundy::new(&long, &[0], &control).expect("no limit").value(&0), 0);
    assert_eq!(perft(&count_to(10), &0, 5), 32);
    // Eight moves add up to at most 10 if none, one or two of them add two.
    assert_eq!(perft(&count_to(10), &0, 8), 1 + 8 + 28);
}

#[test]
fn check_line_reports_each_kind_of_fault() {
    use analysis::LineFault;
    let game = count_to(5);
    let solver: Negamax<_> = solved(&game);
    let check = |line: &[usize]| analysis::check_line(&game, &solver, &0, line);
    // Moves are numbered from 0: add one, add two.
    assert_eq!(check(&[1, 0, 1]), Ok(()));
    assert_eq!(check(&[0, 0, 1]), Err(LineFault::NotBest { ply: 0 }));
    assert_eq!(check(&[1, 2]), Err(LineFault::Illegal { ply: 1 }));
    assert_eq!(check(&[1, 0]), Err(LineFault::Unfinished { plies: 2 }));
    assert_eq!(check(&[1, 0, 1, 0]), Err(LineFault::AfterTheEnd { ply: 3 }));
    for (fault, text) in [
        (LineFault::NotBest { ply: 0 }, "move 1 is not optimal"),
        (LineFault::Illegal { ply: 1 }, "move 2 is not legal"),
        (LineFault::Unfinished { plies: 2 }, "the game is not over after 2 plies"),
        (LineFault::AfterTheEnd { ply: 3 }, "move 4 comes after the end of the game"),
    ] {
        assert_eq!(fault.to_string(), text);
    }
}

/// Two positions, each one move after the other.
fn there_and_back() -> Graph<Outcome> {
    let node = |to| Node { mover: Side::First, end: Outcome::Draw, over: false, moves: vec![(to, 0)] };
    Graph { nodes: vec![node(1), node(0)] }
}

#[test]
#[should_panic(expected = "the game repeats a position")]
fn negamax_refuses_games_that_repeat() {
    solved::<_, Negamax<_>>(&there_and_back());
}

#[test]
#[should_panic(expected = "the game repeats a position")]
fn grundy_refuses_games_that_repeat() {
    let _ = Grundy::new(&there_and_back(), &[0], &Control::new());
}

/// A game whose rules fail to end it when there are no moves.
struct Endless;

impl Game for Endless {
    type Position = u8;
    type Move = u8;
    type Value = Outcome;

    fn to_move(&self, _: &u8) -> Side {
        Side::First
    }

    fn end(&self, _: &u8) -> Option<Outcome> {
        None
    }

    fn moves(&self, &at: &u8) -> impl Iterator<Item = u8> {
        at + 1..2
    }

    fn play(&self, _: &u8, to: u8) -> Step<u8> {
        Step { to, gain: 0 }
    }
}

#[test]
#[should_panic(expected = "`Game::end` and `Game::moves` disagree")]
fn retrograde_panics_if_the_game_goes_on_without_moves() {
    let _ = Retrograde::new(&Endless, &[0], &Control::new());
}

#[test]
#[should_panic(expected = "`Game::end` and `Game::moves` disagree")]
fn negamax_panics_if_the_game_goes_on_without_moves() {
    let _ = Negamax::new(&Endless, &[0], &Control::new());
}

#[test]
fn a_reference_to_a_game_is_a_game() {
    let game = count_to(5);
    let reference = &game;
    let solver: Negamax<&Graph<Outcome>> = Negamax::new(&reference, &[0], &Control::new()).expect("no limit");
    assert_eq!(solver.value(&0), solved::<_, Negamax<_>>(&game).value(&0));
    assert_eq!(perft(&reference, &0, 3), perft(&game, &0, 3));
    assert!(reference.is_legal(&0, 1) && !reference.is_legal(&0, 2));
}

#[test]
fn reference_solvers_cover_what_can_follow_and_nothing_else() {
    let game = count_to(9);
    // The count is 4 and the first side is to move, so a count of 5 follows only with the second side to move.
    let start = 2 * 4;
    let (negamax, retrograde) = (
        Negamax::new(&game, &[start], &Control::new()).expect("no limit"),
        Retrograde::new(&game, &[start], &Control::new()).expect("no limit"),
    );
    for at in all(&game) {
        let follows = at == start || at / 2 > 5 || at == 2 * 5 + 1;
        assert_eq!(negamax.covers(&at), follows, "{at}");
        assert_eq!(retrograde.covers(&at), follows, "{at}");
        assert_eq!(Oracle::<Graph<_>>::covers(&&retrograde, &at), follows, "{at} by reference");
    }
    // By default an oracle covers its whole game.
    assert!(Listed(Vec::new()).covers(&start));
}

#[test]
fn a_game_that_has_ended_has_no_further_moves() {
    let mut game = count_to(5);
    // The player who brings the count to 2 has won, although there are more moves.
    for at in [2 * 2, 2 * 2 + 1] {
        game.nodes[at].over = true;
    }
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, &0, depth)), [1, 2, 2, 2]);
    let solver: Negamax<_> = solved(&game);
    let line: Vec<usize> = analysis::best_line(&game, &solver, &0).map(|rated| rated.chosen).collect();
    assert_eq!((solver.value(&0), line), (Outcome::Win(1), vec![1]));
    assert_eq!(analysis::best_move(&game, &solver, &4), None);
}

#[test]
fn reference_solvers_respect_the_memory_limit_and_stop() {
    let game = count_to(50_000);
    let allowed = 1 << 20;
    let little = Control::new().with_memory(allowed);
    let halt = Negamax::new(&game, &[0], &little).err().expect("100,000 positions take more");
    // Hash maps are half full at worst, and have one extra byte per slot.
    let each = 2 * (size_of::<(usize, Option<Outcome>)>() as u64 + 1);
    // The limit is checked after every 4096 positions.
    let positions = (allowed / each).next_multiple_of(4096);
    let what = format!("a table of {positions} positions");
    assert_eq!(halt, Halt::TooLarge { what, needed: positions * each, allowed });
    assert!(matches!(Retrograde::new(&game, &[0], &little).err(), Some(Halt::TooLarge { .. })));
    assert!(matches!(Grundy::new(&game, &[0], &little).err(), Some(Halt::TooLarge { .. })));

    let reports = Mutex::new(Vec::new());
    let note = |progress: &Progress<'_>| {
        reports.lock().expect("one thread").push(progress.done);
        ControlFlow::Continue(())
    };
    assert!(Retrograde::new(&game, &[0], &Control::new().with_progress(&note)).is_ok());
    assert_eq!(*reports.lock().expect("one thread"), (1..=24).map(|times| times * 4096).collect::<Vec<u64>>());

    let stop = |_: &Progress<'_>| ControlFlow::Break(());
    let stopped = Control::new().with_progress(&stop);
    assert_eq!(Negamax::new(&game, &[0], &stopped).err(), Some(Halt::Stopped));
    assert_eq!(Retrograde::new(&game, &[0], &stopped).err(), Some(Halt::Stopped));
    assert_eq!(Grundy::new(&game, &[0], &stopped).err(), Some(Halt::Stopped));
}

#[test]
fn values_and_sides_are_displayed_in_words() {
    for (value, text) in
        [(Outcome::Win(1), "wins in 1 ply"), (Outcome::Loss(1304), "loses in 1,304 plies"), (Outcome::Draw, "draws")]
    {
        assert_eq!(value.to_string(), text);
        assert_eq!(value.kind().to_string(), text);
    }
    for (points, text) in
        [(2, "+2 points"), (1, "+1 point"), (0, "0 points"), (-1, "-1 point"), (-1304, "-1,304 points")]
    {
        assert_eq!(Margin(points).to_string(), text);
        assert_eq!(Margin(points).kind().to_string(), text);
    }
    assert_eq!(Side::ALL.map(|side| side.to_string()), ["first", "second"]);
    assert_eq!(format!("[{:>8}]", Side::First), "[   first]");
}
