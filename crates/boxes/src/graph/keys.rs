//! The keys under which the search stores the bounds of positions.

use super::Graph;
use super::isolated::{Parts, Split};
use super::set::only;

impl Graph {
    /// The key of a position, at most `key_bits` long. `key_bits` is at least the number of edges.
    ///
    /// Positions with the same key have the same graph (lemma 8), and so the same value. The key is the canonical set
    /// of the open edges that are not in isolated chains and loops, with the lengths of these in the bits above. If the
    /// lengths do not fit, it is the canonical set of all open edges, and the bits above are 0.
    pub(crate) fn key(&self, at: &Split, key_bits: u32) -> u64 {
        self.key_of(&at.parts, at.open.edges, key_bits)
    }

    /// The key of the position after a safe edge.
    pub(crate) fn key_after(&self, at: &Split, edge: u32, key_bits: u32) -> u64 {
        self.key_of(&self.parts_after(at, edge), at.open.edges & !only(edge), key_bits)
    }

    fn key_of(&self, parts: &Parts, edges: u64, key_bits: u32) -> u64 {
        if parts.lengths.bits() <= key_bits - self.len() {
            // If the edges take all 64 bits, there is no room for lengths.
            self.canonical.least(&parts.others) | parts.lengths.code().checked_shl(self.len()).unwrap_or(0)
        } else {
            self.canonical.least(&self.canonical.images(edges))
        }
    }

    /// A key of a position with the same graph. It is often equal even for positions whose keys differ (lemma 11).
    ///
    /// Takes longer than a key: about a microsecond. Each step makes the number smaller, so it ends.
    pub(crate) fn plain_key(&self, key: u64) -> u64 {
        let all = u64::MAX.checked_shr(u64::BITS - self.len()).unwrap_or(0);
        let mut least = key & all;
        loop {
            let before = least;
            least = self.canonical.swapped(least);
            if least == before {
                return least | (key & !all);
            }
            least = self.canonical.least(&self.canonical.images(least));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use crate::graph::whole::Whole;
    use crate::rules::Rules;

    #[test]
    fn lemma_8_positions_with_the_same_key_have_the_same_value() {
        // The board, and the room for lengths: none, a little, enough for all.
        for (rows, cols, room) in [(2, 2, 0), (2, 2, 52), (1, 5, 0), (1, 5, 4), (1, 5, 48), (2, 3, 47)] {
            for rules in Rules::ALL {
                let whole = Whole::new(rows, cols, rules);
                let graph = &whole.graph;
                let (mut values, mut classes) = (HashMap::new(), HashSet::new());
                for open in whole.positions() {
                    let split = graph.split(open);
                    let key = graph.key(&split, graph.len() + room);
                    assert_eq!(u128::from(key) >> (graph.len() + room), 0);
                    let value = whole.value(&open);
                    assert_eq!(*values.entry(key).or_insert(value), value, "{rules} {open:?}");
                    let isolated = graph.chains(&open).filter(|chain| chain.is_isolated);
                    let mut lengths: Vec<(u32, bool)> = isolated.map(|chain| (chain.len, chain.is_loop)).collect();
                    lengths.sort_unstable();
                    classes.insert((graph.canonical.least(&split.parts.others), lengths));
                }
                // If there is room for all lengths, positions that differ only in the places of isolated chains have
                // one key.
                let is_enough = room > 40;
                assert_eq!(values.len() == classes.len(), is_enough, "{} {}", values.len(), classes.len());
                assert!(values.len() >= classes.len());
            }
        }
    }

    #[test]
    fn lemma_11_swaps_keep_the_value_and_make_fewer_keys() {
        for (rows, cols) in [(2, 3), (3, 2)] {
            for rules in Rules::ALL {
                let whole = Whole::new(rows, cols, rules);
                let graph = &whole.graph;
                let (mut keys, mut plain_keys) = (HashSet::new(), HashSet::new());
                for open in whole.positions() {
                    // As long as the set of all edges, so it is such a set.
                    let key = graph.key(&graph.split(open), graph.len());
                    if keys.insert(key) {
                        let plain = graph.plain_key(key);
                        assert_eq!(whole.value_of(plain), whole.value(&open), "{rules} {open:?}");
                        assert_eq!(plain, graph.plain_key(plain));
                        plain_keys.insert(plain);
                    }
                }
                assert!(10 * plain_keys.len() < 9 * keys.len(), "{} of {}", plain_keys.len(), keys.len());
            }
        }
    }
}
