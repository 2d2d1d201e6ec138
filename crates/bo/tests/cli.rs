//! Snapshots of bo's output. What all command lines share is tested in the chase crate.

use board_testing::command_line::command;
use insta_cmd::{assert_cmd_snapshot, get_cargo_bin};

/// Compares the output and the exit code of a run with the snapshot of this name.
fn snapshot(name: &str, args: &[&str], input: &str) {
    let mut command = command(get_cargo_bin("bo"));
    assert_cmd_snapshot!(name, command.args(args).pass_stdin(input));
}

#[test]
fn solve() {
    snapshot("solve_sample", &[], "4\n1 5 5\n2 5 5\n3 5 5\n4 5 5\n");
    snapshot("solve_beyond_64_bits", &[], "2\n4 9223372036854775809 4\n1 100000000000000000001 99999999999999999999\n");
    snapshot("solve_largest", &["solve"], "1\n4 9223372036854775808 5700357409661599243\n");
}

#[test]
fn explain() {
    snapshot("explain_each_piece", &["explain"], "4\n1 5 5\n2 5 5\n3 5 5\n4 5 5\n");
    snapshot("explain_lost_queen", &["explain"], "1\n4 4 6\n");
    snapshot("explain_knight_that_wins", &["explain"], "1\n3 5 6\n");
    snapshot("explain_long_draw", &["explain"], "1\n3 100 101\n");
    snapshot(
        "explain_draw_without_end_in_sight",
        &["explain", "--format", "json"],
        "1\n3 1000000000000 1000000000001\n",
    );
    snapshot("explain_over_from_the_start", &["explain"], "2\n1 1 1\n3 2 2\n");
    snapshot("explain_long_lists", &["explain"], "1\n2 30 41\n");
    snapshot("explain_all", &["explain", "--all"], "1\n2 12 14\n");
    snapshot(
        "explain_huge",
        &["explain"],
        "2\n2 9223372036854775808 9223372036854775808\n4 1000000000000 618033988751\n",
    );
    snapshot("explain_huge_even_with_all", &["explain", "--all"], "1\n4 9223372036854775808 1\n");
    snapshot("explain_json", &["explain", "--format", "json"], "2\n4 4 6\n1 9007199254740993 1\n");
}

#[test]
fn errors() {
    snapshot("bad_type", &[], "1\n5 4 4\n");
    snapshot("bad_side", &[], "1\n4 0 4\n");
    snapshot("explain_beyond_64_bits", &["explain"], "1\n4 9223372036854775809 4\n");
    snapshot("bad_count", &[], "2\n4 4 4\n");
    snapshot("bad_rest", &[], "1\n4 4 4\n4 5 5\n");
    snapshot("validate_violation", &["validate"], "1\n4 4 1001\n");
    snapshot("no_boards_to_choose", &["--board", "3x4"], "");
}

#[test]
fn survey() {
    snapshot("survey", &["survey", "--board", "1x1", "--board", "5x5", "--board", "3x40"], "");
    snapshot("survey_list", &["survey", "--board", "3x5", "--board", "5x3", "--list", "grundy-queen"], "");
    snapshot("survey_no_such_list", &["survey", "--board", "3x5", "--list", "grundy-pawn"], "");
    snapshot(
        "survey_list_too_large",
        &["survey", "--board", "100000x100000", "--list", "grundy-queen", "--memory", "1GiB"],
        "",
    );
}

#[test]
fn help() {
    snapshot("help", &["--help"], "");
    snapshot("help_survey", &["survey", "--help"], "");
}
