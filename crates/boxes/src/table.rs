//! The table: the values of a position and of everything that can follow it, one byte each.
//!
//! docs/design/boxes.md, lemmas 1 to 4, explains how it is filled and why that is correct.

use std::cmp::Reverse;
use std::iter;
use std::sync::OnceLock;

use board_core::memo::index;
use board_core::{Control, Halt, Margin, Oracle, Progress, Solve, for_each};

use crate::rules::{Boxes, Edges, Position, Rules};

/// The unit of parallel work has at most 2^18 values: 256 KiB, which stay in a processor's cache.
const PART_BITS: u32 = 18;

/// The number of places for which the gains of an edge form one pattern.
const RUN: usize = 64;
const RUN_BITS: u32 = RUN.ilog2();

/// The byte of the value 0 (lemma 2).
const ZERO: u8 = 128;

/// The values of all positions that can follow some given ones, that is of all sets of edges that are open in any of
/// them.
///
/// ```
/// use boxes::{Board, Boxes, Control, Edges, Margin, Oracle, Rules, Side, Solve, Table};
///
/// let game = Boxes::new(Board::new(3, 3)?, Rules::ExtraTurn)?;
/// let start = game.position(Edges::default(), Side::First)?;
/// let table = Table::new(&game, &[start], &Control::new())?;
/// assert_eq!(table.value(&start), Margin(-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    /// The edges that are drawn in all positions of the table.
    drawn: Edges,
    /// The numbers of the other edges: the i-th is bit i of a place.
    open: Vec<u32>,
    /// Bits of a place without an edge, which count as drawn.
    padding: u64,
    /// The values by place, in parts of equal length.
    parts: Vec<OnceLock<Box<[u8]>>>,
    part_bits: u32,
}

/// The gains of drawing one edge, for each run of places (lemma 3).
struct Gains {
    /// For each box beside the edge, those of its other open edges whose bits are above a run. For a missing box, a bit
    /// that no place has.
    above: [u64; 2],
    /// The patterns, by whether all of these edges are drawn for the first box (bit 0) and for the second (bit 1).
    patterns: [Pattern; 4],
}

/// Turns the values after drawing an edge into the values of drawing it: `(value ^ flip) + add` on bytes.
struct Pattern {
    flip: [u8; RUN],
    add: [u8; RUN],
}

impl Table {
    /// The number of bytes that a table for this many open edges needs; `u64::MAX` means that much or more.
    #[must_use]
    pub const fn memory_needed(open: u32) -> u64 {
        let open = if open < RUN_BITS { RUN_BITS } else { open };
        // The values, which are computed in place, and the patterns of each edge.
        match 1_u64.checked_shl(open) {
            Some(values) => values.saturating_add(open as u64 * size_of::<Gains>() as u64 + (1 << 12)),
            None => u64::MAX,
        }
    }

    /// Checks that a table of these open edges is within the limits of `control`, without making it.
    ///
    /// # Errors
    /// If it needs more memory than allowed.
    pub(crate) fn check(game: &Boxes, open: Edges, control: &Control<'_>) -> Result<(), Halt> {
        let what = format!("{} with {} open edges", game.board().title(), open.len());
        control.reserve(what, Self::memory_needed(open.len()))
    }

    /// The gains of drawing the edge of a bit.
    fn gains(&self, game: &Boxes, bit: u32) -> Gains {
        const NOWHERE: u64 = 1 << 63;
        const LOW: u64 = RUN as u64 - 1;
        let mut above = [NOWHERE; 2];
        let mut within = [NOWHERE; 2];
        if let Some(&number) = self.open.get(index(bit.into())) {
            for (slot, sides) in game.beside(game.numbered(number)).enumerate() {
                let others = self.place(sides.difference(self.drawn).without(number));
                (above[slot], within[slot]) = (others & !LOW, others & LOW);
            }
        }
        let patterns = [0, 1, 2, 3].map(|complete_above| {
            let closes =
                |slot: usize, place: usize| complete_above >> slot & 1 == 1 && within[slot] & !(place as u64) == 0;
            let gains = std::array::from_fn(|place| u8::from(closes(0, place)) + u8::from(closes(1, place)));
            Pattern::new(game.rules(), gains)
        });
        Gains { above, patterns }
    }

    /// A set of the open edges as the bits of a place.
    fn place(&self, edges: Edges) -> u64 {
        (0..).zip(&self.open).filter(|&(_, &number)| edges.contains(number)).fold(0, |set, (bit, _)| set | 1_u64 << bit)
    }

    /// Fills all parts, those with the most bits set first. Parts with the same number of bits set do not depend on
    /// each other (lemma 4).
    fn fill(&self, gains: &[Gains], control: &Control<'_>) -> Result<(), Halt> {
        const BETWEEN_REPORTS: usize = 64;
        let (inner, outer) = gains.split_at(index(self.part_bits.into()));
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        order.sort_by_key(|part| Reverse(part.count_ones()));
        let mut done = 0;
        for layer in order.chunk_by(|one, other| one.count_ones() == other.count_ones()) {
            for some in layer.chunks(BETWEEN_REPORTS) {
                for_each(control, some.iter(), |&part| {
                    let values = self.part(part, inner, outer);
                    self.parts[part].set(values).expect("each part is made once");
                });
                done += some.len() as u64;
                control.report(Progress::new("parts", done).of(order.len() as u64))?;
            }
        }
        Ok(())
    }

    /// Makes one part from those with one more bit.
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
    /// If the table does not cover the position.
    fn value(&self, at: &Position) -> Margin {
        assert!(self.covers(at), "the table does not cover the position");
        let place = index(self.place(at.drawn()) | self.padding);
        let values = self.parts[place >> self.part_bits].get().expect("all are made");
        let byte = values[place & ((1 << self.part_bits) - 1)];
        Margin(i64::from(byte) - i64::from(ZERO))
    }

    fn covers(&self, at: &Position) -> bool {
        self.drawn.difference(at.drawn()).is_empty()
    }
}

impl Solve<Boxes> for Table {
    /// If n edges are open in any of the positions, this takes 2^n bytes (see [`Table::memory_needed`]) and n 2^(n - 1)
    /// maxima of bytes, 16 or more of them per instruction: on two threads 23 ms for 24 edges, and 19 s and 4.4 GB for
    /// 32.
    fn new(game: &Boxes, positions: &[Position], control: &Control<'_>) -> Result<Self, Halt> {
        let drawn = game.drawn_in_all(positions);
        let open: Vec<u32> = game.edges().difference(drawn).numbers().collect();
        let edges = game.edges().difference(drawn).len();
        Self::check(game, game.edges().difference(drawn), control)?;
        let bits = edges.max(RUN_BITS);
        let part_bits = bits.min(PART_BITS);
        let parts = index(1 << (bits - part_bits));
        let table = Self {
            drawn,
            padding: (1 << bits) - (1 << edges),
            parts: iter::repeat_with(OnceLock::new).take(parts).collect(),
            part_bits,
            open,
        };
        let gains: Vec<Gains> = (0..bits).map(|bit| table.gains(game, bit)).collect();
        table.fill(&gains, control)?;
        Ok(table)
    }
}

/// Fills a range of places by the edges of its bits, the upper half before the lower one (lemma 1).
///
/// `above` has the bits of the places above these; `values` already has what the edges above give.
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

/// Raises values to those of drawing one edge, which leads to the same places of `after`.
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

/// Fills a run by the edges of its six bits: eight places at a time by the upper three of them, then one by one.
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
                    let gained = pattern.value_of_drawing(start + place, values[after + place]);
                    now[place] = now[place].max(gained);
                }
            }
        }
        for place in (0..EIGHT).rev() {
            for (bit, pattern) in small.iter().enumerate() {
                if place >> bit & 1 == 0 {
                    now[place] = now[place].max(pattern.value_of_drawing(start + place, now[place | 1 << bit]));
                }
            }
        }
        values[start..start + EIGHT].copy_from_slice(&now);
    }
}

impl Pattern {
    /// The pattern of an edge that closes this many boxes at each place of a run.
    fn new(rules: Rules, gains: [u8; RUN]) -> Self {
        let stays = |gain: u8| rules == Rules::ExtraTurn && gain > 0;
        Self {
            flip: gains.map(|gain| if stays(gain) { 0 } else { u8::MAX }),
            add: gains.map(|gain| if stays(gain) { gain } else { gain + 1 }),
        }
    }

    #[inline]
    fn value_of_drawing(&self, place: usize, after: u8) -> u8 {
        (after ^ self.flip[place]).wrapping_add(self.add[place])
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use board_core::{Board, Game, Side, Step, Value, analysis};

    use super::*;

    fn game(rows: u32, cols: u32, rules: Rules) -> Boxes {
        Boxes::new(Board::new(rows, cols).expect("in range"), rules).expect("few edges")
    }

    fn empty(game: Boxes) -> Position {
        game.position(Edges::default(), Side::First).expect("no edge")
    }

    /// The values by place, in one loop directly from the rules: the naive version of docs/design/boxes.md.
    fn naive(game: Boxes, from: &Position) -> Vec<Margin> {
        let open: Vec<u32> = game.edges().difference(from.drawn()).numbers().collect();
        let mut values = vec![Margin(0); 1 << open.len()];
        for place in (0..values.len() - 1).rev() {
            let drawn = (0..).zip(&open).filter(|(bit, _)| place >> bit & 1 == 1);
            let drawn = drawn.fold(from.drawn(), |drawn, (_, &number)| drawn.with(number));
            let at = game.position(drawn, Side::First).expect("of the board");
            let worth = |(bit, &number): (u32, &u32)| {
                let Step { to, gain } = game.play(&at, game.numbered(number));
                values[place | 1 << bit].lift(gain, game.to_move(&to) == Side::First)
            };
            let moves = (0..).zip(&open).filter(|(bit, _)| place >> bit & 1 == 0);
            values[place] = moves.map(worth).max().expect("an edge is open");
        }
        values
    }

    fn table_is_naive(game: Boxes, from: &Position) {
        let table = Table::new(&game, slice::from_ref(from), &Control::new()).expect("few edges");
        for (place, &value) in naive(game, from).iter().enumerate() {
            let part = table.parts[(place | index(table.padding)) >> table.part_bits].get().expect("made");
            let byte = part[(place | index(table.padding)) & (part.len() - 1)];
            assert_eq!(i64::from(byte) - 128, value.0, "{game:?} {from:?} {place:b}");
        }
    }

    #[test]
    fn lemma_1_every_place_is_filled_after_those_that_its_edges_lead_to() {
        for rules in Rules::ALL {
            // Less than a run, with padding; a run; a few; a part; two parts.
            for (rows, cols) in [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3)] {
                let game = game(rows, cols, rules);
                table_is_naive(game, &empty(game));
            }
            // 19 open edges of 1 x 7: two parts.
            let game = game(1, 7, rules);
            let drawn = [2, 9, 20].into_iter().fold(Edges::default(), Edges::with);
            table_is_naive(game, &game.position(drawn, Side::First).expect("of the board"));
        }
    }

    #[test]
    fn lemma_2_values_are_negated_and_gains_added_as_bytes() {
        for gain in 0..=2_u8 {
            for value in -63_i64..=63 {
                let byte = |value: i64| u8::try_from(value + 128).expect("a byte");
                for (rules, stays) in [(Rules::Alternate, false), (Rules::ExtraTurn, gain > 0)] {
                    let lifted = Margin(value).lift(gain.into(), stays);
                    let pattern = Pattern::new(rules, [gain; RUN]);
                    assert_eq!(pattern.value_of_drawing(0, byte(value)), byte(lifted.0), "{rules} {gain} {value}");
                    // A value that is not filled yet, 0, is less than any value.
                    let mut run = [0; RUN];
                    raise_run(&mut run, &[byte(value); RUN], &pattern);
                    assert_eq!(run, [byte(lifted.0); RUN]);
                }
            }
        }
    }

    #[test]
    fn lemma_3_an_edge_has_four_patterns_of_gains() {
        for (rows, cols) in [(2, 2), (1, 5), (2, 3)] {
            // The turn passes, so what is added is one more than the gain.
            let game = game(rows, cols, Rules::Alternate);
            let table = Table::new(&game, &[empty(game)], &Control::new()).expect("few edges");
            for bit in 0..game.edges().len() {
                let (gains, edge) = (table.gains(&game, bit), game.numbered(bit));
                for place in 0..1_u64 << game.edges().len() {
                    let drawn = (0..64).filter(|bit| place >> bit & 1 == 1).fold(Edges::default(), Edges::with);
                    if !drawn.contains(bit) {
                        let at = game.position(drawn, Side::First).expect("of the board");
                        let within = index(place % RUN as u64);
                        let pattern = gains.pattern(place - within as u64);
                        assert_eq!(i64::from(pattern.add[within]) - 1, game.play(&at, edge).gain, "{edge} {place:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn lemma_4_parts_with_the_same_number_of_bits_are_filled_in_any_order() {
        // 20 open edges of 2 x 4: four parts in three layers, made by three threads, or by one.
        for rules in Rules::ALL {
            let game = game(2, 4, rules);
            let start = game.position(Edges::default().with(3).with(10), Side::First).expect("of the board");
            let one = Table::new(&game, &[start], &Control::new()).expect("few edges");
            let three = Control::new().with_threads(3).expect("in range");
            let three = Table::new(&game, &[start], &three).expect("few edges");
            assert!(one.parts.len() == 4 && one.parts == three.parts);
            assert!(analysis::is_consistent(&game, &one, &start));
        }
    }
}
