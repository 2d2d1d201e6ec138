//! A program, run under limits in a process group of its own.
//!
//! Each run has one thread that waits for the end of the program and reports it through a pipe, so that one call of
//! `poll` covers everything: input that can be sent, output, text on standard error, and the end. No read blocks on a
//! pipe that a leftover child of the program holds open.
//!
//! One thing is not controlled: a child that leaves the group (`setsid`) keeps running, although no thread waits for
//! it.

use std::ffi::OsString;
use std::io::{self, PipeReader, Read, Write};
use std::mem;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;
use board_core::printable;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use sysinfo::{ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};
use wait4::Wait4;

use super::children::{Children, kill};
use super::error::Error;

/// A program and the limits of each run.
pub(super) struct Program {
    /// The program and its arguments.
    pub(super) words: Vec<OsString>,
    /// The time limit of a run.
    pub(super) time: Duration,
    /// The memory limit in bytes; `None` if the system cannot limit memory.
    pub(super) memory: Option<u64>,
}

/// Whether this system can limit the memory of another program.
pub const LIMITS_MEMORY: bool = cfg!(target_os = "linux");

/// What all runs of a judge share.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    /// The running programs.
    pub(super) children: &'a Children,
    /// Set when the results of the runs are no longer wanted.
    pub(super) stop: &'a AtomicBool,
}

/// A run in progress. Dropping it kills the program.
pub(super) struct Running<'a> {
    /// `None` after the process was waited for.
    child: Option<Child>,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// The other side closes it when the program has ended.
    end: PipeReader,
    waiter: Option<JoinHandle<()>>,
    started: Instant,
    deadline: Instant,
    ended: Option<Instant>,
    unsent: Vec<u8>,
    is_input_complete: bool,
    /// The output that was read but not consumed yet.
    pub(super) output: Vec<u8>,
    stderr_tail: Vec<u8>,
    buffer: Vec<u8>,
    scope: Scope<'a>,
}

/// Why [`Running::wait`] returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// There is enough output.
    Enough,
    /// The program has ended, and all its output has been read.
    Ended,
    /// The time limit was reached.
    Late,
    /// The result is no longer wanted.
    Stopped,
}

/// How a run ended.
pub(super) struct End {
    /// The exit code or the signal; it has no meaning if the judge ended the program.
    pub(super) status: ExitStatus,
    /// The wall-clock time from its start to its end.
    pub(super) time: Duration,
    /// The processor time that it and its children used.
    pub(super) processor: Duration,
    /// Whether it, or one of its children, was ready to compute when the judge ended it.
    pub(super) was_computing: bool,
    /// The peak memory of any one of its processes, in bytes.
    ///
    /// The system counts from the creation of the process, when it still shared the judge's memory. So for a small
    /// program this is the memory that the judge had then, some MiB.
    pub(super) peak: u64,
    /// The last bytes that it wrote to standard error.
    pub(super) stderr_tail: Vec<u8>,
}

impl Program {
    /// Starts a run.
    ///
    /// # Errors
    /// If the system cannot start the program, or the judge is about to end.
    pub(super) fn start<'a>(&self, scope: Scope<'a>) -> Result<Running<'a>, Error> {
        let name = || format!("cannot start {}", printable(&self.words[0].to_string_lossy()));
        let (end, end_writer) = io::pipe().with_context(name)?;
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0);
        let mut groups = scope.children.groups();
        if scope.children.is_ending() {
            return Err(Error::Stopped);
        }
        let cannot_limit = || format!("cannot limit the memory of {}", printable(&self.words[0].to_string_lossy()));
        let inherited = self.memory.map(memory::Lowered::to).transpose().with_context(cannot_limit)?;
        let mut child = command.spawn().with_context(name)?;
        let started = Instant::now();
        drop(inherited);
        let group = Pid::from_child(&child);
        groups.push(group);
        drop(groups);
        let mut running = Running {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            child: Some(child),
            group,
            end,
            waiter: None,
            started,
            deadline: started + self.time,
            ended: None,
            unsent: Vec::new(),
            is_input_complete: false,
            output: Vec::new(),
            stderr_tail: Vec::new(),
            buffer: vec![0; 1 << 16],
            scope,
        };
        // From here on, dropping `running` kills the program.
        if let Some(bytes) = self.memory {
            memory::limit(group, bytes).with_context(cannot_limit)?;
        }
        let pipes = [
            running.stdin.as_ref().map(AsFd::as_fd),
            running.stdout.as_ref().map(AsFd::as_fd),
            running.stderr.as_ref().map(AsFd::as_fd),
        ];
        for pipe in pipes.into_iter().flatten() {
            rustix::io::ioctl_fionbio(pipe, true).with_context(name)?;
        }
        let wait = move || {
            // The leader remains as a zombie until `reap`, so that its number is not reused.
            while waitid(WaitId::Pid(group), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
                .is_err_and(|error| error == rustix::io::Errno::INTR)
            {}
            drop(end_writer);
        };
        running.waiter = Some(thread::Builder::new().spawn(wait).with_context(name)?);
        Ok(running)
    }
}

/// The memory limit. It limits what can be allocated: private memory that can be written, which does not count memory
/// that a runtime only reserves.
///
/// Without unsafe code we cannot run anything between the creation of a process and the start of the program in it. So
/// the process inherits a limit that the judge sets for itself for a moment, and then the exact limit is set from
/// outside.
#[cfg(target_os = "linux")]
mod memory {
    use std::{fs, io};

    use rustix::param::page_size;
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setrlimit};

    /// Lowers the judge's own limit until it is dropped.
    pub(super) struct Lowered {
        before: Rlimit,
    }

    impl Lowered {
        /// The memory that the judge's other threads can allocate in that moment.
        const HEADROOM: u64 = 32 << 20;

        /// Lowers the limit to this many bytes or, if the judge itself uses more, to a little more than it uses.
        pub(super) fn to(bytes: u64) -> io::Result<Self> {
            let before = getrlimit(Resource::Data);
            let limit = bytes.max(own_memory()?.saturating_add(Self::HEADROOM));
            let limit = before.current.map_or(limit, |current| current.min(limit));
            setrlimit(Resource::Data, Rlimit { current: Some(limit), ..before })?;
            Ok(Self { before })
        }
    }

    impl Drop for Lowered {
        fn drop(&mut self) {
            // Restores the previous limit.
            let _ = setrlimit(Resource::Data, self.before);
        }
    }

    /// The memory of the judge that counts towards the limit, in bytes.
    fn own_memory() -> io::Result<u64> {
        let sizes = fs::read_to_string("/proc/self/statm")?;
        let pages = sizes.split_ascii_whitespace().nth(5).and_then(|pages| pages.parse::<u64>().ok());
        let pages = pages.ok_or_else(|| io::Error::other("/proc/self/statm has no data size"))?;
        Ok(pages.saturating_mul(page_size() as u64))
    }

    /// Limits a process and its future children.
    pub(super) fn limit(process: Pid, bytes: u64) -> io::Result<()> {
        let limit = getrlimit(Resource::Data).maximum.map_or(bytes, |maximum| maximum.min(bytes));
        prlimit(Some(process), Resource::Data, Rlimit { current: Some(limit), maximum: Some(limit) })?;
        // A program that crashes must not leave a core file behind.
        prlimit(Some(process), Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
mod memory {
    use std::io;

    use rustix::process::Pid;

    /// This system has no limit to lower.
    pub(super) struct Lowered;

    impl Lowered {
        pub(super) fn to(_: u64) -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    pub(super) fn limit(_: Pid, _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Running<'_> {
    /// The maximum number of bytes of standard error that are kept.
    const MAX_STDERR_TAIL: usize = 1 << 10;
    /// How often to check whether the result is still wanted.
    const POLL_INTERVAL: Duration = Duration::from_millis(50);

    /// Queues input for the program. Input that the program does not read is dropped silently.
    pub(super) fn send(&mut self, input: &[u8]) {
        self.unsent.extend_from_slice(input);
    }

    /// Closes the input after everything queued has been sent.
    pub(super) fn end_input(&mut self) {
        self.is_input_complete = true;
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.ended.unwrap_or_else(Instant::now).saturating_duration_since(self.started)
    }

    /// Excludes time that the judge itself has used.
    pub(super) fn exclude(&mut self, time: Duration) {
        self.started += time;
        self.deadline += time;
    }

    /// Limits the remaining time.
    pub(super) fn limit_remaining(&mut self, time: Duration) {
        self.deadline = self.deadline.min(Instant::now() + time);
    }

    /// Lets the program run until there is enough output, it has ended, or the time limit is reached.
    ///
    /// # Errors
    /// If the system fails.
    pub(super) fn wait(&mut self, mut enough: impl FnMut(&mut Vec<u8>) -> bool) -> io::Result<Event> {
        loop {
            if enough(&mut self.output) {
                return Ok(Event::Enough);
            }
            // The program may have been killed because the judge is about to end.
            if self.scope.stop.load(Ordering::Relaxed) || self.scope.children.is_ending() {
                return Ok(Event::Stopped);
            }
            if self.ended.is_some() {
                // No process is left that could write, so this ends.
                if !self.read_output() {
                    return Ok(if self.scope.children.is_ending() { Event::Stopped } else { Event::Ended });
                }
                continue;
            }
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Event::Late);
            }
            self.poll_once(left.min(Self::POLL_INTERVAL))?;
        }
    }

    /// Waits until some pipe is ready, and handles it.
    fn poll_once(&mut self, timeout: Duration) -> io::Result<()> {
        if self.unsent.is_empty() && self.is_input_complete {
            self.stdin = None;
        }
        let stdin = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let pipes = [
            (Some(self.end.as_fd()), PollFlags::IN),
            (stdin.map(AsFd::as_fd), PollFlags::OUT),
            (self.stdout.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (self.stderr.as_ref().map(AsFd::as_fd), PollFlags::IN),
        ];
        let open = pipes.iter().filter_map(|(pipe, events)| Some((pipe.as_ref()?, *events)));
        let mut polled: Vec<PollFd<'_>> = open.map(|(pipe, events)| PollFd::new(pipe, events)).collect();
        let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
        match poll(&mut polled, Some(&timeout)) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let mut ready = polled.iter().map(|pipe| !pipe.revents().is_empty());
        let [has_ended, can_send, has_output, has_stderr] =
            pipes.map(|(pipe, _)| pipe.is_some() && ready.next() == Some(true));
        if can_send {
            self.send_some();
        }
        if has_output {
            self.read_output();
        }
        if has_stderr {
            self.read_stderr();
        }
        if has_ended {
            self.ended = Some(Instant::now());
            // Kill the children that it left behind.
            kill(self.group);
        }
        Ok(())
    }

    fn send_some(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        match stdin.write(&self.unsent) {
            Ok(sent) => drop(self.unsent.drain(..sent)),
            Err(error) if is_temporary(&error) => {}
            // The program no longer reads, which is allowed.
            Err(_) => {
                self.stdin = None;
                self.unsent.clear();
            }
        }
    }

    /// Reads output; returns whether there was any.
    fn read_output(&mut self) -> bool {
        let read = read_some(&mut self.stdout, &mut self.buffer);
        self.output.extend_from_slice(&self.buffer[..read]);
        read > 0
    }

    /// Reads standard error; returns whether there was any text.
    fn read_stderr(&mut self) -> bool {
        let read = read_some(&mut self.stderr, &mut self.buffer);
        self.stderr_tail.extend_from_slice(&self.buffer[..read]);
        let surplus = self.stderr_tail.len().saturating_sub(Self::MAX_STDERR_TAIL);
        self.stderr_tail.drain(..surplus);
        read > 0
    }

    /// Kills the program and all its children. Called once.
    ///
    /// # Errors
    /// If the system fails.
    pub(super) fn end(&mut self) -> io::Result<End> {
        let time = self.elapsed();
        // After waiting, the system reports the program's own processor time; the time of its children that are still
        // running is read before.
        let living = if self.ended.is_none() { Living::of(self.group) } else { Living::default() };
        let usage = self.reap()?;
        // No more than a pipe can hold, unless a child that left the group keeps writing.
        for _ in 0..64 {
            if !self.read_stderr() {
                break;
            }
        }
        Ok(End {
            status: usage.status,
            time,
            processor: usage.rusage.utime + usage.rusage.stime + living.processor_of_children,
            was_computing: living.is_computing,
            peak: usage.rusage.maxrss,
            stderr_tail: mem::take(&mut self.stderr_tail),
        })
    }

    fn reap(&mut self) -> io::Result<wait4::ResUse> {
        kill(self.group);
        if let Some(waiter) = self.waiter.take() {
            // The thread cannot panic.
            let _ = waiter.join();
        }
        let mut child = self.child.take().expect("reaped once");
        let mut groups = self.scope.children.groups();
        let usage = child.wait4();
        groups.retain(|&group| group != self.group);
        usage
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if self.child.is_some() {
            // There is no way to report this.
            let _ = self.reap();
        }
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// Reads what is available, and closes the pipe at its end. Returns the number of bytes read.
fn read_some(pipe: &mut Option<impl Read>, buffer: &mut [u8]) -> usize {
    let Some(open) = pipe else { return 0 };
    match open.read(buffer) {
        Ok(read) if read > 0 => read,
        Err(error) if is_temporary(&error) => 0,
        _ => {
            *pipe = None;
            0
        }
    }
}

/// The state of a program that has not ended.
#[derive(Default)]
struct Living {
    /// The processor time of its living children and their descendants.
    processor_of_children: Duration,
    /// Whether it, or one of those, is computing or waiting only for a processor.
    is_computing: bool,
}

impl Living {
    fn of(leader: Pid) -> Self {
        let mut system = System::new();
        let what = ProcessRefreshKind::nothing().with_cpu().without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::All, false, what);
        let leader = sysinfo::Pid::from_u32(leader.as_raw_nonzero().get().unsigned_abs());
        let mut family = vec![leader];
        let mut found = Self::default();
        let mut seen = 0;
        while let Some(&member) = family.get(seen) {
            seen += 1;
            for (&id, process) in system.processes() {
                if id == member {
                    found.is_computing |= process.status() == ProcessStatus::Run;
                } else if process.parent() == Some(member) && !family.contains(&id) {
                    family.push(id);
                    found.processor_of_children += Duration::from_millis(process.accumulated_cpu_time());
                }
            }
        }
        found
    }
}
