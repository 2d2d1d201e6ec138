//! Sums of the numbers on the free squares of a position.

use board_core::memo::index;
use board_core::{Margin, Side};

use crate::rules::{Position, Rowfill};

/// The sums of the numbers on the free squares of each line, by the number of free squares of the line.
#[derive(Clone, Debug)]
pub(crate) struct LineSums {
    /// The number of lines, which is at most their length.
    pub(crate) lines: usize,
    /// The number of squares of a line.
    pub(crate) length: usize,
    /// For each side, by [`LineSums::place`]: the sum of its numbers on the last `left` squares of a line.
    of: [Vec<i64>; 2],
}

impl LineSums {
    pub(crate) fn new(game: &Rowfill) -> Self {
        let [lines, length] = game.lines();
        let [rows, squares] = [lines, length].map(|count| index(count.into()));
        let of = Side::ALL.map(|side| {
            let mut sums = vec![0; rows * (squares + 1)];
            for (line, sums) in (0..lines).zip(sums.chunks_exact_mut(squares + 1)) {
                for (place, left) in (0..length).rev().zip(1..) {
                    let number = game.number(side, game.square(line, place));
                    sums[left] = sums[left - 1] + number.expect("on the board");
                }
            }
            sums
        });
        Self { lines: rows, length: squares, of }
    }

    /// The number of bytes that the sums take.
    pub(crate) fn memory_needed(game: &Rowfill) -> u64 {
        let [lines, length] = game.lines().map(u64::from);
        16 * lines * (length + 1)
    }

    fn place(&self, line: usize, left: usize) -> usize {
        line * (self.length + 1) + left
    }

    /// The number of free squares in each line of a position.
    ///
    /// # Panics
    /// If the position was made for another board, as far as that can be noticed.
    pub(crate) fn left(&self, at: &Position) -> impl Iterator<Item = usize> {
        at.left(self.lines, self.length)
    }

    /// The sum of A + B over the last `left` squares of a line.
    pub(crate) fn worth(&self, line: usize, left: usize) -> u64 {
        let place = self.place(line, left);
        self.of.iter().map(|sums| sums[place].unsigned_abs()).sum()
    }

    /// The value of a position in which the player to move collects this much of all A + B (Lemma 2).
    pub(crate) fn margin(&self, at: &Position, collected: u64) -> Margin {
        let opponent = &self.of[at.to_move().other() as usize];
        let lines = self.left(at).enumerate();
        let free: i128 = lines.map(|(line, left)| i128::from(opponent[self.place(line, left)])).sum();
        let margin = i128::from(collected) - free;
        Margin(margin.try_into().expect("a margin is at most the sum of the larger numbers"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use board_core::{Game, Negamax};
    use board_testing::{reachable, solved};

    use super::*;
    use crate::test_games::{game, margins, mixed};

    #[test]
    fn lemma_2_one_number_per_square_is_enough() {
        for (rows, cols) in [(1, 1), (1, 6), (2, 3), (3, 2), (3, 3), (4, 3), (2, 7)] {
            let game = game(rows, cols, mixed);
            let sums = LineSums::new(&game);
            let mut all = reachable(&game, [game.start()]);
            let expected = margins(&solved::<_, Negamax<_>>(&game, &all), &all);
            let expected: HashMap<Position, Margin> = all.iter().cloned().zip(expected).collect();
            // What the player to move collects, by the recurrence alone, from the full board back.
            all.sort_by_key(|at| sums.left(at).sum::<usize>());
            let mut collected: HashMap<Position, u64> = HashMap::new();
            for at in all {
                let free: u64 = sums.left(&at).enumerate().map(|(line, left)| sums.worth(line, left)).sum();
                let after = game.moves(&at).map(|square| collected[&game.play(&at, square).to]).min();
                let here = after.map_or(0, |least| free - least);
                assert_eq!(sums.margin(&at, here), expected[&at], "{rows}x{cols} {at:?}");
                collected.insert(at, here);
            }
        }
    }
}
