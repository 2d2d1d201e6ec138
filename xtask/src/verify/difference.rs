//! Differences in which invisible characters are visible.

use std::fmt::Write as _;
use std::time::Duration;

use similar::{ChangeTag, DiffOp, TextDiff, udiff::UnifiedHunkHeader};

/// The maximum number of characters of a line that are shown.
const WIDTH: usize = 160;
/// The maximum number of lines of a difference that are shown.
const HEIGHT: usize = 60;
/// Marks a last line without a line end.
const NO_END: &str = "\n\\ no newline at end";

/// The bytes escaped as in a Rust string literal, without quotes, so that different bytes look different.
pub(super) fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '"' | '\'' => text.push(character),
                _ => text.extend(character.escape_debug()),
            }
        }
        for byte in chunk.invalid() {
            // Writing into a string never fails.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    let trailing = text.len() - text.trim_end_matches(' ').len();
    text.truncate(text.len() - trailing);
    text + &"\\x20".repeat(trailing)
}

/// The difference in unified format, without a final line end; empty if there is none.
pub(super) fn difference(expected: &[u8], actual: &[u8]) -> String {
    let (expected, actual) = (lines(expected), lines(actual));
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    let actual: Vec<&str> = actual.iter().map(String::as_str).collect();
    // Without a limit, large outputs that have nothing in common take minutes.
    let diff = TextDiff::configure().timeout(Duration::from_secs(2)).diff_slices(&expected, &actual);

    let mut shown = Vec::new();
    for group in diff.grouped_ops(3) {
        shown.push(UnifiedHunkHeader::new(&group).to_string());
        for op in &group {
            for change in diff.iter_changes(op) {
                let other = counterpart(op, change.old_index(), change.new_index());
                let other = match change.tag() {
                    ChangeTag::Equal => None,
                    ChangeTag::Delete => other.map(|index| actual[index]),
                    ChangeTag::Insert => other.map(|index| expected[index]),
                };
                shown.push(format!("{}{}", change.tag(), cut(change.value(), other)));
            }
        }
    }
    if shown.len() > HEIGHT {
        let more = shown.len() - HEIGHT;
        shown.truncate(HEIGHT);
        shown.push(format!("… and {more} more lines"));
    }
    shown.join("\n")
}

/// The lines, with invisible characters escaped.
fn lines(text: &[u8]) -> Vec<String> {
    text.split_inclusive(|&byte| byte == b'\n')
        .map(|line| match line.strip_suffix(b"\n") {
            Some(line) => visible(line),
            None => visible(line) + NO_END,
        })
        .collect()
}

/// The line on the other side that a replaced line is most likely to be compared with.
fn counterpart(op: &DiffOp, old: Option<usize>, new: Option<usize>) -> Option<usize> {
    let (olds, news) = (op.old_range(), op.new_range());
    let across = match (old, new) {
        (Some(old), None) => Some(old - olds.start + news.start).filter(|index| news.contains(index)),
        (None, Some(new)) => Some(new - news.start + olds.start).filter(|index| olds.contains(index)),
        _ => None,
    };
    across.filter(|_| matches!(op, DiffOp::Replace { .. }))
}

/// The part of a long line where it first differs from the other, with the number of characters left out.
fn cut(line: &str, other: Option<&str>) -> String {
    let (text, end) = match line.strip_suffix(NO_END) {
        Some(text) => (text, NO_END),
        None => (line, ""),
    };
    let length = text.chars().count();
    if length <= WIDTH {
        return line.to_owned();
    }
    let same = other.map_or(0, |other| text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count());
    let start = same.saturating_sub(WIDTH / 4).min(length - WIDTH);
    let before = if start > 0 { format!("({start} characters) …") } else { String::new() };
    let part: String = text.chars().skip(start).take(WIDTH).collect();
    let left = length - start - WIDTH;
    let after = if left > 0 { format!("… ({left} characters)") } else { String::new() };
    format!("{before}{part}{after}{end}")
}

/// Adds the difference, if there is one.
pub(super) fn push_difference(wrong: &mut Vec<String>, what: &str, expected: &[u8], actual: &[u8]) {
    if expected != actual {
        wrong.push(format!("{what} (- expected, + actual):\n{}", difference(expected, actual)));
    }
}

#[cfg(test)]
mod tests {
    use super::{HEIGHT, difference, visible};

    #[test]
    fn equal_bytes_have_no_difference() {
        assert_eq!(difference(b"", b""), "");
        assert_eq!(difference(b"1\n2\n", b"1\n2\n"), "");
    }

    #[test]
    fn a_wrong_line_is_shown_beside_the_right_one() {
        assert_eq!(
            difference(b"a\nBLACK 10\nz\n", b"a\nBLACK 12\nz\n"),
            "@@ -1,3 +1,3 @@\n a\n-BLACK 10\n+BLACK 12\n z"
        );
    }

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(difference(b"1\n", b"1\r\n"), "@@ -1 +1 @@\n-1\n+1\\r");
        assert_eq!(difference(b"1\n", b"1"), "@@ -1 +1 @@\n-1\n+1\n\\ no newline at end");
        assert_eq!(difference(b"1\n", b"1 \n"), "@@ -1 +1 @@\n-1\n+1\\x20");
        assert_eq!(difference(b"1\n", b"1\n\n"), "@@ -1 +1,2 @@\n 1\n+");
        assert_eq!(difference("é\n".as_bytes(), b"\xe9\n"), "@@ -1 +1 @@\n-é\n+\\xe9");
        assert_eq!(visible("a\tb\u{1b}[0m\u{a0}\u{200b}'…'\\r".as_bytes()), "a\\tb\\u{1b}[0m\\u{a0}\\u{200b}'…'\\\\r");
    }

    #[test]
    fn a_long_line_is_cut_around_the_first_difference() {
        let expected = format!("{}x{}\n", "a".repeat(1000), "b".repeat(1000));
        let actual = expected.replace('x', "y");
        let shown = difference(expected.as_bytes(), actual.as_bytes());
        let line = format!("(960 characters) …{}x{}… (881 characters)", "a".repeat(40), "b".repeat(119));
        assert_eq!(shown, format!("@@ -1 +1 @@\n-{line}\n+{}", line.replace('x', "y")));
    }

    #[test]
    fn a_long_difference_is_cut_with_a_count() {
        let shown = difference(b"", "1\n".repeat(1000).as_bytes());
        assert_eq!(shown.lines().count(), HEIGHT + 1);
        assert!(shown.ends_with("\n… and 941 more lines"), "{shown}");
    }
}
