//! Positions as words of bits, and how the words are cut.

use board_core::memo::{bits, index};

use crate::line_sums::LineSums;
use crate::rules::{Position, Rowfill};

/// The word of a position: its border as a path, a 1 for each line and a 0 for each column, from the lowest bit up
/// (Lemma 8).
pub(crate) fn word(sums: &LineSums, at: &Position) -> u64 {
    sums.left(at).enumerate().fold(0, |word, (line, left)| word | 1 << (line + left))
}

/// The words after each move within a word: a 1 changes places with a 0 right below it.
pub(super) fn moves(word: u64) -> impl Iterator<Item = u64> {
    bits(word >> 1 & !word).map(move |bit| word ^ 3 << bit)
}

/// The number of moves within a word.
pub(super) fn count_moves(word: u64) -> u32 {
    (word >> 1 & !word).count_ones()
}

/// The sum of the places of the ones, the lowest place counted as 1.
pub(super) fn weight(word: u64) -> usize {
    bits(word).map(|bit| bit as usize + 1).sum()
}

/// The words of `length` bits that can follow the top `length` bits of a word by Lemma 9: no beginning of such a word
/// has more ones than the same beginning of `from`. `from` has the bits of the word from the lowest of these on, and
/// `ones_above` ones come before them.
pub(super) fn words(length: u32, ones_above: u32, from: u64) -> Vec<u64> {
    let mut words = vec![0];
    for bit in (0..length).rev() {
        let max = (from >> bit).count_ones();
        let longer = |word: u64| [word << 1, word << 1 | 1].into_iter();
        let can_follow = |word: &u64| ones_above + word.count_ones() <= max;
        words = words.into_iter().flat_map(longer).filter(can_follow).collect();
    }
    words
}

/// How the words of a board are cut: into a low part, a middle part above it, and a top part. Lengths are in bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(super) low: u32,
    pub(super) mid: u32,
    pub(super) top: u32,
}

/// The parts of a word, each as a number of its own.
pub(super) struct Parts {
    pub(super) low: u64,
    pub(super) mid: usize,
    pub(super) top: usize,
}

impl Cut {
    /// The number of bits of the longest words that are cut.
    pub(super) const MAX_BITS: u32 = 44;

    /// The best cut for a game; `None` for boards with longer words, and for a single square.
    pub(crate) fn of(game: &Rowfill) -> Option<Self> {
        let [lines, length] = game.lines();
        let bits = lines.checked_add(length).filter(|bits| (3..=Self::MAX_BITS).contains(bits))?;
        let low = 10.min(bits / 2);
        let mid = 14.min((2 * (bits - low)).div_ceil(3));
        Some(Self { low, mid, top: bits - low - mid })
    }

    /// The number of bits above the low part.
    pub(super) fn high(self) -> u32 {
        self.mid + self.top
    }

    pub(super) fn parts(self, word: u64) -> Parts {
        let part = |from: u32, bits: u32| word >> from & ((1 << bits) - 1);
        Parts {
            low: part(0, self.low),
            mid: index(part(self.low, self.mid)),
            top: index(part(self.low + self.mid, self.top)),
        }
    }

    /// The number of ones in the low part of a word of `lines` ones and `length` zeros that has `above` ones above the
    /// low part; `None` if there is no such word.
    pub(super) fn ones_below(self, lines: u32, length: u32, above: u32) -> Option<u32> {
        let below = lines.checked_sub(above)?;
        (below <= self.low && self.low - below <= length).then_some(below)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use board_core::Game;
    use board_testing::reachable;

    use super::*;
    use crate::test_games::{game, small_boards};

    #[test]
    fn lemma_8_positions_are_words_and_a_move_brings_a_one_down() {
        for (rows, cols) in small_boards() {
            let game = game(rows, cols, |_| 1);
            let sums = LineSums::new(&game);
            let all = reachable(&game, [game.start()]);
            let words: HashSet<u64> = all.iter().map(|at| word(&sums, at)).collect();
            let expected = (0..1 << (rows + cols)).filter(|word: &u64| word.count_ones() == rows.min(cols)).collect();
            assert_eq!(words, expected, "{rows}x{cols}");
            for at in &all {
                let here = word(&sums, at);
                // The free squares of a line are the zeros below its one.
                let zeros = bits(here).enumerate().map(|(line, bit)| bit as usize - line);
                assert!(sums.left(at).eq(zeros));
                let after: HashSet<u64> = game.moves(at).map(|square| word(&sums, &game.play(at, square).to)).collect();
                assert_eq!(after, moves(here).collect());
                assert_eq!(after.len(), count_moves(here) as usize);
            }
        }
    }

    #[test]
    fn lemma_9_a_word_can_follow_another_if_no_beginning_has_more_ones() {
        for (rows, cols) in small_boards() {
            let game = game(rows, cols, |_| 1);
            let sums = LineSums::new(&game);
            let bits = rows + cols;
            let ones = rows.min(cols);
            for from in reachable(&game, [game.start()]) {
                let follow: HashSet<u64> = reachable(&game, [from.clone()]).iter().map(|at| word(&sums, at)).collect();
                let from = word(&sums, &from);
                let of_this_board = |word: &u64| word.count_ones() == ones;
                assert_eq!(words(bits, 0, from).into_iter().filter(of_this_board).collect::<HashSet<u64>>(), follow);
                // If only the upper bits of a word satisfy this, they still do after every move.
                for low in 1..bits {
                    let upper: HashSet<u64> = words(bits - low, 0, from >> low).into_iter().collect();
                    let all = (0..1 << bits).filter(|word| of_this_board(word) && upper.contains(&(word >> low)));
                    assert!(all.flat_map(moves).all(|after| upper.contains(&(after >> low))), "{rows}x{cols} {from:b}");
                }
            }
        }
    }

    #[test]
    fn words_below_given_ones_are_counted_with_those_ones() {
        // Of the words that can follow 110100: those that begin with 1, without that 1.
        let all: Vec<u64> =
            words(6, 0, 0b11_0100).into_iter().filter(|word| word >> 5 == 1).map(|word| word & 31).collect();
        assert_eq!(words(5, 1, 0b11_0100), all);
    }

    #[test]
    fn boards_of_up_to_44_rows_and_columns_are_cut() {
        for (rows, cols, is_cut) in [(1, 1, false), (1, 2, true), (22, 22, true), (22, 23, false)] {
            let cut = Cut::of(&game(rows, cols, |_| 1));
            assert_eq!(cut.is_some(), is_cut);
            assert!(cut.is_none_or(|cut| cut.low + cut.mid + cut.top == rows + cols));
        }
    }
}
