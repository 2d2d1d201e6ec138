//! What long work is given, and how it ends early.

use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread;

use crate::OutOfRange;
use crate::report::grouped;

/// What long work may take and whom it tells how far it is.
///
/// ```
/// use board_core::{Control, Halt};
///
/// let control = Control::new().with_memory(1 << 20).with_threads(2)?;
/// assert!(control.allow("3 x 3", 1 << 10).is_ok());
/// let refused = control.allow("300 x 300", 1 << 40).unwrap_err();
/// assert_eq!(refused.to_string(), "300 x 300 needs 1 TiB of memory, 1 MiB may be used");
/// # Ok::<(), board_core::OutOfRange>(())
/// ```
#[derive(Clone, Copy)]
pub struct Control<'a> {
    memory: u64,
    threads: NonZero<usize>,
    progress: Option<&'a Listener<'a>>,
}

/// Hears of progress, on the thread that started the work, and says whether to go on.
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

impl Default for Control<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Control<'a> {
    /// The most threads that may be asked for.
    pub const MAX_THREADS: usize = 1024;

    /// As much memory as it takes, one thread, nobody to tell.
    #[must_use]
    pub const fn new() -> Self {
        Self { memory: u64::MAX, threads: NonZero::<usize>::MIN, progress: None }
    }

    /// Allows no more than this many bytes.
    #[must_use]
    pub const fn with_memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Uses up to this many threads. They end before the work returns; where the system starts none, as on
    /// WebAssembly, all is done on the caller's.
    ///
    /// # Errors
    /// Where it is 0 or above [`Control::MAX_THREADS`].
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

    /// The bytes that the work may take.
    #[must_use]
    pub const fn memory(&self) -> u64 {
        self.memory
    }

    /// The threads that the work may use.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads.get()
    }

    /// Asks before anything is allocated: may `needed` bytes be taken for `what`? A solver's `memory_needed`
    /// gives `u64::MAX` for that much or more. What is allowed fits `isize`, so lengths and indices do too.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] where they may not, [`Halt::NotGiven`] where the system has them not.
    pub fn allow(&self, what: impl Into<String>, needed: u64) -> Result<(), Halt> {
        // Nothing larger can be allocated or indexed, be there memory or not.
        let addressable = isize::MAX.unsigned_abs() as u64;
        let allowed = self.memory.min(addressable);
        if needed > allowed {
            return Err(Halt::TooLarge { what: what.into(), needed, allowed });
        }
        // An allocation that fails later ends the process; whether it would is seen by trying.
        let mut trial: Vec<u8> = Vec::new();
        match usize::try_from(needed).map(|needed| trial.try_reserve_exact(needed)) {
            Ok(Ok(())) => Ok(()),
            _ => Err(Halt::NotGiven { what: what.into(), needed }),
        }
    }

    /// Tells how far the work is.
    ///
    /// # Errors
    /// [`Halt::Stopped`] where whoever listens says stop.
    pub fn report(&self, progress: Progress<'_>) -> Result<(), Halt> {
        match self.progress.map(|listener| listener(&progress)) {
            Some(ControlFlow::Break(())) => Err(Halt::Stopped),
            Some(ControlFlow::Continue(())) | None => Ok(()),
        }
    }

    /// Does `work` once for each item, on the threads that may be used, in no certain order. It returns when all
    /// is done. Where the iterator says how many items there are, there are no more threads than items.
    ///
    /// Threads are started anew for each call, some ten microseconds each: give it items of that size at least.
    pub fn for_each<T>(&self, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
        let threads = self.threads.get().min(items.size_hint().1.unwrap_or(usize::MAX));
        if threads <= 1 {
            return items.for_each(work);
        }
        let queue = Mutex::new(items);
        // The lock is held while the next item is taken, not while it is worked on.
        let next = || queue.lock().ok()?.next();
        let worker = || {
            while let Some(item) = next() {
                work(item);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                    break;
                }
            }
            worker();
        });
    }
}

/// Why long work ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Whoever heard of its progress said stop.
    Stopped,
    /// It would take more memory than it may; nothing was allocated.
    TooLarge {
        /// What would take it, as `30 x 30`.
        what: String,
        /// The bytes that it needs; `u64::MAX` stands for that much or more.
        needed: u64,
        /// The bytes that it may take.
        allowed: u64,
    },
    /// The system refused to give the memory that it would take.
    NotGiven {
        /// What would take it.
        what: String,
        /// The bytes that it needs.
        needed: u64,
    },
    /// There is no such game; the text says why in a few words, as `7 x 8: rows 7 is odd`.
    NoGame(String),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::TooLarge { what, needed, allowed } => {
                let (needed, allowed) = (bytes(*needed, Round::Up), bytes(*allowed, Round::Down));
                write!(f, "{what} needs {needed} of memory, {allowed} may be used")
            }
            Self::NotGiven { what, needed } => {
                write!(f, "{what} needs {} of memory, which the system does not give", bytes(*needed, Round::Up))
            }
            Self::NoGame(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Halt {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    Up,
    Down,
}

/// A number of bytes for people, to three digits: `840 PiB`, `1.5 GiB`. What is needed is rounded up and what is
/// allowed down, so that a refusal never shows two equal figures for unequal ones in the wrong order.
fn bytes(count: u64, round: Round) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if count == u64::MAX {
        return "16 EiB or more".to_owned();
    }
    let power = (count.max(1).ilog2() / 10) as usize;
    let shift = 10 * power;
    let decimals = if power == 0 || count >> shift >= 100 { 1 } else { 10 };
    let scaled = u128::from(count) * decimals;
    let part = if round == Round::Up { (1_u128 << shift) - 1 } else { 0 };
    let rounded = (scaled + part) >> shift;
    match (rounded / decimals, rounded % decimals) {
        (1, 0) if power == 0 => "1 byte".to_owned(),
        (whole, 0) => format!("{whole} {}", UNITS[power]),
        (whole, tenth) => format!("{whole}.{tenth} {}", UNITS[power]),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn bytes_are_written_for_people() {
        let (up, down) = (|count| bytes(count, Round::Up), |count| bytes(count, Round::Down));
        assert_eq!(up(0), "0 bytes");
        assert_eq!(up(1), "1 byte");
        assert_eq!(up(1023), "1023 bytes");
        assert_eq!(up(1024), "1 KiB");
        assert_eq!(up(1025), "1.1 KiB");
        assert_eq!(down(1025), "1 KiB");
        assert_eq!(down(3 << 29), "1.5 GiB");
        assert_eq!(down(12 << 30), "12 GiB");
        // C(60, 30) entries of 8 bytes: the table of rowfill on 30 x 30.
        assert_eq!(up(118_264_581_564_861_424 * 8), "841 PiB");
        assert_eq!(down(118_264_581_564_861_424 * 8), "840 PiB");
        assert_eq!(up(u64::MAX - 1), "16 EiB");
        assert_eq!(up(u64::MAX), "16 EiB or more");
    }

    #[test]
    fn what_cannot_be_counted_is_refused_even_without_a_limit() {
        assert!(Control::new().allow("all", u64::MAX).is_err());
        assert!(Control::new().allow("more than can be addressed", 1 << 63).is_err());
        assert!(Control::new().allow("much", 1 << 30).is_ok());
        assert!(Control::new().with_threads(0).is_err());
        assert!(Control::new().with_threads(1025).is_err());
    }

    #[test]
    fn every_item_is_worked_on_once_with_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let control = Control::new().with_threads(threads).expect("in range");
            let sum = AtomicU64::new(0);
            control.for_each(0..1000_u64, |item| {
                sum.fetch_add(item, Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 499_500);
        }
    }

    #[test]
    fn a_listener_stops_the_work() {
        // A listener may know what is around it.
        let most = [3];
        let stop = |progress: &Progress<'_>| {
            if progress.done < most[0] { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let control = Control::new().with_progress(&stop);
        let report = |done| control.report(Progress::new("layers", done));
        assert_eq!(report(2), Ok(()));
        assert_eq!(report(3), Err(Halt::Stopped));
    }
}
