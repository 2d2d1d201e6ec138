//! All positions that can follow one, layer by layer, in the memory of two layers.
//!
//! Lemmas 8 to 15 in `docs/design/rowfill.md` explain how it works, and why.

mod batch;
mod kept;
mod parts;
mod plan;
mod word;

use std::mem;
use std::ops::Range;

use board_core::memo::index;
use board_core::{Control, Halt, Progress, for_each};

use self::batch::Batch;
use self::kept::{Kept, Layer, Two};
use self::parts::{Block, Mids, Top};
pub(crate) use self::plan::Plan;
use self::plan::rank;
pub(crate) use self::word::{Cut, word};
use self::word::{moves, weight};
use crate::entry::Entry;
use crate::line_sums::LineSums;

/// Makes the entries of a position and of all that can follow it.
pub(crate) struct Layers<T> {
    plan: Plan,
    /// The blocks of low parts, by number of ones.
    blocks: Vec<Block<T>>,
    /// The middle parts, by number of ones above.
    mids: Vec<Mids<T>>,
    tops: Vec<Top<T>>,
    /// For each top part, its place in `tops`.
    numbers: Vec<u32>,
    /// The minimum number of entries that a thread makes at a time.
    share: usize,
}

/// The previous layer, from which the next one is made.
#[derive(Clone, Copy)]
struct Before<'a, T> {
    /// The start of the blocks of each top part.
    bases: &'a [usize],
    entries: &'a [T],
}

/// A part of a layer: the blocks of some top parts.
struct Share<'a, T> {
    tops: Range<usize>,
    entries: &'a mut [T],
}

/// The start of the blocks of a top part in the previous layer.
#[derive(Clone, Copy)]
struct Blocks<'a, T> {
    base: usize,
    mids: &'a Mids<T>,
}

impl<T> Blocks<'_, T> {
    /// The start of the block of a middle part (Lemma 12).
    fn start(self, mid: usize) -> usize {
        self.base + self.mids.places[mid] as usize
    }
}

/// The blocks in the previous layer that follow those of a top part.
struct Sources<'a, T> {
    before: &'a [T],
    /// The blocks of the same top part.
    own: Blocks<'a, T>,
    /// The starts of the blocks of each top part that follows by a move within it.
    tops: Vec<usize>,
    /// The blocks of the top part without its lowest one, if that one can go down to the middle part.
    lower: Option<Blocks<'a, T>>,
}

impl<T: Entry> Layers<T> {
    /// Making this many entries takes far longer than starting a thread.
    const SHARE: usize = 1 << 17;

    pub(crate) fn new(sums: &LineSums, plan: Plan) -> Self {
        let Plan { cut, lines, .. } = plan;
        let blocks = (0..=cut.low.min(lines)).map(|ones| Block::new(cut, ones, sums)).collect();
        let tops = Top::all(&plan, sums);
        let max = tops.iter().map(|top| top.part.count_ones()).max().unwrap_or(0);
        let mids = (0..=max).map(|ones| Mids::new(&plan, ones, sums)).collect();
        let mut numbers = vec![u32::MAX; 1 << cut.top];
        for (number, top) in (0..).zip(&tops) {
            numbers[top.part] = number;
        }
        Self { plan, blocks, mids, tops, numbers, share: Self::SHARE }
    }

    /// Makes all layers from the full board back and calls `each` with every one. Only the last ones are kept: two, or
    /// as many as fit in `times` the memory of two.
    pub(crate) fn make(
        &self,
        times: u64,
        control: &Control<'_>,
        mut each: impl FnMut(Layer<'_, T>),
    ) -> Result<Kept<T>, Halt> {
        let mut kept = Kept::new(&self.plan, times);
        let mut bases_before = self.bases(0);
        let mut done = 0;
        for weight in self.plan.first..=self.plan.last {
            let Two { before, here } = kept.next(weight, index(self.plan.sizes[weight]));
            let bases = self.bases(weight);
            let before = Before { bases: &bases_before, entries: before };
            self.fill(weight, before, self.shares(&bases, here), &mut done, control)?;
            bases_before = bases;
            each(kept.last());
        }
        Ok(kept)
    }

    /// The start of the blocks of each top part in a layer.
    fn bases(&self, weight: usize) -> Vec<usize> {
        let mut next = 0;
        let base = |top: &Top<T>| {
            let base = next;
            let size = weight.checked_sub(top.weight).and_then(|rest| self.mids[top.ones].sizes.get(rest));
            next += size.copied().unwrap_or(0);
            base
        };
        self.tops.iter().map(base).collect()
    }

    /// The entry of a position of the plan; `None` if it is in another layer.
    pub(crate) fn entry(&self, layer: Layer<'_, T>, word: u64) -> Option<T> {
        let cut = self.plan.cut;
        if weight(word >> cut.low) != layer.weight {
            return None;
        }
        let parts = cut.parts(word);
        let number = self.numbers[parts.top] as usize;
        let block = Blocks { base: self.bases(layer.weight)[number], mids: &self.mids[self.tops[number].ones] };
        Some(layer.entries[block.start(parts.mid) + rank(parts.low)])
    }

    /// The entry of a position of the plan; `None` if its layer was not kept.
    pub(crate) fn kept_entry(&self, kept: &Kept<T>, word: u64) -> Option<T> {
        kept.layers().find_map(|layer| self.entry(layer, word))
    }

    /// Divides a layer among the threads.
    fn shares<'a>(&self, bases: &[usize], mut layer: &'a mut [T]) -> Vec<Share<'a, T>> {
        let size = layer.len();
        let mut shares = Vec::new();
        let (mut from, mut start) = (0, 0);
        for to in 1..=self.tops.len() {
            let end = bases.get(to).copied().unwrap_or(size);
            if end - start >= self.share || (to == self.tops.len() && end > start) {
                let entries = layer.split_off_mut(..end - start).expect("the bases are within the layer");
                shares.push(Share { tops: from..to, entries });
                (from, start) = (to, end);
            }
        }
        shares
    }

    /// Makes a layer, on all threads.
    fn fill(
        &self,
        weight: usize,
        before: Before<'_, T>,
        shares: Vec<Share<'_, T>>,
        done: &mut u64,
        control: &Control<'_>,
    ) -> Result<(), Halt> {
        const SHARES_BETWEEN_REPORTS: usize = 256;
        let mut shares = shares.into_iter();
        while shares.len() > 0 {
            let some: Vec<_> = shares.by_ref().take(SHARES_BETWEEN_REPORTS).collect();
            *done += some.iter().map(|share| share.entries.len() as u64).sum::<u64>();
            for_each(control, some.into_iter(), |share| self.fill_share(weight, before, share));
            control.report(Progress::new("positions", *done).of(self.plan.positions()))?;
        }
        Ok(())
    }

    /// Makes the blocks of some top parts.
    fn fill_share(&self, weight: usize, before: Before<'_, T>, share: Share<'_, T>) {
        let mut entries = share.entries;
        let mut batches: Vec<Batch<'_, T>> = self.blocks.iter().map(|block| Batch::new(block.len)).collect();
        let largest = self.blocks.iter().map(|block| block.len).max().unwrap_or(0);
        let mut columns = batch::columns(largest);
        for number in share.tops {
            let top = &self.tops[number];
            let Some(rest) = weight.checked_sub(top.weight) else { continue };
            let mids = &self.mids[top.ones];
            if mids.sizes.get(rest).is_none_or(|&size| size == 0) {
                continue;
            }
            let sources = self.sources(before, number);
            for alike in mids.class(rest).chunk_by(|one, next| one.count_ones() == next.count_ones()) {
                let below = self.plan.lines as usize - top.ones - alike[0].count_ones() as usize;
                let (block, batch) = (&self.blocks[below], &mut batches[below]);
                for &mid in alike {
                    let (here, others) = mem::take(&mut entries).split_at_mut(block.len);
                    entries = others;
                    let row = batch.add(here, top.sum.plus(mids.sums[usize::from(mid)]));
                    self.least_after(&sources, mid.into(), below, row);
                    if weight == self.plan.first {
                        // The full board has no moves.
                        row[0] = T::default();
                    }
                    if batch.is_full() {
                        block.finish(batch, &mut columns);
                    }
                }
            }
        }
        for (block, batch) in self.blocks.iter().zip(&mut batches) {
            if !batch.is_empty() {
                block.finish(batch, &mut columns);
            }
        }
    }

    /// The blocks that follow those of a top part.
    fn sources<'a>(&'a self, before: Before<'a, T>, number: usize) -> Sources<'a, T> {
        let top = &self.tops[number];
        let base = |part: usize| before.bases[self.numbers[part] as usize];
        Sources {
            before: before.entries,
            own: Blocks { base: before.bases[number], mids: &self.mids[top.ones] },
            tops: moves(top.part as u64).map(|part| base(index(part))).collect(),
            lower: (top.part & 1 == 1).then(|| Blocks { base: base(top.part ^ 1), mids: &self.mids[top.ones - 1] }),
        }
    }

    /// The least entry that follows each position of a block by a move that is not within its low part (Lemma 10). The
    /// low part has `below` ones.
    fn least_after(&self, sources: &Sources<'_, T>, mid: usize, below: usize, row: &mut [T]) {
        let cut = self.plan.cut;
        let block = &self.blocks[below];
        let mut starts = [0; Cut::MAX_BITS as usize];
        let mut count = 0;
        let mut follow = |start: usize| {
            starts[count] = start;
            count += 1;
        };
        let place = sources.own.mids.places[mid] as usize;
        for &base in &sources.tops {
            follow(base + place);
        }
        let highest = 1 << (cut.mid - 1);
        if let Some(lower) = sources.lower
            && mid & highest == 0
        {
            follow(lower.start(mid | highest));
        }
        for after in moves(mid as u64) {
            follow(sources.own.start(index(after)));
        }

        let len = row.len();
        let after = |start: usize| &sources.before[start..start + len];
        let (fours, others) = starts[..count].as_chunks::<4>();
        let (twos, ones) = others.as_chunks::<2>();
        row.fill(T::MAX);
        for &four in fours {
            lower(row, four.map(after));
        }
        for &two in twos {
            lower(row, two.map(after));
        }
        for &one in ones {
            lower(row, [after(one)]);
        }
        if mid & 1 == 1 && block.open > 0 {
            // A one moves from the lowest bit of the middle part to the highest bit of the low part, if that is 0.
            let end = sources.own.start(mid ^ 1) + self.blocks[below + 1].len;
            lower(&mut row[..block.open], [&sources.before[end - block.open..end]]);
        }
    }
}

/// Lowers each entry to the least of the entries at its place.
fn lower<T: Entry, const N: usize>(row: &mut [T], after: [&[T]; N]) {
    let after = after.map(|entries| &entries[..row.len()]);
    for (place, least) in row.iter_mut().enumerate() {
        for entries in after {
            *least = (*least).min(entries[place]);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use board_core::{Margin, Negamax};
    use board_testing::{reachable, solved};

    use super::*;
    use crate::rules::{Position, Rowfill};
    use crate::test_games::{game, margins, mixed, small_boards};

    /// All ways to cut words of this many bits.
    pub(crate) fn cuts(bits: u32) -> impl Iterator<Item = Cut> {
        let mids = move |low| (1..=bits - low).map(move |mid| Cut { low, mid, top: bits - low - mid });
        (1..bits).flat_map(mids)
    }

    /// How layers are made in a test.
    #[derive(Clone, Copy)]
    struct Way {
        cut: Cut,
        share: usize,
        threads: usize,
    }

    /// The values of these positions, which can follow the first one, from all layers as they are made.
    fn made<T: Entry>(game: &Rowfill, way: Way, all: &[Position]) -> Vec<Margin> {
        let sums = LineSums::new(game);
        let mut layers = Layers::<T>::new(&sums, Plan::new(game, way.cut, &all[0]));
        layers.share = way.share;
        let control = Control::new().with_threads(way.threads).expect("in range");
        let mut values = vec![None; all.len()];
        let each = |layer: Layer<'_, T>| {
            for (at, value) in all.iter().zip(&mut values) {
                if let Some(entry) = layers.entry(layer, word(&sums, at)) {
                    assert_eq!(*value, None, "each position is in one layer");
                    *value = Some(sums.margin(at, entry.to_sum()));
                }
            }
        };
        layers.make(1, &control, each).expect("no limit");
        values.into_iter().map(|value| value.expect("each position is in a layer")).collect()
    }

    #[test]
    fn lemma_10_every_cut_of_every_small_board_equals_the_reference() {
        for (rows, cols) in small_boards().into_iter().filter(|(rows, cols)| rows * cols > 1) {
            let game = game(rows, cols, mixed);
            let all = reachable(&game, [game.start()]);
            let expected = margins(&solved::<_, Negamax<_>>(&game, &all), &all);
            for cut in cuts(rows + cols) {
                let [one, three] = [(1, 1), (9, 3)].map(|(share, threads)| Way { cut, share, threads });
                assert_eq!(made::<i32>(&game, one, &all), expected, "{rows}x{cols} {cut:?}");
                assert_eq!(made::<u64>(&game, three, &all), expected, "{rows}x{cols} {cut:?}");
            }
        }
    }

    #[test]
    fn lemma_9_what_follows_any_position_equals_the_reference() {
        for (rows, cols) in [(3, 3), (4, 3), (2, 5), (4, 4)] {
            let game = game(rows, cols, mixed);
            let all = reachable(&game, [game.start()]);
            let reference: Negamax<_> = solved(&game, &all);
            for (from, cut) in all.iter().zip(cuts(rows + cols).collect::<Vec<_>>().into_iter().cycle()) {
                let here = reachable(&game, [from.clone()]);
                let way = Way { cut, share: 1, threads: 2 };
                assert_eq!(
                    made::<i32>(&game, way, &here),
                    margins(&reference, &here),
                    "{rows}x{cols} {cut:?} {from:?}"
                );
            }
        }
    }

    #[test]
    fn lemma_11_a_move_above_the_low_part_leads_to_the_layer_before() {
        for bits in 2..=9 {
            for cut in cuts(bits) {
                let layer = |word: u64| weight(word >> cut.low);
                for word in 0_u64..1 << bits {
                    for after in moves(word) {
                        let is_within_low = word >> cut.low == after >> cut.low;
                        assert_eq!(layer(after) + usize::from(!is_within_low), layer(word));
                    }
                }
            }
        }
    }

    #[test]
    fn lemma_12_blocks_fill_a_layer_without_gaps() {
        for (rows, cols) in small_boards().into_iter().filter(|(rows, cols)| rows * cols > 1) {
            let game = game(rows, cols, |_| 1);
            let sums = LineSums::new(&game);
            let all = reachable(&game, [game.start()]);
            for cut in cuts(rows + cols) {
                let layers = Layers::<i32>::new(&sums, Plan::new(&game, cut, &all[0]));
                for here in layers.plan.first..=layers.plan.last {
                    // A layer that contains its own places: every position is at one, and no two at the same.
                    let size = index(layers.plan.sizes[here]);
                    let places: Vec<i32> = (0..).take(size).collect();
                    let layer = Layer { weight: here, entries: &places };
                    let mut met: Vec<i32> = all.iter().filter_map(|at| layers.entry(layer, word(&sums, at))).collect();
                    met.sort_unstable();
                    assert_eq!(met, places, "{rows}x{cols} {cut:?} {here}");
                }
            }
        }
    }

    #[test]
    fn lemma_14_the_layers_that_are_kept_are_the_last_ones_as_they_were() {
        let game = game(5, 6, mixed);
        let all = reachable(&game, [game.start()]);
        let expected = margins(&solved::<_, Negamax<_>>(&game, &all), &all);
        let sums = LineSums::new(&game);
        for times in [1, 2, 3, 1000] {
            let layers = Layers::<i32>::new(&sums, Plan::new(&game, Cut { low: 3, mid: 4, top: 4 }, &all[0]));
            let (first, last) = (layers.plan.first, layers.plan.last);
            let kept = layers.make(times, &Control::new(), |_| ()).expect("no limit");
            let weights: Vec<usize> = kept.layers().map(|layer| layer.weight).collect();
            assert!(weights.iter().copied().eq(last + 1 - weights.len()..=last), "{weights:?}");
            assert!(weights.len() >= 2 && (times < 1000 || weights[0] == first));
            for (at, &expected) in all.iter().zip(&expected) {
                let is_kept = weights.contains(&weight(word(&sums, at) >> 3));
                let entry = layers.kept_entry(&kept, word(&sums, at));
                assert_eq!(entry.map(|entry| sums.margin(at, entry.to_sum())), is_kept.then_some(expected));
            }
        }
    }
}
