//! The progress of long-running work.

use std::fmt;
use std::ops::ControlFlow;

use crate::text::grouped;

/// Receives progress, on the thread that started the work, and returns whether to continue.
pub type Listener<'a> = dyn Fn(&Progress<'_>) -> ControlFlow<()> + Sync + 'a;

/// The progress of long-running work, and what it has found so far.
///
/// ```
/// use board_core::Progress;
///
/// let half = Progress::new("rows", 50).of(100).found(&"margin at least 2");
/// assert_eq!(half.to_string(), "50 of 100 rows, margin at least 2");
/// ```
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// What is counted, in the plural, for example `layers`.
    pub what: &'static str,
    /// The number of them that are done.
    pub done: u64,
    /// The total number, if it is known.
    pub of: Option<u64>,
    /// What is known so far, in a few words; formatted only if displayed.
    pub found: Option<&'a dyn fmt::Display>,
}

impl<'a> Progress<'a> {
    /// Progress with this many done.
    #[must_use]
    pub const fn new(what: &'static str, done: u64) -> Self {
        Self { what, done, of: None, found: None }
    }

    /// Sets the total number, if it is known.
    #[must_use]
    pub fn of(self, all: impl Into<Option<u64>>) -> Self {
        Self { of: all.into(), ..self }
    }

    /// Adds what is known so far.
    #[must_use]
    pub const fn found(self, found: &'a dyn fmt::Display) -> Self {
        Self { found: Some(found), ..self }
    }
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", grouped(self.done.into()))?;
        if let Some(all) = self.of {
            write!(f, " of {}", grouped(all.into()))?;
        }
        write!(f, " {}", self.what)?;
        self.found.map_or(Ok(()), |found| write!(f, ", {found}"))
    }
}
