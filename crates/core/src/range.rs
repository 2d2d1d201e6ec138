//! The error for numbers that are out of range.

use std::fmt;

/// A number that is not in the allowed range.
///
/// ```
/// use board_core::Board;
///
/// let error = Board::new(0, 4).unwrap_err();
/// assert_eq!(error.to_string(), "rows 0 is out of range (1..=4294967295)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfRange {
    what: &'static str,
    value: u64,
    low: u64,
    high: u64,
}

impl OutOfRange {
    /// An error: `value`, which `what` names, is not in `low..=high`.
    #[must_use]
    pub const fn new(what: &'static str, value: u64, low: u64, high: u64) -> Self {
        Self { what, value, low, high }
    }
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} is out of range ({}..={})", self.what, self.value, self.low, self.high)
    }
}

impl std::error::Error for OutOfRange {}
