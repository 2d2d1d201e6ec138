//! What long work is given by the command line, and how Ctrl-C ends it.

use std::fmt;
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use board_core::{Control, Progress};
use indicatif::{HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::args::WorkArgs;
use crate::failure::Failure;

/// Somebody works, and looks at `STOP` from time to time.
static WORKING: AtomicBool = AtomicBool::new(false);
/// Ctrl-C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);
/// How far the work was when it was last written down, and what it had found.
static SO_FAR: Mutex<Option<String>> = Mutex::new(None);

/// How far the work was, if it told.
pub(crate) fn so_far() -> Option<String> {
    SO_FAR.lock().ok()?.clone()
}

impl WorkArgs {
    /// The bytes that may be used.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.map_or_else(half_of_the_memory, |size| size.as_u64())
    }
}

/// Does long work under the limits of the command line; Ctrl-C stops it.
pub(crate) fn with_control<T>(
    args: &WorkArgs,
    work: impl FnOnce(&Control<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let display = Display::default();
    let listener = |progress: &Progress<'_>| {
        let stop = STOP.load(Ordering::Relaxed);
        display.hear(progress, stop);
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let threads = args.threads.unwrap_or_else(processors);
    let control = Control::new()
        .with_memory(args.memory())
        .with_threads(threads)
        .map_err(anyhow::Error::new)?
        .with_progress(&listener);
    *SO_FAR.lock().unwrap_or_else(PoisonError::into_inner) = None;
    WORKING.store(true, Ordering::Relaxed);
    let result = work(&control);
    WORKING.store(false, Ordering::Relaxed);
    display.clear();
    result
}

/// Does work that tells of itself in other ways, with half of the memory and one thread; Ctrl-C ends the process.
pub(crate) fn quietly<T>(work: impl FnOnce(&Control<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
    let control = Control::new().with_memory(half_of_the_memory());
    WORKING.store(true, Ordering::Relaxed);
    let result = work(&control);
    WORKING.store(false, Ordering::Relaxed);
    result
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_to_stop() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Writes down how far long work is, and shows it on standard error, if that is a terminal.
struct Display {
    start: Instant,
    shown: Mutex<Shown>,
}

struct Shown {
    /// When it is next written down.
    due: Instant,
    bar: Option<ProgressBar>,
}

impl Default for Display {
    fn default() -> Self {
        let start = Instant::now();
        Self { start, shown: Mutex::new(Shown { due: start, bar: None }) }
    }
}

impl Display {
    /// Between two times that it is written down.
    const PAUSE: Duration = Duration::from_millis(100);
    /// Work that is done sooner needs no bar.
    const LONG: Duration = Duration::from_millis(500);

    fn hear(&self, progress: &Progress<'_>, is_last: bool) {
        let now = Instant::now();
        // Work tells from one thread, so nobody holds this; and if somebody does, the next time will do.
        let Ok(mut shown) = self.shown.try_lock() else { return };
        if now < shown.due && !is_last {
            return;
        }
        shown.due = now + Self::PAUSE;
        if let Ok(mut so_far) = SO_FAR.lock() {
            *so_far = Some(progress.to_string());
        }
        let elapsed = now - self.start;
        if elapsed >= Self::LONG {
            let bar = shown.bar.get_or_insert_with(|| Self::bar(progress, elapsed));
            bar.set_position(progress.done);
            let found = progress.found.map_or_else(String::new, |found| format!(", {found}"));
            bar.set_message(format!("{}{found}", progress.what));
        }
    }

    fn bar(progress: &Progress<'_>, elapsed: Duration) -> ProgressBar {
        let (bar, style) = match progress.of {
            Some(of) => (ProgressBar::new(of), "{wide_bar} {human_pos} of {human_len} {msg}, {elapsed}, {eta} left"),
            None => (ProgressBar::no_length(), "{spinner} {human_pos} {msg}, {per_sec}, {elapsed}"),
        };
        let style = ProgressStyle::with_template(style).expect("a template that is always the same");
        bar.with_style(style.with_key("per_sec", rate)).with_elapsed(elapsed)
    }

    /// Leaves the terminal as it was.
    fn clear(self) {
        if let Some(bar) = self.shown.into_inner().ok().and_then(|shown| shown.bar) {
            bar.finish_and_clear();
        }
    }
}

/// How many are done in a second, as a whole number.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    let written = match state.per_sec() {
        rate if rate >= 10.0 => write!(out, "{:.0}/s", HumanFloatCount(rate.round())),
        rate => write!(out, "{rate:.1}/s"),
    };
    // A bar that lacks a figure is no reason to end.
    let _ = written;
}

/// At Ctrl-C the work is asked to stop, and the process ends soon, whether it has heard of it or not.
pub(crate) fn stop_at_ctrl_c(program: &'static str) {
    const PATIENCE: Duration = Duration::from_millis(200);
    let handler = move || {
        STOP.store(true, Ordering::Relaxed);
        #[cfg(unix)]
        crate::judge::process::end_all();
        if WORKING.load(Ordering::Relaxed) {
            thread::sleep(PATIENCE);
            let _ = Failure::Stopped(so_far()).tell(program);
        }
        process::exit(Failure::STOPPED.into());
    };
    // Where no handler can be set, the system's own ends the process.
    let _ = ctrlc::set_handler(handler);
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get().min(Control::MAX_THREADS))
}

/// Half of the machine's memory, or of what this process is allowed of it.
fn half_of_the_memory() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let allowed = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    system.total_memory().min(allowed) / 2
}
