//! Isolated chains and loops, of which only the lengths matter (lemma 8).

use board_core::memo::bits;

use super::canonical::Images;
use super::set::only;
use super::{Graph, Open};

/// A position, with its isolated chains and loops set apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Split {
    pub(crate) open: Open,
    pub(super) parts: Parts,
}

/// The lengths of the isolated chains and loops, and the images of all other open edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    pub(super) lengths: Lengths,
    pub(super) others: Images,
}

/// The boxes and the open edges of an isolated chain or loop.
struct Isolated {
    boxes: u64,
    edges: u64,
}

/// The lengths of some chains and loops, as the path of a walk along shelves for chains of one box, of two, three,
/// four, loops of four, chains of five, and so on. Bits are from the lowest on: 1 for a chain or loop on the shelf, 0
/// for a step to the next shelf (lemma 9).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Lengths(u64);

impl Graph {
    /// Finds the isolated chains and loops.
    pub(crate) fn split(&self, open: Open) -> Split {
        let (mut others, mut lengths) = (open.edges, Lengths::default());
        for chain in self.chains(&open).filter(|chain| chain.is_isolated) {
            others &= !chain.edges;
            lengths.add(chain.len, chain.is_loop);
        }
        Split { open, parts: Parts { lengths, others: self.canonical.images(others) } }
    }

    /// Draws a safe edge, in a position in which no box can be taken.
    pub(crate) fn after_safe(&self, at: &Split, edge: u32) -> Split {
        let mut open = at.open;
        self.draw(&mut open, edge);
        Split { open, parts: self.parts_after(at, edge) }
    }

    /// The parts after a safe edge. A newly isolated chain or loop has a box beside the edge that had three open edges
    /// (lemma 10).
    pub(super) fn parts_after(&self, at: &Split, edge: u32) -> Parts {
        let Parts { mut lengths, mut others } = at.parts;
        self.canonical.remove(&mut others, only(edge));
        let narrowed = self.beside(edge) & at.open.with_three();
        for number in bits(narrowed) {
            // A loop may contain both boxes.
            let left = others[0];
            if self.sides[number as usize] & left != 0
                && let Some(Isolated { boxes, edges }) = self.isolated(left, at.open.with_two() | narrowed, number)
            {
                self.canonical.remove(&mut others, edges);
                lengths.add(boxes.count_ones(), boxes.count_ones() == edges.count_ones());
            }
        }
        Parts { lengths, others }
    }

    /// The chain or loop that contains the given box, which has two open edges; `None` if it is not isolated.
    fn isolated(&self, edges: u64, with_two: u64, number: u32) -> Option<Isolated> {
        let sides = |number: u32| self.sides[number as usize] & edges;
        let mut found = Isolated { boxes: only(number), edges: 0 };
        let mut new = sides(number);
        while new != 0 {
            let edge = new.trailing_zeros();
            let beside = self.beside(edge);
            if beside & !with_two != 0 {
                return None;
            }
            found.edges |= only(edge);
            new = bits(beside & !found.boxes).fold(new, |new, number| new | sides(number)) & !found.edges;
            found.boxes |= beside;
        }
        Some(found)
    }
}

impl Lengths {
    /// The number of bits of the code.
    pub(super) const fn bits(self) -> u32 {
        u64::BITS - self.0.leading_zeros()
    }

    /// The path as a number.
    pub(super) const fn code(self) -> u64 {
        self.0
    }

    pub(super) fn add(&mut self, len: u32, is_loop: bool) {
        // Loops have an even number of boxes, at least four.
        let shorter_loops = ((len - 1) / 2).saturating_sub(1);
        let steps = len - 1 + shorter_loops + u32::from(is_loop);
        let mut place = 0;
        for _ in 0..steps {
            place += (self.0 >> place).trailing_ones() + 1;
        }
        let below = self.0 & (only(place) - 1);
        self.0 = below | only(place) | (self.0 ^ below) << 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Rules;
    use crate::graph::whole::Whole;

    #[test]
    fn lemma_9_codes_of_lengths_differ_and_do_not_depend_on_the_order() {
        let shelves: Vec<(u32, bool)> =
            [(1, false), (2, false), (3, false), (4, false), (4, true), (5, false), (6, false), (6, true)].into();
        let code = |members: &[usize]| {
            let mut lengths = Lengths::default();
            for &member in members {
                let (len, is_loop) = shelves[member];
                lengths.add(len, is_loop);
            }
            lengths
        };
        // All sets of up to five, as sorted lists.
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let mut codes = HashMap::new();
        while let Some(set) = sets.pop() {
            let lengths = code(&set);
            assert_eq!(codes.insert(lengths.code(), set.clone()), None, "{set:?}");
            // One bit for each, and one for each step to the last shelf.
            let last = set.last().map_or(0, |&last| u32::try_from(last).expect("few"));
            assert_eq!(lengths.bits(), last + u32::try_from(set.len()).expect("few"));
            let reversed: Vec<usize> = set.iter().copied().rev().collect();
            assert_eq!(code(&reversed), lengths);
            let turned: Vec<usize> = set.iter().copied().skip(2).chain(set.iter().copied().take(2)).collect();
            assert_eq!(code(&turned), lengths);
            if set.len() < 5 {
                let first = set.last().copied().unwrap_or(0);
                sets.extend((first..shelves.len()).map(|next| [set.as_slice(), &[next]].concat()));
            }
        }
        assert_eq!(codes.len(), 1 + 8 + 36 + 120 + 330 + 792);
    }

    #[test]
    fn lemma_10_after_a_safe_edge_the_narrowed_boxes_show_what_is_newly_isolated() {
        let (mut compared, mut loops) = (0, 0);
        for (rows, cols) in [(2, 2), (1, 5), (2, 3), (3, 2)] {
            let graph = Whole::new(rows, cols, Rules::ExtraTurn).graph;
            for edges in 0..1 << graph.len() {
                let open = graph.position(edges);
                if open.with_one() != 0 {
                    continue;
                }
                let split = graph.split(open);
                for edge in bits(graph.safe(&open)) {
                    let mut after = open;
                    graph.draw(&mut after, edge);
                    let expected = graph.split(after);
                    assert_eq!(graph.after_safe(&split, edge), expected, "{open:?} {edge}");
                    assert_eq!(graph.key_after(&split, edge, 64), graph.key(&expected, 64));
                    compared += 1;
                    // A loop that contains both boxes beside the edge, each of which had three open edges.
                    loops += u32::from(
                        (graph.beside(edge) & open.with_three()).count_ones() == 2
                            && graph.chains(&after).any(|chain| chain.is_loop && chain.len == 6),
                    );
                }
            }
        }
        assert!(compared > 10_000 && loops > 0, "{compared} {loops}");
    }
}
