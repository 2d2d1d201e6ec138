//! One run of a program on one input, and its finding.

use std::time::{Duration, Instant};

use anyhow::Context;
use board_core::Control;
use board_core::problem::answers;

use super::ending::{crash, late, stderr_lines};
use super::error::Error;
use super::plan::Task;
use super::process::{End, Event, Program, Running, Scope};
use super::words::spell;
use crate::conversation::{Line, Speaker, text_of};
use crate::judged::{Judged, OpponentOf};
use crate::output::{MAX_LINE, compare, max_output, shown, too_much_output};
use crate::referee::{Contestant, Ending, Mover, play};
use crate::seed::random_of;
use crate::verdict::{Finding, Verdict};

/// A run and its finding.
pub(super) struct Judgement {
    pub(super) finding: Finding,
    pub(super) time: Duration,
    pub(super) processor: Duration,
    pub(super) peak: u64,
    pub(super) got: Got,
}

/// What the program wrote.
pub(super) enum Got {
    /// The right output, and the program's output.
    Output { right: String, written: Vec<u8> },
    /// The game.
    Conversation(Vec<Line>),
}

fn system_fails(error: std::io::Error) -> Error {
    anyhow::Error::new(error).context("cannot monitor the program").into()
}

/// Runs a program on a task and judges it. Returns [`Error::Stopped`] if the result is no longer wanted.
pub(super) fn judge<P: Judged>(
    problem: &P,
    task: &Task<P>,
    program: &Program,
    control: &Control<'_>,
    scope: Scope<'_>,
) -> Result<Judgement, Error> {
    match task.opponent {
        Some(opponent) => Conversation::play(problem, task, opponent, program, control, scope),
        None => judge_batch(problem, task, program, control, scope),
    }
}

fn judge_batch<P: Judged>(
    problem: &P,
    task: &Task<P>,
    program: &Program,
    control: &Control<'_>,
    scope: Scope<'_>,
) -> Result<Judgement, Error> {
    let right = answers(problem, &task.cases, control)?;
    let max = max_output(&right);

    let mut running = program.start(scope)?;
    running.send(task.input.as_bytes());
    running.end_input();
    let event = running.wait(|output| output.len() > max).map_err(system_fails)?;
    let mut written = std::mem::take(&mut running.output);
    written.truncate(max);
    let end = running.end().map_err(system_fails)?;
    let finding = match event {
        Event::Stopped => return Err(Error::Stopped),
        Event::Enough => too_much_output(max, &right),
        Event::Late => {
            let mut finding = if end.was_idle() {
                let why = format!("idle until the time limit: processor time {}", spell(end.processor));
                Finding { verdict: Verdict::IdlenessLimit, why, details: Vec::new() }
            } else {
                late(program, &end)
            };
            finding.details.extend(stderr_lines(&end));
            if compare(problem, &task.cases, &right, &written).verdict == Verdict::Accepted {
                finding.details.push("the output is right, but the program must exit after writing it".to_owned());
            }
            finding
        }
        Event::Ended => match crash(&end, program) {
            Some(finding) => finding,
            None => compare(problem, &task.cases, &right, &written),
        },
    };
    Ok(judgement(finding, &end, Got::Output { right, written }))
}

fn judgement(finding: Finding, end: &End, got: Got) -> Judgement {
    Judgement { finding, time: end.time, processor: end.processor, peak: end.peak, got }
}

/// A game with a program.
struct Conversation<'a> {
    running: Running<'a>,
    program: &'a Program,
    lines: Vec<Line>,
    /// When the judge began to compute its next line.
    thinking_since: Instant,
}

/// Why the program wrote no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Silence {
    Ended,
    Late,
    TooLong,
}

impl Contestant for Conversation<'_> {
    type Silence = Silence;
    type Error = Error;

    fn send(&mut self, line: &str) -> Result<(), Error> {
        self.running.send(line.as_bytes());
        self.running.send(b"\n");
        self.lines.push(Line { speaker: Speaker::Judge, text: line.to_owned() });
        Ok(())
    }

    fn receive(&mut self) -> Result<Result<String, Silence>, Error> {
        self.stop_thinking();
        let event = self.running.wait(|output| output.len() > MAX_LINE || output.contains(&b'\n'));
        self.thinking_since = Instant::now();
        let length = self.running.output.iter().position(|&byte| byte == b'\n');
        let silence = match (event.map_err(system_fails)?, length) {
            (Event::Stopped, _) => return Err(Error::Stopped),
            (_, Some(length)) if length <= MAX_LINE => return Ok(Ok(self.take(length))),
            (Event::Enough, _) => Silence::TooLong,
            (Event::Late, _) => Silence::Late,
            // The last line may lack its line end.
            (Event::Ended, _) if !self.running.output.is_empty() => {
                return Ok(Ok(self.take(self.running.output.len())));
            }
            (Event::Ended, _) => Silence::Ended,
        };
        Ok(Err(silence))
    }
}

impl<'a> Conversation<'a> {
    /// How long a program can run after it has lost.
    const GRACE: Duration = Duration::from_millis(100);

    /// Plays the game of a task to its end.
    fn play<P: Judged>(
        problem: &P,
        task: &Task<P>,
        opponent: OpponentOf<P>,
        program: &'a Program,
        control: &Control<'_>,
        scope: Scope<'a>,
    ) -> Result<Judgement, Error> {
        let [case] = &task.cases[..] else {
            return Err(anyhow::anyhow!("an interactive input must have exactly one case").into());
        };
        let referee = problem.referee(case, control)?;
        let mut referee = referee.context("a problem with opponents has a referee")?;
        let mut mover = Mover::Opponent(opponent, random_of(task.seed, opponent, &task.input));
        let running = program.start(scope)?;
        let mut talk = Self { running, program, lines: Vec::new(), thinking_since: Instant::now() };
        let (finding, end) = match play(&mut referee, &mut mover, &task.input, &mut talk)? {
            Ending::Over(finding) => talk.over(finding)?,
            Ending::Silent { expected, silence } => talk.silent(&expected, silence)?,
            Ending::RecordEnded => return Err(anyhow::anyhow!("an opponent always moves").into()),
        };
        Ok(judgement(finding, &end, Got::Conversation(talk.lines)))
    }

    /// Excludes the judge's own time from the program's.
    fn stop_thinking(&mut self) {
        self.running.exclude(self.thinking_since.elapsed());
    }

    /// Takes a line of this many bytes.
    fn take(&mut self, length: usize) -> String {
        let output = &mut self.running.output;
        let rest = output.split_off(output.len().min(length + 1));
        let taken = std::mem::replace(output, rest);
        let line = text_of(&taken);
        self.lines.push(Line { speaker: Speaker::Program, text: line.clone() });
        line
    }

    fn silent(&mut self, expected: &str, silence: Silence) -> Result<(Finding, End), Error> {
        let unfinished = std::mem::take(&mut self.running.output);
        let end = self.end()?;
        let mut details = Vec::new();
        if !unfinished.is_empty() && silence == Silence::Late {
            details.push(format!("unfinished line: {}", beginning(&unfinished)));
        }
        let (verdict, why) = match silence {
            Silence::Ended => {
                let why = format!("unexpected end of output, expected {expected}");
                let finding = crash(&end, self.program);
                return Ok((finding.unwrap_or(Finding { verdict: Verdict::PresentationError, why, details }), end));
            }
            Silence::TooLong => {
                let why = format!("expected {expected}, found a line of more than {MAX_LINE} bytes");
                (Verdict::PresentationError, why)
            }
            Silence::Late if end.was_idle() => {
                details.push(format!("processor time {}", spell(end.processor)));
                let why = format!(
                    "expected {expected}, but the program is idle, probably waiting for input; does it flush after every line?"
                );
                (Verdict::IdlenessLimit, why)
            }
            Silence::Late => {
                details.extend(end.busy_machine_note());
                let why = format!("time limit of {} exceeded, expected {expected}", spell(self.program.time));
                (Verdict::TimeLimit, why)
            }
        };
        Ok((Finding { verdict, why, details }, end))
    }

    /// Ends a game that is over: the program must exit without writing anything else.
    fn over(&mut self, finding: Finding) -> Result<(Finding, End), Error> {
        self.stop_thinking();
        let is_won = finding.verdict == Verdict::Accepted;
        if !is_won {
            self.running.limit_remaining(Self::GRACE);
        }
        let event = self.running.wait(|output| {
            // Extra white space is allowed.
            output.drain(..output.iter().take_while(|byte| byte.is_ascii_whitespace()).count());
            // The output of a program that has lost does not matter.
            if !is_won {
                output.clear();
            }
            !output.is_empty()
        });
        let event = event.map_err(system_fails)?;
        let surplus = std::mem::take(&mut self.running.output);
        let end = self.end()?;
        let finding = match event {
            Event::Stopped => return Err(Error::Stopped),
            _ if !is_won => finding,
            Event::Enough => Finding {
                verdict: Verdict::PresentationError,
                why: format!("unexpected '{}' after the game was won", beginning(&surplus)),
                details: Vec::new(),
            },
            Event::Ended => crash(&end, self.program).unwrap_or(finding),
            Event::Late if end.was_idle() => Finding {
                verdict: Verdict::IdlenessLimit,
                why: "the game is over, but the program is waiting for more input".to_owned(),
                details: vec!["the program has won and must exit without reading more".to_owned()],
            },
            Event::Late => late(self.program, &end),
        };
        Ok((finding, end))
    }

    fn end(&mut self) -> Result<End, Error> {
        self.running.end().map_err(system_fails)
    }
}

/// The beginning of a program's output, safe to print.
fn beginning(bytes: &[u8]) -> String {
    shown(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default())
}
