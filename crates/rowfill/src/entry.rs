//! What is kept for a position, and what it says of the margin.

use board_core::memo::index;
use board_core::{Margin, Side};

use crate::rules::{Position, Rowfill};

/// A number that is kept for a position: what the player to move gains in all, where a square gains A + B for either. It
/// is at least 0 and at most the sum of all numbers.
pub(crate) trait Entry: Copy + Ord + Default + Send + Sync {
    /// No less than any that is kept.
    const MOST: Self;

    /// From a sum that it holds.
    fn of(sum: u64) -> Self;

    /// As a sum.
    fn sum(self) -> u64;

    /// The sum of both.
    fn and(self, other: Self) -> Self;

    /// What the player to move gets of all that is free, where the other then gets so much of it. A check for overflow
    /// would keep the compiler from working on several at once; there is none, as a part is not more than all.
    fn of_all(self, all: Self) -> Self;
}

impl Entry for i32 {
    const MOST: Self = Self::MAX;

    fn of(sum: u64) -> Self {
        Self::try_from(sum).expect("entries that hold the sum of all were chosen")
    }

    fn sum(self) -> u64 {
        u64::try_from(self).expect("sums are not negative")
    }

    fn and(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn of_all(self, all: Self) -> Self {
        all.wrapping_sub(self)
    }
}

impl Entry for u64 {
    const MOST: Self = Self::MAX;

    fn of(sum: u64) -> Self {
        sum
    }

    fn sum(self) -> u64 {
        self
    }

    fn and(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn of_all(self, all: Self) -> Self {
        all.wrapping_sub(self)
    }
}

/// The bytes of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    Four,
    Eight,
}

impl Width {
    /// The least that does for a game.
    pub(crate) fn of(game: &Rowfill) -> Self {
        // The larger numbers sum to at most `i64::MAX`, so all sum to less than twice as much and one.
        let number = |side| game.board().iter().filter_map(move |square| game.number(side, square));
        let sum: u64 = Side::ALL.into_iter().flat_map(number).map(i64::unsigned_abs).sum();
        if sum <= i32::MAX.unsigned_abs().into() { Self::Four } else { Self::Eight }
    }

    pub(crate) const fn bytes(self) -> u64 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// What is still to be had in a line, by its number of free squares.
#[derive(Clone, Debug)]
pub(crate) struct Ahead {
    pub(crate) lines: usize,
    /// The squares of a line.
    pub(crate) length: usize,
    /// For either side the sum of its numbers on the last so many squares of a line.
    of: [Vec<i64>; 2],
}

impl Ahead {
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

    /// The bytes that it takes.
    pub(crate) fn memory_needed(game: &Rowfill) -> u64 {
        let [lines, length] = game.lines().map(u64::from);
        16 * lines * (length + 1)
    }

    /// The free squares of each line of a position.
    pub(crate) fn left(&self, at: &Position) -> impl Iterator<Item = usize> {
        at.left(self.lines, self.length)
    }

    /// The sum of A + B over the last so many squares of a line.
    pub(crate) fn worth(&self, line: usize, left: usize) -> u64 {
        let at = line * (self.length + 1) + left;
        self.of.iter().map(|sums| sums[at].unsigned_abs()).sum()
    }

    /// The value of a position in which the player to move gains so much in all of A + B.
    pub(crate) fn margin(&self, at: &Position, gained: u64) -> Margin {
        // The player gains A + B instead of A on own squares, and the B of these and of the other's are all B that are ahead.
        let others = &self.of[at.to_move().other() as usize];
        let lines = self.left(at).enumerate();
        let ahead: i128 = lines.map(|(line, left)| i128::from(others[line * (self.length + 1) + left])).sum();
        let margin = i128::from(gained) - ahead;
        Margin(margin.try_into().expect("no margin passes the sum of the larger numbers"))
    }
}

/// C(of, taken), `u128::MAX` for that much or more.
pub(crate) fn binomial(of: u128, taken: u128) -> u128 {
    // Each product is a binomial times the next divisor, and the binomials only grow where at most half is taken.
    let step = |ways: u128, chosen: u128| Some(ways.checked_mul(of - chosen)? / (chosen + 1));
    (0..taken.min(of - taken)).try_fold(1, step).unwrap_or(u128::MAX)
}

/// How many positions there are, as far as `u128` tells.
pub(crate) fn positions(game: &Rowfill) -> u128 {
    let [lines, length] = game.lines().map(u128::from);
    binomial(lines + length, lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::game;

    #[test]
    fn entries_are_as_wide_as_the_sums_need() {
        let sum = |first: i64, second: i64| Width::of(&game(1, 2, |place| [first, 0, second, 0][place]));
        let narrow = i64::from(i32::MAX);
        assert_eq!(sum(0, 0), Width::Four);
        assert_eq!(sum(narrow, 0), Width::Four);
        assert_eq!(sum(narrow, 1), Width::Eight);
        assert_eq!(sum(i64::MAX, 0), Width::Eight);
        assert_eq!(sum(i64::MAX, i64::MAX), Width::Eight);
    }

    #[test]
    fn binomials_of_any_size() {
        assert_eq!(binomial(0, 0), 1);
        assert_eq!(binomial(60, 30), 118_264_581_564_861_424);
        assert_eq!(binomial(100_001, 100_000), 100_001);
        assert_eq!(binomial(1 << 33, 1 << 32), u128::MAX);
    }
}
