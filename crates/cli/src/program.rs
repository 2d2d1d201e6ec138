//! The command line of one problem.

use std::ffi::OsString;
use std::process::ExitCode;

use board_core::Explain;
use board_judge::Judged;
use clap::{Args, ColorChoice};

use crate::args::Command;
use crate::failure::Failure;
use crate::judged::JudgedCommand;
use crate::more::{More, NoMore};
use crate::{command, commands, describe, interrupt, streams, words};

/// The command line of a problem.
pub struct Program {
    pub(crate) name: &'static str,
    /// Other names: those of the problem on online judges.
    pub(crate) ids: &'static [&'static str],
    pub(crate) describe: fn(&str) -> clap::Command,
    pub(crate) run: fn(&Call) -> ExitCode,
}

/// How a program was started.
pub(crate) struct Call {
    /// The command that starts it, for help: `chase` or `perfect-play chase`.
    pub(crate) bin: String,
    /// The words with which it was started.
    pub(crate) invoked: Vec<String>,
    /// The arguments after these words.
    pub(crate) arguments: Vec<OsString>,
}

impl Program {
    /// The command line of a problem, as [`run`](crate::run) runs it.
    #[must_use]
    pub fn new<P: Explain + Args + Default>() -> Self {
        Self::with_more::<P, NoMore>()
    }

    /// The command line of a judged problem, as [`run_judged`](crate::run_judged) runs it.
    #[must_use]
    pub fn judged<P: Explain + Judged + Args + Default>() -> Self {
        Self::with_more::<P, JudgedCommand>()
    }

    fn with_more<P: Explain + Args + Default, M: More<P>>() -> Self {
        Self { name: P::NAME, ids: P::IDS, describe: command::describe::<P, M>, run: run::<P, M> }
    }

    /// Runs the program on its own; the first argument is its name.
    pub(crate) fn run(&self, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
        let mut arguments: Vec<OsString> = arguments.into_iter().collect();
        match describe::complete(|| (self.describe)(self.name), &arguments) {
            Ok(true) => return ExitCode::SUCCESS,
            Ok(false) => {}
            Err(error) => return refuse(self.name, &error, None),
        }
        let program = if arguments.is_empty() { None } else { Some(arguments.remove(0)) };
        let invoked = program.map_or_else(|| self.name.to_owned(), |program| program.to_string_lossy().into_owned());
        (self.run)(&Call { bin: self.name.to_owned(), invoked: vec![invoked], arguments })
    }
}

fn run<P: Explain + Args + Default, M: More<P>>(call: &Call) -> ExitCode {
    interrupt::stop_at_ctrl_c(P::NAME);
    let color = words::color(&call.arguments);
    use_colors(color);
    let mut description = command::describe::<P, M>(&call.bin).color(color);
    let arguments = words::command_first(&description, call.arguments.clone());
    let example = P::EXAMPLE.replace('\n', "\\n");
    if let Some(mistake) = words::mistake(&description, &call.bin, &example, &arguments) {
        return fail(P::NAME, &Failure::Unusable(anyhow::anyhow!(mistake))).into();
    }
    let parsed = match command::parse::<P, M>(&mut description, &arguments) {
        Ok(parsed) => parsed,
        Err(error) => {
            return refuse(P::NAME, &error, arguments.first().and_then(|name| M::code_of_wrong_arguments(name)));
        }
    };
    let result = match parsed.command.unwrap_or(Command::Solve(parsed.solve)) {
        Command::Solve(args) => commands::solve(&args).map(|()| 0),
        Command::Explain(args) => commands::explain(&args).map(|()| 0),
        Command::Validate(args) => commands::validate(&args).map(|()| 0),
        Command::Survey(args) => commands::survey(&args).map(|()| 0),
        Command::More(more) => more.run(&call.invoked),
        Command::Rules(args) => describe::rules::<P>(args.lang).map(|()| 0),
        Command::Completions(args) => {
            // The program that was started may have other games too.
            let program = call.bin.split(' ').next().unwrap_or(P::NAME);
            let invoked = call.invoked.first().map_or(P::NAME, |word| word);
            describe::completions(args.shell, program, invoked).map(|()| 0)
        }
        Command::Man(args) => describe::man(description, &args).map(|()| 0),
    };
    result.unwrap_or_else(|failure| fail(P::NAME, &failure)).into()
}

/// Makes all output use colors as the user chose.
pub(crate) fn use_colors(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Reports a failure and returns its exit code.
pub(crate) fn fail(program: &str, failure: &Failure) -> u8 {
    interrupt::report(program, failure);
    failure.code()
}

/// Prints help, or what is wrong with the arguments; `own_code` is the exit code for wrong arguments if it is not the
/// usual one.
pub(crate) fn refuse(program: &str, error: &clap::Error, own_code: Option<u8>) -> ExitCode {
    let is_wrong = error.use_stderr();
    match error.print() {
        Err(broken) if !is_wrong => fail(program, &streams::cannot_write(broken)).into(),
        // If an error cannot be written, there is still the exit code.
        _ => {
            let usual = u8::try_from(error.exit_code()).unwrap_or(Failure::UNUSABLE);
            own_code.filter(|_| is_wrong).unwrap_or(usual).into()
        }
    }
}
