//! All state of the process: whether Ctrl-C was pressed, what the work had found, which programs run.
//!
//! Nothing else in the command lines is global. What is here is set by a handler that runs on a thread of its own.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use board_judge::runner::Children;

use crate::failure::{self, Failure};

/// Work is in progress that polls `STOP`.
static WORKING: AtomicBool = AtomicBool::new(false);
/// Ctrl-C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether the failure was reported: the thread that works and the one that handles Ctrl-C may both come to that.
static REPORTED: AtomicBool = AtomicBool::new(false);
/// How far the work was when it was last written down, and what it had found.
static SO_FAR: Mutex<Option<String>> = Mutex::new(None);
/// The programs that the judge runs.
#[cfg(unix)]
static CHILDREN: Children = Children::new();

/// At Ctrl-C the work is asked to stop, and the process exits soon after, whether it has stopped or not.
pub(crate) fn stop_at_ctrl_c(program: &'static str) {
    const PATIENCE: Duration = Duration::from_millis(200);
    let handler = move || {
        STOP.store(true, Ordering::Relaxed);
        #[cfg(unix)]
        CHILDREN.end_all();
        if WORKING.load(Ordering::Relaxed) {
            thread::sleep(PATIENCE);
            report(program, &Failure::Stopped);
        }
        process::exit(Failure::STOPPED.into());
    };
    // If no handler can be set, the system's own ends the process.
    let _ = ctrlc::set_handler(handler);
}

/// The programs that the judge runs: Ctrl-C ends them too.
#[cfg(unix)]
pub(crate) fn children() -> &'static Children {
    &CHILDREN
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_stopping() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Does work that polls [`is_stopping`], so that Ctrl-C leaves it a moment.
pub(crate) fn while_working<T>(work: impl FnOnce() -> T) -> T {
    set_so_far(None);
    WORKING.store(true, Ordering::Relaxed);
    let result = work();
    WORKING.store(false, Ordering::Relaxed);
    result
}

/// Writes down how far the work is.
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
