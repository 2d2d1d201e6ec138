//! Limits on work whose size is only known when it is done.

use crate::work::{Control, Halt, Progress};

/// Reports progress of a solver that finds its positions one by one, and stops it at the limit of memory.
pub(super) struct Meter<'a> {
    control: &'a Control<'a>,
    bytes_each: u64,
    next: usize,
}

impl<'a> Meter<'a> {
    /// Positions between two reports: some tenth of a millisecond of work.
    const INTERVAL: usize = 1 << 12;

    /// For positions that take this many bytes each, beside what hash maps need.
    pub(super) fn new(control: &'a Control<'a>, bytes_each: usize) -> Self {
        // A hash map is between 7/16 and 7/8 full, and a byte per slot is its own.
        Self { control, bytes_each: 2 * (bytes_each as u64 + 1), next: Self::INTERVAL }
    }

    /// This many positions have been found.
    ///
    /// # Errors
    /// If they take more memory than allowed, or the work was stopped.
    pub(super) fn count(&mut self, positions: usize) -> Result<(), Halt> {
        if positions < self.next {
            return Ok(());
        }
        self.next = positions + Self::INTERVAL;
        self.control.report(Progress::new("positions", positions as u64))?;
        let (needed, allowed) = (self.bytes_each.saturating_mul(positions as u64), self.control.memory());
        if needed > allowed {
            return Err(Halt::TooLarge { what: format!("a table of {positions} positions"), needed, allowed });
        }
        Ok(())
    }
}
