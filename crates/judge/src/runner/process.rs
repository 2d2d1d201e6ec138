//! Somebody's program, run under limits in a process group of its own.
//!
//! Each run has one thread that waits for the program's end and tells it through a pipe, so that one call of `poll`
//! sees everything: input that can be sent, output, complaints, the end. No read waits for a pipe that is held open by
//! a child which the program left behind.
//!
//! What is not kept in check: a child that leaves the group (`setsid`) goes on, though nobody waits for it.

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

/// A program and what each run of it may take.
pub(super) struct Program {
    /// What is run, and its arguments.
    pub(super) words: Vec<OsString>,
    /// The time of a run.
    pub(super) time: Duration,
    /// The bytes of memory; nothing where the system keeps no such limit.
    pub(super) memory: Option<u64>,
}

/// Whether this system can limit the memory of another program.
pub const LIMITS_MEMORY: bool = cfg!(target_os = "linux");

/// What every run of a judge shares.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    /// Where running programs are kept.
    pub(super) children: &'a Children,
    /// The results of the runs are no longer wanted.
    pub(super) stop: &'a AtomicBool,
}

/// A run in progress. Dropping it ends the program.
pub(super) struct Running<'a> {
    /// `None` when it was given back to the system.
    child: Option<Child>,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Closed from the other side when the program has ended.
    end: PipeReader,
    waiter: Option<JoinHandle<()>>,
    started: Instant,
    deadline: Instant,
    ended: Option<Instant>,
    unsent: Vec<u8>,
    is_input_complete: bool,
    /// What was read and is not taken yet.
    pub(super) output: Vec<u8>,
    complaints: Vec<u8>,
    buffer: Vec<u8>,
    scope: Scope<'a>,
}

/// Why [`Running::wait`] returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// There is enough output.
    Enough,
    /// The program has ended, and all that it wrote is read.
    Ended,
    /// The time is over.
    Late,
    /// Nobody wants to know any more.
    Stopped,
}

/// How a run ended.
pub(super) struct End {
    /// The exit code or the signal; of no interest where the judge ended it.
    pub(super) status: ExitStatus,
    /// From its start to its end.
    pub(super) time: Duration,
    /// The time of processors that it and its children used.
    pub(super) processor: Duration,
    /// Whether it, or a child, was about to compute when the judge ended it.
    pub(super) was_computing: bool,
    /// The most memory that one of its processes had at a time, in bytes.
    ///
    /// The system counts from the moment that the process was made, when it still shared the judge's own memory: of a small
    /// program it is what the judge had then, some MiB.
    pub(super) peak: u64,
    /// The last that it wrote to standard error.
    pub(super) complaints: Vec<u8>,
}

impl Program {
    /// Starts a run.
    ///
    /// # Errors
    /// If the system does not start it, or the judge is about to end.
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
            complaints: Vec::new(),
            buffer: vec![0; 1 << 16],
            scope,
        };
        // From here on the program ends with `running`, whatever happens.
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
            // The leader stays, ended, until `give_back`: so nobody else gets its number.
            while waitid(WaitId::Pid(group), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
                .is_err_and(|error| error == rustix::io::Errno::INTR)
            {}
            drop(end_writer);
        };
        running.waiter = Some(thread::Builder::new().spawn(wait).with_context(name)?);
        Ok(running)
    }
}

/// The limit of memory, which is one of what may be allocated: of private memory that can be written, which leaves out what a
/// runtime only reserves.
///
/// Without unsafe code nothing of ours runs between the birth of a process and the start of the program in it. So it inherits a
/// limit that the judge gives itself for a moment, and then the exact one is set from outside.
#[cfg(target_os = "linux")]
mod memory {
    use std::{fs, io};

    use rustix::param::page_size;
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setrlimit};

    /// The judge's own limit is lowered as long as this lives.
    pub(super) struct Lowered {
        before: Rlimit,
    }

    impl Lowered {
        /// What the judge's other threads may come to allocate in that moment.
        const ROOM: u64 = 32 << 20;

        /// Lowers it to this, or, where the judge has more itself, to what it has and a little more.
        pub(super) fn to(bytes: u64) -> io::Result<Self> {
            let before = getrlimit(Resource::Data);
            let limit = bytes.max(own_memory()?.saturating_add(Self::ROOM));
            let limit = before.current.map_or(limit, |current| current.min(limit));
            setrlimit(Resource::Data, Rlimit { current: Some(limit), ..before })?;
            Ok(Self { before })
        }
    }

    impl Drop for Lowered {
        fn drop(&mut self) {
            // What was allowed before is allowed again.
            let _ = setrlimit(Resource::Data, self.before);
        }
    }

    /// What counts of the judge's own memory, in bytes.
    fn own_memory() -> io::Result<u64> {
        let sizes = fs::read_to_string("/proc/self/statm")?;
        let pages = sizes.split_ascii_whitespace().nth(5).and_then(|pages| pages.parse::<u64>().ok());
        let pages = pages.ok_or_else(|| io::Error::other("/proc/self/statm does not tell"))?;
        Ok(pages.saturating_mul(page_size() as u64))
    }

    /// Limits a process and its children that are to come.
    pub(super) fn limit(process: Pid, bytes: u64) -> io::Result<()> {
        let most = getrlimit(Resource::Data).maximum.map_or(bytes, |most| most.min(bytes));
        prlimit(Some(process), Resource::Data, Rlimit { current: Some(most), maximum: Some(most) })?;
        // A program that crashes leaves no file behind.
        prlimit(Some(process), Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
mod memory {
    use std::io;

    use rustix::process::Pid;

    /// There is nothing to lower.
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
    /// As much of what it writes to standard error is kept.
    const KEPT_COMPLAINTS: usize = 1 << 10;
    /// Between two looks at whether anybody still wants to know.
    const GLANCE: Duration = Duration::from_millis(50);

    /// Sends this when the program reads it. What it does not read is lost without a word.
    pub(super) fn send(&mut self, input: &[u8]) {
        self.unsent.extend_from_slice(input);
    }

    /// Sends nothing more after what is on its way.
    pub(super) fn end_input(&mut self) {
        self.is_input_complete = true;
    }

    /// How long it has been running.
    pub(super) fn elapsed(&self) -> Duration {
        self.ended.unwrap_or_else(Instant::now).saturating_duration_since(self.started)
    }

    /// Takes off the time that the judge itself has needed.
    pub(super) fn forgive(&mut self, time: Duration) {
        self.started += time;
        self.deadline += time;
    }

    /// Gives it no more than this from now on.
    pub(super) fn hurry(&mut self, time: Duration) {
        self.deadline = self.deadline.min(Instant::now() + time);
    }

    /// Lets it run until there is enough output, it has ended, or its time is over.
    ///
    /// # Errors
    /// If the system fails.
    pub(super) fn wait(&mut self, mut enough: impl FnMut(&mut Vec<u8>) -> bool) -> io::Result<Event> {
        loop {
            if enough(&mut self.output) {
                return Ok(Event::Enough);
            }
            // What ended it may have been the end of the judge.
            if self.scope.stop.load(Ordering::Relaxed) || self.scope.children.is_ending() {
                return Ok(Event::Stopped);
            }
            if self.ended.is_some() {
                // Nobody is left who could write, so this comes to an end.
                if !self.read_output() {
                    return Ok(if self.scope.children.is_ending() { Event::Stopped } else { Event::Ended });
                }
                continue;
            }
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Event::Late);
            }
            self.turn(left.min(Self::GLANCE))?;
        }
    }

    /// Waits until something can be done, and does it.
    fn turn(&mut self, patience: Duration) -> io::Result<()> {
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
        let open = pipes.iter().filter_map(|(pipe, wanted)| Some((pipe.as_ref()?, *wanted)));
        let mut asked: Vec<PollFd<'_>> = open.map(|(pipe, wanted)| PollFd::new(pipe, wanted)).collect();
        let patience = Timespec::try_from(patience).map_err(io::Error::other)?;
        match poll(&mut asked, Some(&patience)) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        let mut told = asked.iter().map(|pipe| !pipe.revents().is_empty());
        let [has_ended, can_send, has_output, has_complaints] =
            pipes.map(|(pipe, _)| pipe.is_some() && told.next() == Some(true));
        if can_send {
            self.send_some();
        }
        if has_output {
            self.read_output();
        }
        if has_complaints {
            self.read_complaints();
        }
        if has_ended {
            self.ended = Some(Instant::now());
            // Those it left behind.
            kill(self.group);
        }
        Ok(())
    }

    fn send_some(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        match stdin.write(&self.unsent) {
            Ok(sent) => drop(self.unsent.drain(..sent)),
            Err(error) if is_passing(&error) => {}
            // It reads no more, which is no fault.
            Err(_) => {
                self.stdin = None;
                self.unsent.clear();
            }
        }
    }

    /// Whether there was something.
    fn read_output(&mut self) -> bool {
        let read = read_some(&mut self.stdout, &mut self.buffer);
        self.output.extend_from_slice(&self.buffer[..read]);
        read > 0
    }

    /// Whether there was something.
    fn read_complaints(&mut self) -> bool {
        let read = read_some(&mut self.stderr, &mut self.buffer);
        self.complaints.extend_from_slice(&self.buffer[..read]);
        let surplus = self.complaints.len().saturating_sub(Self::KEPT_COMPLAINTS);
        self.complaints.drain(..surplus);
        read > 0
    }

    /// Ends it with all its children. Once.
    ///
    /// # Errors
    /// If the system fails.
    pub(super) fn end(&mut self) -> io::Result<End> {
        let time = self.elapsed();
        // The system tells of what the program waited for itself; what its children use while it waits is asked before.
        let living = if self.ended.is_none() { Living::of(self.group) } else { Living::default() };
        let usage = self.give_back()?;
        // No more than a pipe holds, unless a child that left the group goes on writing.
        for _ in 0..64 {
            if !self.read_complaints() {
                break;
            }
        }
        Ok(End {
            status: usage.status,
            time,
            processor: usage.rusage.utime + usage.rusage.stime + living.processor_of_children,
            was_computing: living.is_computing,
            peak: usage.rusage.maxrss,
            complaints: mem::take(&mut self.complaints),
        })
    }

    fn give_back(&mut self) -> io::Result<wait4::ResUse> {
        kill(self.group);
        if let Some(waiter) = self.waiter.take() {
            // It does not panic.
            let _ = waiter.join();
        }
        let mut child = self.child.take().expect("given back once");
        let mut groups = self.scope.children.groups();
        let usage = child.wait4();
        groups.retain(|&group| group != self.group);
        usage
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if self.child.is_some() {
            // There is nobody to tell.
            let _ = self.give_back();
        }
    }
}

fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// Reads what is there, and closes the pipe at its end. How many bytes it read.
fn read_some(pipe: &mut Option<impl Read>, buffer: &mut [u8]) -> usize {
    let Some(open) = pipe else { return 0 };
    match open.read(buffer) {
        Ok(read) if read > 0 => read,
        Err(error) if is_passing(&error) => 0,
        _ => {
            *pipe = None;
            0
        }
    }
}

/// What is seen of a program that has not ended.
#[derive(Default)]
struct Living {
    /// The time of processors that its living children, and theirs, have used.
    processor_of_children: Duration,
    /// Whether it, or one of those, computes or waits for a processor, and for nothing else.
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
