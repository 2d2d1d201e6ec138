//! Wythoff's pairs in whole numbers.
//!
//! The k-th pair is `(floor(k phi), floor(k phi) + k)` with the golden ratio phi. Every whole number from 1 on is in
//! exactly one pair (W. A. Wythoff, "A modification of the game of nim", 1907; S. Beatty 1926). No float is used:
//! doubles give wrong pairs from k = 102,334,155 on.

use std::ops::{Add, Div, Mul, Rem, Sub};

/// The whole numbers in which distances are counted. Subtraction never goes below 0.
pub(crate) trait Natural:
    Clone
    + Ord
    + From<u8>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
    /// `floor(x / phi)`.
    fn per_phi(&self) -> Self;
}

/// For every x up to 2^63.
impl Natural for u64 {
    fn per_phi(&self) -> Self {
        /// floor(2^64 / phi).
        const RECIPROCAL: u128 = 0x9E37_79B9_7F4A_7C15;
        let x = u128::from(*self);
        // The reciprocal is rounded down, which takes less than 1: this or the next number is it. As 1 / phi is the
        // positive root of t² + t = 1, a number n is at most x / phi exactly if n² + n x is at most x².
        let guess = (x * RECIPROCAL) >> 64;
        let next = guess + 1;
        let exact = if next * (next + x) <= x * x { next } else { guess };
        u64::try_from(exact).expect("not above x")
    }
}

/// `floor(k phi)`, the lesser number of the k-th pair: phi is 1 + 1 / phi.
pub(crate) fn lower<N: Natural>(k: &N) -> N {
    k.clone() + k.per_phi()
}

/// The other number of the pair that `x` is in; 0 for 0.
///
/// Let i be the least number with floor(i phi) >= x, so that i - 1 < x / phi < i. Either floor(i phi) is x, which then is
/// the lesser number of the i-th pair. Or x is the greater one of some j-th: x < j phi² < x + 1. As 1 / phi² is
/// 1 - 1 / phi, j is x - x / phi rounded up, x + 1 - i, and the lesser number x - j is i - 1.
pub(crate) fn partner<N: Natural>(x: &N) -> N {
    let before = x.per_phi();
    let i = before.clone() + N::from(1);
    if lower(&i) == *x { x.clone() + i } else { before }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;
    use crate::MAX_SIDE;

    /// Whether `low = floor(k phi)`, by squares alone: 2 low - k < k √5 < 2 low + 2 - k.
    fn is_lower(k: u64, low: u64) -> bool {
        let (k, low) = (u128::from(k), u128::from(low));
        let below = 2 * low - k;
        below * below <= 5 * k * k && 5 * k * k < (below + 2) * (below + 2)
    }

    /// Whether the two are Wythoff's pair of their difference.
    fn is_pair(x: u64, y: u64) -> bool {
        is_lower(x.abs_diff(y), x.min(y))
    }

    #[test]
    fn the_pairs_are_those_of_the_greedy_rule() {
        // Wythoff's own way: the next pair starts with the least number that no pair has yet.
        const PAIRS: u64 = 20_000;
        let mut used = vec![false; 60_000];
        let mut least = 0;
        for k in 0..PAIRS {
            while used[least] {
                least += 1;
            }
            let low = least as u64;
            assert_eq!(lower(&k), low);
            assert_eq!((partner(&low), partner(&(low + k))), (low + k, low));
            for number in [low, low + k] {
                used[usize::try_from(number).expect("small")] = true;
            }
        }
    }

    #[test]
    fn fibonacci_numbers_make_pairs() {
        // F(n) phi = F(n+1) - (1 - phi)^n: just below F(n+1) for even n, just above it for odd n.
        let (mut this, mut next) = (1_u64, 1_u64);
        for n in 1.. {
            let low = if n % 2 == 0 { next - 1 } else { next };
            let high = low + this;
            if high >= MAX_SIDE {
                assert_eq!(n, 91);
                break;
            }
            assert_eq!(lower(&this), low);
            assert_eq!((partner(&low), partner(&high)), (high, low));
            (this, next) = (next, this + next);
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        for x in MAX_SIDE - 1000..=MAX_SIDE {
            assert!(is_pair(x, partner(&x)), "{x}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn lower_is_the_rounded_product(k in 0..MAX_SIDE / 2) {
            prop_assert!(is_lower(k, lower(&k)));
        }

        #[test]
        fn partners_make_a_pair(x in 0..MAX_SIDE) {
            prop_assert!(is_pair(x, partner(&x)));
        }
    }
}
