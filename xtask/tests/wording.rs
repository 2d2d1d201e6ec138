//! The worst wordings stay out of all text of the repository. `docs/glossary.md` has the words to use.

use std::fs;
use std::path::Path;
use std::process::Command;

use xtask::workspace::Workspace;

/// Words in lower case that must not occur, and what to write instead. This file is the only one that may contain them.
const PATTERNS: &[(&str, &str)] = &[
    ("all is well", "say what is right: `valid`, `accepted`"),
    ("awaited", "write `expected X, found Y`"),
    ("customs", "write `conventions`"),
    ("held against", "write `checked against` or `compared with`"),
    ("in place of", "write `instead of`"),
    ("is told", "write `is reported`, `is printed` or `is known`"),
    ("made smaller", "write `shrunk`"),
    ("nobody", "name them: `no other thread`, `no player`"),
    ("once more", "write `again`"),
    ("so many random", "write `N random …` or `this many random …`"),
    ("so many runs", "write `N runs`"),
    ("somebody", "name them: `the caller`, `your program`, `a program`"),
    ("stands where", "write `expected X, found Y`"),
    ("whoever", "name them: `the caller`, `the player to move`, `your program`"),
];

/// The extensions of files for people. The inputs and outputs in `fixtures` are data.
const EXTENSIONS: &[&str] = &["err", "md", "rs", "snap", "txt"];

/// Returns the patterns in a line, which must be whole words. An underscore separates words, so names are checked too.
fn patterns_in(line: &str) -> Vec<&'static (&'static str, &'static str)> {
    let words: Vec<String> = line
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let text = format!(" {} ", words.join(" "));
    PATTERNS.iter().filter(|(pattern, _)| text.contains(&format!(" {pattern} "))).collect()
}

/// Returns what is wrong with a file, one message per pattern in a line.
fn faults(name: &str, text: &str) -> Vec<String> {
    let lines = (1..).zip(text.lines());
    let faults = lines.flat_map(|(number, line)| {
        let fault = move |(pattern, advice): &(&str, &str)| format!("{name}:{number}: found `{pattern}`; {advice}");
        patterns_in(line).into_iter().map(fault)
    });
    faults.collect()
}

/// Whether a file is checked: text for people, except translations and this file.
fn is_checked(name: &str) -> bool {
    let path = Path::new(name);
    let has_extension = path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|&one| extension == one));
    has_extension && !name.contains(".zh.") && name != "xtask/tests/wording.rs"
}

#[test]
fn the_worst_wordings_do_not_occur() {
    let workspace = Workspace::read().expect("a workspace");
    let root = workspace.root();
    let output = Command::new("git").current_dir(root).args(["ls-files", "-z"]).output().expect("git runs");
    assert!(output.status.success(), "git ls-files failed: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("text");
    let mut checked = 0;
    let mut all = Vec::new();
    // A file that was removed is still listed until the removal is staged.
    for name in names.split_terminator('\0').filter(|name| is_checked(name) && root.join(name).exists()) {
        let text = fs::read(root.join(name)).expect("a file");
        all.extend(faults(name, &String::from_utf8_lossy(&text)));
        checked += 1;
    }
    assert!(checked > 100, "only {checked} files are checked");
    assert!(all.is_empty(), "{} wordings to replace:\n{}", all.len(), all.join("\n"));
}

#[test]
fn a_pattern_is_reported_with_its_line_and_advice() {
    let text = "first line\n/// A number is Awaited here.\nfn a_row_stands_where_a_column_is() {}\n";
    let expected = [
        "a.rs:2: found `awaited`; write `expected X, found Y`",
        "a.rs:3: found `stands where`; write `expected X, found Y`",
    ];
    assert_eq!(faults("a.rs", text), expected);
}

#[test]
fn only_whole_words_are_patterns() {
    assert!(patterns_in("unawaited, customsX, it stands, whereas so many cases run").is_empty());
}

#[test]
fn every_pattern_can_be_found() {
    for pattern in PATTERNS {
        assert_eq!(patterns_in(&format!("({}).", pattern.0.to_uppercase())), [pattern]);
    }
}

#[test]
fn translations_and_data_are_not_checked() {
    assert!(
        ["docs/TABLES.md", "crates/chase/src/lib.rs", "fixtures/chase/bad-empty.err"]
            .iter()
            .all(|name| is_checked(name))
    );
    assert!(
        !["README.zh.md", "fixtures/chase/sample.in", "xtask/tests/wording.rs", "LICENSE-MIT"]
            .iter()
            .any(|name| is_checked(name))
    );
}
