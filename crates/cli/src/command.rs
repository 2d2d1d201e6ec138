//! The command line of a problem: parsing, and help about the problem itself. Nothing here prints or exits.

use std::ffi::OsString;

use board_core::Explain;
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches};

use crate::args::CommandLine;
use crate::more::More;

/// Parses the arguments, the first of which is the name of the program.
///
/// # Errors
/// If the arguments are wrong, or ask for help or the version.
pub(crate) fn parse<P: Explain + Args, M: More<P>>(arguments: &[OsString]) -> Result<CommandLine<P, M>, clap::Error> {
    let mut command = command::<P, M>();
    let parsed = command
        .try_get_matches_from_mut(arguments)
        .and_then(|matches| CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    parsed.map_err(|error| {
        // The message of clap about this is hard to understand.
        let is_out_of_order =
            error.kind() == ErrorKind::ArgumentConflict && error.get(ContextKind::InvalidSubcommand).is_some();
        if !is_out_of_order {
            return error;
        }
        let order = format!("the command comes first, as in: {} explain FILE\n", P::NAME);
        command.error(ErrorKind::ArgumentConflict, order)
    })
}

/// The command line of a problem, with the problem's own texts in its help.
fn command<P: Explain + Args, M: More<P>>() -> clap::Command {
    let case = P::EXAMPLE.replace('\n', "\\n");
    let examples = format!(
        "Input: {}.\n\nExamples:\n  printf '{case}\\n' | {name}\n  printf '{case}\\n' | {name} explain",
        P::FORM,
        name = P::NAME,
    );
    let with_examples = |command: clap::Command| command.long_about(None).after_help(examples.clone());
    let command = CommandLine::<P, M>::command()
        .name(P::NAME)
        .bin_name(P::NAME)
        .about(P::ABOUT)
        // Otherwise clap would use the documentation of the problem's type.
        .long_about(None)
        .after_help(examples.clone())
        .mut_subcommand("solve", with_examples)
        .mut_subcommand("explain", with_examples)
        .mut_subcommand("validate", |command| {
            command.long_about(None).after_help(format!(
                "Exit code 1 and one line on standard error tell of the first breach.\n\nExamples:\n  printf '{case}\\n' | \
                 {name} validate\n  printf '{case}\\n' | {name} validate && echo good",
                name = P::NAME
            ))
        });
    let command = M::describe(command);
    let surveys = P::surveys();
    match surveys.split_first() {
        Some((table, lists)) => command.mut_subcommand("survey", |command| {
            let second = match lists.first() {
                Some(list) => format!("--board 8x8 --list {}", list.name),
                None => "--board 2x2 --board 2x4".to_owned(),
            };
            let named: Vec<_> = lists.iter().map(|list| PossibleValue::new(list.name).help(list.about)).collect();
            command
                .about(table.about)
                .mut_arg("list", |list| list.hide(named.is_empty()).value_parser(named))
                .after_help(format!("Examples:\n  {name} survey --board 2x2\n  {name} survey {second}", name = P::NAME))
        }),
        None => command.mut_subcommand("survey", |command| command.hide(true)),
    }
}
