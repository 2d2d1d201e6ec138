//! Cases that are read line by line, and moves that are given as text.

mod heap;

use std::io::{self, BufRead, Read};

use board_core::problem::{Broken, Caps, CaseReader, Layout, MovesError, play_moves, report};
use board_core::{Control, Halt, Negamax, Problem, Record, Side, Solve};

use crate::heap::{Heap, HeapProblem};

const PLAIN: HeapProblem = HeapProblem { is_counted: false };
const COUNTED: HeapProblem = HeapProblem { is_counted: true };

/// A reader that returns one line at a time, and counts them.
struct Lines<'a> {
    rest: &'a [u8],
    /// What is left of the current line.
    line: &'a [u8],
    read: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.as_bytes(), line: b"", read: 0 }
    }
}

impl Read for Lines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Lines<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.is_empty() && !self.rest.is_empty() {
            let end = self.rest.iter().position(|&byte| byte == b'\n').map_or(self.rest.len(), |end| end + 1);
            (self.line, self.rest) = self.rest.split_at(end);
            self.read += 1;
        }
        Ok(self.line)
    }

    fn consume(&mut self, amount: usize) {
        self.line = &self.line[amount..];
    }
}

/// The heap of each case with its number and the number of lines that had been read by then, and the error at the end.
fn read(problem: &HeapProblem, text: &str, memory: u64) -> (Vec<(usize, u32)>, Option<Broken>) {
    let mut lines = Lines::new(text);
    let mut cases = CaseReader::new(problem, &mut lines, memory);
    let mut found = Vec::new();
    loop {
        let next = cases.next_case(|number, input| Ok((number, problem.read_case(input)?.position().0)));
        match next {
            Ok(Some(case)) => found.push(case),
            Ok(None) => return (found, None),
            Err(broken) => return (found, Some(broken)),
        }
    }
}

fn heaps(problem: &HeapProblem, text: &str) -> Vec<u32> {
    let (cases, broken) = read(problem, text, 1 << 20);
    assert!(broken.is_none(), "{text:?}: {broken:?}");
    assert!(cases.iter().map(|&(number, _)| number).eq(1..=cases.len()), "{text:?}");
    cases.into_iter().map(|(_, heap)| heap).collect()
}

fn error(problem: &HeapProblem, text: &str) -> String {
    read(problem, text, 1 << 20).1.expect("an error").to_string()
}

#[test]
fn a_case_is_returned_as_soon_as_its_last_line_is_read() {
    for (problem, text, lines_read) in [
        (PLAIN, "1 5\n2 3\n4\n\n1 7\n", vec![1, 3, 5]),
        (PLAIN, "1 5 1 6\n1\n7", vec![1, 1, 3]),
        (COUNTED, "3\n1 5\n2 3\n4 1\n7\n", vec![2, 4, 5]),
        (COUNTED, "2 1 5\n1 6\n", vec![1, 2]),
    ] {
        for (count, expected) in (1..).zip(lines_read) {
            let mut lines = Lines::new(text);
            let mut cases = CaseReader::new(&problem, &mut lines, 1 << 20);
            for _ in 0..count {
                assert!(cases.next_case(|_, input| Ok(problem.read_case(input)?)).expect("valid").is_some());
            }
            assert_eq!(lines.read, expected, "{count} cases of {text:?}");
        }
    }
}

#[test]
fn cases_can_share_lines_and_extend_over_several() {
    assert_eq!(heaps(&PLAIN, "1 5\n1 6\n"), [5, 6]);
    assert_eq!(heaps(&PLAIN, "1 5 1 6 2 1 2"), [5, 6, 3]);
    assert_eq!(heaps(&PLAIN, "3 1\n\n2\r\n 3 1\n7"), [6, 7]);
    assert_eq!(heaps(&PLAIN, "\n\n1 5\n\n"), [5]);
    assert_eq!(heaps(&COUNTED, "2\n1 5\n1 6\n"), [5, 6]);
    assert_eq!(heaps(&COUNTED, "\n2 1 5 1\n6\n\n"), [5, 6]);
    assert_eq!(heaps(&PLAIN, "\u{feff}1 5\n1 6"), [5, 6]);
    assert_eq!(heaps(&COUNTED, "\u{feff}1\n1 6"), [6]);
    let long: String = (0..1000).map(|_| "2 1 2\n").collect();
    assert_eq!(heaps(&PLAIN, &long), [3; 1000]);
}

#[test]
fn errors_have_the_line_numbers_of_the_whole_input() {
    for (problem, text, message) in [
        (PLAIN, "", "1:1: the input is empty, expected k (1..=9)"),
        (PLAIN, "\u{feff}\n", "2:1: the input is empty, expected k (1..=9)"),
        (COUNTED, "x", "1:1: expected a number for T (1..=100), found 'x'"),
        (PLAIN, "\u{feff}x", "1:1: expected a number for k (1..=9), found 'x'"),
        (PLAIN, "1 5\n\n1 x\n", "3:3: expected a number for a (1..=99), found 'x'"),
        (PLAIN, "1 5 1 x\n", "1:7: expected a number for a (1..=99), found 'x'"),
        (PLAIN, "1 5\n2 3\n100\n", "3:1: a = 100 is out of range (1..=99)"),
        (PLAIN, "1 5\n2 3\n", "3:1: unexpected end of input, expected a (1..=99)"),
        (PLAIN, "1 5\n2 3", "2:4: unexpected end of input, expected a (1..=99)"),
        (COUNTED, "2\n1 5\n", "3:1: unexpected end of input, expected k (1..=9)"),
        (COUNTED, "1\n1 5\n\n1 6\n", "4:1: unexpected '1' after the last case"),
        (COUNTED, "1\n1 5 1 6\n", "2:5: unexpected '1' after the last case"),
    ] {
        assert_eq!(error(&problem, text), message, "{text:?}");
        // The same as if the whole input was read at once.
        let whole = problem.read(&mut board_core::Input::new(text.as_bytes(), board_core::Limits::Ours));
        assert_eq!(whole.expect_err("invalid").to_string(), message, "{text:?}");
    }
    let (cases, broken) = read(&PLAIN, "1 5\n1 6\nx\n", 1 << 20);
    assert_eq!(cases, [(1, 5), (2, 6)]);
    assert!(matches!(broken, Some(Broken::Input(error)) if error.line() == 3));
}

#[test]
fn only_a_single_case_has_to_fit_in_memory() {
    let short: String = (0..100).map(|_| "1 5\n").collect();
    let (cases, broken) = read(&PLAIN, &short, 16);
    assert!(cases.len() == 100 && broken.is_none(), "{broken:?}");
    for long in ["1                      5\n", "9 1\n1\n1\n1\n1\n1\n1\n1\n1\n"] {
        let (cases, broken) = read(&PLAIN, &format!("1 5\n{long}"), 16);
        assert_eq!(cases, [(1, 5)]);
        assert!(matches!(broken, Some(Broken::Halt(Halt::TooLarge { allowed: 16, .. }))), "{broken:?}");
    }
}

/// Plays moves from a heap of 9; returns what is left of it.
fn played(text: &str) -> Result<u32, MovesError> {
    let mut case = Record::new(Heap, (9, Side::First));
    play_moves(&PLAIN, &mut case, text)?;
    Ok(case.position().0)
}

#[test]
fn moves_are_played_with_or_without_letters_captures_and_gains() {
    for (text, left) in [
        ("", 9),
        ("3", 6),
        ("3 1", 5),
        ("W 3  B 1", 5),
        ("W x 3 +3  B 1 +1\n", 5),
        ("W 3  B 1  … 5 plies in all", 5),
        ("W 3  …and so on", 6),
        ("W 3  B 3  W 3", 0),
    ] {
        assert_eq!(played(text), Ok(left), "{text:?}");
    }
}

#[test]
fn the_first_move_that_cannot_be_played_is_reported() {
    for (text, message) in [
        ("4", "move 1: '4' is not a legal move for white (expected 1, 2 or 3)"),
        ("W 3  B 4", "move 2: '4' is not a legal move for black (expected 1, 2 or 3)"),
        ("W 3  B 3  W 2  B 2", "move 4: '2' is not a legal move for black (expected 1)"),
        ("W 3  W 1", "move 2: W is white, but black is to move"),
        ("B 3", "move 1: B is black, but white is to move"),
        ("3 3 3 1", "move 4: the game is over before this move"),
        ("W 3  B", "move 2: expected a move after 'B'"),
        ("W x", "move 1: expected a move after 'x'"),
        ("W x 2", "move 1: '2' captures nothing"),
        ("W 3 +1,304", "move 1: '3' gains 3, not 1304"),
        ("+3", "move 1: '+3' is not a legal move for white (expected 1, 2 or 3)"),
        ("W 3  B -1", "move 2: '-1' is not a legal move for black (expected 1, 2 or 3)"),
        ("w 3", "move 1: 'w' is not a legal move for white (expected 1, 2 or 3)"),
        ("\u{1b}[2J", "move 1: '\u{fffd}[2J' is not a legal move for white (expected 1, 2 or 3)"),
    ] {
        assert_eq!(played(text).expect_err("not legal").to_string(), message, "{text:?}");
    }
    // The moves before the error have been played.
    let mut case = Record::new(Heap, (9, Side::First));
    assert!(play_moves(&PLAIN, &mut case, "3 2 9").is_err());
    assert_eq!((case.position().0, case.score(Side::First), case.score(Side::Second)), (4, 3, 2));
}

#[test]
fn the_line_of_a_report_can_be_played() {
    let case = Record::new(Heap, (20, Side::First));
    let solver = Negamax::new(case.game(), &[*case.position()], &Control::new()).expect("no limit");
    let text = report(&PLAIN, &case, &solver, Caps { moves: 20, line: 4 }).text(&Layout::new(20)).to_string();
    let (_, line) = text.split_once("line    ").expect("a line");
    let (line, _) = line.split_once("method").expect("after the line");
    let mut after = case.clone();
    play_moves(&PLAIN, &mut after, line).expect("legal moves");
    assert_eq!(after.moves().len(), 4, "{line}");
}
