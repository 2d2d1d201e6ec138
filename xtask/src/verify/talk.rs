//! Conversations with an interactive program.
//!
//! A `.talk` file is a transcript, a line an event:
//!
//! | line | meaning |
//! |---|---|
//! | `< text` | a line that the program reads; `<` alone is an empty one |
//! | `> text` | a line that it must answer; `>` alone is an empty one |
//! | `eof` | the end of its standard input, which stays open where the talk does not say this |
//! | `! text` | a line on its standard error; these come last, whenever they were written |
//! | `exit N` | the last line: its exit code |
//!
//! Lines with a mark are text, lines without one are events, so the text may be anything. It is played in lockstep: a line
//! is sent only when the answers before it have come. A program that ends the conversation must stop by itself, with its
//! standard input still open, unless the talk says `eof`.

use std::io::{self, Read as _, Write as _};
use std::process::Command;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use super::difference::visible;
use super::process::{End, Line, Running};

/// A conversation as it must go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Talk {
    /// The file as it is.
    pub(super) text: Vec<u8>,
    /// What happens on standard input and output, each with the number of its line.
    steps: Vec<(usize, Step)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Reads(Vec<u8>),
    Answers(Vec<u8>),
    EndOfInput,
}

/// A conversation as it went.
pub(super) struct Played {
    /// In the notation of a talk. Equal to the talk where all went well.
    pub(super) transcript: Vec<u8>,
    /// What went wrong, if anything that is more than a difference.
    pub(super) trouble: Option<String>,
}

impl Talk {
    /// Reads a talk; an error starts with the number of its line.
    pub(super) fn parse(text: Vec<u8>) -> Result<Self, String> {
        let mut steps = Vec::new();
        let mut closed = false;
        // The first line of standard error, or the exit, after which less may come.
        let mut complained = false;
        let mut exited = false;
        for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let number = index + 1;
            let Some(line) = line.strip_suffix(b"\n") else {
                return Err(format!("{number}: the line has no end"));
            };
            if exited {
                return Err(format!("{number}: a line after `exit`"));
            }
            let step = match (line, marked(line)) {
                (_, Some((b'<', _))) if closed => return Err(format!("{number}: the program cannot read after `eof`")),
                (_, Some((b'<', text))) => Some(Step::Reads(text.to_vec())),
                (_, Some((b'>', text))) => Some(Step::Answers(text.to_vec())),
                (b"eof", _) if closed => return Err(format!("{number}: a second `eof`")),
                (b"eof", _) => {
                    closed = true;
                    Some(Step::EndOfInput)
                }
                (_, Some((b'!', _))) => None,
                _ if exit_code(line).is_some() => {
                    exited = true;
                    None
                }
                _ => {
                    return Err(format!(
                        "{number}: `{}` is none of `< text`, `> text`, `! text`, `eof` and `exit N`",
                        visible(line)
                    ));
                }
            };
            match step {
                Some(_) if complained => return Err(format!("{number}: only `exit` comes after `!`")),
                Some(step) => steps.push((number, step)),
                None => complained = true,
            }
        }
        if !exited {
            return Err("the last line is not `exit N`".to_owned());
        }
        Ok(Self { text, steps })
    }

    /// Plays it.
    pub(super) fn play(&self, mut command: Command, limit: Duration) -> io::Result<Played> {
        let (mut unread, input) = io::pipe()?;
        command.stdin(unread.try_clone()?);
        let mut input = Some(send_on_a_thread(input));
        let mut running = Running::start(command, limit)?;

        let mut transcript = Vec::new();
        let mut trouble = None;
        for (number, step) in &self.steps {
            match step {
                Step::Reads(_) | Step::EndOfInput if running.has_spoken() => {
                    trouble = Some(format!("line {number}: the program spoke out of turn"));
                }
                Step::Reads(line) => {
                    write_lines(&mut transcript, b'<', &ended(line));
                    if let Some(input) = &input {
                        // Fails only where the thread has failed to write, and then the line is missed below.
                        let _ = input.send(ended(line));
                    }
                }
                Step::EndOfInput => {
                    transcript.extend(b"eof\n");
                    input = None;
                }
                Step::Answers(line) => match running.line() {
                    Line::Whole(answer) => {
                        write_lines(&mut transcript, b'>', &ended(&answer));
                        if answer != *line {
                            trouble = Some(format!("line {number}: the program answered something else"));
                        }
                    }
                    Line::Ended => trouble = Some(format!("line {number}: the program ended its output unasked")),
                    Line::TimeLimit => {
                        trouble = Some(format!(
                            "line {number}: no answer within {limit:?}; is standard output flushed after every line?"
                        ));
                    }
                },
            }
            if trouble.is_some() {
                break;
            }
        }

        if trouble.is_some() {
            // Nothing that follows is part of the talk: the end of input lets the program say what is wrong.
            input = None;
            running.hurry(GRACE);
        }
        let closed = input.is_none();
        let rest = running.finish()?;
        write_lines(&mut transcript, b'>', &rest.stdout);
        write_lines(&mut transcript, b'!', &rest.stderr);
        match rest.end {
            End::Itself(status) => match status.code() {
                Some(code) => transcript.extend(format!("exit {code}\n").bytes()),
                None => transcript.extend(format!("{status}\n").bytes()),
            },
            _ if trouble.is_some() => {}
            End::TimeLimit if closed => {
                trouble = Some(format!("the program did not end within {limit:?}, though its input did"));
            }
            End::TimeLimit => {
                trouble = Some(format!(
                    "the program did not end by itself within {limit:?}; if it may wait for the end of its input, the talk \
                     needs a line `eof`"
                ));
            }
            End::TooMuch => trouble = Some("the program wrote without end".to_owned()),
        }

        // The program has ended, so whatever is left in its standard input was never read.
        drop(input);
        let mut missed = Vec::new();
        unread.read_to_end(&mut missed)?;
        if let Some(line) = missed.split(|&byte| byte == b'\n').next().filter(|_| !missed.is_empty()) {
            trouble.get_or_insert_with(|| format!("the program ended without reading `< {}`", visible(line)));
        }
        Ok(Played { transcript, trouble })
    }
}

/// How long a program may go on that has left the talk: long enough for its last words.
const GRACE: Duration = Duration::from_secs(1);

/// The mark of a line and its text.
fn marked(line: &[u8]) -> Option<(u8, &[u8])> {
    match line {
        [mark @ (b'<' | b'>' | b'!')] => Some((*mark, &[])),
        [mark @ (b'<' | b'>' | b'!'), b' ', text @ ..] if !text.is_empty() => Some((*mark, text)),
        _ => None,
    }
}

/// The exit code of a line `exit N`.
pub(super) fn exit_code(line: &[u8]) -> Option<i32> {
    let digits = str::from_utf8(line).ok()?.strip_prefix("exit ")?;
    // One way to write a number, so that equal codes are equal bytes.
    digits.parse().ok().filter(|code: &i32| code.to_string() == digits)
}

fn ended(line: &[u8]) -> Vec<u8> {
    [line, b"\n"].concat()
}

/// Writes text into a transcript.
fn write_lines(transcript: &mut Vec<u8>, mark: u8, text: &[u8]) {
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let whole = line.strip_suffix(b"\n");
        transcript.push(mark);
        let line = whole.unwrap_or(line);
        if !line.is_empty() {
            transcript.push(b' ');
            transcript.extend(line);
        }
        transcript.push(b'\n');
        if whole.is_none() {
            // No line of a talk looks like this, so it is never equal to one.
            transcript.extend(b"(the line above has no end)\n");
        }
    }
}

/// Writes what it is sent, on a thread: a pipe that nobody reads is full some time, and the time limit must hold then too.
/// The pipe is closed when the sender is.
fn send_on_a_thread(mut pipe: io::PipeWriter) -> Sender<Vec<u8>> {
    let (sender, lines) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for line in lines {
            if pipe.write_all(&line).is_err() {
                return;
            }
        }
    });
    sender
}

#[cfg(test)]
mod tests {
    use super::Talk;

    fn refused(text: &str) -> String {
        Talk::parse(text.as_bytes().to_vec()).expect_err(text)
    }

    #[test]
    fn a_talk_may_use_every_mark() {
        let talk = Talk::parse(b"< 6 6\n<\n> BLACK\n>\neof\n> bye\n! note\nexit 0\n".to_vec());
        assert_eq!(talk.expect("a talk").steps.len(), 6);
    }

    #[test]
    fn a_talk_that_is_none_is_refused_with_its_line() {
        assert_eq!(refused(""), "the last line is not `exit N`");
        assert_eq!(refused("< 6 6\n"), "the last line is not `exit N`");
        assert_eq!(refused("< 6 6\nexit 0"), "2: the line has no end");
        assert_eq!(refused("exit 0\n< 6 6\n"), "2: a line after `exit`");
        assert_eq!(refused("eof\n< 6 6\nexit 0\n"), "2: the program cannot read after `eof`");
        assert_eq!(refused("eof\neof\nexit 0\n"), "2: a second `eof`");
        assert_eq!(refused("! oh\n> 1\nexit 0\n"), "2: only `exit` comes after `!`");
        for odd in ["exit 0\r", "exit", "exit -0", "exit 00", "exit zero", "<6 6", "< ", "EOF", ""] {
            assert!(refused(&format!("{odd}\n")).contains("is none of"), "{odd:?}");
        }
    }
}
