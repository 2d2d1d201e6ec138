//! The local judge runs real programs on the built-in cases: it must accept the correct ones, reject each wrong one with the
//! right verdict, and save a small case for it.
//!
//! These tests have one wrong rule per game, and what only a real program can do wrong: time, memory, flushing, too much or too
//! little output. The tests of each game's `judging` try further wrong rules and players, without programs.

#![cfg(unix)]

use std::io::Read as _;
use std::net::TcpListener;
use std::process::Output;
use std::{fs, str};

use board_testing::command_line::command_in;
use serde_json::Value;
use tempfile::TempDir;

const CONTESTANT: &str = env!("CARGO_BIN_EXE_contestant");

/// The report on all runs of a program.
struct Judged {
    folder: TempDir,
    /// One document per run.
    runs: Vec<Value>,
    /// The last line.
    counts: Value,
    code: Option<i32>,
}

/// Judges a contestant, two runs at the same time.
fn judge(game: &str, options: &[&str], contestant: &[&str]) -> Judged {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command_in(folder.path(), CONTESTANT);
    command.args(["judge-of", game, "judge", "--format", "json", "--jobs", "2"]).args(options);
    let output = command.args(["--", CONTESTANT]).args(contestant).output().expect("the judge runs");
    let Output { status, stdout, stderr } = output;
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(stderr.is_empty(), "{stderr}");
    let text = String::from_utf8(stdout).expect("text");
    let mut runs: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let counts = runs.pop().expect("a line with counts");
    assert_eq!(counts["runs"].as_u64(), Some(runs.len() as u64), "{counts}");
    Judged { folder, runs, counts, code: status.code() }
}

/// Asserts that a correct program is accepted on all cases.
fn assert_accepted(game: &str) {
    // More than the default, for busy machines.
    let judged = judge(game, &["--time-limit", "20s"], &[game]);
    let failed: Vec<&Value> = judged.runs.iter().filter(|run| run["verdict"] != "AC").collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(!judged.runs.is_empty());
    assert_eq!(judged.counts["AC"].as_u64(), Some(judged.runs.len() as u64));
    assert_eq!(judged.code, Some(0));
}

/// Asserts that a wrong program is caught, and that the reported command fails in the same way on the saved case. Returns the
/// words of that input.
fn assert_caught(game: &str, options: &[&str], contestant: &[&str], verdict: &str) -> Vec<String> {
    let judged = judge(game, options, contestant);
    let (last, before) = judged.runs.split_last().expect("runs");
    assert_eq!(last["verdict"], verdict, "{last:#}");
    assert!(before.iter().all(|run| run["verdict"] == "AC"), "the judge stops at the first failure: {before:#?}");
    assert_eq!(judged.code, Some(1));
    let saved = last["saved"][0].as_str().expect("a file");
    assert!(saved.starts_with(&format!("failing/{game}-{}-", verdict.to_lowercase())), "{saved}");
    let input = fs::read_to_string(judged.folder.path().join(saved)).expect("the input");
    assert_eq!(last["input"], input.as_str());

    // The command begins with the name of the game.
    let again = last["again"].as_str().expect("a command");
    // The machine may be faster now than before, but a program that computes for too long also exceeds a tenth of the time.
    let again =
        if verdict == "TLE" { again.replace("--time-limit 1s", "--time-limit 100ms") } else { again.to_owned() };
    let again = command_in(judged.folder.path(), "sh").arg("-c").arg(format!("{CONTESTANT} judge-of {again}")).output();
    let again = again.expect("the judge runs");
    assert_eq!(again.status.code(), Some(1));
    let report = String::from_utf8_lossy(&again.stdout);
    assert!(report.starts_with(verdict), "{report}");
    input.split_whitespace().map(str::to_owned).collect()
}

/// The number at a place of an input.
fn number(input: &[String], place: usize) -> u64 {
    input[place].parse().expect("a number")
}

/// For programs that compute forever.
const SHORT: &[&str] = &["--time-limit", "1s"];

/// For programs that wait forever.
const SHORTER: &[&str] = &["--time-limit", "300ms"];

#[test]
fn chase_is_accepted() {
    assert_accepted("chase");
}

#[test]
fn chase_that_ignores_games_of_more_than_2n_plies() {
    let input = assert_caught("chase", &[], &["chase-depth-2n"], "WA");
    assert!(number(&input, 0) <= 4, "{input:?}");
}

#[test]
fn chase_whose_loser_shortens_the_game() {
    let input = assert_caught("chase", &[], &["chase-loser-hurries"], "WA");
    assert!(number(&input, 0) <= 3, "{input:?}");
}

#[test]
fn chase_whose_rows_wrap_around() {
    let input = assert_caught("chase", &[], &["chase-rows-wrap"], "WA");
    assert!(number(&input, 0) <= 3, "{input:?}");
}

#[test]
fn boxes_is_accepted() {
    assert_accepted("boxes");
}

/// Asserts that there is one case, and that all but a few edges are drawn.
fn assert_few_edges_left(input: &[String], max: u64) {
    assert_eq!(number(input, 0), 1, "{input:?}");
    assert!(number(input, 1) >= 24 - max, "{input:?}");
}

#[test]
fn boxes_that_forgets_the_score() {
    assert_few_edges_left(&assert_caught("boxes", &[], &["boxes-score-forgotten"], "WA"), 0);
}

#[test]
fn boxes_that_reads_edges_in_one_direction() {
    // Which cases fail depends on the order of the ends of their edges, which depends on the cases before.
    let input = assert_caught("boxes", &[], &["boxes-one-way"], "WA");
    assert!(number(&input, 0) <= 3, "{input:?}");
}

#[test]
fn boxes_without_a_memo() {
    assert_few_edges_left(&assert_caught("boxes", SHORT, &["boxes-no-memory"], "TLE"), 12);
}

#[test]
fn bo_is_accepted() {
    assert_accepted("bo");
}

#[test]
fn bo_with_a_short_golden_ratio() {
    let input = assert_caught("bo", &[], &["bo-short-golden-ratio"], "WA");
    assert_eq!([number(&input, 0), number(&input, 1)], [1, 4], "{input:?}");
    let apart = number(&input, 2).abs_diff(number(&input, 3));
    assert!([233, 322].contains(&apart), "{input:?}");
}

#[test]
fn rowfill_is_accepted() {
    assert_accepted("rowfill");
}

/// Asserts that the board has few squares.
fn assert_few_squares(input: &[String], max: u64) {
    assert!(number(input, 0) * number(input, 1) <= max, "{input:?}");
}

#[test]
fn rowfill_whose_memo_takes_0_for_unknown() {
    // The size of the shrunk board depends on the speed of the machine.
    assert_few_squares(&assert_caught("rowfill", SHORT, &["rowfill-zero-is-unknown"], "TLE"), 90);
}

#[test]
fn rowfill_that_exchanges_the_sides() {
    assert_few_squares(&assert_caught("rowfill", &[], &["rowfill-sides-mixed-up"], "WA"), 1);
}

#[test]
fn knightmare_is_accepted() {
    assert_accepted("knightmare");
}

/// Asserts that the board has short sides.
fn assert_short_sides(input: &[String], max: u64) {
    assert!(number(input, 0).max(number(input, 1)) <= max, "{input:?}");
}

#[test]
fn knightmare_that_compares_the_wrong_target() {
    assert_short_sides(&assert_caught("knightmare", &[], &["knightmare-wrong-target"], "WA"), 12);
}

#[test]
fn knightmare_that_never_flushes() {
    assert_short_sides(&assert_caught("knightmare", SHORTER, &["knightmare-never-flushes"], "ILE"), 8);
}

#[test]
fn knightmare_that_reads_after_winning() {
    assert_short_sides(&assert_caught("knightmare", SHORTER, &["knightmare-reads-on"], "ILE"), 8);
}

#[test]
fn knightmare_that_writes_after_winning() {
    assert_short_sides(&assert_caught("knightmare", &[], &["knightmare-writes-more"], "PE"), 8);
}

#[test]
fn a_program_that_waits() {
    assert_caught("chase", SHORTER, &["hangs"], "ILE");
    assert_caught("knightmare", SHORTER, &["hangs"], "ILE");
}

#[test]
fn a_program_that_computes() {
    assert_caught("chase", SHORT, &["spins"], "TLE");
    assert_caught("knightmare", SHORT, &["spins"], "TLE");
}

#[test]
fn a_program_that_floods() {
    for game in ["chase", "boxes", "knightmare"] {
        assert_caught(game, &[], &["floods"], "PE");
    }
}

#[test]
fn a_program_that_crashes() {
    for (game, program) in [("rowfill", "panics"), ("bo", "aborts"), ("knightmare", "panics"), ("knightmare", "aborts")]
    {
        assert_caught(game, &[], &[program], "RE");
    }
}

#[test]
fn a_right_answer_with_the_exit_code_of_a_failure() {
    assert_caught("chase", &[], &["chase-ends-with-3"], "RE");
}

#[test]
fn a_right_answer_and_another_line() {
    assert_caught("chase", &[], &["chase-writes-more"], "PE");
}

#[test]
fn a_program_that_writes_nothing() {
    assert_caught("bo", &[], &["writes-nothing"], "PE");
    // It reads until the end of its input, which the judge does not close during the game.
    assert_caught("knightmare", SHORTER, &["writes-nothing"], "ILE");
}

#[test]
fn a_program_that_does_not_read() {
    assert_caught("chase", &[], &["does-not-read"], "WA");
    // These cases do not fit into the buffer of a pipe.
    assert_caught("boxes", &[], &["does-not-read"], "PE");
    assert_caught("knightmare", &[], &["does-not-read"], "PE");
}

#[test]
fn a_program_that_closes_its_output() {
    assert_caught("chase", SHORTER, &["closes-its-output"], "ILE");
}

/// Memory cannot be limited on other systems.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_allocates_forever() {
    for game in ["chase", "knightmare"] {
        assert_caught(game, &["--time-limit", "20s"], &["allocates"], "RE");
    }
}

#[test]
fn a_child_that_is_left_behind_is_killed() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let judged = judge("chase", &["--random", "1"], &["chase-leaves-a-child", &address]);
    assert_eq!((judged.code, &judged.runs[0]["verdict"]), (Some(0), &Value::from("AC")), "{:#}", judged.runs[0]);
    // The child would keep the connection open for minutes.
    let (mut connection, _) = listener.accept().expect("the program has connected");
    let mut received = Vec::new();
    connection.read_to_end(&mut received).expect("the end of the connection");
    assert_eq!(received, b"");
}
