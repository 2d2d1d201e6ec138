//! The search: the value of one position, where the open edges are too many for a [`Table`](crate::Table).
//!
//! Alpha-beta with windows that hold no value: each test says that the margin is at least some number, or less, and
//! the next test is at the bound that was found (A. Plaat and others, "Best-first fixed-depth minimax algorithms",
//! Artificial Intelligence 87, 1996). What was found of a position is kept under its open edges alone, without the score
//! (J. Barker and R. Korf, "Solving Dots-and-Boxes", AAAI 2012), in a form that is the same for all positions that are alike.
//!
//! With the extra turn, most of the moves need not be looked at:
//!
//! * Boxes that can be taken are taken, but for the last two or four of a chain ([`Graph::settle`] argues that). Both
//!   choices lead to the same position, of value v: so the choice is worth v or -4 - v (-8 - v) and what was taken. Only positions in
//!   which nothing can be taken are searched and kept.
//! * In these a move is safe, or it gives away a chain or a ring of boxes with two open edges each. Which edge of it is
//!   drawn is one: of a single box the other takes one by either; of two boxes, by the edge between them, both, and
//!   is to move, while by another he could choose to leave them instead; of three or more he takes all but two, or all, and of a ring
//!   all but four, or all, wherever it was begun: edges in the middle make two ends, of which all boxes of one are
//!   taken first. So the move leads at once to the position in which the whole chain is drawn.
//! * Of chains of three boxes or more with nothing beside their ends it is enough to give away the shortest; and so of rings.
//!   Let m < n be the lengths, G the rest. V(G + m) and V(G + n) differ by n - m at most, by induction: a move in G leads to
//!   two such positions again, and when the chain is given away, all but two of it (four of a ring) are free, and then the
//!   two positions are the same. To give away m is worth -m - max(v, -4 - v), v = V(G + n), to give away n -n - max(w, -4 - w), w = V(G + m);
//!   and |v - w| <= n - m, so the first is no less.
//!
//! Safe edges come first, ordered by what was enough before, and the more open edges there are the more it pays to look ahead: a position
//! that is known after an edge may be enough, or rule the edge out; and so may one that is known after the reply. Edges that leave few
//! replies open come first.
//!
//! Positions that are alike are not only images of each other: a string may go round a corner of the board by one box or by the next. To look for
//! all such pairs takes longer than to look up a position, so that is done only before a position is searched
//! ([`Graph::plain_key`]), and what is found is kept under both keys: 3x4 takes four positions of seven, and 2x6 half.
//!
//! When the turn always passes none of the reductions holds. There equal positions are used, and that two edges which only close as many boxes as each other
//! are worth nothing together ([`Graph::without_pairs`]).

use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use board_core::memo::{Bounds, Transpositions, bits};
use board_core::{Control, Halt, Margin, Progress};

use crate::graph::{Choice, Graph, Open, Split};
use crate::rules::{Boxes, Edges, Position, Rules};
use crate::storage::Storage;

/// Finds the margins of a position and of those that can follow it, one at a time, and remembers what it met.
///
/// ```
/// use board_core::{Board, Control, Margin, Side};
/// use boxes::{Boxes, Edges, Rules, Search};
///
/// let game = Boxes::new(Board::new(3, 3)?, Rules::ExtraTurn)?;
/// let start = game.position(Edges::default(), Side::First)?;
/// let search = Search::new(game, &start, &Control::new())?;
/// assert_eq!(search.margin(&start, &Control::new())?, Margin(-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    graph: Graph,
    rules: Rules,
    /// Drawn in all positions of the search.
    drawn: Edges,
    /// The others.
    edges: Edges,
    storage: Storage,
    key_bits: u32,
    nodes: AtomicU64,
}

/// One thread's part of a search.
struct Worker<'a> {
    search: &'a Search,
    known: Transpositions<'a>,
    /// Whom to tell how far it is, and what; the thread that was called does that.
    tell: Option<(&'a Control<'a>, SoFar<'a>)>,
    /// Another thread was faster, or the search was stopped.
    over: &'a AtomicBool,
    nodes: u64,
    /// How often each edge was enough of late, less how often it was not.
    refuted: [i32; Graph::MAX_EDGES as usize],
}

/// What a search has found of a position, as `margin -2 to 4, table 31 % full`.
#[derive(Clone, Copy)]
struct SoFar<'a> {
    bounds: [i32; 2],
    known: Transpositions<'a>,
}

impl fmt::Display for SoFar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lower, upper] = self.bounds;
        write!(f, "margin {lower} to {upper}, table {} % full", self.known.percent_full())
    }
}

/// Why a thread has no answer.
enum Left {
    /// Another has.
    Over,
    /// It was told to stop.
    Halt(Halt),
}

/// Nodes between two looks at whether to go on.
const BETWEEN_LOOKS: u64 = 1 << 12;

/// What it counts that an edge was enough, and of how many such times the number stays near.
const LESSON: i32 = 1 << 12;
const LESSONS: i32 = 1 << 8;

/// What it counts that an edge leaves a reply to be searched.
const REPLY: u32 = 1 << 18;

/// With so many open edges it pays to look at what is known of the next positions before any is searched.
const LOOK_AHEAD: u32 = 16;

/// And with so many, of those after the replies.
const LOOK_FAR: u32 = 25;

/// What a search takes beside what it remembers: the graph, and the stacks of its threads.
const FIXED: u64 = 1 << 19;

/// A search with n open edges has use for about 2^n bytes by this power of two.
const USEFUL_SHIFT: u32 = 6;

impl Search {
    /// The most edges that may be open.
    pub const MAX_OPEN: u32 = Graph::MAX_EDGES;

    /// The bytes that a search takes at least; more with more than 54 open edges.
    pub const LEAST_MEMORY: u64 = 1 << 20;

    /// A search of what can follow `from`. It takes as much memory as it may, if it can make use of it.
    ///
    /// # Errors
    /// Where it may not take as much memory as it needs, or more than [`Search::MAX_OPEN`] edges are open.
    pub fn new(game: Boxes, from: &Position, control: &Control<'_>) -> Result<Self, Halt> {
        let edges = game.edges().minus(from.drawn());
        let what = || format!("{} with {} open edges", game.board().title(), edges.len());
        let Some(graph) = Graph::new(game, edges) else {
            return Err(Halt::TooLarge { what: what(), needed: u64::MAX, allowed: control.memory() });
        };
        let least = Self::LEAST_MEMORY.max(2 * Transpositions::least_bytes(edges.len()));
        let useful = 1_u64 << edges.len().saturating_sub(USEFUL_SHIFT);
        let bytes = (useful + FIXED).min(control.memory()).max(least);
        control.allow(what(), bytes)?;
        // As long as the table allows: above the edges there is room for lengths of chains.
        let table_bytes = bytes - FIXED;
        let fits = |bits: &u32| Transpositions::least_bytes(*bits) <= table_bytes;
        let key_bits = (edges.len().max(1)..=u64::BITS).take_while(fits).last().unwrap_or(edges.len().max(1));
        let storage = Storage::new(Transpositions::bytes_within(table_bytes));
        Ok(Self { graph, rules: game.rules(), drawn: from.drawn(), edges, storage, key_bits, nodes: AtomicU64::new(0) })
    }

    /// How many positions were looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The bytes that it takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.storage.bytes() + FIXED
    }

    /// The margin of a position, on all threads that may be used.
    ///
    /// # Errors
    /// Where it was stopped.
    ///
    /// # Panics
    /// Where the position does not follow that of the search.
    pub fn margin(&self, at: &Position, control: &Control<'_>) -> Result<Margin, Halt> {
        let open = self.graph.open(self.edges.minus(at.drawn()));
        let open = open.filter(|_| self.covers(at)).expect("the position follows that of the search");
        self.storage.lend(|entries| self.between(&open, Transpositions::over(entries, self.key_bits), control))
    }

    /// The margin of open edges, with what is known in the table.
    fn between(&self, open: &Open, known: Transpositions<'_>, control: &Control<'_>) -> Result<Margin, Halt> {
        let (mut lower, mut upper) = (-open.boxes(), open.boxes());
        let mut guess = 0;
        while lower < upper {
            let least = guess.clamp(lower + 1, upper);
            let found = self.test(open, least, SoFar { bounds: [lower, upper], known }, control)?;
            if found >= least {
                lower = found;
            } else {
                upper = found;
            }
            guess = found;
        }
        Ok(Margin(lower.into()))
    }

    /// Whether the position is that of the search, or can follow it.
    #[must_use]
    pub fn covers(&self, at: &Position) -> bool {
        self.drawn.minus(at.drawn()).is_empty()
    }

    /// A bound of the margin that says whether it is at least `least`: a lower bound if so, else an upper one.
    fn test(&self, open: &Open, least: i32, so_far: SoFar<'_>, control: &Control<'_>) -> Result<i32, Halt> {
        let over = AtomicBool::new(false);
        let work = |number: usize, tell| {
            let mut worker = Worker::new(self, so_far.known, number, tell, &over);
            let found = worker.value(*open, least);
            over.store(true, Ordering::Relaxed);
            self.nodes.fetch_add(worker.nodes % BETWEEN_LOOKS, Ordering::Relaxed);
            found
        };
        // All threads do the same, in another order, and tell each other what they find through the table.
        let found: Vec<Result<i32, Left>> = thread::scope(|scope| {
            let spawn = |number| thread::Builder::new().spawn_scoped(scope, move || work(number, None)).ok();
            let helpers: Vec<_> = (1..control.threads()).map_while(spawn).collect();
            let mine = work(0, Some((control, so_far)));
            let theirs = helpers.into_iter().map(|helper| helper.join().expect("it does not panic"));
            std::iter::once(mine).chain(theirs).collect()
        });
        let mut halt = Halt::Stopped;
        for found in found {
            match found {
                Ok(bound) => return Ok(bound),
                Err(Left::Halt(reason)) => halt = reason,
                Err(Left::Over) => {}
            }
        }
        Err(halt)
    }
}

impl<'a> Worker<'a> {
    fn new(
        search: &'a Search,
        known: Transpositions<'a>,
        number: usize,
        tell: Option<(&'a Control<'a>, SoFar<'a>)>,
        over: &'a AtomicBool,
    ) -> Self {
        // Each begins with other opinions.
        let mut random = number as u64;
        let refuted = std::array::from_fn(|_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(number as u64);
            i32::try_from(random >> 48).expect("16 bits")
        });
        Self { search, known, tell, over, nodes: 0, refuted }
    }

    /// A bound of the value that says whether it is at least `least`.
    fn value(&mut self, mut open: Open, least: i32) -> Result<i32, Left> {
        let graph = &self.search.graph;
        if self.search.rules == Rules::Alternate {
            graph.without_pairs(&mut open);
            return self.alternate(&graph.split(open), least);
        }
        let (gain, choice) = graph.settle(&mut open);
        let least = least - gain;
        let bound = match choice {
            Choice::None => self.quiet(&graph.split(open), least)?,
            Choice::Several => self.several(&graph.split(open), least)?,
            Choice::Leave(boxes) => {
                let loss = 2 * boxes.cast_signed();
                // v or -loss - v: one of them is no less than half of -loss, which may be odd where v is even or the
                // other way round.
                let half = -loss / 2 + ((loss / 2 + open.boxes()) & 1);
                if least <= half {
                    half
                } else {
                    let at = graph.split(open);
                    let keep = self.quiet(&at, least)?;
                    if keep >= least {
                        keep
                    } else {
                        let leave = self.quiet(&at, 1 - least - loss)?;
                        keep.max(-loss - leave)
                    }
                }
            }
        };
        Ok(gain + bound)
    }

    /// The same for a position in which no box can be taken, with the extra turn.
    fn quiet(&mut self, at: &Split, least: i32) -> Result<i32, Left> {
        self.remembered(at, least, |worker, at, least| {
            let graph = &worker.search.graph;
            let (mut moves, most) = match worker.safe(at, least) {
                ControlFlow::Break(worth) => return Ok(worth),
                ControlFlow::Continue(left) => left,
            };
            let best = worker
                .best(0, &moves, least, |worker, edge| Ok(-worker.quiet(&graph.after_safe(at, edge), 1 - least)?))?;
            if best >= least {
                return Ok(best);
            }
            // No safe edge is enough: what is left is to give a chain away, the shortest first.
            let safe = moves.len;
            graph.gifts(&at.open, |chain| moves.add(chain.edge, Graph::MAX_EDGES - chain.len));
            moves.sort_from(safe);
            let gift = worker.best(safe, &moves, least, |worker, edge| worker.drawn(&at.open, edge, least))?;
            Ok(gift.max(best).max(most))
        })
    }

    /// The safe edges that are to be tried by what is known of the positions after them, and how much the others are worth at most; or
    /// stops at one that is worth enough, so much at least.
    fn safe(&self, at: &Split, least: i32) -> ControlFlow<i32, (Moves, i32)> {
        let graph = &self.search.graph;
        let mut safe = graph.distinct(graph.safe(&at.open));
        let mut most = i32::MIN;
        if at.open.len() >= LOOK_AHEAD {
            for (edge, [at_least, at_most]) in self.worths(at, safe) {
                if at_least >= least {
                    return ControlFlow::Break(at_least);
                }
                if at_most < least {
                    safe &= !(1 << edge);
                    most = most.max(at_most);
                }
            }
        }
        let mut moves = Moves::default();
        'moves: for edge in bits(safe) {
            if at.open.len() < LOOK_FAR {
                moves.add(edge, graph.narrows(&at.open, edge) * REPLY + self.refuted(edge));
                continue;
            }
            let after = graph.after_safe(at, edge);
            let replies = graph.distinct(graph.safe(&after.open));
            let mut unknown = 0;
            for (_, [at_least, at_most]) in self.worths(&after, replies) {
                if at_least > -least {
                    most = most.max(-at_least);
                    continue 'moves;
                }
                unknown += u32::from(at_most > -least);
            }
            moves.add(edge, (Graph::MAX_EDGES - unknown) * REPLY + self.refuted(edge));
        }
        moves.sort_from(0);
        ControlFlow::Continue((moves, most))
    }

    /// What each of some safe edges is known to be worth to the player who draws it: so much at least, and at most.
    fn worths(&self, at: &Split, safe: u64) -> impl Iterator<Item = (u32, [i32; 2])> {
        let Search { graph, key_bits, .. } = self.search;
        // All keys first, then a touch of each line: so the processor fetches many lines at once.
        let mut keys = [0; Graph::MAX_EDGES as usize];
        for (edge, key) in bits(safe).zip(&mut keys) {
            *key = graph.key_after(at, edge, *key_bits);
        }
        for &key in &keys[..safe.count_ones() as usize] {
            self.known.fetch(key);
        }
        bits(safe).zip(keys).map(|(edge, key)| {
            let bounds = self.known.get(key);
            (edge, [bounds.upper, bounds.lower].map(|bound| -i32::from(bound)))
        })
    }

    /// The same where there is a choice among several chains to leave or to take, with the extra turn.
    fn several(&mut self, at: &Split, least: i32) -> Result<i32, Left> {
        self.remembered(at, least, |worker, at, least| {
            let mut moves = Moves::default();
            for kept in worker.search.graph.kept(&at.open) {
                moves.add(kept.take, 0);
                moves.add(kept.leave, 0);
            }
            worker.best(0, &moves, least, |worker, edge| worker.drawn(&at.open, edge, least))
        })
    }

    /// The same for any position, when the turn always passes.
    fn alternate(&mut self, at: &Split, least: i32) -> Result<i32, Left> {
        self.remembered(at, least, |worker, Split { open, .. }, least| {
            let graph = &worker.search.graph;
            let safe = graph.safe(open);
            let mut moves = Moves::default();
            for edge in bits(graph.distinct(open.edges)) {
                let closed = graph.closes(open, edge).unsigned_abs();
                let class = 2 * closed + u32::from(safe >> edge & 1 == 1);
                moves.add(edge, class * (REPLY << 3) + worker.refuted(edge));
            }
            moves.sort_from(0);
            worker.best(0, &moves, least, |worker, edge| worker.drawn(open, edge, least))
        })
    }

    /// Asks what is known of a position, and adds what `expand` finds of it.
    fn remembered(
        &mut self,
        at: &Split,
        least: i32,
        expand: impl FnOnce(&mut Self, &Split, i32) -> Result<i32, Left>,
    ) -> Result<i32, Left> {
        let boxes = at.open.boxes();
        // A margin is even or odd as the number of boxes is.
        let least = least + ((least - boxes) & 1);
        if boxes < least {
            return Ok(boxes);
        }
        if -boxes >= least {
            return Ok(-boxes);
        }
        let graph = &self.search.graph;
        let key = graph.key(at, self.search.key_bits);
        let enough = |known: Bounds| {
            let [lower, upper] = [known.lower, known.upper].map(i32::from);
            if lower >= least { Some(lower) } else { Some(upper).filter(|&upper| upper < least) }
        };
        if let Some(bound) = enough(self.known.get(key)) {
            return Ok(bound);
        }
        let weight = u8::try_from(at.open.len()).expect("64 at most");
        let plain = graph.plain_key(key);
        if plain != key {
            let known = self.known.get(plain);
            if let Some(bound) = enough(known) {
                // Who looks ahead asks for many keys, none of which is made plain.
                self.known.put(key, weight, known);
                return Ok(bound);
            }
        }
        self.look_up()?;
        let found = expand(self, at, least)?;
        let bound = i8::try_from(found).expect("no margin is larger than the number of boxes");
        let news = if found >= least {
            Bounds { lower: bound, ..Bounds::UNKNOWN }
        } else {
            Bounds { upper: bound, ..Bounds::UNKNOWN }
        };
        self.known.put(key, weight, news);
        if plain != key {
            self.known.put(plain, weight, news);
        }
        Ok(found)
    }

    /// What the best of some moves is worth, those from the given place on, until one is enough.
    fn best(
        &mut self,
        from: usize,
        moves: &Moves,
        least: i32,
        worth: impl Fn(&mut Self, u32) -> Result<i32, Left>,
    ) -> Result<i32, Left> {
        let mut best = i32::MIN;
        for (tried, edge) in moves.iter().enumerate().skip(from) {
            best = best.max(worth(self, edge)?);
            if best >= least {
                // What was learned before counts less and less.
                let mut learn = |edge: u32, lesson: i32| {
                    let refuted = &mut self.refuted[edge as usize];
                    *refuted += lesson - *refuted / LESSONS;
                };
                moves.iter().take(tried).for_each(|edge| learn(edge, -LESSON));
                learn(edge, LESSON);
                break;
            }
        }
        Ok(best)
    }

    /// What drawing an edge is worth: a bound that says whether it is at least `least`.
    fn drawn(&mut self, open: &Open, edge: u32, least: i32) -> Result<i32, Left> {
        let mut after = *open;
        let gain = self.search.graph.draw(&mut after, edge);
        Ok(if gain > 0 && self.search.rules == Rules::ExtraTurn {
            gain + self.value(after, least - gain)?
        } else {
            gain - self.value(after, 1 + gain - least)?
        })
    }

    /// How often an edge was enough, as a rank.
    fn refuted(&self, edge: u32) -> u32 {
        (self.refuted[edge as usize] + LESSON * LESSONS).cast_unsigned()
    }

    /// Counts a node, and looks from time to time whether to go on.
    fn look_up(&mut self) -> Result<(), Left> {
        self.nodes += 1;
        if !self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            return Ok(());
        }
        let done = BETWEEN_LOOKS + self.search.nodes.fetch_add(BETWEEN_LOOKS, Ordering::Relaxed);
        if self.over.load(Ordering::Relaxed) {
            return Err(Left::Over);
        }
        let Some((control, so_far)) = &self.tell else { return Ok(()) };
        control.report(Progress::new("positions", done).found(so_far)).map_err(Left::Halt)
    }
}

/// Edges in the order in which they are tried.
struct Moves {
    /// The ranks, each with its edge in the lowest bits.
    list: [u32; Graph::MAX_EDGES as usize],
    len: usize,
}

impl Default for Moves {
    fn default() -> Self {
        Self { list: [0; Graph::MAX_EDGES as usize], len: 0 }
    }
}

impl Moves {
    const EDGE_BITS: u32 = Graph::MAX_EDGES.ilog2();

    fn add(&mut self, edge: u32, rank: u32) {
        self.list[self.len] = rank << Self::EDGE_BITS | edge;
        self.len += 1;
    }

    /// The highest rank first, of those from the given place on.
    fn sort_from(&mut self, from: usize) {
        self.list[from..self.len].sort_unstable_by_key(|&ranked| Reverse(ranked));
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        self.list[..self.len].iter().map(|ranked| ranked & (Graph::MAX_EDGES - 1))
    }
}
