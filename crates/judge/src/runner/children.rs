//! The programs that are running, so that they can be killed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGALRM, SIGHUP, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The process groups of the running programs.
#[derive(Debug, Default)]
pub struct Children {
    /// The lock also prevents programs from starting, and the number of an ended group from being reused.
    groups: Mutex<Vec<Pid>>,
    /// The judge is about to exit: no more programs are started.
    is_ending: AtomicBool,
}

impl Children {
    /// No running programs.
    #[must_use]
    pub const fn new() -> Self {
        Self { groups: Mutex::new(Vec::new()), is_ending: AtomicBool::new(false) }
    }

    /// Kills all running programs and prevents new ones from starting, because the process is about to exit.
    pub fn end_all(&self) {
        let groups = self.groups();
        self.is_ending.store(true, Ordering::Relaxed);
        groups.iter().for_each(|&group| kill(group));
    }

    /// Whether [`Children::end_all`] was called.
    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    pub(super) fn groups(&self) -> MutexGuard<'_, Vec<Pid>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Kills a group whose leader has not been waited for yet, so that its number cannot belong to another process.
pub(super) fn kill(group: Pid) {
    // Fails if all its processes have exited.
    let _ = kill_process_group(group, Signal::KILL);
}

/// Makes signals that end this process kill the children first; otherwise they would keep running. The caller handles
/// Ctrl-C.
///
/// # Errors
/// If the system does not allow the signals to be handled.
pub fn end_children_at_signals(children: &'static Children) -> anyhow::Result<()> {
    let handled = [SIGHUP, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU];
    let mut signals = Signals::new(handled).context("cannot handle signals")?;
    let end_at_signals = move || {
        for signal in signals.forever() {
            children.end_all();
            // This ends the process. Even if it fails, the programs are killed.
            let _ = emulate_default_handler(signal);
        }
    };
    thread::Builder::new().spawn(end_at_signals).context("cannot start a thread")?;
    Ok(())
}
