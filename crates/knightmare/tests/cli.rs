//! Snapshots of knightmare's output. What all command lines share is tested in the chase crate.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use board_testing::command_line::command;
use insta_cmd::{assert_cmd_snapshot, get_cargo_bin};

fn knightmare(args: &[&str]) -> Command {
    let mut command = command(get_cargo_bin("knightmare"));
    command.args(args);
    command
}

/// Compares the output and the exit code of a run with the snapshot of this name.
fn snapshot(name: &str, args: &[&str], input: &str) {
    assert_cmd_snapshot!(name, knightmare(args).pass_stdin(input));
}

#[test]
fn solve() {
    snapshot("solve_sample", &[], "6 6\n4 4 2 2\n6 3\n");
    snapshot("solve_black_to_move", &["solve", "--to-move", "black"], "8 8\n1 1 1 8\n");
    snapshot("solve_illegal_reply", &[], "6 6\n4 4 2 2\n6 4\n");
    snapshot("solve_memory_refused", &["--memory", "1MiB"], "4 4000\n1 1 2 2\n");
}

#[test]
fn explain() {
    snapshot("explain", &["explain"], "12 12\n1 12 1 3\n");
    snapshot("explain_several", &["explain"], "6 6\n4 3 3 3\n2 8\n1 1 1 8\n2 2\n2 2 1 2\n");
    snapshot("explain_json", &["explain", "--format", "json", "--to-move", "black"], "8 8\n1 1 1 8\n");
    snapshot("explain_part_of_a_large_board", &["explain"], "1000000000 40\n1 1 70 9\n");
}

#[test]
fn validate() {
    snapshot("validate_valid", &["validate"], "6 1000\n1 1 6 1000\n");
    snapshot("validate_thin", &["validate"], "4 6\n1 1 4 6\n");
    snapshot("validate_two", &["validate"], "8 8\n2 3 1 8\n8 8\n2 3 1 8\n");
}

#[test]
fn survey() {
    snapshot("survey", &["survey", "--board", "2x8", "--board", "8x8"], "");
    snapshot("survey_odd_board", &["survey", "--board", "8x8", "--board", "8x7"], "");
}

#[test]
fn bad_usage() {
    snapshot("usage_to_move", &["explain", "--to-move", "green"], "");
}

#[test]
fn help() {
    snapshot("help", &["--help"], "");
    snapshot("help_survey", &["survey", "--help"], "");
}

#[test]
fn the_program_answers_while_its_input_is_open_and_exits_by_itself() {
    let mut child =
        knightmare(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    let mut judge = child.stdin.take().expect("piped");
    let mut written = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut next = || written.next().map(|line| line.expect("text"));
    judge.write_all(b"6 6\n4 4 2 2\n").expect("reads");
    assert_eq!(next().as_deref(), Some("BLACK"));
    judge.write_all(b"6 3\n").expect("reads");
    assert_eq!(next().as_deref(), Some("4 3"));
    assert_eq!(next(), None);
    let ended = child.wait_with_output().expect("ends");
    assert!(ended.status.success() && ended.stderr.is_empty());
    drop(judge);
}

#[test]
fn a_judge_that_has_exited_is_not_a_failure() {
    let mut child =
        knightmare(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    drop(child.stdout.take());
    child.stdin.take().expect("piped").write_all(b"6 6\n4 4 2 2\n").expect("reads");
    let ended = child.wait_with_output().expect("ends");
    assert_eq!(ended.status.code(), Some(0));
    assert!(ended.stderr.is_empty());
}
