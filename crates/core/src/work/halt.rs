//! Why long-running work ended without an answer.

use std::fmt;
use std::time::Duration;

use crate::text::{Round, bytes};

/// Why long-running work ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The listener of its progress stopped it.
    Stopped,
    /// The work needs more memory than allowed.
    TooLarge {
        /// What needs the memory, for example `30 x 30`.
        what: String,
        /// The number of bytes that it needs; `u64::MAX` means that much or more.
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

/// A time in the largest unit of which there are at least two.
fn rounded(time: Duration) -> String {
    let seconds = time.as_secs();
    let units = [(YEAR, "years"), (24 * 3600, "days"), (3600, "hours"), (60, "minutes")];
    let unit = units.into_iter().find(|(length, _)| seconds >= 2 * length);
    let (length, name) = unit.unwrap_or((1, "seconds"));
    format!("{} {name}", seconds / length)
}
