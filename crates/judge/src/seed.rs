//! Numbers derived from texts: the names of files, and the random choices of opponents.

use board_core::Random;

use crate::choice::Choice;

/// A hash of some bytes that is the same everywhere and in every version: 64-bit FNV-1a, by Fowler, Noll and Vo.
pub fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, add)
}

/// The generator of an opponent's random choices. It depends only on the seed, the opponent and the input, so that one
/// game can be repeated without the games before it.
#[must_use]
pub fn random_of(seed: u64, opponent: impl Choice, input: &str) -> Random {
    Random::new(Random::new(seed).word() ^ fingerprint_of(&[opponent.name(), input]))
}

/// A hash of several texts that is the same everywhere. Each text is followed by a byte that no text contains.
#[must_use]
pub fn fingerprint_of(texts: &[&str]) -> u64 {
    fingerprint(texts.iter().flat_map(|text| text.bytes().chain([0xff])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_match_the_published_test_vectors() {
        // From the authors' list of test vectors.
        assert_eq!(fingerprint([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fingerprint(*b"foobar"), 0x8594_4171_f739_67e8);
    }
}
