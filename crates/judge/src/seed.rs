//! Numbers that depend on texts alone: names of files, and the random choices of opponents.

use board_core::Random;

use crate::choice::Choice;

/// A number for some bytes that is the same everywhere, in every version: the hash of Fowler, Noll and Vo, FNV-1a, of 64 bits.
pub fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, add)
}

/// The random choices of an opponent: they depend on the seed, the opponent and the input alone, so that one game can be
/// repeated without those before it.
#[must_use]
pub fn random_of(seed: u64, opponent: impl Choice, input: &str) -> Random {
    Random::new(Random::new(seed).word() ^ fingerprint_of(&[opponent.name(), input]))
}

/// A number for some texts that is the same everywhere. A byte that no text contains ends each of them.
#[must_use]
pub fn fingerprint_of(texts: &[&str]) -> u64 {
    fingerprint(texts.iter().flat_map(|text| text.bytes().chain([0xff])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_the_published_ones() {
        // From the authors' list of test vectors.
        assert_eq!(fingerprint([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fingerprint(*b"foobar"), 0x8594_4171_f739_67e8);
    }
}
