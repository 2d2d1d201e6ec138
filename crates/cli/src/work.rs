//! What long work is given by the command line, and how Ctrl-C ends it.

use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use board_core::{Control, Halt, Progress};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::args::WorkArgs;
use crate::failure::Failure;

/// Somebody works, and looks at `STOP` from time to time.
static WORKING: AtomicBool = AtomicBool::new(false);
/// Ctrl-C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);

/// Does long work under the limits of the command line; Ctrl-C stops it.
pub(crate) fn with_control<T>(
    args: &WorkArgs,
    work: impl FnOnce(&Control<'_>) -> Result<T, Halt>,
) -> Result<T, Failure> {
    let stop = |_: &Progress| {
        if STOP.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let memory = args.memory.map_or_else(half_of_the_memory, |size| size.as_u64());
    let threads = args.threads.unwrap_or_else(processors);
    let control =
        Control::new().with_memory(memory).with_threads(threads).map_err(anyhow::Error::new)?.with_progress(&stop);
    WORKING.store(true, Ordering::Relaxed);
    let result = work(&control);
    WORKING.store(false, Ordering::Relaxed);
    Ok(result?)
}

/// The first Ctrl-C asks the work to stop; without work, or at the second, the process ends at once.
pub(crate) fn stop_at_ctrl_c() {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) || !WORKING.load(Ordering::Relaxed) {
            process::exit(Failure::STOPPED.into());
        }
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
