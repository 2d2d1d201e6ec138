//! Sets of squares, one bit per square, and the squares from which every step leads into a set.

use board_core::memo::index;
use board_core::{Board, Square};

/// The number of a square as an index.
pub(crate) fn place(board: Board, square: Square) -> usize {
    index(board.index(square))
}

/// Whether the square with this index is in the set.
pub(crate) fn contains(set: &[u64], square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 == 1
}

/// Adds the square with this index to the set.
pub(crate) fn insert(set: &mut [u64], square: usize) {
    set[square / 64] |= 1 << (square % 64);
}

/// Removes the square with this index from the set.
pub(crate) fn remove(set: &mut [u64], square: usize) {
    set[square / 64] &= !(1 << (square % 64));
}

/// The layout of sets of squares of one board: square `i` is bit `i % 64` of word `i / 64`.
///
/// A padded set has `padding` words of zeros before and after its `words` words, so that shifting it by a row needs no
/// checks at its ends.
pub(crate) struct Layout {
    pub(crate) words: usize,
    pub(crate) padding: usize,
    pub(crate) padded_words: usize,
    /// The length of a row is `64 * row_words + row_bits`.
    row_words: usize,
    row_bits: u32,
    /// The masks, one for each word of a set.
    edges: Vec<Edges>,
}

/// The squares of a word from which a step in one direction leaves the board.
#[derive(Clone, Copy, Default)]
struct Edges {
    top: u64,
    left: u64,
    right: u64,
    bottom: u64,
}

impl Layout {
    /// The number of words of a set without padding.
    pub(crate) fn words(board: Board) -> u64 {
        board.squares().div_ceil(64)
    }

    /// The number of words of a padded set, which can exceed `u64`.
    pub(crate) fn padded_words(board: Board) -> u128 {
        u128::from(Self::words(board)) + 2 * u128::from(Self::padding(board))
    }

    fn padding(board: Board) -> u64 {
        u64::from(board.cols() / 64) + 1
    }

    pub(crate) fn new(board: Board) -> Self {
        let (words, padding) = (index(Self::words(board)), index(Self::padding(board)));
        let mut edges = vec![Edges::default(); words];
        for square in board.iter() {
            let place = place(board, square);
            let bit = |leaves: bool| u64::from(leaves) << (place % 64);
            let edges = &mut edges[place / 64];
            edges.top |= bit(square.row == 0);
            edges.left |= bit(square.col == 0);
            edges.right |= bit(square.col + 1 == board.cols());
            edges.bottom |= bit(square.row + 1 == board.rows());
        }
        let (row_words, row_bits) = (padding - 1, board.cols() % 64);
        Self { words, padding, padded_words: words + 2 * padding, row_words, row_bits, edges }
    }

    /// Stores in `into` the squares from which every step leads into `set` or off the board: four shifts and an AND
    /// (Lemma 4). `set` is padded, `into` is not.
    pub(crate) fn enclosed(&self, set: &[u64], into: &mut [u64]) {
        let words = self.words;
        let part = |start: usize| &set[start..start + words];
        let (here, row) = (self.padding, self.row_words);
        let (before, at, after) = (part(here - 1), part(here), part(here + 1));
        let (above, above_before) = (part(here - row), part(here - row - 1));
        let (below, below_after) = (part(here + row), part(here + row + 1));
        let bits = self.row_bits;
        let edges = &self.edges[..words];
        let into = &mut into[..words];
        for word in 0..words {
            let Edges { top, left, right, bottom } = edges[word];
            // In two steps, since `bits` may be 0 and a shift by 64 is not allowed.
            let up = above[word] << bits | above_before[word] >> 1 >> (63 - bits) | top;
            let down = below[word] >> bits | below_after[word] << 1 << (63 - bits) | bottom;
            let left = at[word] << 1 | before[word] >> 63 | left;
            let right = at[word] >> 1 | after[word] << 63 | right;
            into[word] = up & down & left & right;
        }
    }
}

#[cfg(test)]
mod tests {
    use board_core::Random;

    use super::*;

    #[test]
    fn lemma_4_enclosed_squares_are_four_shifts_and_an_and() {
        let mut random = Random::new(1);
        // Rows of less than a word, of a whole number of words, and of one bit more and less.
        for cols in (1..=9).chain(31..=33).chain(62..=66).chain(126..=130) {
            for rows in [1, 2, 3, 5, 13] {
                let board = Board::new(rows, cols).expect("in range");
                let layout = Layout::new(board);
                // From sets that enclose hardly any square to the whole board.
                for missing in [50, 10, 2, 0] {
                    let mut set = vec![0; layout.padded_words];
                    for square in board.iter().filter(|_| random.within(1..=100_u32) > missing) {
                        insert(&mut set[layout.padding..], place(board, square));
                    }
                    let mut enclosed = vec![0; layout.words];
                    layout.enclosed(&set, &mut enclosed);
                    // No bit is set for a square off the board.
                    let beyond = index(board.squares())..64 * layout.words;
                    assert!(!beyond.into_iter().any(|place| contains(&enclosed, place)), "{board}");
                    for square in board.iter() {
                        let mut steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
                            .iter()
                            .filter_map(|&(down, right)| board.leap(square, down, right));
                        let expected = steps.all(|to| contains(&set[layout.padding..], place(board, to)));
                        assert_eq!(contains(&enclosed, place(board, square)), expected, "{board} {square}");
                    }
                }
            }
        }
    }
}
