//! The commands that describe the program itself: `rules`, `completions`, `man`.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use anyhow::Context;
use board_core::Problem;
use clap_complete::Shell;
use clap_complete::env::{CompleteEnv, Shells};
use clap_mangen::Man;

use crate::args::{Language, ManArgs};
use crate::failure::Failure;
use crate::streams;
use crate::words::{most_similar, shown};

/// The variable by which a completion script asks the program for completions.
const VARIABLE: &str = "COMPLETE";

/// Prints the rules, the format and the limits of a problem.
pub(crate) fn rules<P: Problem>(language: Language) -> Result<(), Failure> {
    let text = match (P::STATEMENT, language) {
        (Some(statement), Language::En) => statement.english.to_owned(),
        (Some(statement), Language::Zh) => statement.chinese.to_owned(),
        (None, _) => format!("{}\n\nInput: {}\n\nExample:\n{}\n", P::ABOUT, P::FORM, P::EXAMPLE),
    };
    streams::write_plain(&text)
}

/// Prints the script that makes a shell ask this program for completions. `invoked` is the word that started it.
pub(crate) fn completions(shell: Shell, program: &str, invoked: &str) -> Result<(), Failure> {
    let shells = Shells::builtins();
    let shell = shells.completer(&shell.to_string()).context("there are no completions for this shell")?;
    // A program that was started by its path may not be in the search path of the shell.
    let path = Path::new(invoked);
    let completer = if path.components().count() > 1 {
        let absolute = std::path::absolute(path).context("cannot find this program")?;
        absolute.to_string_lossy().into_owned()
    } else {
        program.to_owned()
    };
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, program, program, &completer, &mut script).context("cannot write a script")?;
    let script = String::from_utf8_lossy(&script);
    // The script for bash puts a word that is quoted already into quotation marks.
    let quoted = shlex::try_quote(&completer).context("cannot quote the path of this program for a shell")?;
    streams::write_plain(&script.replace(&format!("\"{quoted}\""), &quoted))
}

/// Completes a command line if a completion script asks for it. Returns whether it did.
///
/// # Errors
/// If the shell is unknown, or the completions cannot be written.
pub(crate) fn complete(describe: impl Fn() -> clap::Command, arguments: &[OsString]) -> Result<bool, clap::Error> {
    let folder = env::current_dir().ok();
    CompleteEnv::with_factory(describe).var(VARIABLE).try_complete(arguments, folder.as_deref())
}

/// Prints the man page of a program or of one of its commands, or writes all of them into a folder.
pub(crate) fn man(mut program: clap::Command, args: &ManArgs) -> Result<(), Failure> {
    if let Some(folder) = &args.out_dir {
        let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(without_help(program), folder));
        return Ok(written.with_context(|| format!("cannot write to {}", shown(folder.as_os_str())))?);
    }
    program.build();
    let mut command = &program;
    let mut title = program.get_name().to_owned();
    for name in &args.commands {
        let Some(found) = command.find_subcommand(name) else {
            let similar = most_similar(name, command.get_subcommands().map(clap::Command::get_name));
            let hint = similar.map_or_else(String::new, |similar| format!(", did you mean '{similar}'?"));
            return Err(anyhow::anyhow!("unknown command '{}'{hint}", shown(name.as_ref())).into());
        };
        command = found;
        title = format!("{title}-{}", command.get_name());
    }
    streams::write_plain(&page(command, &title)?)
}

/// The same commands without `help`, whose pages would repeat all others.
fn without_help(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = command.disable_help_subcommand(true);
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, without_help))
}

/// A man page.
fn page(command: &clap::Command, title: &str) -> anyhow::Result<String> {
    let mut page = Vec::new();
    // No date: it would be that of the build.
    let man = Man::new(command.clone()).title(title.to_uppercase()).manual("Perfect Play");
    man.render(&mut page).context("cannot write the page")?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
