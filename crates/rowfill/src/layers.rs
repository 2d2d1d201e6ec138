//! All positions that can follow one, layer by layer, in the memory of two layers.
//!
//! **Words.** The border between the stones and the free squares is a path of r + c steps for r lines and c squares in each: a
//! word with a 1 for each line and a 0 for each column, of which there are C(r + c, r). From the lowest bit up the ones are the lines
//! from 0 on, and the zeros below a one are the free squares of its line. To take a square is to exchange a 1 with a 0 right below it.
//!
//! **Blocks.** A word is cut into a low part of some ten bits, and a middle and a top part above it. The words that are alike above
//! the low part are a block: those with k ones in it are C(10, k), in the order of their numbers. A move above the low part leads from
//! each word of a block to the word at the same place of another block, and so does the move that brings a 1 down into the low part,
//! from the first part of a block to the last of another. So for three of four moves all positions of a block are compared at once
//! with what follows, a pass over two slices. The moves within the low part are a list of places, the same for all blocks with as many
//! ones there; sixteen such blocks are turned, place by place side by side, and finished together.
//!
//! **Layers.** Let the weight of a word be the sum of the places of its ones above the low part, the lowest place counted as 1. Each move but
//! those within the low part makes it less by 1. So the blocks of one weight are a layer, which needs only the layer before
//! it, and of which each block may be made by any thread. The largest is one in 40 to 90 of all positions (18 x 18: one in
//! 67).
//!
//! **Places.** A layer holds the top parts in the order of their numbers, and for each the middle parts with the weight that is
//! then left. Where a middle part is among these depends on it and on the number of ones above it alone: a list that is
//! made once. So the place of a block is one sum of two numbers.
//!
//! Only words are made that begin with no more ones than that of the position of which all else follows: as moves bring ones down,
//! the others cannot follow.

use std::collections::VecDeque;
use std::ops::Range;
use std::{array, mem};

use board_core::memo::{bits, index};
use board_core::{Control, Halt, Progress};

use crate::entry::{Ahead, Entry, Width, binomial};
use crate::rules::{Position, Rowfill};

/// How the words of a board are cut, in bits from the lowest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    low: u32,
    mid: u32,
    top: u32,
}

impl Cut {
    /// The longest words.
    const MOST: u32 = 44;

    /// The best cut for a game; `None` for boards that have longer words, or a single square.
    pub(crate) fn of(game: &Rowfill) -> Option<Self> {
        let [lines, length] = game.lines();
        let bits = lines.checked_add(length).filter(|bits| (3..=Self::MOST).contains(bits))?;
        let low = 10.min(bits / 2);
        let mid = 14.min((2 * (bits - low)).div_ceil(3));
        Some(Self { low, mid, top: bits - low - mid })
    }

    /// The bits above the low ones.
    fn high(self) -> u32 {
        self.mid + self.top
    }

    /// The three parts of a word.
    fn parts(self, word: u64) -> [usize; 3] {
        let part = |from: u32, bits: u32| index(word >> from & ((1 << bits) - 1));
        [part(0, self.low), part(self.low, self.mid), part(self.low + self.mid, self.top)]
    }
}

/// What can follow a position, counted before anything is made.
pub(crate) struct Plan {
    cut: Cut,
    lines: u32,
    length: u32,
    /// The position.
    from: u64,
    /// By weight: the positions in the layer.
    sizes: Vec<u64>,
    /// The weights of the full board and of the position.
    weights: [usize; 2],
    /// The bytes of an entry, and of what is known of the board.
    entry: u64,
    ahead: u64,
}

impl Plan {
    pub(crate) fn new(game: &Rowfill, cut: Cut, from: &Position) -> Self {
        let [lines, length] = game.lines();
        let from = word(&Ahead::new(game), from);
        // By number of ones and weight: the ways to begin a word.
        let high = cut.high();
        let heaviest = index(u64::from(high * (high + 1) / 2));
        let mut ways = vec![vec![0_u64; heaviest + 1]; lines as usize + 1];
        ways[0][0] = 1;
        for bit in (0..high).rev() {
            let most = (from >> (cut.low + bit)).count_ones() as usize;
            let one = bit as usize + 1;
            for ones in (1..=most).rev() {
                for weight in (one..=heaviest).rev() {
                    ways[ones][weight] += ways[ones - 1][weight - one];
                }
            }
        }
        let mut sizes = vec![0; heaviest + 1];
        for (ones, ways) in (0..).zip(&ways) {
            let block = ones_below(cut, lines, length, ones).map_or(0, |below| choose(cut.low, below));
            for (size, ways) in sizes.iter_mut().zip(ways) {
                *size += ways * block;
            }
        }
        let last = (1 << lines) - 1_u64;
        let weights = [last, from].map(|word| weight(word >> cut.low));
        let (entry, ahead) = (Width::of(game).bytes(), Ahead::memory_needed(game));
        Self { cut, lines, length, from, sizes, weights, entry, ahead }
    }

    /// How many positions are made: those that can follow, and some that stand beside them.
    pub(crate) fn positions(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// The entries of the two largest layers that follow each other.
    fn two_layers(&self) -> u64 {
        self.sizes.windows(2).map(|two| two[0] + two[1]).max().unwrap_or(0)
    }

    /// The bytes of so many times two layers, and of the lists by which they are made.
    pub(crate) fn memory_needed(&self, times: u64) -> u64 {
        let Self { cut, entry, .. } = *self;
        let lows = (entry + 16) << cut.low;
        let mids = u64::from(cut.top.min(self.lines) + 1) * ((entry + 6) << cut.mid);
        // Of the top parts only those are kept that can begin a word; one number is there for each.
        let begin: u64 = (0..=self.lines.min(cut.top)).map(|ones| choose(cut.top, ones)).sum();
        let tops = (entry + 44) * begin + (4 << cut.top);
        self.two_layers() * times * entry + lows + mids + tops + self.ahead
    }
}

/// The ones in the low part of a word with so many above it, if there are such words.
fn ones_below(cut: Cut, lines: u32, length: u32, above: u32) -> Option<u32> {
    let below = lines.checked_sub(above)?;
    (below <= cut.low && cut.low - below <= length).then_some(below)
}

fn choose(of: u32, taken: u32) -> u64 {
    if taken > of { 0 } else { u64::try_from(binomial(of.into(), taken.into())).expect("of a short word") }
}

/// The sum of the places of the ones, the lowest place counted as 1.
fn weight(word: u64) -> usize {
    bits(word).map(|bit| bit as usize + 1).sum()
}

/// The word of a position.
pub(crate) fn word(ahead: &Ahead, at: &Position) -> u64 {
    ahead.left(at).enumerate().fold(0, |word, (line, left)| word | 1 << (line + left))
}

/// The low words with so many ones, in the order of their numbers. They and the same word above are a block.
struct Block<T> {
    len: usize,
    /// How many have no one in their highest bit.
    open: usize,
    /// What is free within the word.
    sums: Vec<T>,
    /// How many of them follow each, and which, as places in the block.
    counts: Vec<u32>,
    after: Vec<u16>,
}

impl<T: Entry> Block<T> {
    fn new(cut: Cut, ones: u32, worth: &impl Fn(usize, usize) -> u64) -> Self {
        let words: Vec<u64> = (0..1 << cut.low).filter(|word: &u64| word.count_ones() == ones).collect();
        let mut block = Self {
            len: words.len(),
            open: index(choose(cut.low - 1, ones)),
            sums: words.iter().map(|&word| T::of(free(word, 0, 0, worth))).collect(),
            counts: words.iter().map(|&word| (word >> 1 & !word).count_ones()).collect(),
            after: Vec::new(),
        };
        for &word in &words {
            for bit in bits(word >> 1 & !word) {
                let after = words.binary_search(&(word ^ 3 << bit)).expect("with as many ones");
                block.after.push(u16::try_from(after).expect("a short word"));
            }
        }
        block
    }
}

/// The sum of A + B over the squares that lie in the lines of a part of a word and in the columns of this part and those below
/// it, which have so many ones and zeros.
fn free(part: u64, ones_below: usize, zeros_below: usize, worth: &impl Fn(usize, usize) -> u64) -> u64 {
    let ones = bits(part).enumerate();
    ones.map(|(ones, bit)| worth(ones_below + ones, zeros_below + bit as usize - ones)).sum()
}

/// The middle parts of words that can stand below a top part with a certain number of ones.
struct Mids<T> {
    /// By weight, then number of ones, then number: the blocks of a top part, one after the other.
    order: Vec<u16>,
    /// By weight: where they begin in `order`.
    classes: Vec<u32>,
    /// By weight: their positions.
    sizes: Vec<usize>,
    /// By middle part: where its block begins among those of its weight.
    places: Vec<u32>,
    /// By middle part: what is free in its lines.
    sums: Vec<T>,
}

impl<T: Entry> Mids<T> {
    fn new(plan: &Plan, ones_above: u32, worth: &impl Fn(usize, usize) -> u64) -> Self {
        let Plan { cut, lines, length, from, .. } = *plan;
        let below = |mid: u64| ones_below(cut, lines, length, ones_above + mid.count_ones());
        let mut mids = words(cut.mid, ones_above, from >> cut.low);
        mids.retain(|&mid| below(mid).is_some());
        mids.sort_by_key(|&mid| (weight(mid), mid.count_ones(), mid));

        let heaviest = (cut.mid * (cut.mid + 1) / 2) as usize;
        let mut sizes = vec![0; heaviest + 1];
        let mut classes = vec![0; heaviest + 2];
        let mut places = vec![0; 1 << cut.mid];
        let mut sums = vec![T::default(); 1 << cut.mid];
        for &mid in &mids {
            let ones = below(mid).expect("the others were left out");
            let size = &mut sizes[weight(mid)];
            places[index(mid)] = u32::try_from(*size).expect("a small part of a layer");
            *size += index(choose(cut.low, ones));
            classes[weight(mid) + 1] += 1;
            sums[index(mid)] = T::of(free(mid, ones as usize, (cut.low - ones) as usize, worth));
        }
        for weight in 0..=heaviest {
            classes[weight + 1] += classes[weight];
        }
        let order = mids.iter().map(|&mid| u16::try_from(mid).expect("at most 16 bits")).collect();
        Self { order, classes, sizes, places, sums }
    }

    /// Those of a weight.
    fn class(&self, weight: usize) -> &[u16] {
        &self.order[self.classes[weight] as usize..self.classes[weight + 1] as usize]
    }
}

/// The words of so many bits that begin with no more ones than `from` does, with some ones before both.
fn words(bits: u32, ones_above: u32, from: u64) -> Vec<u64> {
    let mut words = vec![0];
    for bit in (0..bits).rev() {
        let most = (from >> bit).count_ones();
        let longer = |word: u64| [word << 1, word << 1 | 1].into_iter();
        let may_be = |word: &u64| ones_above + word.count_ones() <= most;
        words = words.into_iter().flat_map(longer).filter(may_be).collect();
    }
    words
}

/// The top part of words.
struct Top<T> {
    part: usize,
    ones: usize,
    weight: usize,
    /// What is free in its lines.
    sum: T,
}

/// How the entries of a game's positions are made, for one position and all that can follow it.
pub(crate) struct Layers<T> {
    plan: Plan,
    /// By number of ones.
    blocks: Vec<Block<T>>,
    mids: Vec<Mids<T>>,
    tops: Vec<Top<T>>,
    /// By top part: its place in `tops`.
    numbers: Vec<u32>,
    /// The entries that a thread makes at a time, at least.
    share: usize,
}

/// A finished layer.
#[derive(Clone, Copy)]
pub(crate) struct Layer<'a, T> {
    weight: usize,
    entries: &'a [T],
}

/// The last layers that were made.
pub(crate) struct Kept<T> {
    entries: Vec<T>,
    layers: VecDeque<(usize, Range<usize>)>,
}

/// Blocks are worked on so many at a time.
const LANES: usize = 16;

/// And turned so many places at a time.
const TILE: usize = 4;

impl<T: Entry> Layers<T> {
    /// Takes far longer than to start a thread.
    const SHARE: usize = 1 << 17;

    pub(crate) fn new(ahead: &Ahead, plan: Plan) -> Self {
        let Plan { cut, lines, from, .. } = plan;
        // Parts that stand in no word of the board may have too many zeros.
        let worth = |line: usize, left: usize| if left <= ahead.length { ahead.worth(line, left) } else { 0 };
        let blocks = (0..=cut.low.min(lines)).map(|ones| Block::new(cut, ones, &worth)).collect();
        let top_words = words(cut.top, 0, from >> (cut.low + cut.mid));
        let most = top_words.iter().map(|word| word.count_ones()).max().unwrap_or(0);
        let mids = (0..=most).map(|ones| Mids::new(&plan, ones, &worth)).collect();
        let mut numbers = vec![u32::MAX; 1 << cut.top];
        let mut tops = Vec::with_capacity(top_words.len());
        for (number, word) in (0..).zip(top_words) {
            let ones = word.count_ones();
            let ones_below = (lines - ones) as usize;
            let zeros_below = (cut.low + cut.mid) as usize;
            let sum = zeros_below.checked_sub(ones_below).map_or(0, |zeros| free(word, ones_below, zeros, &worth));
            let weight = weight(word) + (ones * cut.mid) as usize;
            numbers[index(word)] = number;
            tops.push(Top { part: index(word), ones: ones as usize, weight, sum: T::of(sum) });
        }
        Self { plan, blocks, mids, tops, numbers, share: Self::SHARE }
    }

    /// Makes all layers from the full board back and calls `each` with every one. Only the last ones are kept: two, or
    /// as many as there is room for in `times` the memory of two.
    pub(crate) fn make(
        &self,
        times: u64,
        control: &Control<'_>,
        mut each: impl FnMut(Layer<'_, T>),
    ) -> Result<Kept<T>, Halt> {
        let room = index(self.plan.two_layers() * times);
        let mut kept = Kept { entries: vec![T::default(); room], layers: VecDeque::new() };
        let mut before = self.bases(0);
        let mut done = 0;
        let [first, last] = self.plan.weights;
        for weight in first..=last {
            let size = index(self.plan.sizes[weight]);
            let (layer_before, layer) = kept.next(weight, size, times > 1);
            let bases = self.bases(weight);
            self.fill(weight, (&before, layer_before), (&bases, layer), &mut done, control)?;
            before = bases;
            each(kept.last());
        }
        Ok(kept)
    }

    /// Where the blocks of each top part begin in a layer.
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

    /// The entry of a position that is in a layer.
    pub(crate) fn entry(&self, layer: Layer<'_, T>, word: u64) -> Option<T> {
        let cut = self.plan.cut;
        if weight(word >> cut.low) != layer.weight {
            return None;
        }
        let [low, mid, top] = cut.parts(word);
        let number = self.numbers[top] as usize;
        let rank: u64 = bits(low as u64).zip(1..).map(|(bit, ones)| choose(bit, ones)).sum();
        let mids = &self.mids[self.tops[number].ones];
        Some(layer.entries[self.bases(layer.weight)[number] + mids.places[mid] as usize + index(rank)])
    }

    /// The entry of a position that is in a layer that was kept.
    pub(crate) fn kept_entry(&self, kept: &Kept<T>, word: u64) -> Option<T> {
        kept.layers().find_map(|layer| self.entry(layer, word))
    }

    /// Makes a layer, by top parts on all threads.
    fn fill(
        &self,
        weight: usize,
        before: (&[usize], &[T]),
        (bases, layer): (&[usize], &mut [T]),
        done: &mut u64,
        control: &Control<'_>,
    ) -> Result<(), Halt> {
        const SHARES_BETWEEN_REPORTS: usize = 256;
        let size = layer.len();
        let mut shares = Vec::new();
        let (mut rest, mut from, mut start) = (layer, 0, 0);
        for to in 1..=self.tops.len() {
            let end = bases.get(to).copied().unwrap_or(size);
            if end - start >= self.share || (to == self.tops.len() && end > start) {
                let (share, others) = rest.split_at_mut(end - start);
                shares.push((from..to, share));
                (rest, from, start) = (others, to, end);
            }
        }
        let mut shares = shares.into_iter();
        while shares.len() > 0 {
            let some: Vec<_> = shares.by_ref().take(SHARES_BETWEEN_REPORTS).collect();
            *done += some.iter().map(|(_, share)| share.len() as u64).sum::<u64>();
            control.for_each(some.into_iter(), |(tops, share)| self.fill_share(weight, tops, before, share));
            control.report(Progress::new("positions", *done).of(self.plan.positions()))?;
        }
        Ok(())
    }

    /// Makes the blocks of some top parts.
    fn fill_share<'a>(
        &self,
        weight: usize,
        tops: Range<usize>,
        (bases, before): (&[usize], &[T]),
        mut share: &'a mut [T],
    ) {
        let mut batches: Vec<Batch<'a, T>> = self.blocks.iter().map(|block| Batch::new(block.len)).collect();
        let largest = self.blocks.iter().map(|block| block.len).max().unwrap_or(0);
        let mut columns = vec![[T::MOST; LANES]; largest.next_multiple_of(TILE)];
        for number in tops {
            let top = &self.tops[number];
            let Some(rest) = weight.checked_sub(top.weight) else { continue };
            let mids = &self.mids[top.ones];
            if mids.sizes.get(rest).is_none_or(|&size| size == 0) {
                continue;
            }
            let base = |part: usize| bases[self.numbers[part] as usize];
            let word = top.part as u64;
            let sources = Sources {
                own: bases[number],
                mids,
                top: bits(word >> 1 & !word).map(|bit| base(top.part ^ 3 << bit)).collect(),
                lower: (top.part & 1 == 1).then(|| (base(top.part ^ 1), &self.mids[top.ones - 1])),
                before,
            };
            for alike in mids.class(rest).chunk_by(|one, next| one.count_ones() == next.count_ones()) {
                let below = self.plan.lines as usize - top.ones - alike[0].count_ones() as usize;
                let (block, batch) = (&self.blocks[below], &mut batches[below]);
                for &mid in alike {
                    let (here, others) = mem::take(&mut share).split_at_mut(block.len);
                    share = others;
                    let row = batch.add(here, top.sum.and(mids.sums[usize::from(mid)]));
                    self.least_after(&sources, mid.into(), below, row);
                    if weight == self.plan.weights[0] {
                        // The full board has no moves.
                        row[0] = T::default();
                    }
                    if batch.blocks.len() == LANES {
                        block.finish(batch, &mut columns);
                    }
                }
            }
        }
        for (block, batch) in self.blocks.iter().zip(&mut batches) {
            if !batch.blocks.is_empty() {
                block.finish(batch, &mut columns);
            }
        }
    }

    /// The least entry that follows each position of a block by a move that is not within its low part.
    fn least_after(&self, sources: &Sources<'_, T>, mid: usize, below: usize, row: &mut [T]) {
        let cut = self.plan.cut;
        let block = &self.blocks[below];
        let mut starts = [0; Cut::MOST as usize];
        let mut count = 0;
        let mut follow = |start: usize| {
            starts[count] = start;
            count += 1;
        };
        let place = sources.mids.places[mid] as usize;
        for &base in &sources.top {
            follow(base + place);
        }
        let highest = 1 << (cut.mid - 1);
        if let Some((base, mids)) = &sources.lower
            && mid & highest == 0
        {
            follow(base + mids.places[mid | highest] as usize);
        }
        for bit in bits((mid >> 1 & !mid) as u64) {
            follow(sources.own + sources.mids.places[mid ^ 3 << bit] as usize);
        }

        let len = row.len();
        let after = |start: usize| &sources.before[start..start + len];
        let (fours, others) = starts[..count].as_chunks::<4>();
        let (twos, ones) = others.as_chunks::<2>();
        row.fill(T::MOST);
        for &[a, b, c, d] in fours {
            let after = after(a).iter().zip(after(b)).zip(after(c)).zip(after(d));
            for (least, (((&a, &b), &c), &d)) in row.iter_mut().zip(after) {
                *least = (*least).min(a).min(b).min(c).min(d);
            }
        }
        for &[a, b] in twos {
            for (least, (&a, &b)) in row.iter_mut().zip(after(a).iter().zip(after(b))) {
                *least = (*least).min(a).min(b);
            }
        }
        for &a in ones {
            for (least, &a) in row.iter_mut().zip(after(a)) {
                *least = (*least).min(a);
            }
        }
        if mid & 1 == 1 && block.open > 0 {
            // A one goes from the lowest place of the middle part to the highest of the low part, where that is free.
            let next = &self.blocks[below + 1];
            let end = sources.own + sources.mids.places[mid ^ 1] as usize + next.len;
            for (least, &after) in row.iter_mut().zip(&sources.before[end - block.open..end]) {
                *least = (*least).min(after);
            }
        }
    }
}

/// Where the blocks that follow those of a top part begin in the layer before.
struct Sources<'a, T> {
    /// Those of the same top part.
    own: usize,
    mids: &'a Mids<T>,
    /// Those of each top part that follows by a move within it.
    top: Vec<usize>,
    /// Those of the top part whose lowest one went down.
    lower: Option<(usize, &'a Mids<T>)>,
    before: &'a [T],
}

/// Blocks with equally many ones in their low words, which are finished together.
struct Batch<'a, T> {
    /// For each block the least that follows its positions by other moves than those of the low part.
    rows: Vec<[T; TILE]>,
    tiles: usize,
    len: usize,
    /// Where each block is to be, and what is free above its low part.
    blocks: Vec<(&'a mut [T], T)>,
}

impl<'a, T: Entry> Batch<'a, T> {
    fn new(len: usize) -> Self {
        let tiles = len.div_ceil(TILE);
        Self { rows: vec![[T::MOST; TILE]; tiles * LANES], tiles, len, blocks: Vec::with_capacity(LANES) }
    }

    /// Takes in one more block, and gives its row.
    fn add(&mut self, block: &'a mut [T], sum: T) -> &mut [T] {
        let row = self.blocks.len() * self.tiles;
        self.blocks.push((block, sum));
        &mut self.rows[row..][..self.tiles].as_flattened_mut()[..self.len]
    }
}

impl<T: Entry> Block<T> {
    /// Finishes the blocks of a batch by the moves of the low part, and empties it.
    fn finish(&self, batch: &mut Batch<'_, T>, columns: &mut [[T; LANES]]) {
        let (columns, _) = columns[..batch.tiles * TILE].as_chunks_mut::<TILE>();
        for (tile, columns) in columns.iter_mut().enumerate() {
            let tile: [[T; TILE]; LANES] = array::from_fn(|lane| batch.rows[lane * batch.tiles + tile]);
            *columns = array::from_fn(|place| array::from_fn(|lane| tile[lane][place]));
        }
        let columns = columns.as_flattened_mut();
        let mut sums = [T::default(); LANES];
        for (sum, block) in sums.iter_mut().zip(&batch.blocks) {
            *sum = block.1;
        }
        let mut after = &self.after[..];
        for (place, (&count, &sum)) in self.counts.iter().zip(&self.sums).enumerate() {
            let (here, others) = after.split_at(count as usize);
            after = others;
            let mut least = columns[place];
            for &after in here {
                let after = &columns[usize::from(after)];
                for lane in 0..LANES {
                    least[lane] = least[lane].min(after[lane]);
                }
            }
            for lane in 0..LANES {
                columns[place][lane] = least[lane].of_all(sum.and(sums[lane]));
            }
        }
        for (lane, (block, _)) in batch.blocks.drain(..).enumerate() {
            for (entry, column) in block.iter_mut().zip(&*columns) {
                *entry = column[lane];
            }
        }
    }
}

impl<T: Entry> Kept<T> {
    /// The last layer, and room for the next one.
    fn next(&mut self, weight: usize, size: usize, ring: bool) -> (&[T], &mut [T]) {
        let all = self.entries.len();
        let last = self.layers.back().map_or(0..0, |(_, range)| range.clone());
        // Side by side, the one at the start and the other at the end; or round and round.
        let start = if ring && last.end + size <= all {
            last.end
        } else if last.start >= size {
            0
        } else {
            all - size
        };
        let here = start..start + size;
        self.layers.retain(|(_, range)| range.end <= here.start || here.end <= range.start);
        self.layers.push_back((weight, here.clone()));
        if last.end <= here.start {
            let (before, after) = self.entries.split_at_mut(here.start);
            (&before[last], &mut after[..size])
        } else {
            let (before, after) = self.entries.split_at_mut(last.start);
            (&after[..last.len()], &mut before[here])
        }
    }

    /// The last layer.
    fn last(&self) -> Layer<'_, T> {
        self.layers().next_back().expect("called after the first")
    }

    /// The layers that are kept, in the order in which they were made.
    fn layers(&self) -> impl DoubleEndedIterator<Item = Layer<'_, T>> {
        self.layers.iter().map(|(weight, range)| Layer { weight: *weight, entries: &self.entries[range.clone()] })
    }
}

#[cfg(test)]
mod tests {
    use board_core::{Control, Margin};

    use super::*;
    use crate::test_games::{game, mixed, positions_and_values};

    /// All ways to cut words of so many bits.
    fn cuts(bits: u32) -> impl Iterator<Item = Cut> {
        let mids = move |low| (1..=bits - low).map(move |mid| Cut { low, mid, top: bits - low - mid });
        (1..bits).flat_map(mids)
    }

    /// All positions that can follow one, from all layers as they are made, with these shares and threads.
    fn made<T: Entry>(
        game: &Rowfill,
        cut: Cut,
        from: &Position,
        all: &[Position],
        (share, threads): (usize, usize),
    ) -> Vec<Option<Margin>> {
        let ahead = Ahead::new(game);
        let mut layers = Layers::<T>::new(&ahead, Plan::new(game, cut, from));
        layers.share = share;
        let control = Control::new().with_threads(threads).expect("in range");
        let mut values = vec![None; all.len()];
        let each = |layer: Layer<'_, T>| {
            for (at, value) in all.iter().zip(&mut values) {
                if let Some(entry) = layers.entry(layer, word(&ahead, at)) {
                    assert_eq!(*value, None, "each position is in one layer");
                    *value = Some(ahead.margin(at, entry.sum()));
                }
            }
        };
        layers.make(1, &control, each).expect("no limit");
        values
    }

    fn follows(at: &Position, from: &Position) -> bool {
        at.taken().iter().zip(from.taken()).all(|(at, from)| at >= from)
    }

    #[test]
    fn every_cut_of_every_small_board_equals_the_reference() {
        let boards = (1..=4).flat_map(|rows| (1..=4).map(move |cols| (rows, cols)));
        for (rows, cols) in boards.chain([(1, 7), (7, 1), (2, 6), (6, 2), (3, 5), (5, 3)]) {
            let game = game(rows, cols, mixed);
            let (all, wanted) = positions_and_values(&game);
            let wanted: Vec<Option<Margin>> = wanted.into_iter().map(Some).collect();
            for cut in cuts(rows + cols) {
                assert_eq!(made::<i32>(&game, cut, &all[0], &all, (1, 1)), wanted, "{rows}x{cols} {cut:?}");
                assert_eq!(made::<u64>(&game, cut, &all[0], &all, (9, 3)), wanted, "{rows}x{cols} {cut:?}");
            }
        }
    }

    #[test]
    fn what_follows_any_position_equals_the_reference() {
        for (rows, cols) in [(3, 3), (4, 3), (2, 5), (4, 4)] {
            let game = game(rows, cols, mixed);
            let (all, wanted) = positions_and_values(&game);
            for (from, cut) in all.iter().zip(cuts(rows + cols).collect::<Vec<_>>().iter().cycle()) {
                let (here, wanted): (Vec<Position>, Vec<Option<Margin>>) = all
                    .iter()
                    .zip(&wanted)
                    .filter(|(at, _)| follows(at, from))
                    .map(|(at, &value)| (at.clone(), Some(value)))
                    .unzip();
                assert_eq!(made::<i32>(&game, *cut, from, &here, (1, 2)), wanted, "{rows}x{cols} {cut:?} {from:?}");
            }
        }
    }

    #[test]
    fn the_layers_that_are_kept_are_the_last_ones_as_they_were() {
        let game = game(5, 6, mixed);
        let (all, wanted) = positions_and_values(&game);
        let ahead = Ahead::new(&game);
        for times in [1, 2, 3, 1000] {
            let plan = Plan::new(&game, Cut { low: 3, mid: 4, top: 4 }, &all[0]);
            let [first, last] = plan.weights;
            let layers = Layers::<i32>::new(&ahead, plan);
            let kept = layers.make(times, &Control::new(), |_| ()).expect("no limit");
            let weights: Vec<usize> = kept.layers().map(|layer| layer.weight).collect();
            assert!(weights.iter().copied().eq(last + 1 - weights.len()..=last), "{weights:?}");
            assert!(weights.len() >= 2 && (times < 1000 || weights[0] == first));
            for (at, &wanted) in all.iter().zip(&wanted) {
                let is_kept = weights.contains(&weight(word(&ahead, at) >> 3));
                let entry = layers.kept_entry(&kept, word(&ahead, at));
                assert_eq!(entry.map(|entry| ahead.margin(at, entry.sum())), is_kept.then_some(wanted));
            }
        }
    }

    #[test]
    fn the_plan_counts_all_positions() {
        for (rows, cols) in [(10, 10), (14, 14), (9, 16), (20, 20), (5, 39)] {
            let game = game(rows, cols, |_| 1);
            let plan = Plan::new(&game, Cut::of(&game).expect("short words"), &game.start());
            assert_eq!(u128::from(plan.positions()), crate::entry::positions(&game));
        }
        assert!(Cut::of(&game(22, 22, |_| 1)).is_some());
        assert!(Cut::of(&game(22, 23, |_| 1)).is_none());
        assert!(Cut::of(&game(1, 1, |_| 1)).is_none());
    }
}
