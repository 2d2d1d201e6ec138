//! `cargo xtask prove` must detect mistakes, and the pages must name all its parts.

// The commands of a page need a POSIX shell.
#![cfg(unix)]

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;
use xtask::figures::FIGURES;
use xtask::prove;
use xtask::verify::{Game, Program};

/// A folder that contains this page of tables.
fn folder(page: &str) -> TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    let path = root.path().join(prove::PAGE);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, page).expect("written");
    root
}

/// Checks the tables of a part. Returns the number of rows that are correct, or the differences.
fn check(page: &str, mark: &str) -> Result<u64, String> {
    let program = Program { path: "/bin/sh".into(), leading: Vec::new() };
    let games = [Game { name: "chase".to_owned(), program: Some(program) }];
    let mut rows = 0;
    let checked = prove::check_tables(folder(page).path(), &games, mark, |more| rows += more);
    checked.map(|()| rows).map_err(|error| format!("{error:#}"))
}

/// Two tables, one of them for a part.
const PAGE: &str = "\
# Tables

```console
$ printf 'board  longest\\n20x20  58\\n'
board  longest
20x20  58
```

```console tables-boxes
$ echo 4x4 \\
>   0
4x4 0
```
";

#[test]
fn right_tables_pass_and_their_rows_are_counted() {
    assert_eq!(check(PAGE, ""), Ok(2));
    assert_eq!(check(PAGE, "tables-boxes"), Ok(1));
    assert_eq!(prove::marks(PAGE), ["", "tables-boxes"]);
}

#[test]
fn a_changed_figure_is_an_error() {
    for (from, to) in
        [("20x20  58\n```", "20x20  59\n```"), ("20x20  58\n```", "```"), ("20x20  58\n```", "20x20  58\nmore\n```")]
    {
        let page = PAGE.replace(from, to);
        assert_ne!(page, PAGE);
        let wrong = check(&page, "").expect_err("a wrong table");
        assert!(wrong.contains("docs/TABLES.md:4: printf") && wrong.contains("- expected, + actual"), "{wrong}");
        // The other part is unchanged.
        assert_eq!(check(&page, "tables-boxes"), Ok(1));
    }
    let wrong = check(&PAGE.replace("\n4x4 0", "\n4x4 1"), "tables-boxes").expect_err("a wrong table");
    assert!(wrong.contains("-4x4 1\n+4x4 0"), "{wrong}");
    assert!(check(&PAGE.replace("printf", "no-such-program"), "").is_err());
}

fn page(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace");
    fs::read_to_string(root.join(name)).expect("a page")
}

#[test]
fn every_table_is_printed_by_a_command_and_every_part_is_named() {
    let tables = page(prove::PAGE);
    let parts: Vec<&str> = prove::all().iter().map(|part| part.name).collect();
    assert!(!tables.lines().any(|line| line.starts_with('|')), "{}: a table without a command", prove::PAGE);
    for mark in prove::marks(&tables) {
        assert!(mark.is_empty() || parts.contains(&mark.as_str()), "{}: no part is called {mark}", prove::PAGE);
    }
    let games = ["bo-", "boxes-", "chase-", "knightmare-", "rowfill-"];
    let named = tables.split('`').filter(|word| games.iter().any(|game| word.starts_with(game)));
    for word in named {
        assert!(parts.contains(&word), "{}: no part is called {word}", prove::PAGE);
    }
    // Whole words only: the name of one part can begin with that of another.
    let is_in_name = |char: char| char.is_ascii_alphanumeric() || char == '-';
    let words: HashSet<&str> = tables.split(|char| !is_in_name(char)).collect();
    for part in parts {
        assert!(words.contains(part), "{}: the part {part} is missing", prove::PAGE);
    }
}

#[test]
fn the_page_on_performance_has_the_table_of_figures() {
    let performance = page("docs/performance.md");
    let mut rows = performance.lines().skip_while(|line| !line.starts_with("| case | solver |")).skip(2);
    for figure in FIGURES {
        let row = rows.next().unwrap_or_default();
        assert!(
            row.starts_with(&format!("| {} |", figure.case)),
            "docs/performance.md: expected a row for {}, found {row}",
            figure.case
        );
    }
    assert!(!rows.next().unwrap_or_default().starts_with('|'), "docs/performance.md: a row without a figure in xtask");
}
