//! What people and scripts read of judged runs, and how `check` and `interact` speak with other people's runners.

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
    game(name, folder).arg("judge").args(options).arg("--").args(command).output().expect("it runs")
}

/// A report without what differs from run to run: times, memory, places.
fn without_times(report: &[u8]) -> String {
    let report = str::from_utf8(report).expect("text").replace(CONTESTANT, "contestant");
    let mut text = String::new();
    // Whether it is busy differs too.
    for line in report.lines().filter(|line| !line.ends_with("the machine may have been busy")) {
        let is_run = !line.starts_with(' ') && !line.starts_with(|first: char| first.is_ascii_digit());
        let computed = line.find("it computed for ").map(|place| &line[..place]);
        match (is_run, line.char_indices().nth(45), line.char_indices().nth(67)) {
            (true, Some((name, _)), remark) => {
                text += line[..name].trim_end();
                text += remark.map_or("", |(remark, _)| &line[remark..]);
            }
            _ => text += computed.unwrap_or(line),
        }
        // Where the source of a panic is, and the number of its thread.
        let cut = text.find("thread 'main'").map_or(text.len(), |place| place + "thread 'main'".len());
        text.truncate(if line.contains("thread 'main'") { cut } else { text.len() });
        text.push('\n');
    }
    text
}

/// Holds the report on a program that fails at once against the snapshot of its name.
fn failing(name: &str, options: &[&str], contestant: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = judge(name, options, &[CONTESTANT, contestant], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(str::from_utf8(&output.stderr), Ok(""));
    assert_snapshot!(format!("{name}_{}", contestant.replace('-', "_")), without_times(&output.stdout));
}

const SHORT: &[&str] = &["--time-limit", "300ms"];

#[test]
fn reports_on_programs_that_fail() {
    failing("chase", &[], "says-nothing");
    failing("chase", &[], "chase-talks-on");
    failing("chase", SHORT, "hangs");
    failing("chase", SHORT, "spins");
    failing("chase", &[], "floods");
    failing("chase", &[], "aborts");
    failing("chase", &[], "chase-ends-with-3");
    failing("bo", &[], "does-not-read");
}

#[test]
fn reports_on_games_that_fail() {
    failing("knightmare", SHORT, "hangs");
    failing("knightmare", SHORT, "spins");
    failing("knightmare", SHORT, "ends-no-line");
    failing("knightmare", &[], "writes-a-long-line");
    failing("knightmare", &[], "floods");
    failing("knightmare", SHORT, "knightmare-reads-on");
    failing("knightmare", &[], "knightmare-talks-on");
    failing("knightmare", &[], "knightmare-wrong-target");
    failing("knightmare", &[], "does-not-read");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_asks_for_much() {
    failing("chase", &[], "asks-for-much");
}

#[test]
fn what_cannot_be_judged() {
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
    let mut told = String::new();
    for arguments in runs {
        let output = game("chase", folder.path()).args(arguments).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!str::from_utf8(&output.stdout).expect("text").contains(" run: "), "{output:?}");
        told += str::from_utf8(&output.stderr).expect("text");
    }
    assert_snapshot!("cannot_be_judged", told);
}

/// The lines of a report as JSON, each held against the schema.
fn documents(output: &Output) -> Vec<Value> {
    let schema = include_str!("../../../docs/judge.schema.json");
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).expect("JSON")).expect("a schema");
    let lines = str::from_utf8(&output.stdout).expect("text").lines();
    let documents: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for document in &documents {
        let breaches: Vec<String> = schema.iter_errors(document).map(|breach| breach.to_string()).collect();
        assert!(breaches.is_empty(), "{breaches:?} in {document:#}");
    }
    documents
}

#[test]
fn json_keeps_its_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = ["--format", "json"];
    let runs = documents(&judge("knightmare", &json, &[CONTESTANT, "knightmare-wrong-target"], folder.path()));
    let [before @ .., last, counts] = &runs[..] else { panic!("{runs:?}") };
    assert!(before.iter().all(|run| run["verdict"] == "AC" && run.get("input").is_none()));
    assert_eq!((&last["verdict"], &counts["WA"], &counts["AC"]), (&"WA".into(), &1.into(), &before.len().into()));
    let said = last["conversation"].as_array().expect("what was said");
    assert_eq!(said.last(), Some(&"< -1 -1".into()));
    let saved: Vec<&str> = last["saved"].as_array().expect("files").iter().filter_map(Value::as_str).collect();
    let [input, talk] = saved[..] else { panic!("{saved:?}") };
    assert_eq!(last["input"], fs::read_to_string(folder.path().join(input)).expect("the input"));
    let talk = fs::read_to_string(folder.path().join(talk)).expect("the conversation");
    assert_eq!(&talk.lines().map(Value::from).collect::<Vec<_>>(), said);

    let runs = documents(&judge("boxes", &json, &[CONTESTANT, "boxes-score-forgotten"], folder.path()));
    let last = &runs[runs.len() - 2];
    let saved = last["saved"].as_array().expect("files").iter().filter_map(Value::as_str);
    let saved = saved.map(|file| fs::read_to_string(folder.path().join(file)).expect("a file"));
    let [_, right, got] = &saved.collect::<Vec<_>>()[..] else { panic!("{last:#}") };
    assert!(right.starts_with("Case #1: ") && got.starts_with("Case #1: ") && right != got);
}

#[test]
fn with_all_it_goes_on_and_the_runs_are_in_order() {
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
    // A run depends on its own seed alone.
    let alone = names("1", &["--random", "1", "--seed", "42", "--all", "--format", "json"]);
    assert_eq!(alone[0][0], one_by_one[39][0]);
    assert_eq!(alone[0][0], "random-42");
}

#[test]
fn a_file_reaches_the_program_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let text = " 4  1\t2\r\n1 4";
    write("a.in", text);
    write("b.in", "2 1 1 2 2\n");
    let script = "cat >> seen; echo DRAW";
    let output = judge("chase", &["--all", "--cases", "a.in", "b.in"], &["sh", "-c", script], folder.path());
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(told.ends_with("2 runs: 2 WA\n"), "{told}");
    let seen = fs::read_to_string(folder.path().join("seen")).expect("what it read");
    assert!(seen.starts_with(text) && seen.contains("2 1 1 2 2\n"), "{seen}");
}

#[test]
fn bad_files_are_seen_before_the_first_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.in", "4 1 2 1 4\n");
    write("b.in", "4 1 2 1 4\n");
    write("b.out", "BLACK 8\n");
    let output = judge("chase", &["--cases", "."], &[CONTESTANT, "chase"], folder.path());
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]));
    let line = "chase: ./b.out is not the right output: line 1: BLACK 8 stands where BLACK 10 is awaited\n";
    assert_eq!(str::from_utf8(&output.stderr), Ok(line));
}

#[test]
fn check_knows_testlib_and_icpc() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.in", "4 1 2 1 4\n");
    write("bad.in", "4 1 2 1 9\n");
    write("right", " BLACK\r\n10");
    write("wrong", "BLACK 8\n");
    write("no-answer", "NOBODY\n");
    fs::create_dir(folder.path().join("feedback")).expect("a folder");
    let check = |arguments: &[&str], input: Stdio| {
        let output = game("chase", folder.path()).arg("check").args(arguments).stdin(input).output().expect("it runs");
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
        let output = File::open(folder.path().join(output)).expect("it is there");
        let arguments = ["--dialect", "icpc", "a.in", "right", "feedback/"];
        assert_eq!(check(&arguments, output.into()), Some(code));
    }
    let message = fs::read_to_string(folder.path().join("feedback/judgemessage.txt")).expect("a message");
    assert_snapshot!("judgemessage", message);
}

/// Lets `interact` and a contestant speak with each other. The exit code of the first.
fn interact(arguments: &[&str], contestant: &str, folder: &Path) -> Option<i32> {
    let mut judge = game("knightmare", folder);
    judge.arg("interact").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut judge = judge.spawn().expect("it starts");
    let (input, output) = (judge.stdin.take().expect("a pipe"), judge.stdout.take().expect("a pipe"));
    let mut program = Command::new(CONTESTANT);
    program.arg(contestant).stdin(output).stdout(input).stderr(Stdio::null());
    let mut started = program.spawn().expect("it starts");
    // It holds both pipes, too.
    drop(program);
    let code = judge.wait().expect("it ends").code();
    started.wait().expect("it ends");
    code
}

#[test]
fn interact_plays_and_check_follows_what_was_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    // White wins over the other's target.
    fs::write(path("a.in"), "6 12\n4 1 4 8\n").expect("written");
    fs::create_dir(path("feedback")).expect("a folder");
    for (contestant, testlib, icpc) in
        [("knightmare", 0, 42), ("knightmare-wrong-target", 1, 43), ("does-not-read", 2, 43), ("panics", 2, 43)]
    {
        assert_eq!(interact(&["a.in", "a.talk"], contestant, folder.path()), Some(testlib), "{contestant}");
        let check = |arguments: &[&str]| {
            game("knightmare", folder.path()).arg("check").args(arguments).output().expect("it runs").status.code()
        };
        assert_eq!(check(&["a.in", "a.talk"]), Some(testlib), "{contestant}");
        let arguments = ["--dialect", "icpc", "a.in", "a.in", "feedback"];
        assert_eq!(interact(&arguments, contestant, folder.path()), Some(icpc), "{contestant}");
        // Of another start it is no conversation.
        fs::write(path("b.in"), "6 12\n4 1 4 9\n").expect("written");
        assert_eq!(check(&["b.in", "a.talk"]), Some(3));
        assert_eq!(check(&["a.in", "a.in"]), Some(3));
    }
    assert_eq!(interact(&["nowhere"], "knightmare", folder.path()), Some(3));
    assert_eq!(interact(&["a.in", "--opponent", "nobody"], "knightmare", folder.path()), Some(3));
    let refused = game("chase", folder.path()).args(["interact", "a.in"]).output().expect("it runs");
    assert_eq!(refused.status.code(), Some(3));
    assert_eq!(str::from_utf8(&refused.stderr), Ok("chase: chase is not interactive, it has no opponents\n"));
}

/// Whether a process is there.
fn lives(process: &str) -> bool {
    let process = process.parse().ok().and_then(rustix::process::Pid::from_raw).expect("a number");
    rustix::process::test_kill_process(process).is_ok()
}

#[test]
fn whatever_ends_the_judge_ends_the_program_too() {
    use rustix::process::Signal;

    let stopped = "chase: stopped\n";
    for (signal, code, line) in [(Signal::INT, Some(130), stopped), (Signal::TERM, None, ""), (Signal::HUP, None, "")] {
        ends_with_the_judge(signal, code, line);
    }
}

/// Ends a judge by a signal while a program runs. Its exit code, none where it is the signal, and its line on standard error.
fn ends_with_the_judge(signal: rustix::process::Signal, code: Option<i32>, line: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let told = folder.path().join("told");
    let mut judge = game("chase", folder.path());
    let script = format!("echo $$ > told; exec {CONTESTANT} hangs");
    judge.args(["judge", "--time-limit", "100s", "--", "sh", "-c", &script]);
    let mut judge = judge.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let begun = Instant::now();
    let program = loop {
        match fs::read_to_string(&told) {
            Ok(number) if number.ends_with('\n') => break number.trim().to_owned(),
            _ => assert!(begun.elapsed() < Duration::from_secs(60), "it does not start"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(lives(&program));
    let process = rustix::process::Pid::from_child(&judge);
    rustix::process::kill_process(process, signal).expect("it is there");
    let status = judge.wait().expect("it ends");
    assert_eq!((status.code(), status.signal()), (code, code.is_none().then_some(signal.as_raw())));
    let mut told = String::new();
    BufReader::new(judge.stderr.take().expect("a pipe")).read_line(&mut told).expect("text");
    assert_eq!(told, line);
    // It has become a child of the system, which takes a moment to forget it.
    let begun = Instant::now();
    while is_running(&program) {
        assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process is there and has not ended: where nobody asks how it ended, it stays in the list.
fn is_running(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat"));
    lives(process) && !status.is_ok_and(|status| status.contains(") Z "))
}

#[test]
fn a_report_has_colours_only_where_they_are_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = game("chase", folder.path());
    command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    command.args(["judge", "--", CONTESTANT, "does-not-read"]);
    let coloured = String::from_utf8(command.output().expect("it runs").stdout).expect("text");
    assert!(coloured.contains("\x1b[31mWA"), "{coloured}");
    let plain = judge("chase", &[], &[CONTESTANT, "does-not-read"], folder.path());
    assert!(!plain.stdout.contains(&0x1b));
}

#[test]
fn nobody_reads_the_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = game("chase", folder.path());
    command.args(["judge", "--random", "100000", "--", CONTESTANT, "chase"]);
    let mut judge = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(judge.stdout.take());
    let output = judge.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

/// Two examples end a help text. They are run in the order in which they build on each other.
#[test]
fn the_examples_of_the_help_work() {
    use std::os::unix::fs::PermissionsExt as _;

    for (name, commands) in [("chase", &["judge", "check"][..]), ("knightmare", &["judge", "interact", "check"])] {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join(name);
        fs::write(&program, format!("#!/bin/sh\nexec {CONTESTANT} judge-of {name} \"$@\"\n")).expect("written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it may be run");
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
        for command in commands {
            let help = game(name, folder.path()).args([command, "--help"]).output().expect("it runs");
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
