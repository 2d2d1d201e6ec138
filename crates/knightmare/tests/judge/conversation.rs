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
fn output_of(lines: &str) -> String {
    let (output, end) = converse(KnightmareProblem::default(), lines);
    assert!(end.is_ok(), "{end:?}");
    output
}

/// Returns what the program writes before an error, and the error.
fn fault(lines: &str) -> (String, String) {
    let (output, end) = converse(KnightmareProblem::default(), lines);
    (output, end.expect_err("a fault").to_string())
}

#[test]
fn the_samples_of_the_judge() {
    assert_eq!(output_of("8 8\n2 3 1 8\n"), "WHITE\n4 4\n");
    assert_eq!(output_of("6 6\n4 4 2 2\n6 3\n"), "BLACK\n4 3\n");
}

#[test]
fn nothing_is_read_after_the_end() {
    assert_eq!(output_of("8 8\n2 3 1 8\nnonsense\n"), "WHITE\n4 4\n");
    assert_eq!(output_of("2 2\n2 2 1 2\nnonsense\n"), "WHITE\n", "no knight can move");
}

#[test]
fn the_judge_can_end_the_game_early() {
    for end in ["", "-1 -1\n", "-1 -1", "\n\n", " -1\t-1 \r\n"] {
        assert_eq!(output_of(&format!("6 6\n4 4 2 2\n{end}")), "BLACK\n");
    }
}

#[test]
fn unusual_white_space_is_accepted() {
    assert_eq!(output_of("\u{feff}6\r\n\r\n6 4 4\r\n2\r\n2\r\n\r\n 6\t3 \r\n"), "BLACK\n4 3\n");
    assert_eq!(output_of("6 6 4 4 2 2\n6 3"), "BLACK\n4 3\n");
}

#[test]
fn lines_and_starts_that_are_too_long_are_refused() {
    let spaces = " ".repeat(70_000);
    let long = "line or start is too long (at most 65535 bytes)";
    assert_eq!(fault(&format!("{spaces}\n6 6\n")).1, format!("1:1: {long}"));
    assert_eq!(fault(&format!("6 6\n4 4 2 2\n{spaces}\n6 3\n")), ("BLACK\n".to_owned(), format!("3:1: {long}")));
    let lines = "\n".repeat(70_000);
    assert_eq!(output_of(&format!("{lines}6 6\n4 4 2 2\n{lines}6 3\n")), "BLACK\n4 3\n");
    assert_eq!(fault(&format!("6 6\n{lines}4 4 2 2\n")).1, format!("65534:1: {long}"));
}

#[test]
fn a_capture_that_is_offered_is_taken() {
    // Either side has a long way to win, but the other steps into its attack.
    assert_eq!(output_of("12 12\n1 3 1 1\n3 2\n"), "BLACK\n3 2\n");
    assert_eq!(output_of("12 12\n10 12 5 10\n7 9\n"), "WHITE\n9 10\n7 9\n");
}

#[test]
fn the_side_to_move_can_be_chosen() {
    let (output, end) = converse(KnightmareProblem { to_move: Side::Second }, "8 8\n1 1 1 8\n");
    assert!(end.is_ok());
    assert_eq!(output, "BLACK\n3 7\n");
}

#[test]
fn invalid_starts() {
    for (lines, message) in [
        ("", "1:1: the input is empty, expected n (2..=1000000000)"),
        ("7 8\n", "1:1: n = 7 is odd, expected an even number"),
        ("8 7\n", "1:3: m = 7 is odd, expected an even number"),
        ("0 8\n", "1:1: n = 0 is out of range (2..=1000000000)"),
        ("8 1000000002\n", "1:3: m = 1000000002 is out of range (2..=1000000000)"),
        ("8 8\n9 1 1 1\n", "2:1: row 9 is out of range (1..=8)"),
        ("8 8\n1 1 1 1\n", "2:5: white and black are both on 1,1"),
        ("8 8\n4 4 1 1\n", "2:1: white cannot start on its own target 4,4"),
        ("8 8\n1 1 5 4\n", "2:5: black cannot start on its own target 5,4"),
        ("8 8\n1 2 3\n", "3:1: unexpected end of input, expected column (1..=8)"),
        ("8 8\n1 2 3 4 5\n", "2:9: unexpected '5' after the start"),
        ("8 x\n1 2 3 4\n", "1:3: expected a number for m (2..=1000000000), found 'x'"),
        ("2 1000000000\n1 2 1 1\n", "2 x 1000000000 needs 15.2 EiB of memory, but the limit is 64 MiB"),
    ] {
        assert_eq!(fault(lines), (String::new(), message.to_owned()));
    }
}

#[test]
fn invalid_replies() {
    for (reply, message) in [
        ("6 4", "3:1: 6,4 is not a knight's move from 4,4"),
        ("4 4", "3:1: 4,4 is not a knight's move from 4,4"),
        ("0 3", "3:1: row 0 is out of range (1..=6)"),
        ("6 7", "3:3: column 7 is out of range (1..=6)"),
        ("-1 3", "3:1: row -1 is out of range (1..=6)"),
        ("6", "3:2: unexpected end of line, expected column (1..=6)"),
        ("6 3 1", "3:5: unexpected '1' after the move"),
        ("-1 -1 -1", "3:1: row -1 is out of range (1..=6)"),
        ("resign", "3:1: expected a number for row (1..=6), found 'resign'"),
    ] {
        assert_eq!(fault(&format!("6 6\n4 4 2 2\n{reply}")), ("BLACK\n".to_owned(), message.to_owned()));
    }
    // Empty lines count.
    assert_eq!(fault("6 6\n4 4 2 2\n\n\n6 4\n").1, "5:1: 6,4 is not a knight's move from 4,4");
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..80), start in any::<bool>()) {
        let start: &[u8] = if start { b"6 6\n4 4 2 2\n" } else { b"" };
        let _ = converse(KnightmareProblem::default(), [start, &bytes].concat());
    }

    #[test]
    fn words_that_are_nearly_valid(text in "([2468] [2468]\n)?[1-9] [1-9] [1-9] [1-9]\n([1-9] [1-9]\n|[0-9x -]{0,4}\n){0,6}") {
        let (output, _) = converse(KnightmareProblem::default(), &text);
        prop_assert!(output.is_empty() || output.starts_with("WHITE\n") || output.starts_with("BLACK\n"));
    }
}
