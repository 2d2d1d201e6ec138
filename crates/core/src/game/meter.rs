//! Limits on work whose size is not known in advance.

use crate::work::{Control, Halt, Progress};

/// Reports the progress of a solver that finds its positions one by one, and stops it at the memory limit.
pub(super) struct Meter<'a> {
    control: &'a Control<'a>,
    bytes_each: u64,
    next: usize,
}

impl<'a> Meter<'a> {
    /// The number of positions between two reports: a few tenths of a millisecond of work.
    const INTERVAL: usize = 1 << 12;

    /// A meter for positions that take this many bytes each, in addition to the overhead of hash maps.
    pub(super) fn new(control: &'a Control<'a>, bytes_each: usize) -> Self {
        // A hash map is between 7/16 and 7/8 full, and has one extra byte per slot.
        Self { control, bytes_each: 2 * (bytes_each as u64 + 1), next: Self::INTERVAL }
    }

    /// Records that this many positions have been found.
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
