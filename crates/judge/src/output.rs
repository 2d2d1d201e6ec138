//! Outputs of batch problems, compared with the right answers.

use board_core::printable;
use board_core::problem::CaseOf;

use crate::judged::Judged;
use crate::verdict::{Finding, Verdict};

/// The maximum number of bytes read of a line. Every right line is much shorter.
pub const MAX_LINE: usize = 1 << 16;

/// The maximum number of bytes read of an output whose right answers are `right`. Extra white space is allowed, but not
/// without limit.
#[must_use]
pub fn max_output(right: &str) -> usize {
    const ENOUGH: usize = 1 << 16;
    ENOUGH.max(4 * right.len())
}

/// The finding for an output that is longer than `max` bytes.
#[must_use]
pub fn too_much_output(max: usize, right: &str) -> Finding {
    let why = format!("the output has more than {max} bytes, expected {}", right.len());
    Finding { verdict: Verdict::PresentationError, why, details: Vec::new() }
}

/// Compares an output with the right answers to some cases, word by word. Different white space is accepted, with a note.
/// Time and memory are linear in the length of both.
///
/// The answers are those of [`answers`](board_core::problem::answers), one line per case.
pub fn compare<P: Judged>(problem: &P, cases: &[CaseOf<P>], answers: &str, output: &[u8]) -> Finding {
    compare_lines(answers, output, P::is_answer, |case| problem.input_text(&cases[case]))
}

/// Compares an output with the answers, one per line; `input_of` returns the input of a case.
fn compare_lines(
    answers: &str,
    output: &[u8],
    is_answer: impl Fn(&str) -> bool,
    input_of: impl Fn(usize) -> String,
) -> Finding {
    let wrong = |verdict, why, details| Finding { verdict, why, details };
    let mut written = words(output);
    for (case, answer) in answers.lines().enumerate() {
        let details = || vec![format!("case  {}", input_of(case))];
        let from_here = written.clone();
        for right in answer.split_ascii_whitespace() {
            let Some(word) = written.next() else {
                let why = format!("unexpected end of output, expected {answer}");
                return wrong(Verdict::PresentationError, why, details());
            };
            if word.bytes != right.as_bytes() {
                let verdict = if begins_with_an_answer(from_here, is_answer) {
                    Verdict::WrongAnswer
                } else {
                    Verdict::PresentationError
                };
                let why = format!("line {}: expected {answer}, found {}", word.line, shown(word.whole_line));
                return wrong(verdict, why, details());
            }
        }
    }
    if let Some(word) = written.next() {
        let why = format!("line {}: unexpected '{}' after the last answer", word.line, shown(word.whole_line));
        return wrong(Verdict::PresentationError, why, Vec::new());
    }
    let why = if answers.as_bytes() == output { "" } else { "spaces or line ends differ from the judge's output" };
    Finding { verdict: Verdict::Accepted, why: why.to_owned(), details: Vec::new() }
}

/// Whether the first words of a line form an answer.
fn begins_with_an_answer<'a>(words: impl Iterator<Item = Word<'a>>, is_answer: impl Fn(&str) -> bool) -> bool {
    /// The maximum number of words of an answer.
    const MAX_WORDS: usize = 4;
    let mut words = words.peekable();
    let line = words.peek().map(|word| word.line);
    let mut text = String::new();
    words.take_while(|word| Some(word.line) == line).take(MAX_WORDS).any(|word| {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&String::from_utf8_lossy(word.bytes));
        is_answer(&text)
    })
}

struct Word<'a> {
    bytes: &'a [u8],
    /// The number of its line, from 1.
    line: usize,
    whole_line: &'a [u8],
}

fn words(text: &[u8]) -> impl Iterator<Item = Word<'_>> + Clone {
    (1..).zip(text.split(|&byte| byte == b'\n')).flat_map(|(line, whole_line)| {
        let words = whole_line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.map(move |bytes| Word { bytes, line, whole_line })
    })
}

/// The beginning of a line of untrusted text, safe to print: at most 60 bytes, without control characters.
#[must_use]
pub fn shown(line: &[u8]) -> String {
    const MAX: usize = 60;
    let cut = &line[..line.len().min(MAX)];
    let text = printable(String::from_utf8_lossy(cut).trim());
    if line.len() > MAX { text + "…" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_answer(text: &str) -> bool {
        let number = text.strip_prefix("WON ").or_else(|| text.strip_prefix("LOST "));
        number.is_some_and(|number| number.parse::<u8>().is_ok())
    }

    /// Judges an output whose right answers are `WON 7` and `LOST 4`.
    fn judged(output: &[u8]) -> Finding {
        compare_lines("WON 7\nLOST 4\n", output, is_answer, |case| format!("input {case}"))
    }

    #[test]
    fn different_spaces_and_line_ends_are_accepted_with_a_note() {
        let accepted = |why: &str| Finding { verdict: Verdict::Accepted, why: why.to_owned(), details: Vec::new() };
        assert_eq!(judged(b"WON 7\nLOST 4\n"), accepted(""));
        for output in ["WON 7\r\nLOST 4\r\n", "WON 7\nLOST 4", "\n WON\t7 LOST\n4  \n\n", "WON 7 \nLOST 4\n"] {
            assert_eq!(
                judged(output.as_bytes()),
                accepted("spaces or line ends differ from the judge's output"),
                "{output:?}"
            );
        }
    }

    #[test]
    fn the_first_difference_is_reported_with_its_line_and_case() {
        use Verdict::{PresentationError, WrongAnswer};
        let huge = ["WON 7\nLOST 4", &"5".repeat(100_000)].concat();
        let cut = format!("line 2: expected LOST 4, found LOST 4{}…", "5".repeat(54));
        let cases: [(&[u8], Verdict, &str); 13] = [
            (b"LOST 7\n", WrongAnswer, "line 1: expected WON 7, found LOST 7"),
            (b"WON 7\n\nLOST 5\n", WrongAnswer, "line 3: expected LOST 4, found LOST 5"),
            (b"WON 7\nLOST five\n", PresentationError, "line 2: expected LOST 4, found LOST five"),
            (b"won 7\n", PresentationError, "line 1: expected WON 7, found won 7"),
            // Each word can occur in an answer, but not in this order.
            (b"7 WON\n", PresentationError, "line 1: expected WON 7, found 7 WON"),
            (b"LOST 7 LOST 4\n", WrongAnswer, "line 1: expected WON 7, found LOST 7 LOST 4"),
            // Words are compared as text, not as numbers.
            (b"WON 07\n", WrongAnswer, "line 1: expected WON 7, found WON 07"),
            (b"WON 7\nLOST", PresentationError, "unexpected end of output, expected LOST 4"),
            (b"WON 7\n", PresentationError, "unexpected end of output, expected LOST 4"),
            (b"", PresentationError, "unexpected end of output, expected WON 7"),
            (b" \n\n", PresentationError, "unexpected end of output, expected WON 7"),
            (b"WON \xff\n", PresentationError, "line 1: expected WON 7, found WON \u{fffd}"),
            (huge.as_bytes(), PresentationError, &cut),
        ];
        for (output, verdict, why) in cases {
            let details = vec![format!("case  input {}", usize::from(!why.contains("expected WON 7")))];
            assert_eq!(judged(output), Finding { verdict, why: why.to_owned(), details });
        }
        let after = judged(b"WON 7\nLOST 4\nWON 7 \x1b[2J\n");
        assert_eq!((after.verdict, after.details.len()), (PresentationError, 0));
        assert!(
            after.why.starts_with("line 3: unexpected 'WON 7") && after.why.ends_with("after the last answer"),
            "{after:?}"
        );
        assert!(!after.why.contains('\x1b'));
    }

    #[test]
    fn outputs_are_limited_to_four_times_the_right_length() {
        let right = |length: usize| "7".repeat(length);
        assert_eq!(MAX_LINE, 65_536);
        assert_eq!(
            [0, 16_384, 16_385, 100_000].map(|length| max_output(&right(length))),
            [65_536, 65_536, 65_540, 400_000]
        );
        let finding = too_much_output(65_536, "BLACK 10\n");
        assert_eq!(finding.why, "the output has more than 65536 bytes, expected 9");
        assert_eq!(finding.verdict, Verdict::PresentationError);
    }

    #[test]
    fn lines_are_cut_after_60_bytes() {
        let line = [b'x'; 61];
        assert_eq!(shown(&line[..60]), "x".repeat(60));
        assert_eq!(shown(&line), "x".repeat(60) + "…");
        assert_eq!(shown(b" 3 4\t"), "3 4");
    }
}
