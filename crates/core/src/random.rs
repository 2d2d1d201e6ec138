//! Pseudorandom numbers that are the same everywhere and in every version.

use std::ops::RangeInclusive;

use crate::memo::index;

/// A pseudorandom number generator. A seed gives the same numbers on every machine and in every later version, so
/// that a generated input can be named by its seed. Methods can be added, but never changed; a better algorithm would
/// be added under a new [`Random::VERSION`].
///
/// The generator is Splitmix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014). A number below a bound is the upper half of a product, without bias (D. Lemire, "Fast random integer
/// generation in an interval", ACM TOMACS 29, 2019). No library is used, because libraries change their range
/// sampling between releases. Not suitable for secrets.
///
/// ```
/// use board_core::Random;
///
/// let mut random = Random::new(7);
/// assert_eq!([random.below(6), random.below(6), random.below(6)], [2, 0, 5]);
/// assert!((10..=20).contains(&random.within(10..=20_u32)));
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The version of the algorithm.
    pub const VERSION: u32 = 1;

    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns a random 64-bit number.
    pub const fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a random number below a bound.
    ///
    /// # Panics
    /// If the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "the bound is 0");
        // Rejects the lowest lower halves, so that the same number of them remains for each upper half.
        let rejected = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.word()) * u128::from(bound);
            #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
            let lower = product as u64;
            if lower >= rejected {
                return u64::try_from(product >> 64).expect("below the bound");
            }
        }
    }

    /// Returns a random number in a range.
    ///
    /// # Panics
    /// If the range is empty.
    pub fn within<T: TryFrom<u64> + Into<u64> + Copy>(&mut self, range: RangeInclusive<T>) -> T {
        let (min, max): (u64, u64) = ((*range.start()).into(), (*range.end()).into());
        assert!(min <= max, "the range is empty");
        let number = match (max - min).checked_add(1) {
            Some(bound) => min + self.below(bound),
            None => self.word(),
        };
        T::try_from(number).ok().expect("both ends of the range are numbers of this type")
    }

    /// Returns a random item of a slice; `None` if it is empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        let place = self.below(items.len() as u64);
        items.get(index(place))
    }

    /// Shuffles a slice; all orders are equally likely (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = index(self.below(last as u64 + 1));
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        // The first numbers of seed 1234567, by the authors' program.
        let mut random = Random::new(1_234_567);
        let words = std::array::from_fn(|_| random.word());
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
        let mut random = Random::new(0);
        let numbers: Vec<u64> = (1..=10).map(|bound| random.below(bound * bound)).collect();
        assert_eq!(numbers, FROZEN_BELOW);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        random.shuffle(&mut items);
        assert_eq!(items, FROZEN_ORDER);
    }

    const FROZEN_BELOW: [u64; 10] = [0, 1, 0, 15, 2, 11, 8, 49, 19, 95];
    const FROZEN_ORDER: [u32; 8] = [6, 0, 1, 4, 2, 7, 5, 3];

    #[test]
    fn numbers_of_a_range_are_equally_likely() {
        let mut random = Random::new(3);
        let mut counts = [0_u32; 6];
        for _ in 0..6000 {
            counts[usize::from(random.within(0..=5_u8))] += 1;
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        assert_eq!(random.within(4..=4_u32), 4);
        random.within(0..=u64::MAX);
        assert_eq!(random.choose::<u8>(&[]), None);
    }
}
