//! The entries of tables.

use board_core::Side;

use crate::rules::Rowfill;

/// The number stored for a position: what the player to move collects from there on, in the game in which a square is
/// worth A + B to either player. It is at least 0 and at most the sum of all numbers (Lemmas 2 and 3 in
/// `docs/design/rowfill.md`).
pub(crate) trait Entry: Copy + Ord + Default + Send + Sync {
    /// At least as large as every entry.
    const MAX: Self;

    /// Converts a sum of numbers to an entry.
    ///
    /// # Panics
    /// If the sum does not fit.
    fn from_sum(sum: u64) -> Self;

    /// Converts the entry to a sum of numbers.
    fn to_sum(self) -> u64;

    /// Returns the sum of two entries. It is not checked for overflow: a check would keep the compiler from vectorising
    /// the loop, and by Lemma 3 there is no overflow.
    fn plus(self, other: Self) -> Self;

    /// Returns what the player to move collects of `total` if the opponent collects `self` afterwards. It is not
    /// checked for overflow, as above.
    fn subtracted_from(self, total: Self) -> Self;
}

impl Entry for i32 {
    const MAX: Self = Self::MAX;

    fn from_sum(sum: u64) -> Self {
        Self::try_from(sum).expect("the width was chosen for the sum of all numbers")
    }

    fn to_sum(self) -> u64 {
        u64::try_from(self).expect("sums are not negative")
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn subtracted_from(self, total: Self) -> Self {
        total.wrapping_sub(self)
    }
}

impl Entry for u64 {
    const MAX: Self = Self::MAX;

    fn from_sum(sum: u64) -> Self {
        sum
    }

    fn to_sum(self) -> u64 {
        self
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn subtracted_from(self, total: Self) -> Self {
        total.wrapping_sub(self)
    }
}

/// The size of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// An `i32`.
    Four,
    /// A `u64`.
    Eight,
}

impl Width {
    /// The smallest width that holds every entry of a game (Lemma 3).
    pub(crate) fn of(game: &Rowfill) -> Self {
        let numbers = |side| game.board().iter().filter_map(move |square| game.number(side, square));
        let sum: u64 = Side::ALL.into_iter().flat_map(numbers).map(i64::unsigned_abs).sum();
        if sum <= i32::MAX.unsigned_abs().into() { Self::Four } else { Self::Eight }
    }

    /// The number of bytes of an entry.
    pub(crate) const fn bytes(self) -> u64 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use board_testing::{reachable, solved};

    use board_core::{Margin, Solve};

    use super::*;
    use crate::table::Table;
    use crate::test_games::{game, margins};

    #[test]
    fn lemma_3_entries_fit_the_width_of_the_sum_of_all_numbers() {
        let width = |first: i64, second: i64| Width::of(&game(1, 2, |place| [first, 0, second, 0][place]));
        let narrow = i64::from(i32::MAX);
        assert_eq!(width(0, 0), Width::Four);
        assert_eq!(width(narrow, 0), Width::Four);
        assert_eq!(width(narrow, 1), Width::Eight);
        assert_eq!(width(i64::MAX, 0), Width::Eight);
        // The largest possible sum: the larger numbers sum to `i64::MAX`, and the others are equal to them.
        assert_eq!(width(i64::MAX, i64::MAX), Width::Eight);

        // Sums just at the limit of a width, or just past it, with the large number on any square of either side.
        for sum in [i64::from(i32::MAX), i64::from(i32::MAX) + 1, i64::MAX] {
            for large in 0..12 {
                let game = game(2, 3, |place| if place == large { sum - 11 } else { 1 });
                let all = reachable(&game, [game.start()]);
                let table: Table = solved(&game, &[]);
                assert_eq!(margins(&table, &all), margins(&solved::<_, board_core::Negamax<_>>(&game, &all), &all));
            }
        }
    }

    #[test]
    fn lemma_3_the_largest_possible_sums() {
        let max = i64::MAX;
        for numbers in [[max, 0, max, 0], [0, max, 0, max], [max, 0, 0, 0], [0, 0, 0, max]] {
            let game = game(1, 2, |place| numbers[place]);
            let expected = Margin(numbers[0] - numbers[3]);
            assert_eq!(Table::values(&game, &[game.start()], &board_core::Control::new()), Ok(vec![expected]));
        }
    }
}
