//! Wythoff's pairs in whole numbers.
//!
//! The k-th pair is `(floor(k phi), floor(k phi) + k)` with the golden ratio phi. Every whole number from 1 on is in
//! exactly one pair (W. A. Wythoff, "A modification of the game of nim", 1907; S. Beatty 1926). No float is used:
//! doubles give wrong pairs from k = 102,334,155 on.

/// floor(2^64 / phi).
const RECIPROCAL: u128 = 0x9E37_79B9_7F4A_7C15;

/// `floor(k phi)`, the lesser number of the k-th pair, for every k below 2^64 / √5.
///
/// With k phi = (k + √(5 k²)) / 2, rounding the root down first changes nothing, as k and the halves are whole.
pub(crate) fn lower(k: u64) -> u64 {
    let k = u128::from(k);
    u64::try_from(k.midpoint((5 * k * k).isqrt())).expect("k phi is below 2^64 where 5 k² is below 2^128")
}

/// The other number of the pair that `x` is in, for every x below 2^63; 0 for 0.
///
/// Let i be the least number with floor(i phi) >= x, so that i - 1 < x / phi < i. Either floor(i phi) is x, which then is
/// the lesser number of the i-th pair. Or x is the greater one of some j-th: x < j phi² < x + 1. As 1 / phi² is
/// 1 - 1 / phi, j is x - x / phi rounded up, x + 1 - i, and the lesser number x - j is i - 1.
pub(crate) fn partner(x: u64) -> u64 {
    // i, or one too small: the reciprocal is rounded down, which takes less than 1. Less than 2^63 / phi + 2, which
    // `lower` allows.
    let guess = ((u128::from(x) * RECIPROCAL) >> 64) + 1;
    let guess = u64::try_from(guess).expect("not above x + 1");
    let i = if lower(guess) < x { guess + 1 } else { guess };
    if lower(i) == x { x + i } else { i - 1 }
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
            assert_eq!(lower(k), low);
            assert_eq!((partner(low), partner(low + k)), (low + k, low));
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
            assert_eq!(lower(this), low);
            assert_eq!((partner(low), partner(high)), (high, low));
            (this, next) = (next, this + next);
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        for x in MAX_SIDE - 1000..MAX_SIDE {
            assert!(is_pair(x, partner(x)), "{x}");
        }
        let last = u64::try_from((u128::MAX / 5).isqrt()).expect("below 2^64");
        assert!(lower(last) > lower(last - 1));
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn lower_is_the_rounded_product(k in 0..MAX_SIDE / 2) {
            prop_assert!(is_lower(k, lower(k)));
        }

        #[test]
        fn partners_make_a_pair(x in 0..MAX_SIDE) {
            prop_assert!(is_pair(x, partner(x)));
        }
    }
}
