//! The command line of a problem: its description and its parsing. Nothing here prints or exits.

use std::ffi::OsString;
use std::iter;

use board_core::{Board, Control, Explain};
use clap::builder::{PossibleValue, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, ColorChoice, CommandFactory, FromArgMatches};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};

use crate::args::CommandLine;
use crate::more::More;

/// Parses the arguments, in which the command comes first; `bin` is the command that starts the program.
///
/// # Errors
/// If the arguments are wrong, or ask for help or the version.
pub(crate) fn parse<P: Explain + Args, M: More<P>>(
    command: &mut clap::Command,
    arguments: &[OsString],
) -> Result<CommandLine<P, M>, clap::Error> {
    let with_program = iter::once(OsString::from(P::NAME)).chain(arguments.iter().cloned());
    command
        .try_get_matches_from_mut(with_program)
        .and_then(|matches| CommandLine::from_arg_matches(&matches).map_err(|error| error.format(command)))
        .map_err(|error| with_better_tip(error, arguments))
}

/// Options of other programs, and ours for each.
const SYNONYMS: [(&str, &str); 6] = [
    ("--json", "--format json"),
    ("--colour", "--color"),
    ("--no-color", "--color never"),
    ("--size", "--board"),
    ("-n", "--random N"),
    ("-j", "--jobs N"),
];

/// Suggests our option for another program's, and `--` only if it helps.
fn with_better_tip(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let is_judge = arguments.first().is_some_and(|command| command == "judge");
    if error.kind() == ErrorKind::MissingRequiredArgument && is_judge && arguments.iter().any(|word| word == "--cases")
    {
        let tip = StyledStr::from("put '--' between the cases and the program");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    if !is_judge {
        error.remove(ContextKind::Suggested);
    }
    if let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg)
        && let Some((_, ours)) = SYNONYMS.iter().find(|(other, _)| other == unknown)
    {
        let tip = StyledStr::from(format!("use '{ours}'"));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        error.remove(ContextKind::SuggestedArg);
    }
    error
}

/// The command line of a problem, with the problem's own texts in its help; `bin` is the command that starts the program.
pub(crate) fn describe<P: Explain + Args + Default, M: More<P>>(bin: &str) -> clap::Command {
    let case = P::EXAMPLE.replace('\n', "\\n");
    let input = format!("Input:\n  {}", P::FORM);
    let printf = format!("printf '{case}\\n' | {bin}");
    let with_examples =
        |command: clap::Command| command.after_help(format!("{input}\n\nExamples:\n  {printf}\n  {printf} explain"));
    let command = CommandLine::<P, M>::command();
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    // The doc comments of the argument types are not help for users.
    let command =
        names.iter().fold(command, |command, name| command.mut_subcommand(name, |command| command.long_about(None)));
    let (summary, _) = P::ABOUT.split_once(". ").unwrap_or((P::ABOUT.trim_end_matches('.'), ""));
    let command = with_examples(command)
        .name(P::NAME)
        .bin_name(bin)
        .about(summary.to_owned())
        .long_about(P::ABOUT)
        .arg(color())
        .subcommand_help_heading("Commands")
        .mut_subcommand("solve", with_examples)
        .mut_subcommand("explain", |command| {
            command.after_help(format!(
                "{input}\n\nExamples:\n  {printf} explain\n  {printf} explain --format json"
            ))
        })
        .mut_subcommand("validate", |command| {
            command.after_help(format!(
                "Prints nothing if the input is valid. Otherwise prints the first error to standard error and exits with \
                 code 1.\n\n{input}\n\nExamples:\n  {printf} validate\n  {printf} validate && echo valid"
            ))
        })
        .mut_subcommand("rules", |command| {
            command.after_help(format!("Examples:\n  {bin} rules\n  {bin} rules --lang zh"))
        })
        .mut_subcommand("completions", |command| {
            command.after_help(format!("Examples:\n  source <({bin} completions bash)\n  {bin} completions fish | source"))
        })
        .mut_subcommand("man", |command| {
            command.after_help(format!("Examples:\n  {bin} man | man -l -\n  {bin} man explain | man -l -"))
        });
    let command = with_survey::<P>(M::describe(command, bin), bin);
    // A command that is changed comes last, so this also restores the order.
    names.iter().fold(with_boards::<P>(command), |command, name| command.mut_subcommand(name, with_boards::<P>))
}

/// `--color` of every command.
pub(crate) fn color() -> Arg {
    Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .help("When to use colors")
        .value_parser(clap::value_parser!(ColorChoice))
        .default_value("auto")
        .global(true)
        .overrides_with("color")
        .help_heading("Output")
}

fn with_survey<P: Explain + Default>(command: clap::Command, bin: &str) -> clap::Command {
    let surveys = P::default().surveys();
    let Some((table, lists)) = surveys.split_first() else {
        return command.mut_subcommand("survey", |command| command.hide(true));
    };
    let second = match lists.first() {
        Some(list) => format!("--board 8x8 --list {}", list.name),
        None => "--board 2x2 --board 2x4".to_owned(),
    };
    let named: Vec<_> = lists.iter().map(|list| PossibleValue::new(list.name).help(list.about)).collect();
    command.mut_subcommand("survey", |command| {
        command
            .long_about(format!("{}, one row per board.", table.about))
            .mut_arg("list", |list| list.hide(named.is_empty()).value_parser(named))
            .after_help(format!("Examples:\n  {bin} survey --board 2x2\n  {bin} survey {second}"))
    })
}

/// Completes `--board` with boards on which the game is played.
fn with_boards<P: Explain + Default>(command: clap::Command) -> clap::Command {
    let has_board = command.get_arguments().any(|arg| arg.get_id() == "board");
    if !has_board {
        return command;
    }
    command.mut_arg("board", |arg| {
        arg.add(ArgValueCandidates::new(|| {
            let problem = P::default();
            let is_played = |board: &Board| {
                problem.surveys().first().is_none_or(|survey| (survey.check)(&problem, *board, &Control::new()).is_ok())
            };
            let boards = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (6, 6), (8, 8), (10, 10), (12, 12), (20, 20)];
            let boards = boards.into_iter().filter_map(|(rows, cols)| Board::new(rows, cols).ok());
            boards.filter(is_played).map(|board| CompletionCandidate::new(board.to_string())).collect()
        }))
    })
}
