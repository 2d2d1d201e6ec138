//! Snapshots of boxes' output. What all command lines share is tested in the chase crate.

use board_testing::command_line::command;
use insta_cmd::{assert_cmd_snapshot, get_cargo_bin};

/// Compares the output and the exit code of a run with the snapshot of this name.
fn snapshot(name: &str, args: &[&str], input: &str) {
    let mut command = command(get_cargo_bin("boxes"));
    assert_cmd_snapshot!(name, command.args(args).pass_stdin(input));
}

/// Twelve edges of 3x3, three boxes nearly closed.
const TWELVE: &str = "1\n12\n1 2\n5 6\n1 5\n3 4\n7 8\n4 8\n9 10\n13 14\n9 13\n11 12\n15 16\n12 16\n";

#[test]
fn solve() {
    snapshot("solve_several", &[], "3\n0\n4\n1 2\n2 6\n6 5\n5 1\n1\n1 2\n");
    snapshot("solve_tie", &["--board", "1x2", "--rules", "extra-turn"], "2\n0\n1\n1 2\n");
    snapshot("solve_large_board", &["--board", "7x7"], "1\n0\n");
}

#[test]
fn explain() {
    snapshot("explain_twelve", &["explain"], TWELVE);
    snapshot("explain_json", &["explain", "--format", "json"], TWELVE);
    snapshot(
        "explain_extra_turn",
        &["explain", "--board", "1x2", "--rules", "extra-turn"],
        "2\n3\n1 2\n4 5\n1 4\n5\n1 2\n4 5\n1 4\n2 5\n3 6\n",
    );
    // Each fits by itself, but not all together.
    snapshot(
        "explain_one_by_one",
        &["explain", "--format", "json", "--board", "1x5", "--memory", "10KiB"],
        "2\n7\n1 2\n2 3\n3 4\n4 5\n5 6\n7 8\n8 9\n7\n1 2\n2 3\n3 4\n4 5\n5 6\n7 8\n9 10\n",
    );
    snapshot("explain_finished", &["explain", "--board", "1x1"], "1\n4\n1 2\n2 4\n4 3\n3 1\n");
    snapshot("explain_last_edge", &["explain", "--board", "1x1", "--format", "json"], "1\n3\n1 2\n2 4\n4 3\n");
}

#[test]
fn errors() {
    snapshot("bad_not_neighbours", &[], "1\n1\n1 3\n");
    snapshot("bad_twice", &[], "1\n2\n1 2\n2 1\n");
    snapshot("bad_dot", &[], "1\n1\n16 17\n");
    snapshot("bad_count", &[], "1\n25\n");
    snapshot("bad_rest", &[], "1\n0\n0\n");
    snapshot("validate_few_drawn", &["validate"], "1\n0\n");
    snapshot("validate_valid", &["validate"], TWELVE);
    snapshot("validate_other_board", &["validate", "--board", "2x2"], "1\n0\n");
    snapshot("validate_other_rules", &["validate", "--rules", "extra-turn"], "1\n0\n");
    snapshot("usage_large_board", &["--board", "9x9"], "1\n0\n");
    snapshot("usage_rules", &["--rules", "usual"], "1\n0\n");
    snapshot("survey_without_board", &["survey"], "");
    snapshot("survey_too_large", &["survey", "--memory", "1MiB", "--board", "2x2", "--board", "3x3"], "");
}

#[test]
fn survey() {
    snapshot("survey", &["survey", "--board", "1x1", "--board", "1x2", "--board", "2x2", "--board", "2x3"], "");
}

#[test]
fn help() {
    snapshot("help", &["--help"], "");
    snapshot("help_survey", &["survey", "--help"], "");
}
