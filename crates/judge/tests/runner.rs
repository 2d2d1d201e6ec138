//! The runner on small shell programs, and the checker and interactor on files and streams.

#![cfg(unix)]

mod heap;

use std::fs;
use std::time::Duration;

use anstream::StripStream;
use board_core::Control;
use board_judge::runner::{self, CheckFiles, Children, Dialect, Error, Format, Options};
use board_judge::{Judged, Verdict};
use heap::{Answered, Opponent, Played};
use tempfile::TempDir;

/// A right answer to a heap.
const RIGHT: &str = "read n; if [ $((n % 4)) = 0 ]; then echo LOSE; else echo WIN; fi";

/// Plays a heap and wins.
const WINS: &str = "read n; while [ $n -gt 0 ]; do k=$((n % 4)); [ $k = 0 ] && k=1; echo $k; n=$((n - k)); \
                    [ $n -gt 0 ] && { read k; n=$((n - k)); }; done; true";

/// The default options, in a folder of its own.
fn options<P: Judged>(folder: &TempDir, script: &str) -> Options<P> {
    Options {
        command: ["sh", "-c", script].map(Into::into).to_vec(),
        cases: Vec::new(),
        random: None,
        seed: 1,
        opponent: None,
        time: Duration::from_secs(10),
        memory: None,
        jobs: 1,
        all: false,
        format: Format::Text,
        failing: folder.path().join("failing"),
        invoked: vec!["heap".to_owned(), "judge".to_owned()],
    }
}

/// The report without colours, and whether all runs were accepted.
fn judge<P: Judged + Default>(options: &Options<P>) -> Result<(String, bool), Error> {
    let mut report = StripStream::new(Vec::new());
    let accepted = runner::judge(options, &Children::new(), &Control::new(), &mut report)?;
    Ok((String::from_utf8(report.into_inner()).expect("text"), accepted))
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The verdicts of the lines of a report.
fn verdicts(report: &str) -> Vec<&str> {
    report.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split("  ").next()).collect()
}

#[test]
fn a_right_program_is_accepted_on_all_trials() {
    for jobs in [1, 3] {
        let folder = folder();
        let options = Options { jobs, ..options::<Answered>(&folder, RIGHT) };
        let (report, accepted) = judge(&options).expect("the judge runs");
        assert!(accepted && report.ends_with("4 runs: 4 AC\n"), "{report}");
        let names: Vec<&str> = report.lines().filter_map(|line| line.split_whitespace().nth(1)).take(4).collect();
        assert_eq!(names, ["one", "four", "large", "small-1"], "in the order of the trials");
        assert!(!options.failing.exists());
    }
    let folder = folder();
    let (report, accepted) = judge(&options::<Played>(&folder, WINS)).expect("the judge runs");
    assert!(accepted && report.ends_with("4 runs: 4 AC\n"), "two trials, two opponents: {report}");
}

#[test]
fn a_wrong_answer_is_shrunk_and_saved() {
    let folder = folder();
    // Heaps of the kind `random` are won.
    let random = Some((heap::Kind::Random, 3));
    let (report, accepted) =
        judge(&Options { random, ..options::<Answered>(&folder, "read n; echo WIN") }).expect("the judge runs");
    assert!(accepted, "{report}");

    // Wrong from 12 on: a failing heap is shrunk to 15.
    let mut options = options::<Answered>(
        &folder,
        "read n; [ $n -gt 11 ] && n=$((n + 1)); [ $((n % 4)) = 0 ] && echo LOSE || echo WIN",
    );
    options.random = Some((heap::Kind::Random, 100));
    let (report, accepted) = judge(&options).expect("the judge runs");
    assert!(!accepted);
    assert_eq!(verdicts(&report).last().map(|line| line.ends_with(" 1 WA")), Some(true), "{report}");
    let mut saved: Vec<String> = fs::read_dir(&options.failing)
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("text"))
        .collect();
    saved.sort();
    let [got, input, out] = &saved[..] else { panic!("{saved:?}") };
    let read = |name: &String| fs::read_to_string(options.failing.join(name)).expect("text");
    assert_eq!([read(got), read(input), read(out)], ["LOSE\n", "15\n", "WIN\n"]);
    // The saved input fails again.
    let cases = vec![options.failing.join(input)];
    let (again, accepted) = judge(&Options { cases, random: None, ..options }).expect("the judge runs");
    assert!(!accepted && again.ends_with("1 run: 1 WA\n"), "{again}");
}

#[test]
fn the_option_all_continues_after_a_failure() {
    let folder = folder();
    let options = Options { all: true, ..options::<Answered>(&folder, "read n; echo LOSE") };
    let (report, accepted) = judge(&options).expect("the judge runs");
    assert!(!accepted);
    assert_eq!(verdicts(&report), ["WA", "AC", "WA", "WA", "4 runs: 1 AC, 3 WA"]);
}

#[test]
fn each_kind_of_failure_gets_its_verdict() {
    let short = Duration::from_millis(300);
    for (script, verdict) in [
        ("read n; echo PERHAPS", "PE"),
        ("read n", "PE"),
        ("read n; exit 3", "RE"),
        ("kill -9 $$", "RE"),
        ("yes", "PE"),
        ("read n; read more; sleep 60", "ILE"),
        ("while :; do :; done", "TLE"),
    ] {
        let folder = folder();
        let options = Options { time: short, ..options::<Answered>(&folder, script) };
        let (report, accepted) = judge(&options).expect("the judge runs");
        assert!(
            !accepted && report.starts_with(verdict) && report.contains(&format!("1 run: 1 {verdict}\n")),
            "{report}"
        );
    }
    for (script, verdict) in [
        ("read n; echo 9", "WA"),
        ("read n; echo no", "PE"),
        ("read n; exit 1", "RE"),
        ("read n; sleep 60", "ILE"),
        (&*format!("{WINS}; echo more"), "PE"),
        ("read n; echo 1; while read k; do echo 1; done", "WA"),
    ] {
        let folder = folder();
        let options = Options { time: short, all: true, ..options::<Played>(&folder, script) };
        let (report, accepted) = judge(&options).expect("the judge runs");
        assert!(
            !accepted && report.contains(&format!("\n{verdict} ")) || report.starts_with(verdict),
            "{script}: {report}"
        );
    }
}

#[test]
fn input_files_are_run_and_the_outputs_beside_them_checked() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("b.in", "8\n");
    write("b.out", "LOSE\n");
    write("a.in", "7\n");
    write("notes.txt", "not an input");
    let options = Options { cases: vec![folder.path().to_owned()], ..options::<Answered>(&folder, RIGHT) };
    let (report, accepted) = judge(&options).expect("the judge runs");
    let names: Vec<&str> = report.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert!(accepted && names[..2] == ["a", "b"], "{report}");
    write("b.out", "WIN\n");
    let refused = judge(&options).expect_err("a wrong output").to_string();
    assert!(refused.contains("b.out is not the right output: line 1: expected LOSE, found WIN"), "{refused}");
    write("b.out", "LOSE\n");
    write("b.in", "100\n");
    let refused = judge(&options).expect_err("outside the original limits").to_string();
    assert!(refused.contains("b.in:1:1: n = 100"), "{refused}");
}

#[test]
fn a_program_that_cannot_be_started_is_an_error_and_a_stopped_judge_starts_none() {
    let folder = folder();
    let missing = Options { command: vec!["./no-such-program".into()], ..options::<Answered>(&folder, "") };
    let error = judge(&missing).expect_err("no such program").to_string();
    assert!(error.starts_with("cannot start ./no-such-program"), "{error}");
    let children = Children::new();
    children.end_all();
    let options = options::<Answered>(&folder, RIGHT);
    let stopped = runner::judge(&options, &children, &Control::new(), &mut Vec::new());
    assert!(matches!(stopped, Err(Error::Stopped)), "{stopped:?}");
}

/// The files of a checker: the input, and the others by name.
fn files(folder: &TempDir, input: &str, second: Option<(&str, &str)>, dialect: Dialect) -> CheckFiles {
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path
    };
    let third = (dialect == Dialect::Icpc).then(|| folder.path().to_owned());
    CheckFiles { input: path("case.in", input), second: second.map(|(name, text)| path(name, text)), third, dialect }
}

#[test]
fn a_checker_judges_outputs_in_both_dialects() {
    let control = Control::new();
    for (output, verdict, codes) in [
        ("LOSE\n", Verdict::Accepted, [0, 42]),
        ("WIN\n", Verdict::WrongAnswer, [1, 43]),
        ("none\n", Verdict::PresentationError, [2, 43]),
    ] {
        let folder = folder();
        let testlib = files(&folder, "8\n", Some(("case.out", output)), Dialect::Testlib);
        let icpc = files(&folder, "8\n", Some(("case.ans", "unread")), Dialect::Icpc);
        let found = [
            runner::check(&Answered, &testlib, &b""[..], &control).expect("judged"),
            runner::check(&Answered, &icpc, output.as_bytes(), &control).expect("judged"),
        ];
        for ((files, found), code) in [testlib, icpc].iter().zip(found).zip(codes) {
            assert_eq!((found.verdict, files.dialect.exit_code(found.verdict)), (verdict, code), "{found:?}");
            let line = runner::conclude(files, &found).expect("concluded");
            assert!(line.starts_with(verdict.words()), "{line}");
        }
        let message = fs::read_to_string(folder.path().join("judgemessage.txt")).expect("the feedback of ICPC");
        assert!(message.starts_with(verdict.words()), "{message}");
    }
    let folder = folder();
    let missing = files(&folder, "8\n", None, Dialect::Testlib);
    assert!(runner::check(&Answered, &missing, &b""[..], &control).is_err());
}

#[test]
fn the_checker_agrees_with_the_interactor_on_its_conversation() {
    let control = Control::new();
    for (lines, verdict) in [
        ("2\n3\n", Verdict::Accepted),
        ("1\n1\n", Verdict::WrongAnswer),
        ("two\n", Verdict::PresentationError),
        ("2\n", Verdict::PresentationError),
    ] {
        let folder = folder();
        let files = files(&folder, "6\n", Some(("case.talk", "")), Dialect::Testlib);
        let opponent = if verdict == Verdict::WrongAnswer { Opponent::Perfect } else { Opponent::One };
        let mut sent = Vec::new();
        let found = runner::interact(&Played, &files, opponent, 1, (lines.as_bytes(), &mut sent), &control);
        assert_eq!(found.expect("played").verdict, verdict, "{lines:?}");
        assert!(sent.starts_with(b"6\n"));
        // The checker reaches the same verdict on the conversation that the interactor wrote.
        let again = runner::check(&Played, &files, &b""[..], &control).expect("judged");
        assert_eq!(again.verdict, verdict, "{lines:?}");
    }
    let folder = folder();
    for (talk, why) in [
        ("< 7\n> 1\n", "expected \"6\" from the judge, found \"7\""),
        ("< 6\n1\n", "line 2 of the conversation"),
        ("< 6\n> 1\n", "from the judge, found the end"),
    ] {
        let files = files(&folder, "6\n", Some(("case.talk", talk)), Dialect::Testlib);
        let refused = runner::check(&Played, &files, &b""[..], &control);
        match refused {
            Err(error) => assert!(error.to_string().contains(why), "{talk:?}: {error}"),
            Ok(found) => panic!("{talk:?}: {found:?}"),
        }
    }
}
