//! The open edges of a position as a graph: strings that hold coins.
//!
//! The rest of the game depends only on the boxes beside each open edge (lemma 6 of docs/design/boxes.md). Boxes are
//! the coins, edges the strings: Berlekamp, Conway and Guy, "Winning Ways", chapter 16.

mod canonical;
pub(crate) mod captures;
mod handouts;
pub(crate) mod isolated;
mod keys;
mod set;
#[cfg(test)]
mod whole;

use board_core::memo::bits;

use self::canonical::Canonical;
use self::set::{count, only};
use crate::rules::{Boxes, Edges};

/// The edges that are open in some position, numbered from 0, at most 64 of them, and the boxes beside them.
pub(crate) struct Graph {
    /// The number of each edge on the board.
    numbers: Vec<u32>,
    /// The boxes beside an edge.
    beside: Vec<u64>,
    /// The edges of a box.
    sides: Vec<u64>,
    canonical: Canonical,
}

/// The open edges, and for each box how many of its edges are open, as three bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    pub(crate) edges: u64,
    digits: [u64; 3],
}

impl Graph {
    /// The maximum number of edges.
    pub(crate) const MAX_EDGES: u32 = u64::BITS;

    /// The graph of these edges; `None` if there are more than [`Graph::MAX_EDGES`].
    pub(crate) fn new(game: Boxes, open: Edges) -> Option<Self> {
        if open.len() > Self::MAX_EDGES {
            return None;
        }
        let squares = game.board().iter().map(|square| game.sides(square.row, square.col).intersection(open));
        // Each edge is beside at most two boxes, so 64 edges could have 128 boxes; but a board of 128 edges has fewer
        // than 64.
        let boxes: Vec<Edges> = squares.filter(|sides| !sides.is_empty()).collect();
        let beside = |&number: &u32| {
            (0..).zip(&boxes).filter(|(_, sides)| sides.contains(number)).fold(0, |set, (place, _)| set | only(place))
        };
        let mut numbers: Vec<u32> = open.numbers().collect();
        numbers.sort_by_key(beside);
        let beside: Vec<u64> = numbers.iter().map(beside).collect();
        let set = |edges: Edges| {
            let members = (0..).zip(&numbers).filter(|&(_, &number)| edges.contains(number));
            members.fold(0, |set, (edge, _)| set | only(edge))
        };
        let sides: Vec<u64> = boxes.iter().map(|&sides| set(sides)).collect();
        let canonical = Canonical::new(game, &numbers, &beside, &sides);
        Some(Self { numbers, beside, sides, canonical })
    }

    /// The number of edges.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.numbers.len()).expect("64 at most")
    }

    /// The position in which these edges are open; `None` if one of them is not an edge of the graph.
    pub(crate) fn open(&self, edges: Edges) -> Option<Open> {
        let members = (0..).zip(&self.numbers).filter(|&(_, &number)| edges.contains(number));
        let edges_here = members.fold(0, |set, (edge, _)| set | only(edge));
        (edges_here.count_ones() == edges.len()).then(|| self.position(edges_here))
    }

    /// The position in which these edges of the graph are open.
    fn position(&self, edges: u64) -> Open {
        let mut digits = [0; 3];
        for (number, &sides) in (0..).zip(&self.sides) {
            let count = (sides & edges).count_ones();
            for (digit, boxes) in (0..).zip(&mut digits) {
                *boxes |= u64::from(count >> digit & 1) << number;
            }
        }
        Open { edges, digits }
    }

    /// The boxes beside an edge.
    fn beside(&self, edge: u32) -> u64 {
        self.beside[edge as usize]
    }

    /// The open edges of a box.
    fn sides(&self, open: &Open, number: u32) -> u64 {
        self.sides[number as usize] & open.edges
    }

    /// Draws an open edge and returns how many boxes that closes.
    pub(crate) fn draw(&self, open: &mut Open, edge: u32) -> i32 {
        let beside = self.beside(edge);
        let closed = beside & open.with_one();
        let [ones, twos, fours] = open.digits;
        let borrow = beside & !ones;
        open.digits = [ones ^ beside, twos ^ borrow, fours ^ (borrow & !twos)];
        open.edges &= !only(edge);
        count(closed)
    }

    /// The number of boxes that an open edge would close.
    pub(crate) fn closes(&self, open: &Open, edge: u32) -> i32 {
        count(self.beside(edge) & open.with_one())
    }

    /// The number of boxes with three open edges beside an open edge.
    pub(crate) fn narrows(&self, open: &Open, edge: u32) -> u32 {
        (self.beside(edge) & open.with_three()).count_ones()
    }

    /// The safe edges: no box beside them has exactly two open edges, so that drawing them leaves no box with one.
    pub(crate) fn safe(&self, open: &Open) -> u64 {
        let unsafe_edges = bits(open.with_two()).fold(0, |set, number| set | self.sides[number as usize]);
        open.edges & !unsafe_edges
    }

    /// One edge of each group of equal edges, which are beside the same boxes (lemma 6).
    pub(crate) fn distinct(&self, edges: u64) -> u64 {
        self.canonical.distinct(edges)
    }
}

impl Open {
    /// The number of open edges.
    pub(crate) const fn len(&self) -> u32 {
        self.edges.count_ones()
    }

    /// The boxes with one open edge.
    const fn with_one(&self) -> u64 {
        self.digits[0] & !self.digits[1]
    }

    /// The boxes with two open edges.
    const fn with_two(&self) -> u64 {
        self.digits[1] & !self.digits[0]
    }

    /// The boxes with three open edges.
    const fn with_three(&self) -> u64 {
        self.digits[0] & self.digits[1]
    }

    /// The number of boxes that are not closed.
    pub(crate) const fn boxes(&self) -> i32 {
        count(self.digits[0] | self.digits[1] | self.digits[2])
    }
}
