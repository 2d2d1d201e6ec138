//! Findings about how a program ended.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use board_core::printable;
use rustix::process::{Resource, Signal, getrlimit};

use super::process::{self, End, Program};
use super::words::{self, spell};
use crate::verdict::{Finding, Verdict};

/// The finding for a program that did not end in time.
pub(super) fn late(program: &Program, end: &End) -> Finding {
    let why = format!("did not exit within {}", spell(program.time));
    Finding { verdict: Verdict::TimeLimit, why, details: end.busy_machine_note().into_iter().collect() }
}

/// The last lines that a program wrote to standard error.
pub(super) fn stderr_lines(end: &End) -> Vec<String> {
    let text = String::from_utf8_lossy(&end.stderr_tail);
    text.lines().map(|line| format!("stderr  {}", printable(line))).collect()
}

impl End {
    /// A note if the program got less than half of a processor: other programs may have used the rest.
    pub(super) fn busy_machine_note(&self) -> Option<String> {
        let is_short = self.processor * 2 < self.time;
        is_short.then(|| format!("processor time {}: the machine may have been busy", spell(self.processor)))
    }

    /// Whether the program computed for less than a tenth of its time, or hardly longer than an interpreter needs to
    /// start. On a busy machine this can also be true of a program that computes, but that program is then waiting for
    /// a processor, which [`End::was_computing`] records.
    pub(super) fn was_idle(&self) -> bool {
        const STARTUP: Duration = Duration::from_millis(250);
        let is_little = self.processor * 10 < self.time || self.processor < STARTUP && self.processor * 4 < self.time;
        is_little && !self.was_computing
    }
}

/// The finding for a program that ended with an error.
pub(super) fn crash(end: &End, program: &Program) -> Option<Finding> {
    if end.status.success() {
        return None;
    }
    let mut why = exit_text(end.status);
    if let Some(limit) = program.memory.filter(|&limit| is_probably_out_of_memory(end, limit)) {
        why = format!("{why}, probably out of memory (the limit is {})", words::size(limit));
    }
    let mut details = stderr_lines(end);
    if end.status.signal() == Some(Signal::SEGV.as_raw()) {
        details.push(causes_of_segv());
    }
    Some(Finding { verdict: Verdict::RuntimeError, why, details })
}

/// The usual causes of a segmentation fault. The signal does not reveal which one it was.
fn causes_of_segv() -> String {
    let stack = match getrlimit(Resource::Stack).current {
        Some(bytes) => format!("a stack larger than {} (ulimit -s)", words::size(bytes)),
        None => "infinite recursion".to_owned(),
    };
    let arrays = if process::LIMITS_MEMORY { ", static arrays larger than the memory limit" } else { "" };
    format!("possible causes: an invalid address, {stack}{arrays}")
}

fn exit_text(status: ExitStatus) -> String {
    if let Some(code) = status.code() {
        return format!("exited with code {code}");
    }
    let signal = status.signal().unwrap_or_default();
    let known = [
        (Signal::SEGV, "SIGSEGV"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::FPE, "SIGFPE"),
        (Signal::ILL, "SIGILL"),
        (Signal::BUS, "SIGBUS"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::KILL, "SIGKILL"),
        (Signal::TERM, "SIGTERM"),
        (Signal::INT, "SIGINT"),
        (Signal::HUP, "SIGHUP"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::SYS, "SIGSYS"),
    ];
    match known.iter().find(|(known, _)| known.as_raw() == signal) {
        Some((_, name)) => format!("terminated by {name}"),
        None => format!("terminated by signal {signal}"),
    }
}

/// Whether a program probably failed because it ran out of memory. The system does not report this, so it is inferred
/// from how close the program came to the limit, and from the messages of common runtimes.
fn is_probably_out_of_memory(end: &End, limit: u64) -> bool {
    const MESSAGES: [&str; 7] = [
        "memory allocation of",
        "bad_alloc",
        "MemoryError",
        "OutOfMemory",
        "out of memory",
        "annot allocate memory",
        "Not enough space",
    ];
    let text = String::from_utf8_lossy(&end.stderr_tail);
    end.peak >= limit / 10 * 9 || MESSAGES.iter().any(|message| text.contains(message))
}
