//! Why long-running work ended without an answer.

use std::fmt;

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
                write!(f, "{what} needs {needed} of memory, {allowed} may be used")
            }
            Self::AllocationFailed { what, needed } => {
                write!(f, "{what} needs {} of memory, which the system does not give", bytes(*needed, Round::Up))
            }
        }
    }
}

impl std::error::Error for Halt {}
