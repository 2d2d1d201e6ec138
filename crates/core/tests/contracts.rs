//! The reference solvers, analysis and record over random games, against values found in another way.

use board_core::{
    Game, Grundy, Margin, Negamax, Oracle, Outcome, Record, Retrograde, Side, Step, Value, analysis, perft,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A game that is nothing but its positions and the moves between them.
#[derive(Clone, Debug)]
struct Graph<V> {
    nodes: Vec<Node<V>>,
}

#[derive(Clone, Debug)]
struct Node<V> {
    mover: Side,
    /// What it is worth where the game ends here.
    end: V,
    /// The positions after each move, and what it gains; without any the game ends.
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
        self.nodes[at].moves.is_empty().then_some(self.nodes[at].end)
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
    /// Values by iteration: with no plies left nothing is known but the ends, and each round looks one ply further.
    /// After as many rounds as positions nothing changes any more.
    fn iterated(&self, unknown: V) -> Vec<V> {
        let first = self.nodes.iter().enumerate().map(|(at, _)| self.end(&at).unwrap_or(unknown));
        let mut values: Vec<V> = first.collect();
        for _ in 0..=self.nodes.len() {
            let look = |at: usize| {
                let mover = self.nodes[at].mover;
                let moves = self.nodes[at].moves.iter();
                moves.map(|&(to, gain)| values[to].lift(gain, self.nodes[to].mover == mover)).max()
            };
            values = (0..values.len()).map(|at| look(at).unwrap_or(values[at])).collect();
        }
        values
    }
}

/// Up to `most` positions; where `acyclic`, moves lead only to positions of higher number.
fn graphs<V: Value + std::fmt::Debug + 'static>(
    most: usize,
    acyclic: bool,
    ends: impl Strategy<Value = V> + Clone + 'static,
) -> impl Strategy<Value = Graph<V>> {
    (2..=most).prop_flat_map(move |count| {
        let nodes: Vec<_> = (0..count)
            .map(|at| {
                let lowest = if acyclic { at + 1 } else { 0 };
                let most_moves = if lowest < count { 4 } else { 0 };
                let target = lowest.min(count - 1)..count;
                let moves = prop::collection::vec((target, -5_i64..=5), 0..=most_moves);
                (any::<bool>(), ends.clone(), moves)
            })
            .collect();
        nodes.prop_map(|nodes| Graph {
            nodes: nodes
                .into_iter()
                .map(|(second, end, moves)| Node { mover: if second { Side::Second } else { Side::First }, end, moves })
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
    fn retrograde_equals_iteration_where_positions_repeat(graph in graphs(12, false, outcome_ends())) {
        let values = graph.iterated(Outcome::Draw);
        let solver = Retrograde::new(graph.clone());
        for at in (0..values.len()).rev() {
            prop_assert_eq!(solver.value(&at), values[at], "position {}", at);
        }
        // What is asked first makes no difference.
        let solver = Retrograde::new(graph);
        for (at, value) in values.iter().enumerate() {
            prop_assert_eq!(solver.value(&at), *value, "position {}", at);
        }
    }

    #[test]
    fn negamax_equals_retrograde_and_iteration_where_none_repeats(graph in graphs(12, true, outcome_ends())) {
        let values = graph.iterated(Outcome::Draw);
        let (negamax, retrograde) = (Negamax::new(graph.clone()), Retrograde::new(graph.clone()));
        for (at, value) in values.iter().enumerate() {
            prop_assert_eq!(negamax.value(&at), *value);
            prop_assert_eq!(retrograde.value(&at), *value);
        }
    }

    #[test]
    fn negamax_counts_points(graph in graphs(12, true, (-5_i64..=5).prop_map(Margin))) {
        let values = graph.iterated(Margin(0));
        let negamax = Negamax::new(graph.clone());
        for (at, value) in values.iter().enumerate() {
            prop_assert_eq!(negamax.value(&at), *value);
        }
    }

    #[test]
    fn best_lines_are_legal_optimal_and_whole(graph in graphs(12, false, outcome_ends())) {
        let solver = Retrograde::new(graph.clone());
        for at in 0..graph.nodes.len() {
            let value = solver.value(&at);
            let line: Vec<usize> =
                analysis::best_line(&graph, &solver, &at).take(30).map(|rated| rated.chosen).collect();
            prop_assert_eq!(analysis::check_line(&graph, &solver, &at, &line), Ok(()));
            if let Some(plies) = value.plies() {
                prop_assert_eq!(line.len() as u64, plies);
            }
            let ratings = solver.rate(&graph, &at, usize::MAX);
            prop_assert!(ratings.moves.is_sorted_by_key(|rated| std::cmp::Reverse(rated.value)));
            prop_assert_eq!(ratings.total, graph.nodes[at].moves.len() as u128);
            if graph.end(&at).is_none() {
                prop_assert_eq!(ratings.moves[0].value, value);
            }
        }
    }

    #[test]
    fn a_record_gives_back_what_was_played(
        graph in graphs(12, true, (-5_i64..=5).prop_map(Margin)),
        choices in prop::collection::vec(0_usize..6, 0..12),
    ) {
        let mut record = Record::new(graph.clone(), 0);
        let mut states = vec![record.clone()];
        for choice in choices {
            let before = record.clone();
            let legal = choice < graph.nodes[*record.position()].moves.len();
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
    fn grundy_values_are_least_excluded_ones(graph in graphs(12, true, outcome_ends())) {
        let solver = Grundy::new(graph.clone());
        for at in 0..graph.nodes.len() {
            let met: Vec<u64> = graph.nodes[at].moves.iter().map(|(to, _)| solver.value(to)).collect();
            let value = solver.value(&at);
            prop_assert!(!met.contains(&value));
            prop_assert!((0..value).all(|smaller| met.contains(&smaller)));
        }
    }
}

/// First and Second in turn; a move adds one or two to the count, and at `last` the game is over.
fn count_to(last: usize) -> Graph<Outcome> {
    let number = |count: usize, side: Side| 2 * count + side as usize;
    let nodes = (0..=last).flat_map(|count| {
        Side::ALL.map(|mover| Node {
            mover,
            end: Outcome::Loss(0),
            moves: (1..=2)
                .filter(|more| count + more <= last)
                .map(|more| (number(count + more, mover.other()), 0))
                .collect(),
        })
    });
    Graph { nodes: nodes.collect() }
}

#[test]
fn long_games_do_not_overflow_the_stack() {
    // Counting to a multiple of three is lost, and each three take two plies.
    let long = count_to(300_000);
    assert_eq!(Negamax::new(long.clone()).value(&0), Outcome::Loss(200_000));
    assert_eq!(Retrograde::new(long.clone()).value(&0), Outcome::Loss(200_000));
    assert_eq!(Grundy::new(long.clone()).value(&0), 0);
    assert_eq!(perft(&count_to(10), &0, 5), 32);
    // Of the ways to play 8 times to 10, two pairs of eight moves add two: 8 choose 2; with fewer the game goes on.
    assert_eq!(perft(&count_to(10), &0, 8), 1 + 8 + 28);
}

#[test]
fn faults_of_a_claimed_line_are_told_apart() {
    use analysis::LineFault;
    let game = count_to(5);
    let solver = Negamax::new(game.clone());
    let check = |line: &[usize]| analysis::check_line(&game, &solver, &0, line);
    // Moves are numbered from 0: add one, add two.
    assert_eq!(check(&[1, 0, 1]), Ok(()));
    assert_eq!(check(&[0, 0, 1]), Err(LineFault::NotBest { ply: 0 }));
    assert_eq!(check(&[1, 2]), Err(LineFault::Illegal { ply: 1 }));
    assert_eq!(check(&[1, 0]), Err(LineFault::Unfinished { plies: 2 }));
    assert_eq!(check(&[1, 0, 1, 0]), Err(LineFault::AfterTheEnd { ply: 3 }));
    assert_eq!(LineFault::NotBest { ply: 0 }.to_string(), "move 1 is not a best one");
}

#[test]
#[should_panic(expected = "the game repeats a position")]
fn negamax_refuses_games_that_repeat() {
    let there_and_back = |to| Node { mover: Side::First, end: Outcome::Draw, moves: vec![(to, 0)] };
    Negamax::new(Graph { nodes: vec![there_and_back(1), there_and_back(0)] }).value(&0);
}

#[test]
#[should_panic(expected = "the game repeats a position")]
fn grundy_refuses_games_that_repeat() {
    let there_and_back = |to| Node { mover: Side::First, end: Outcome::Draw, moves: vec![(to, 0)] };
    Grundy::new(Graph { nodes: vec![there_and_back(1), there_and_back(0)] }).value(&0);
}
