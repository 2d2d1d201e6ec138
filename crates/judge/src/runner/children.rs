//! The programs that run now, for whoever has to end them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGALRM, SIGHUP, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The process groups of the programs that run now.
#[derive(Debug, Default)]
pub struct Children {
    /// The lock also keeps a program from starting, and the number of an ended group from being reused.
    groups: Mutex<Vec<Pid>>,
    /// The judge is about to exit: no more programs start.
    is_ending: AtomicBool,
}

impl Children {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { groups: Mutex::new(Vec::new()), is_ending: AtomicBool::new(false) }
    }

    /// Kills all programs that run, and lets no more start: the process is about to exit.
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

/// Kills a group whose leader was not yet waited for, so that no other process has its number.
pub(super) fn kill(group: Pid) {
    // It fails if all of them have exited.
    let _ = kill_process_group(group, Signal::KILL);
}

/// From now on a signal that ends this process ends the children first: nothing else would. Ctrl-C is left to the caller.
///
/// # Errors
/// If the system does not let signals be handled.
pub fn end_children_at_signals(children: &'static Children) -> anyhow::Result<()> {
    let usual = [SIGHUP, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU];
    let mut signals = Signals::new(usual).context("cannot listen to signals")?;
    let listen = move || {
        for signal in signals.forever() {
            children.end_all();
            // It ends the process. Should that fail, the programs are ended all the same.
            let _ = emulate_default_handler(signal);
        }
    };
    thread::Builder::new().spawn(listen).context("cannot start a thread")?;
    Ok(())
}
