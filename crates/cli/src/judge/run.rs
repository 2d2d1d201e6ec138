//! One run of somebody's program on one input, and what is to be said of it.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board_core::judging::{Finding, Interaction, Next, Opponent, Verdict, judge_output, shown};
use board_core::problem::{CaseOf, answers};
use board_core::{Control, Problem, printable};
use rustix::process::{Resource, Signal, getrlimit};

use super::process::{self, End, Event, Program, Running};
use crate::failure::Failure;
use crate::talk::{self, Line, Speaker, chances, flood, most_output};
use crate::words::{self, spell};

/// What a program is run on.
#[derive(Clone)]
pub(crate) struct Task<'a, P: Problem> {
    pub(crate) cases: &'a [CaseOf<P>],
    pub(crate) input: &'a str,
    pub(crate) opponent: Option<&'static str>,
    /// What the opponent takes its chances from.
    pub(crate) seed: u64,
}

/// A run, judged.
pub(crate) struct Judged {
    pub(crate) finding: Finding,
    pub(crate) time: Duration,
    pub(crate) processor: Duration,
    pub(crate) peak: u64,
    pub(crate) got: Got,
}

/// What came of it.
pub(crate) enum Got {
    /// What is right, and what it wrote.
    Output { right: String, written: Vec<u8> },
    /// What was said.
    Conversation(Vec<Line>),
}

fn system_fails(error: std::io::Error) -> Failure {
    anyhow::Error::new(error).context("cannot watch the program").into()
}

/// Runs a program and judges it. Where nobody wants to know any more it is [`Failure::Stopped`].
pub(crate) fn judge<P: Problem>(
    problem: &P,
    task: &Task<'_, P>,
    program: &Program,
    control: &Control<'_>,
    stop: &AtomicBool,
) -> Result<Judged, Failure> {
    match (&P::JUDGING.interaction, task.opponent) {
        (Some(interaction), Some(opponent)) => {
            Conversation::hold(problem, task, interaction, opponent, program, control, stop)
        }
        _ => judge_batch(problem, task, program, control, stop),
    }
}

fn judge_batch<P: Problem>(
    problem: &P,
    task: &Task<'_, P>,
    program: &Program,
    control: &Control<'_>,
    stop: &AtomicBool,
) -> Result<Judged, Failure> {
    let right = answers(problem, task.cases, control)?;
    let most = most_output(&right);

    let mut running = program.start(stop)?;
    running.send(task.input.as_bytes());
    running.end_input();
    let event = running.wait(|output| output.len() > most).map_err(system_fails)?;
    let mut written = std::mem::take(&mut running.output);
    written.truncate(most);
    let end = running.end().map_err(system_fails)?;
    let finding = match event {
        Event::Stopped => return Err(Failure::Stopped(None)),
        Event::Enough => flood(most, &right),
        Event::Late => {
            let mut finding = if end.was_idle() {
                let why = format!("it waited until its time was over: it computed for {}", spell(end.processor));
                Finding { verdict: Verdict::IdlenessLimit, why, details: Vec::new() }
            } else {
                late(program, &end)
            };
            finding.details.extend(complaints(&end));
            if judge_output(problem, task.cases, &right, &written).verdict == Verdict::Accepted {
                finding.details.push("what it has written is right; it is to end then".to_owned());
            }
            finding
        }
        Event::Ended => match crash(&end, program) {
            Some(finding) => finding,
            None => judge_output(problem, task.cases, &right, &written),
        },
    };
    Ok(judged(finding, &end, Got::Output { right, written }))
}

fn judged(finding: Finding, end: &End, got: Got) -> Judged {
    Judged { finding, time: end.time, processor: end.processor, peak: end.peak, got }
}

fn late(program: &Program, end: &End) -> Finding {
    let why = format!("it did not end within {}", spell(program.time));
    Finding { verdict: Verdict::TimeLimit, why, details: end.waits_for_others().into_iter().collect() }
}

/// The last that a program wrote to standard error, line by line.
fn complaints(end: &End) -> Vec<String> {
    let complaints = String::from_utf8_lossy(&end.complaints);
    complaints.lines().map(|line| format!("stderr  {}", printable(line))).collect()
}

impl End {
    /// A word where the program had less than half of a processor: other programs may have had the rest.
    fn waits_for_others(&self) -> Option<String> {
        let is_short = self.processor * 2 < self.time;
        is_short.then(|| format!("it computed for {}: the machine may have been busy", spell(self.processor)))
    }

    /// Whether it has computed for less than a tenth of its time, or hardly longer than an interpreter needs to start. On a busy
    /// machine a program that computes does so for little time too, but it is seen to wait for a processor.
    fn was_idle(&self) -> bool {
        const TO_START: Duration = Duration::from_millis(250);
        let is_little = self.processor * 10 < self.time || self.processor < TO_START && self.processor * 4 < self.time;
        is_little && !self.was_computing
    }
}

/// What is to be said of a program that did not end well by itself.
fn crash(end: &End, program: &Program) -> Option<Finding> {
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

/// What is usually behind a signal that does not tell.
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

/// Whether it seems that a program ended badly as it was given no more memory. The system does not tell, so this goes by how near it
/// came and by what the runtimes of usual languages say.
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

/// A game with a program.
struct Conversation<'a> {
    running: Running<'a>,
    program: &'a Program,
    lines: Vec<Line>,
}

/// What came of waiting for a line.
enum Heard {
    Line(String),
    /// It will not come.
    Nothing(Nothing),
}

#[derive(Clone, Copy)]
enum Nothing {
    Ended,
    Late,
    TooLong,
}

impl<'a> Conversation<'a> {
    /// A program that has lost is given this time to see it.
    const GRACE: Duration = Duration::from_millis(100);

    fn hold<P: Problem>(
        problem: &P,
        task: &Task<'_, P>,
        interaction: &Interaction<P>,
        opponent: &'static str,
        program: &'a Program,
        control: &Control<'_>,
        stop: &'a AtomicBool,
    ) -> Result<Judged, Failure> {
        let [case] = task.cases else { return Err(anyhow::anyhow!("an interactive input has one case").into()) };
        let chances = chances(task.seed, opponent, task.input);
        let mut referee = (interaction.referee)(problem, case, Opponent::Named(opponent, chances), control)?;
        let mut talk = Self { running: program.start(stop)?, program, lines: Vec::new() };
        for line in task.input.lines() {
            talk.say(line.to_owned());
        }
        let (finding, end) = loop {
            let thought = Instant::now();
            let next = referee.next();
            talk.running.forgive(thought.elapsed());
            match next {
                Next::Say(line) => talk.say(line),
                Next::Listen(what) => match talk.listen()? {
                    Heard::Line(line) => {
                        let thought = Instant::now();
                        referee.hear(&line);
                        talk.running.forgive(thought.elapsed());
                    }
                    Heard::Nothing(nothing) => break talk.nothing_comes(&what, nothing)?,
                },
                Next::Over(finding) => break talk.over(finding)?,
            }
        };
        Ok(judged(finding, &end, Got::Conversation(talk.lines)))
    }

    fn say(&mut self, line: String) {
        self.running.send(line.as_bytes());
        self.running.send(b"\n");
        self.lines.push(Line { speaker: Speaker::Judge, text: line });
    }

    fn listen(&mut self) -> Result<Heard, Failure> {
        let event = self.running.wait(|output| output.len() > talk::LONGEST || output.contains(&b'\n'));
        let length = self.running.output.iter().position(|&byte| byte == b'\n');
        let nothing = match (event.map_err(system_fails)?, length) {
            (Event::Stopped, _) => return Err(Failure::Stopped(None)),
            (_, Some(length)) if length <= talk::LONGEST => return Ok(Heard::Line(self.take(length))),
            (Event::Enough, _) => Nothing::TooLong,
            (Event::Late, _) => Nothing::Late,
            // A last line may lack its end.
            (Event::Ended, _) if !self.running.output.is_empty() => {
                return Ok(Heard::Line(self.take(self.running.output.len())));
            }
            (Event::Ended, _) => Nothing::Ended,
        };
        Ok(Heard::Nothing(nothing))
    }

    /// Takes a line of so many bytes.
    fn take(&mut self, length: usize) -> String {
        let output = &mut self.running.output;
        let rest = output.split_off(output.len().min(length + 1));
        let taken = std::mem::replace(output, rest);
        let line = talk::text(&taken);
        self.lines.push(Line { speaker: Speaker::Program, text: line.clone() });
        line
    }

    fn nothing_comes(&mut self, what: &str, nothing: Nothing) -> Result<(Finding, End), Failure> {
        let begun = std::mem::take(&mut self.running.output);
        let end = self.end()?;
        let mut details = Vec::new();
        if !begun.is_empty() && matches!(nothing, Nothing::Late) {
            details.push(format!("it wrote {} without a line end", beginning(&begun)));
        }
        let (verdict, why) = match nothing {
            Nothing::Ended => {
                let why = format!("it ended where {what} is awaited");
                let finding = crash(&end, self.program);
                return Ok((finding.unwrap_or(Finding { verdict: Verdict::PresentationError, why, details }), end));
            }
            Nothing::TooLong => {
                let why = format!("a line of more than {} bytes stands where {what} is awaited", talk::LONGEST);
                (Verdict::PresentationError, why)
            }
            Nothing::Late if end.was_idle() => {
                details.push(format!("it computed for {}", spell(end.processor)));
                let why = format!(
                    "both wait: the judge for {what}, the program, it seems, for input; does it flush after every line?"
                );
                (Verdict::IdlenessLimit, why)
            }
            Nothing::Late => {
                details.extend(end.waits_for_others());
                let why = format!("{} were over where {what} is awaited", spell(self.program.time));
                (Verdict::TimeLimit, why)
            }
        };
        Ok((Finding { verdict, why, details }, end))
    }

    /// The game is over: the program is to end without another word.
    fn over(&mut self, finding: Finding) -> Result<(Finding, End), Failure> {
        let is_won = finding.verdict == Verdict::Accepted;
        if !is_won {
            self.running.hurry(Self::GRACE);
        }
        let event = self.running.wait(|output| {
            // Blanks are forgiven.
            output.drain(..output.iter().take_while(|byte| byte.is_ascii_whitespace()).count());
            // What a program says that has lost is of no interest.
            if !is_won {
                output.clear();
            }
            !output.is_empty()
        });
        let event = event.map_err(system_fails)?;
        let surplus = std::mem::take(&mut self.running.output);
        let end = self.end()?;
        let finding = match event {
            Event::Stopped => return Err(Failure::Stopped(None)),
            _ if !is_won => finding,
            Event::Enough => Finding {
                verdict: Verdict::PresentationError,
                why: format!("output after the end: the game is won, and it writes {}", beginning(&surplus)),
                details: Vec::new(),
            },
            Event::Ended => crash(&end, self.program).unwrap_or(finding),
            Event::Late if end.was_idle() => Finding {
                verdict: Verdict::IdlenessLimit,
                why: "the game is over, the program waits for more".to_owned(),
                details: vec!["it has won; it is to end now, without reading".to_owned()],
            },
            Event::Late => late(self.program, &end),
        };
        Ok((finding, end))
    }

    fn end(&mut self) -> Result<End, Failure> {
        self.running.end().map_err(system_fails)
    }
}

/// The beginning of what a program wrote, for people.
fn beginning(bytes: &[u8]) -> String {
    shown(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default())
}
