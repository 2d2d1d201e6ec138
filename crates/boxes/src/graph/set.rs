//! Sets of up to 64 members as bits.

/// The set of one member.
pub(super) const fn only(member: u32) -> u64 {
    1 << member
}

/// The number of members.
pub(super) const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}
