//! All global state: whether Ctrl-C was pressed, what the work has found, which programs are running.
//!
//! Nothing else in the command lines is global. The handler that sets this state runs on a thread of its own.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use board_judge::runner::Children;

use crate::failure::{self, Failure};

/// Whether work that polls `STOP` is in progress.
static WORKING: AtomicBool = AtomicBool::new(false);
/// Whether Ctrl-C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether the failure was reported: both the working thread and the one that handles Ctrl-C may try to.
static REPORTED: AtomicBool = AtomicBool::new(false);
/// The progress of the work when it was last recorded, and what it had found.
static SO_FAR: Mutex<Option<String>> = Mutex::new(None);
/// The programs that the judge is running.
#[cfg(unix)]
static CHILDREN: Children = Children::new();

/// Makes Ctrl-C stop the work. The process exits soon after, whether or not the work has stopped.
pub(crate) fn stop_at_ctrl_c(program: &'static str) {
    const GRACE: Duration = Duration::from_millis(200);
    let handler = move || {
        STOP.store(true, Ordering::Relaxed);
        #[cfg(unix)]
        CHILDREN.end_all();
        if WORKING.load(Ordering::Relaxed) {
            thread::sleep(GRACE);
            report(program, &Failure::Stopped);
        }
        process::exit(Failure::STOPPED.into());
    };
    // If no handler can be set, the system's default handler ends the process.
    let _ = ctrlc::set_handler(handler);
}

/// The programs that the judge is running, which Ctrl-C kills too.
#[cfg(unix)]
pub(crate) fn children() -> &'static Children {
    &CHILDREN
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_stopping() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Does work that polls [`is_stopping`], so that after Ctrl-C it has a moment to stop.
pub(crate) fn while_working<T>(work: impl FnOnce() -> T) -> T {
    set_so_far(None);
    WORKING.store(true, Ordering::Relaxed);
    let result = work();
    WORKING.store(false, Ordering::Relaxed);
    result
}

/// Records the progress of the work.
pub(crate) fn set_so_far(so_far: Option<String>) {
    *SO_FAR.lock().unwrap_or_else(PoisonError::into_inner) = so_far;
}

/// Reports a failure on standard error, once.
pub(crate) fn report(program: &str, failure: &Failure) {
    if !REPORTED.swap(true, Ordering::Relaxed) {
        let so_far = SO_FAR.lock().unwrap_or_else(PoisonError::into_inner);
        failure::write(program, failure, so_far.as_deref());
    }
}
