//! The local judge and real programs, on the built-in cases: right ones are accepted, each wrong one is caught with the right
//! verdict, and the case that is saved for it is small.
//!
//! Here is one wrong rule per game, and what only a real program can do wrong: time, memory, flushing, too much or too little
//! output. Further wrong rules and players are tried in the tests of each game's `judging`, without programs.

#![cfg(unix)]

use std::io::Read as _;
use std::net::TcpListener;
use std::process::Output;
use std::{fs, str};

use board_testing::command_line::command_in;
use serde_json::Value;
use tempfile::TempDir;

const CONTESTANT: &str = env!("CARGO_BIN_EXE_contestant");

/// What was said of all runs of a program.
struct Judged {
    folder: TempDir,
    /// A document a run.
    runs: Vec<Value>,
    /// The last line.
    counts: Value,
    code: Option<i32>,
}

/// Judges a contestant, two runs at a time.
fn judge(game: &str, options: &[&str], contestant: &[&str]) -> Judged {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command_in(folder.path(), CONTESTANT);
    command.args(["judge-of", game, "judge", "--format", "json", "--jobs", "2"]).args(options);
    let output = command.args(["--", CONTESTANT]).args(contestant).output().expect("it runs");
    let Output { status, stdout, stderr } = output;
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(stderr.is_empty(), "{stderr}");
    let text = String::from_utf8(stdout).expect("text");
    let mut runs: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let counts = runs.pop().expect("a line with counts");
    assert_eq!(counts["runs"].as_u64(), Some(runs.len() as u64), "{counts}");
    Judged { folder, runs, counts, code: status.code() }
}

/// A right program is accepted on all cases.
fn accepted(game: &str) {
    // More than the default, for machines that do something else beside.
    let judged = judge(game, &["--time-limit", "20s"], &[game]);
    let failed: Vec<&Value> = judged.runs.iter().filter(|run| run["verdict"] != "AC").collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(!judged.runs.is_empty());
    assert_eq!(judged.counts["AC"].as_u64(), Some(judged.runs.len() as u64));
    assert_eq!(judged.code, Some(0));
}

/// A wrong program is caught. The case that is saved, and the command that is told, fail in the same way. The input of the case.
fn caught(game: &str, options: &[&str], contestant: &[&str], verdict: &str) -> Vec<String> {
    let judged = judge(game, options, contestant);
    let (last, before) = judged.runs.split_last().expect("runs");
    assert_eq!(last["verdict"], verdict, "{last:#}");
    assert!(before.iter().all(|run| run["verdict"] == "AC"), "it ends with the first that fails: {before:#?}");
    assert_eq!(judged.code, Some(1));
    let saved = last["saved"][0].as_str().expect("a file");
    assert!(saved.starts_with(&format!("failing/{game}-{}-", verdict.to_lowercase())), "{saved}");
    let input = fs::read_to_string(judged.folder.path().join(saved)).expect("the input");
    assert_eq!(last["input"], input.as_str());

    // The command begins with the name of the game.
    let again = last["again"].as_str().expect("a command");
    // A machine that was busy before may be quick now: a program that computes too long does so for a tenth of the time too.
    let again =
        if verdict == "TLE" { again.replace("--time-limit 1s", "--time-limit 100ms") } else { again.to_owned() };
    let again = command_in(judged.folder.path(), "sh").arg("-c").arg(format!("{CONTESTANT} judge-of {again}")).output();
    let again = again.expect("it runs");
    assert_eq!(again.status.code(), Some(1));
    let told = String::from_utf8_lossy(&again.stdout);
    assert!(told.starts_with(verdict), "{told}");
    input.split_whitespace().map(str::to_owned).collect()
}

/// The number at a place of an input.
fn number(input: &[String], place: usize) -> u64 {
    input[place].parse().expect("a number")
}

/// For programs that compute without end.
const SHORT: &[&str] = &["--time-limit", "1s"];

/// For programs that wait without end.
const SHORTER: &[&str] = &["--time-limit", "300ms"];

#[test]
fn chase_is_accepted() {
    accepted("chase");
}

#[test]
fn chase_with_the_depth_cut_at_2n() {
    let input = caught("chase", &[], &["chase-depth-2n"], "WA");
    assert!(number(&input, 0) <= 4, "{input:?}");
}

#[test]
fn chase_whose_loser_hurries() {
    let input = caught("chase", &[], &["chase-loser-hurries"], "WA");
    assert!(number(&input, 0) <= 3, "{input:?}");
}

#[test]
fn chase_whose_rows_run_on() {
    let input = caught("chase", &[], &["chase-rows-run-on"], "WA");
    assert!(number(&input, 0) <= 3, "{input:?}");
}

#[test]
fn boxes_is_accepted() {
    accepted("boxes");
}

/// One case, with all edges drawn but a few.
fn few_edges_left(input: &[String], most: u64) {
    assert_eq!(number(input, 0), 1, "{input:?}");
    assert!(number(input, 1) >= 24 - most, "{input:?}");
}

#[test]
fn boxes_with_the_score_forgotten() {
    few_edges_left(&caught("boxes", &[], &["boxes-score-forgotten"], "WA"), 0);
}

#[test]
fn boxes_that_sees_edges_one_way() {
    // Which cases fail depends on which ends come first, and that on the cases before.
    let input = caught("boxes", &[], &["boxes-one-way"], "WA");
    assert!(number(&input, 0) <= 3, "{input:?}");
}

#[test]
fn boxes_without_memory() {
    few_edges_left(&caught("boxes", SHORT, &["boxes-no-memory"], "TLE"), 12);
}

#[test]
fn bo_is_accepted() {
    accepted("bo");
}

#[test]
fn bo_with_a_short_golden_ratio() {
    let input = caught("bo", &[], &["bo-short-golden-ratio"], "WA");
    assert_eq!([number(&input, 0), number(&input, 1)], [1, 4], "{input:?}");
    let apart = number(&input, 2).abs_diff(number(&input, 3));
    assert!([233, 322].contains(&apart), "{input:?}");
}

#[test]
fn rowfill_is_accepted() {
    accepted("rowfill");
}

/// A board of few squares.
fn few_squares(input: &[String], most: u64) {
    assert!(number(input, 0) * number(input, 1) <= most, "{input:?}");
}

#[test]
fn rowfill_whose_memory_takes_0_for_unknown() {
    // How much smaller than 10 x 10 depends on how fast the machine is, and on what else it does.
    few_squares(&caught("rowfill", SHORT, &["rowfill-zero-is-unknown"], "TLE"), 90);
}

#[test]
fn rowfill_with_the_sides_mixed_up() {
    few_squares(&caught("rowfill", &[], &["rowfill-sides-mixed-up"], "WA"), 1);
}

#[test]
fn knightmare_is_accepted() {
    accepted("knightmare");
}

/// A board with short sides.
fn short_sides(input: &[String], most: u64) {
    assert!(number(input, 0).max(number(input, 1)) <= most, "{input:?}");
}

#[test]
fn knightmare_with_the_wrong_target() {
    short_sides(&caught("knightmare", &[], &["knightmare-wrong-target"], "WA"), 12);
}

#[test]
fn knightmare_that_never_flushes() {
    short_sides(&caught("knightmare", SHORTER, &["knightmare-never-flushes"], "ILE"), 8);
}

#[test]
fn knightmare_that_reads_after_winning() {
    short_sides(&caught("knightmare", SHORTER, &["knightmare-reads-on"], "ILE"), 8);
}

#[test]
fn knightmare_that_talks_after_winning() {
    short_sides(&caught("knightmare", &[], &["knightmare-talks-on"], "PE"), 8);
}

#[test]
fn a_program_that_waits() {
    caught("chase", SHORTER, &["hangs"], "ILE");
    caught("knightmare", SHORTER, &["hangs"], "ILE");
}

#[test]
fn a_program_that_computes() {
    caught("chase", SHORT, &["spins"], "TLE");
    caught("knightmare", SHORT, &["spins"], "TLE");
}

#[test]
fn a_program_that_floods() {
    for game in ["chase", "boxes", "knightmare"] {
        caught(game, &[], &["floods"], "PE");
    }
}

#[test]
fn a_program_that_crashes() {
    for (game, program) in [("rowfill", "panics"), ("bo", "aborts"), ("knightmare", "panics"), ("knightmare", "aborts")]
    {
        caught(game, &[], &[program], "RE");
    }
}

#[test]
fn a_right_answer_with_the_exit_code_of_a_failure() {
    caught("chase", &[], &["chase-ends-with-3"], "RE");
}

#[test]
fn a_right_answer_and_more() {
    caught("chase", &[], &["chase-talks-on"], "PE");
}

#[test]
fn a_program_that_says_nothing() {
    caught("bo", &[], &["says-nothing"], "PE");
    // It reads to the end of an input that only the end of the game ends.
    caught("knightmare", SHORTER, &["says-nothing"], "ILE");
}

#[test]
fn a_program_that_does_not_read() {
    caught("chase", &[], &["does-not-read"], "WA");
    // So many cases that they do not fit into a pipe.
    caught("boxes", &[], &["does-not-read"], "PE");
    caught("knightmare", &[], &["does-not-read"], "PE");
}

#[test]
fn a_program_that_closes_its_output() {
    caught("chase", SHORTER, &["closes-its-output"], "ILE");
}

/// Elsewhere the judge says that it cannot limit the memory.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_takes_memory_without_end() {
    for game in ["chase", "knightmare"] {
        caught(game, &["--time-limit", "20s"], &["allocates"], "RE");
    }
}

#[test]
fn a_child_that_is_left_behind_is_ended() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let judged = judge("chase", &["--random", "1"], &["chase-leaves-a-child", &address]);
    assert_eq!((judged.code, &judged.runs[0]["verdict"]), (Some(0), &Value::from("AC")), "{:#}", judged.runs[0]);
    // The child holds the other end of the line, and would for minutes.
    let (mut line, _) = listener.accept().expect("the program has called");
    let mut heard = Vec::new();
    line.read_to_end(&mut heard).expect("the end of the line");
    assert_eq!(heard, b"");
}
