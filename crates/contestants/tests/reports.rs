//! The reports of `judge` as text and as JSON, and `check` and `interact` as third-party runners use them.

#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::str;
use std::time::{Duration, Instant};

use board_testing::command_line::command_in;
use insta::assert_snapshot;
use serde_json::Value;

const CONTESTANT: &str = env!("CARGO_BIN_EXE_contestant");

/// The command line of a game, in a folder of its own.
fn game(game: &str, folder: &Path) -> Command {
    let mut command = command_in(folder, CONTESTANT);
    command.stdin(Stdio::null()).args(["judge-of", game]);
    command
}

fn judge(name: &str, options: &[&str], command: &[&str], folder: &Path) -> Output {
    game(name, folder).arg("judge").args(options).arg("--").args(command).output().expect("the command runs")
}

/// A report without what differs from run to run: times, memory, paths.
fn without_times(report: &[u8]) -> String {
    let report = str::from_utf8(report).expect("text").replace(CONTESTANT, "contestant");
    let mut text = String::new();
    // Whether the machine is busy can differ too.
    for line in report.lines().filter(|line| !line.ends_with("the machine may have been busy")) {
        let is_run = !line.starts_with(' ') && !line.starts_with(|first: char| first.is_ascii_digit());
        let processor_time = line.find("processor time ").map(|place| &line[..place + "processor time".len()]);
        match (is_run, line.char_indices().nth(45), line.char_indices().nth(67)) {
            (true, Some((name, _)), remark) => {
                text += line[..name].trim_end();
                text += remark.map_or("", |(remark, _)| &line[remark..]);
            }
            _ => text += processor_time.unwrap_or(line),
        }
        // The number of a panicking thread and the location of the panic.
        let cut = text.find("thread 'main'").map_or(text.len(), |place| place + "thread 'main'".len());
        text.truncate(if line.contains("thread 'main'") { cut } else { text.len() });
        text.push('\n');
    }
    text
}

/// Compares the report on a program that fails at once with its snapshot.
fn assert_failing(name: &str, options: &[&str], contestant: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = judge(name, options, &[CONTESTANT, contestant], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(str::from_utf8(&output.stderr), Ok(""));
    assert_snapshot!(format!("{name}_{}", contestant.replace('-', "_")), without_times(&output.stdout));
}

const SHORT: &[&str] = &["--time-limit", "300ms"];

#[test]
fn failing_programs_are_reported() {
    assert_failing("chase", &[], "writes-nothing");
    assert_failing("chase", &[], "chase-writes-more");
    assert_failing("chase", SHORT, "hangs");
    assert_failing("chase", SHORT, "spins");
    assert_failing("chase", &[], "floods");
    assert_failing("chase", &[], "aborts");
    assert_failing("chase", &[], "chase-ends-with-3");
    assert_failing("bo", &[], "does-not-read");
}

#[test]
fn failing_games_are_reported() {
    assert_failing("knightmare", SHORT, "hangs");
    assert_failing("knightmare", SHORT, "spins");
    assert_failing("knightmare", SHORT, "writes-half-a-line");
    assert_failing("knightmare", &[], "writes-a-long-line");
    assert_failing("knightmare", &[], "floods");
    assert_failing("knightmare", SHORT, "knightmare-reads-on");
    assert_failing("knightmare", &[], "knightmare-writes-more");
    assert_failing("knightmare", &[], "knightmare-wrong-target");
    assert_failing("knightmare", &[], "does-not-read");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_allocates_at_once() {
    assert_failing("chase", &[], "allocates-at-once");
}

#[test]
fn bad_arguments_and_files_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("large.in", "21 1 1 2 2\n");
    write("other.in", "4 1 2 1 4\n");
    write("other.out", "BLACK 8\n");
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let runs: [&[&str]; 8] = [
        &["judge", "--", "./no-such-program"],
        &["judge", "--cases", "large.in", "--", CONTESTANT, "chase"],
        &["judge", "--cases", "other.in", "--", CONTESTANT, "chase"],
        &["judge", "--cases", "empty", "--", CONTESTANT, "chase"],
        &["judge", "--cases", "nowhere", "--", CONTESTANT, "chase"],
        &["judge", "--random", "1", "--kind", "easy", "--", CONTESTANT, "chase"],
        &["judge", "--opponent", "perfect", "--", CONTESTANT, "chase"],
        &["judge"],
    ];
    let mut errors = String::new();
    for arguments in runs {
        let output = game("chase", folder.path()).args(arguments).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!str::from_utf8(&output.stdout).expect("text").contains(" run: "), "{output:?}");
        errors += str::from_utf8(&output.stderr).expect("text");
    }
    assert_snapshot!("cannot_be_judged", errors);
}

/// The lines of a report as JSON, each checked against the schema.
fn documents(output: &Output) -> Vec<Value> {
    let schema = include_str!("../../../docs/judge.schema.json");
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).expect("JSON")).expect("a schema");
    let lines = str::from_utf8(&output.stdout).expect("text").lines();
    let documents: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for document in &documents {
        let violations: Vec<String> = schema.iter_errors(document).map(|violation| violation.to_string()).collect();
        assert!(violations.is_empty(), "{violations:?} in {document:#}");
    }
    documents
}

#[test]
fn json_reports_follow_the_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = ["--format", "json"];
    let runs = documents(&judge("knightmare", &json, &[CONTESTANT, "knightmare-wrong-target"], folder.path()));
    let [before @ .., last, counts] = &runs[..] else { panic!("{runs:?}") };
    assert!(before.iter().all(|run| run["verdict"] == "AC" && run.get("input").is_none()));
    assert_eq!((&last["verdict"], &counts["WA"], &counts["AC"]), (&"WA".into(), &1.into(), &before.len().into()));
    let conversation = last["conversation"].as_array().expect("a conversation");
    assert_eq!(conversation.last(), Some(&"< -1 -1".into()));
    let saved: Vec<&str> = last["saved"].as_array().expect("files").iter().filter_map(Value::as_str).collect();
    let [input, talk] = saved[..] else { panic!("{saved:?}") };
    assert_eq!(last["input"], fs::read_to_string(folder.path().join(input)).expect("the input"));
    let talk = fs::read_to_string(folder.path().join(talk)).expect("the conversation");
    assert_eq!(&talk.lines().map(Value::from).collect::<Vec<_>>(), conversation);

    let runs = documents(&judge("boxes", &json, &[CONTESTANT, "boxes-score-forgotten"], folder.path()));
    let last = &runs[runs.len() - 2];
    let saved = last["saved"].as_array().expect("files").iter().filter_map(Value::as_str);
    let saved = saved.map(|file| fs::read_to_string(folder.path().join(file)).expect("a file"));
    let [_, right, got] = &saved.collect::<Vec<_>>()[..] else { panic!("{last:#}") };
    assert!(right.starts_with("Case #1: ") && got.starts_with("Case #1: ") && right != got);
}

#[test]
fn the_option_all_continues_and_reports_runs_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--random", "40", "--seed", "3", "--all", "--format", "json"];
    let names = |jobs: &str, options: &[&str]| {
        let options = [options, &["--jobs", jobs]].concat();
        let runs = documents(&judge("chase", &options, &[CONTESTANT, "does-not-read"], folder.path()));
        let name = |run: &Value| [&run["case"], &run["why"]].map(|text| text.as_str().unwrap_or_default().to_owned());
        runs.iter().map(name).collect::<Vec<_>>()
    };
    let one_by_one = names("1", &options);
    assert_eq!(one_by_one.len(), 41);
    assert_eq!(names("7", &options), one_by_one);
    // A run depends on its own seed only.
    let alone = names("1", &["--random", "1", "--seed", "42", "--all", "--format", "json"]);
    assert_eq!(alone[0][0], one_by_one[39][0]);
    assert_eq!(alone[0][0], "random-42");
}

#[test]
fn a_file_is_sent_to_the_program_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let text = " 4  1\t2\r\n1 4";
    write("a.in", text);
    write("b.in", "2 1 1 2 2\n");
    let script = "cat >> seen; echo DRAW";
    let output = judge("chase", &["--all", "--cases", "a.in", "b.in"], &["sh", "-c", script], folder.path());
    let report = String::from_utf8(output.stdout).expect("text");
    assert!(report.ends_with("2 runs: 2 WA\n"), "{report}");
    let seen = fs::read_to_string(folder.path().join("seen")).expect("the bytes that it read");
    assert!(seen.starts_with(text) && seen.contains("2 1 1 2 2\n"), "{seen}");
}

#[test]
fn bad_files_are_errors_before_the_first_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.in", "4 1 2 1 4\n");
    write("b.in", "4 1 2 1 4\n");
    write("b.out", "BLACK 8\n");
    let output = judge("chase", &["--cases", "."], &[CONTESTANT, "chase"], folder.path());
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]));
    let line = "chase: ./b.out is not the right output: line 1: expected BLACK 10, found BLACK 8\n";
    assert_eq!(str::from_utf8(&output.stderr), Ok(line));
}

#[test]
fn check_uses_the_exit_codes_of_testlib_and_icpc() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.in", "4 1 2 1 4\n");
    write("bad.in", "4 1 2 1 9\n");
    write("right", " BLACK\r\n10");
    write("wrong", "BLACK 8\n");
    write("no-answer", "NEITHER\n");
    fs::create_dir(folder.path().join("feedback")).expect("a folder");
    let check = |arguments: &[&str], input: Stdio| {
        let output =
            game("chase", folder.path()).arg("check").args(arguments).stdin(input).output().expect("the command runs");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{output:?}");
        output.status.code()
    };
    for (arguments, code) in [
        (&["a.in", "right"][..], 0),
        (&["a.in", "right", "right"], 0),
        (&["a.in", "wrong"], 1),
        (&["a.in", "no-answer"], 2),
        (&["a.in", "/dev/zero"], 2),
        (&["bad.in", "right"], 3),
        (&["nowhere", "right"], 3),
        (&["a.in", "nowhere"], 3),
        (&["a.in"], 3),
        (&["--dialect", "kattis", "a.in", "right"], 3),
        (&["--dialect", "icpc", "a.in", "right"], 3),
    ] {
        assert_eq!(check(arguments, Stdio::null()), Some(code), "{arguments:?}");
    }
    for (output, code) in [("right", 42), ("wrong", 43), ("no-answer", 43)] {
        let output = File::open(folder.path().join(output)).expect("the file");
        let arguments = ["--dialect", "icpc", "a.in", "right", "feedback/"];
        assert_eq!(check(&arguments, output.into()), Some(code));
    }
    let message = fs::read_to_string(folder.path().join("feedback/judgemessage.txt")).expect("a message");
    assert_snapshot!("judgemessage", message);
}

/// Connects `interact` and a contestant, and returns the exit code of `interact`.
fn interact(arguments: &[&str], contestant: &str, folder: &Path) -> Option<i32> {
    let mut judge = game("knightmare", folder);
    judge.arg("interact").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut judge = judge.spawn().expect("the command starts");
    let (input, output) = (judge.stdin.take().expect("a pipe"), judge.stdout.take().expect("a pipe"));
    let mut program = Command::new(CONTESTANT);
    program.arg(contestant).stdin(output).stdout(input).stderr(Stdio::null());
    let mut started = program.spawn().expect("the command starts");
    // It keeps both pipes open too.
    drop(program);
    let code = judge.wait().expect("the command ends").code();
    started.wait().expect("the command ends");
    code
}

#[test]
fn interact_plays_and_check_agrees_on_the_conversation() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    // White wins past the other target.
    fs::write(path("a.in"), "6 12\n4 1 4 8\n").expect("written");
    fs::create_dir(path("feedback")).expect("a folder");
    for (contestant, testlib, icpc) in
        [("knightmare", 0, 42), ("knightmare-wrong-target", 1, 43), ("does-not-read", 2, 43), ("panics", 2, 43)]
    {
        assert_eq!(interact(&["a.in", "a.interaction"], contestant, folder.path()), Some(testlib), "{contestant}");
        let check = |arguments: &[&str]| {
            game("knightmare", folder.path())
                .arg("check")
                .args(arguments)
                .output()
                .expect("the command runs")
                .status
                .code()
        };
        assert_eq!(check(&["a.in", "a.interaction"]), Some(testlib), "{contestant}");
        let arguments = ["--dialect", "icpc", "a.in", "a.in", "feedback"];
        assert_eq!(interact(&arguments, contestant, folder.path()), Some(icpc), "{contestant}");
        // The conversation does not belong to another start.
        fs::write(path("b.in"), "6 12\n4 1 4 9\n").expect("written");
        assert_eq!(check(&["b.in", "a.interaction"]), Some(3));
        assert_eq!(check(&["a.in", "a.in"]), Some(3));
    }
    assert_eq!(interact(&["nowhere"], "knightmare", folder.path()), Some(3));
    assert_eq!(interact(&["a.in", "--opponent", "unknown"], "knightmare", folder.path()), Some(3));
    let refused = game("chase", folder.path()).args(["interact", "a.in"]).output().expect("the command runs");
    assert_eq!(refused.status.code(), Some(3));
    assert_eq!(str::from_utf8(&refused.stderr), Ok("chase: chase is not interactive\n"));
}

/// Whether a process exists.
fn exists(process: &str) -> bool {
    let process = process.parse().ok().and_then(rustix::process::Pid::from_raw).expect("a number");
    rustix::process::test_kill_process(process).is_ok()
}

#[test]
fn a_signal_that_ends_the_judge_ends_the_program_too() {
    use rustix::process::Signal;

    let stopped = "chase: stopped\n";
    for (signal, code, line) in [(Signal::INT, Some(130), stopped), (Signal::TERM, None, ""), (Signal::HUP, None, "")] {
        ends_with_the_judge(signal, code, line);
    }
}

/// Ends a judge by a signal while a program runs. Checks its exit code (`None` if the signal must end it) and its line on standard
/// error.
fn ends_with_the_judge(signal: rustix::process::Signal, code: Option<i32>, line: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let id_file = folder.path().join("id");
    let mut judge = game("chase", folder.path());
    let script = format!("echo $$ > id; exec {CONTESTANT} hangs");
    judge.args(["judge", "--time-limit", "100s", "--", "sh", "-c", &script]);
    let mut judge = judge.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let start = Instant::now();
    let program = loop {
        match fs::read_to_string(&id_file) {
            Ok(number) if number.ends_with('\n') => break number.trim().to_owned(),
            _ => assert!(start.elapsed() < Duration::from_secs(60), "the program does not start"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(exists(&program));
    let process = rustix::process::Pid::from_child(&judge);
    rustix::process::kill_process(process, signal).expect("a running judge");
    let status = judge.wait().expect("the command ends");
    assert_eq!((status.code(), status.signal()), (code, code.is_none().then_some(signal.as_raw())));
    let mut stderr = String::new();
    BufReader::new(judge.stderr.take().expect("a pipe")).read_line(&mut stderr).expect("text");
    assert_eq!(stderr, line);
    // The system takes a moment to end the orphaned program.
    let start = Instant::now();
    while is_running(&program) {
        assert!(start.elapsed() < Duration::from_secs(60), "the program still runs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process exists and is not a zombie, which has ended but has not been waited for.
fn is_running(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat"));
    exists(process) && !status.is_ok_and(|status| status.contains(") Z "))
}

#[test]
fn a_report_has_colours_only_if_they_are_requested() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = game("chase", folder.path());
    command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    command.args(["judge", "--", CONTESTANT, "does-not-read"]);
    let coloured = String::from_utf8(command.output().expect("the command runs").stdout).expect("text");
    assert!(coloured.contains("\x1b[31mWA"), "{coloured}");
    let plain = judge("chase", &[], &[CONTESTANT, "does-not-read"], folder.path());
    assert!(!plain.stdout.contains(&0x1b));
}

#[test]
fn a_closed_standard_output_ends_the_judge_quietly() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = game("chase", folder.path());
    command.args(["judge", "--random", "100000", "--", CONTESTANT, "chase"]);
    let mut judge = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    drop(judge.stdout.take());
    let output = judge.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

/// A help text ends with two examples, which are run in order because the later ones use files of the earlier ones.
#[test]
fn the_examples_of_the_help_work() {
    use std::os::unix::fs::PermissionsExt as _;

    for (name, commands) in [("chase", &["judge", "check"][..]), ("knightmare", &["judge", "interact", "check"])] {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join(name);
        fs::write(&program, format!("#!/bin/sh\nexec {CONTESTANT} judge-of {name} \"$@\"\n")).expect("written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("made executable");
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
        for command in commands {
            let help = game(name, folder.path()).args([command, "--help"]).output().expect("the command runs");
            let help = String::from_utf8(help.stdout).expect("text");
            assert_snapshot!(format!("help_{name}_{command}"), help);
            let (_, examples) = help.split_once("Examples:\n").expect("help ends with examples");
            assert_eq!(examples.lines().count(), 2, "{examples}");
            for example in examples.lines() {
                let mut shell = Command::new("sh");
                shell.args(["-c", example]).current_dir(folder.path()).env("PATH", &path);
                let run = shell.stdin(Stdio::null()).output().expect("sh runs");
                let accepted = if example.contains("icpc") { 42 } else { 0 };
                assert_eq!(run.status.code(), Some(accepted), "{example}: {run:?}");
            }
        }
    }
}
