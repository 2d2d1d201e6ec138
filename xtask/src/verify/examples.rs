//! The examples of a page: what a reader would type, and what it prints.

/// A command and what it prints, on standard output and standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Example {
    /// The line of the page on which the command is, from 1.
    pub(super) line: usize,
    /// For a shell.
    pub(super) command: String,
    /// To the byte.
    pub(super) output: String,
}

/// Reads the blocks of a page in Markdown that are marked as `console`. Within them, a line `$ command` starts an example,
/// and what it prints follows.
pub(super) fn read(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (index, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            examples.push(Example { line: index + 1, command: command.to_owned(), output: String::new() });
        } else if let Some(example) = examples.last_mut().filter(|_| inside) {
            example.output += line;
            example.output.push('\n');
        }
    }
    examples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_of_commands_are_examples() {
        let page = "$ not one\n```sh\n$ nor this\n```\n```console\n$ true\n$ echo 1; echo 2\n1\n2\n```\nmore\n";
        let example = |line, command: &str, output: &str| Example {
            line,
            command: command.to_owned(),
            output: output.to_owned(),
        };
        assert_eq!(read(page), [example(6, "true", ""), example(7, "echo 1; echo 2", "1\n2\n")]);
    }
}
