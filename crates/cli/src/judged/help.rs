//! Help for the judging commands, about the problem itself.

use board_core::Random;
use board_judge::{Choice, Judged, OpponentOf, is_interactive};

/// Adds the problem's own texts.
pub(super) fn describe<P: Judged>(command: clap::Command) -> clap::Command {
    let command = command.mut_subcommand("generate", generate::<P>).mut_subcommand("judge", judge::<P>);
    if is_interactive::<P>() {
        command.mut_subcommand("check", check_games::<P>).mut_subcommand("interact", interact::<P>)
    } else {
        command.mut_subcommand("check", check_outputs::<P>).mut_subcommand("interact", no_interact::<P>)
    }
}

/// Lists names, each with its description, one per line.
fn list<C: Choice>() -> String {
    let lines: Vec<String> =
        C::ALL.iter().map(|choice| format!("\n  {:<18}{}", choice.name(), choice.about())).collect();
    lines.concat()
}

fn opponents<P: Judged>() -> String {
    if is_interactive::<P>() { format!("Opponents:{}\n\n", list::<OpponentOf<P>>()) } else { String::new() }
}

fn generate<P: Judged>(command: clap::Command) -> clap::Command {
    command.after_help(format!(
        "Kinds (generator {version}):{kinds}\n\nExamples:\n  {name} generate --seed 7 --kind largest\n  {name} generate | {name}",
        name = P::NAME,
        version = Random::VERSION,
        kinds = list::<P::Kind>(),
    ))
}

fn judge<P: Judged>(command: clap::Command) -> clap::Command {
    let command = command.mut_arg("opponent", |arg| arg.hide(!is_interactive::<P>()));
    command.after_help(format!(
        "A run is AC (accepted), WA (wrong answer), PE (presentation error: no answer, right or wrong), TLE (it computed for too \
         long), ILE (it waited for too long) or RE (an exit code, a signal, too little memory). A failing input is made \
         smaller and saved. Exit code 0 where all runs are accepted, 1 where one is not, 2 where the program cannot be \
         started.\n\nKinds:{kinds}\n\n{opponents}Examples:\n  {name} judge -- {name}\n  {name} judge --random 20 --all \
         --jobs 2 -- {name}",
        name = P::NAME,
        kinds = list::<P::Kind>(),
        opponents = opponents::<P>(),
    ))
}

const CODES: &str =
    "Exit code 0 where it is accepted, 1 where it is wrong, 2 where it is no answer, 3 where there is no verdict.";

const CODES_OF_ICPC: &str =
    "For icpc it is 42, 43 or 3, and why is added to judgemessage.txt in the folder for feedback.";

fn check_outputs<P: Judged>(command: clap::Command) -> clap::Command {
    command.after_help(format!(
        "{CODES} {CODES_OF_ICPC}\n\nExamples:\n  {name} generate > a.in && {name} a.in > a.out && {name} check a.in a.out\n  \
         mkdir -p feedback && {name} check --dialect icpc a.in a.out feedback < a.out",
        name = P::NAME,
    ))
}

fn check_games<P: Judged>(command: clap::Command) -> clap::Command {
    command.after_help(format!(
        "{CODES} {CODES_OF_ICPC} OUTPUT is a conversation that {name} interact has written.\n\nExamples:\n  {name} check a.in \
         a.talk\n  mkdir -p feedback && {name} check --dialect icpc a.in a.in feedback < a.talk",
        name = P::NAME,
    ))
}

/// The second file of an interactor has another meaning than that of a checker.
fn with_files(command: clap::Command) -> clap::Command {
    command.mut_arg("second", |arg| {
        arg.help("Where the conversation is written; for icpc the answer, which is not needed")
    })
}

fn interact<P: Judged>(command: clap::Command) -> clap::Command {
    with_files(command).after_help(format!(
        "It ends with the game, and does not wait for the end of the program; whoever runs it keeps the time. {CODES}\n\n\
         {opponents}Examples:\n  {name} generate > a.in && mkfifo pipe\n  {name} interact a.in a.talk < pipe | {name} > pipe; \
         rm pipe",
        name = P::NAME,
        opponents = opponents::<P>(),
    ))
}

fn no_interact<P: Judged>(command: clap::Command) -> clap::Command {
    let why = format!("{name} is not interactive: its programs are judged by {name} check.", name = P::NAME);
    with_files(command).hide(true).after_help(why)
}
