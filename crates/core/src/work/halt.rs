//! Why long-running work ended without an answer.

use std::fmt;
use std::time::Duration;

use crate::text::{Round, bytes};

/// Why long-running work ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The progress listener stopped it.
    Stopped,
    /// The work needs more memory than allowed.
    TooLarge {
        /// What needs the memory, for example `30 x 30`.
        what: String,
        /// The number of bytes that it needs; `u64::MAX` means at least that many.
        needed: u64,
        /// The number of bytes that are allowed.
        allowed: u64,
    },
    /// The work is expected to take longer than allowed.
    TooLong {
        /// What takes the time, for example `6 x 6`.
        what: String,
        /// A rough estimate of the time.
        expected: Duration,
        /// The time that is allowed.
        allowed: Duration,
    },
    /// This method cannot solve it with any amount of memory or time.
    OutOfReach {
        /// What cannot be solved, for example `6 x 6 with 84 open edges`.
        what: String,
        /// The limit of the method, for example `a search handles at most 64 open edges`.
        limit: String,
    },
    /// The system does not provide the memory that the work needs.
    AllocationFailed {
        /// What needs the memory.
        what: String,
        /// The number of bytes that it needs.
        needed: u64,
    },
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::TooLarge { what, needed, allowed } => {
                let (needed, allowed) = (bytes(*needed, Round::Up), bytes(*allowed, Round::Down));
                write!(f, "{what} needs {needed} of memory, but the limit is {allowed}")
            }
            Self::TooLong { what, expected, allowed } => {
                write!(f, "{what} would take {}, but the limit is {}", about(*expected), rounded(*allowed))
            }
            Self::OutOfReach { what, limit } => write!(f, "{what} is out of reach ({limit})"),
            Self::AllocationFailed { what, needed } => {
                write!(f, "{what} needs {} of memory, which the system cannot provide", bytes(*needed, Round::Up))
            }
        }
    }
}

impl std::error::Error for Halt {}

/// An estimate of a time.
fn about(time: Duration) -> String {
    const MAX_YEARS: u64 = 1000;
    if time.as_secs() / YEAR >= MAX_YEARS {
        "thousands of years".to_owned()
    } else {
        format!("about {}", rounded(time))
    }
}

const YEAR: u64 = 365 * 24 * 3600;

/// A time in the largest unit that gives at least two.
fn rounded(time: Duration) -> String {
    let seconds = time.as_secs();
    let units = [(YEAR, "years"), (24 * 3600, "days"), (3600, "hours"), (60, "minutes")];
    let unit = units.into_iter().find(|(length, _)| seconds >= 2 * length);
    let (length, name) = unit.unwrap_or((1, "seconds"));
    format!("{} {name}", seconds / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_use_the_largest_unit_that_gives_at_least_two() {
        const HOUR: u64 = 3600;
        let text = |expected, allowed| {
            let [expected, allowed] = [expected, allowed].map(Duration::from_secs);
            Halt::TooLong { what: "6 x 6".to_owned(), expected, allowed }.to_string()
        };
        for (expected, allowed, message) in [
            (119, 60, "6 x 6 would take about 119 seconds, but the limit is 60 seconds"),
            (120, 119, "6 x 6 would take about 2 minutes, but the limit is 119 seconds"),
            (2 * HOUR - 1, 0, "6 x 6 would take about 119 minutes, but the limit is 0 seconds"),
            (47 * HOUR, 24 * HOUR, "6 x 6 would take about 47 hours, but the limit is 24 hours"),
            (48 * HOUR, 24 * HOUR, "6 x 6 would take about 2 days, but the limit is 24 hours"),
            (2 * YEAR, 48 * HOUR, "6 x 6 would take about 2 years, but the limit is 2 days"),
            (1000 * YEAR - 1, HOUR, "6 x 6 would take about 999 years, but the limit is 60 minutes"),
            (1000 * YEAR, HOUR, "6 x 6 would take thousands of years, but the limit is 60 minutes"),
        ] {
            assert_eq!(text(expected, allowed), message);
        }
    }

    #[test]
    fn memory_errors_state_the_amounts() {
        let what = || "30 x 30".to_owned();
        let large = Halt::TooLarge { what: what(), needed: 5 << 30, allowed: 2 << 30 };
        assert_eq!(large.to_string(), "30 x 30 needs 5 GiB of memory, but the limit is 2 GiB");
        let failed = Halt::AllocationFailed { what: what(), needed: 5 << 30 };
        assert_eq!(failed.to_string(), "30 x 30 needs 5 GiB of memory, which the system cannot provide");
        assert_eq!(Halt::Stopped.to_string(), "stopped");
    }
}
