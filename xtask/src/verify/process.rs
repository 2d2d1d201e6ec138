//! Programs that run with a time limit.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use wait_timeout::ChildExt as _;

/// A game of the workspace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The name of its package, its program and its folder in `fixtures/`.
    pub name: String,
    /// Its program; `None` if only other games were selected.
    pub program: Option<Program>,
}

/// The program of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its path.
    pub path: PathBuf,
    /// Arguments before those of a case. Only the programs of tests, and programs under Wine, have any.
    pub leading: Vec<OsString>,
}

impl Program {
    /// The program as a case runs it, in `folder`.
    pub(super) fn command(&self, arguments: &[String], folder: &Path) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.leading).args(arguments);
        in_plain_environment(&mut command, folder);
        command
    }
}

/// Makes a command run in `folder`, with output that does not depend on colours, backtraces or the width of the terminal.
pub(super) fn in_plain_environment(command: &mut Command, folder: &Path) {
    command.current_dir(folder);
    command.env("NO_COLOR", "1").env("RUST_BACKTRACE", "0").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS");
}

/// The maximum number of bytes of output, more than any golden file needs.
const MAX_OUTPUT: usize = 1 << 26;

#[derive(Clone, Copy)]
enum Stream {
    Out,
    Err,
}

/// A running program. Dropping it kills the program.
pub(super) struct Running {
    child: Child,
    pieces: Receiver<(Stream, Vec<u8>)>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    deadline: Instant,
}

/// The output and the end of a program.
pub(super) struct Ended {
    /// Standard output, except the lines that were read before.
    pub(super) stdout: Vec<u8>,
    /// Standard error.
    pub(super) stderr: Vec<u8>,
    /// How it ended.
    pub(super) end: End,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// By itself, or by a signal of another process.
    Itself(ExitStatus),
    /// Killed at the time limit.
    TimeLimit,
    /// Killed because it wrote too much.
    OutputLimit,
}

/// The last line of an `.err`, or an error for a program that did not end by itself.
pub(super) fn exit_line(end: End, limit: Duration) -> Result<String, String> {
    match end {
        End::Itself(status) => match status.code() {
            Some(code) => Ok(format!("exit {code}\n")),
            None => Err(format!("terminated by a signal: {status}")),
        },
        End::TimeLimit => Err(format!("killed because it did not exit within {limit:?}")),
        End::OutputLimit => Err("killed because it wrote more than 64 MiB".to_owned()),
    }
}

/// A line of standard output.
pub(super) enum Line {
    /// A line without its line end.
    Whole(Vec<u8>),
    /// The output ended.
    Ended,
    /// No line came within the time limit.
    TimeLimit,
}

enum Received {
    Output,
    AllClosed,
    Nothing(End),
}

impl Running {
    /// Starts a program with this time limit.
    pub(super) fn start(mut command: Command, limit: Duration) -> io::Result<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        // Only a few pieces are buffered, so a program that writes too much is blocked until it is killed.
        let (sender, pieces) = mpsc::sync_channel(16);
        if let Some(stdout) = child.stdout.take() {
            read_on_a_thread(stdout, Stream::Out, sender.clone());
        }
        if let Some(stderr) = child.stderr.take() {
            read_on_a_thread(stderr, Stream::Err, sender);
        }
        Ok(Self { child, pieces, stdout: Vec::new(), stderr: Vec::new(), deadline: Instant::now() + limit })
    }

    /// Limits the remaining time to `limit`.
    pub(super) fn limit_remaining(&mut self, limit: Duration) {
        self.deadline = self.deadline.min(Instant::now() + limit);
    }

    /// Whether there is standard output that has not been read yet.
    pub(super) fn has_output(&mut self) -> bool {
        while let Ok((stream, bytes)) = self.pieces.try_recv() {
            self.keep(stream, &bytes);
        }
        !self.stdout.is_empty()
    }

    /// Waits for a line of standard output.
    pub(super) fn line(&mut self) -> Line {
        loop {
            if let Some(end) = self.stdout.iter().position(|&byte| byte == b'\n') {
                let rest = self.stdout.split_off(end + 1);
                let mut line = mem::replace(&mut self.stdout, rest);
                line.pop();
                return Line::Whole(line);
            }
            match self.receive() {
                Received::Output => {}
                Received::AllClosed => return Line::Ended,
                Received::Nothing(_) => return Line::TimeLimit,
            }
        }
    }

    /// Waits for the end of the program.
    pub(super) fn finish(mut self) -> io::Result<Ended> {
        let end = loop {
            match self.receive() {
                Received::Output => {}
                // It can close its outputs and continue to run.
                Received::AllClosed => match self.child.wait_timeout(self.time_left())? {
                    Some(status) => break End::Itself(status),
                    None => break End::TimeLimit,
                },
                Received::Nothing(end) => break end,
            }
        };
        Ok(Ended { stdout: mem::take(&mut self.stdout), stderr: mem::take(&mut self.stderr), end })
    }

    fn receive(&mut self) -> Received {
        if self.stdout.len() + self.stderr.len() > MAX_OUTPUT {
            return Received::Nothing(End::OutputLimit);
        }
        match self.pieces.recv_timeout(self.time_left()) {
            Ok((stream, bytes)) => {
                self.keep(stream, &bytes);
                Received::Output
            }
            Err(RecvTimeoutError::Disconnected) => Received::AllClosed,
            Err(RecvTimeoutError::Timeout) => Received::Nothing(End::TimeLimit),
        }
    }

    fn keep(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Out => self.stdout.extend_from_slice(bytes),
            Stream::Err => self.stderr.extend_from_slice(bytes),
        }
    }

    fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends on everything from a pipe until its end. The thread outlives the program only if a child of the program keeps the pipe
/// open.
fn read_on_a_thread(mut pipe: impl Read + Send + 'static, stream: Stream, pieces: SyncSender<(Stream, Vec<u8>)>) {
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match pipe.read(&mut buffer) {
                Ok(length @ 1..) => {
                    if pieces.send((stream, buffer[..length].to_vec())).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => return,
            }
        }
    });
}
