//! What long work is given by the command line, and how Ctrl-C ends it.

use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use board_core::{Control, Progress};
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
    let stop = |_: &Progress| {
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
    result
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
