//! The commands of judged problems: `generate`, `judge`, `check`, `interact`.

mod args;
mod help;

use std::ffi::OsStr;
use std::io;

use anyhow::Context;
use board_core::{Explain, Random, printable};
use board_judge::runner::{self, CheckFiles};
use board_judge::{Choice, Finding, Judged, OpponentOf, generate_input, is_interactive};

pub(crate) use self::args::JudgedCommand;
use self::args::{DialectArgs, GenerateArgs, InteractArgs, JudgeArgs};
use crate::failure::{Failure, note};
use crate::more::More;
use crate::streams::{self, Output};
use crate::{interrupt, work};

impl<P: Explain + Judged + Default> More<P> for JudgedCommand {
    fn describe(command: clap::Command, bin: &str) -> clap::Command {
        help::describe::<P>(command, bin)
    }

    fn run(self, invoked: &[String]) -> Result<u8, Failure> {
        match self {
            Self::Generate(args) => generate::<P>(&args).map(|()| 0),
            Self::Judge(args) => judge::<P>(invoked, args),
            Self::Check(args) => Ok(check::<P>(&args)),
            Self::Interact(args) => Ok(interact::<P>(&args)),
        }
    }

    fn code_of_wrong_arguments(command: &OsStr) -> Option<u8> {
        // A runner would mistake the usual code for a verdict.
        (command == "check" || command == "interact").then_some(runner::NO_VERDICT)
    }
}

impl From<runner::Error> for Failure {
    fn from(error: runner::Error) -> Self {
        match error {
            runner::Error::Stopped => Self::Stopped,
            runner::Error::Halt(halt) => halt.into(),
            runner::Error::Output(error) => streams::cannot_write(error),
            runner::Error::Failed(error) => Self::Unusable(error),
        }
    }
}

/// The kind of cases with this name.
fn kind<P: Judged>(name: &str) -> anyhow::Result<P::Kind> {
    P::Kind::named(name).with_context(|| format!("unknown kind '{}'", printable(name)))
}

/// The opponent with this name.
fn opponent<P: Judged>(name: &str) -> anyhow::Result<OpponentOf<P>> {
    OpponentOf::<P>::named(name).with_context(|| format!("unknown opponent '{}'", printable(name)))
}

fn generate<P: Judged + Default>(args: &GenerateArgs) -> Result<(), Failure> {
    let problem = P::default();
    let kind = kind::<P>(&args.kind)?;
    let max = P::MAX_CASES;
    // If an input of the original is a single case, several inputs are written one after the other.
    if max > 1 && args.count > max {
        return Err(anyhow::anyhow!(
            "--count {} is out of range (1..={max}): the original problem has at most {max} cases per input",
            args.count
        )
        .into());
    }
    let mut random = Random::new(args.seed);
    let mut output = Output::default();
    let (inputs, cases_of_each) = if max == 1 { (args.count, 1) } else { (1, args.count as usize) };
    for _ in 0..inputs {
        output.put(&generate_input(&problem, kind, cases_of_each, &mut random).1)?;
    }
    output.finish()
}

#[cfg(unix)]
fn judge<P: Judged + Default>(invoked: &[String], args: JudgeArgs) -> Result<u8, Failure> {
    use board_judge::runner::{Format, LIMITS_MEMORY, Options};

    if args.memory_limit.is_some() && !LIMITS_MEMORY {
        note(P::NAME, "--memory-limit has no effect on this system");
    }
    let opponent = match args.opponent.as_str() {
        "all" => None,
        name => Some(opponent::<P>(name)?),
    };
    let random = match args.random {
        Some(count) => Some((kind::<P>(&args.kind)?, count)),
        None => None,
    };
    let options = Options::<P> {
        command: args.command,
        cases: args.cases,
        random,
        seed: args.seed,
        opponent,
        time: args.time_limit,
        memory: args.memory_limit.map(|size| size.as_u64()),
        jobs: args.jobs,
        all: args.all,
        format: match args.format {
            crate::args::Format::Text => Format::Text,
            crate::args::Format::Json => Format::Json,
        },
        failing: args.failing,
        invoked: invoked.iter().cloned().chain(["judge".to_owned()]).collect(),
    };
    runner::end_children_at_signals(interrupt::children())?;
    let judged =
        work::quietly(|control| runner::judge(&options, interrupt::children(), control, &mut anstream::stdout()));
    Ok(u8::from(!judged?))
}

#[cfg(not(unix))]
fn judge<P: Judged + Default>(_: &[String], _: JudgeArgs) -> Result<u8, Failure> {
    Err(anyhow::anyhow!("`judge` is supported on Unix only").into())
}

/// Judges an output and returns the exit code.
fn check<P: Judged + Default>(args: &DialectArgs) -> u8 {
    let files = args.files();
    let found = work::quietly(|control| runner::check(&P::default(), &files, io::stdin().lock(), control));
    conclude::<P>(&files, found)
}

/// Plays the judge's side over standard input and output, and returns the exit code.
fn interact<P: Judged + Default>(args: &InteractArgs) -> u8 {
    let files = args.files.files();
    let find = || {
        if !is_interactive::<P>() {
            return Err(anyhow::anyhow!("{} is not interactive", P::NAME).into());
        }
        let opponent = opponent::<P>(&args.opponent)?;
        let streams = (io::stdin().lock(), io::stdout().lock());
        work::quietly(|control| runner::interact(&P::default(), &files, opponent, args.seed, streams, control))
    };
    conclude::<P>(&files, find())
}

/// Reports a finding as the dialect requires, and returns the exit code.
fn conclude<P: Judged>(files: &CheckFiles, found: Result<Finding, runner::Error>) -> u8 {
    let concluded = found.and_then(|finding| {
        note(P::NAME, &runner::conclude(files, &finding)?);
        Ok(files.dialect.exit_code(finding.verdict))
    });
    concluded.unwrap_or_else(|error| {
        let failure = Failure::from(error);
        interrupt::report(P::NAME, &failure);
        if matches!(failure, Failure::Stopped) { Failure::STOPPED } else { runner::NO_VERDICT }
    })
}
