//! The numbering of positions.

use crate::line_sums::LineSums;

/// The ranks of positions by their first lines: sums of binomials, of which a move subtracts one (Lemmas 4 and 5 in
/// `docs/design/rowfill.md`).
#[derive(Clone, Debug)]
pub(crate) struct Ranks {
    length: usize,
    /// The binomials by lines, then by `max`: see [`Ranks::size`].
    sizes: Vec<usize>,
}

impl Ranks {
    /// The ranks of positions of up to `lines` lines. No number here is larger than the size of a table of all
    /// positions.
    pub(crate) fn new(sums: &LineSums, lines: usize) -> Self {
        let length = sums.length;
        let mut ranks = Self { length, sizes: vec![1; (lines + 1) * (length + 1)] };
        for (line, left) in (1..=lines).flat_map(|line| (1..=length).map(move |left| (line, left))) {
            let size = ranks.size(line - 1, left) + ranks.size(line, left - 1);
            ranks.sizes[line * (length + 1) + left] = size;
        }
        ranks
    }

    /// C(max + lines, lines): the number of ways in which the first `lines` lines can have at most `max` free squares each. It
    /// is also the number of ranks in a run.
    pub(crate) fn size(&self, lines: usize, max: usize) -> usize {
        self.sizes[lines * (self.length + 1) + max]
    }

    /// The number of ranks.
    pub(crate) fn count(&self) -> usize {
        self.sizes.last().copied().unwrap_or(1)
    }

    /// The rank of a position within a run of the first lines, from the free squares in each of these (Lemma 4).
    pub(crate) fn rank(&self, left: impl Iterator<Item = usize>) -> usize {
        left.enumerate().filter(|&(_, left)| left > 0).map(|(line, left)| self.size(line + 1, left - 1)).sum()
    }
}

#[cfg(test)]
mod tests {
    use board_core::Game;
    use board_testing::reachable;

    use super::*;
    use crate::rules::{Position, Rowfill};
    use crate::test_games::{game, small_boards};

    /// A game, its ranks, and all of its positions with the free squares of each line.
    fn all_ranks((rows, cols): (u32, u32)) -> (Rowfill, Ranks, Vec<(Position, Vec<usize>)>) {
        let game = game(rows, cols, |_| 1);
        let sums = LineSums::new(&game);
        let ranks = Ranks::new(&sums, sums.lines);
        let all = reachable(&game, [game.start()]);
        let all = all.into_iter().map(|at| (at.clone(), sums.left(&at).collect())).collect();
        (game, ranks, all)
    }

    #[test]
    fn lemma_4_ranks_number_the_positions_in_the_order_of_their_last_lines() {
        for board in small_boards() {
            let (_, ranks, mut all) = all_ranks(board);
            all.sort_by_key(|(_, left)| left.iter().rev().copied().collect::<Vec<usize>>());
            assert!(all.iter().map(|(_, left)| ranks.rank(left.iter().copied())).eq(0..ranks.count()), "{board:?}");
        }
    }

    #[test]
    fn lemma_5_a_move_subtracts_one_binomial() {
        for board in small_boards() {
            let (game, ranks, all) = all_ranks(board);
            let sums = LineSums::new(&game);
            for (at, left) in all {
                for square in game.moves(&at) {
                    let after: Vec<usize> = sums.left(&game.play(&at, square).to).collect();
                    let line = (0..left.len()).find(|&line| after[line] != left[line]).expect("a square was taken");
                    let moved = ranks.rank(left.iter().copied()) - ranks.rank(after.into_iter());
                    assert_eq!(moved, ranks.size(line, left[line] - 1), "{board:?} {at:?} {square}");
                }
            }
        }
    }
}
