//! The command lines of Perfect Play: arguments, input, output, errors, exit codes. Nothing here knows a game.
//!
//! The program of a problem calls [`run`], or [`run_judged`] if the problem is judged.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | answered or accepted; also if the reader of the output closed it |
//! | 1 | `validate` found a breach, or input that it cannot read; `judge` a run that is not accepted |
//! | 2 | bad usage, bad input, a file that cannot be read or written, too little memory, a program that cannot be started |
//! | 130 | stopped by Ctrl-C |
//!
//! `check` and `interact` have the exit codes of testlib (0, 1, 2, 3) or of the ICPC problem package format (42, 43).

mod args;
mod command;
mod commands;
mod failure;
mod interrupt;
mod judged;
mod more;
mod streams;
mod work;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use board_core::Explain;
use board_judge::Judged;
use clap::Args;

use crate::args::Command;
use crate::failure::Failure;
use crate::judged::JudgedCommand;
use crate::more::{More, NoMore};

/// Runs the command line of a problem with the arguments of the process: `solve`, `explain`, `validate`, `survey`.
///
/// The default value is the original problem. `survey` uses it, and so do the commands of [`run_judged`]: if the problem has
/// options, their defaults on the command line must be those of `Default`.
#[must_use]
pub fn run<P: Explain + Args + Default>() -> ExitCode {
    run_from::<P>(env::args_os())
}

/// Like [`run`], with other arguments, the first of which is the name of the program.
#[must_use]
pub fn run_from<P: Explain + Args + Default>(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_with::<P, NoMore>(arguments)
}

/// Runs the command line of a judged problem with the arguments of the process. In addition to the commands of [`run`]
/// it has `generate`, `judge`, `check` and `interact`.
#[must_use]
pub fn run_judged<P: Explain + Judged + Args + Default>() -> ExitCode {
    run_judged_from::<P>(env::args_os())
}

/// Like [`run_judged`], with other arguments, the first of which is the name of the program.
#[must_use]
pub fn run_judged_from<P: Explain + Judged + Args + Default>(
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    run_with::<P, JudgedCommand>(arguments)
}

fn run_with<P: Explain + Args + Default, M: More<P>>(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    interrupt::stop_at_ctrl_c(P::NAME);
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let invoked = arguments.first().map_or(P::NAME.into(), |program| program.to_string_lossy().into_owned());
    let parsed = match command::parse::<P, M>(&arguments) {
        Ok(parsed) => parsed,
        Err(error) => return refuse::<P, M>(&arguments, &error),
    };
    let result = match parsed.command.unwrap_or(Command::Solve(parsed.solve)) {
        Command::Solve(args) => commands::solve(&args).map(|()| 0),
        Command::Explain(args) => commands::explain(&args).map(|()| 0),
        Command::Validate(args) => commands::validate(&args).map(|()| 0),
        Command::Survey(args) => commands::survey::<P>(&args).map(|()| 0),
        Command::More(more) => more.run(&invoked),
    };
    result.unwrap_or_else(|failure| fail(P::NAME, &failure)).into()
}

/// Reports a failure and returns its exit code.
fn fail(program: &str, failure: &Failure) -> u8 {
    interrupt::report(program, failure);
    failure.code()
}

/// Prints help, or what is wrong with the arguments.
fn refuse<P: Explain, M: More<P>>(arguments: &[OsString], error: &clap::Error) -> ExitCode {
    let is_wrong = error.use_stderr();
    let own_code = arguments.get(1).and_then(|command| M::code_of_wrong_arguments(command)).filter(|_| is_wrong);
    match error.print() {
        Err(broken) if !is_wrong => fail(P::NAME, &streams::cannot_write(broken)).into(),
        // If an error cannot be written, there is still the exit code.
        _ => own_code.unwrap_or(u8::try_from(error.exit_code()).unwrap_or(Failure::UNUSABLE)).into(),
    }
}
