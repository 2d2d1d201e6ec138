//! The worst wordings stay out of all text of the repository. `docs/glossary.md` has the words to use.

use std::fs;
use std::path::Path;
use std::process::Command;

use xtask::workspace::Workspace;

/// The words that must not occur, in lower case, and after a tab what to write instead: one wording per line.
const LIST: &str = include_str!("wording.txt");

/// The wordings with their advice.
fn wordings() -> impl Iterator<Item = (&'static str, &'static str)> {
    LIST.lines().map(|line| line.split_once('\t').expect("words, a tab and advice"))
}

/// The extensions of files for people. The inputs and outputs in `fixtures` are data.
const EXTENSIONS: &[&str] = &["err", "md", "rs", "snap", "txt"];

/// Returns the patterns in a line, which must be whole words. An underscore separates words, so names are checked too.
fn patterns_in(line: &str) -> Vec<(&'static str, &'static str)> {
    let words: Vec<String> = line
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let text = format!(" {} ", words.join(" "));
    wordings().filter(|(pattern, _)| text.contains(&format!(" {pattern} "))).collect()
}

/// Returns what is wrong with a file, one message per pattern in a line.
fn faults(name: &str, text: &str) -> Vec<String> {
    let lines = (1..).zip(text.lines());
    let faults = lines.flat_map(|(number, line)| {
        let fault = move |(pattern, advice)| format!("{name}:{number}: found `{pattern}`; {advice}");
        patterns_in(line).into_iter().map(fault)
    });
    faults.collect()
}

/// Whether a file is checked: text for people, except translations and the list itself.
fn is_checked(name: &str) -> bool {
    let path = Path::new(name);
    let has_extension = path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|&one| extension == one));
    has_extension && !name.contains(".zh.") && name != "xtask/tests/wording.txt"
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
fn a_wording_is_reported_with_its_line_and_advice() {
    let (first, advice) = wordings().next().expect("a wording");
    let name = first.replace(' ', "_");
    let text = format!("first line\n/// Here {} .\nfn {name}_is_checked() {{}}\n", first.to_uppercase());
    let fault = |line: u32| format!("a.rs:{line}: found `{first}`; {advice}");
    assert_eq!(faults("a.rs", &text), [fault(2), fault(3)]);
}

#[test]
fn only_whole_words_are_found() {
    for (words, _) in wordings() {
        assert!(patterns_in(&format!("x{words} {words}x")).is_empty(), "{words}");
    }
}

#[test]
fn every_wording_can_be_found() {
    for wording in wordings() {
        assert_eq!(patterns_in(&format!("({}).", wording.0.to_uppercase())), [wording]);
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
        !["README.zh.md", "fixtures/chase/sample.in", "xtask/tests/wording.txt", "LICENSE-MIT"]
            .iter()
            .any(|name| is_checked(name))
    );
}
