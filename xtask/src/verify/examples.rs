//! The examples of a page: commands and their output.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Context as _;

use super::difference::push_difference;
use super::process::{self, Ended, Game, Running, exit_line};

/// A command and its output, on standard output and standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Example {
    /// The second mark of its block; empty if the example is fast.
    pub(crate) mark: String,
    /// The line of the page on which the command starts, from 1.
    pub(crate) line: usize,
    /// The command, for a shell.
    pub(crate) command: String,
    /// The exact output.
    pub(crate) output: String,
}

/// Reads the blocks of a Markdown page that are marked `console`. In such a block, a line `$ command` starts an example, and
/// its output follows. A command that ends with `\` continues on the next line, after `> `.
pub(crate) fn read(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    // The mark of the block.
    let mut inside: Option<String> = None;
    let mut continues = false;
    for (index, line) in page.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            inside = match info.split_once(' ') {
                Some(("console", mark)) => Some(mark.to_owned()),
                None if info == "console" => Some(String::new()),
                _ => None,
            };
            continue;
        }
        let Some(mark) = &inside else { continue };
        let last = examples.last_mut();
        if let (true, Some(example)) = (continues, last) {
            example.command.push('\n');
            example.command += line.strip_prefix("> ").unwrap_or(line);
            continues = line.ends_with('\\');
        } else if let Some(command) = line.strip_prefix("$ ") {
            let (mark, command) = (mark.clone(), command.to_owned());
            continues = command.ends_with('\\');
            examples.push(Example { mark, line: index + 1, command, output: String::new() });
        } else if let Some(example) = examples.last_mut() {
            example.output += line;
            example.output.push('\n');
        }
    }
    examples
}

/// A shell that finds the programs of the games.
pub(crate) struct Shell {
    root: PathBuf,
    path: OsString,
    limit: Duration,
}

impl Shell {
    /// A shell in the folder `root` whose commands have this time limit.
    pub(crate) fn new(root: &Path, games: &[Game], limit: Duration) -> anyhow::Result<Self> {
        let folders = games.iter().filter_map(|game| Some(game.program.as_ref()?.path.parent()?.to_owned()));
        let before = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(folders.chain(env::split_paths(&before))).context("cannot extend PATH")?;
        Ok(Self { root: root.to_owned(), path, limit })
    }

    /// Runs an example. Returns the differences.
    pub(crate) fn differences(&self, example: &Example) -> anyhow::Result<Vec<String>> {
        let ended = self.run(self.command(&example.command))?;
        let mut wrong: Vec<String> = exit_line(ended.end, self.limit).err().into_iter().collect();
        push_difference(&mut wrong, "the output differs from the page", example.output.as_bytes(), &ended.stdout);
        Ok(wrong)
    }

    /// Runs a command and draws a terminal that shows it with its output, in colour, as an SVG.
    pub(super) fn draw(&self, text: &str) -> anyhow::Result<String> {
        let mut command = self.command(text);
        command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
        let ended = self.run(command)?;
        exit_line(ended.end, self.limit).map_err(anyhow::Error::msg)?;
        let output = String::from_utf8(ended.stdout).context("the output is not UTF-8")?;
        Ok(anstyle_svg::Term::new().render_svg(&format!("$ {text}\n{output}")))
    }

    /// The command that runs a text in a shell.
    fn command(&self, text: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec 2>&1\n{text}")]).env("PATH", &self.path).stdin(Stdio::null());
        process::in_plain_environment(&mut command, &self.root);
        command
    }

    fn run(&self, command: Command) -> anyhow::Result<Ended> {
        Running::start(command, self.limit).and_then(Running::finish).context("cannot run sh")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_console_blocks_have_examples() {
        let page = "$ not one\n```sh\n$ nor this\n```\n```console\n$ true\n$ echo 1; echo 2\n1\n2\n```\nmore\n\
            ```console some-part\n$ echo \\\n> 3\n3\n```\n";
        let example = |mark: &str, line, command: &str, output: &str| Example {
            mark: mark.to_owned(),
            line,
            command: command.to_owned(),
            output: output.to_owned(),
        };
        let expected = [
            example("", 6, "true", ""),
            example("", 7, "echo 1; echo 2", "1\n2\n"),
            example("some-part", 13, "echo \\\n3", "3\n"),
        ];
        assert_eq!(read(page), expected);
    }
}
