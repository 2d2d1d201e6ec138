//! Conversations with an interactive program.
//!
//! A `.talk` file is a transcript with one event per line:
//!
//! | line | meaning |
//! |---|---|
//! | `< text` | a line that the program reads; a single `<` is an empty line |
//! | `> text` | a line that it must answer; a single `>` is an empty line |
//! | `eof` | the end of its standard input, which otherwise stays open |
//! | `! text` | a line on its standard error; these come last, no matter when they were written |
//! | `exit N` | the last line: its exit code |
//!
//! Every text has a mark before it, so a text can be anything. The conversation is played in lockstep: a line is sent only
//! after the answers before it have arrived. The program must exit by itself, with its standard input still open, unless the file
//! has a line `eof`.

use std::io::{self, Read as _, Write as _};
use std::process::Command;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use super::difference::visible;
use super::process::{End, Line, Running};

/// An expected conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Talk {
    /// The text of the file.
    pub(super) text: Vec<u8>,
    /// The events on standard input and output, each with its line number.
    steps: Vec<(usize, Step)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Reads(Vec<u8>),
    Answers(Vec<u8>),
    EndOfInput,
}

/// A conversation that was played.
pub(super) struct Played {
    /// In the notation of a `.talk` file. Equal to the file if everything is as expected.
    pub(super) transcript: Vec<u8>,
    /// The first error that is more than a difference.
    pub(super) error: Option<String>,
}

impl Talk {
    /// Parses a `.talk` file. An error starts with the line number.
    pub(super) fn parse(text: Vec<u8>) -> Result<Self, String> {
        let mut steps = Vec::new();
        let mut closed = false;
        // Whether a line of standard error or the exit has been read: only such lines can follow.
        let mut has_stderr = false;
        let mut exited = false;
        for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let number = index + 1;
            let Some(line) = line.strip_suffix(b"\n") else {
                return Err(format!("{number}: the last line does not end with a newline"));
            };
            if exited {
                return Err(format!("{number}: unexpected line after `exit`"));
            }
            let step = match (line, marked(line)) {
                (_, Some((b'<', _))) if closed => return Err(format!("{number}: the program cannot read after `eof`")),
                (_, Some((b'<', text))) => Some(Step::Reads(text.to_vec())),
                (_, Some((b'>', text))) => Some(Step::Answers(text.to_vec())),
                (b"eof", _) if closed => return Err(format!("{number}: duplicate `eof`")),
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
                        "{number}: expected `< text`, `> text`, `! text`, `eof` or `exit N`, found `{}`",
                        visible(line)
                    ));
                }
            };
            match step {
                Some(_) if has_stderr => return Err(format!("{number}: expected `! text` or `exit N` after `!`")),
                Some(step) => steps.push((number, step)),
                None => has_stderr = true,
            }
        }
        if !exited {
            return Err("the last line is not `exit N`".to_owned());
        }
        Ok(Self { text, steps })
    }

    /// Plays the conversation with a program.
    pub(super) fn play(&self, mut command: Command, limit: Duration) -> io::Result<Played> {
        let (mut unread, input) = io::pipe()?;
        command.stdin(unread.try_clone()?);
        let mut input = Some(send_on_a_thread(input));
        let mut running = Running::start(command, limit)?;

        let mut transcript = Vec::new();
        let mut error = None;
        for (number, step) in &self.steps {
            match step {
                Step::Reads(_) | Step::EndOfInput if running.has_output() => {
                    error = Some(format!("line {number}: the program wrote output before it was sent this line"));
                }
                Step::Reads(line) => {
                    write_lines(&mut transcript, b'<', &ended(line));
                    if let Some(input) = &input {
                        // Fails only if the thread could not write, which is detected below.
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
                            error = Some(format!("line {number}: the program wrote another answer"));
                        }
                    }
                    Line::Ended => error = Some(format!("line {number}: unexpected end of output, expected an answer")),
                    Line::TimeLimit => {
                        error = Some(format!(
                            "line {number}: no answer within {limit:?}; is standard output flushed after every line?"
                        ));
                    }
                },
            }
            if error.is_some() {
                break;
            }
        }

        if error.is_some() {
            // The rest is not part of the conversation. At the end of its input the program can report an error.
            input = None;
            running.limit_remaining(GRACE);
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
            _ if error.is_some() => {}
            End::TimeLimit if closed => {
                error = Some(format!("the program did not exit within {limit:?} after the end of its input"));
            }
            End::TimeLimit => {
                error = Some(format!(
                    "the program did not exit within {limit:?}; if it should wait for the end of its input, add a line \
                     `eof`"
                ));
            }
            End::OutputLimit => error = Some("the program wrote more than 64 MiB".to_owned()),
        }

        // The program has ended, so the rest of its standard input was never read.
        drop(input);
        let mut unread_input = Vec::new();
        unread.read_to_end(&mut unread_input)?;
        if let Some(line) = unread_input.split(|&byte| byte == b'\n').next().filter(|_| !unread_input.is_empty()) {
            error.get_or_insert_with(|| format!("the program ended without reading `< {}`", visible(line)));
        }
        Ok(Played { transcript, error })
    }
}

/// How long a program can run after an error, so that it can still write messages.
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
    // A code has only one notation, so that equal codes are equal bytes.
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
            // No line of a `.talk` file looks like this.
            transcript.extend(b"(the line above does not end with a newline)\n");
        }
    }
}

/// Writes lines to a pipe on a thread, because a write blocks if the program does not read, and the time limit must work then
/// too. Dropping the sender closes the pipe.
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
    fn every_mark_is_accepted() {
        let talk = Talk::parse(b"< 6 6\n<\n> BLACK\n>\neof\n> bye\n! note\nexit 0\n".to_vec());
        assert_eq!(talk.expect("a talk").steps.len(), 6);
    }

    #[test]
    fn invalid_talks_are_refused_with_the_line_number() {
        assert_eq!(refused(""), "the last line is not `exit N`");
        assert_eq!(refused("< 6 6\n"), "the last line is not `exit N`");
        assert_eq!(refused("< 6 6\nexit 0"), "2: the last line does not end with a newline");
        assert_eq!(refused("exit 0\n< 6 6\n"), "2: unexpected line after `exit`");
        assert_eq!(refused("eof\n< 6 6\nexit 0\n"), "2: the program cannot read after `eof`");
        assert_eq!(refused("eof\neof\nexit 0\n"), "2: duplicate `eof`");
        assert_eq!(refused("! oh\n> 1\nexit 0\n"), "2: expected `! text` or `exit N` after `!`");
        for odd in ["exit 0\r", "exit", "exit -0", "exit 00", "exit zero", "<6 6", "< ", "EOF", ""] {
            assert!(refused(&format!("{odd}\n")).contains("expected `< text`"), "{odd:?}");
        }
    }
}
