//! Long-running work under the limits of the command line.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use board_core::{Control, Progress};
use indicatif::{HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::failure::Failure;
use crate::interrupt;

/// The limits of the work.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The memory in bytes.
    pub(crate) memory: u64,
    /// The number of threads.
    pub(crate) threads: usize,
    /// Work that is expected to take longer is refused.
    pub(crate) time: Duration,
}

impl Limits {
    /// The given limits; the defaults are half of the machine's memory and all processors.
    pub(crate) fn new(memory: Option<u64>, threads: Option<usize>) -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        Self {
            memory: memory.unwrap_or_else(half_of_the_memory),
            threads: threads.unwrap_or_else(processors),
            time: DAY,
        }
    }

    /// The same limits; if work is forced, without the time limit.
    pub(crate) fn with_force(self, force: bool) -> Self {
        Self { time: if force { Duration::MAX } else { self.time }, ..self }
    }
}

/// Does long-running work; Ctrl-C stops it.
pub(crate) fn with_control<T>(
    limits: Limits,
    work: impl FnOnce(&Control<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    with_pauses(limits, |control, _| work(control))
}

/// Does long-running work that waits for input in between; Ctrl-C stops it. After each wait, `work` must call the
/// function that it receives, so that the wait does not count as work.
pub(crate) fn with_pauses<T>(
    limits: Limits,
    work: impl FnOnce(&Control<'_>, &dyn Fn()) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let display = Display::default();
    let listener = |progress: &Progress<'_>| {
        let stop = interrupt::is_stopping();
        display.show(progress, stop);
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let control = Control::new()
        .with_memory(limits.memory)
        .with_time(limits.time)
        .with_threads(limits.threads)
        .map_err(anyhow::Error::new)?
        .with_progress(&listener);
    let result = interrupt::while_working(|| work(&control, &|| display.restart()));
    display.restart();
    result
}

/// Does work that shows no progress bar, with half of the memory and one thread; Ctrl-C ends the process.
pub(crate) fn quietly<T>(work: impl FnOnce(&Control<'_>) -> T) -> T {
    let control = Control::new().with_memory(half_of_the_memory());
    interrupt::while_working(|| work(&control))
}

/// Shows the progress of work on standard error, if that is a terminal, and records it for Ctrl-C.
struct Display(Mutex<Shown>);

struct Shown {
    start: Instant,
    /// When the progress is next recorded.
    due: Instant,
    bar: Option<ProgressBar>,
}

impl Default for Display {
    fn default() -> Self {
        let start = Instant::now();
        Self(Mutex::new(Shown { start, due: start, bar: None }))
    }
}

impl Display {
    /// The time between two records.
    const PAUSE: Duration = Duration::from_millis(100);
    /// Work shorter than this shows no bar.
    const LONG: Duration = Duration::from_millis(500);

    fn show(&self, progress: &Progress<'_>, is_last: bool) {
        let now = Instant::now();
        // Only one thread reports, so the lock is free; if it is not, the next report will be shown.
        let Ok(mut shown) = self.0.try_lock() else { return };
        if now < shown.due && !is_last {
            return;
        }
        shown.due = now + Self::PAUSE;
        interrupt::set_so_far(Some(progress.to_string()));
        let elapsed = now - shown.start;
        if elapsed >= Self::LONG {
            let bar = shown.bar.get_or_insert_with(|| Self::bar(progress, elapsed));
            let found = progress.found.map_or_else(String::new, |found| format!(", {found}"));
            bar.set_message(format!("{}{found}", progress.what));
            bar.set_position(progress.done);
        }
    }

    fn bar(progress: &Progress<'_>, elapsed: Duration) -> ProgressBar {
        let (bar, style) = match progress.of {
            Some(of) => (ProgressBar::new(of), "{wide_bar} {human_pos} of {human_len} {msg}, {elapsed}, {eta} left"),
            None => (ProgressBar::no_length(), "{spinner} {human_pos} {msg}, {per_sec}, {elapsed}"),
        };
        let style = ProgressStyle::with_template(style).expect("a valid template");
        bar.with_style(style.with_key("per_sec", rate)).with_elapsed(elapsed)
    }

    /// Removes the progress bar, and restarts the clock.
    fn restart(&self) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.start = Instant::now();
        interrupt::set_so_far(None);
        if let Some(bar) = shown.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// The number per second, as a whole number.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    let written = match state.per_sec() {
        rate if rate >= 10.0 => write!(out, "{:.0}/s", HumanFloatCount(rate.round())),
        rate => write!(out, "{rate:.1}/s"),
    };
    // A bar without the rate is not an error.
    let _ = written;
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get().min(Control::MAX_THREADS))
}

/// Half of the machine's memory, or of this process's memory limit if that is lower.
fn half_of_the_memory() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let allowed = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    system.total_memory().min(allowed) / 2
}
