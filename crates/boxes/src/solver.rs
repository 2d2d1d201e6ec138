//! The fast solver. [`Solver`] chooses between a [`Search`] and tables: the values of all sets of drawn edges that contain a given one, in one table.
//!
//! The table has a byte for each set of the edges that are still open in the given position; bit i of an index says
//! that the i-th of them is drawn. Take the highest bit: all of the upper half is known before anything of the lower
//! half is asked for, and drawing that edge leads from each place of the lower half to the same place of the upper. So the
//! upper half is filled, the lower half takes the maximum with what the upper half gives it, and then is filled by
//! its other bits. The maxima are over long runs of bytes, which the compiler turns into vector instructions.
//!
//! What an edge gains depends on the other edges of the one or two boxes beside it. Within 64 consecutive places that
//! is one of four patterns, by whether the edges above the lowest six bits complete the one box and the other.

use std::collections::HashMap;
use std::sync::OnceLock;

use board_core::memo::index;
use board_core::{Control, Game, Halt, Margin, Oracle, Progress, Side, Step, Value};

use crate::rules::{Boxes, Edge, Edges, Position, Rules};
use crate::search::Search;

/// The bytes of values that are made together: a part of the table that stays in a processor's cache.
const PART_BITS: u32 = 18;

/// A run of places for which the gains of an edge are one pattern.
const RUN: usize = 64;
const RUN_BITS: u32 = RUN.ilog2();

/// A value v is kept as `v + ZERO`: then its negative is the byte's, and the order is that of unsigned bytes. No margin
/// is larger than the number of boxes, which is below 64.
const ZERO: u8 = 128;

/// The values of all positions that can follow a given one. An [`Oracle`] for them.
///
/// ```
/// use board_core::{Board, Control, Margin, Oracle, Side};
/// use boxes::{Boxes, Edges, Rules, Table};
///
/// let game = Boxes::new(Board::new(3, 3)?, Rules::ExtraTurn)?;
/// let start = game.position(Edges::default(), Side::First)?;
/// let table = Table::new(game, &start, &Control::new())?;
/// assert_eq!(table.value(&start), Margin(-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    /// Drawn in all positions of the table.
    drawn: Edges,
    /// The others: the i-th is bit i of an index.
    open: Vec<Edge>,
    /// Bits of an index that stand for no edge, and count as drawn.
    padding: u64,
    /// The values, in parts of equal length.
    parts: Vec<OnceLock<Box<[u8]>>>,
    part_bits: u32,
}

/// What drawing one edge gives, seen from 64 consecutive places.
struct Gains {
    /// The bits of the other open edges of either box beside it that lie above the run. For a box that is not there,
    /// a bit that no index has.
    above: [u64; 2],
    /// By whether the first and the second box are complete above the run: bit 0 and bit 1.
    patterns: [Pattern; 4],
}

/// How the values after the move become values of the move: `(value ^ flip) + add` on bytes.
#[derive(Clone, Copy)]
struct Pattern {
    flip: [u8; RUN],
    add: [u8; RUN],
}

impl Table {
    /// The bytes that a table needs for so many open edges; `u64::MAX` for that much or more.
    #[must_use]
    pub const fn memory_needed(open: u32) -> u64 {
        let open = if open < RUN_BITS { RUN_BITS } else { open };
        // A part that is being made is nowhere else; beside the values there are the patterns of each edge.
        match 1_u64.checked_shl(open) {
            Some(values) => values.saturating_add(open as u64 * size_of::<Gains>() as u64 + (1 << 12)),
            None => u64::MAX,
        }
    }

    /// Finds the values of `from` and of all that can follow. For n open edges: 2^n bytes, and n 2^(n - 1) maxima of
    /// bytes, 16 or more of them an instruction.
    ///
    /// # Errors
    /// Where it needs more memory than it may, or was stopped.
    pub fn new(game: Boxes, from: &Position, control: &Control<'_>) -> Result<Self, Halt> {
        let drawn = from.drawn();
        let open: Vec<Edge> = game.edges().minus(drawn).iter().collect();
        let edges = game.edges().minus(drawn).len();
        control.allow(format!("{} with {edges} open edges", game.board().title()), Self::memory_needed(edges))?;
        let bits = edges.max(RUN_BITS);
        let part_bits = bits.min(PART_BITS);
        let parts = index(1 << (bits - part_bits));
        let table = Self {
            drawn,
            padding: (1 << bits) - (1 << edges),
            parts: std::iter::repeat_with(OnceLock::new).take(parts).collect(),
            part_bits,
            open,
        };
        let gains: Vec<Gains> = (0..bits).map(|bit| table.gains(game, bit)).collect();
        table.fill(&gains, control)?;
        Ok(table)
    }

    /// Whether the position is that of the table, or can follow it.
    #[must_use]
    pub fn covers(&self, at: &Position) -> bool {
        self.drawn.minus(at.drawn()).is_empty()
    }

    /// What drawing the edge of a bit gives.
    fn gains(&self, game: Boxes, bit: u32) -> Gains {
        const NOWHERE: u64 = 1 << 63;
        const LOW: u64 = RUN as u64 - 1;
        let mut above = [NOWHERE; 2];
        let mut within = [NOWHERE; 2];
        if let Some(&edge) = self.open.get(index(bit.into())) {
            for (slot, sides) in game.beside(edge).enumerate() {
                let others = self.set(sides.minus(self.drawn).without(edge));
                (above[slot], within[slot]) = (others & !LOW, others & LOW);
            }
        }
        let patterns = [0, 1, 2, 3].map(|complete_above| {
            let mut pattern = Pattern { flip: [0; RUN], add: [0; RUN] };
            for (place, (flip, add)) in (0..).zip(pattern.flip.iter_mut().zip(&mut pattern.add)) {
                let closes = |slot: usize| complete_above >> slot & 1 == 1 && within[slot] & !place == 0;
                let gain = u8::from(closes(0)) + u8::from(closes(1));
                // Where the player stays the same, gain + v; else gain - v, and -v is !v + 1.
                let stays = game.rules() == Rules::ExtraTurn && gain > 0;
                (*flip, *add) = if stays { (0, gain) } else { (u8::MAX, gain + 1) };
            }
            pattern
        });
        Gains { above, patterns }
    }

    /// Open edges as bits.
    fn set(&self, edges: Edges) -> u64 {
        let bits = self.open.iter().enumerate();
        bits.filter(|&(_, &edge)| edges.contains(edge)).fold(0, |set, (bit, _)| set | 1 << bit)
    }

    /// Makes all parts. A part is known by its bits above those within a part; those with more bits come first, and
    /// those with equally many do not ask for each other.
    fn fill(&self, gains: &[Gains], control: &Control<'_>) -> Result<(), Halt> {
        const BETWEEN_REPORTS: usize = 64;
        let (inner, outer) = gains.split_at(index(self.part_bits.into()));
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        order.sort_by_key(|part| std::cmp::Reverse(part.count_ones()));
        let mut done = 0;
        for layer in order.chunk_by(|one, other| one.count_ones() == other.count_ones()) {
            for some in layer.chunks(BETWEEN_REPORTS) {
                control.for_each(some.iter(), |&part| {
                    let values = self.part(part, inner, outer);
                    self.parts[part].set(values).expect("each part is made once");
                });
                done += some.len() as u64;
                control.report(Progress::new("parts", done).of(order.len() as u64))?;
            }
        }
        Ok(())
    }

    /// Makes one part, when those with more bits are there.
    fn part(&self, part: usize, inner: &[Gains], outer: &[Gains]) -> Box<[u8]> {
        let mut values = vec![0; 1 << self.part_bits].into_boxed_slice();
        let above = (part as u64) << self.part_bits;
        let is_last = part + 1 == self.parts.len();
        if let Some(last) = values.last_mut().filter(|_| is_last) {
            // All edges are drawn.
            *last = ZERO;
        }
        for (bit, gains) in outer.iter().enumerate() {
            if part >> bit & 1 == 0 {
                let after = self.parts[part | 1 << bit].get().expect("made before");
                raise(&mut values, after, gains, above);
            }
        }
        fill(&mut values, inner, above);
        values
    }
}

impl Oracle<Boxes> for Table {
    /// # Panics
    /// Where the table does not cover the position.
    fn value(&self, at: &Position) -> Margin {
        assert!(self.covers(at), "the position does not follow that of the table");
        let place = index(self.set(at.drawn()) | self.padding);
        let values = self.parts[place >> self.part_bits].get().expect("all are made");
        let byte = values[place & ((1 << self.part_bits) - 1)];
        Margin(i64::from(byte) - i64::from(ZERO))
    }
}

/// Fills a stretch of places by the edges of its bits; `above` are the bits of its places above these. What the edges
/// above give is already in it.
fn fill(values: &mut [u8], gains: &[Gains], above: u64) {
    match gains.split_last() {
        Some((gains, lower)) if values.len() > RUN => {
            let bit = 1 << lower.len();
            let (without, with) = values.split_at_mut(bit);
            fill(with, lower, above | bit as u64);
            raise(without, with, gains, above);
            fill(without, lower, above);
        }
        _ => {
            let run = values.try_into().expect("as long as a run");
            let gains: &[Gains; RUN_BITS as usize] = gains.try_into().expect("one for each of its bits");
            fill_run(run, gains.each_ref().map(|gains| gains.pattern(above)));
        }
    }
}

/// Raises values to what drawing one edge gives, which leads to the same places of `after`.
fn raise(values: &mut [u8], after: &[u8], gains: &Gains, above: u64) {
    let runs = values.as_chunks_mut::<RUN>().0.iter_mut().zip(after.as_chunks::<RUN>().0);
    for (place, (values, after)) in (above..).step_by(RUN).zip(runs) {
        raise_run(values, after, gains.pattern(place));
    }
}

#[inline]
fn raise_run(values: &mut [u8; RUN], after: &[u8; RUN], pattern: &Pattern) {
    for place in 0..RUN {
        let gained = (after[place] ^ pattern.flip[place]).wrapping_add(pattern.add[place]);
        values[place] = values[place].max(gained);
    }
}

impl Gains {
    /// The pattern for the run that starts at this place.
    #[inline]
    fn pattern(&self, place: u64) -> &Pattern {
        let complete = |slot: usize| usize::from(self.above[slot] & !place == 0);
        &self.patterns[complete(0) | complete(1) << 1]
    }
}

/// Fills a run by the edges of its six bits, eight places at a time by the upper three of them, then one by one.
fn fill_run(values: &mut [u8; RUN], patterns: [&Pattern; RUN_BITS as usize]) {
    const EIGHT: usize = 8;
    let (small, large) = patterns.split_at(3);
    for eight in (0..RUN / EIGHT).rev() {
        let start = eight * EIGHT;
        let mut now: [u8; EIGHT] = std::array::from_fn(|place| values[start + place]);
        for (bit, pattern) in large.iter().enumerate() {
            if eight >> bit & 1 == 0 {
                let after = (eight | 1 << bit) * EIGHT;
                for place in 0..EIGHT {
                    let gained = pattern.after(start + place, values[after + place]);
                    now[place] = now[place].max(gained);
                }
            }
        }
        for place in (0..EIGHT).rev() {
            for (bit, pattern) in small.iter().enumerate() {
                if place >> bit & 1 == 0 {
                    now[place] = now[place].max(pattern.after(start + place, now[place | 1 << bit]));
                }
            }
        }
        values[start..start + EIGHT].copy_from_slice(&now);
    }
}

impl Pattern {
    #[inline]
    fn after(&self, place: usize, value: u8) -> u8 {
        (value ^ self.flip[place]).wrapping_add(self.add[place])
    }
}

/// The margins of some positions of one game.
///
/// Where few edges are open, one table serves all positions if that costs less than a small one for each; else a [`Search`] does.
///
/// ```
/// use board_core::{Board, Control, Margin, Side};
/// use boxes::{Boxes, Edges, Rules};
///
/// let game = Boxes::new(Board::new(3, 3)?, Rules::Alternate)?;
/// // Open are the lowest row's bottom edges and its right end: one box to take for either player, and one to give.
/// let drawn: Edges = game.edges().iter().take(20).collect();
/// let at = game.position(drawn, Side::First)?;
/// assert_eq!(boxes::margins(game, &[&at], &Control::new())?, [Margin(-1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where it needs more memory than it may, or was stopped.
pub fn margins(game: Boxes, positions: &[&Position], control: &Control<'_>) -> Result<Vec<Margin>, Halt> {
    let (small, large) = by_method(game, positions);
    let common = common(game, &small, control);
    let table = common.map(|common| Table::new(game, &common, control)).transpose()?;
    let searches = searches(game, &large, control)?;
    let margin = |at: &&Position| match (&table, Method::of(game, at)) {
        (Some(table), Method::Table) => Ok(table.value(at)),
        (None, Method::Table) => Ok(Table::new(game, at, control)?.value(at)),
        (_, Method::Search) => searched(&searches, at, control),
    };
    positions.iter().map(margin).collect()
}

/// How the value of a position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// By a table of all that can follow.
    Table,
    /// By a search.
    Search,
}

impl Method {
    /// The most open edges for which a table is made. With the extra turn a search soon is faster than a table, as most moves
    /// need not be looked at; without, few are saved, and a table is better as long as it has room.
    const fn most_in_table(rules: Rules) -> u32 {
        match rules {
            Rules::Alternate => 33,
            Rules::ExtraTurn => 24,
        }
    }

    pub(crate) const fn of(game: Boxes, at: &Position) -> Self {
        let open = game.edges().minus(at.drawn()).len();
        if open <= Self::most_in_table(game.rules()) { Self::Table } else { Self::Search }
    }
}

/// The positions for tables, and those for searches.
fn by_method<'a>(game: Boxes, positions: &[&'a Position]) -> (Vec<&'a Position>, Vec<&'a Position>) {
    positions.iter().partition(|at| Method::of(game, at) == Method::Table)
}

/// One search for all positions, if it can have so many open edges; else one for each.
fn searches(game: Boxes, positions: &[&Position], control: &Control<'_>) -> Result<Vec<Search>, Halt> {
    let Some(drawn) = positions.iter().map(|at| at.drawn()).reduce(Edges::and) else {
        return Ok(Vec::new());
    };
    if game.edges().minus(drawn).len() <= Search::MAX_OPEN
        && let Ok(common) = game.position(drawn, Side::First)
    {
        return Ok(vec![Search::new(game, &common, control)?]);
    }
    // All are kept, so each may take its part.
    let control = control.with_memory(control.memory() / positions.len() as u64);
    positions.iter().map(|at| Search::new(game, at, &control)).collect()
}

/// The margin of a position by the search that was made for it.
fn searched(searches: &[Search], at: &Position, control: &Control<'_>) -> Result<Margin, Halt> {
    let search = searches.iter().find(|search| search.covers(at));
    search.expect("the position follows one of those given").margin(at, control)
}

/// An oracle for some positions of one game and all that can follow them.
///
/// Positions with many open edges are searched when it is made, with all moves of a line of best play, which is what a
/// report asks for. Others that can follow them are searched when they are asked for, and nothing can stop that.
pub struct Solver {
    tables: Vec<Table>,
    searches: Vec<Search>,
    /// What was searched already.
    known: HashMap<Edges, Margin>,
}

impl Solver {
    /// Makes one table for all positions with few open edges, where that costs less than a small one for each, or these; and
    /// searches the others.
    ///
    /// # Errors
    /// Where it needs more memory than it may, or was stopped.
    pub fn new(game: Boxes, positions: &[&Position], control: &Control<'_>) -> Result<Self, Halt> {
        let (small, large) = by_method(game, positions);
        let mut solver = Self { tables: Vec::new(), searches: searches(game, &large, control)?, known: HashMap::new() };
        let ends: Result<Vec<Position>, Halt> = large.iter().map(|at| solver.follow(game, at, control)).collect();
        let ends = ends?;
        let small: Vec<&Position> = small.into_iter().chain(&ends).collect();
        if let Some(common) = common(game, &small, control) {
            solver.tables.push(Table::new(game, &common, control)?);
            return Ok(solver);
        }
        let needed = |at: &&Position| Table::memory_needed(game.edges().minus(at.drawn()).len());
        let needed = small.iter().map(needed).fold(0, u64::saturating_add);
        if small.len() > 1 {
            control.allow(format!("{} for {} positions", game.board().title(), small.len()), needed)?;
        }
        for at in small {
            solver.tables.push(Table::new(game, at, control)?);
        }
        Ok(solver)
    }

    /// Searches a position and all its moves, and goes on with the best, the first of several, until so few edges are open that
    /// a table is for the rest.
    fn follow(&mut self, game: Boxes, from: &Position, control: &Control<'_>) -> Result<Position, Halt> {
        // The table for the rest stands beside what the search takes, so it is to be small.
        const MOST_IN_TABLE: u32 = 16;
        let mut at = *from;
        while game.edges().minus(at.drawn()).len() > MOST_IN_TABLE {
            let mut best: Option<(Margin, Position)> = None;
            for edge in game.moves(&at) {
                let Step { to, gain } = game.play(&at, edge);
                let same_mover = game.to_move(&to) == game.to_move(&at);
                let value = self.search(&to, control)?.lift(gain, same_mover);
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, to));
                }
            }
            let (value, to) = best.expect("many edges are open");
            self.known.insert(at.drawn(), value);
            at = to;
        }
        Ok(at)
    }

    /// Searches a position once.
    fn search(&mut self, at: &Position, control: &Control<'_>) -> Result<Margin, Halt> {
        if let Some(&known) = self.known.get(&at.drawn()) {
            return Ok(known);
        }
        let margin = searched(&self.searches, at, control)?;
        self.known.insert(at.drawn(), margin);
        Ok(margin)
    }
}

impl Oracle<Boxes> for Solver {
    /// # Panics
    /// Where the position follows none of those that the solver was made for.
    fn value(&self, at: &Position) -> Margin {
        if let Some(table) = self.tables.iter().find(|table| table.covers(at)) {
            return table.value(at);
        }
        let known = self.known.get(&at.drawn()).copied();
        known.unwrap_or_else(|| searched(&self.searches, at, &Control::new()).expect("nobody says stop"))
    }
}

/// A position from which all of these can follow, if one table from there may be made and costs no more than one for each.
fn common(game: Boxes, positions: &[&Position], control: &Control<'_>) -> Option<Position> {
    // What a table costs beside its values, counted in values: its patterns.
    const SMALL: u128 = 1 << 13;
    let cost = |drawn: Edges| SMALL + (1_u128 << game.edges().minus(drawn).len().min(64));
    let drawn = positions.iter().map(|at| at.drawn()).reduce(Edges::and)?;
    let each: u128 = positions.iter().map(|at| cost(at.drawn())).sum();
    let fits = Table::memory_needed(game.edges().minus(drawn).len()) <= control.memory();
    (fits && cost(drawn) <= each).then(|| game.position(drawn, Side::First).ok())?
}
