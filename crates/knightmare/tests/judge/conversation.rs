//! The program's output for lines of every kind.

use board_core::problem::Broken;
use board_core::{Control, Problem, Side};
use knightmare::KnightmareProblem;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Returns what the program writes for these lines, and how it ends.
fn converse(problem: KnightmareProblem, lines: impl AsRef<[u8]>) -> (String, Result<(), Broken>) {
    let mut output = Vec::new();
    let control = Control::new().with_memory(1 << 26);
    let end = problem.converse(&mut lines.as_ref(), &mut output, &control);
    (String::from_utf8(output).expect("text"), end)
}

/// Returns what the program writes if there is no error.
fn said(lines: &str) -> String {
    let (said, end) = converse(KnightmareProblem::default(), lines);
    assert!(end.is_ok(), "{end:?}");
    said
}

/// Returns what the program writes before an error, and the error.
fn fault(lines: &str) -> (String, String) {
    let (said, end) = converse(KnightmareProblem::default(), lines);
    (said, end.expect_err("a fault").to_string())
}

#[test]
fn the_samples_of_the_judge() {
    assert_eq!(said("8 8\n2 3 1 8\n"), "WHITE\n4 4\n");
    assert_eq!(said("6 6\n4 4 2 2\n6 3\n"), "BLACK\n4 3\n");
}

#[test]
fn nothing_is_read_after_the_end() {
    assert_eq!(said("8 8\n2 3 1 8\nnonsense\n"), "WHITE\n4 4\n");
    assert_eq!(said("2 2\n2 2 1 2\nnonsense\n"), "WHITE\n", "no knight can move");
}

#[test]
fn a_game_may_be_broken_off() {
    for end in ["", "-1 -1\n", "-1 -1", "\n\n", " -1\t-1 \r\n"] {
        assert_eq!(said(&format!("6 6\n4 4 2 2\n{end}")), "BLACK\n");
    }
}

#[test]
fn lines_carelessly_written() {
    assert_eq!(said("\u{feff}6\r\n\r\n6 4 4\r\n2\r\n2\r\n\r\n 6\t3 \r\n"), "BLACK\n4 3\n");
    assert_eq!(said("6 6 4 4 2 2\n6 3"), "BLACK\n4 3\n");
}

#[test]
fn lines_without_end_are_refused_where_they_stand() {
    let blanks = " ".repeat(70_000);
    let long = "more than 65535 bytes stand here, a line or a start is shorter";
    assert_eq!(fault(&format!("{blanks}\n6 6\n")).1, format!("1:1: {long}"));
    assert_eq!(fault(&format!("6 6\n4 4 2 2\n{blanks}\n6 3\n")), ("BLACK\n".to_owned(), format!("3:1: {long}")));
    let lines = "\n".repeat(70_000);
    assert_eq!(said(&format!("{lines}6 6\n4 4 2 2\n{lines}6 3\n")), "BLACK\n4 3\n");
    assert_eq!(fault(&format!("6 6\n{lines}4 4 2 2\n")).1, format!("65534:1: {long}"));
}

#[test]
fn a_capture_that_is_offered_is_taken() {
    // Either side has a long way to win, but the other steps into its attack.
    assert_eq!(said("12 12\n1 3 1 1\n3 2\n"), "BLACK\n3 2\n");
    assert_eq!(said("12 12\n10 12 5 10\n7 9\n"), "WHITE\n9 10\n7 9\n");
}

#[test]
fn whose_turn_it_is_can_be_chosen() {
    let (said, end) = converse(KnightmareProblem { to_move: Side::Second }, "8 8\n1 1 1 8\n");
    assert!(end.is_ok());
    assert_eq!(said, "BLACK\n3 7\n");
}

#[test]
fn starts_that_are_none() {
    for (lines, message) in [
        ("", "1:1: the input is empty: n in 2..=1000000000 is awaited"),
        ("7 8\n", "1:1: n = 7 is odd, an even number is awaited"),
        ("8 7\n", "1:3: m = 7 is odd, an even number is awaited"),
        ("0 8\n", "1:1: n = 0 is outside 2..=1000000000"),
        ("8 1000000002\n", "1:3: m = 1000000002 is outside 2..=1000000000"),
        ("8 8\n9 1 1 1\n", "2:1: row 9 is outside 1..=8"),
        ("8 8\n1 1 1 1\n", "2:5: white and black both stand on 1,1, their squares must differ"),
        ("8 8\n4 4 1 1\n", "2:1: white stands on its own target 4,4, where no game starts"),
        ("8 8\n1 1 5 4\n", "2:5: black stands on its own target 5,4, where no game starts"),
        ("8 8\n1 2 3\n", "3:1: the input ends here: column in 1..=8 is awaited"),
        ("8 8\n1 2 3 4 5\n", "2:9: only the start is awaited, more stands here"),
        ("8 x\n1 2 3 4\n", "1:3: 'x' is not a number: m is awaited, in 2..=1000000000"),
        ("2 1000000000\n1 2 1 1\n", "2 x 1000000000 needs 15.2 EiB of memory, 64 MiB may be used"),
    ] {
        assert_eq!(fault(lines), (String::new(), message.to_owned()));
    }
}

#[test]
fn replies_that_are_none() {
    for (reply, message) in [
        ("6 4", "3:1: 6,4 is not a knight's move from 4,4"),
        ("4 4", "3:1: 4,4 is not a knight's move from 4,4"),
        ("0 3", "3:1: row 0 is outside 1..=6"),
        ("6 7", "3:3: column 7 is outside 1..=6"),
        ("-1 3", "3:1: row -1 is outside 1..=6"),
        ("6", "3:2: the line ends here: column in 1..=6 is awaited"),
        ("6 3 1", "3:5: only a row and a column are awaited, more stands here"),
        ("-1 -1 -1", "3:1: row -1 is outside 1..=6"),
        ("resign", "3:1: 'resign' is not a number: row is awaited, in 1..=6"),
    ] {
        assert_eq!(fault(&format!("6 6\n4 4 2 2\n{reply}")), ("BLACK\n".to_owned(), message.to_owned()));
    }
    // Empty lines count.
    assert_eq!(fault("6 6\n4 4 2 2\n\n\n6 4\n").1, "5:1: 6,4 is not a knight's move from 4,4");
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_of_any_kind(bytes in prop::collection::vec(any::<u8>(), 0..80), start in any::<bool>()) {
        let start: &[u8] = if start { b"6 6\n4 4 2 2\n" } else { b"" };
        let _ = converse(KnightmareProblem::default(), [start, &bytes].concat());
    }

    #[test]
    fn words_that_are_nearly_right(text in "([2468] [2468]\n)?[1-9] [1-9] [1-9] [1-9]\n([1-9] [1-9]\n|[0-9x -]{0,4}\n){0,6}") {
        let (said, _) = converse(KnightmareProblem::default(), &text);
        prop_assert!(said.is_empty() || said.starts_with("WHITE\n") || said.starts_with("BLACK\n"));
    }
}
