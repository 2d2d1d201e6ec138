//! The tables of `docs/TABLES.md`: each is what a command prints, and stands below it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, ensure};

use super::part::{Part, Run};
use crate::verify::{Game, Shell, examples};
use crate::workspace::Workspace;

/// Where the tables are.
pub const PAGE: &str = "docs/TABLES.md";

pub(super) const PARTS: &[&Part] = &[
    &Part {
        name: "tables",
        claim: "docs/TABLES.md: the tables that take a moment, rows (cargo xtask verify compares them, too)",
        takes: "some seconds",
        only_named: false,
        check: |run| programs(run, ""),
    },
    &Part {
        name: "tables-boxes",
        claim: "docs/TABLES.md: the tables of boxes with more than 27 edges, rows",
        takes: "two minutes, 4.3 GB",
        only_named: false,
        check: |run| programs(run, "tables-boxes"),
    },
];

/// How long a command may take.
const LIMIT: Duration = Duration::from_secs(3600);

fn programs(run: &Run, mark: &str) -> anyhow::Result<()> {
    let workspace = Workspace::read()?;
    let games = workspace.build(&[])?;
    check(workspace.root(), &games, mark, |rows| run.compared(rows))
}

/// Runs the commands of the page in the folder `root` that stand in blocks marked `console` and then `mark`, and holds what they
/// print against the page; tells `compared` how many rows of each are right.
///
/// # Errors
///
/// Where a table is not what its command prints, or there is none.
pub fn check(root: &Path, games: &[Game], mark: &str, mut compared: impl FnMut(u64)) -> anyhow::Result<()> {
    let page = fs::read_to_string(root.join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let shell = Shell::new(root, games, LIMIT)?;
    let mut failures = Vec::new();
    for example in examples::read(&page).iter().filter(|example| example.mark == mark) {
        let wrong = shell.wrong(example)?;
        if wrong.is_empty() {
            compared(example.output.lines().count() as u64);
        } else {
            failures.push(format!("{PAGE}:{}: {}\n{}", example.line, example.command, wrong.join("\n")));
        }
    }
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}

/// The marks of the page's blocks; that of a quick one is empty.
#[must_use]
pub fn marks(page: &str) -> Vec<String> {
    examples::read(page).into_iter().map(|example| example.mark).collect()
}
