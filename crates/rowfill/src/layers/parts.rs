//! What is computed about the parts of words before any layer is made: the places of their blocks, their free squares,
//! and the moves within low parts.

use board_core::memo::{bits, index};

use super::plan::{Plan, choose};
use super::word::{Cut, count_moves, moves, weight, words};
use crate::entry::Entry;
use crate::line_sums::LineSums;

/// The sum of A + B over the free squares in the lines of a part of a word, which has `ones_below` ones and
/// `zeros_below` zeros below it (Lemma 13). A part that occurs in no word of the board can have too many zeros. Its sum
/// is incomplete, but never used.
pub(super) fn free(part: u64, ones_below: usize, zeros_below: usize, sums: &LineSums) -> u64 {
    let worth = |line: usize, left: usize| if left <= sums.length { sums.worth(line, left) } else { 0 };
    let ones = bits(part).enumerate();
    ones.map(|(ones, bit)| worth(ones_below + ones, zeros_below + bit as usize - ones)).sum()
}

/// The low parts with the same number of ones, in numerical order. With one middle and top part above them they form a
/// block of positions.
pub(super) struct Block<T> {
    pub(super) len: usize,
    /// The number of low parts with a 0 in their highest bit, which are the first ones.
    pub(super) open: usize,
    /// The sum of A + B over the free squares of each low part.
    pub(super) sums: Vec<T>,
    /// The number of moves of each low part.
    pub(super) counts: Vec<u32>,
    /// The places in the block to which these moves lead, one list after the other.
    pub(super) after: Vec<u16>,
}

impl<T: Entry> Block<T> {
    pub(super) fn new(cut: Cut, ones: u32, sums: &LineSums) -> Self {
        let words: Vec<u64> = (0..1 << cut.low).filter(|word: &u64| word.count_ones() == ones).collect();
        let place = |word: u64| words.binary_search(&word).expect("a move keeps the number of ones");
        let after = words.iter().flat_map(|&word| moves(word)).map(place);
        Self {
            len: words.len(),
            open: index(choose(cut.low - 1, ones)),
            sums: words.iter().map(|&word| T::from_sum(free(word, 0, 0, sums))).collect(),
            counts: words.iter().map(|&word| count_moves(word)).collect(),
            after: after.map(|place| u16::try_from(place).expect("a short word")).collect(),
        }
    }
}

/// The middle parts of words below a top part with a certain number of ones.
pub(super) struct Mids<T> {
    /// The parts by weight, then by number of ones, then in numerical order. The blocks of a top part in a layer have
    /// the same order.
    order: Vec<u16>,
    /// The start of each weight in `order`, followed by the end of the last one.
    classes: Vec<u32>,
    /// The number of positions of each weight.
    pub(super) sizes: Vec<usize>,
    /// By middle part: the start of its block among those of its weight (Lemma 12).
    pub(super) places: Vec<u32>,
    /// By middle part: the sum of A + B over the free squares of its lines.
    pub(super) sums: Vec<T>,
}

impl<T: Entry> Mids<T> {
    pub(super) fn new(plan: &Plan, ones_above: u32, line_sums: &LineSums) -> Self {
        let Plan { cut, lines, length, from, .. } = *plan;
        let below = |mid: u64| cut.ones_below(lines, length, ones_above + mid.count_ones());
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
            sums[index(mid)] = T::from_sum(free(mid, ones as usize, (cut.low - ones) as usize, line_sums));
        }
        for weight in 0..=heaviest {
            classes[weight + 1] += classes[weight];
        }
        let order = mids.iter().map(|&mid| u16::try_from(mid).expect("at most 16 bits")).collect();
        Self { order, classes, sizes, places, sums }
    }

    /// The parts of a weight.
    pub(super) fn class(&self, weight: usize) -> &[u16] {
        &self.order[self.classes[weight] as usize..self.classes[weight + 1] as usize]
    }
}

/// The top part of words.
pub(super) struct Top<T> {
    pub(super) part: usize,
    pub(super) ones: usize,
    /// Its share of the weight of a word.
    pub(super) weight: usize,
    /// The sum of A + B over the free squares of its lines.
    pub(super) sum: T,
}

impl<T: Entry> Top<T> {
    /// The top parts that can begin a word of a plan, in numerical order.
    pub(super) fn all(plan: &Plan, sums: &LineSums) -> Vec<Self> {
        let Plan { cut, lines, from, .. } = *plan;
        let top = |word: u64| {
            let ones = word.count_ones();
            let ones_below = (lines - ones) as usize;
            let zeros_below = ((cut.low + cut.mid) as usize).checked_sub(ones_below);
            Self {
                part: index(word),
                ones: ones as usize,
                weight: weight(word) + (ones * cut.mid) as usize,
                sum: T::from_sum(zeros_below.map_or(0, |zeros| free(word, ones_below, zeros, sums))),
            }
        };
        words(cut.top, 0, from >> (cut.low + cut.mid)).into_iter().map(top).collect()
    }
}

#[cfg(test)]
mod tests {
    use board_testing::reachable;

    use super::*;
    use crate::layers::plan::rank;
    use crate::layers::tests::cuts;
    use crate::layers::word::word;
    use crate::test_games::{game, mixed, small_boards};

    #[test]
    fn lemma_10_moves_above_the_low_part_keep_the_order_of_a_block() {
        for bits in 2..=9 {
            for cut in cuts(bits) {
                for word in 0_u64..1 << bits {
                    let (low, high) = (word & ((1 << cut.low) - 1), word >> cut.low);
                    for after in moves(word) {
                        let (low_after, high_after) = (after & ((1 << cut.low) - 1), after >> cut.low);
                        if high_after == high {
                            // Within the low part.
                            assert!(moves(low).any(|after| after == low_after));
                        } else if low_after == low {
                            // Above it: the same place of another block.
                            assert!(moves(high).any(|after| after == high_after));
                        } else {
                            // Across: from the first places of a block to the last places of one with one more 1.
                            assert_eq!(high_after, high ^ 1);
                            let [here, there] = [low, low_after].map(u64::count_ones);
                            assert_eq!(there, here + 1);
                            let open = index(choose(cut.low - 1, here));
                            let len = index(choose(cut.low, there));
                            assert!(rank(low) < open);
                            assert_eq!(rank(low_after), len - open + rank(low));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn lemma_10_a_block_knows_the_moves_within_the_low_part() {
        let sums = LineSums::new(&game(5, 6, |_| 1));
        for low in 1..=5 {
            for ones in 0..=low {
                let block = Block::<i32>::new(Cut { low, mid: 4, top: 7 - low }, ones, &sums);
                let words: Vec<u64> = (0..1 << low).filter(|word: &u64| word.count_ones() == ones).collect();
                assert_eq!(block.len, words.len());
                assert_eq!(block.open, words.iter().filter(|&&word| word < 1 << (low - 1)).count());
                let mut after = block.after.iter();
                for (&word, &count) in words.iter().zip(&block.counts) {
                    let places = after.by_ref().take(count as usize).map(|&place| words[usize::from(place)]);
                    assert!(places.eq(moves(word)), "{word:b}");
                }
                assert_eq!(after.next(), None);
            }
        }
    }

    #[test]
    fn lemma_13_the_free_squares_of_a_word_are_those_of_its_parts() {
        for (rows, cols) in small_boards() {
            let game = game(rows, cols, mixed);
            let sums = LineSums::new(&game);
            let all = reachable(&game, [game.start()]);
            for cut in cuts(rows + cols) {
                let plan = Plan::new(&game, cut, &game.start());
                let lines = plan.lines;
                let blocks: Vec<_> = (0..=cut.low.min(lines)).map(|ones| Block::<i32>::new(cut, ones, &sums)).collect();
                let mids: Vec<_> = (0..=cut.top.min(lines)).map(|ones| Mids::<i32>::new(&plan, ones, &sums)).collect();
                let tops = Top::<i32>::all(&plan, &sums);
                for at in &all {
                    let parts = cut.parts(word(&sums, at));
                    let top = tops.iter().find(|top| top.part == parts.top).expect("it begins a word");
                    let low = blocks[parts.low.count_ones() as usize].sums[rank(parts.low)];
                    let free = low + mids[top.ones].sums[parts.mid] + top.sum;
                    let expected: u64 = sums.left(at).enumerate().map(|(line, left)| sums.worth(line, left)).sum();
                    assert_eq!(u64::try_from(free), Ok(expected), "{rows}x{cols} {cut:?} {at:?}");
                }
            }
        }
    }
}
