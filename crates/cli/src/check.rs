//! `check` and `interact`: the parts of a judge for other people's runners, in two dialects.
//!
//! | | testlib | ICPC problem package format |
//! |---|---|---|
//! | `check` | INPUT OUTPUT \[ANSWER\] | INPUT ANSWER FEEDBACK, the output on standard input |
//! | `interact` | INPUT \[OUTPUT\] \[ANSWER\], the conversation is written to OUTPUT | INPUT ANSWER FEEDBACK |
//! | accepted, wrong, badly written | 0, 1, 2 | 42, 43, 43 |
//! | no verdict | 3 | 3 |
//! | why | standard error | also at the end of `FEEDBACK/judgemessage.txt` |

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::slice;

use anyhow::Context;
use board_core::judging::{Finding, Next, Opponent, Referee, Verdict, judge_output};
use board_core::problem::{CaseOf, answers};
use board_core::{Control, Input, Limits, Problem};

use crate::args::{self, CheckArgs, Dialect, InteractArgs};
use crate::failure::Failure;
use crate::talk::{self, Line, Speaker, flood, most_output};
use crate::{files, note, work};

/// The exit code where there is no verdict, as in testlib.
pub(crate) const NO_VERDICT: u8 = 3;

/// Judges an output.
pub(crate) fn check<P: Problem + Default>(args: &CheckArgs) -> ExitCode {
    let files = &args.files;
    conclude::<P>(files.dialect, files.third.as_deref(), || {
        let output = match (files.dialect, &files.second) {
            (Dialect::Testlib, Some(output)) => Some(output),
            (Dialect::Icpc, Some(_)) if files.third.is_some() => None,
            (dialect, _) => return Err(dialect.misused("check")),
        };
        let read_output = |most: usize| match output {
            Some(path) => {
                let bytes = File::open(path).and_then(|file| read_some(file, most));
                bytes.with_context(|| format!("cannot read {}", files::shown(path)))
            }
            None => read_some(io::stdin().lock(), most).context("cannot read <stdin>"),
        };
        let problem = P::default();
        let cases = read(&problem, &files.input)?;
        work::quietly(|control| {
            if P::JUDGING.interaction.is_some() {
                let conversation = read_output(MOST_CONVERSATION)?;
                return check_conversation(&problem, &cases, &conversation, control);
            }
            let right = answers(&problem, &cases, control)?;
            let most = most_output(&right);
            let output = read_output(most + 1)?;
            Ok(if output.len() > most { flood(most, &right) } else { judge_output(&problem, &cases, &right, &output) })
        })
    })
}

/// Plays the judge's side over standard input and output.
pub(crate) fn interact<P: Problem + Default>(args: &InteractArgs) -> ExitCode {
    let files = &args.files;
    let feedback = files.third.as_deref();
    conclude::<P>(files.dialect, feedback, || {
        let name = args::opponent::<P>(&args.opponent)?;
        let conversation = match (files.dialect, &files.second) {
            (Dialect::Testlib, output) => output.as_deref(),
            (Dialect::Icpc, Some(_)) if feedback.is_some() => None,
            (dialect, _) => return Err(dialect.misused("interact")),
        };
        let problem = P::default();
        let cases = read(&problem, &files.input)?;
        let input = problem.input(&cases);
        let mut other = Streams { input: io::stdin().lock(), output: io::stdout().lock(), lines: Vec::new() };
        let finding = work::quietly(|control| {
            let opponent = Opponent::Named(name, talk::chances(args.seed, name, &input));
            play(&mut *referee(&problem, &cases, opponent, control)?, &input, &mut other)
        })?;
        if let Some(path) = conversation {
            files::write(path, talk::written(&other.lines).as_bytes())?;
        }
        Ok(finding)
    })
}

/// A conversation of 350 moves takes some kilobytes; a line of a program that is none may take more.
const MOST_CONVERSATION: usize = 1 << 24;

/// Reads to the end, or so many bytes.
fn read_some(from: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Dialect {
    fn misused(self, command: &str) -> Failure {
        let form = match (self, command) {
            (Self::Icpc, "check") => "INPUT ANSWER FEEDBACK < OUTPUT",
            (Self::Icpc, _) => "INPUT ANSWER FEEDBACK",
            (Self::Testlib, "check") => "INPUT OUTPUT [ANSWER]",
            (Self::Testlib, _) => "INPUT [OUTPUT] [ANSWER]",
        };
        anyhow::anyhow!("{command} is to be called with {form}").into()
    }
}

/// The cases of a file: as large as our solver takes them.
fn read<P: Problem>(problem: &P, path: &Path) -> anyhow::Result<Vec<CaseOf<P>>> {
    let cases = problem.read(&mut Input::new(&files::read(path)?, Limits::Ours));
    cases.map_err(|error| anyhow::anyhow!("{}:{error}", files::shown(path)))
}

/// Says what was found, and gives the exit code for it.
fn conclude<P: Problem>(
    dialect: Dialect,
    feedback: Option<&Path>,
    find: impl FnOnce() -> Result<Finding, Failure>,
) -> ExitCode {
    let told = find().and_then(|finding| {
        let divider = if finding.why.is_empty() { "" } else { ": " };
        let line = [finding.verdict.words(), divider, &finding.why].concat();
        if let (Dialect::Icpc, Some(folder)) = (dialect, feedback) {
            let message = [slice::from_ref(&line), &finding.details[..]].concat().join("\n") + "\n";
            append(&folder.join("judgemessage.txt"), &message)?;
        }
        note(P::NAME, &line);
        Ok(finding.verdict)
    });
    let code = match (dialect, told) {
        (Dialect::Testlib, Ok(Verdict::Accepted)) => 0,
        (Dialect::Testlib, Ok(Verdict::PresentationError)) => 2,
        (Dialect::Testlib, Ok(_)) => 1,
        (Dialect::Icpc, Ok(Verdict::Accepted)) => 42,
        (Dialect::Icpc, Ok(_)) => 43,
        (_, Err(failure @ Failure::Stopped(_))) => return failure.tell(P::NAME),
        (_, Err(failure)) => {
            failure.tell(P::NAME);
            NO_VERDICT
        }
    };
    ExitCode::from(code)
}

fn append(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = File::options().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", files::shown(path)))
}

fn referee<P: Problem>(
    problem: &P,
    cases: &[CaseOf<P>],
    opponent: Opponent,
    control: &Control<'_>,
) -> Result<Box<dyn Referee>, Failure> {
    let (Some(interaction), [case]) = (P::JUDGING.interaction, cases) else {
        return Err(anyhow::anyhow!("one case of an interactive problem is awaited").into());
    };
    Ok((interaction.referee)(problem, case, opponent, control)?)
}

/// Whoever plays against the judge.
trait Other {
    /// Takes a line of the judge.
    fn send(&mut self, line: &str) -> Result<(), Failure>;
    /// Gives the next line; `None` where there is none, and an error where it is too long for one.
    fn receive(&mut self) -> Result<Option<String>, Failure>;
    /// Whether there is more to come, as far as is known without waiting.
    fn has_more(&self) -> bool;
}

/// Plays a game, which begins with the judge's input.
fn play(referee: &mut dyn Referee, input: &str, other: &mut dyn Other) -> Result<Finding, Failure> {
    let wrong = |why| Finding { verdict: Verdict::PresentationError, why, details: Vec::new() };
    input.lines().try_for_each(|line| other.send(line))?;
    loop {
        match referee.next() {
            Next::Say(line) => other.send(&line)?,
            Next::Listen(what) => match other.receive()? {
                Some(line) => referee.hear(&line),
                None => return Ok(wrong(format!("it ended where {what} is awaited"))),
            },
            Next::Over(finding) if finding.verdict == Verdict::Accepted && other.has_more() => {
                return Ok(wrong("output after the end: the game is won".to_owned()));
            }
            Next::Over(finding) => return Ok(finding),
        }
    }
}

/// A program at the other end of two streams.
struct Streams<I, O> {
    input: I,
    output: O,
    lines: Vec<Line>,
}

impl<I: BufRead, O: Write> Other for Streams<I, O> {
    fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.lines.push(Line { speaker: Speaker::Judge, text: line.to_owned() });
        match self.output.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.output.flush()) {
            // Who reads no more is heard no more: that is seen when a line is awaited.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(anyhow::Error::new(error).context("cannot write to the program").into())
            }
            _ => Ok(()),
        }
    }

    fn receive(&mut self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        let most = talk::LONGEST as u64 + 1;
        (&mut self.input).take(most).read_until(b'\n', &mut line).context("cannot read <stdin>")?;
        if line.is_empty() {
            return Ok(None);
        }
        let text = talk::text(&line);
        self.lines.push(Line { speaker: Speaker::Program, text: text.clone() });
        Ok(Some(text))
    }

    /// To know it one would have to wait for the end of a program that may itself wait for ours.
    fn has_more(&self) -> bool {
        false
    }
}

/// A conversation that was held before.
struct Recorded {
    judge: VecDeque<String>,
    program: VecDeque<String>,
}

impl Other for Recorded {
    fn send(&mut self, line: &str) -> Result<(), Failure> {
        match self.judge.pop_front() {
            Some(said) if said == line => Ok(()),
            said => {
                let said = said.map_or_else(|| "nothing".to_owned(), |said| format!("{said:?}"));
                Err(anyhow::anyhow!("the conversation is none of this input: the judge said {said}, not {line:?}")
                    .into())
            }
        }
    }

    fn receive(&mut self) -> Result<Option<String>, Failure> {
        Ok(self.program.pop_front())
    }

    fn has_more(&self) -> bool {
        self.program.iter().any(|line| !line.trim().is_empty())
    }
}

/// Judges a conversation as `interact` writes it.
fn check_conversation<P: Problem>(
    problem: &P,
    cases: &[CaseOf<P>],
    conversation: &[u8],
    control: &Control<'_>,
) -> Result<Finding, Failure> {
    let mut recorded = Recorded { judge: VecDeque::new(), program: VecDeque::new() };
    let text = String::from_utf8_lossy(conversation);
    for (line, number) in text.lines().zip(1..) {
        match Line::parse(line) {
            Some(Line { speaker: Speaker::Judge, text }) => recorded.judge.push_back(text),
            Some(Line { speaker: Speaker::Program, text }) => recorded.program.push_back(text),
            None => {
                let why = format!("line {number} of the conversation begins with neither < nor >");
                return Err(anyhow::anyhow!(why).into());
            }
        }
    }
    let input = problem.input(cases);
    let said = recorded.judge.iter().skip(input.lines().count()).cloned().collect();
    let mut referee = referee(problem, cases, Opponent::Recorded(said), control)?;
    play(&mut *referee, &input, &mut recorded)
}
