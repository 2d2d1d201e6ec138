//! The layers that lead to a position, counted before they are made.

use board_core::memo::{bits, index};

use super::word::{Cut, weight, word};
use crate::count::binomial;
use crate::entry::Width;
use crate::line_sums::LineSums;
use crate::rules::{Position, Rowfill};

/// The layers that lead from the full board to a position, and their sizes.
pub(crate) struct Plan {
    pub(super) cut: Cut,
    pub(super) lines: u32,
    pub(super) length: u32,
    /// The position.
    pub(super) from: u64,
    /// The number of positions of each layer, by weight.
    pub(super) sizes: Vec<u64>,
    /// The weight of the layer of the full board.
    pub(super) first: usize,
    /// The weight of the layer of the position.
    pub(super) last: usize,
    bytes: Bytes,
}

/// Sizes in bytes.
struct Bytes {
    entry: u64,
    line_sums: u64,
}

impl Plan {
    /// The layers that lead to `from`.
    pub(crate) fn new(game: &Rowfill, cut: Cut, from: &Position) -> Self {
        let [lines, length] = game.lines();
        let from = word(&LineSums::new(game), from);
        // The words above the low part that can follow that of `from`, by their number of ones and their weight (Lemma
        // 9).
        let high = cut.high();
        let heaviest = index(u64::from(high * (high + 1) / 2));
        let mut ways = vec![vec![0_u64; heaviest + 1]; lines as usize + 1];
        ways[0][0] = 1;
        for bit in (0..high).rev() {
            let max = (from >> (cut.low + bit)).count_ones() as usize;
            let one = bit as usize + 1;
            for ones in (1..=max).rev() {
                for weight in (one..=heaviest).rev() {
                    ways[ones][weight] += ways[ones - 1][weight - one];
                }
            }
        }
        let mut sizes = vec![0; heaviest + 1];
        for (ones, ways) in (0..).zip(&ways) {
            let block = cut.ones_below(lines, length, ones).map_or(0, |below| choose(cut.low, below));
            for (size, ways) in sizes.iter_mut().zip(ways) {
                *size += ways * block;
            }
        }
        let full = (1 << lines) - 1_u64;
        let [first, last] = [full, from].map(|word| weight(word >> cut.low));
        let bytes = Bytes { entry: Width::of(game).bytes(), line_sums: LineSums::memory_needed(game) };
        Self { cut, lines, length, from, sizes, first, last, bytes }
    }

    /// The number of positions that are made: all that can follow, and some others that complete their blocks.
    pub(crate) fn positions(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// The largest sum of the sizes of two layers, one after the other.
    pub(super) fn two_layers(&self) -> u64 {
        self.sizes.windows(2).map(|two| two[0] + two[1]).max().unwrap_or(0)
    }

    /// The number of bytes of `times` times two layers, and of the lists from which they are made.
    pub(crate) fn memory_needed(&self, times: u64) -> u64 {
        let Self { cut, bytes: Bytes { entry, line_sums }, .. } = *self;
        let lows = (entry + 16) << cut.low;
        let mids = u64::from(cut.top.min(self.lines) + 1) * ((entry + 6) << cut.mid);
        // Only those top parts are kept that can begin a word, in addition to one number for each top part.
        let kept_tops: u64 = (0..=self.lines.min(cut.top)).map(|ones| choose(cut.top, ones)).sum();
        let tops = (entry + 44) * kept_tops + (4 << cut.top);
        self.two_layers() * times * entry + lows + mids + tops + line_sums
    }
}

/// C(n, k); 0 if k > n.
pub(super) fn choose(n: u32, k: u32) -> u64 {
    if k > n { 0 } else { u64::try_from(binomial(n.into(), k.into())).expect("of a short word") }
}

/// The place of a word among the words with the same number of ones, in numerical order.
pub(super) fn rank(word: u64) -> usize {
    index(bits(word).zip(1..).map(|(bit, ones)| choose(bit, ones)).sum())
}

#[cfg(test)]
mod tests {
    use board_testing::reachable;

    use super::*;
    use crate::layers::tests::cuts;
    use crate::test_games::{game, small_boards};

    #[test]
    fn the_plan_of_the_start_counts_all_positions() {
        for (rows, cols) in [(10, 10), (14, 14), (9, 16), (20, 20), (5, 39)] {
            let game = game(rows, cols, |_| 1);
            let plan = Plan::new(&game, Cut::of(&game).expect("short words"), &game.start());
            assert_eq!(u128::from(plan.positions()), crate::count::positions(&game));
        }
    }

    #[test]
    fn lemma_9_the_layers_of_a_plan_hold_all_that_can_follow() {
        for (rows, cols) in small_boards() {
            let game = game(rows, cols, |_| 1);
            let sums = LineSums::new(&game);
            let all = reachable(&game, [game.start()]);
            let words: Vec<u64> = all.iter().map(|at| word(&sums, at)).collect();
            for cut in cuts(rows + cols) {
                for (from, &from_word) in all.iter().zip(&words) {
                    let plan = Plan::new(&game, cut, from);
                    // Counted word by word: no beginning above the low part has more ones.
                    let mut sizes = vec![0; plan.sizes.len()];
                    let begins = |word: u64, bit: u32| (word >> bit).count_ones();
                    for &word in &words {
                        if (cut.low..rows + cols).all(|bit| begins(word, bit) <= begins(from_word, bit)) {
                            sizes[weight(word >> cut.low)] += 1;
                        }
                    }
                    assert_eq!(plan.sizes, sizes, "{rows}x{cols} {cut:?} {from:?}");
                }
            }
        }
    }

    #[test]
    fn ranks_of_words_count_the_smaller_ones() {
        for ones in 0..=6 {
            let words: Vec<u64> = (0..64).filter(|word: &u64| word.count_ones() == ones).collect();
            assert!(words.iter().map(|&word| rank(word)).eq(0..words.len()));
        }
    }
}
