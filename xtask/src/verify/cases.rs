//! The golden files in the folder of a game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::difference::visible;
use super::talk::{Talk, exit_code};

/// The page with the source of each expected value. Every folder has one.
const SOURCES: &str = "SOURCES.md";

/// The contents of a game's folder.
#[derive(Default)]
pub(super) struct Folder {
    /// Ordered by name.
    pub(super) cases: Vec<Case>,
    /// Files that are missing, superfluous or invalid. Invalid ones are not among the cases.
    pub(super) problems: Vec<String>,
}

/// One golden input.
pub(super) struct Case {
    /// The path of the input from the root of the workspace, with `/` on every system.
    pub(super) path: String,
    /// The arguments of the program.
    pub(super) arguments: Vec<String>,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// Standard input from a file. `None` if there is no single expected output yet.
    Run(Option<Expected>),
    /// A conversation.
    Talk(Talk),
}

/// The expected output of a run.
pub(super) enum Expected {
    /// On standard output, with exit code 0 and nothing on standard error.
    Out(Vec<u8>),
    /// On standard error, with a last line for the exit code and nothing on standard output.
    Err(Vec<u8>),
}

impl Case {
    /// The file beside the case with another extension.
    pub(super) fn beside(&self, extension: &str) -> String {
        let name = self.path.rsplit_once('.').map_or(self.path.as_str(), |(name, _)| name);
        format!("{name}.{extension}")
    }
}

/// The files of one case.
struct Parts<'a> {
    root: &'a Path,
    game: &'a str,
    name: &'a str,
    extensions: &'a BTreeSet<String>,
}

/// Reads the folder of a game.
pub(super) fn read(root: &Path, game: &str) -> anyhow::Result<Folder> {
    let shown = format!("fixtures/{game}");
    let mut folder = Folder::default();
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut sources = false;
    for (name, path) in entries(&root.join(&shown))? {
        match name.rsplit_once('.') {
            _ if path.is_dir() => {
                folder.problems.push(format!("{shown}/{name}: subfolders are not read; move its files to {shown}"));
            }
            _ if name == SOURCES => sources = true,
            Some((name, extension @ ("in" | "out" | "err" | "args" | "talk"))) => {
                names.entry(name.to_owned()).or_default().insert(extension.to_owned());
            }
            _ => folder.problems.push(format!(
                "{shown}/{name}: expected {SOURCES}, .in, .out, .err, .args or .talk; remove it: rm {shown}/{name}"
            )),
        }
    }
    if names.is_empty() {
        folder
            .problems
            .push(format!("{game} has no cases; write {shown}/<name>.in, then run cargo xtask verify --bless {game}"));
    } else if sources {
        let page = fs::read_to_string(root.join(&shown).join(SOURCES))
            .with_context(|| format!("cannot read {shown}/{SOURCES}"))?;
        check_sources(&mut folder, &shown, &patterns(&page), &names);
    } else {
        folder.problems.push(format!("{shown}/{SOURCES} is missing; write the source of each expected value to it"));
    }
    for (name, extensions) in &names {
        Parts { root, game, name, extensions }.read(&mut folder)?;
    }
    Ok(folder)
}

/// The first cells of the tables of a page: names of cases, separated by commas, in which a final `*` matches any ending.
fn patterns(page: &str) -> Vec<&str> {
    let cells = page.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    let names = cells.flat_map(|cell| cell.split(',')).map(str::trim);
    names.filter(|name| !name.is_empty() && *name != "case" && !name.starts_with("---")).collect()
}

/// Checks that the page of sources names all cases and no others, so that a missing case is noticed.
fn check_sources(folder: &mut Folder, shown: &str, patterns: &[&str], names: &BTreeMap<String, BTreeSet<String>>) {
    let matches = |pattern: &str, name: &str| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    };
    for name in names.keys().filter(|name| !patterns.iter().any(|pattern| matches(pattern, name))) {
        let what = format!("{shown}/{SOURCES}: the table has no source for the case {name}; add one");
        folder.problems.push(what);
    }
    for pattern in patterns.iter().filter(|pattern| !names.keys().any(|name| matches(pattern, name))) {
        let what = format!(
            "{shown}/{SOURCES}: the table names {pattern}, but there is no such case; restore the case or remove the name"
        );
        folder.problems.push(what);
    }
}

/// The entries of a folder, ordered by name; none if there is no such folder.
pub(super) fn entries(folder: &Path) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    if !folder.exists() {
        return Ok(BTreeMap::new());
    }
    let cannot_read = || format!("cannot read the folder {}", folder.display());
    fs::read_dir(folder)
        .with_context(cannot_read)?
        .map(|entry| {
            let entry = entry.with_context(cannot_read)?;
            Ok((entry.file_name().to_string_lossy().into_owned(), entry.path()))
        })
        .collect()
}

impl Parts<'_> {
    fn path(&self, extension: &str) -> String {
        format!("fixtures/{}/{}.{extension}", self.game, self.name)
    }

    fn has(&self, extension: &str) -> bool {
        self.extensions.contains(extension)
    }

    fn bytes(&self, extension: &str) -> anyhow::Result<Vec<u8>> {
        let path = self.path(extension);
        fs::read(self.root.join(&path)).with_context(|| format!("cannot read {path}"))
    }

    fn read(&self, folder: &mut Folder) -> anyhow::Result<()> {
        if self.has("talk") {
            self.read_talk(folder)?;
        }
        if self.has("in") {
            return self.read_run(folder);
        }
        for orphan in ["out", "err", "args"] {
            if self.has(orphan) {
                let (path, input) = (self.path(orphan), self.path("in"));
                folder.problems.push(format!("{path}: {input} is missing; write it, or remove this file: rm {path}"));
            }
        }
        Ok(())
    }

    fn read_talk(&self, folder: &mut Folder) -> anyhow::Result<()> {
        let path = self.path("talk");
        if self.has("in") {
            let input = self.path("in");
            folder.problems.push(format!("{path}: {input} has the same name; rename one of them"));
        }
        match Talk::parse(self.bytes("talk")?) {
            Ok(talk) => folder.cases.push(Case { path, arguments: plain(), kind: Kind::Talk(talk) }),
            Err(what) => {
                folder.problems.push(format!("{path}:{what}; for the notation, see cargo xtask verify --help"));
            }
        }
        Ok(())
    }

    fn read_run(&self, folder: &mut Folder) -> anyhow::Result<()> {
        let path = self.path("in");
        let bless = format!("cargo xtask verify --bless {}", self.game);
        let arguments = if self.has("args") {
            match arguments(&self.bytes("args")?) {
                Ok(arguments) => arguments,
                Err(what) => {
                    folder.problems.push(format!("{}: {what}", self.path("args")));
                    return Ok(());
                }
            }
        } else {
            plain()
        };
        let expected = match (self.has("out"), self.has("err")) {
            (true, false) => Some(Expected::Out(self.bytes("out")?)),
            (false, true) => {
                let text = self.bytes("err")?;
                if ends_with_exit(&text) {
                    Some(Expected::Err(text))
                } else {
                    let path = self.path("err");
                    folder.problems.push(format!("{path}: the last line is not `exit N`; run {bless}"));
                    None
                }
            }
            (true, true) => {
                folder.problems.push(format!("{path}: both .out and .err exist; to keep the right one, run {bless}"));
                None
            }
            (false, false) => {
                folder.problems.push(format!("{path}: neither .out nor .err exists; run {bless}"));
                None
            }
        };
        folder.cases.push(Case { path, arguments, kind: Kind::Run(expected) });
        Ok(())
    }
}

fn plain() -> Vec<String> {
    vec!["solve".to_owned()]
}

/// The arguments of an .args file: one line, as a shell reads it.
fn arguments(bytes: &[u8]) -> Result<Vec<String>, String> {
    let text = str::from_utf8(bytes).map_err(|_| "not valid UTF-8".to_owned())?;
    let Some((line, "")) = text.split_once('\n') else {
        return Err(format!("expected one line that ends with a newline, found `{}`", visible(bytes)));
    };
    let words = shlex::split(line).ok_or("unclosed quotation mark")?;
    if words.is_empty() {
        return Err("no arguments; remove the file for plain `solve`".to_owned());
    }
    Ok(words)
}

fn ends_with_exit(text: &[u8]) -> bool {
    text.strip_suffix(b"\n")
        .and_then(|text| text.rsplit(|&byte| byte == b'\n').next())
        .is_some_and(|line| exit_code(line).is_some())
}
