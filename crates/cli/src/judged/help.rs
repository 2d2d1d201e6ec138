//! Help for the judging commands, about the problem itself.

use std::iter;

use board_core::Random;
use board_judge::{Choice, Judged, OpponentOf, is_interactive};
use clap::builder::PossibleValue;

/// Adds the problem's own texts; `bin` is the command that starts the program.
pub(super) fn describe<P: Judged>(command: clap::Command, bin: &str) -> clap::Command {
    let command = command
        .mut_subcommand("generate", |command| generate::<P>(command, bin))
        .mut_subcommand("judge", |command| judge::<P>(command, bin));
    if is_interactive::<P>() {
        command
            .mut_subcommand("check", |command| check_games(command, bin))
            .mut_subcommand("interact", |command| interact::<P>(command, bin))
    } else {
        command
            .mut_subcommand("check", |command| check_outputs(command, bin))
            .mut_subcommand("interact", |command| no_interact(command, bin))
    }
}

/// The choices of an option, each with its description.
fn choices<C: Choice>() -> impl Iterator<Item = PossibleValue> {
    C::ALL.iter().map(|choice| PossibleValue::new(choice.name()).help(choice.about()))
}

fn with_kinds<P: Judged>(command: clap::Command) -> clap::Command {
    command.mut_arg("kind", |arg| arg.value_parser(choices::<P::Kind>().collect::<Vec<_>>()))
}

fn generate<P: Judged>(command: clap::Command, bin: &str) -> clap::Command {
    with_kinds::<P>(command).after_help(format!(
        "Generator version: {version}\n\nExamples:\n  {bin} generate --seed 7 --kind largest\n  {bin} generate | {bin}",
        version = Random::VERSION,
    ))
}

const VERDICTS: &str = "\
Verdicts:
  AC   accepted
  WA   wrong answer
  PE   presentation error: the output does not have the form of an answer
  TLE  time limit exceeded while computing
  ILE  idleness limit exceeded: the program waited until its time limit
  RE   runtime error: a non-zero exit code, a signal, or out of memory

The first failing input of each verdict is shrunk and saved.

Exit codes:
  0    all runs were accepted
  1    a run failed
  2    the program cannot be started";

fn judge<P: Judged>(command: clap::Command, bin: &str) -> clap::Command {
    let all = PossibleValue::new("all").help("every opponent in turn");
    let opponents: Vec<_> = choices::<OpponentOf<P>>().chain(iter::once(all)).collect();
    with_kinds::<P>(command)
        .mut_arg("opponent", |arg| arg.hide(!is_interactive::<P>()).value_parser(opponents))
        .after_help(format!(
            "{VERDICTS}\n\nExamples:\n  {bin} judge {bin}\n  {bin} judge --random 20 --all --jobs 2 -- {bin} --threads 1"
        ))
}

const CODES: &str = "\
Exit codes:
  0    accepted (with icpc 42)
  1    wrong answer (with icpc 43)
  2    presentation error (with icpc 43)
  3    no verdict

The reason is printed to standard error; with icpc, it is also appended to judgemessage.txt in the feedback folder.";

fn check_outputs(command: clap::Command, bin: &str) -> clap::Command {
    command.after_help(format!(
        "{CODES}\n\nExamples:\n  {bin} generate > a.in && {bin} a.in > a.out && {bin} check a.in a.out\n  mkdir -p \
         feedback && {bin} check --dialect icpc a.in a.out feedback < a.out"
    ))
}

fn check_games(command: clap::Command, bin: &str) -> clap::Command {
    command.after_help(format!(
        "OUTPUT is a conversation written by {bin} interact.\n\n{CODES}\n\nExamples:\n  {bin} check a.in a.interaction\n  \
         mkdir -p feedback && {bin} check --dialect icpc a.in a.in feedback < a.interaction"
    ))
}

/// The second file of an interactor differs in meaning from that of a checker.
fn with_files(command: clap::Command) -> clap::Command {
    command.mut_arg("second", |arg| {
        arg.help("The file to write the conversation to; with icpc, the judge's answer (ignored)")
    })
}

fn interact<P: Judged>(command: clap::Command, bin: &str) -> clap::Command {
    let opponents: Vec<_> = choices::<OpponentOf<P>>().collect();
    with_files(command).mut_arg("opponent", |arg| arg.value_parser(opponents)).after_help(format!(
        "Exits when the game is over, without waiting for the program to end. The runner must enforce the time limit.\n\n{CODES}\n\n\
         Examples:\n  {bin} generate > a.in && mkfifo pipe\n  {bin} interact a.in a.interaction < pipe | {bin} > pipe; rm pipe"
    ))
}

fn no_interact(command: clap::Command, bin: &str) -> clap::Command {
    let why = format!("This game is not interactive; use {bin} check to judge an output.");
    with_files(command).hide(true).after_help(why)
}
