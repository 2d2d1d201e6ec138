//! The tables of `docs/TABLES.md`. Each is the output of the command above it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, ensure};

use super::part::{Part, Run};
use crate::verify::{Game, Shell, examples};
use crate::workspace::Workspace;

/// The page with the tables.
pub const PAGE: &str = "docs/TABLES.md";

pub(super) const PARTS: &[&Part] = &[
    &Part {
        name: "tables",
        claim: "docs/TABLES.md: the rows of the fast tables (cargo xtask verify compares them too)",
        takes: "a few seconds",
        only_named: false,
        check: |run| programs(run, ""),
    },
    &Part {
        name: "tables-boxes",
        claim: "docs/TABLES.md: the rows of the table of boxes with more than 27 edges",
        takes: "two minutes, 4.3 GB",
        only_named: false,
        check: |run| programs(run, "tables-boxes"),
    },
];

/// The time limit of a command.
const LIMIT: Duration = Duration::from_secs(3600);

fn programs(run: &Run, mark: &str) -> anyhow::Result<()> {
    let workspace = Workspace::read()?;
    let games = workspace.build(&[])?;
    check(workspace.root(), &games, mark, |rows| run.compared(rows))
}

/// Runs the commands of the page in the folder `root` whose blocks are marked `console` and `mark`, and compares their output with
/// the page. Calls `compared` with the number of rows of each table that is correct.
///
/// # Errors
///
/// If the output of a command is not its table, or the page cannot be read.
pub fn check(root: &Path, games: &[Game], mark: &str, mut compared: impl FnMut(u64)) -> anyhow::Result<()> {
    let page = fs::read_to_string(root.join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let shell = Shell::new(root, games, LIMIT)?;
    let mut failures = Vec::new();
    for example in examples::read(&page).iter().filter(|example| example.mark == mark) {
        let wrong = shell.differences(example)?;
        if wrong.is_empty() {
            compared(example.output.lines().count() as u64);
        } else {
            failures.push(format!("{PAGE}:{}: {}\n{}", example.line, example.command, wrong.join("\n")));
        }
    }
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}

/// Returns the marks of the page's blocks. The mark of a fast one is empty.
#[must_use]
pub fn marks(page: &str) -> Vec<String> {
    examples::read(page).into_iter().map(|example| example.mark).collect()
}
