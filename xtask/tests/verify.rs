//! `cargo xtask verify` must detect every failure. The programs are scripts, so that each test shows what its program does.

// The scripts need a POSIX shell.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use xtask::verify::{self, Game, Options, Program, Summary};

/// Long enough for a shell on a busy machine.
const LONG: Duration = Duration::from_secs(30);

/// Answers like chase; `bad` is an invalid input.
const CHASE: &str = r#"read line; if [ "$line" = bad ]; then echo "chase: bad" >&2; exit 2; fi; echo "$1 $line""#;

/// A workspace with a game called chase.
struct Workspace {
    root: TempDir,
    games: Vec<Game>,
    options: Options,
}

/// The result of a run of verify.
struct Verified {
    summary: Summary,
    text: String,
}

impl Workspace {
    /// Creates a workspace with `fixtures/chase/SOURCES.md` and these files.
    fn new(script: &str, files: &[(&str, &str)]) -> Self {
        let workspace = Self {
            root: tempfile::tempdir().expect("a temporary folder"),
            games: vec![Game { name: "chase".to_owned(), program: Some(program(script)) }],
            options: Options { bless: false, limit: LONG, examples: true, emulator_failures: &["emulator: "] },
        };
        workspace.file("chase/SOURCES.md", "| case | source |\n|---|---|\n| * | by hand |\n");
        for (name, text) in files {
            workspace.file(&format!("chase/{name}"), text);
        }
        workspace
    }

    /// Adds a game.
    fn game(mut self, name: &str, program: Option<Program>) -> Self {
        self.games.push(Game { name: name.to_owned(), program });
        self
    }

    fn limit(mut self, limit: Duration) -> Self {
        self.options.limit = limit;
        self
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.root.path().join("fixtures").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root.path().join("fixtures").join(path)).ok()
    }

    fn verify(&self) -> Verified {
        run(self.root.path(), &self.games, &self.options)
    }

    fn bless(&self) -> Verified {
        run(self.root.path(), &self.games, &Options { bless: true, ..self.options.clone() })
    }
}

impl Verified {
    #[track_caller]
    fn passes(&self, cases: usize) {
        assert_eq!(self.summary, Summary { passed: cases, failed: 0, problems: 0 }, "{}", self.text);
        assert!(self.summary.is_success());
    }

    /// Asserts that one case fails, and that the output contains these texts.
    #[track_caller]
    fn fails(&self, texts: &[&str]) {
        assert_eq!((self.summary.failed, self.summary.problems), (1, 0), "{}", self.text);
        self.prints(texts);
    }

    /// Asserts that no case fails, that there are this many problems, and that the output contains these texts.
    #[track_caller]
    fn has_problems(&self, problems: usize, texts: &[&str]) {
        assert_eq!((self.summary.failed, self.summary.problems), (0, problems), "{}", self.text);
        self.prints(texts);
    }

    #[track_caller]
    fn prints(&self, texts: &[&str]) {
        assert!(!self.summary.is_success());
        for text in texts {
            assert!(self.text.contains(text), "no {text:?} in\n{}", self.text);
        }
    }
}

fn program(script: &str) -> Program {
    Program { path: "/bin/sh".into(), leading: ["-c", script, "game"].map(Into::into).to_vec() }
}

fn run(root: &Path, games: &[Game], options: &Options) -> Verified {
    let mut text = Vec::new();
    let summary = verify::verify(root, games, options, &mut text).expect("a summary");
    Verified { summary, text: String::from_utf8(text).expect("UTF-8") }
}

#[test]
fn correct_answers_pass_and_are_counted() {
    let workspace = Workspace::new(
        CHASE,
        &[
            ("one.in", "1\n"),
            ("one.out", "solve 1\n"),
            ("two.json.in", "2\n"),
            ("two.json.args", "explain --format json\n"),
            ("two.json.out", "explain 2\n"),
            ("bad.in", "bad\n"),
            ("bad.err", "chase: bad\nexit 2\n"),
        ],
    )
    .game("bo", None);
    let verified = workspace.verify();
    verified.passes(3);
    assert_eq!(verified.text, "chase: 3 cases passed\nverify: 3 cases passed, 0 failed\n");
}

#[test]
fn a_wrong_answer_fails_with_a_difference_and_a_command() {
    let verified = Workspace::new("echo BLACK 12", &[("one.in", "1\n"), ("one.out", "BLACK 10\n")]).verify();
    verified.fails(&[]);
    let expected = "\
failed: fixtures/chase/one.in
  standard output differs from fixtures/chase/one.out (- expected, + actual):
  @@ -1 +1 @@
  -BLACK 10
  +BLACK 12
  if the new output is correct, run: cargo xtask verify --bless chase
  to reproduce: /bin/sh -c 'echo BLACK 12' game solve < fixtures/chase/one.in

chase: 0 cases passed, 1 failed
verify: 0 cases passed, 1 failed
";
    assert_eq!(verified.text, expected);
}

#[test]
fn every_byte_is_compared() {
    let files = [("one.in", ""), ("one.out", "1\n")];
    Workspace::new("printf 1", &files).verify().fails(&["+1\n  \\ no newline at end"]);
    Workspace::new(r"printf '1\r\n'", &files).verify().fails(&["-1\n  +1\\r\n"]);
    Workspace::new(r"printf '1 \n'", &files).verify().fails(&["-1\n  +1\\x20\n"]);
    Workspace::new(r"printf '1\n\n'", &files).verify().fails(&["   1\n  +\n"]);
    Workspace::new("exit", &files).verify().fails(&["-1\n"]);
}

#[test]
fn an_answer_needs_exit_code_0_and_an_empty_standard_error() {
    let files = [("one.in", ""), ("one.out", "1\n")];
    Workspace::new("echo 1; exit 3", &files).verify().fails(&["expected exit 0, found exit 3"]);
    Workspace::new("echo 1; echo note >&2", &files).verify().fails(&["standard error is not empty", "+note"]);
    Workspace::new("echo 1; kill -9 $$", &files).verify().fails(&["terminated by a signal: signal: 9"]);
}

#[test]
fn an_error_needs_its_line_and_exit_code_and_no_output() {
    let files = [("one.in", ""), ("one.err", "oh\nexit 2\n")];
    Workspace::new("echo oh >&2; exit 2", &files).verify().passes(1);
    Workspace::new("echo oh >&2; exit 1", &files).verify().fails(&["-exit 2\n  +exit 1\n"]);
    Workspace::new("echo no >&2; exit 2", &files).verify().fails(&["-oh\n  +no\n"]);
    Workspace::new("printf oh >&2; exit 2", &files).verify().fails(&["+ohexit 2\n"]);
    Workspace::new("echo 1; echo oh >&2; exit 2", &files).verify().fails(&["standard output is not empty", "+1\n"]);
}

#[test]
fn a_failure_without_a_message_can_be_expected() {
    let files = [("one.in", ""), ("one.err", "exit 1\n")];
    Workspace::new("exit 1", &files).verify().passes(1);
    Workspace::new("exit 0", &files).verify().fails(&["-exit 1\n  +exit 0\n"]);
}

#[test]
fn a_program_that_hangs_is_killed() {
    let files = [("one.in", ""), ("one.out", "1\n")];
    let began = Instant::now();
    for script in ["exec sleep 60", "echo 1; sleep 10", "echo 1; exec sleep 60 >/dev/null 2>&1"] {
        let workspace = Workspace::new(script, &files).limit(Duration::from_millis(200));
        workspace.verify().fails(&["killed because it did not exit within 200ms"]);
    }
    // Children that outlive the program are not waited for.
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_program_that_writes_too_much_is_killed() {
    let files = [("one.in", ""), ("one.out", "1\n")];
    Workspace::new("exec cat /dev/zero", &files).verify().fails(&["killed because it wrote more than 64 MiB"]);
}

#[test]
fn a_run_in_which_the_emulator_fails_is_repeated() {
    let fails = "echo >> runs; echo emulator: oh >&2";
    let once = format!("echo 1; [ -e runs ] || {{ {fails}; }}");
    let verified = Workspace::new(&once, &[("one.in", ""), ("one.out", "1\n")]).verify();
    verified.passes(1);
    assert!(verified.text.starts_with("repeated: fixtures/chase/one.in, because the emulator failed\n"));
    Workspace::new(&once, &[("one.talk", "> 1\nexit 0\n")]).verify().passes(1);

    let always = Workspace::new(&format!("echo 1; {fails}"), &[("one.in", ""), ("one.out", "1\n")]);
    always.verify().fails(&["standard error is not empty", "+emulator: oh"]);
    let runs = fs::read_to_string(always.root.path().join("runs")).expect("written by the runs");
    assert_eq!(runs.lines().count(), 3);
}

#[test]
fn programs_run_without_colours_and_backtraces() {
    let script = r#"echo "$NO_COLOR $RUST_BACKTRACE ${CLICOLOR_FORCE-unset} ${COLUMNS-unset}""#;
    Workspace::new(script, &[("one.in", ""), ("one.out", "1 0 unset unset\n")]).verify().passes(1);
}

#[test]
fn every_file_needs_its_counterpart() {
    let right = [("one.in", "1\n"), ("one.out", "solve 1\n")];
    let with = |files: &[(&str, &str)]| Workspace::new(CHASE, &[&right, files].concat()).verify();
    with(&[]).passes(1);
    with(&[("two.in", "2\n")])
        .has_problems(1, &["two.in: neither .out nor .err exists; run cargo xtask verify --bless chase"]);
    with(&[("two.out", "2\n")]).has_problems(1, &["two.out: fixtures/chase/two.in is missing"]);
    with(&[("two.err", "exit 2\n")]).has_problems(1, &["two.err: fixtures/chase/two.in is missing"]);
    with(&[("two.args", "explain\n")]).has_problems(1, &["two.args: fixtures/chase/two.in is missing"]);
    with(&[("one.err", "exit 2\n")]).prints(&["one.in: both .out and .err exist"]);
    with(&[("one.talk", "< 1\n> solve 1\nexit 0\n")]).prints(&["one.talk: fixtures/chase/one.in has the same name"]);
    with(&[("notes.txt", "")]).has_problems(1, &["notes.txt: expected SOURCES.md, .in", "rm fixtures/chase/notes.txt"]);
    with(&[("README", "")]).has_problems(1, &["README: expected SOURCES.md"]);
    with(&[("more/two.in", "2\n")]).has_problems(1, &["chase/more: subfolders are not read"]);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let right = [("one.in", "1\n"), ("one.out", "solve 1\n")];
    let with = |files: &[(&str, &str)]| Workspace::new(CHASE, &[&right, files].concat()).verify();
    with(&[("two.in", "2\n"), ("two.err", "oh\n")]).has_problems(1, &["two.err: the last line is not `exit N`"]);
    with(&[("two.in", "2\n"), ("two.err", "oh\nexit 2")]).has_problems(1, &["two.err: the last line is not `exit N`"]);
    with(&[("one.args", "explain")])
        .has_problems(2, &["one.args: expected one line that ends with a newline, found `explain`"]);
    with(&[("one.args", "a\nb\n")])
        .has_problems(2, &["one.args: expected one line that ends with a newline, found `a\\nb\\n`"]);
    with(&[("one.args", " \n")]).has_problems(2, &["one.args: no arguments"]);
    with(&[("two.talk", "hello\nexit 0\n")])
        .has_problems(1, &["two.talk:1: expected `< text`, `> text`, `! text`, `eof` or `exit N`, found `hello`"]);
}

#[test]
fn a_built_game_needs_a_case_and_a_page_of_sources() {
    let right = [("one.in", "1\n"), ("one.out", "solve 1\n")];
    let boxes = || Some(program(CHASE));
    let workspace = Workspace::new(CHASE, &right).game("boxes", boxes());
    workspace.verify().has_problems(1, &["boxes has no cases; write fixtures/boxes/<name>.in"]);
    workspace.file("boxes/SOURCES.md", "None.\n");
    workspace.verify().has_problems(1, &["boxes has no cases", "boxes: no case ran"]);

    let workspace = Workspace::new(CHASE, &right).game("boxes", boxes());
    workspace.file("boxes/one.in", "1\n");
    workspace.file("boxes/one.out", "solve 1\n");
    workspace.verify().has_problems(1, &["fixtures/boxes/SOURCES.md is missing"]);
}

#[test]
fn cases_need_a_game() {
    let right = [("one.in", "1\n"), ("one.out", "solve 1\n")];
    let workspace = Workspace::new(CHASE, &right).game("bo", None);
    workspace.file("bo/one.in", "1\n");
    workspace.verify().passes(1);
    workspace.file("ludo/one.in", "1\n");
    workspace.file("notes.md", "");
    workspace
        .verify()
        .has_problems(2, &["fixtures/ludo: no game is called ludo", "fixtures/notes.md: not a folder of a game"]);
}

#[test]
fn a_run_without_cases_fails() {
    let mut workspace = Workspace::new(CHASE, &[]);
    workspace.verify().prints(&["problem: no case ran", "verify: 0 cases passed, 0 failed, 2 other problems"]);
    fs::remove_dir_all(workspace.root.path().join("fixtures")).expect("removed");
    workspace.games[0].program = None;
    workspace.verify().has_problems(1, &["problem: no case ran"]);
}

#[test]
fn all_failures_and_problems_are_listed() {
    let files = [("a.in", "1\n"), ("a.out", "2\n"), ("b.in", "1\n"), ("b.out", "3\n"), ("c.out", ""), ("d.in", "")];
    let verified = Workspace::new(CHASE, &files).verify();
    assert_eq!(verified.summary, Summary { passed: 0, failed: 2, problems: 2 });
    verified.prints(&["failed: fixtures/chase/a.in", "failed: fixtures/chase/b.in", "chase/c.out:", "chase/d.in:"]);
}

/// Plays like knightmare: reads the board and the start, writes its side, and answers one move with another.
const KNIGHTMARE: &str = "read board; read start; echo BLACK; read move; echo 4 3";
const TALK: &str = "< 6 6\n< 4 4 2 2\n> BLACK\n< 6 3\n> 4 3\nexit 0\n";

fn talk(script: &str, talk: &str) -> Verified {
    Workspace::new(script, &[("one.talk", talk)]).limit(Duration::from_secs(5)).verify()
}

#[test]
fn a_conversation_is_played_in_lockstep() {
    talk(KNIGHTMARE, TALK).passes(1);
    // With all its input at once, this program would answer more.
    talk("read a; read b; echo BLACK; read c; echo $c", "< 1\n< 2\n> BLACK\n<\n>\nexit 0\n").passes(1);
    talk("read a; echo no >&2; exit 2", "< bad\n! no\nexit 2\n").passes(1);
}

#[test]
fn a_conversation_can_end_with_the_end_of_input() {
    talk("cat >/dev/null; echo bye", "< 1\neof\n> bye\nexit 0\n").passes(1);
    let waits = Workspace::new("echo 1; exec cat", &[("one.talk", "> 1\nexit 0\n")]).limit(Duration::from_secs(2));
    waits.verify().fails(&["the program did not exit within 2s", "add a line `eof`"]);
    let stays =
        Workspace::new("cat; exec sleep 60", &[("one.talk", "eof\nexit 0\n")]).limit(Duration::from_millis(200));
    stays.verify().fails(&["the program did not exit within 200ms after the end of its input"]);
}

#[test]
fn a_conversation_with_another_answer_fails() {
    let verified = talk("read a; read b; echo WHITE; exec cat >/dev/null", TALK);
    verified.fails(&["failed: fixtures/chase/one.talk", "line 3: the program wrote another answer"]);
    verified.prints(&[
        "   < 4 4 2 2\n  -> BLACK\n  -< 6 3\n  -> 4 3\n  +> WHITE\n   exit 0\n",
        "(--bless does not write it)",
    ]);
    talk(r"read a; read b; printf 'BLACK\r\n'", TALK).fails(&["+> BLACK\\r\n"]);
    talk("read a; read b; printf BLACK", TALK)
        .fails(&["line 3: unexpected end of output, expected an answer", "does not end with a newline"]);
}

#[test]
fn a_conversation_with_too_many_answers_fails() {
    talk(&format!("{KNIGHTMARE}; echo 5 5"), TALK).fails(&["   > 4 3\n  +> 5 5\n   exit 0\n"]);
    talk(&format!("{KNIGHTMARE}; printf 5"), TALK)
        .fails(&["   > 4 3\n  +> 5\n  +(the line above does not end with a newline)\n"]);
    talk(&format!("{KNIGHTMARE}; echo note >&2"), TALK).fails(&["+! note\n"]);
    talk("echo hello; read a; read b; echo BLACK", TALK).fails(&["+> hello"]);
}

#[test]
fn a_conversation_that_ends_early_fails() {
    talk("read a; read b; echo BLACK", TALK)
        .fails(&["line 5: unexpected end of output, expected an answer", "-> 4 3\n"]);
    talk("read a; read b; echo BLACK; echo oh >&2; exit 101", TALK).fails(&["+! oh\n  +exit 101\n"]);
    talk("echo BLACK", "> BLACK\n< -1 -1\nexit 0\n").fails(&["the program ended without reading `< -1 -1`"]);
    talk("read a; read b; echo BLACK; kill -9 $$", TALK).fails(&["+signal: 9"]);
    talk(&format!("{KNIGHTMARE}; exit 1"), TALK).fails(&["-exit 0\n  +exit 1\n"]);
}

#[test]
fn a_conversation_without_an_answer_fails_in_time() {
    let slow = |script, talk| Workspace::new(script, &[("one.talk", talk)]).limit(Duration::from_millis(200)).verify();
    slow("read a; exec cat >/dev/null", TALK).fails(&["line 3: no answer within 200ms; is standard output flushed"]);
    // Far more than the buffer of a pipe, and never read.
    let long = format!("{}> 1\nexit 0\n", format!("< {}\n", "1".repeat(1000)).repeat(1000));
    slow("exec sleep 60", &long).fails(&["no answer within 200ms"]);
}

#[test]
fn blessed_cases_pass() {
    let workspace = Workspace::new(
        CHASE,
        &[
            ("new.in", "1\n"),
            ("old.in", "2\n"),
            ("old.out", "wrong\n"),
            ("same.in", "3\n"),
            ("same.out", "solve 3\n"),
            ("bad.in", "bad\n"),
            ("bad.out", "solve bad\n"),
            ("good.in", "4\n"),
            ("good.err", "no exit\n"),
            ("both.in", "5\n"),
            ("both.out", "solve 5\n"),
            ("both.err", "exit 2\n"),
        ],
    );
    let blessed = workspace.bless();
    blessed.passes(6);
    let expected = "\
wrote fixtures/chase/bad.err
removed fixtures/chase/bad.out
removed fixtures/chase/both.err
wrote fixtures/chase/good.out
removed fixtures/chase/good.err
wrote fixtures/chase/new.out
wrote fixtures/chase/old.out
chase: 6 cases passed
verify: 6 cases passed, 0 failed
";
    assert_eq!(blessed.text, expected);
    assert_eq!(workspace.read("chase/new.out").as_deref(), Some("solve 1\n"));
    assert_eq!(workspace.read("chase/old.out").as_deref(), Some("solve 2\n"));
    assert_eq!(workspace.read("chase/bad.err").as_deref(), Some("chase: bad\nexit 2\n"));
    assert_eq!(workspace.read("chase/bad.out"), None);
    workspace.verify().passes(6);
    assert_eq!(workspace.bless().text, "chase: 6 cases passed\nverify: 6 cases passed, 0 failed\n");
}

#[test]
fn equal_files_are_left_untouched() {
    let workspace = Workspace::new(CHASE, &[("one.in", "1\n"), ("one.out", "solve 1\n")]);
    let path = workspace.root.path().join("fixtures/chase/one.out");
    let written = || fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
    let before = written();
    workspace.bless().passes(1);
    assert_eq!(written(), before);
}

#[test]
fn talks_are_played_but_never_blessed() {
    let wrong = TALK.replace("BLACK", "WHITE");
    let workspace = Workspace::new(KNIGHTMARE, &[("one.talk", &wrong)]);
    workspace.bless().fails(&["line 3: the program wrote another answer", "edit fixtures/chase/one.talk"]);
    assert_eq!(workspace.read("chase/one.talk"), Some(wrong));
}

#[test]
fn failures_cannot_be_blessed() {
    let refused = |script: &str, text: &str| {
        let limit = if script.contains("sleep") { Duration::from_millis(200) } else { LONG };
        let workspace = Workspace::new(script, &[("one.in", "")]).limit(limit);
        let blessed = workspace.bless();
        // Its golden file is still missing too.
        assert_eq!((blessed.summary.failed, blessed.summary.problems), (1, 1), "{}", blessed.text);
        blessed.prints(&[text]);
        assert_eq!((workspace.read("chase/one.out"), workspace.read("chase/one.err")), (None, None));
    };
    refused("echo 1; exit 1", "cannot be blessed: standard output is not empty");
    refused("echo 1; echo note >&2", "cannot be blessed: standard output is not empty");
    refused("printf oh >&2; exit 2", "cannot be blessed: standard error does not end with a newline");
    refused("exec sleep 60", "cannot be blessed: killed because it did not exit within 200ms");
    refused("echo oh >&2; exit 101", "cannot be blessed: the program panicked");
    refused("exit 101", "cannot be blessed: the program panicked");
    refused("kill -9 $$", "cannot be blessed: terminated by a signal");
}

#[test]
fn after_blessing_every_file_still_needs_its_counterpart() {
    let workspace = Workspace::new(CHASE, &[("one.in", "1\n"), ("two.out", "2\n"), ("three.args", "explain\n")]);
    workspace.bless().has_problems(
        2,
        &["two.out: fixtures/chase/two.in is missing", "three.args: fixtures/chase/three.in is missing"],
    );
    assert_eq!(workspace.read("chase/two.out").as_deref(), Some("2\n"));
}

#[test]
fn the_examples_of_the_readme_are_run() {
    let workspace = Workspace::new(CHASE, &[("a.in", "1\n"), ("a.out", "solve 1\n")]);
    let page = workspace.root.path().join("README.md");
    fs::write(&page, "```console\n$ printf '1\\n2\\n'\n1\n2\n$ echo to nowhere >&2; exit 3\nto nowhere\n```\n")
        .expect("written");
    let verified = workspace.verify();
    assert_eq!(verified.summary, Summary { passed: 3, failed: 0, problems: 0 }, "{}", verified.text);

    fs::write(&page, "```console\n$ echo 1\n2\n```\n").expect("written");
    let verified = workspace.verify();
    assert_eq!(verified.summary, Summary { passed: 1, failed: 1, problems: 0 }, "{}", verified.text);
    assert!(verified.text.contains("failed: README.md:2\n") && verified.text.contains("-2\n  +1"), "{}", verified.text);

    fs::write(&page, "no example\n").expect("written");
    assert_eq!(workspace.verify().summary, Summary { passed: 1, failed: 0, problems: 1 });
}

#[test]
fn every_case_has_a_source_and_every_source_a_case() {
    let workspace =
        Workspace::new(CHASE, &[("a.in", "1\n"), ("a.out", "solve 1\n"), ("b-1.in", "2\n"), ("b-1.out", "solve 2\n")]);
    let sources = |rows: &str| {
        workspace.file("chase/SOURCES.md", &format!("| case | source |\n|---|---|\n{rows}"));
        workspace.verify()
    };
    assert!(sources("| a, b-* | by hand |\n").summary.is_success());
    sources("| a | by hand |\n").has_problems(1, &["the table has no source for the case b-1"]);
    sources("| a, b-*, c | by hand |\n").has_problems(1, &["the table names c, but there is no such case"]);
}
