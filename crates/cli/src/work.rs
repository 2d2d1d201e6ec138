//! What long work is given by the command line, and how Ctrl-C ends it.

use std::ops::ControlFlow;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use board_core::{Control, Progress};
use indicatif::{ProgressBar, ProgressStyle};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::args::WorkArgs;
use crate::failure::Failure;

/// Somebody works, and looks at `STOP` from time to time.
static WORKING: AtomicBool = AtomicBool::new(false);
/// Ctrl-C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);

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
    let stop = |progress: &Progress| {
        display.show(progress);
        if STOP.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let threads = args.threads.unwrap_or_else(processors);
    let control = Control::new()
        .with_memory(args.memory())
        .with_threads(threads)
        .map_err(anyhow::Error::new)?
        .with_progress(&stop);
    WORKING.store(true, Ordering::Relaxed);
    let result = work(&control);
    WORKING.store(false, Ordering::Relaxed);
    display.clear();
    result
}

/// Shows on standard error how far long work is, if that is a terminal.
struct Display {
    start: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Default for Display {
    fn default() -> Self {
        Self { start: Instant::now(), bar: OnceLock::new() }
    }
}

impl Display {
    /// Work that is done sooner needs no bar.
    const LONG: Duration = Duration::from_millis(500);

    fn show(&self, progress: &Progress) {
        if self.start.elapsed() < Self::LONG {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let (bar, style) = match progress.of {
                Some(of) => (ProgressBar::new(of), "{wide_bar} {human_pos} of {human_len} {msg}, {elapsed}"),
                None => (ProgressBar::no_length(), "{spinner} {human_pos} {msg}, {elapsed}"),
            };
            let style = ProgressStyle::with_template(style).expect("a template that is always the same");
            bar.with_style(style).with_message(progress.what).with_elapsed(self.start.elapsed())
        });
        bar.set_position(progress.done);
    }

    /// Leaves the terminal as it was.
    fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// At Ctrl-C the work is asked to stop, and the process ends soon, whether it has heard of it or not.
pub(crate) fn stop_at_ctrl_c(program: &'static str) {
    const PATIENCE: Duration = Duration::from_millis(200);
    let handler = move || {
        STOP.store(true, Ordering::Relaxed);
        if WORKING.load(Ordering::Relaxed) {
            thread::sleep(PATIENCE);
            let _ = Failure::Stopped.tell(program);
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
