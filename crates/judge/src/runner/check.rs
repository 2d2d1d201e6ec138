//! The checker and the interactor for other runners, in two dialects.
//!
//! | | testlib | ICPC problem package format |
//! |---|---|---|
//! | `check` | INPUT OUTPUT \[ANSWER\] | INPUT ANSWER FEEDBACK, the output on standard input |
//! | `interact` | INPUT \[OUTPUT\] \[ANSWER\], the conversation is written to OUTPUT | INPUT ANSWER FEEDBACK |
//! | accepted, wrong answer, presentation error | 0, 1, 2 | 42, 43, 43 |
//! | no verdict | 3 | 3 |
//! | reason | standard error | also at the end of `FEEDBACK/judgemessage.txt` |

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::Context;
use board_core::problem::{CaseOf, answers};
use board_core::{Control, Input, Limits};

use super::error::Error;
use super::files::{self, file_name};
use crate::conversation::{Line, Speaker, file_of, text_of};
use crate::judged::{Judged, OpponentOf, is_interactive};
use crate::output::{MAX_LINE, compare, max_output, too_much_output};
use crate::referee::{Contestant, Ending, Mover, play};
use crate::seed::random_of;
use crate::verdict::{Finding, Verdict};

/// The exit code if there is no verdict, as in testlib.
pub const NO_VERDICT: u8 = 3;

/// The conventions that a runner follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The conventions of testlib.
    Testlib,
    /// The conventions of the ICPC problem package format.
    Icpc,
}

impl Dialect {
    /// The exit code of a verdict.
    #[must_use]
    pub const fn exit_code(self, verdict: Verdict) -> u8 {
        match (self, verdict) {
            (Self::Testlib, Verdict::Accepted) => 0,
            (Self::Testlib, Verdict::PresentationError) => 2,
            (Self::Testlib, _) => 1,
            (Self::Icpc, Verdict::Accepted) => 42,
            (Self::Icpc, _) => 43,
        }
    }

    fn wrong_arguments(self, command: &str) -> Error {
        let form = match (self, command) {
            (Self::Icpc, "check") => "INPUT ANSWER FEEDBACK < OUTPUT",
            (Self::Icpc, _) => "INPUT ANSWER FEEDBACK",
            (Self::Testlib, "check") => "INPUT OUTPUT [ANSWER]",
            (Self::Testlib, _) => "INPUT [OUTPUT] [ANSWER]",
        };
        anyhow::anyhow!("{command} expects the arguments {form}").into()
    }
}

/// The files that a runner passes to its checker or interactor, in the order of the dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckFiles {
    /// The judge's input.
    pub input: PathBuf,
    /// The second file.
    pub second: Option<PathBuf>,
    /// The third file.
    pub third: Option<PathBuf>,
    /// The dialect, which defines the meaning of the other two files.
    pub dialect: Dialect,
}

/// Judges an output, which is read from a file or from `stdin`, depending on the dialect.
///
/// # Errors
/// If a file is missing or cannot be used, or the right answer cannot be found.
pub fn check<P: Judged>(
    problem: &P,
    files: &CheckFiles,
    stdin: impl Read,
    control: &Control<'_>,
) -> Result<Finding, Error> {
    let output = match (files.dialect, &files.second) {
        (Dialect::Testlib, Some(output)) => Some(output),
        (Dialect::Icpc, Some(_)) if files.third.is_some() => None,
        (dialect, _) => return Err(dialect.wrong_arguments("check")),
    };
    let read_output = |max: usize| match output {
        Some(path) => {
            let bytes = File::open(path).and_then(|file| read_some(file, max));
            bytes.with_context(|| format!("cannot read {}", file_name(path)))
        }
        None => read_some(stdin, max).context("cannot read <stdin>"),
    };
    let cases = read(problem, &files.input)?;
    if is_interactive::<P>() {
        return check_conversation(problem, &cases, &read_output(MAX_CONVERSATION)?, control);
    }
    let right = answers(problem, &cases, control)?;
    let max = max_output(&right);
    let output = read_output(max + 1)?;
    Ok(if output.len() > max { too_much_output(max, &right) } else { compare(problem, &cases, &right, &output) })
}

/// Plays the judge's side of a game against a program over two streams.
///
/// # Errors
/// If a file is missing or cannot be used, or the program cannot be written to.
pub fn interact<P: Judged>(
    problem: &P,
    files: &CheckFiles,
    opponent: OpponentOf<P>,
    seed: u64,
    streams: (impl BufRead, impl Write),
    control: &Control<'_>,
) -> Result<Finding, Error> {
    let conversation = match (files.dialect, &files.second) {
        (Dialect::Testlib, output) => output.as_deref(),
        (Dialect::Icpc, Some(_)) if files.third.is_some() => None,
        (dialect, _) => return Err(dialect.wrong_arguments("interact")),
    };
    let cases = read(problem, &files.input)?;
    let input = problem.input(&cases);
    let mut mover = Mover::Opponent(opponent, random_of(seed, opponent, &input));
    let mut program = Streams { input: streams.0, output: streams.1, lines: Vec::new() };
    let ending = play(&mut referee(problem, &cases, control)?, &mut mover, &input, &mut program)?;
    if let Some(path) = conversation {
        files::write(path, file_of(&program.lines).as_bytes())?;
    }
    finding(ending)
}

/// The maximum number of bytes read of a conversation. 350 moves take a few kilobytes, but a program that violates the
/// protocol can write more.
const MAX_CONVERSATION: usize = 1 << 24;

/// Reads to the end, or at most this many bytes.
fn read_some(from: impl Read, max: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(max as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the cases of a file within the limits of our solver.
fn read<P: Judged>(problem: &P, path: &Path) -> anyhow::Result<Vec<CaseOf<P>>> {
    let cases = problem.read(&mut Input::new(&files::read(path)?, Limits::Ours));
    cases.map_err(|error| anyhow::anyhow!("{}:{error}", file_name(path)))
}

/// Returns the finding in one line. For ICPC it is also added, with its details, to `judgemessage.txt` in the feedback
/// folder.
///
/// # Errors
/// If that file cannot be written.
pub fn conclude(files: &CheckFiles, finding: &Finding) -> Result<String, Error> {
    let divider = if finding.why.is_empty() { "" } else { ": " };
    let line = [finding.verdict.words(), divider, &finding.why].concat();
    if let (Dialect::Icpc, Some(folder)) = (files.dialect, &files.third) {
        let message = [slice::from_ref(&line), &finding.details[..]].concat().join("\n") + "\n";
        append(&folder.join("judgemessage.txt"), &message)?;
    }
    Ok(line)
}

fn append(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = File::options().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", file_name(path)))
}

fn referee<P: Judged>(problem: &P, cases: &[CaseOf<P>], control: &Control<'_>) -> Result<P::Referee, Error> {
    let one_case = || anyhow::anyhow!("an interactive input must have exactly one case");
    let [case] = cases else { return Err(one_case().into()) };
    Ok(problem.referee(case, control)?.ok_or_else(one_case)?)
}

/// If the program wrote no line, its output has ended.
fn finding(ending: Ending<EndOfOutput>) -> Result<Finding, Error> {
    match ending {
        Ending::Over(finding) => Ok(finding),
        Ending::Silent { expected, silence: EndOfOutput } => {
            Ok(wrong(format!("unexpected end of output, expected {expected}")))
        }
        Ending::RecordEnded => Err(other_input(None, "-1 -1")),
    }
}

fn wrong(why: String) -> Finding {
    Finding { verdict: Verdict::PresentationError, why, details: Vec::new() }
}

/// The output ended before the next line.
struct EndOfOutput;

/// A program at the other end of two streams.
struct Streams<I, O> {
    input: I,
    output: O,
    lines: Vec<Line>,
}

impl<I: BufRead, O: Write> Contestant for Streams<I, O> {
    type Silence = EndOfOutput;
    type Error = Error;

    fn send(&mut self, line: &str) -> Result<(), Error> {
        self.lines.push(Line { speaker: Speaker::Judge, text: line.to_owned() });
        match self.output.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.output.flush()) {
            // If the program no longer reads, it will not write its next line either.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(anyhow::Error::new(error).context("cannot write to the program").into())
            }
            _ => Ok(()),
        }
    }

    fn receive(&mut self) -> Result<Result<String, EndOfOutput>, Error> {
        let mut line = Vec::new();
        let max = MAX_LINE as u64 + 1;
        (&mut self.input).take(max).read_until(b'\n', &mut line).context("cannot read <stdin>")?;
        if line.is_empty() {
            return Ok(Err(EndOfOutput));
        }
        let text = text_of(&line);
        self.lines.push(Line { speaker: Speaker::Program, text: text.clone() });
        Ok(Ok(text))
    }
}

/// A recorded conversation.
struct Recorded {
    judge: VecDeque<String>,
    program: VecDeque<String>,
}

impl Contestant for Recorded {
    type Silence = EndOfOutput;
    type Error = Error;

    fn send(&mut self, line: &str) -> Result<(), Error> {
        match self.judge.pop_front() {
            Some(found) if found == line => Ok(()),
            found => Err(other_input(found, line)),
        }
    }

    fn receive(&mut self) -> Result<Result<String, EndOfOutput>, Error> {
        Ok(self.program.pop_front().ok_or(EndOfOutput))
    }
}

/// The error if the judge's lines in a conversation are not those that it writes for this input.
fn other_input(found: Option<String>, line: &str) -> Error {
    let found = found.map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
    anyhow::anyhow!("the conversation does not match the input: expected {line:?} from the judge, found {found}").into()
}

/// Judges a conversation that [`interact`] wrote.
fn check_conversation<P: Judged>(
    problem: &P,
    cases: &[CaseOf<P>],
    conversation: &[u8],
    control: &Control<'_>,
) -> Result<Finding, Error> {
    let mut recorded = Recorded { judge: VecDeque::new(), program: VecDeque::new() };
    let text = String::from_utf8_lossy(conversation);
    for (line, number) in text.lines().zip(1..) {
        match Line::parse(line) {
            Some(Line { speaker: Speaker::Judge, text }) => recorded.judge.push_back(text),
            Some(Line { speaker: Speaker::Program, text }) => recorded.program.push_back(text),
            None => {
                let why = format!("line {number} of the conversation must begin with < or >");
                return Err(anyhow::anyhow!(why).into());
            }
        }
    }
    let input = problem.input(cases);
    let moves: Vec<String> = recorded.judge.iter().skip(input.lines().count()).cloned().collect();
    let mut mover = Mover::Recorded(moves.into_iter());
    let ending = play(&mut referee(problem, cases, control)?, &mut mover, &input, &mut recorded)?;
    match ending {
        Ending::Over(finding)
            if finding.verdict == Verdict::Accepted && recorded.program.iter().any(|line| !line.trim().is_empty()) =>
        {
            Ok(wrong("unexpected output after the game was won".to_owned()))
        }
        ending => finding(ending),
    }
}
