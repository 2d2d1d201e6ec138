//! Chains and loops, and which of them to give away.

use board_core::memo::bits;

use super::set::only;
use super::{Graph, Open};

/// Boxes with two open edges each, one next to the other, and all open edges beside them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// The number of boxes.
    pub(crate) len: u32,
    /// An edge whose drawing gives the boxes away and is worth at least as much as drawing any other of its edges
    /// (lemma 15).
    pub(crate) edge: u32,
    /// All its edges.
    pub(super) edges: u64,
    /// Whether its edges are beside no other box.
    pub(super) is_isolated: bool,
    /// Whether its ends are next to each other.
    pub(super) is_loop: bool,
}

impl Graph {
    /// Returns the chains and loops, each once.
    pub(super) fn chains(&self, open: &Open) -> impl Iterator<Item = Chain> {
        let mut left = open.with_two();
        std::iter::from_fn(move || {
            let first = bits(left).next()?;
            let (mut boxes, mut edges, mut new) = (only(first), 0, self.sides(open, first));
            let (mut reached, mut within) = (0, 0);
            while let Some(edge) = bits(new).next() {
                edges |= only(edge);
                reached |= self.beside(edge);
                let beside = self.beside(edge) & left;
                within = if beside.count_ones() == 2 { edge } else { within };
                boxes |= beside;
                new = bits(beside).fold(new, |new, number| new | self.sides(open, number)) & !edges;
            }
            left &= !boxes;
            let len = boxes.count_ones();
            Some(Chain {
                len,
                edge: if len == 2 { within } else { edges.trailing_zeros() },
                edges,
                is_isolated: reached == boxes,
                is_loop: edges.count_ones() == len,
            })
        })
    }

    /// Calls `give` with chains and loops such that giving away one of these is best: of the isolated ones, one of each
    /// length below three, the shortest of the longer chains and the shortest loop (lemma 16); and all others.
    pub(crate) fn handouts(&self, open: &Open, mut give: impl FnMut(Chain)) {
        let mut has_given = [false; 3];
        let (mut shortest_chain, mut shortest_loop) = (None::<Chain>, None::<Chain>);
        for chain in self.chains(open) {
            let shortest = if chain.is_loop { &mut shortest_loop } else { &mut shortest_chain };
            match (chain.is_isolated, chain.len) {
                (true, len @ 1..3) if has_given[len as usize] => {}
                (true, 3..) if shortest.is_some_and(|other| other.len <= chain.len) => {}
                (true, 3..) => *shortest = Some(chain),
                (is_isolated, len) => {
                    if is_isolated && len < 3 {
                        has_given[len as usize] = true;
                    }
                    give(chain);
                }
            }
        }
        shortest_chain.into_iter().chain(shortest_loop).for_each(give);
    }
}

#[cfg(test)]
mod tests {
    use board_core::Board;

    use super::*;
    use crate::graph::whole::Whole;
    use crate::rules::{Boxes, Rules};

    /// Whole boards, and chains and loops of 3 x 3 around its middle box and at its rim.
    fn wholes() -> Vec<Whole> {
        let whole = |rows, cols| Whole::new(rows, cols, Rules::ExtraTurn);
        let game = Boxes::new(Board::new(3, 3).expect("in range"), Rules::ExtraTurn).expect("few edges");
        // All edges of the rim except two are drawn.
        let rim = game.list(game.edges()).filter(|&edge| game.beside(edge).count() == 1);
        let rim = rim.skip(1).step_by(7).collect::<Vec<_>>();
        let inner = game.list(game.edges()).filter(|&edge| game.beside(edge).count() == 2);
        let open = game.set(inner.chain(rim)).expect("of the board");
        vec![whole(2, 2), whole(1, 5), whole(2, 3), whole(3, 2), Whole::of(game, open)]
    }

    #[test]
    fn lemma_15_all_edges_of_a_chain_are_alike_but_of_two_boxes_the_edge_between_them_is_best() {
        let (mut compared, mut with_a_common_end) = (0, 0);
        for whole in wholes() {
            let graph = &whole.graph;
            for open in whole.positions().filter(|open| open.with_one() == 0) {
                for chain in graph.chains(&open) {
                    let worth = whole.worth(&open, chain.edge);
                    for edge in bits(chain.edges) {
                        let other = whole.worth(&open, edge);
                        assert!(worth >= other, "{open:?} {chain:?} {edge}");
                        assert!(worth == other || chain.len == 2, "{open:?} {chain:?} {edge}");
                        compared += 1;
                    }
                    // The hard case of the proof: both ends lead to the same box, which has one more open edge.
                    let ends = bits(chain.edges).map(|edge| graph.beside(edge) & open.with_three());
                    let ends: Vec<u64> = ends.filter(|&boxes| boxes != 0).collect();
                    with_a_common_end += u32::from(matches!(ends[..], [one, other] if one == other));
                }
            }
        }
        assert!(compared > 100_000 && with_a_common_end > 100, "{compared} {with_a_common_end}");
    }

    /// The largest worth of giving away one of the handouts, and of giving away any chain or loop.
    fn best(whole: &Whole, open: &Open) -> [Option<i32>; 2] {
        let mut handouts = Vec::new();
        whole.graph.handouts(open, |chain| handouts.push(chain));
        let all = whole.graph.chains(open);
        [
            handouts.into_iter().map(|chain| whole.worth(open, chain.edge)).max(),
            all.map(|chain| whole.worth(open, chain.edge)).max(),
        ]
    }

    #[test]
    fn lemma_16_of_isolated_long_chains_the_shortest_is_enough_and_of_loops() {
        for whole in wholes() {
            // With captures elsewhere too.
            for open in whole.positions() {
                let [handouts, all] = best(&whole, &open);
                assert_eq!(handouts, all, "{open:?}");
            }
        }
    }

    #[test]
    fn lemma_16_giving_away_a_longer_one_can_cost_points() {
        // The smallest positions with only isolated loops, and with only isolated chains, in which it does: loops of 4,
        // 4 and 6 boxes on 4 x 4, and chains of 4, 3, 3 and 3 on 1 x 13, each from the top of its first box to the top
        // of its last.
        const LOOPS: [&str; 14] = [
            "2-7", "7-12", "6-7", "7-8", "4-9", "9-14", "8-9", "9-10", "12-17", "17-22", "13-18", "18-23", "16-17",
            "18-19",
        ];
        const CHAINS: [&str; 17] = [
            "1-2", "2-16", "3-17", "4-18", "4-5", "5-6", "6-20", "7-21", "7-8", "8-9", "9-23", "10-24", "10-11",
            "11-12", "12-26", "13-27", "13-14",
        ];
        for (rows, cols, edges, value) in [(4, 4, LOOPS.as_slice(), -2), (1, 13, &CHAINS, -1)] {
            let whole = Whole::of_edges(rows, cols, edges);
            let all = whole.positions().last().expect("all edges are open");
            assert_eq!(whole.value(&all), value);
            assert_eq!(best(&whole, &all), [Some(value); 2]);
            let longest = whole.graph.chains(&all).max_by_key(|chain| chain.len).expect("a chain");
            assert!(whole.worth(&all, longest.edge) < value);
            // The position after any of them.
            for open in whole.positions().filter(|open| open.with_one() == 0) {
                let [handouts, all] = best(&whole, &open);
                assert_eq!(handouts, all, "{open:?}");
            }
        }
    }
}
