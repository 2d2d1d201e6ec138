//! Findings from the way in which a program ended.

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
    let why = format!("it did not end within {}", spell(program.time));
    Finding { verdict: Verdict::TimeLimit, why, details: end.waits_for_others().into_iter().collect() }
}

/// The last lines that a program wrote to standard error.
pub(super) fn complaints(end: &End) -> Vec<String> {
    let complaints = String::from_utf8_lossy(&end.complaints);
    complaints.lines().map(|line| format!("stderr  {}", printable(line))).collect()
}

impl End {
    /// A note if the program had less than half of a processor: other programs may have used the rest.
    pub(super) fn waits_for_others(&self) -> Option<String> {
        let is_short = self.processor * 2 < self.time;
        is_short.then(|| format!("it computed for {}: the machine may have been busy", spell(self.processor)))
    }

    /// Whether the program computed for less than a tenth of its time, or hardly longer than an interpreter needs to
    /// start. On a busy machine this also holds for a program that computes, but such a program is seen waiting for a
    /// processor.
    pub(super) fn was_idle(&self) -> bool {
        const TO_START: Duration = Duration::from_millis(250);
        let is_little = self.processor * 10 < self.time || self.processor < TO_START && self.processor * 4 < self.time;
        is_little && !self.was_computing
    }
}

/// The finding for a program that ended with an error.
pub(super) fn crash(end: &End, program: &Program) -> Option<Finding> {
    if end.status.success() {
        return None;
    }
    let mut why = how_it_ended(end.status);
    if let Some(most) = program.memory.filter(|&most| wanted_more_memory(end, most)) {
        why = format!("{why}; it used more than {} of memory, or asked for it", words::size(most));
    }
    let mut details = complaints(end);
    if end.status.signal() == Some(Signal::SEGV.as_raw()) {
        details.push(where_segv_is_from());
    }
    Some(Finding { verdict: Verdict::RuntimeError, why, details })
}

/// The usual cause of a segmentation fault, which the signal does not reveal.
fn where_segv_is_from() -> String {
    let stack = match getrlimit(Resource::Stack).current {
        Some(bytes) => format!("more than the {} of stack that ulimit -s allows", words::size(bytes)),
        None => "a recursion without end".to_owned(),
    };
    let arrays = if process::LIMITS_MEMORY { ", or static arrays beyond the limit of memory" } else { "" };
    format!("perhaps a wrong address, {stack}{arrays}")
}

fn how_it_ended(status: ExitStatus) -> String {
    if let Some(code) = status.code() {
        return format!("it ended with exit code {code}");
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
        Some((_, name)) => format!("it was ended by {name}"),
        None => format!("it was ended by signal {signal}"),
    }
}

/// Whether a program probably ended badly because it got no more memory. The system does not report this, so it is
/// inferred from how near the program came to the limit, and from the messages of common runtimes.
fn wanted_more_memory(end: &End, most: u64) -> bool {
    const SAYINGS: [&str; 7] = [
        "memory allocation of",
        "bad_alloc",
        "MemoryError",
        "OutOfMemory",
        "out of memory",
        "annot allocate memory",
        "Not enough space",
    ];
    let said = String::from_utf8_lossy(&end.complaints);
    end.peak >= most / 10 * 9 || SAYINGS.iter().any(|saying| said.contains(saying))
}
