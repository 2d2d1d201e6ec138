//! All runs of a program: run in order, reported as they end, with the first failure of each verdict shrunk and saved.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use board_core::Control;

use super::children::Children;
use super::error::Error;
use super::files::{self, file_name};
use super::options::Options;
use super::plan::{Plan, Run};
use super::process::{LIMITS_MEMORY, Program, Scope};
use super::report::{FailureReport, Name, Report};
use super::run::{self, Got, Judgement};
use super::shrink;
use super::words;
use crate::choice::Choice;
use crate::conversation::file_of;
use crate::judged::Judged;
use crate::seed::fingerprint_of;
use crate::verdict::Verdict;

/// Runs a program on all inputs of the options, and writes a report. Returns whether all runs were accepted.
///
/// All programs have ended when this returns. `children` can kill them at any earlier time; this then returns
/// [`Error::Stopped`].
///
/// # Errors
/// If an input cannot be used, the program cannot be started, or the report or a file cannot be written.
pub fn judge<P: Judged + Default>(
    options: &Options<P>,
    children: &Children,
    control: &Control<'_>,
    out: &mut dyn Write,
) -> Result<bool, Error> {
    let program = Program {
        words: options.command.clone(),
        time: options.time,
        memory: LIMITS_MEMORY.then_some(options.memory.unwrap_or(Options::<P>::MEMORY)),
    };
    let problem = P::default();
    let plan = Plan::new(options, &problem, control)?;
    let report = Report::new(P::NAME, options.format, out);
    let shared = Shared { options, problem, program: &program, control, children };
    let mut session = Session { shared, report, found: Vec::new(), shrinking: MAX_SHRINKING };
    let reported = in_order(&plan, options.jobs, &program, control, children, |finished| session.take(&finished))
        .and_then(|()| session.report.finish());
    let all_accepted = session.found.is_empty();
    match reported {
        // The reader closed the report early, which does not change the result.
        Err(Error::Output(error)) if error.kind() == ErrorKind::BrokenPipe && !all_accepted => return Ok(false),
        reported => reported?,
    }
    if children.is_ending() { Err(Error::Stopped) } else { Ok(all_accepted) }
}

/// The total time for shrinking failing inputs.
const MAX_SHRINKING: Duration = Duration::from_secs(10);

/// Whether to continue after a run.
#[derive(PartialEq, Eq)]
enum Decision {
    Continue,
    Stop,
}

/// A run and its result.
struct Finished<P: Judged> {
    run: Run<P>,
    judged: Judgement,
}

/// Does all runs, `jobs` in parallel, and passes them to `take` in the order of their numbers.
fn in_order<P: Judged + Default>(
    plan: &Plan<P>,
    jobs: usize,
    program: &Program,
    control: &Control<'_>,
    children: &Children,
    mut take: impl FnMut(Finished<P>) -> Result<Decision, Error>,
) -> Result<(), Error> {
    /// How many runs, in addition to the jobs, can finish before the one that is passed on next.
    const AHEAD: usize = 16;
    let stop = AtomicBool::new(false);
    let scope = Scope { children, stop: &stop };
    let (ticket_sender, tickets) = mpsc::channel();
    let tickets = Mutex::new(tickets);
    let (result_sender, results) = mpsc::channel();
    let work = |results: mpsc::Sender<(usize, Result<Finished<P>, Error>)>| {
        let problem = P::default();
        let next = || tickets.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        while let Some(number) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
            let finished = plan.run(&problem, number).and_then(|run| {
                let judged = run::judge(&problem, &run.task, program, control, scope)?;
                Ok(Finished { run, judged })
            });
            if results.send((number, finished)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let mut numbers = 0..plan.len();
        for number in numbers.by_ref().take(jobs + AHEAD) {
            // The receiver lives as long as `tickets`.
            let _ = ticket_sender.send(number);
        }
        for _ in 0..jobs.min(plan.len()) {
            let results = result_sender.clone();
            thread::Builder::new().spawn_scoped(scope, || work(results)).context("cannot start a thread")?;
        }
        drop(result_sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        let pass_on = || {
            for (number, finished) in results {
                early.insert(number, finished);
                while let Some(finished) = early.remove(&due) {
                    if take(finished?)? == Decision::Stop {
                        return Ok(());
                    }
                    due += 1;
                    if let Some(number) = numbers.next() {
                        let _ = ticket_sender.send(number);
                    } else if due == plan.len() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        };
        let passed_on = pass_on();
        stop.store(true, Ordering::Relaxed);
        drop(ticket_sender);
        passed_on
    })
}

/// What all runs share.
struct Shared<'a, P: Judged> {
    options: &'a Options<P>,
    problem: P,
    program: &'a Program,
    control: &'a Control<'a>,
    children: &'a Children,
}

/// The results so far.
struct Session<'a, P: Judged> {
    shared: Shared<'a, P>,
    report: Report<'a>,
    /// The verdicts of failed runs so far, each once.
    found: Vec<Verdict>,
    /// The remaining time for shrinking.
    shrinking: Duration,
}

impl<P: Judged> Session<'_, P> {
    /// Reports a run. The first failure with each verdict is shrunk and saved.
    fn take(&mut self, Finished { run, judged }: &Finished<P>) -> Result<Decision, Error> {
        let shared = &self.shared;
        let task = &run.task;
        let name = Name { case: &run.name, opponent: task.opponent.map(Choice::name) };
        let verdict = judged.finding.verdict;
        if verdict == Verdict::Accepted {
            self.report.accepted(&name, judged)?;
            return Ok(Decision::Continue);
        }
        let is_first = !self.found.contains(&verdict);
        if is_first {
            self.found.push(verdict);
        }
        self.report.failed(&name, judged)?;
        let mut then = FailureReport { input: &task.input, ..FailureReport::default() };
        let shrunk;
        if is_first {
            let start = Instant::now();
            shrunk = shrink::smallest(
                &shared.problem,
                task,
                verdict,
                shared.program,
                self.shrinking,
                shared.control,
                shared.children,
            );
            self.shrinking = self.shrinking.saturating_sub(start.elapsed());
            if let Some(shrunk) = &shrunk {
                then.input = &shrunk.input;
                then.shrunk = Some(&shrunk.judged);
            }
        }
        if is_first || run.again.is_empty() {
            then.saved = save(&shared.options.failing, run, then.input, then.shrunk.unwrap_or(judged))?;
            then.again = shared.again(run, &["--cases".to_owned(), then.saved[0].clone()]);
        } else {
            then.again = shared.again(run, &run.again);
        }
        self.report.after(&name, judged, &then)?;
        Ok(if shared.options.all { Decision::Continue } else { Decision::Stop })
    }
}

impl<P: Judged> Shared<'_, P> {
    /// Returns the command that repeats a run.
    fn again(&self, run: &Run<P>, input: &[String]) -> String {
        let options = self.options;
        let mut words = options.invoked.clone();
        words.extend_from_slice(input);
        if let Some(opponent) = run.task.opponent {
            words.extend(["--opponent", opponent.name(), "--seed", &run.task.seed.to_string()].map(str::to_owned));
        }
        if options.time != Options::<P>::TIME {
            words.extend(["--time-limit".to_owned(), words::spell(options.time).replace(' ', "")]);
        }
        if let Some(bytes) = options.memory {
            words.extend(["--memory-limit".to_owned(), words::exact_size(bytes)]);
        }
        words.push("--".to_owned());
        words.extend(options.command.iter().map(|word| word.to_string_lossy().into_owned()));
        words::command(words)
    }
}

/// Writes a failing input and the program's output into a folder. Returns the names of the files, that of the input
/// first.
fn save<P: Judged>(folder: &Path, run: &Run<P>, input: &str, judged: &Judgement) -> Result<Vec<String>, Error> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", file_name(folder)))?;
    let hash = fingerprint_of(&[input, run.task.opponent.map_or("", Choice::name)]);
    let verdict = judged.finding.verdict.letters().to_lowercase();
    let name = format!("{}-{verdict}-{:08x}", P::NAME, hash >> 32 ^ hash & 0xffff_ffff);
    let mut saved = Vec::new();
    let mut put = |extension: &str, bytes: &[u8]| -> Result<(), Error> {
        let path = folder.join(format!("{name}.{extension}"));
        files::write(&path, bytes)?;
        saved.push(file_name(&path));
        Ok(())
    };
    put("in", input.as_bytes())?;
    match &judged.got {
        Got::Output { right, written } => {
            put("out", right.as_bytes())?;
            put("got", written)?;
        }
        Got::Conversation(lines) => put("interaction", file_of(lines).as_bytes())?,
    }
    Ok(saved)
}
