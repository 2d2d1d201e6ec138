//! Snapshots of chase's output. What all command lines share is tested only here.

use std::io::Write;
use std::process::{Command, Stdio};

use board_testing::command_line::command;
use insta_cmd::{assert_cmd_snapshot, get_cargo_bin};

fn chase(args: &[&str]) -> Command {
    let mut command = command(get_cargo_bin("chase"));
    command.args(args);
    command
}

/// Compares the output and the exit code of a run with the snapshot of this name.
fn snapshot(name: &str, args: &[&str], input: impl Into<Vec<u8>>) {
    assert_cmd_snapshot!(name, chase(args).pass_stdin(input));
}

#[test]
fn solve() {
    let starts = "2 1 1 2 2\n20 1 2 1 20\n20 1 1 20 20\n22 1 1 22 22\n4 1 1 1 2\n";
    snapshot("solve_one", &[], "4 1 2 1 4\n");
    snapshot("solve_several", &["solve"], starts);
    snapshot("solve_rectangle", &["--board", "1x7"], "1 1 1 7  1 7 1 1");
    snapshot("solve_carelessly_written", &["-"], "\u{feff}\r\n 4 1\t2\r\n1 4");
}

#[test]
fn explain() {
    snapshot("explain", &["explain"], "4 1 2 1 4\n");
    snapshot("explain_after_options", &["--board", "4x4", "explain"], "1 2 1 4\n");
    snapshot("explain_json", &["explain", "--format", "json"], "4 1 2 1 4\n4 1 1 1 2\n");
    snapshot("explain_several", &["explain", "--board", "2x3"], "1 1 2 3\n1 1 1 2\n");
    snapshot("explain_long_line", &["explain"], "20 1 2 1 20\n");
    snapshot("explain_all_of_a_long_line", &["explain", "--all"], "20 1 2 1 20\n");
    snapshot("explain_part_of_a_wide_board", &["explain", "--board", "3x80"], "2 60 3 42\n");
    snapshot("explain_pieces_far_apart", &["explain", "--board", "2x70"], "1 2 2 69\n");
}

#[test]
fn validate() {
    snapshot("validate_valid", &["validate"], "20 1 2 1 20\n");
    snapshot("validate_large", &["validate"], "25 1 1 2 2\n");
    snapshot("validate_two", &["validate"], "4 1 2 1 4\n4 1 2 1 4\n");
    snapshot("validate_rectangle", &["validate", "--board", "3x4"], "1 2 1 4\n");
    snapshot("validate_square", &["validate", "--board", "4x4"], "1 2 1 4\n");
    snapshot("validate_nonsense", &["validate"], "4 1 2 1 four\n");
}

#[test]
fn bad_input() {
    let named = [
        ("empty", ""),
        ("truncated", "4 1 2 1"),
        ("truncated_second_case", "4 1 2 1 4\n4 1\n"),
        ("column_off_the_board", "4 1 2 1 9\n"),
        ("row_0", "4 0 2 1 4\n"),
        ("board_of_1", "1 1 1 1 1\n"),
        ("board_too_large", "4294967296 1 1 2 2\n"),
        ("huge_number", "99999999999999999999999999999999999999999999999999 1 1 2 2\n"),
        ("minus", "-4 1 2 1 4\n"),
        ("letters", "4 one 2 1 4\n"),
        ("fraction", "4 1.0 2 1 4\n"),
        ("same_square", "4\n2 3\n2 3\n"),
        ("more_than_a_case", "4 1 2 1 4\n\n x\n"),
    ];
    for (name, input) in named {
        snapshot(&format!("bad_{name}"), &[], input);
    }
    snapshot("bad_bytes", &[], [0xff, 0xfe, b'4', 0, b' ', 0]);
}

#[test]
fn bad_usage() {
    snapshot("usage_no_such_file", &["no/such/file.in"], "");
    snapshot("usage_command_after_file", &["a.in", "explain"], "");
    snapshot("survey_too_large", &["survey", "--memory", "1MiB", "--board", "9x9", "--board", "99x99"], "");
    snapshot("input_beyond_memory", &["--memory", "1KiB"], &*"4 1 2 1 4\n".repeat(110));
    snapshot("usage_board", &["--board", "3by4"], "");
    snapshot("usage_board_0", &["--board", "0x4"], "");
    snapshot("usage_threads", &["--threads", "0"], "");
    snapshot("usage_memory", &["--memory", "much"], "");
    snapshot("usage_format", &["explain", "--format", "xml"], "");
    snapshot("memory_refused", &["--memory", "1MiB"], "100 1 1 9 9\n");
    snapshot("memory_beyond_all", &["--memory", "64GiB"], "4294967295 1 1 9 9\n");
}

#[test]
fn survey() {
    snapshot(
        "survey",
        &["survey", "--board", "1x1", "--board", "1x2", "--board", "2x2", "--board", "4x11", "--board", "20x20"],
        "",
    );
}

#[test]
fn help() {
    snapshot("help", &["--help"], "");
    snapshot("help_explain", &["explain", "--help"], "");
    snapshot("help_validate", &["validate", "--help"], "");
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_work() {
    let program = get_cargo_bin("chase");
    let folder = program.parent().expect("a program is in a folder").to_owned();
    let path = std::env::join_paths(
        [folder].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    for command in ["--help", "explain --help", "validate --help"] {
        let help = chase(&command.split(' ').collect::<Vec<_>>()).output().expect("runs");
        let help = String::from_utf8(help.stdout).expect("text");
        let (_, examples) = help.split_once("Examples:\n").expect("help ends with examples");
        assert_eq!(examples.lines().count(), 2, "{examples}");
        for example in examples.lines() {
            let mut shell = Command::new("sh");
            let run =
                shell.arg("-c").arg(example).env("PATH", path.as_ref().expect("a path")).output().expect("sh runs");
            assert!(run.status.success() && run.stderr.is_empty(), "{example}: {run:?}");
            assert_eq!(run.stdout.is_empty(), example.ends_with("chase validate"), "{example}: {run:?}");
        }
    }
}

#[test]
fn colours_depend_on_the_environment_and_the_terminal() {
    let run = |colour: &str| {
        let mut command = chase(&["explain"]);
        command.env_remove("NO_COLOR").env(colour, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("starts");
        child.stdin.take().expect("piped").write_all(b"4 1 2 1 4").expect("reads");
        String::from_utf8(child.wait_with_output().expect("ends").stdout).expect("text")
    };
    assert!(!run("NO_COLOR").contains('\x1b'));
    assert!(!run("UNRELATED").contains('\x1b'), "a pipe");
    assert!(run("CLICOLOR_FORCE").contains("\x1b[31mwhite loses in 10 plies\x1b[0m"));
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = chase(&["explain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    // The pipe has no reader; the program notices when it writes, after the end of its input.
    drop(child.stdout.take());
    child.stdin.take().expect("piped").write_all(b"20 1 2 1 20").expect("reads");
    let ended = child.wait_with_output().expect("ends");
    assert_eq!(ended.status.code(), Some(0));
    assert!(ended.stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    use std::fs::File;

    for arguments in [&[][..], &["--help"]] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let mut child =
            chase(arguments).stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()).spawn().expect("starts");
        // With --help the program does not read.
        let _ = child.stdin.take().expect("piped").write_all(b"4 1 2 1 4");
        let ended = child.wait_with_output().expect("ends");
        assert_eq!(ended.status.code(), Some(2));
        let line = String::from_utf8(ended.stderr).expect("text");
        assert!(line.starts_with("chase: cannot write the output: ") && line.lines().count() == 1, "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_reading_and_solving() {
    use std::io::Read as _;

    // The second is stopped between two layers of its work and prints how far it got, the third within one.
    for (input, message) in [("", ""), ("256 1 1 256 256\n", "chase: stopped"), ("500 1 1 500 500\n", "chase: stopped")]
    {
        let mut child = chase(&["--memory", "4GiB", "--threads", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let process = child.id().to_string();
        let mut stdin = child.stdin.take();
        if !input.is_empty() {
            stdin.take().expect("piped").write_all(input.as_bytes()).expect("reads");
        }
        // Sent once the program handles the signal and, if it has work, has allocated its memory.
        wait_until(&process, |status| {
            let caught = u64::from_str_radix(number(status, "SigCgt:"), 16).expect("a mask");
            let megabytes = number(status, "VmRSS:").parse::<u64>().expect("kB") / 1024;
            caught >> 1 & 1 == 1 && (input.is_empty() || megabytes > 64)
        });
        assert!(Command::new("kill").args(["-INT", &process]).status().expect("kill runs").success());
        let mut printed = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut printed).expect("text");
        assert_eq!(child.wait().expect("ends").code(), Some(130));
        assert!(printed.starts_with(message) && printed.lines().count() == usize::from(!input.is_empty()), "{printed}");
        drop(stdin);
    }
}

/// The first word after a label in a process's status.
#[cfg(target_os = "linux")]
fn number<'a>(status: &'a str, label: &str) -> &'a str {
    status.split_once(label).and_then(|(_, rest)| rest.split_whitespace().next()).unwrap_or("0")
}

#[cfg(target_os = "linux")]
fn wait_until(process: &str, ready: impl Fn(&str) -> bool) {
    for _ in 0..6000 {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
        if ready(&status) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("the process {process} is not ready after 30 s");
}
