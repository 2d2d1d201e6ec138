//! The command lines of Perfect Play: arguments, input, output, errors, exit codes. Nothing here is specific to a game.
//!
//! The program of a problem calls [`run`], or [`run_judged`] if the problem is judged. One program with several problems
//! calls [`run_suite`].
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | answered or accepted; also if the reader closes the output before any failure |
//! | 1 | `validate` found an error, or a run of `judge` was not accepted |
//! | 2 | bad usage, bad input, a file that cannot be read or written, too little memory, a program that cannot be started |
//! | 130 | stopped by Ctrl-C |
//!
//! `check` and `interact` have the exit codes of testlib (0, 1, 2, 3) or of the ICPC problem package format (42, 43).

mod args;
mod command;
mod commands;
mod describe;
mod failure;
mod interrupt;
mod judged;
mod more;
mod program;
mod streams;
mod suite;
mod words;
mod work;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use board_core::Explain;
use board_judge::Judged;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

pub use crate::program::Program;
pub use crate::suite::{Suite, run_suite};

/// Runs the command line of a problem with the arguments of the process: `solve`, `explain`, `validate`, `survey`, and
/// the commands that describe the program.
///
/// The default value is the original problem. The commands of [`run_judged`] use it: if the problem has options, their
/// defaults on the command line must be those of `Default`.
#[must_use]
pub fn run<P: Explain + Args + Default>() -> ExitCode {
    run_from::<P>(env::args_os())
}

/// Like [`run`], with other arguments, the first of which is the name of the program.
#[must_use]
pub fn run_from<P: Explain + Args + Default>(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    Program::new::<P>().run(arguments)
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
    Program::judged::<P>().run(arguments)
}

/// A parser for an option that takes one of these names, each for the value at the same index.
///
/// ```
/// use board_core::Side;
/// use clap::{Arg, Command};
///
/// let side = Arg::new("side").long("side").value_parser(board_cli::one_of(["white", "black"], Side::ALL));
/// let matches = Command::new("game").arg(side).get_matches_from(["game", "--side", "black"]);
/// assert_eq!(matches.get_one("side"), Some(&Side::Second));
/// ```
pub fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
    values: [T; N],
) -> impl TypedValueParser<Value = T> {
    let value_of =
        move |name: &str| names.iter().zip(values).find(|(other, _)| **other == name).map(|(_, value)| value);
    PossibleValuesParser::new(names).try_map(move |name| value_of(&name).ok_or("not one of the names"))
}
