//! One program for several problems.

use std::env;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{FromArgMatches, Subcommand};

use crate::args::{CompletionsArgs, ManArgs};
use crate::command;
use crate::describe;
use crate::failure::Failure;
use crate::program::{Call, Program, fail, refuse, use_colors};
use crate::words::{self, most_similar, shown};

/// Several problems in one program.
pub struct Suite {
    /// The name of the program.
    pub name: &'static str,
    /// What it does, in a sentence or two.
    pub about: &'static str,
    /// Its problems, each of which is a command.
    pub programs: Vec<Program>,
}

/// The commands of the program itself.
#[derive(Subcommand)]
enum Own {
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the man page of this program or of a command
    Man(ManArgs),
}

/// Runs a program of several problems with the arguments of the process. The first argument that is not an option
/// names the problem, by its name or one of its ids, in upper or lower case; the others are those of the problem's own
/// program.
#[must_use]
pub fn run_suite(suite: &Suite) -> ExitCode {
    let mut arguments: Vec<OsString> = env::args_os().collect();
    match describe::complete(|| suite.describe(), &arguments) {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => {}
        Err(error) => return refuse(suite.name, &error, None),
    }
    let invoked = if arguments.is_empty() { suite.name.into() } else { arguments.remove(0) };
    suite.run(&invoked.to_string_lossy(), arguments)
}

impl Suite {
    fn run(&self, invoked: &str, mut arguments: Vec<OsString>) -> ExitCode {
        let color = words::color(&arguments);
        use_colors(color);
        let mut description = self.describe().color(color);
        let first = words::positional(&description, &arguments).first().copied();
        if let Some(at) = first {
            if let Some(program) = self.program(&arguments[at]) {
                arguments.remove(at);
                let bin = format!("{} {}", self.name, program.name);
                let invoked = vec![invoked.to_owned(), program.name.to_owned()];
                return (program.run)(&Call { bin, invoked, arguments });
            }
            if !words::is_command(&description, &arguments[at]) {
                return fail(self.name, &Failure::Unusable(self.unknown(&arguments[at]))).into();
            }
        }
        arguments.insert(0, self.name.into());
        let mut parsed = description.try_get_matches_from_mut(&arguments);
        if parsed.as_ref().is_err_and(|error| error.kind() == ErrorKind::MissingSubcommand) {
            arguments.push("-h".into());
            parsed = description.try_get_matches_from_mut(&arguments);
        }
        let matches = match parsed {
            Ok(matches) => matches,
            Err(error) => return refuse(self.name, &error, None),
        };
        let done = match Own::from_arg_matches(&matches) {
            Ok(Own::Completions(args)) => describe::completions(args.shell, self.name, invoked),
            Ok(Own::Man(args)) => describe::man(description, &args),
            Err(error) => return refuse(self.name, &error, None),
        };
        done.map_or_else(|failure| fail(self.name, &failure), |()| 0).into()
    }

    fn program(&self, name: &OsStr) -> Option<&Program> {
        let is = |other: &&str| name.eq_ignore_ascii_case(other);
        self.programs.iter().find(|program| is(&program.name) || program.ids.iter().any(is))
    }

    fn unknown(&self, word: &OsStr) -> anyhow::Error {
        let names: Vec<&str> = self.programs.iter().map(|program| program.name).collect();
        let all = self.programs.iter().flat_map(|program| program.ids.iter().copied().chain([program.name]));
        let shown = shown(word);
        if let Some(similar) = most_similar(&shown, all.chain(["completions", "man", "help"])) {
            return anyhow::anyhow!("unknown game '{shown}', did you mean '{similar}'?");
        }
        let is_command = |program: &Program| (program.describe)(program.name).find_subcommand(word).is_some();
        if let Some(program) = self.programs.iter().find(|program| is_command(program)) {
            return anyhow::anyhow!(
                "name the game before the command, for example: {} {} {shown}",
                self.name,
                program.name
            );
        }
        anyhow::anyhow!("unknown game '{shown}', expected one of {}", names.join(", "))
    }

    /// The command line, with all problems as commands.
    fn describe(&self) -> clap::Command {
        let mut command = clap::Command::new(self.name)
            .version(env!("CARGO_PKG_VERSION"))
            .arg(command::color())
            .subcommand_required(true)
            .subcommand_help_heading("Games and commands")
            .after_help(self.after_help());
        for program in &self.programs {
            let bin = format!("{} {}", self.name, program.name);
            let game = (program.describe)(&bin).aliases(program.ids.iter().copied());
            command = command.subcommand(game);
        }
        // `augment_subcommands` sets the description to that of `Own`, so restore it.
        Own::augment_subcommands(command).about(self.about).long_about(None)
    }

    /// The commands of the games, each with the games that have it unless all do.
    fn after_help(&self) -> String {
        let games: Vec<clap::Command> = self.programs.iter().map(|program| (program.describe)(program.name)).collect();
        let has =
            |game: &clap::Command, name: &str| game.find_subcommand(name).is_some_and(|found| !found.is_hide_set());
        let mut names: Vec<&str> = Vec::new();
        let mut lines = vec!["Commands of a game:".to_owned()];
        for command in games.iter().flat_map(clap::Command::get_subcommands).filter(|command| !command.is_hide_set()) {
            let name = command.get_name();
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            let owners: Vec<&str> = games.iter().filter(|game| has(game, name)).map(clap::Command::get_name).collect();
            let owners =
                if owners.len() == games.len() { String::new() } else { format!(" ({} only)", owners.join(", ")) };
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            lines.push(format!("  {name:<13}{about}{owners}"));
        }
        lines.push(String::new());
        lines.push("A game can also be named by the id of its problem, in upper or lower case:".to_owned());
        for program in &self.programs {
            lines.push(format!("  {:<13}{}", program.name, program.ids.join(", ")));
        }
        lines.push(String::new());
        lines.push("Examples:".to_owned());
        if let Some(program) = self.programs.first() {
            lines.push(format!("  {} {} --help", self.name, program.name));
            lines.push(format!("  {} {} rules", self.name, program.name));
        }
        lines.join("\n")
    }
}
