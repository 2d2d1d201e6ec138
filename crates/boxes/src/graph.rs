//! The open edges of a position as a graph, for the search: strings that hold coins.
//!
//! What can still happen depends only on which boxes the open edges lie beside (Berlekamp, Conway and Guy, "Winning Ways",
//! chapter 16, call the dual game strings and coins). Two open edges beside the same boxes do the same; and so do the images of
//! a position under the symmetries of the board.

use board_core::Board;
use board_core::memo::bits;

use crate::rules::{Boxes, Edge, Edges};

/// A board whose edges are numbered anew, at most 64 of them, those that are open in some position; and its boxes that have
/// any of these.
pub(crate) struct Graph {
    /// The number of each edge of the game, where it has one.
    edges: Vec<Edge>,
    /// The boxes beside an edge.
    beside: Vec<u64>,
    /// The edges of a box.
    sides: Vec<u64>,
    /// The edges whose next lies beside the same boxes.
    equal: u64,
    /// Some of these, in rounds. If in each round the next one, where it alone is
    /// open, changes places with it, then in the end the open ones of equal edges are the lowest of them.
    exchanges: Vec<u64>,
    /// The set of each edge alone, as the symmetries show it that keep the set of all edges; the one that changes nothing is the first. Where they are
    /// fewer, they are there several times: so all are drawn at once, by a few instructions for eight numbers.
    images: Vec<Images>,
    /// What boxes can change places.
    swaps: Vec<Swap>,
    /// For so many of these at a time, those to which each edge belongs.
    swaps_of: Vec<Vec<SwapSet>>,
}

/// Two boxes that can change places, or two pairs of neighbours, while no edge beside them is open without a counterpart beside the
/// other.
struct Swap {
    /// The edges without a counterpart.
    lonely: u64,
    /// The others, with it.
    pairs: Vec<[u32; 2]>,
}

/// How many swaps a set of them has room for.
const SWAPS: usize = 256;

/// Swaps by their numbers: in which an edge is lonely, and in which it is one of a pair; or any of some edges.
#[derive(Clone, Copy, Default)]
struct SwapSet {
    lonely: [u64; SWAPS / 64],
    paired: [u64; SWAPS / 64],
}

/// The most symmetries that a board has.
const SYMMETRIES: usize = 8;

/// What the symmetries make of a set of edges.
type Images = [u64; SYMMETRIES];

/// The open edges, and what follows from them: how many of them each box has, as three binary digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    pub(crate) edges: u64,
    digits: [u64; 3],
}

/// A position, and what of it are chains and rings that are alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Split {
    pub(crate) open: Open,
    parts: Parts,
}

/// The lengths of the chains and rings that are alone, and the open edges of all else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parts {
    lengths: Lengths,
    others: Images,
}

/// Boxes with two open edges each, one beside the next, and the open edges of all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// How many boxes.
    pub(crate) len: u32,
    /// One of the edges; of two boxes, that between them.
    pub(crate) edge: u32,
    /// All the edges.
    edges: u64,
    /// Whether nothing else is beside its edges.
    pub(crate) is_alone: bool,
    /// Whether its ends are beside each other.
    pub(crate) is_ring: bool,
}

/// What a box with a single open edge asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Capture {
    /// To draw this edge is right, whatever else is there.
    Free(u32),
    /// Boxes that can be left to the other.
    Kept(Kept),
}

/// The last two boxes of a chain that is open at its other end, or a chain of four whose ends can both be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    /// The edge to draw to take a box.
    pub(crate) take: u32,
    /// The edge to draw to leave all.
    pub(crate) leave: u32,
    /// How many boxes: two or four.
    pub(crate) boxes: u32,
    /// Whether no other move can make the chain longer: it has no end, or that is the rim of the board.
    pub(crate) is_fixed: bool,
}

const fn only(member: u32) -> u64 {
    1 << member
}

impl Graph {
    /// The most edges.
    pub(crate) const MAX_EDGES: u32 = u64::BITS;

    /// The graph of these edges; `None` where they are more than [`Graph::MAX_EDGES`].
    pub(crate) fn new(game: Boxes, open: Edges) -> Option<Self> {
        if open.len() > Self::MAX_EDGES {
            return None;
        }
        let squares = game.board().iter().map(|square| game.sides(square.row, square.col).and(open));
        // Each edge is beside two boxes at most, so 64 edges have 128; but a board of 128 edges has fewer than 64.
        let boxes: Vec<Edges> = squares.filter(|sides| !sides.is_empty()).collect();
        let beside = |edge: &Edge| {
            (0..).zip(&boxes).filter(|(_, sides)| sides.contains(*edge)).fold(0, |set, (number, _)| set | only(number))
        };
        let mut edges: Vec<Edge> = open.iter().collect();
        edges.sort_by_key(beside);
        let beside: Vec<u64> = edges.iter().map(beside).collect();
        let number = |edge: Edge| (0..).zip(&edges).find(|&(_, &other)| other == edge).map(|(number, _)| number);
        let sides = boxes.iter().map(|sides| sides.iter().filter_map(number).fold(0, |set, number| set | only(number)));
        let images = |image: &dyn Fn(Edge) -> Edge| edges.iter().map(|&edge| number(image(edge))).collect();
        let symmetries: Vec<Vec<u32>> = symmetries(game).filter_map(|image| images(&image)).collect();
        let images = |edge| std::array::from_fn(|place| only(symmetries[place % symmetries.len()][edge]));
        let exchanges = exchanges(&beside);
        let sides: Vec<u64> = sides.collect();
        let swaps = swaps(&beside, &sides);
        let of_edge = |swaps: &[Swap]| (0..open.len()).map(|edge| SwapSet::of(swaps, edge)).collect();
        Some(Self {
            swaps_of: swaps.chunks(SWAPS).map(of_edge).collect(),
            swaps,
            sides,
            equal: exchanges.iter().fold(0, |all, round| all | round),
            exchanges,
            images: (0..edges.len()).map(images).collect(),
            beside,
            edges,
        })
    }

    /// How many edges there are.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.edges.len()).expect("64 at most")
    }

    /// The position in which these of the graph's edges are open; `None` where others are too.
    pub(crate) fn open(&self, edges: Edges) -> Option<Open> {
        let mut all = 0;
        for edge in edges.iter() {
            let (number, _) = (0..).zip(&self.edges).find(|&(_, &other)| other == edge)?;
            all |= only(number);
        }
        let mut digits = [0; 3];
        for (number, &sides) in (0..).zip(&self.sides) {
            let count = (sides & all).count_ones();
            for (digit, boxes) in (0..).zip(&mut digits) {
                *boxes |= u64::from(count >> digit & 1) << number;
            }
        }
        Some(Open { edges: all, digits })
    }

    /// The boxes beside an edge.
    fn beside(&self, edge: u32) -> u64 {
        self.beside[edge as usize]
    }

    /// The open edges of a box.
    fn sides(&self, open: &Open, number: u32) -> u64 {
        self.sides[number as usize] & open.edges
    }

    /// Draws an open edge; tells how many boxes that closes.
    pub(crate) fn draw(&self, open: &mut Open, edge: u32) -> i32 {
        let beside = self.beside(edge);
        let closed = beside & open.with_one();
        let [ones, twos, fours] = open.digits;
        let borrow = beside & !ones;
        open.digits = [ones ^ beside, twos ^ borrow, fours ^ (borrow & !twos)];
        open.edges &= !only(edge);
        count(closed)
    }

    /// How many boxes an open edge would close.
    pub(crate) fn closes(&self, open: &Open, edge: u32) -> i32 {
        count(self.beside(edge) & open.with_one())
    }

    /// How many boxes with three open edges an open edge lies beside.
    pub(crate) fn narrows(&self, open: &Open, edge: u32) -> u32 {
        (self.beside(edge) & open.with_three()).count_ones()
    }

    /// The edges that leave no box with one open edge which had two.
    pub(crate) fn safe(&self, open: &Open) -> u64 {
        let gives = bits(open.with_two()).fold(0, |set, number| set | self.sides[number as usize]);
        open.edges & !gives
    }

    /// Finds the chains and rings that are alone.
    pub(crate) fn split(&self, open: Open) -> Split {
        let (mut others, mut lengths) = (open.edges, Lengths::default());
        for chain in self.chains(&open).filter(|chain| chain.is_alone) {
            others &= !chain.edges;
            lengths.add(chain.len, chain.is_ring);
        }
        Split { open, parts: Parts { lengths, others: self.images(others) } }
    }

    /// Draws edges that only close boxes, two that close one box each or two that close two each at a time: when the turn always
    /// passes, such a pair s, s is worth nothing. V(G + s + s) = V(G), as either player can answer s by s, which gains as much;
    /// and who is to move when G is at its end begins with s, and is answered. (That does not hold for other equal parts:
    /// who is to move when G is at its end may lose by having to begin.)
    pub(crate) fn without_pairs(&self, open: &mut Open) {
        let ends = bits(open.with_one()).fold(0, |set, number| set | self.sides(open, number));
        let mut single = [None; 2];
        for edge in bits(ends) {
            let closed = self.beside(edge) & open.with_one();
            if closed == self.beside(edge) {
                let other = &mut single[usize::from(closed.count_ones() == 2)];
                match other.take() {
                    None => *other = Some(edge),
                    Some(other) => [other, edge].map(|edge| self.draw(open, edge)).into_iter().for_each(drop),
                }
            }
        }
    }

    /// Draws a safe edge, in a position in which no box can be taken.
    pub(crate) fn after_safe(&self, at: &Split, edge: u32) -> Split {
        let mut open = at.open;
        self.draw(&mut open, edge);
        Split { open, parts: self.parts_after(at, edge) }
    }

    /// The parts after a safe edge: a chain that is alone now and was not has a box beside it, of three open edges before.
    fn parts_after(&self, at: &Split, edge: u32) -> Parts {
        let Parts { mut lengths, mut others } = at.parts;
        self.remove(&mut others, only(edge));
        let narrowed = self.beside(edge) & at.open.with_three();
        for number in bits(narrowed) {
            // A ring may have both boxes.
            let left = others[0];
            if self.sides[number as usize] & left != 0
                && let Some((boxes, edges)) = self.alone(left, at.open.with_two() | narrowed, number)
            {
                self.remove(&mut others, edges);
                lengths.add(boxes.count_ones(), boxes.count_ones() == edges.count_ones());
            }
        }
        Parts { lengths, others }
    }

    /// The boxes and the edges of the chain with a given box, of those with two edges; `None` where another box is beside its ends.
    fn alone(&self, edges: u64, with_two: u64, number: u32) -> Option<(u64, u64)> {
        let sides = |number: u32| self.sides[number as usize] & edges;
        let (mut boxes, mut met, mut new) = (only(number), 0, sides(number));
        while new != 0 {
            let edge = new.trailing_zeros();
            let beside = self.beside(edge);
            if beside & !with_two != 0 {
                return None;
            }
            met |= only(edge);
            new = bits(beside & !boxes).fold(new, |new, number| new | sides(number)) & !met;
            boxes |= beside;
        }
        Some((boxes, met))
    }

    /// The same number for all positions that are alike: by a symmetry, by the exchange of edges that lie beside the same
    /// boxes, or by another place for chains and rings that are alone, of which only the lengths count.
    ///
    /// No other position has that number, which has at most so many bits, no fewer than there are edges. It is the set of the open
    /// edges but those of chains alone, the lengths of these above it; or the set of all, nothing above it, where the lengths have no room.
    pub(crate) fn key(&self, at: &Split, key_bits: u32) -> u64 {
        self.key_of(&at.parts, at.open.edges, key_bits)
    }

    /// The same for the position after a safe edge.
    pub(crate) fn key_after(&self, at: &Split, edge: u32, key_bits: u32) -> u64 {
        self.key_of(&self.parts_after(at, edge), at.open.edges & !only(edge), key_bits)
    }

    fn key_of(&self, parts: &Parts, edges: u64, key_bits: u32) -> u64 {
        if parts.lengths.bits() <= key_bits - self.len() {
            // Where there is no bit above the edges, there is no length.
            self.canonical(&parts.others) | parts.lengths.0.checked_shl(self.len()).unwrap_or(0)
        } else {
            self.canonical(&self.images(edges))
        }
    }

    /// The key of a position like that with the given key, often the same for positions that are alike but have other keys. It takes longer to
    /// find than a key.
    ///
    /// Boxes change places as a [`Swap`] says: of the open edges beside them, each that leads to a box or to the rim is
    /// where one led from there to where the box now is. So the same strings hold the same coins, and only the names
    /// of edges are others; this holds for the chains that are alone too, whose lengths are in the key. Each
    /// step makes the number smaller, so there is an end.
    pub(crate) fn plain_key(&self, key: u64) -> u64 {
        let all = u64::MAX.checked_shr(u64::BITS - self.len()).unwrap_or(0);
        let mut least = key & all;
        loop {
            let before = least;
            for (some, swaps) in self.swaps_of.iter().zip(self.swaps.chunks(SWAPS)) {
                // The few that can be, of all: each edge knows which it rules out and which it takes part in.
                let mut found = SwapSet::default();
                for edge in bits(least) {
                    found.add(&some[edge as usize]);
                }
                for number in found.possible() {
                    let swap = &swaps[number as usize];
                    // Another swap may have come before.
                    if swap.lonely & least == 0 {
                        least = least.min(swap.of(least));
                    }
                }
            }
            if least == before {
                return least | (key & !all);
            }
            least = self.canonical(&self.images(least));
        }
    }

    /// The same set for all that are alike: by a symmetry, or by the exchange of edges that lie beside the same boxes.
    fn canonical(&self, images: &Images) -> u64 {
        let exchanged = |images: Images, &lower: &u64| {
            images.map(|edges| {
                let moved = edges >> 1 & !edges & lower;
                edges ^ (moved | moved << 1)
            })
        };
        self.exchanges.iter().fold(*images, exchanged).into_iter().fold(u64::MAX, u64::min)
    }

    /// What the symmetries make of a set of edges.
    fn images(&self, edges: u64) -> Images {
        let mut images = [0; SYMMETRIES];
        for edge in bits(edges) {
            images.iter_mut().zip(&self.images[edge as usize]).for_each(|(set, image)| *set |= image);
        }
        images
    }

    /// Takes edges out of the images of a set.
    fn remove(&self, images: &mut Images, edges: u64) {
        for edge in bits(edges) {
            images.iter_mut().zip(&self.images[edge as usize]).for_each(|(set, image)| *set &= !image);
        }
    }

    /// Of open edges beside the same boxes but one.
    pub(crate) fn distinct(&self, edges: u64) -> u64 {
        edges & !((edges & self.equal) << 1)
    }

    /// The chains and rings of boxes with two open edges, each once.
    pub(crate) fn chains(&self, open: &Open) -> impl Iterator<Item = Chain> {
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
                is_alone: reached == boxes,
                is_ring: edges.count_ones() == len,
            })
        })
    }

    /// Calls `give` with the chains and rings that are worth to be given away: of those alone, one of a single box, one of two, and
    /// the shortest of three or more, as the search argues; and all others.
    pub(crate) fn gifts(&self, open: &Open, mut give: impl FnMut(Chain)) {
        let (mut short, mut shortest) = ([false; 3], [None::<Chain>; 2]);
        for chain in self.chains(open) {
            let shorter = &mut shortest[usize::from(chain.is_ring)];
            match (chain.is_alone, chain.len) {
                (true, len @ 1..3) if short[len as usize] => {}
                (true, 3..) if shorter.is_some_and(|other| other.len <= chain.len) => {}
                (true, 3..) => *shorter = Some(chain),
                (is_alone, len) => {
                    if is_alone && len < 3 {
                        short[len as usize] = true;
                    }
                    give(chain);
                }
            }
        }
        shortest.into_iter().flatten().for_each(give);
    }

    /// What to do with a box that has one open edge.
    ///
    /// Say that A is to move, V(S) is the value of position S for whoever is to move there, and S - e is S after edge e. Who
    /// closes a box moves again. Let edge e close box b, and only b. It is legal, so V(S) >= 1 + V(S - e).
    ///
    /// 1. A move f that closes nothing, neither in S nor in S - e, is worth less: the other can take b, V(S - f) >= 1 + V(S - e - f),
    ///    so f is worth at most -1 - V(S - e - f), and A could take b and then play f for 1 - V(S - e - f).
    /// 2. A move f that closes g boxes, the same in S - e, is worth no more than e, if e is right after f: then it is
    ///    worth g + 1 + V(S - f - e), and A can have 1 + g + V(S - e - f) by e and then f.
    ///
    /// So e is right, by induction, if it stays right after each f that closes a box, and if the one f which closes
    /// nothing in S but something in S - e (where the box beyond e has two open edges, the other of them) is no better.
    ///
    /// * Beyond e is no box, or a box with one open edge, which e closes too. Nothing changes that: free.
    /// * Beyond e is a box c with three open edges or four. Only a move f at c that closes a box d changes that, and only if
    ///   c had three. But then e and f can change places, and so can b and d: V(S - f) = V(S - e). Free.
    /// * Beyond e is a box with two open edges, and so on: a chain b0, b1, … of n boxes, with edges e = e0, e1, …, closed at
    ///   its other end (the last box has one open edge too) or not. With n = 3, closed: each of the two edges takes a box,
    ///   and then the other is free; both orders give the same. With n >= 3, not closed, or n >= 5, closed: f = e1 gives away
    ///   b0 and b1, a pair, by the first case: it is worth -2 - W, W = V(S - e0 - e1), and W >= 1 + V(S') where S' = S - e0 - e1 - e2. To take
    ///   b0 and play e2 gives 1 - 2 - V(S'), more. What moves elsewhere do to the chain is to make it longer, by two
    ///   boxes at least where it becomes closed, to five or more. A move on the chain that closes nothing is covered by
    ///   1; one that closes the other end is the same as e where the chain is seen from there. Free.
    ///
    /// What is left: two boxes, not closed, and four, closed. For these see [`Kept`] and [`Graph::settle`].
    fn capture(&self, open: &Open, number: u32) -> Capture {
        let next = |edge: u32, from: u64| self.beside(edge) & !from;
        let (one, two) = (open.with_one(), open.with_two());
        let mut boxes = only(number);
        let take = self.sides(open, number).trailing_zeros();
        let second = next(take, boxes);
        if second & two == 0 {
            return Capture::Free(take);
        }
        boxes |= second;
        let leave = (self.sides(open, second.trailing_zeros()) & !only(take)).trailing_zeros();
        let third = next(leave, boxes);
        if third & (one | two) == 0 {
            return Capture::Kept(Kept { take, leave, boxes: 2, is_fixed: third == 0 });
        }
        if third & two != 0 {
            boxes |= third;
            let last = (self.sides(open, third.trailing_zeros()) & !only(leave)).trailing_zeros();
            if next(last, boxes) & one != 0 {
                return Capture::Kept(Kept { take, leave, boxes: 4, is_fixed: true });
            }
        }
        Capture::Free(take)
    }

    /// Takes what is right to take, until there is nothing to take or to leave, or a choice; tells how many boxes were taken, and
    /// what there is to choose from. With the extra turn only.
    ///
    /// Where nothing is free, all moves but `take` and `leave` of some chain are worth less, by 1 of [`Graph::capture`]. Let X be
    /// one of the chains, |X| its boxes, S - X the position without its edges. To take a box of X makes the rest of it
    /// free, so it is worth |X| + V(S - X). To leave it gives the other |X| boxes, free, and the move: -|X| - V(S - X).
    ///
    /// Another chain Y that is fixed, of two boxes, is enough to take X at once (so is one of four if X has four). By induction:
    ///
    /// * `leave` of X: the other has X and then Y, for |X| + 2 + V(S - X - Y) at least; to take X and leave Y is better.
    /// * `leave` of Y: to take X before is better.
    /// * A third chain Z, taken: X is then to be taken as well (or it was made longer, and is free), in either order the same. Left:
    ///   worth less than to take Z and X and to leave Y, as the other takes X or Y at least.
    /// * Y taken: what then follows with X can be done with Y when X is taken. If X is taken too, that is the same. If it is
    ///   left, it is left for |X|, at least two, where Y is left for two. Third chains in between as above.
    pub(crate) fn settle(&self, open: &mut Open) -> (i32, Choice) {
        let mut gain = 0;
        'takes: loop {
            // The chain that is best kept for last, and another.
            let (mut last, mut other): (Option<Kept>, Option<Kept>) = (None, None);
            for number in bits(open.with_one()) {
                match self.capture(open, number) {
                    Capture::Free(edge) => {
                        gain += self.draw(open, edge);
                        continue 'takes;
                    }
                    // A closed chain is met from both ends.
                    Capture::Kept(new) if last.is_some_and(|last| last.leave == new.leave) => {}
                    Capture::Kept(new) if last.is_none_or(|last| new.rank() < last.rank()) => {
                        (last, other) = (Some(new), last);
                    }
                    Capture::Kept(new) => other = Some(new),
                }
            }
            match (last, other) {
                (None, _) => return (gain, Choice::None),
                (Some(last), None) => {
                    gain += self.draw(open, last.take);
                    while let Some(number) = bits(open.with_one()).next() {
                        gain += self.draw(open, self.sides(open, number).trailing_zeros());
                    }
                    return (gain, Choice::Leave(last.boxes));
                }
                (Some(last), Some(other)) if last.is_fixed && last.boxes <= other.boxes => {
                    gain += self.draw(open, other.take);
                }
                _ => return (gain, Choice::Several),
            }
        }
    }

    /// The chains among which [`Choice::Several`] leaves the choice; closed ones twice, from either end.
    pub(crate) fn kept(&self, open: &Open) -> impl Iterator<Item = Kept> {
        bits(open.with_one()).filter_map(|number| match self.capture(open, number) {
            Capture::Free(_) => None,
            Capture::Kept(kept) => Some(kept),
        })
    }
}

/// What there is to decide about boxes that could be taken, when all that are free are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// None can be taken any more; the player who took the last is to move.
    None,
    /// The same, but of what was taken the player could also have left so many boxes to the other, who then would be to
    /// move. With v the value of the position that is reached in either way, the choice is worth v or -2 * boxes - v.
    Leave(u32),
    /// There are several chains of which boxes can be left.
    Several,
}

/// The lengths of chains and of rings, as a walk: past the chains of one box, of two, three, four, the rings of four, the
/// chains of five, and so on. A bit that is set, the lowest first, is one of those where the walk is; a bit that is not is a step on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Lengths(u64);

impl Lengths {
    const fn bits(self) -> u32 {
        u64::BITS - self.0.leading_zeros()
    }

    fn add(&mut self, len: u32, is_ring: bool) {
        // Rings have an even number of boxes, and four at least.
        let shorter_rings = ((len - 1) / 2).saturating_sub(1);
        let steps = len - 1 + shorter_rings + u32::from(is_ring);
        let mut place = 0;
        for _ in 0..steps {
            place += (self.0 >> place).trailing_ones() + 1;
        }
        let below = self.0 & (only(place) - 1);
        self.0 = below | only(place) | (self.0 ^ below) << 1;
    }
}

impl Kept {
    /// The smallest is best kept for last.
    const fn rank(self) -> u32 {
        if self.is_fixed { self.boxes } else { u32::MAX }
    }
}

impl Open {
    /// How many edges are open.
    pub(crate) const fn len(&self) -> u32 {
        self.edges.count_ones()
    }

    /// The boxes with one open edge.
    const fn with_one(&self) -> u64 {
        self.digits[0] & !self.digits[1]
    }

    /// The boxes with three open edges.
    const fn with_three(&self) -> u64 {
        self.digits[0] & self.digits[1]
    }

    /// The boxes with two open edges.
    const fn with_two(&self) -> u64 {
        self.digits[1] & !self.digits[0]
    }

    /// How many boxes are not closed.
    pub(crate) const fn boxes(&self) -> i32 {
        (self.digits[0] | self.digits[1] | self.digits[2]).count_ones().cast_signed()
    }
}

impl Swap {
    /// What a set of edges becomes.
    fn of(&self, edges: u64) -> u64 {
        self.pairs.iter().fold(edges, |set, [one, other]| {
            let differ = (set >> one ^ set >> other) & 1;
            set ^ (differ << one | differ << other)
        })
    }
}

impl SwapSet {
    /// Those of an edge.
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

    /// The swaps that change something and are ruled out by nothing, of all that the edges know.
    fn possible(&self) -> impl Iterator<Item = u32> {
        let words = self.paired.iter().zip(&self.lonely).map(|(paired, lonely)| paired & !lonely);
        (0..).step_by(64).zip(words).flat_map(|(first, word)| bits(word).map(move |bit| first + bit))
    }
}

const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// Where each symmetry of the board takes an edge.
fn symmetries(game: Boxes) -> impl Iterator<Item = impl Fn(Edge) -> Edge> {
    // The dots are the squares of a board that is larger by one.
    let dots = Board::new(game.board().rows() + 1, game.board().cols() + 1).expect("not 0, and small");
    dots.symmetries().iter().map(move |&symmetry| {
        move |edge| {
            let (one, other) = game.ends(edge);
            let [one, other] = [one, other].map(|dot| {
                let image = dots.square(u64::from(dot - 1)).and_then(|square| dots.map(symmetry, square));
                u32::try_from(dots.index(image.expect("a dot of the board"))).expect("few dots") + 1
            });
            game.edge(one, other).expect("neighbours stay neighbours")
        }
    })
}

/// The lower ones of the pairs of neighbours to be exchanged, for edges in the order of the boxes beside them. One round for each
/// edge of the largest set of equal ones but the first; a round has all pairs that do not overlap, in two halves.
fn exchanges(beside: &[u64]) -> Vec<u64> {
    let mut rounds: Vec<u64> = Vec::new();
    let mut start = 0;
    for equal in beside.chunk_by(|one, other| one == other) {
        // As bubbles rise: after each round one more is at its end.
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

/// What can change places: two boxes, and two pairs of neighbours, where a third box is next to two that change. Where none is, what changes places is
/// alone, and most often a chain.
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
                    swaps.push(swap(beside, sides, places));
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

/// What the exchange of these boxes makes of the edges beside them.
fn swap(beside: &[u64], sides: &[u64], places: &[[u32; 2]]) -> Swap {
    let exchanged = |number: u32| {
        let place = places.iter().find(|place| place.contains(&number));
        only(place.map_or(number, |[one, other]| one ^ other ^ number))
    };
    let near = places.as_flattened().iter().fold(0, |set, &number| set | sides[number as usize]);
    let same = |boxes: u64| bits(near).filter(move |&edge| beside[edge as usize] == boxes);
    let mut swap = Swap { lonely: 0, pairs: Vec::new() };
    for edge in bits(near) {
        let boxes = beside[edge as usize];
        let to = bits(boxes).fold(0, |set, number| set | exchanged(number));
        // Of several beside the same boxes the first is for the first.
        let place = same(boxes).take_while(|&other| other != edge).count();
        match same(to).nth(place) {
            None => swap.lonely |= only(edge),
            Some(other) if other > edge => swap.pairs.push([edge, other]),
            Some(_) => {}
        }
    }
    swap
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use board_core::{Control, Oracle, Side};

    use super::*;
    use crate::{Rules, Table};

    #[test]
    fn plain_positions_are_worth_the_same_and_are_fewer() {
        for rules in Rules::ALL {
            let game = Boxes::new(Board::new(2, 3).expect("in range"), rules).expect("few edges");
            let all = game.edges();
            let graph = Graph::new(game, all).expect("17 edges");
            let start = game.position(Edges::default(), Side::First).expect("no edge");
            let table = Table::new(game, &start, &Control::new()).expect("few edges");
            let edges = |set: u64| bits(set).map(|number| graph.edges[number as usize]).collect::<Edges>();
            let value =
                |set: u64| table.value(&game.position(all.minus(edges(set)), Side::First).expect("of the board"));
            let (mut keys, mut plain_keys) = (HashSet::new(), HashSet::new());
            for set in 0..1 << graph.len() {
                // As long as the set of all edges, so it is such a set.
                let key = graph.key(&graph.split(graph.open(edges(set)).expect("of the board")), graph.len());
                if keys.insert(key) {
                    let plain = graph.plain_key(key);
                    assert_eq!(value(plain), value(set), "{rules} {set:b}");
                    assert_eq!(plain, graph.plain_key(plain));
                    plain_keys.insert(plain);
                }
            }
            assert!(10 * plain_keys.len() < 9 * keys.len(), "{} of {}", plain_keys.len(), keys.len());
        }
    }
}
