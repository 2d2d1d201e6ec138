//! How far long work is.

use std::fmt;
use std::ops::ControlFlow;

use crate::text::grouped;

/// Receives progress, on the thread that started the work, and says whether to go on.
pub type Listener<'a> = dyn Fn(&Progress<'_>) -> ControlFlow<()> + Sync + 'a;

/// How far some work is, and what it has found.
///
/// ```
/// use board_core::Progress;
///
/// let half = Progress::new("rows", 50).of(100).found(&"margin at least 2");
/// assert_eq!(half.to_string(), "50 of 100 rows, margin at least 2");
/// ```
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// What is counted, in the plural: `layers`.
    pub what: &'static str,
    /// How many of them are done.
    pub done: u64,
    /// How many there will be, where that is known.
    pub of: Option<u64>,
    /// What is known so far, in a few words: written only where somebody reads it.
    pub found: Option<&'a dyn fmt::Display>,
}

impl<'a> Progress<'a> {
    /// So many are done.
    #[must_use]
    pub const fn new(what: &'static str, done: u64) -> Self {
        Self { what, done, of: None, found: None }
    }

    /// Of so many in all, where that is known.
    #[must_use]
    pub fn of(self, all: impl Into<Option<u64>>) -> Self {
        Self { of: all.into(), ..self }
    }

    /// And this is known so far.
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
