//! `judge`: somebody's program against our solver.

mod plan;
pub(crate) mod process;
mod report;
mod run;
mod shrink;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use board_core::judging::Verdict;
use board_core::{Control, Problem};
use signal_hook::consts::{SIGALRM, SIGHUP, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::args::JudgeArgs;
use crate::failure::Failure;
use crate::judge::plan::{Plan, Run};
use crate::judge::process::Program;
use crate::judge::report::{Aftermath, Name, Report};
use crate::judge::run::{Got, Judged, Task};
use crate::{files, note, talk, words, work};

/// Runs a program on all that the arguments ask for. `invoked` is how this program was called.
pub(crate) fn judge<P: Problem + Default>(invoked: &str, args: &JudgeArgs) -> Result<ExitCode, Failure> {
    if args.memory_limit.is_some() && !process::LIMITS_MEMORY {
        note(P::NAME, "this system cannot keep --memory-limit");
    }
    let memory = args.memory_limit.unwrap_or(JudgeArgs::MEMORY).as_u64();
    let program = Program {
        words: args.command.clone(),
        time: args.time_limit,
        memory: process::LIMITS_MEMORY.then_some(memory),
    };
    end_with_the_judge()?;
    work::quietly(|control| {
        let problem = P::default();
        let plan = Plan::new(args, &problem, control)?;
        let report = Report::new(P::NAME, args.format);
        let found = Vec::new();
        let bench = Bench { invoked, args, problem, program: &program, plan: &plan, control };
        let mut session = Session { bench, report, found, shrinking: MOST_SHRINKING };
        in_order(&plan, args.jobs, &program, control, |number, judged| session.take(number, &judged))?;
        let all_accepted = session.found.is_empty();
        session.report.finish()?;
        if work::is_to_stop() {
            return Err(Failure::Stopped(None));
        }
        Ok(if all_accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}

/// Whoever ends the judge by a signal ends what it runs too: nobody else would. Ctrl-C is heard elsewhere.
fn end_with_the_judge() -> anyhow::Result<()> {
    let usual = [SIGHUP, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU];
    let mut signals = Signals::new(usual).context("cannot listen to signals")?;
    let listen = move || {
        for signal in signals.forever() {
            process::end_all();
            // It ends the process. Should that fail, the programs are ended all the same.
            let _ = emulate_default_handler(signal);
        }
    };
    thread::Builder::new().spawn(listen).context("cannot start a thread")?;
    Ok(())
}

/// The time for making failing inputs smaller, all together.
const MOST_SHRINKING: Duration = Duration::from_secs(10);

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Go {
    On,
    NoFurther,
}

/// Does all runs, so many at a time, and hands them to `take` in the order of their numbers.
fn in_order<P: Problem + Default>(
    plan: &Plan<P>,
    jobs: usize,
    program: &Program,
    control: &Control<'_>,
    mut take: impl FnMut(usize, Judged) -> Result<Go, Failure>,
) -> Result<(), Failure> {
    /// So many more runs than jobs may have ended before the one that is handed on next.
    const AHEAD: usize = 16;
    let stop = AtomicBool::new(false);
    let (ticket_sender, tickets) = mpsc::channel();
    let tickets = Mutex::new(tickets);
    let (result_sender, results) = mpsc::channel();
    let work = |results: mpsc::Sender<(usize, Result<Judged, Failure>)>| {
        let problem = P::default();
        let next = || tickets.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        while let Some(number) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
            let judged = plan.run(&problem, number).and_then(|run| {
                let task = Task { cases: &run.cases, input: &run.input, opponent: run.opponent, seed: run.seed };
                run::judge(&problem, &task, program, control, &stop)
            });
            if results.send((number, judged)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let mut numbers = 0..plan.len();
        for number in numbers.by_ref().take(jobs + AHEAD) {
            // They are there as long as `tickets`.
            let _ = ticket_sender.send(number);
        }
        for _ in 0..jobs.min(plan.len()) {
            let results = result_sender.clone();
            thread::Builder::new().spawn_scoped(scope, || work(results)).context("cannot start a thread")?;
        }
        drop(result_sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        let hand_on = || {
            for (number, judged) in results {
                early.insert(number, judged);
                while let Some(judged) = early.remove(&due) {
                    if take(due, judged?)? == Go::NoFurther {
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
        let handed_on = hand_on();
        stop.store(true, Ordering::Relaxed);
        drop(ticket_sender);
        handed_on
    })
}

/// What all runs have in common.
struct Bench<'a, P: Problem> {
    invoked: &'a str,
    args: &'a JudgeArgs,
    problem: P,
    program: &'a Program,
    plan: &'a Plan<P>,
    control: &'a Control<'a>,
}

/// What was found so far.
struct Session<'a, P: Problem> {
    bench: Bench<'a, P>,
    report: Report,
    /// The verdicts of those that failed, each once.
    found: Vec<Verdict>,
    /// The time that is left for making inputs smaller.
    shrinking: Duration,
}

impl<P: Problem> Session<'_, P> {
    /// Tells of a run. The first that fails with a verdict is made smaller and saved.
    fn take(&mut self, number: usize, judged: &Judged) -> Result<Go, Failure> {
        let bench = &self.bench;
        let run = bench.plan.run(&bench.problem, number)?;
        let name = Name { case: &run.name, opponent: run.opponent };
        let verdict = judged.finding.verdict;
        if verdict == Verdict::Accepted {
            self.report.accepted(&name, judged)?;
            return Ok(Go::On);
        }
        self.report.failed(&name, judged)?;
        let is_first = !self.found.contains(&verdict);
        let mut then = Aftermath { input: &run.input, ..Aftermath::default() };
        let smaller;
        if is_first {
            self.found.push(verdict);
            let begun = Instant::now();
            let time = self.shrinking;
            smaller = shrink::smallest(&bench.problem, &run, verdict, bench.program, time, bench.control);
            self.shrinking = self.shrinking.saturating_sub(begun.elapsed());
            if let Some(smaller) = &smaller {
                then.input = &smaller.input;
                then.smaller = Some(&smaller.judged);
            }
        }
        if is_first || run.again.is_empty() {
            then.saved = save::<P>(&bench.args.failing, &run, then.input, then.smaller.unwrap_or(judged))?;
            then.again = bench.again(&run, &["--cases".to_owned(), then.saved[0].clone()]);
        } else {
            then.again = bench.again(&run, &run.again);
        }
        self.report.after(&name, judged, &then)?;
        Ok(if bench.args.all { Go::On } else { Go::NoFurther })
    }
}

impl<P: Problem> Bench<'_, P> {
    /// The command that does a run again.
    fn again(&self, run: &Run<P>, input: &[String]) -> String {
        let mut words = vec![self.invoked.to_owned(), "judge".to_owned()];
        words.extend_from_slice(input);
        if let Some(opponent) = run.opponent {
            words.extend(["--opponent", opponent, "--seed", &run.seed.to_string()].map(str::to_owned));
        }
        if self.args.time_limit != JudgeArgs::TIME {
            words.extend(["--time-limit".to_owned(), words::spell(self.args.time_limit).replace(' ', "")]);
        }
        if let Some(limit) = self.args.memory_limit {
            words.extend(["--memory-limit".to_owned(), words::exact_size(limit)]);
        }
        words.push("--".to_owned());
        words.extend(self.args.command.iter().map(|word| word.to_string_lossy().into_owned()));
        words::command(words)
    }
}

/// Writes a failing input and what came of it into a folder. The names of the files, that of the input first.
fn save<P: Problem>(folder: &Path, run: &Run<P>, input: &str, judged: &Judged) -> Result<Vec<String>, Failure> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", files::shown(folder)))?;
    let hash = talk::fingerprint(&[input, run.opponent.unwrap_or_default()]);
    let verdict = judged.finding.verdict.letters().to_lowercase();
    let name = format!("{}-{verdict}-{:08x}", P::NAME, hash >> 32 ^ hash & 0xffff_ffff);
    let mut saved = Vec::new();
    let mut put = |extension: &str, bytes: &[u8]| -> Result<(), Failure> {
        let path = folder.join(format!("{name}.{extension}"));
        files::write(&path, bytes)?;
        saved.push(files::shown(&path));
        Ok(())
    };
    put("in", input.as_bytes())?;
    match &judged.got {
        Got::Output { right, written } => {
            put("out", right.as_bytes())?;
            put("got", written)?;
        }
        Got::Conversation(lines) => put("interaction", talk::written(lines).as_bytes())?,
    }
    Ok(saved)
}
