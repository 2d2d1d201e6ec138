//! Programs that are run for no longer than allowed.

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
    /// The name of its package, of its program and of its folder in `fixtures/`.
    pub name: String,
    /// Its program; `None` where other games were asked for.
    pub program: Option<Program>,
}

/// The program of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Where it is.
    pub path: PathBuf,
    /// What it is given before the arguments of a case. A test's program needs some, a game's none.
    pub leading: Vec<OsString>,
}

impl Program {
    /// The program as a case runs it, in `folder`.
    pub(super) fn command(&self, arguments: &[String], folder: &Path) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.leading).args(arguments);
        in_plain_surroundings(&mut command, folder);
        command
    }
}

/// Runs it in `folder`. Colours, backtraces and the width of this terminal have no place in a golden file.
pub(super) fn in_plain_surroundings(command: &mut Command, folder: &Path) {
    command.current_dir(folder);
    command.env("NO_COLOR", "1").env("RUST_BACKTRACE", "0").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS");
}

/// More than any golden file needs, and less than memory holds.
const MOST_OUTPUT: usize = 1 << 26;

#[derive(Clone, Copy)]
enum Stream {
    Out,
    Err,
}

/// A program that runs. Dropped, it is killed.
pub(super) struct Running {
    child: Child,
    heard: Receiver<(Stream, Vec<u8>)>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    deadline: Instant,
}

/// What a program did.
pub(super) struct Ended {
    /// What it wrote on standard output, but for the lines taken before.
    pub(super) stdout: Vec<u8>,
    /// What it wrote on standard error.
    pub(super) stderr: Vec<u8>,
    /// How it ended.
    pub(super) end: End,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// By itself, or by somebody else's signal.
    Itself(ExitStatus),
    /// It was killed when its time was over.
    TimeLimit,
    /// It was killed because it wrote without end.
    TooMuch,
}

/// The last line of an `.err`, or what is wrong with a program that did not end by itself.
pub(super) fn exit_line(end: End, limit: Duration) -> Result<String, String> {
    match end {
        End::Itself(status) => match status.code() {
            Some(code) => Ok(format!("exit {code}\n")),
            None => Err(format!("it was ended by a signal: {status}")),
        },
        End::TimeLimit => Err(format!("it was still running after {limit:?} and was killed")),
        End::TooMuch => Err("it wrote without end and was killed".to_owned()),
    }
}

/// A line of standard output.
pub(super) enum Line {
    /// Without its line end.
    Whole(Vec<u8>),
    /// There is none: the output ended.
    Ended,
    /// It did not come in time.
    TimeLimit,
}

enum Heard {
    Something,
    AllEnded,
    Nothing(End),
}

impl Running {
    /// Starts a program that may run for `limit`.
    pub(super) fn start(mut command: Command, limit: Duration) -> io::Result<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        // Few pieces wait to be heard: whoever writes without end is held up, then killed.
        let (sender, heard) = mpsc::sync_channel(16);
        if let Some(stdout) = child.stdout.take() {
            read_on_a_thread(stdout, Stream::Out, sender.clone());
        }
        if let Some(stderr) = child.stderr.take() {
            read_on_a_thread(stderr, Stream::Err, sender);
        }
        Ok(Self { child, heard, stdout: Vec::new(), stderr: Vec::new(), deadline: Instant::now() + limit })
    }

    /// Allows it no more than `limit` from now.
    pub(super) fn hurry(&mut self, limit: Duration) {
        self.deadline = self.deadline.min(Instant::now() + limit);
    }

    /// Whether there is standard output that nobody has taken.
    pub(super) fn has_spoken(&mut self) -> bool {
        while let Ok((stream, bytes)) = self.heard.try_recv() {
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
            match self.hear() {
                Heard::Something => {}
                Heard::AllEnded => return Line::Ended,
                Heard::Nothing(_) => return Line::TimeLimit,
            }
        }
    }

    /// Waits for its end.
    pub(super) fn finish(mut self) -> io::Result<Ended> {
        let end = loop {
            match self.hear() {
                Heard::Something => {}
                // It may close its outputs and go on.
                Heard::AllEnded => match self.child.wait_timeout(self.time_left())? {
                    Some(status) => break End::Itself(status),
                    None => break End::TimeLimit,
                },
                Heard::Nothing(end) => break end,
            }
        };
        Ok(Ended { stdout: mem::take(&mut self.stdout), stderr: mem::take(&mut self.stderr), end })
    }

    fn hear(&mut self) -> Heard {
        if self.stdout.len() + self.stderr.len() > MOST_OUTPUT {
            return Heard::Nothing(End::TooMuch);
        }
        match self.heard.recv_timeout(self.time_left()) {
            Ok((stream, bytes)) => {
                self.keep(stream, &bytes);
                Heard::Something
            }
            Err(RecvTimeoutError::Disconnected) => Heard::AllEnded,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing(End::TimeLimit),
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
        // Both fail only where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands on what comes from the pipe until its end. The thread outlives the program only where a child of the program
/// keeps the pipe open.
fn read_on_a_thread(mut pipe: impl Read + Send + 'static, stream: Stream, heard: SyncSender<(Stream, Vec<u8>)>) {
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match pipe.read(&mut buffer) {
                Ok(length @ 1..) => {
                    if heard.send((stream, buffer[..length].to_vec())).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => return,
            }
        }
    });
}
