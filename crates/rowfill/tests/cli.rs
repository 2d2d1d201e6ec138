//! Snapshots of rowfill's output. What all command lines share is tested in the chase crate.

use board_testing::command_line;
use insta_cmd::{assert_cmd_snapshot, get_cargo_bin};

/// Compares the output and the exit code of a run with the snapshot of this name.
fn snapshot(name: &str, args: &[&str], input: impl Into<Vec<u8>>) {
    let mut command = command_line::command(get_cargo_bin("rowfill"));
    assert_cmd_snapshot!(name, command.args(args).pass_stdin(input));
}

const SAMPLE: &str = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n";

/// A case with numbers that have a pattern but no symmetry.
fn case(rows: usize, cols: usize) -> String {
    let numbers: Vec<String> = (1..=2 * rows * cols).map(|place| (place * place % 97).to_string()).collect();
    let lines: Vec<String> = numbers.chunks(cols).map(|line| line.join(" ")).collect();
    format!("{rows} {cols}\n{}\n", lines.join("\n"))
}

#[test]
fn solve() {
    snapshot("solve_sample", &[], SAMPLE);
    snapshot("solve_several", &["solve"], format!("{SAMPLE}1 1\n0\n0\n{SAMPLE}1 2 0 0 0 9"));
}

#[test]
fn explain() {
    snapshot("explain_sample", &["explain"], SAMPLE);
    snapshot("explain_json", &["explain", "--format", "json"], format!("{SAMPLE}1 1 5 9"));
    snapshot("explain_square", &["explain"], case(4, 4));
    snapshot("explain_long_line", &["explain"], case(7, 8));
    snapshot("explain_wide", &["explain"], case(2, 40));
    snapshot("explain_tall", &["explain"], case(70, 1));
    snapshot("explain_largest_numbers", &["explain"], "1 2\n9223372036854775807 0\n9223372036854775807 0\n");
    snapshot("explain_nothing_to_gain", &["explain"], "2 2\n0 0\n0 0\n0 0\n0 0\n");
}

#[test]
fn errors() {
    snapshot("bad_empty", &[], "");
    snapshot("bad_size", &[], "0 3\n");
    snapshot("bad_number", &[], "1 2\n3 -1\n0 0\n");
    snapshot("bad_sum", &[], "1 2\n9223372036854775807 0\n0 1\n");
    snapshot("bad_truncated", &[], "2 2\n1 2\n3 4\n5 6\n7");
    snapshot("bad_promise", &[], "1000000 1000000\n1 2 3\n");
    snapshot("bad_rest", &[], format!("{SAMPLE}x"));
    snapshot("validate_large", &["validate"], "11 10\n");
    snapshot("validate_number", &["validate"], "1 1\n0\n100001\n");
    snapshot("validate_two", &["validate"], format!("{SAMPLE}{SAMPLE}"));
    snapshot("validate_valid", &["validate"], SAMPLE);
    snapshot("memory_refused", &["--memory", "1MiB"], case(12, 13));
    snapshot("no_boards_to_choose", &["--board", "3x4"], "");
}

#[test]
fn help() {
    snapshot("help", &["--help"], "");
}
