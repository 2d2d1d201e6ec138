//! The examples of a page: what a reader would type, and what it prints.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Context as _;

use super::difference::unlike;
use super::process::{self, Game, Running, exit_line};

/// A command and what it prints, on standard output and standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Example {
    /// What else its block is marked with; empty where it takes a moment.
    pub(crate) mark: String,
    /// The line of the page on which the command starts, from 1.
    pub(crate) line: usize,
    /// For a shell.
    pub(crate) command: String,
    /// To the byte.
    pub(crate) output: String,
}

/// Reads the blocks of a page in Markdown that are marked as `console`. Within them, a line `$ command` starts an example,
/// and what it prints follows. A command that ends with `\` goes on in the next line, after `> `.
pub(crate) fn read(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    // The mark of the block.
    let mut inside: Option<String> = None;
    let mut goes_on = false;
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
        if let (true, Some(example)) = (goes_on, last) {
            example.command.push('\n');
            example.command += line.strip_prefix("> ").unwrap_or(line);
            goes_on = line.ends_with('\\');
        } else if let Some(command) = line.strip_prefix("$ ") {
            let (mark, command) = (mark.clone(), command.to_owned());
            goes_on = command.ends_with('\\');
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
    /// In the folder `root`; a command may run for `limit`.
    pub(crate) fn new(root: &Path, games: &[Game], limit: Duration) -> anyhow::Result<Self> {
        let folders = games.iter().filter_map(|game| Some(game.program.as_ref()?.path.parent()?.to_owned()));
        let before = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(folders.chain(env::split_paths(&before))).context("cannot extend PATH")?;
        Ok(Self { root: root.to_owned(), path, limit })
    }

    /// What is wrong with an example.
    pub(crate) fn wrong(&self, example: &Example) -> anyhow::Result<Vec<String>> {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec 2>&1\n{}", example.command)]).env("PATH", &self.path).stdin(Stdio::null());
        process::in_plain_surroundings(&mut command, &self.root);
        let ended = Running::start(command, self.limit).and_then(Running::finish).context("cannot run sh")?;
        let mut wrong: Vec<String> = exit_line(ended.end, self.limit).err().into_iter().collect();
        unlike(&mut wrong, "the output is not as printed there", example.output.as_bytes(), &ended.stdout);
        Ok(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_of_commands_are_examples() {
        let page = "$ not one\n```sh\n$ nor this\n```\n```console\n$ true\n$ echo 1; echo 2\n1\n2\n```\nmore\n\
            ```console some-part\n$ echo \\\n> 3\n3\n```\n";
        let example = |mark: &str, line, command: &str, output: &str| Example {
            mark: mark.to_owned(),
            line,
            command: command.to_owned(),
            output: output.to_owned(),
        };
        let wanted = [
            example("", 6, "true", ""),
            example("", 7, "echo 1; echo 2", "1\n2\n"),
            example("some-part", 13, "echo \\\n3", "3\n"),
        ];
        assert_eq!(read(page), wanted);
    }
}
