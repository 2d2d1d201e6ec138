//! Wythoff pairs in integer arithmetic.
//!
//! With the golden ratio φ = (1 + √5) / 2, the k-th Wythoff pair is A(k) = ⌊kφ⌋ and B(k) = A(k) + k: (0, 0), (1, 2),
//! (3, 5), (4, 7), … No floating-point number is involved: doubles give wrong pairs from k = 102,334,155 on.
//!
//! **Claim 1 (division by φ).** For every integer x from 0 to 2^63, `div_phi` returns ⌊x / φ⌋.
//!
//! *Proof.* Let r = ⌊2^64 / φ⌋. Then 0 <= x / φ - x r / 2^64 < x / 2^64 < 1, so ⌊x / φ⌋ is the guess ⌊x r / 2^64⌋ or
//! the next integer. As 1 / φ is the positive root of t² + t = 1, an integer n is at most x / φ exactly if
//! n² + n x <= x², which decides between the two.
//!
//! **Claim 2 (Wythoff pairs).** Every integer from 1 on is in exactly one pair (W. A. Wythoff, "A modification of the
//! game of nim", Nieuw Archief voor Wiskunde 7, 1907; it is S. Beatty's theorem of 1926 for φ and φ² = φ + 1). So the
//! k-th pair is also found greedily: A(k) is the least integer from 1 on that is in no earlier pair.
//!
//! **Claim 3 (partner).** Let i = ⌊x / φ⌋ + 1 for an integer x from 1 on. The other number of the pair of x is x + i if
//! A(i) = x, and i - 1 otherwise.
//!
//! *Proof.* As φ is irrational, i is the least integer with iφ >= x, that is, with A(i) >= x. If A(i) = x, then x is the
//! smaller number of the i-th pair. Otherwise x is no A, so x = B(j) for some j by claim 2. B(j) = ⌊jφ²⌋, so
//! x < jφ² < x + 1, and j is x / φ² rounded up. As 1 / φ² = 1 - 1 / φ, that is x - ⌊x / φ⌋ = x + 1 - i, and
//! A(j) = x - j = i - 1.

use std::ops::{Add, Div, Mul, Rem, Sub};

/// The integer types of distances. Callers never subtract to below 0.
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
    /// ⌊x / φ⌋.
    fn div_phi(&self) -> Self;
}

/// For every x up to 2^63 (claim 1).
impl Natural for u64 {
    fn div_phi(&self) -> Self {
        /// ⌊2^64 / φ⌋.
        const RECIPROCAL: u128 = 0x9E37_79B9_7F4A_7C15;
        let x = u128::from(*self);
        let guess = (x * RECIPROCAL) >> 64;
        let next = guess + 1;
        let exact = if next * (next + x) <= x * x { next } else { guess };
        u64::try_from(exact).expect("not above x")
    }
}

/// Returns A(k) = ⌊kφ⌋, the smaller number of the k-th pair: φ = 1 + 1 / φ.
pub(crate) fn lower<N: Natural>(k: &N) -> N {
    k.clone() + k.div_phi()
}

/// Returns the other number of the pair of `x` (claim 3), and 0 for 0.
pub(crate) fn partner<N: Natural>(x: &N) -> N {
    let before = x.div_phi();
    let i = before.clone() + N::from(1);
    if lower(&i) == *x { x.clone() + i } else { before }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;
    use crate::rules::MAX_SIDE;

    /// Whether `quotient` is ⌊x / φ⌋: n² + n x <= x² holds for it and not for the next integer.
    fn is_quotient(x: u64, quotient: u64) -> bool {
        let (x, quotient) = (u128::from(x), u128::from(quotient));
        let next = quotient + 1;
        quotient * (quotient + x) <= x * x && x * x < next * (next + x)
    }

    /// Whether the two numbers, in either order, are the Wythoff pair of their difference.
    fn is_pair(x: u64, y: u64) -> bool {
        let k = x.abs_diff(y);
        x.min(y).checked_sub(k).is_some_and(|quotient| is_quotient(k, quotient))
    }

    #[test]
    fn claim_1_division_by_phi_is_exact() {
        for x in (0..100_000).chain(MAX_SIDE - 100_000..=MAX_SIDE) {
            assert!(is_quotient(x, x.div_phi()), "{x}");
        }
        // F(n) / φ = F(n-1) - (1 - φ)^n: just below F(n-1) for even n, just above it for odd n.
        let (mut before, mut this) = (1_u64, 1_u64);
        for n in 2..=92_u64 {
            assert_eq!(this.div_phi(), before - (n + 1) % 2, "F({n})");
            (before, this) = (this, before + this);
        }
        assert!(before <= MAX_SIDE && MAX_SIDE < this);
    }

    #[test]
    fn claim_2_every_number_is_in_exactly_one_pair() {
        const PAIRS: u64 = 20_000;
        let mut used = vec![false; 60_000];
        let mut least = 1;
        for k in 1..PAIRS {
            while used[least] {
                least += 1;
            }
            assert_eq!(lower(&k), least as u64);
            for number in [least, least + usize::try_from(k).expect("small")] {
                assert!(!used[number], "{number} is in two pairs");
                used[number] = true;
            }
        }
    }

    #[test]
    fn claim_3_partner_completes_the_pair() {
        assert_eq!(partner(&0_u64), 0);
        for k in 1..20_000_u64 {
            let low = lower(&k);
            assert_eq!((partner(&low), partner(&(low + k))), (low + k, low));
        }
        for x in MAX_SIDE - 1000..=MAX_SIDE {
            assert!(is_pair(x, partner(&x)), "{x}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn claim_1_holds_for_random_numbers(x in 0..=MAX_SIDE, shift in 0..63_u32) {
            let x = x >> shift;
            prop_assert!(is_quotient(x, x.div_phi()));
        }

        #[test]
        fn claim_3_holds_for_random_numbers(x in 0..MAX_SIDE, shift in 0..63_u32) {
            let x = x >> shift;
            prop_assert!(is_pair(x, partner(&x)));
        }
    }
}
