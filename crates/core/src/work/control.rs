//! The limits of long-running work, and the listener to its progress.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Duration;

use super::halt::Halt;
use super::progress::{Listener, Progress};
use crate::OutOfRange;

/// The limits of long-running work (bytes, threads, expected time), and the listener that receives its progress and can stop it.
///
/// ```
/// use board_core::{Control, Halt};
///
/// let control = Control::new().with_memory(1 << 20).with_threads(2)?;
/// assert!(control.reserve("3 x 3", 1 << 10).is_ok());
/// let refused = control.reserve("300 x 300", 1 << 40).unwrap_err();
/// assert_eq!(refused.to_string(), "300 x 300 needs 1 TiB of memory, but the limit is 1 MiB");
/// # Ok::<(), board_core::OutOfRange>(())
/// ```
#[derive(Clone, Copy)]
pub struct Control<'a> {
    memory: u64,
    time: Duration,
    threads: NonZero<usize>,
    progress: Option<&'a Listener<'a>>,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Control<'a> {
    /// The maximum number of threads.
    pub const MAX_THREADS: usize = 1024;

    /// No limit on memory or time, one thread, no listener.
    #[must_use]
    pub const fn new() -> Self {
        Self { memory: u64::MAX, time: Duration::MAX, threads: NonZero::<usize>::MIN, progress: None }
    }

    /// Limits the memory to this many bytes.
    #[must_use]
    pub const fn with_memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Refuses work that is known to take longer than this. Work that has started is not stopped after this time.
    #[must_use]
    pub const fn with_time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Uses up to this many threads, all of which end before the work returns. If the system cannot start threads, as in
    /// WebAssembly, the caller's thread does all the work.
    ///
    /// # Errors
    /// If the number is 0 or above [`Control::MAX_THREADS`].
    pub const fn with_threads(self, threads: usize) -> Result<Self, OutOfRange> {
        match NonZero::new(threads) {
            Some(threads) if threads.get() <= Self::MAX_THREADS => Ok(Self { threads, ..self }),
            _ => Err(OutOfRange::new("threads", threads as u64, 1, Self::MAX_THREADS as u64)),
        }
    }

    /// Calls `listener` from time to time.
    #[must_use]
    pub const fn with_progress(self, listener: &'a Listener<'a>) -> Self {
        Self { progress: Some(listener), ..self }
    }

    /// The number of bytes that the work may use.
    #[must_use]
    pub const fn memory(&self) -> u64 {
        self.memory
    }

    /// The number of threads that the work may use.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads.get()
    }

    /// Checks that `needed` bytes for `what` are within the limit and available, before anything is allocated.
    /// `u64::MAX` means at least that many, as in a solver's `memory_needed`. A number of bytes that passes fits
    /// `isize`, so lengths and indices do too.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] if they exceed the limit, [`Halt::AllocationFailed`] if the system does not provide them.
    pub fn reserve(&self, what: impl Into<String>, needed: u64) -> Result<(), Halt> {
        // Nothing larger can be allocated or indexed, even if there is enough memory.
        let addressable = isize::MAX.unsigned_abs() as u64;
        let allowed = self.memory.min(addressable);
        if needed > allowed {
            return Err(Halt::TooLarge { what: what.into(), needed, allowed });
        }
        // An allocation that fails later ends the process, so try one here.
        let mut trial: Vec<u8> = Vec::new();
        match usize::try_from(needed).map(|needed| trial.try_reserve_exact(needed)) {
            Ok(Ok(())) => Ok(()),
            _ => Err(Halt::AllocationFailed { what: what.into(), needed }),
        }
    }

    /// Checks that work on `what`, which is expected to take about this time, is within the limit.
    ///
    /// # Errors
    /// [`Halt::TooLong`] if it is not.
    pub fn expect_time(&self, what: impl Into<String>, expected: Duration) -> Result<(), Halt> {
        if expected <= self.time {
            return Ok(());
        }
        Err(Halt::TooLong { what: what.into(), expected, allowed: self.time })
    }

    /// Reports the progress of the work.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if the listener requests it.
    pub fn report(&self, progress: Progress<'_>) -> Result<(), Halt> {
        match self.progress.map(|listener| listener(&progress)) {
            Some(ControlFlow::Break(())) => Err(Halt::Stopped),
            Some(ControlFlow::Continue(())) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_takes_longer_than_the_limit_is_refused() {
        let control = Control::new().with_time(Duration::from_secs(3600));
        assert_eq!(control.expect_time("3 x 3", Duration::from_secs(3600)), Ok(()));
        let refused =
            |seconds| control.expect_time("6 x 6", Duration::from_secs(seconds)).expect_err("too long").to_string();
        assert_eq!(refused(7300), "6 x 6 would take about 2 hours, but the limit is 60 minutes");
        assert_eq!(refused(1_000_000_000), "6 x 6 would take about 31 years, but the limit is 60 minutes");
        assert_eq!(refused(u64::MAX), "6 x 6 would take thousands of years, but the limit is 60 minutes");
        assert_eq!(Control::new().expect_time("all", Duration::MAX), Ok(()));
    }

    #[test]
    fn more_than_can_be_addressed_is_refused_even_without_a_limit() {
        assert!(Control::new().reserve("all", u64::MAX).is_err());
        assert!(Control::new().reserve("more than can be addressed", 1 << 63).is_err());
        assert!(Control::new().reserve("1 GiB", 1 << 30).is_ok());
        assert!(Control::new().with_threads(0).is_err());
        assert!(Control::new().with_threads(1025).is_err());
    }

    #[test]
    fn a_listener_stops_the_work() {
        // A listener can borrow from its environment.
        let last = [3];
        let stop = |progress: &Progress<'_>| {
            if progress.done < last[0] { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let control = Control::new().with_progress(&stop);
        let report = |done| control.report(Progress::new("layers", done));
        assert_eq!(report(2), Ok(()));
        assert_eq!(report(3), Err(Halt::Stopped));
    }
}
