//! A canonical form for sets of edges with the same graph, as far as it can be found quickly.

use board_core::Board;
use board_core::memo::bits;

use super::set::only;
use crate::rules::{Boxes, Edge};

/// The ways to renumber edges that keep the graph of a position.
pub(super) struct Canonical {
    /// The edges whose next edge is beside the same boxes.
    equal: u64,
    /// Rounds of exchanges (lemma 7), each as the lower edges of the pairs that it compares.
    exchanges: Vec<u64>,
    /// For each edge, its image under each symmetry, as a set of one edge.
    images: Vec<Images>,
    swaps: Vec<Swap>,
    /// For each group of [`SWAPS`] swaps, the role of each edge in them.
    swaps_of: Vec<Vec<SwapSet>>,
}

/// The largest number of symmetries of a board.
const SYMMETRIES: usize = 8;

/// The images of a set of edges under the symmetries of the graph, the set itself first. If there are fewer than eight
/// symmetries, images repeat: all eight are processed at once, in a few instructions for eight numbers.
pub(super) type Images = [u64; SYMMETRIES];

/// Two boxes that are exchanged, or two pairs of neighbours (lemma 11).
struct Swap {
    /// The edges beside them without a counterpart: the swap is possible if none of them is open.
    lonely: u64,
    /// The other edges beside them, each with its counterpart.
    pairs: Vec<[u32; 2]>,
}

/// The number of swaps in a [`SwapSet`].
const SWAPS: usize = 256;

/// For an edge or a set of edges: the swaps in which an edge has no counterpart, and those in which an edge has one.
#[derive(Clone, Copy, Default)]
struct SwapSet {
    lonely: [u64; SWAPS / 64],
    paired: [u64; SWAPS / 64],
}

impl Canonical {
    /// Creates the canonical form for a graph whose edges are sorted by the boxes beside them.
    pub(super) fn new(game: Boxes, numbers: &[u32], beside: &[u64], sides: &[u64]) -> Self {
        let place = |image: Edge| {
            let image = game.number(image)?;
            (0..).zip(numbers).find(|&(_, &number)| number == image).map(|(place, _)| place)
        };
        let map = |image: &dyn Fn(Edge) -> Edge| -> Option<Vec<u32>> {
            numbers.iter().map(|&number| place(image(game.numbered(number)))).collect()
        };
        // The symmetries that keep the graph's edges. They form a group, and the identity comes first.
        let symmetries: Vec<Vec<u32>> = symmetries(game).filter_map(|image| map(&image)).collect();
        let images = |edge: usize| std::array::from_fn(|place| only(symmetries[place % symmetries.len()][edge]));
        let exchanges = exchanges(beside);
        let swaps = swaps(beside, sides);
        let of_edges = |swaps: &[Swap]| (0..).take(numbers.len()).map(|edge| SwapSet::of(swaps, edge)).collect();
        Self {
            equal: exchanges.iter().fold(0, |all, round| all | round),
            exchanges,
            images: (0..numbers.len()).map(images).collect(),
            swaps_of: swaps.chunks(SWAPS).map(of_edges).collect(),
            swaps,
        }
    }

    /// One edge of each group of equal edges.
    pub(super) fn distinct(&self, edges: u64) -> u64 {
        edges & !((edges & self.equal) << 1)
    }

    /// The images of a set of edges under the symmetries.
    pub(super) fn images(&self, edges: u64) -> Images {
        let mut images = [0; SYMMETRIES];
        for edge in bits(edges) {
            images.iter_mut().zip(&self.images[edge as usize]).for_each(|(set, image)| *set |= image);
        }
        images
    }

    /// Removes edges from a set and its images.
    pub(super) fn remove(&self, images: &mut Images, edges: u64) {
        for edge in bits(edges) {
            images.iter_mut().zip(&self.images[edge as usize]).for_each(|(set, image)| *set &= !image);
        }
    }

    /// The least of a set's images after equal edges are exchanged so that the lowest are open.
    pub(super) fn least(&self, images: &Images) -> u64 {
        self.exchanges.iter().fold(*images, exchanged).into_iter().fold(u64::MAX, u64::min)
    }

    /// The set after all swaps that are possible and make it smaller, one after the other.
    pub(super) fn swapped(&self, set: u64) -> u64 {
        let mut least = set;
        for (of_edges, swaps) in self.swaps_of.iter().zip(self.swaps.chunks(SWAPS)) {
            // Only a few swaps are possible: each edge stores those that it rules out and those in which it takes part.
            let mut found = SwapSet::default();
            for edge in bits(least) {
                found.add(&of_edges[edge as usize]);
            }
            for number in found.possible() {
                let swap = &swaps[number as usize];
                // Another swap may have been made before.
                if swap.lonely & least == 0 {
                    least = least.min(swap.of(least));
                }
            }
        }
        least
    }
}

impl Swap {
    /// The swap of these boxes: the two boxes of each pair change places.
    fn new(beside: &[u64], sides: &[u64], places: &[[u32; 2]]) -> Self {
        let swapped = |number: u32| {
            let place = places.iter().find(|place| place.contains(&number));
            only(place.map_or(number, |[one, other]| one ^ other ^ number))
        };
        let near = places.as_flattened().iter().fold(0, |set, &number| set | sides[number as usize]);
        let equal = |boxes: u64| bits(near).filter(move |&edge| beside[edge as usize] == boxes);
        let mut swap = Self { lonely: 0, pairs: Vec::new() };
        for edge in bits(near) {
            let boxes = beside[edge as usize];
            let to = bits(boxes).fold(0, |set, number| set | swapped(number));
            // Among equal edges, the first is mapped to the first.
            let place = equal(boxes).take_while(|&other| other != edge).count();
            match equal(to).nth(place) {
                None => swap.lonely |= only(edge),
                Some(other) if other > edge => swap.pairs.push([edge, other]),
                Some(_) => {}
            }
        }
        swap
    }

    /// The image of a set of edges.
    fn of(&self, edges: u64) -> u64 {
        self.pairs.iter().fold(edges, |set, [one, other]| {
            let differ = (set >> one ^ set >> other) & 1;
            set ^ (differ << one | differ << other)
        })
    }
}

impl SwapSet {
    /// The swaps of an edge.
    fn of(swaps: &[Swap], edge: u32) -> Self {
        let mut set = Self::default();
        for (number, swap) in swaps.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            if swap.lonely & only(edge) != 0 {
                set.lonely[word] |= bit;
            }
            if swap.pairs.as_flattened().contains(&edge) {
                set.paired[word] |= bit;
            }
        }
        set
    }

    fn add(&mut self, other: &Self) {
        self.lonely.iter_mut().zip(other.lonely).for_each(|(set, other)| *set |= other);
        self.paired.iter_mut().zip(other.paired).for_each(|(set, other)| *set |= other);
    }

    /// The swaps that change something and that no edge rules out.
    fn possible(&self) -> impl Iterator<Item = u32> {
        let words = self.paired.iter().zip(&self.lonely).map(|(paired, lonely)| paired & !lonely);
        (0..).step_by(64).zip(words).flat_map(|(first, word)| bits(word).map(move |bit| first + bit))
    }
}

/// The image of an edge under each symmetry of the board, the identity first.
fn symmetries(game: Boxes) -> impl Iterator<Item = impl Fn(Edge) -> Edge> {
    // The dots are the squares of a board that is larger by one.
    let dots = Board::new(game.board().rows() + 1, game.board().cols() + 1).expect("not 0, and small");
    dots.symmetries().iter().map(move |&symmetry| {
        move |edge: Edge| {
            let (one, other) = edge.dots();
            let [one, other] = [one, other].map(|dot| {
                let image = dots.square(u64::from(dot - 1)).and_then(|square| dots.map(symmetry, square));
                u32::try_from(dots.index(image.expect("a dot of the board"))).expect("few dots") + 1
            });
            game.edge(one, other).expect("neighbours stay neighbours")
        }
    })
}

/// One round of exchanges: if only the upper edge of a pair is open, the two are exchanged.
fn exchanged(images: Images, &lower: &u64) -> Images {
    images.map(|edges| {
        let moved = edges >> 1 & !edges & lower;
        edges ^ (moved | moved << 1)
    })
}

/// The rounds that sort each group of equal edges, which have consecutive numbers: bubble sort with one pair per round,
/// so n (n - 1) / 2 rounds for a group of n. All groups share the rounds.
fn exchanges(beside: &[u64]) -> Vec<u64> {
    let mut rounds: Vec<u64> = Vec::new();
    let mut start = 0;
    for equal in beside.chunk_by(|one, other| one == other) {
        let pairs = (1..equal.len()).rev().flat_map(|pairs| 0..pairs);
        for (round, pair) in pairs.enumerate() {
            if rounds.len() <= round {
                rounds.push(0);
            }
            rounds[round] |= 1 << (start + pair);
        }
        start += equal.len();
    }
    rounds
}

/// The swaps of two boxes, and of two pairs of neighbours, that have a common neighbour. Without a common neighbour,
/// the boxes that change places are usually isolated chains, of which the key has only the lengths.
fn swaps(beside: &[u64], sides: &[u64]) -> Vec<Swap> {
    let boxes = 0..u32::try_from(sides.len()).expect("few boxes");
    let next =
        |number: u32| bits(sides[number as usize]).fold(0, |set, edge| set | beside[edge as usize]) & !only(number);
    let next: Vec<u64> = boxes.clone().map(next).collect();
    let meet = |places: &[[u32; 2]]| {
        let moved = places.as_flattened().iter().fold(0, |set, &number| set | only(number));
        places.iter().any(|&[one, other]| next[one as usize] & next[other as usize] & !moved != 0)
    };
    let mut swaps = Vec::new();
    for one in boxes.clone() {
        for other in one + 1..boxes.end {
            let mut add = |places: &[[u32; 2]]| {
                if meet(places) {
                    swaps.push(Swap::new(beside, sides, places));
                }
            };
            add(&[[one, other]]);
            // Each two pairs once: the lowest of the four boxes comes first.
            let after = u64::MAX << one & !only(one) & !only(other);
            for near in bits(next[one as usize] & after) {
                for far in bits(next[other as usize] & after & !only(near)) {
                    add(&[[one, other], [near, far]]);
                }
            }
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Rules;
    use crate::graph::whole::Whole;

    #[test]
    fn lemma_6_images_and_equal_edges_have_the_same_value() {
        for rules in Rules::ALL {
            for (rows, cols) in [(2, 2), (1, 4), (2, 3)] {
                let whole = Whole::new(rows, cols, rules);
                let graph = &whole.graph;
                for open in whole.positions() {
                    let value = whole.value(&open);
                    for image in graph.canonical.images(open.edges) {
                        assert_eq!(whole.value_of(image), value, "{rules} {open:?}");
                    }
                    for equal in bits(open.edges & graph.canonical.equal & !(open.edges >> 1)) {
                        assert_eq!(graph.beside(equal), graph.beside(equal + 1));
                        let exchanged = open.edges ^ only(equal) ^ only(equal + 1);
                        assert_eq!(whole.value_of(exchanged), value, "{rules} {open:?} {equal}");
                    }
                }
                let symmetries: HashSet<u64> = (0..1 << 8).flat_map(|edges| graph.canonical.images(edges)).collect();
                assert!(symmetries.len() > 1 << 8, "a symmetry is more than the identity");
            }
        }
    }

    #[test]
    fn lemma_7_rounds_of_exchanges_leave_the_lowest_of_equal_edges_open() {
        for groups in [vec![1], vec![2], vec![3], vec![4], vec![6], vec![1, 3, 2, 1, 4]] {
            let beside: Vec<u64> = (0..).zip(&groups).flat_map(|(boxes, &len)| vec![boxes; len]).collect();
            let rounds = exchanges(&beside);
            let largest = groups.iter().max().expect("a group");
            assert_eq!(rounds.len(), largest * (largest - 1) / 2);
            for set in 0..1 << beside.len() {
                let [sorted, ..] = rounds.iter().fold([set; SYMMETRIES], exchanged);
                let mut start = 0;
                for len in &groups {
                    let group = |set: u64| set >> start & ((1 << len) - 1);
                    assert_eq!(group(sorted), (1 << group(set).count_ones()) - 1, "{groups:?} {set:b}");
                    start += len;
                }
            }
        }
    }
}
