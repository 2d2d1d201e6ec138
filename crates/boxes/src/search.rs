//! The search: the value of one position whose [`Table`](crate::Table) would not fit in memory.
//!
//! Alpha-beta with null windows: each test shows that the margin is at least some number, or less, and the next test
//! uses the bound that it found (A. Plaat and others, "Best-first fixed-depth minimax algorithms", Artificial
//! Intelligence 87, 1996). Bounds are stored by the open edges alone, without the score (J. Barker and R. Korf,
//! "Solving Dots-and-Boxes", AAAI 2012), under a key that is the same for many positions with the same graph.
//!
//! What the search leaves out, and why that is correct: docs/design/boxes.md, lemmas 5 to 17.

use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use board_core::memo::{Bounds, Transpositions, bits};
use board_core::{Control, Halt, Margin, Progress};

use crate::graph::captures::Choice;
use crate::graph::isolated::Split;
use crate::graph::{Graph, Open};
use crate::rules::{Boxes, Edges, Position, Rules};
use crate::storage::Storage;

/// Finds the margins of some positions and of those that can follow them, one at a time, and stores the bounds that it
/// finds.
///
/// [`Search::margin`] documents how long that takes.
///
/// ```
/// use boxes::{Board, Boxes, Control, Edges, Margin, Rules, Search, Side};
///
/// let game = Boxes::new(Board::new(3, 3)?, Rules::ExtraTurn)?;
/// let start = game.position(Edges::default(), Side::First)?;
/// let search = Search::new(&game, &[start], &Control::new())?;
/// assert_eq!(search.margin(&start, &Control::new())?, Margin(-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    graph: Graph,
    rules: Rules,
    /// The edges that are drawn in all positions of the search.
    drawn: Edges,
    /// All other edges.
    edges: Edges,
    storage: Storage,
    key_bits: u32,
    nodes: AtomicU64,
}

/// One thread's part of a search.
struct Worker<'a> {
    search: &'a Search,
    known: Transpositions<'a>,
    /// On the calling thread: where to report, and the bounds to report.
    reporting: Option<(&'a Control<'a>, SoFar<'a>)>,
    /// Set when a thread has the answer, or when the search was stopped.
    over: &'a AtomicBool,
    nodes: u64,
    /// For each edge, how often it was enough recently, minus how often it was not (the history heuristic).
    history: [i32; Graph::MAX_EDGES as usize],
}

/// What a search has found so far, such as `margin -2 to 4, table 31 % full`.
#[derive(Clone, Copy)]
struct SoFar<'a> {
    lower: i32,
    upper: i32,
    known: Transpositions<'a>,
}

impl fmt::Display for SoFar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "margin {} to {}, table {} % full", self.lower, self.upper, self.known.percent_full())
    }
}

/// Why a thread has no answer.
enum Unfinished {
    /// Another thread has the answer.
    Over,
    /// The caller stopped the search.
    Halt(Halt),
}

/// The number of nodes between two polls of whether to go on.
const NODES_BETWEEN_POLLS: u64 = 1 << 12;

/// What is added to the history of an edge if it is enough, and subtracted if it is not. The history decays by one part
/// in [`HISTORY_DECAY`] each time.
const HISTORY_BONUS: i32 = 1 << 12;
const HISTORY_DECAY: i32 = 1 << 8;

/// The rank of leaving one fewer reply to search, which outweighs the whole history.
const REPLY_RANK: u32 = 1 << 18;

/// With at least this many open edges it pays to look up the positions after each edge before searching any of them.
const MIN_OPEN_FOR_MOVES: u32 = 16;

/// With at least this many it pays to look up the positions after the replies too.
const MIN_OPEN_FOR_REPLIES: u32 = 25;

/// The number of bytes that a search takes besides its table: the graph, and the stacks of its threads.
const FIXED_BYTES: u64 = 1 << 19;

/// The number of bytes that a search with this many open edges can make use of: 2^(n - 8), or up to 64 MiB for small
/// searches. On 4 x 4 twice as much saves 7 % of the positions, on 2 x 6 four times as much saves 30 %.
fn useful_bytes(open: u32) -> u64 {
    const ALWAYS_CHEAP: u64 = 1 << 26;
    let bytes = |shift: u32| 1_u64 << open.saturating_sub(shift);
    bytes(6).min(bytes(8).max(ALWAYS_CHEAP))
}

/// A rough estimate of the time of a search with this many open edges on two threads, from measurements of empty boards:
/// 4 x 4, 2 x 5, and rows of 12 and of 11 boxes. Rows are much easier than other boards.
fn expected_time(game: &Boxes, open: u32) -> Duration {
    let is_row = game.board().rows().min(game.board().cols()) == 1;
    // The measured seconds, the number of open edges measured, and the number of doublings per number of further edges.
    let (seconds, measured, (doublings, per_edges)): (u64, u32, (u32, u32)) = match (game.rules(), is_row) {
        (Rules::ExtraTurn, false) => (169, 40, (1, 1)),
        (Rules::ExtraTurn, true) => (16, 37, (5, 6)),
        (Rules::Alternate, false) => (55, 27, (5, 4)),
        (Rules::Alternate, true) => (16, 34, (1, 1)),
    };
    let growth = 1_u64.checked_shl(open.saturating_sub(measured) * doublings / per_edges);
    Duration::from_secs(growth.map_or(u64::MAX, |growth| seconds.saturating_mul(growth)))
}

/// What is known about a position after a safe edge, for the player who drew it.
struct KnownMove {
    edge: u32,
    at_least: i32,
    at_most: i32,
}

impl Search {
    /// The maximum number of open edges.
    pub const MAX_OPEN: u32 = Graph::MAX_EDGES;

    /// The minimum number of bytes that a search takes; with more than 54 open edges it takes more.
    pub const MIN_MEMORY: u64 = 1 << 20;

    /// Creates a search of everything that can follow any of the positions, with an empty table. It does not search
    /// anything yet.
    ///
    /// If n edges are open in any of them, the table takes 2^(n - 8) bytes (up to 64 MiB, 2^(n - 6)), or as much as the
    /// limit allows: 4 GiB for the 40 edges of 4 x 4. The system provides the zeroed memory as it is used.
    ///
    /// # Errors
    /// If the search needs more memory than `control` allows, or if more than [`Search::MAX_OPEN`] edges are open in
    /// any of the positions.
    pub fn new(game: &Boxes, positions: &[Position], control: &Control<'_>) -> Result<Self, Halt> {
        let drawn = game.drawn_in_all(positions);
        let edges = game.edges().difference(drawn);
        let (graph, bytes) = Self::check(game, edges, control)?;
        // As many as the table allows: the bits above the edges are for the lengths of chains.
        let table_bytes = bytes - FIXED_BYTES;
        let fits = |bits: &u32| Transpositions::min_bytes(*bits) <= table_bytes;
        let key_bits = (edges.len().max(1)..=u64::BITS).take_while(fits).last().unwrap_or(edges.len().max(1));
        let storage = Storage::new(Transpositions::bytes_within(table_bytes));
        Ok(Self { graph, rules: game.rules(), drawn, edges, storage, key_bits, nodes: AtomicU64::new(0) })
    }

    /// Checks that a search of these open edges is within the limits of `control`. Returns its graph, and the number of
    /// bytes that it will take.
    pub(crate) fn check(game: &Boxes, edges: Edges, control: &Control<'_>) -> Result<(Graph, u64), Halt> {
        let what = || format!("{} with {} open edges", game.board().title(), edges.len());
        let Some(graph) = Graph::new(*game, edges) else {
            let limit = format!("a search handles at most {} open edges", Self::MAX_OPEN);
            return Err(Halt::OutOfReach { what: what(), limit });
        };
        control.expect_time(what(), expected_time(game, edges.len()))?;
        let min = Self::MIN_MEMORY.max(2 * Transpositions::min_bytes(edges.len()));
        let bytes = (useful_bytes(edges.len()) + FIXED_BYTES).min(control.memory()).max(min);
        control.reserve(what(), bytes)?;
        Ok((graph, bytes))
    }

    /// The number of positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The number of bytes that the search takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.storage.bytes() + FIXED_BYTES
    }

    /// Returns the margin of a position, found on all threads of `control`.
    ///
    /// With the extra turn the time about doubles with each open edge. Empty boards, on two threads: 0.4 s for 3 x 4
    /// (31 edges), 1.4 s for 2 x 6 (32 edges), 169 s for 4 x 4 (40 edges) in 4.2 GB. When the turn always passes, a
    /// [`Table`](crate::Table) is faster as long as it fits in memory.
    ///
    /// # Errors
    /// If `control` stopped it. The bounds found so far remain in the table.
    ///
    /// # Panics
    /// If the search does not cover the position.
    pub fn margin(&self, at: &Position, control: &Control<'_>) -> Result<Margin, Halt> {
        let open = self.graph.open(self.edges.difference(at.drawn()));
        let open = open.filter(|_| self.covers(at)).expect("the search covers the position");
        let wait = || control.report(Progress::new("positions", self.nodes()));
        self.storage.lend(wait, |entries| self.between(&open, Transpositions::over(entries, self.key_bits), control))?
    }

    /// The margin of open edges, between the bounds that tests find.
    fn between(&self, open: &Open, known: Transpositions<'_>, control: &Control<'_>) -> Result<Margin, Halt> {
        let (mut lower, mut upper) = (-open.boxes(), open.boxes());
        let mut guess = 0;
        while lower < upper {
            let least = guess.clamp(lower + 1, upper);
            let found = self.test(open, least, SoFar { lower, upper, known }, control)?;
            if found >= least {
                lower = found;
            } else {
                upper = found;
            }
            guess = found;
        }
        Ok(Margin(lower.into()))
    }

    /// Whether the search was made for the position, or for one that it can follow.
    #[must_use]
    pub fn covers(&self, at: &Position) -> bool {
        self.drawn.difference(at.drawn()).is_empty()
    }

    /// Returns a bound of the margin that shows whether the margin is at least `least`: a lower bound if so, otherwise
    /// an upper one.
    fn test(&self, open: &Open, least: i32, so_far: SoFar<'_>, control: &Control<'_>) -> Result<i32, Halt> {
        let over = AtomicBool::new(false);
        let work = |number: usize, reporting| {
            let mut worker = Worker::new(self, so_far.known, number, reporting, &over);
            // Whatever ends one thread, even a panic in a listener, also ends the others.
            let _end_others = SetOnDrop(&over);
            let found = worker.value(*open, least);
            self.nodes.fetch_add(worker.nodes % NODES_BETWEEN_POLLS, Ordering::Relaxed);
            found
        };
        // All threads run the same search in different orders, and share their results through the table.
        let found: Vec<Result<i32, Unfinished>> = thread::scope(|scope| {
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
                Err(Unfinished::Halt(reason)) => halt = reason,
                Err(Unfinished::Over) => {}
            }
        }
        Err(halt)
    }
}

/// Sets a flag when it is dropped.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<'a> Worker<'a> {
    fn new(
        search: &'a Search,
        known: Transpositions<'a>,
        number: usize,
        reporting: Option<(&'a Control<'a>, SoFar<'a>)>,
        over: &'a AtomicBool,
    ) -> Self {
        // Each starts with a different history.
        let mut random = number as u64;
        let history = std::array::from_fn(|_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(number as u64);
            i32::try_from(random >> 48).expect("16 bits")
        });
        Self { search, known, reporting, over, nodes: 0, history }
    }

    /// Returns a bound of the value that shows whether the value is at least `least`: a lower bound if so, otherwise an
    /// upper one.
    fn value(&mut self, mut open: Open, least: i32) -> Result<i32, Unfinished> {
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
            Choice::DoubleDeal(boxes) => {
                let loss = 2 * boxes.cast_signed();
                // The player who can leave the boxes is in control: the value is at least half of -loss (lemma 13), and
                // one more if that has the wrong parity (lemma 5).
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
    fn quiet(&mut self, at: &Split, least: i32) -> Result<i32, Unfinished> {
        self.remembered(at, least, |worker, at, least| {
            let graph = &worker.search.graph;
            let (mut moves, max) = match worker.safe(at, least) {
                ControlFlow::Break(worth) => return Ok(worth),
                ControlFlow::Continue(left) => left,
            };
            let best = worker
                .best(0, &moves, least, |worker, edge| Ok(-worker.quiet(&graph.after_safe(at, edge), 1 - least)?))?;
            if best >= least {
                return Ok(best);
            }
            // No safe edge is enough. What remains is to give a chain away, the shortest first (lemmas 15 and 16).
            let safe = moves.len;
            graph.handouts(&at.open, |chain| moves.add(chain.edge, Graph::MAX_EDGES - chain.len));
            moves.sort_from(safe);
            let handout = worker.best(safe, &moves, least, |worker, edge| worker.drawn(&at.open, edge, least))?;
            Ok(handout.max(best).max(max))
        })
    }

    /// The safe edges that must be tried, given what is known about the positions after them, and the largest worth of
    /// the others. Breaks with the worth of an edge that is known to be enough.
    fn safe(&self, at: &Split, least: i32) -> ControlFlow<i32, (Moves, i32)> {
        let graph = &self.search.graph;
        let mut safe = graph.distinct(graph.safe(&at.open));
        let mut max = i32::MIN;
        if at.open.len() >= MIN_OPEN_FOR_MOVES {
            for KnownMove { edge, at_least, at_most } in self.known_moves(at, safe) {
                if at_least >= least {
                    return ControlFlow::Break(at_least);
                }
                if at_most < least {
                    safe &= !(1 << edge);
                    max = max.max(at_most);
                }
            }
        }
        let mut moves = Moves::default();
        'moves: for edge in bits(safe) {
            if at.open.len() < MIN_OPEN_FOR_REPLIES {
                moves.add(edge, graph.narrows(&at.open, edge) * REPLY_RANK + self.rank(edge));
                continue;
            }
            let after = graph.after_safe(at, edge);
            let replies = graph.distinct(graph.safe(&after.open));
            let mut unknown = 0;
            for KnownMove { at_least, at_most, .. } in self.known_moves(&after, replies) {
                if at_least > -least {
                    max = max.max(-at_least);
                    continue 'moves;
                }
                unknown += u32::from(at_most > -least);
            }
            // Those that leave fewer replies to search come first.
            moves.add(edge, (Graph::MAX_EDGES - unknown) * REPLY_RANK + self.rank(edge));
        }
        moves.sort_from(0);
        ControlFlow::Continue((moves, max))
    }

    /// The known worth of each of the given safe edges.
    fn known_moves(&self, at: &Split, safe: u64) -> impl Iterator<Item = KnownMove> {
        let Search { graph, key_bits, .. } = self.search;
        // First all keys, then a prefetch of each line: the processor can fetch many lines at once.
        let mut keys = [0; Graph::MAX_EDGES as usize];
        for (edge, key) in bits(safe).zip(&mut keys) {
            *key = graph.key_after(at, edge, *key_bits);
        }
        for &key in &keys[..safe.count_ones() as usize] {
            self.known.prefetch(key);
        }
        bits(safe).zip(keys).map(|(edge, key)| {
            let bounds = self.known.get(key);
            KnownMove { edge, at_least: -i32::from(bounds.upper), at_most: -i32::from(bounds.lower) }
        })
    }

    /// The same for a choice among several chains to take or to leave, with the extra turn (lemma 14).
    fn several(&mut self, at: &Split, least: i32) -> Result<i32, Unfinished> {
        self.remembered(at, least, |worker, at, least| {
            let mut moves = Moves::default();
            for last in worker.search.graph.last_boxes(&at.open) {
                moves.add(last.take, 0);
                moves.add(last.leave, 0);
            }
            worker.best(0, &moves, least, |worker, edge| worker.drawn(&at.open, edge, least))
        })
    }

    /// The same for any position, when the turn always passes.
    fn alternate(&mut self, at: &Split, least: i32) -> Result<i32, Unfinished> {
        self.remembered(at, least, |worker, Split { open, .. }, least| {
            let graph = &worker.search.graph;
            let safe = graph.safe(open);
            let mut moves = Moves::default();
            for edge in bits(graph.distinct(open.edges)) {
                let closed = graph.closes(open, edge).unsigned_abs();
                let class = 2 * closed + u32::from(safe >> edge & 1 == 1);
                moves.add(edge, class * (REPLY_RANK << 3) + worker.rank(edge));
            }
            moves.sort_from(0);
            worker.best(0, &moves, least, |worker, edge| worker.drawn(open, edge, least))
        })
    }

    /// Looks up the bounds of a position; if they are not enough, adds what `expand` finds.
    fn remembered(
        &mut self,
        at: &Split,
        least: i32,
        expand: impl FnOnce(&mut Self, &Split, i32) -> Result<i32, Unfinished>,
    ) -> Result<i32, Unfinished> {
        let boxes = at.open.boxes();
        // Lemma 5: a margin has the parity of the number of boxes, and is at most that number.
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
                // Looking ahead uses keys that were not passed through `plain_key`.
                self.known.put(key, weight, known);
                return Ok(bound);
            }
        }
        self.poll_stop()?;
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

    /// The worth of the best of some moves, from the given place on, until one is enough.
    fn best(
        &mut self,
        from: usize,
        moves: &Moves,
        least: i32,
        worth: impl Fn(&mut Self, u32) -> Result<i32, Unfinished>,
    ) -> Result<i32, Unfinished> {
        let mut best = i32::MIN;
        for (tried, edge) in moves.iter().enumerate().skip(from) {
            best = best.max(worth(self, edge)?);
            if best >= least {
                let mut add = |edge: u32, bonus: i32| {
                    let history = &mut self.history[edge as usize];
                    *history += bonus - *history / HISTORY_DECAY;
                };
                moves.iter().take(tried).for_each(|edge| add(edge, -HISTORY_BONUS));
                add(edge, HISTORY_BONUS);
                break;
            }
        }
        Ok(best)
    }

    /// The worth of drawing an edge: a bound that shows whether it is at least `least`.
    fn drawn(&mut self, open: &Open, edge: u32, least: i32) -> Result<i32, Unfinished> {
        let mut after = *open;
        let gain = self.search.graph.draw(&mut after, edge);
        Ok(if gain > 0 && self.search.rules == Rules::ExtraTurn {
            gain + self.value(after, least - gain)?
        } else {
            gain - self.value(after, 1 + gain - least)?
        })
    }

    /// The history of an edge as a rank.
    fn rank(&self, edge: u32) -> u32 {
        (self.history[edge as usize] + HISTORY_BONUS * HISTORY_DECAY).cast_unsigned()
    }

    /// Counts a node, and polls from time to time whether to go on.
    fn poll_stop(&mut self) -> Result<(), Unfinished> {
        self.nodes += 1;
        if !self.nodes.is_multiple_of(NODES_BETWEEN_POLLS) {
            return Ok(());
        }
        let done = NODES_BETWEEN_POLLS + self.search.nodes.fetch_add(NODES_BETWEEN_POLLS, Ordering::Relaxed);
        if self.over.load(Ordering::Relaxed) {
            return Err(Unfinished::Over);
        }
        let Some((control, so_far)) = &self.reporting else { return Ok(()) };
        control.report(Progress::new("positions", done).found(so_far)).map_err(Unfinished::Halt)
    }
}

/// Edges in the order in which they are tried.
struct Moves {
    /// Each rank with its edge in the lowest bits.
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

    /// Sorts the moves from the given place on, the highest rank first.
    fn sort_from(&mut self, from: usize) {
        self.list[from..self.len].sort_unstable_by_key(|&ranked| Reverse(ranked));
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        self.list[..self.len].iter().map(|ranked| ranked & (Graph::MAX_EDGES - 1))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use board_core::{Board, Oracle, Side, Solve};

    use super::*;
    use crate::table::Table;

    #[test]
    fn the_expected_time_grows_with_the_open_edges() {
        for rules in Rules::ALL {
            for (rows, cols) in [(1, 12), (12, 1), (4, 4), (7, 7)] {
                let game = Boxes::new(Board::new(rows, cols).expect("in range"), rules).expect("few edges");
                let times: Vec<Duration> = (0..=128).map(|open| expected_time(&game, open)).collect();
                assert!(times.is_sorted() && times[40] < times[50] && times[50] < times[60], "{rows}x{cols} {rules}");
                assert_eq!(times[128], Duration::from_secs(u64::MAX));
            }
        }
    }

    #[test]
    fn lemma_5_a_margin_has_the_parity_of_the_open_boxes_and_is_not_greater() {
        for rules in Rules::ALL {
            for (rows, cols) in [(2, 2), (1, 4), (2, 3)] {
                let game = Boxes::new(Board::new(rows, cols).expect("in range"), rules).expect("few edges");
                let start = game.position(Edges::default(), Side::First).expect("no edge");
                let table = Table::new(&game, &[start], &Control::new()).expect("few edges");
                for set in 0..1_u64 << game.edges().len() {
                    let drawn = bits(set).fold(Edges::default(), Edges::with);
                    let at = game.position(drawn, Side::First).expect("edges of the board");
                    let sides = game.board().iter().map(|square| game.sides(square.row, square.col));
                    let boxes = sides.filter(|sides| !sides.difference(drawn).is_empty()).count() as u64;
                    let Margin(points) = table.value(&at);
                    assert!(points.unsigned_abs() <= boxes && points.unsigned_abs() % 2 == boxes % 2, "{at:?}");
                }
            }
        }
    }

    #[test]
    fn lemma_5_tests_of_the_wrong_parity_are_tests_one_higher() {
        // Every test of a third of the positions of 2 x 2, each with an empty table.
        let game = Boxes::new(Board::new(2, 2).expect("in range"), Rules::ExtraTurn).expect("few edges");
        let start = game.position(Edges::default(), Side::First).expect("no edge");
        let table = Table::new(&game, &[start], &Control::new()).expect("few edges");
        let mut search = Search::new(&game, &[start], &Control::new()).expect("few edges");
        // So that keys fit a small table.
        search.key_bits = search.graph.len();
        for set in (0..1_u64 << game.edges().len()).step_by(3) {
            let drawn = bits(set).fold(Edges::default(), Edges::with);
            let at = game.position(drawn, Side::First).expect("edges of the board");
            let open = search.graph.open(game.edges().difference(drawn)).expect("edges of the board");
            let value = i32::try_from(table.value(&at).0).expect("few boxes");
            for least in -5..=5 {
                let storage = Storage::new(1 << 12);
                let wait = || unreachable!("no other search has it");
                let found = storage.lend::<_, Infallible>(wait, |entries| {
                    let known = Transpositions::over(entries, search.key_bits);
                    Worker::new(&search, known, 0, None, &AtomicBool::new(false)).value(open, least).ok()
                });
                let Ok(found) = found;
                let found = found.expect("not stopped");
                // A bound on the right side of the value.
                assert_eq!(found >= least, value >= least, "{at:?} {least}");
                assert!(if found >= least { value >= found } else { value <= found }, "{at:?} {least} {found}");
            }
        }
    }
}
