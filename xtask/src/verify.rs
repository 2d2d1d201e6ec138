//! `cargo xtask verify`: compares the output of the programs with every golden file of `fixtures/`, byte for byte.
//!
//! `cargo xtask verify --help` describes a case, and the module `talk` a conversation. All failures are listed, not only the
//! first. A game without cases, a file without its counterpart and a folder without a game are failures too, so that nothing
//! passes because it was not checked.

mod cases;
mod difference;
pub(crate) mod examples;
mod pictures;
mod process;
mod talk;

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;

use self::cases::{Case, Expected, Kind};
use self::difference::push_difference;
pub(crate) use self::examples::Shell;
use self::process::{Ended, Running, exit_line};
pub use self::process::{Game, Program};
use self::talk::Talk;

/// How to verify.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Write the current output to `.out` and `.err` instead of comparing it.
    pub bless: bool,
    /// The time limit of a case.
    pub limit: Duration,
    /// Run the examples of the pages too.
    pub examples: bool,
    /// Texts that only a failing emulator writes to standard error, not a program. A run with such a text is repeated.
    pub emulator_failures: &'static [&'static str],
}

/// The numbers of passed and failed cases.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// The cases that passed, including those whose files [`Options::bless`] has written.
    pub passed: usize,
    /// The cases that failed.
    pub failed: usize,
    /// Other problems: of files, folders and games.
    pub problems: usize,
}

impl Summary {
    /// Whether a case passed, none failed, and there are no other problems.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.passed > 0 && self.failed == 0 && self.problems == 0
    }
}

/// Runs the cases in `fixtures/` of the folder `root` and reports failures and problems to `out`. The programs run in `root`.
///
/// # Errors
///
/// If a program cannot be run, or a file or `out` cannot be read or written.
pub fn verify(root: &Path, games: &[Game], options: &Options, out: &mut impl Write) -> anyhow::Result<Summary> {
    let mut verifier = Verifier { root, options, out, summary: Summary::default() };
    let mut lines = Vec::new();
    for game in games {
        if let Some(program) = &game.program {
            lines.push(format!("{}: {}", game.name, verifier.game(&game.name, program)?));
        }
    }
    for page in PAGES {
        if let Some(line) = verifier.page(page, games)? {
            lines.push(format!("{page}: {line}"));
        }
    }
    verifier.check_stray_entries(games)?;
    if verifier.summary.passed + verifier.summary.failed == 0 {
        verifier.problem("no case ran")?;
    }
    for line in lines {
        writeln!(verifier.out, "{line}")?;
    }
    let Summary { passed, failed, problems } = verifier.summary;
    write!(verifier.out, "verify: {} passed, {failed} failed", counted(passed, "case"))?;
    if problems > 0 {
        write!(verifier.out, ", {}", counted(problems, "other problem"))?;
    }
    writeln!(verifier.out)?;
    Ok(verifier.summary)
}

/// The pages whose examples are run.
const PAGES: [&str; 6] =
    ["README.md", "README.zh.md", "docs/command-line.md", "docs/judge.md", "docs/judge.zh.md", "docs/TABLES.md"];

/// The maximum number of runs of a case.
const ATTEMPTS: usize = 3;

/// The exit code of a Rust program that panicked, which no golden file may contain.
const PANIC: &str = "exit 101\n";

struct Verifier<'a, W> {
    root: &'a Path,
    options: &'a Options,
    out: &'a mut W,
    summary: Summary,
}

impl<W: Write> Verifier<'_, W> {
    /// Runs the cases of one game. Returns a summary.
    fn game(&mut self, game: &str, program: &Program) -> anyhow::Result<String> {
        let mut folder = cases::read(self.root, game)?;
        let before = self.summary;
        for case in &folder.cases {
            let wrong = match &case.kind {
                Kind::Talk(talk) => self.talk(case, talk, program)?,
                Kind::Run(_) if self.options.bless => self.bless(case, program)?,
                Kind::Run(Some(expected)) => self.compare(game, case, expected, program)?,
                // Reported as a problem below.
                Kind::Run(None) => continue,
            };
            if wrong.is_empty() {
                self.summary.passed += 1;
            } else {
                self.summary.failed += 1;
                self.failure(&case.path, &self.shell_command(case, program), &wrong)?;
            }
        }
        if self.options.bless {
            folder = cases::read(self.root, game)?;
        }
        for problem in &folder.problems {
            self.problem(problem)?;
        }
        let (passed, failed) = (self.summary.passed - before.passed, self.summary.failed - before.failed);
        Ok(match (passed, failed) {
            (0, 0) => "no case ran".to_owned(),
            (_, 0) => format!("{} passed", counted(passed, "case")),
            _ => format!("{} passed, {failed} failed", counted(passed, "case")),
        })
    }

    /// Runs the fast examples of a page, if all games are verified and there is a shell. Returns a summary.
    fn page(&mut self, page: &str, games: &[Game]) -> anyhow::Result<Option<String>> {
        let path = self.root.join(page);
        if !self.options.examples || !path.exists() || games.iter().any(|game| game.program.is_none()) {
            return Ok(None);
        }
        if !cfg!(unix) {
            return Ok(Some("examples not run because they need a Unix shell".to_owned()));
        }
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {page}"))?;
        let examples: Vec<_> = examples::read(&text).into_iter().filter(|example| example.mark.is_empty()).collect();
        if examples.is_empty() {
            self.problem(&format!("{page}: expected an example: a block marked `console` with a line `$ command`"))?;
        }
        let shell = Shell::new(self.root, games, self.options.limit)?;
        for example in &examples {
            let wrong = shell.differences(example)?;
            self.count(&format!("{page}:{}", example.line), &example.command, &wrong)?;
        }
        let pictures = pictures::read(&text);
        for picture in &pictures {
            let file = path.with_file_name(&picture.file);
            let drawn = shell.draw(&picture.command)?;
            if self.options.bless {
                fs::write(&file, &drawn).with_context(|| format!("cannot write {}", picture.file))?;
            }
            let mut wrong = Vec::new();
            let shown = fs::read(&file).unwrap_or_default();
            push_difference(
                &mut wrong,
                &format!("{} is outdated; to redraw it, run: cargo xtask verify --bless", picture.file),
                drawn.as_bytes(),
                &shown,
            );
            self.count(&format!("{page}:{}", picture.line), &picture.command, &wrong)?;
        }
        Ok(Some(match pictures.len() {
            0 => format!("{} run", counted(examples.len(), "example")),
            count => format!("{} run, {} drawn", counted(examples.len(), "example"), counted(count, "picture")),
        }))
    }

    /// Counts an example, and reports it if something is wrong.
    fn count(&mut self, place: &str, command: &str, wrong: &[String]) -> anyhow::Result<()> {
        if wrong.is_empty() {
            self.summary.passed += 1;
            return Ok(());
        }
        self.summary.failed += 1;
        self.failure(place, command, wrong)
    }

    /// Compares a run with its golden file. Returns the differences.
    fn compare(
        &mut self,
        game: &str,
        case: &Case,
        expected: &Expected,
        program: &Program,
    ) -> anyhow::Result<Vec<String>> {
        let ended = self.run(case, program)?;
        let exit = match exit_line(ended.end, self.options.limit) {
            Ok(exit) => exit,
            Err(why) => return Ok(vec![why]),
        };
        let mut wrong = Vec::new();
        match expected {
            Expected::Out(expected) => {
                push_difference(
                    &mut wrong,
                    &format!("standard output differs from {}", case.beside("out")),
                    expected,
                    &ended.stdout,
                );
                push_difference(&mut wrong, "standard error is not empty", b"", &ended.stderr);
                if exit != "exit 0\n" {
                    wrong.push(format!("expected exit 0, found {}", exit.trim_end()));
                }
            }
            Expected::Err(expected) => {
                let actual = [&ended.stderr, exit.as_bytes()].concat();
                let what = format!("standard error and exit code differ from {}", case.beside("err"));
                push_difference(&mut wrong, &what, expected, &actual);
                push_difference(&mut wrong, "standard output is not empty", b"", &ended.stdout);
            }
        }
        if !wrong.is_empty() {
            wrong.push(format!("if the new output is correct, run: cargo xtask verify --bless {game}"));
        }
        Ok(wrong)
    }

    /// Writes the output of a run to its golden file. Returns the reasons if it cannot be blessed.
    fn bless(&mut self, case: &Case, program: &Program) -> anyhow::Result<Vec<String>> {
        let Ended { stdout, stderr, end } = self.run(case, program)?;
        let exit = match exit_line(end, self.options.limit) {
            Ok(exit) => exit,
            Err(why) => return Ok(vec![format!("cannot be blessed: {why}")]),
        };
        let mut wrong = Vec::new();
        if exit == "exit 0\n" && stderr.is_empty() {
            self.write(&case.beside("out"), &stdout)?;
            self.remove(&case.beside("err"))?;
            return Ok(wrong);
        }
        if !stdout.is_empty() {
            wrong.push("cannot be blessed: standard output is not empty".to_owned());
        }
        if !stderr.is_empty() && !stderr.ends_with(b"\n") {
            wrong.push("cannot be blessed: standard error does not end with a newline".to_owned());
        }
        if exit == PANIC {
            wrong.push("cannot be blessed: the program panicked".to_owned());
        }
        if wrong.is_empty() {
            self.write(&case.beside("err"), &[&stderr, exit.as_bytes()].concat())?;
            self.remove(&case.beside("out"))?;
        } else {
            push_difference(&mut wrong, "standard output", b"", &stdout);
            push_difference(&mut wrong, "standard error and exit code", b"", &[&stderr, exit.as_bytes()].concat());
        }
        Ok(wrong)
    }

    /// Plays a conversation. Returns the differences.
    fn talk(&mut self, case: &Case, talk: &Talk, program: &Program) -> anyhow::Result<Vec<String>> {
        let (root, limit) = (self.root, self.options.limit);
        let play = || {
            let command = program.command(&case.arguments, root);
            talk.play(command, limit).with_context(|| cannot_run(program))
        };
        let played = self.repeated(case, play, |played| &played.transcript)?;
        let mut wrong: Vec<String> = played.error.into_iter().collect();
        push_difference(&mut wrong, "the conversation differs from the file", &talk.text, &played.transcript);
        if !wrong.is_empty() {
            wrong.push(format!(
                "if the new conversation is correct, edit {} by hand (--bless does not write it)",
                case.path
            ));
        }
        Ok(wrong)
    }

    fn run(&mut self, case: &Case, program: &Program) -> anyhow::Result<Ended> {
        let (root, limit) = (self.root, self.options.limit);
        let run = || {
            let input = File::open(root.join(&case.path)).with_context(|| format!("cannot open {}", case.path))?;
            let mut command = program.command(&case.arguments, root);
            command.stdin(Stdio::from(input));
            Running::start(command, limit).and_then(Running::finish).with_context(|| cannot_run(program))
        };
        self.repeated(case, run, |ended| &ended.stderr)
    }

    /// Runs a case, up to [`ATTEMPTS`] times if the emulator fails, and reports each repetition. `text` returns a text that
    /// contains its standard error.
    fn repeated<T>(
        &mut self,
        case: &Case,
        run: impl Fn() -> anyhow::Result<T>,
        text: impl Fn(&T) -> &[u8],
    ) -> anyhow::Result<T> {
        for _ in 1..ATTEMPTS {
            let result = run()?;
            let text = String::from_utf8_lossy(text(&result));
            if !self.options.emulator_failures.iter().any(|failure| text.contains(failure)) {
                return Ok(result);
            }
            writeln!(self.out, "repeated: {}, because the emulator failed\n", case.path)?;
        }
        run()
    }

    /// Writes a golden file, unless it has this content already.
    fn write(&mut self, path: &str, text: &[u8]) -> anyhow::Result<()> {
        let file = self.root.join(path);
        if fs::read(&file).is_ok_and(|old| old == text) {
            return Ok(());
        }
        fs::write(&file, text).with_context(|| format!("cannot write {path}"))?;
        Ok(writeln!(self.out, "wrote {path}")?)
    }

    /// Removes a golden file, if it exists.
    fn remove(&mut self, path: &str) -> anyhow::Result<()> {
        let file = self.root.join(path);
        if !file.exists() {
            return Ok(());
        }
        fs::remove_file(&file).with_context(|| format!("cannot remove {path}"))?;
        Ok(writeln!(self.out, "removed {path}")?)
    }

    /// Reports files and folders that belong to no game.
    fn check_stray_entries(&mut self, games: &[Game]) -> anyhow::Result<()> {
        for (name, path) in cases::entries(&self.root.join("fixtures"))? {
            if !path.is_dir() {
                self.problem(&format!("fixtures/{name}: not a folder of a game; remove it: rm fixtures/{name}"))?;
            } else if !games.iter().any(|game| game.name == name) {
                self.problem(&format!(
                    "fixtures/{name}: no game is called {name}; rename or remove the folder: rm -r fixtures/{name}"
                ))?;
            }
        }
        Ok(())
    }

    fn problem(&mut self, problem: &str) -> anyhow::Result<()> {
        self.summary.problems += 1;
        Ok(writeln!(self.out, "problem: {problem}\n")?)
    }

    fn failure(&mut self, place: &str, command: &str, wrong: &[String]) -> anyhow::Result<()> {
        writeln!(self.out, "failed: {place}")?;
        for line in wrong.iter().flat_map(|point| point.lines()) {
            writeln!(self.out, "  {line}")?;
        }
        Ok(writeln!(self.out, "  to reproduce: {command}\n")?)
    }

    /// The command that runs the case, for a shell in the root folder of the workspace.
    fn shell_command(&self, case: &Case, program: &Program) -> String {
        let path = program.path.strip_prefix(self.root).unwrap_or(&program.path);
        let leading = program.leading.iter().map(|word| word.to_string_lossy());
        let mut words = vec![quoted(&path.to_string_lossy())];
        words.extend(leading.map(|word| quoted(&word)));
        words.extend(case.arguments.iter().map(|word| quoted(word)));
        if let Kind::Run(_) = case.kind {
            words.push(format!("< {}", quoted(&case.path)));
        }
        words.join(" ")
    }
}

fn cannot_run(program: &Program) -> String {
    format!("cannot run {}", program.path.display())
}

/// A word, quoted for a shell.
fn quoted(word: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_./,:=+-@%".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
