//! What the five command lines of Perfect Play have in common: arguments, input, output, errors, exit codes.
//!
//! A game's program is [`run`] with its [`Problem`]; what stands here knows no game.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | answered or accepted; also where the reader of the output went away |
//! | 1 | `validate` found a breach, or input that it cannot read; `judge` a run that is not accepted |
//! | 2 | bad usage, bad input, a file that cannot be read or written, too little memory, a program that cannot be started |
//! | 130 | stopped by Ctrl-C |
//!
//! `check` and `interact` have the exit codes of testlib (0, 1, 2, 3) or of the ICPC problem package format (42, 43).

mod args;
mod check;
mod failure;
mod files;
#[cfg(unix)]
mod judge;
mod streams;
mod talk;
mod words;
mod work;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::mem;
use std::process::ExitCode;

use board_core::problem::{List, reports};
use board_core::report::Caps;
use board_core::{Input, Limits, Problem, Random, Record};
use clap::Args;

use crate::args::{CaseArgs, Command, ExplainArgs, Format, GenerateArgs, SurveyArgs};
use crate::failure::Failure;
use crate::streams::Output;

/// Runs a game's command line with the arguments of the process.
#[must_use]
pub fn run<P: Problem + Args + Default>() -> ExitCode {
    run_from::<P>(env::args_os())
}

/// Runs a game's command line with other arguments, the first of which is the name of the program.
#[must_use]
pub fn run_from<P: Problem + Args + Default>(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    work::stop_at_ctrl_c(P::NAME);
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let invoked = arguments.first().map_or(P::NAME.into(), |program| program.to_string_lossy().into_owned());
    let parsed = match args::parse::<P>(arguments) {
        Ok(parsed) => parsed,
        Err(code) => return code,
    };
    let result = match parsed.command.unwrap_or(Command::Solve(parsed.solve)) {
        Command::Solve(args) => solve(&args),
        Command::Explain(args) => explain(&args),
        Command::Validate(args) => validate(&args),
        Command::Survey(args) => survey::<P>(&args),
        Command::Generate(args) => generate::<P>(&args),
        Command::Judge(args) => match judge::<P>(&invoked, &args) {
            Ok(code) => return code,
            Err(failure) => Err(failure),
        },
        Command::Check(args) => return check::check::<P>(&args),
        Command::Interact(args) => return check::interact::<P>(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(P::NAME),
    }
}

#[cfg(unix)]
use judge::judge;

#[cfg(not(unix))]
fn judge<P: Problem>(_: &str, _: &args::JudgeArgs) -> Result<ExitCode, Failure> {
    Err(anyhow::anyhow!("programs are judged on Unix only").into())
}

/// Says something beside the output, in one line on standard error.
fn note(program: &str, line: &str) {
    // What cannot be said is no reason to end.
    let _ = writeln!(io::stderr().lock(), "{program}: {line}");
}

/// Reads all cases. An input that breaks the original limits is something checked and found wrong.
fn read<P: Problem + Args>(args: &CaseArgs<P>, limits: Limits) -> Result<Vec<Record<P::Game>>, Failure> {
    let source = args.input.source();
    let bytes = source.read(P::NAME, P::FORM, args.work.memory())?;
    let failure = match limits {
        Limits::Ours => Failure::Unusable,
        Limits::Original => Failure::Wrong,
    };
    let cases = args.problem.read(&mut Input::new(&bytes, limits));
    cases.map_err(|error| failure(anyhow::anyhow!("{source}:{error}")))
}

fn solve<P: Problem + Args>(args: &CaseArgs<P>) -> Result<(), Failure> {
    if let Some(conversation) = P::CONVERSATION {
        return work::with_control(&args.work, |control| {
            streams::converse(&args.input.source(), P::NAME, P::FORM, |input, output| {
                (conversation.hold)(&args.problem, input, output, control)
            })
        });
    }
    let source = args.input.source();
    let bytes = source.read(P::NAME, P::FORM, args.work.memory())?;
    let answers = work::with_control(&args.work, |control| {
        let solved = args.problem.solve(&mut Input::new(&bytes, Limits::Ours), control);
        solved.map_err(|broken| streams::failure(&source, broken))
    })?;
    streams::write_plain(&answers)
}

fn explain<P: Problem + Args>(args: &ExplainArgs<P>) -> Result<(), Failure> {
    let cases = read(&args.cases, Limits::Ours)?;
    let caps = if args.all { Caps::ALL } else { Caps::SHORT };
    let layout = streams::layout(args.all);
    let mut output = Output::default();
    let mut first = true;
    work::with_control(&args.cases.work, |control| {
        reports(&args.cases.problem, &cases, caps, control, |report| match args.format {
            Format::Json => output.put(&(report.json() + "\n")),
            Format::Text => {
                let between = if mem::take(&mut first) { "" } else { "\n" };
                output.put(&(between.to_owned() + &streams::coloured(&report.text(&layout))))
            }
        })
    })?;
    output.finish()
}

fn validate<P: Problem + Args>(args: &CaseArgs<P>) -> Result<(), Failure> {
    read(args, Limits::Original).map(drop)
}

fn survey<P: Problem + Default>(args: &SurveyArgs) -> Result<(), Failure> {
    if let Some(list) = P::lists().into_iter().find(|list| args.list.as_deref() == Some(list.name)) {
        return write_lists(args, &list);
    }
    let Some(survey) = P::SURVEY else {
        return Err(anyhow::anyhow!("there is no survey of this game").into());
    };
    let headings = ["board"].into_iter().chain(survey.columns.iter().copied()).map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = vec![headings];
    for &board in &args.boards {
        let cells = work::with_control(&args.work, |control| Ok((survey.row)(&P::default(), board, control)?))?;
        rows.push([board.to_string()].into_iter().chain(cells).collect());
    }
    let mut output = Output::default();
    output.put(&streams::table(&rows))?;
    output.finish()
}

/// Writes a list for each board, with an empty line between two.
fn write_lists<P: Problem + Default>(args: &SurveyArgs, list: &List<P>) -> Result<(), Failure> {
    let mut lists = Vec::new();
    for &board in &args.boards {
        lists.push(work::with_control(&args.work, |control| Ok((list.lines)(&P::default(), board, control)?))?);
    }
    streams::write_plain(&lists.join("\n"))
}

fn generate<P: Problem + Default>(args: &GenerateArgs) -> Result<(), Failure> {
    let problem = P::default();
    let kind = args::kind::<P>(&args.kind)?;
    let most = P::JUDGING.most_cases;
    // Where an input of the original is a single case, several stand one after the other.
    if most > 1 && args.count > most {
        return Err(anyhow::anyhow!("an input of the original has at most {most} cases, not {}", args.count).into());
    }
    let mut random = Random::new(args.seed);
    let mut output = Output::default();
    let (inputs, cases_of_each) = if most == 1 { (args.count, 1) } else { (1, args.count as usize) };
    for _ in 0..inputs {
        output.put(&kind.input(&problem, cases_of_each, &mut random).1)?;
    }
    output.finish()
}
