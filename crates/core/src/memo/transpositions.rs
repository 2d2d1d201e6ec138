//! A transposition table of bounds, shared by threads.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bits::index;

/// The bounds of a value: it is at least `lower` and at most `upper`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The largest known lower bound.
    pub lower: i8,
    /// The smallest known upper bound.
    pub upper: i8,
}

impl Bounds {
    /// No bounds are known.
    pub const UNKNOWN: Self = Self { lower: i8::MIN, upper: i8::MAX };

    /// Combines two bounds of the same value.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            lower: if self.lower > other.lower { self.lower } else { other.lower },
            upper: if self.upper < other.upper { self.upper } else { other.upper },
        }
    }
}

/// A table of bounds of values, by keys of a fixed number of bits. It does not grow: when a line is full, a new
/// entry replaces the one with the least weight.
///
/// An entry belongs to exactly one key; a key without an entry has [`Bounds::UNKNOWN`]. The bits of a key are mixed by
/// a one-to-one map. Some of the mixed bits select the line, and the entry stores all others: 40 bits, in addition to
/// 16 for the bounds and 8 for the weight. So an entry is one 64-bit number, which is read and written at once, and any
/// number of threads can share the table without locks. If two threads write an entry at the same moment, one of the
/// two may be lost. A line of eight entries is 64 bytes, one cache line.
///
/// ```
/// use board_core::memo::{Bounds, Transpositions};
///
/// let entries = Transpositions::entries(1 << 10);
/// let table = Transpositions::over(&entries, 40);
/// table.put(17, 3, Bounds { lower: -2, ..Bounds::UNKNOWN });
/// table.put(17, 3, Bounds { upper: 5, ..Bounds::UNKNOWN });
/// assert_eq!(table.get(17), Bounds { lower: -2, upper: 5 });
/// assert_eq!(table.get(18), Bounds::UNKNOWN);
/// ```
#[derive(Clone, Copy)]
pub struct Transpositions<'a> {
    /// The lines; their number is a power of two.
    lines: &'a [Line],
    key_bits: u32,
}

/// The number of entries per line.
const LINE: usize = 8;

/// Entries whose mixed keys have the same lower bits.
type Line = [AtomicU64; LINE];

/// From the highest bit down: the upper bits of the mixed key, the weight, 127 minus the upper bound, and the lower
/// bound plus 128. So an entry that was never written contains no bounds for key 0.
#[derive(Clone, Copy)]
struct Entry(u64);

impl<'a> Transpositions<'a> {
    /// The number of bits of a mixed key that an entry has room for.
    const KEPT_BITS: u32 = 40;

    /// Returns the size in bytes of the smallest table for keys of this many bits.
    ///
    /// # Panics
    /// If keys have more than 64 bits.
    #[must_use]
    pub const fn min_bytes(key_bits: u32) -> u64 {
        assert!(key_bits <= u64::BITS, "a key has 1 to 64 bits");
        (size_of::<Line>() as u64) << key_bits.saturating_sub(Self::KEPT_BITS)
    }

    /// Returns empty entries for a table that takes at most this many bytes, and more than half of them.
    ///
    /// # Panics
    /// If this is less than a line of 64 bytes.
    #[must_use]
    pub fn entries(bytes: u64) -> Vec<AtomicU64> {
        // Up to one line more, so that the table can be aligned to the cache lines of the processor.
        let length = index(Self::bytes_within(bytes)) / size_of::<AtomicU64>() + LINE - 1;
        // Zeros from the system take no time and no memory until they are used, unless they are written one by one.
        // Converting them to atomic numbers in place costs nothing.
        vec![0; length].into_iter().map(AtomicU64::new).collect()
    }

    /// Returns the size in bytes of the largest table that fits in this many bytes.
    ///
    /// # Panics
    /// If this is less than a line of 64 bytes.
    #[must_use]
    pub const fn bytes_within(bytes: u64) -> u64 {
        assert!(bytes >= size_of::<Line>() as u64, "a table takes at least one line of 64 bytes");
        1 << bytes.ilog2()
    }

    /// The largest table that fits in these entries. It is empty if all of them are 0. Otherwise it contains the bounds
    /// that an earlier table over the same entries stored, if that table's keys had as many bits.
    ///
    /// # Panics
    /// If there are too few entries for keys of this many bits, or if keys have no bits or more than 64.
    #[must_use]
    pub fn over(entries: &'a [AtomicU64], key_bits: u32) -> Self {
        assert!(key_bits > 0, "a key has 1 to 64 bits");
        let first = entries.as_ptr().align_offset(size_of::<Line>()).min(entries.len());
        let lines = entries[first..].as_chunks().0;
        let lines = &lines[..lines.len().checked_ilog2().map_or(0, |log| 1 << log)];
        let table = Self { lines, key_bits };
        assert!(table.bytes() >= Self::min_bytes(key_bits), "the table is too small for its keys");
        table
    }

    /// The number of bytes that the table takes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        size_of_val(self.lines) as u64
    }

    /// The percentage of entries in use, estimated from the first thousand lines. Mixed keys are spread evenly over all
    /// lines.
    #[must_use]
    pub fn percent_full(&self) -> u64 {
        let sample = self.lines[..self.lines.len().min(1000)].as_flattened();
        let written = sample.iter().filter(|entry| entry.load(Ordering::Relaxed) != 0).count() as u64;
        100 * written / sample.len() as u64
    }

    /// Prefetches the line of this key. Prefetching several keys before the first lookup saves waiting for each of
    /// them.
    ///
    /// # Panics
    /// If the key has more bits than the keys of this table.
    pub fn fetch(&self, key: u64) {
        let (entries, _) = self.place(key);
        black_box(entries[0].load(Ordering::Relaxed));
    }

    /// Returns what is known about the value of this key.
    ///
    /// # Panics
    /// If the key has more bits than the keys of this table.
    #[must_use]
    pub fn get(&self, key: u64) -> Bounds {
        let (entries, kept) = self.place(key);
        let mut entries = entries.iter().map(|entry| Entry(entry.load(Ordering::Relaxed)));
        entries.find(|entry| entry.kept() == kept).map_or(Bounds::UNKNOWN, Entry::bounds)
    }

    /// Adds bounds for the value of this key. The greater the weight, the longer they are kept.
    ///
    /// # Panics
    /// If the key has more bits than the keys of this table.
    pub fn put(&self, key: u64, weight: u8, bounds: Bounds) {
        let (entries, kept) = self.place(key);
        let load = |entry: &AtomicU64| Entry(entry.load(Ordering::Relaxed));
        let same = entries.iter().find(|entry| load(entry).kept() == kept);
        let to = same.or_else(|| entries.iter().min_by_key(|entry| load(entry).weight())).expect("eight entries");
        // Load again: another thread may have written another key there since.
        let old = load(to);
        let bounds = if old.kept() == kept { old.bounds().and(bounds) } else { bounds };
        to.store(Entry::new(kept, weight, bounds).0, Ordering::Relaxed);
    }

    /// The line of a key, and the bits that distinguish the key from others in that line.
    ///
    /// # Panics
    /// If the key has more bits than the keys of this table.
    fn place(&self, key: u64) -> (&'a Line, u64) {
        let mask = u64::MAX >> (u64::BITS - self.key_bits);
        assert!(key <= mask, "the key is too long");
        // Each step is a one-to-one map of numbers of this many bits: exclusive or with a shift, and a product with an
        // odd number.
        let half = self.key_bits.div_ceil(2);
        let mix = |key: u64, odd: u64| (key ^ key.checked_shr(half).unwrap_or(0)).wrapping_mul(odd) & mask;
        let mixed = mix(mix(key, 0xbf58_476d_1ce4_e5b9), 0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ mixed.checked_shr(half).unwrap_or(0);
        let lines = self.lines.len() as u64;
        (&self.lines[index(mixed & (lines - 1))], mixed >> lines.ilog2())
    }
}

impl Entry {
    const fn new(kept: u64, weight: u8, bounds: Bounds) -> Self {
        let [lower, upper] = [bounds.lower ^ i8::MIN, bounds.upper ^ i8::MAX];
        Self(kept << 24 | (weight as u64) << 16 | (upper.cast_unsigned() as u64) << 8 | lower.cast_unsigned() as u64)
    }

    const fn kept(self) -> u64 {
        self.0 >> 24
    }

    const fn weight(self) -> u8 {
        self.0.to_le_bytes()[2]
    }

    const fn bounds(self) -> Bounds {
        let [lower, upper, ..] = self.0.to_le_bytes();
        Bounds { lower: lower.cast_signed() ^ i8::MIN, upper: upper.cast_signed() ^ i8::MAX }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_the_largest_power_of_two_that_fits() {
        for (bytes, taken) in [(64, 64), (127, 64), (128, 128), (1 << 20, 1 << 20), ((1 << 20) - 1, 1 << 19)] {
            assert_eq!(Transpositions::over(&Transpositions::entries(bytes), 40).bytes(), taken);
            assert_eq!(Transpositions::bytes_within(bytes), taken);
        }
        assert_eq!(Transpositions::min_bytes(1), 64);
        assert_eq!(Transpositions::min_bytes(42), 256);
        assert_eq!(Transpositions::min_bytes(64), 1 << 30);
    }

    #[test]
    fn a_full_line_replaces_its_entry_of_least_weight() {
        let entries = Transpositions::entries(64);
        let table = Transpositions::over(&entries, 10);
        let bounds = |key: u64| Bounds { lower: i8::try_from(key).expect("small"), upper: 100 };
        assert_eq!(table.get(0), Bounds::UNKNOWN);
        for key in 0..9 {
            table.put(key, 20 - u8::try_from(key).expect("small"), bounds(key));
        }
        // The eighth had the least weight.
        for key in [0, 1, 2, 3, 4, 5, 6, 8] {
            assert_eq!(table.get(key), bounds(key));
        }
        assert_eq!(table.get(7), Bounds::UNKNOWN);
        table.put(5, 15, Bounds { lower: -3, upper: 7 });
        assert_eq!(table.get(5), Bounds { lower: 5, upper: 7 });
        assert_eq!(table.percent_full(), 100);
        let entries = Transpositions::entries(1 << 20);
        let large = Transpositions::over(&entries, 20);
        assert_eq!(large.percent_full(), 0);
        (0..1 << 16).for_each(|key| large.put(key, 1, Bounds { lower: 0, upper: 0 }));
        assert!((40..=60).contains(&large.percent_full()));
    }

    /// With a line of eight entries per key no line gets more than eight of the keys, so none is replaced.
    #[test]
    fn a_table_with_room_for_all_keys_replaces_none() {
        for key_bits in 1..=16 {
            let entries = Transpositions::entries(64 << key_bits);
            let table = Transpositions::over(&entries, key_bits);
            assert_eq!(table.bytes(), 64 << key_bits);
            let bounds = |key: u64| {
                let lower = i8::try_from(key % 251 % 128).expect("below 128");
                Bounds { lower: -lower, upper: lower }
            };
            let keys = 0..1_u64 << key_bits;
            keys.clone().for_each(|key| table.put(key, 1, bounds(key)));
            for key in keys {
                assert_eq!(table.get(key), bounds(key), "key {key} of {key_bits} bits");
            }
        }
    }

    #[test]
    fn threads_add_bounds_to_the_same_keys() {
        const KEYS: u64 = 2000;
        let entries = Transpositions::entries(1 << 20);
        let table = Transpositions::over(&entries, 41);
        let lower = |key: u64| i8::try_from(key % 50).expect("small");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for key in 0..KEYS {
                        let bounds = match thread % 2 {
                            0 => Bounds { lower: lower(key), ..Bounds::UNKNOWN },
                            _ => Bounds { upper: 60, ..Bounds::UNKNOWN },
                        };
                        table.put(key << 29, 1, bounds);
                    }
                });
            }
        });
        let mut known = 0;
        for key in 0..KEYS {
            let found = table.get(key << 29);
            assert!([lower(key), i8::MIN].contains(&found.lower) && [60, i8::MAX].contains(&found.upper), "{found:?}");
            known += u64::from(found != Bounds::UNKNOWN);
        }
        // If two threads write an entry at the same moment, one of the two may be lost, but that is rare.
        assert!(10 * known > 9 * KEYS, "{known} of {KEYS}");
    }

    #[test]
    fn keys_that_differ_in_one_bit_do_not_share_an_entry() {
        for (bytes, key_bits) in [(64, 40), (128, 41), (64 << 12, 52)] {
            let entries = Transpositions::entries(bytes);
            let table = Transpositions::over(&entries, key_bits);
            let known = Bounds { lower: 3, upper: 5 };
            let key = 0x0123_4567_89ab_cdef & (u64::MAX >> (u64::BITS - key_bits));
            table.put(key, 1, known);
            assert_eq!(table.get(key), known);
            for bit in 0..key_bits {
                assert_eq!(table.get(key ^ 1 << bit), Bounds::UNKNOWN, "{key_bits} bits, bit {bit}");
            }
            // A table over the same entries has the bounds of the first one, and its lines are aligned.
            let again = Transpositions::over(&entries, key_bits);
            assert_eq!(again.get(key), known);
            assert_eq!(again.lines.as_ptr() as usize % 64, 0);
        }
    }

    #[test]
    fn bounds_of_a_key_only_tighten_and_its_last_weight_counts() {
        let entries = Transpositions::entries(64);
        let table = Transpositions::over(&entries, 10);
        table.put(0, 20, Bounds { lower: -2, upper: 7 });
        table.put(0, 20, Bounds { lower: -5, upper: 9 });
        assert_eq!(table.get(0), Bounds { lower: -2, upper: 7 });
        table.put(0, 1, Bounds { lower: 4, upper: 6 });
        assert_eq!(table.get(0), Bounds { lower: 4, upper: 6 });
        (1..=8).for_each(|key| table.put(key, 10, Bounds { lower: 0, upper: 1 }));
        assert_eq!(table.get(0), Bounds::UNKNOWN, "it had the least weight");
    }

    #[test]
    #[should_panic(expected = "the key is too long")]
    fn get_panics_on_a_key_that_is_too_long() {
        let _ = Transpositions::over(&Transpositions::entries(64), 10).get(1 << 10);
    }

    #[test]
    #[should_panic(expected = "the key is too long")]
    fn put_panics_on_a_key_that_is_too_long() {
        Transpositions::over(&Transpositions::entries(64), 10).put(1 << 10, 1, Bounds::UNKNOWN);
    }

    #[test]
    #[should_panic(expected = "the table is too small for its keys")]
    fn a_table_too_small_for_its_keys_is_refused() {
        let _ = Transpositions::over(&Transpositions::entries(64), 41);
    }

    #[test]
    #[should_panic(expected = "a key has 1 to 64 bits")]
    fn keys_without_bits_are_refused() {
        let _ = Transpositions::over(&Transpositions::entries(64), 0);
    }

    #[test]
    #[should_panic(expected = "a key has 1 to 64 bits")]
    fn keys_of_more_than_64_bits_are_refused() {
        let _ = Transpositions::min_bytes(65);
    }
}
