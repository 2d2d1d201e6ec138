//! Indices and sets of bits.

use std::iter;

/// Converts a place in a table to an index. Lengths and ranks are `u64`, since `usize` has 32 bits in WebAssembly; the
/// places of a table that passed [`Control::reserve`](crate::Control::reserve) always fit `usize`.
///
/// # Panics
/// If the place does not fit `usize`, which means that the table was not reserved.
#[must_use]
pub fn index(place: u64) -> usize {
    usize::try_from(place).expect("the table has been reserved")
}

/// Returns the indices of the set bits of a word, lowest first.
///
/// ```
/// use board_core::memo::bits;
///
/// assert!(bits(0b1001_0100).eq([2, 4, 7]));
/// ```
#[inline]
pub fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_bits_are_listed_lowest_first() {
        for word in [0, 1, 1 << 63, u64::MAX, 0x8000_0001_4020_0a50] {
            assert!(bits(word).eq((0..64).filter(|bit| word >> bit & 1 == 1)), "{word:x}");
        }
    }
}
