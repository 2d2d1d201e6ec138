//! `cargo xtask verify`: every golden file of `fixtures/` against the programs, byte for byte.
//!
//! `cargo xtask verify --help` tells what a case is, and the source of the module `talk` what a conversation is. Whatever is
//! wrong is listed, not only the first of it, and nothing passes by not being looked at: a game without cases, a file
//! without a partner and a folder without a game are failures too.

mod cases;
mod difference;
pub(crate) mod examples;
mod process;
mod talk;

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;

use self::cases::{Case, Expected, Kind};
use self::difference::unlike;
pub(crate) use self::examples::Shell;
use self::process::{Ended, Running, exit_line};
pub use self::process::{Game, Program};
use self::talk::Talk;

/// How to verify.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Write `.out` and `.err` as the programs answer now, in place of comparing.
    pub bless: bool,
    /// How long one case may take.
    pub limit: Duration,
    /// Run the examples of the pages, too.
    pub examples: bool,
    /// What a failing emulator, and no program, writes on standard error. A run that has it is void and is repeated.
    pub emulator_failures: &'static [&'static str],
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// The cases that passed; with [`Options::bless`], those whose files are now right, too.
    pub passed: usize,
    /// The cases that did not.
    pub failed: usize,
    /// What else is wrong: files, folders and games that are not as they should be.
    pub problems: usize,
}

impl Summary {
    /// Whether everything is as it should be.
    #[must_use]
    pub fn all_well(&self) -> bool {
        self.passed > 0 && self.failed == 0 && self.problems == 0
    }
}

/// Runs the cases in `fixtures/` of the folder `root` and writes what it finds to `out`. The programs run in `root`.
///
/// # Errors
///
/// Where nothing can be said: a program that cannot be run, a file that cannot be read or written, an `out` that takes
/// nothing.
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
    verifier.look_for_strangers(games)?;
    if verifier.summary.passed + verifier.summary.failed == 0 {
        verifier.problem("no case ran, so nothing is verified")?;
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
const PAGES: [&str; 2] = ["README.md", "docs/TABLES.md"];

/// How often a case is run at most.
const ATTEMPTS: usize = 3;

/// The exit code of a Rust program that panicked: never a golden one.
const PANIC: &str = "exit 101\n";

struct Verifier<'a, W> {
    root: &'a Path,
    options: &'a Options,
    out: &'a mut W,
    summary: Summary,
}

impl<W: Write> Verifier<'_, W> {
    /// Runs the cases of one game; tells how many.
    fn game(&mut self, game: &str, program: &Program) -> anyhow::Result<String> {
        let mut folder = cases::read(self.root, game)?;
        let before = self.summary;
        for case in &folder.cases {
            let wrong = match &case.kind {
                Kind::Talk(talk) => self.talk(case, talk, program)?,
                Kind::Run(_) if self.options.bless => self.bless(case, program)?,
                Kind::Run(Some(expected)) => self.compare(game, case, expected, program)?,
                // It is among the problems.
                Kind::Run(None) => continue,
            };
            if wrong.is_empty() {
                self.summary.passed += 1;
            } else {
                self.summary.failed += 1;
                self.failure(&case.path, &self.by_hand(case, program), &wrong)?;
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

    /// Runs the examples of a page that take a moment, where all games are verified and there is a shell; tells how many.
    fn page(&mut self, page: &str, games: &[Game]) -> anyhow::Result<Option<String>> {
        let path = self.root.join(page);
        if !self.options.examples || !path.exists() || games.iter().any(|game| game.program.is_none()) {
            return Ok(None);
        }
        if !cfg!(unix) {
            return Ok(Some("examples not run, they need a Unix shell".to_owned()));
        }
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {page}"))?;
        let examples: Vec<_> = examples::read(&text).into_iter().filter(|example| example.mark.is_empty()).collect();
        if examples.is_empty() {
            self.problem(&format!("{page}: no example, a block marked as console with a line `$ command`"))?;
        }
        let shell = Shell::new(self.root, games, self.options.limit)?;
        for example in &examples {
            let wrong = shell.wrong(example)?;
            if wrong.is_empty() {
                self.summary.passed += 1;
            } else {
                self.summary.failed += 1;
                self.failure(&format!("{page}:{}", example.line), &example.command, &wrong)?;
            }
        }
        Ok(Some(format!("{} run", counted(examples.len(), "example"))))
    }

    /// What is wrong with a run.
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
                unlike(&mut wrong, &format!("standard output is not {}", case.beside("out")), expected, &ended.stdout);
                unlike(&mut wrong, "standard error is not empty", b"", &ended.stderr);
                if exit != "exit 0\n" {
                    wrong.push(format!("the exit code is not 0: {}", exit.trim_end()));
                }
            }
            Expected::Err(expected) => {
                let actual = [&ended.stderr, exit.as_bytes()].concat();
                let what = format!("standard error and exit code are not {}", case.beside("err"));
                unlike(&mut wrong, &what, expected, &actual);
                unlike(&mut wrong, "standard output is not empty", b"", &ended.stdout);
            }
        }
        if !wrong.is_empty() {
            wrong.push(format!("if it is right now: cargo xtask verify --bless {game}"));
        }
        Ok(wrong)
    }

    /// Writes what a run writes; what is wrong if it must not.
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
            wrong.push("cannot be blessed: there is standard output besides".to_owned());
        }
        if !stderr.is_empty() && !stderr.ends_with(b"\n") {
            wrong.push("cannot be blessed: standard error ends without a newline".to_owned());
        }
        if exit == PANIC {
            wrong.push("cannot be blessed: the program panicked".to_owned());
        }
        if wrong.is_empty() {
            self.write(&case.beside("err"), &[&stderr, exit.as_bytes()].concat())?;
            self.remove(&case.beside("out"))?;
        } else {
            unlike(&mut wrong, "standard output", b"", &stdout);
            unlike(&mut wrong, "standard error and exit code", b"", &[&stderr, exit.as_bytes()].concat());
        }
        Ok(wrong)
    }

    /// What is wrong with a conversation.
    fn talk(&mut self, case: &Case, talk: &Talk, program: &Program) -> anyhow::Result<Vec<String>> {
        let (root, limit) = (self.root, self.options.limit);
        let play = || {
            let command = program.command(&case.arguments, root);
            talk.play(command, limit).with_context(|| cannot_run(program))
        };
        let played = self.repeated(case, play, |played| &played.transcript)?;
        let mut wrong: Vec<String> = played.trouble.into_iter().collect();
        unlike(&mut wrong, "the conversation is not the talk", &talk.text, &played.transcript);
        if !wrong.is_empty() {
            wrong.push(format!("if it is right now: edit {}, which --bless never writes", case.path));
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

    /// Runs a case, up to [`ATTEMPTS`] times if the emulator fails, and reports each repetition. `text` returns what includes
    /// standard error.
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

    /// Writes a golden file, if it is not so already.
    fn write(&mut self, path: &str, text: &[u8]) -> anyhow::Result<()> {
        let file = self.root.join(path);
        if fs::read(&file).is_ok_and(|old| old == text) {
            return Ok(());
        }
        fs::write(&file, text).with_context(|| format!("cannot write {path}"))?;
        Ok(writeln!(self.out, "wrote {path}")?)
    }

    /// Removes a golden file, if it is there.
    fn remove(&mut self, path: &str) -> anyhow::Result<()> {
        let file = self.root.join(path);
        if !file.exists() {
            return Ok(());
        }
        fs::remove_file(&file).with_context(|| format!("cannot remove {path}"))?;
        Ok(writeln!(self.out, "removed {path}")?)
    }

    /// Looks for what belongs to no game.
    fn look_for_strangers(&mut self, games: &[Game]) -> anyhow::Result<()> {
        for (name, path) in cases::entries(&self.root.join("fixtures"))? {
            if !path.is_dir() {
                self.problem(&format!("fixtures/{name}: not a game's folder; remove it: rm fixtures/{name}"))?;
            } else if !games.iter().any(|game| game.name == name) {
                self.problem(&format!(
                    "fixtures/{name}: no game is called {name}; rename it, or rm -r fixtures/{name}"
                ))?;
            }
        }
        Ok(())
    }

    fn problem(&mut self, problem: &str) -> anyhow::Result<()> {
        self.summary.problems += 1;
        Ok(writeln!(self.out, "problem: {problem}\n")?)
    }

    fn failure(&mut self, place: &str, by_hand: &str, wrong: &[String]) -> anyhow::Result<()> {
        writeln!(self.out, "failed: {place}")?;
        for line in wrong.iter().flat_map(|point| point.lines()) {
            writeln!(self.out, "  {line}")?;
        }
        Ok(writeln!(self.out, "  by hand: {by_hand}\n")?)
    }

    /// The command that runs the case, for a shell in the folder of the workspace.
    fn by_hand(&self, case: &Case, program: &Program) -> String {
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

/// A word as a shell needs it.
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
