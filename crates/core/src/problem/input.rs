//! A judge's input as a sequence of words, with the line and column of each for error messages.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use crate::board::{Board, Square};
use crate::text::{cut, printable, quoted};

/// The limits that are checked when an input is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limits {
    /// The limits of the solver.
    Ours,
    /// Also the limits of the original problem.
    Original,
}

/// Reads an input word by word. Words are separated by any amount of ASCII white space, so the line ends of any system
/// work. A byte order mark at the start is skipped. The bytes need not be UTF-8.
///
/// ```
/// use board_core::{Input, Limits};
///
/// let mut input = Input::new(b"3 1\r\n25", Limits::Original);
/// assert_eq!(input.number("n", 1..=100_u32)?.value, 3);
/// assert_eq!(input.number("row", 1..=3_u32)?.value, 1);
/// let breach = input.limited("n", 1..=100_u32, 1..=20).unwrap_err();
/// assert_eq!(breach.to_string(), "2:1: n = 25 is outside the original limits (1..=20)");
/// assert!(input.is_done());
/// # Ok::<(), board_core::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Input<'a> {
    bytes: &'a [u8],
    /// The start of the next word, if the white space before it has been skipped.
    next: usize,
    limits: Limits,
    lines_before: usize,
    /// What the bytes are, for error messages.
    whole: &'static str,
}

/// A number that was read, and its position in the input.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a, T> {
    /// The number.
    pub value: T,
    word: Word<'a>,
}

/// A word that was read, and its position in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    bytes: &'a [u8],
    start: usize,
}

impl<'a, T> Number<'a, T> {
    /// The word that it was read from.
    pub fn word(&self) -> Word<'a> {
        self.word
    }
}

impl<'a> Word<'a> {
    /// The bytes of the word.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }
}

impl<'a> Input<'a> {
    /// Every number of this many digits fits `u64`.
    pub const SHORT: usize = 19;

    /// An input, to be read from its first byte.
    #[must_use]
    pub fn new(bytes: &'a [u8], limits: Limits) -> Self {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        Self::part(bytes, 0, limits)
    }

    /// Part of an input without its byte order mark, to be read from the byte `next` on.
    pub(super) fn part(bytes: &'a [u8], next: usize, limits: Limits) -> Self {
        Self { bytes, next, limits, lines_before: 0, whole: "input" }
    }

    /// The number of bytes that have been read.
    pub(super) fn position(&self) -> usize {
        self.next
    }

    /// Whether there are no more words.
    pub fn is_done(&mut self) -> bool {
        let rest = &self.bytes[self.next..];
        self.next += rest.iter().position(|byte| !is_white(byte)).unwrap_or(rest.len());
        self.next == self.bytes.len()
    }

    /// Reads the next word; `None` at the end.
    pub fn word(&mut self) -> Option<Word<'a>> {
        if self.is_done() {
            return None;
        }
        let start = self.next;
        let rest = &self.bytes[start..];
        self.next += rest.iter().position(is_white).unwrap_or(rest.len());
        Some(Word { bytes: &self.bytes[start..self.next], start })
    }

    /// Reads the next word if it has at most [`Input::SHORT`] characters, all of them digits, and `value` returns a
    /// value for the number. Otherwise nothing is consumed. Most numbers are of this form, and are read in a single pass.
    ///
    /// ```
    /// use board_core::{Input, Limits};
    ///
    /// let mut input = Input::new(b"12 -3", Limits::Ours);
    /// assert_eq!(input.short(Some).map(|number| number.value), Some(12));
    /// assert!(input.short(Some).is_none());
    /// assert_eq!(input.number("n", -9..=9_i32)?.value, -3);
    /// # Ok::<(), board_core::InputError>(())
    /// ```
    #[inline]
    pub fn short<T>(&mut self, value: impl FnOnce(u64) -> Option<T>) -> Option<Number<'a, T>> {
        let mut start = self.next;
        while self.bytes.get(start).is_some_and(is_white) {
            start += 1;
        }
        let (mut end, mut number) = (start, 0_u64);
        while let Some(digit) = self.bytes.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit <= 9) {
            // If it wraps, the word is too long.
            number = number.wrapping_mul(10).wrapping_add(digit.into());
            end += 1;
        }
        let ends = self.bytes.get(end).is_none_or(is_white);
        if !(1..=Self::SHORT).contains(&(end - start)) || !ends {
            return None;
        }
        let value = value(number)?;
        self.next = end;
        Some(Number { value, word: Word { bytes: &self.bytes[start..end], start } })
    }

    /// The limits that are checked.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The next word, which is not consumed; `None` at the end.
    #[must_use]
    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().word()
    }

    /// Reads the next word, which must be a decimal integer in `range`. `what` names it in errors (`row`, `n`).
    ///
    /// # Errors
    /// If the input ends here, the word is not a number, or the number is outside the range.
    pub fn number<T>(&mut self, what: &str, range: RangeInclusive<T>) -> Result<Number<'a, T>, InputError>
    where
        T: Copy + PartialOrd + TryFrom<i128> + fmt::Display,
    {
        self.read_number(what, range, Limits::Ours)
    }

    /// Reads a number in a range; `limits` are the limits that the range belongs to.
    fn read_number<T>(
        &mut self,
        what: &str,
        range: RangeInclusive<T>,
        limits: Limits,
    ) -> Result<Number<'a, T>, InputError>
    where
        T: Copy + PartialOrd + TryFrom<i128> + fmt::Display,
    {
        let within = |value: i128| T::try_from(value).ok().filter(|value| range.contains(value));
        if let Some(number) = self.short(|value| within(value.into())) {
            return Ok(number);
        }
        // A number that overflows is outside every range.
        self.parse_decimal(what, Shown(&range), limits, |text| within(text.parse().ok()?))
    }

    /// Reads the next word, which must be a decimal integer of any length for which `value` returns a value. `range`
    /// describes the allowed numbers in errors. This is for numbers that need a type of their own; for others, use
    /// [`Input::number`].
    ///
    /// ```
    /// use board_core::{Input, Limits};
    ///
    /// let mut input = Input::new(b"123 x", Limits::Ours);
    /// let mut read = || input.decimal("n", "1..10^1000", |text| (text.len() <= 1000).then(|| text.to_owned()));
    /// assert_eq!(read()?.value, "123");
    /// assert_eq!(read().unwrap_err().to_string(), "1:5: expected a number for n (1..10^1000), found 'x'");
    /// # Ok::<(), board_core::InputError>(())
    /// ```
    ///
    /// # Errors
    /// If the input ends here, the word is not a number, or `value` returns no value for it.
    pub fn decimal<T>(
        &mut self,
        what: &str,
        range: impl fmt::Display,
        value: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Number<'a, T>, InputError> {
        self.parse_decimal(what, range, Limits::Ours, value)
    }

    fn parse_decimal<T>(
        &mut self,
        what: &str,
        range: impl fmt::Display,
        limits: Limits,
        value: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Number<'a, T>, InputError> {
        let Some(word) = self.word() else {
            return Err(self.unexpected_end(format_args!("{what} ({range})")));
        };
        let digits = word.bytes.strip_prefix(b"-").unwrap_or(word.bytes);
        let text = str::from_utf8(word.bytes).ok();
        let text = text.filter(|_| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit));
        let not_a_number = || match encoding(self.bytes) {
            Some(name) => self.error_at(0, 0, format!("the input is encoded in {name}; save it as UTF-8")),
            None => self.error(word, format!("expected a number for {what} ({range}), found {}", quoted(word.bytes))),
        };
        let outside = || {
            let fault = match limits {
                Limits::Ours => "out of range",
                Limits::Original => "outside the original limits",
            };
            self.error(word, format!("{} is {fault} ({range})", named(what, word)))
        };
        let value = value(text.ok_or_else(not_a_number)?).ok_or_else(outside)?;
        Ok(Number { value, word })
    }

    /// Reads the next word, which must be a decimal integer within our limits and, if they are checked, within the
    /// limits of the original problem.
    ///
    /// # Errors
    /// As for [`Input::number`].
    pub fn limited<T>(
        &mut self,
        what: &str,
        ours: RangeInclusive<T>,
        original: RangeInclusive<T>,
    ) -> Result<Number<'a, T>, InputError>
    where
        T: Copy + PartialOrd + TryFrom<i128> + fmt::Display,
    {
        let range = match self.limits {
            Limits::Ours => ours,
            Limits::Original => original,
        };
        self.read_number(what, range, self.limits)
    }

    /// Reads the next two words, which must be the row and the column of a square of the board, counted from 1. Returns
    /// the square, and the first of the two words.
    ///
    /// ```
    /// use board_core::{Board, Input, Limits, Square};
    ///
    /// let mut input = Input::new(b"1 3", Limits::Ours);
    /// let (word, square) = input.square(Board::new(4, 4).expect("not empty"))?;
    /// assert_eq!((word.bytes(), square), (&b"1"[..], Square::new(0, 2)));
    /// # Ok::<(), board_core::InputError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Input::number`].
    pub fn square(&mut self, board: Board) -> Result<(Word<'a>, Square), InputError> {
        let row = self.number("row", 1..=board.rows())?;
        let col = self.number("column", 1..=board.cols())?;
        Ok((row.word(), Square::new(row.value - 1, col.value - 1)))
    }

    /// Checks another rule of the original problem, if its limits are checked. If the rule does not hold, `message`
    /// describes the next word and what is allowed.
    ///
    /// # Errors
    /// If [`Limits::Original`] are checked and `holds` is false.
    pub fn original_rule(&self, holds: bool, message: impl FnOnce() -> String) -> Result<(), InputError> {
        if self.limits == Limits::Ours || holds {
            return Ok(());
        }
        Err(self.error_here(message()))
    }

    /// Checks that the input ends here.
    ///
    /// # Errors
    /// If there is another word.
    pub fn end(&mut self) -> Result<(), InputError> {
        self.end_after("the last case")
    }

    /// Checks that the input ends here; `last` describes what was read before, for the error.
    ///
    /// ```
    /// use board_core::{Input, Limits};
    ///
    /// let mut input = Input::new(b"3 4 5", Limits::Ours);
    /// let (row, col) = (input.word(), input.word());
    /// assert_eq!(input.end_after("the move").unwrap_err().to_string(), "1:5: unexpected '5' after the move");
    /// ```
    ///
    /// # Errors
    /// If there is another word.
    pub fn end_after(&mut self, last: &str) -> Result<(), InputError> {
        match self.word() {
            None => Ok(()),
            Some(word) => Err(self.error(word, format!("unexpected {} after {last}", quoted(word.bytes)))),
        }
    }

    /// An error at a word.
    pub fn error(&self, word: Word<'_>, message: impl Into<String>) -> InputError {
        self.error_at(word.start, word.bytes.len(), message.into())
    }

    /// An error at the next word, or at the end if there is none.
    pub fn error_here(&self, message: impl Into<String>) -> InputError {
        match self.peek() {
            Some(word) => self.error(word, message),
            None => self.error_at(self.bytes.len(), 0, message.into()),
        }
    }

    /// An error at the end of the input; `expected` describes what should follow.
    fn unexpected_end(&self, expected: fmt::Arguments<'_>) -> InputError {
        let is_empty = self.lines_before == 0 && self.bytes.iter().all(is_white);
        let found =
            if is_empty { format!("the {} is empty", self.whole) } else { format!("unexpected end of {}", self.whole) };
        let error = self.error_at(self.bytes.len(), 0, format!("{found}, expected {expected}"));
        InputError { is_end: true, ..error }
    }

    /// Continues the line numbers after lines that were read before this input, for a conversation that is read line by
    /// line.
    #[must_use]
    pub fn after_lines(self, lines: usize) -> Self {
        Self { lines_before: lines, ..self }
    }

    /// Makes errors describe these bytes as one line of an input.
    #[must_use]
    pub fn as_line(self) -> Self {
        Self { whole: "line", ..self }
    }

    fn error_at(&self, offset: usize, length: usize, message: String) -> InputError {
        // A word of another input can start anywhere.
        let (before, rest) = self.bytes.split_at(offset.min(self.bytes.len()));
        // A split always has a last piece, which may be empty.
        let (line, start) = (1..).zip(before.split(|&byte| byte == b'\n')).last().unwrap_or((1, before));
        let characters = |bytes| String::from_utf8_lossy(bytes).chars().count();
        let (column, width) = (characters(start), characters(&rest[..length.min(rest.len())]));
        let rest_of_line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        InputError {
            line: self.lines_before + line,
            column: 1 + column,
            excerpt: Excerpt::new(&[start, rest_of_line].concat(), column, width),
            is_end: false,
            message,
        }
    }
}

/// White space as in C: space, tab, line feed, vertical tab, form feed and carriage return.
#[inline]
fn is_white(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The byte order mark that some programs write at the start of UTF-8 text.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The encoding of a text that is not ASCII or UTF-8, by the byte order mark or the zeros of its first two characters.
fn encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] | [1..=255, 0, 0, 0, ..] | [0, 0, 0, 1..=255, ..] => {
            Some("UTF-32")
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=255, 0, 1..=255, ..] | [1..=255, 0, 1..=255, 0, ..] => {
            Some("UTF-16")
        }
        _ => None,
    }
}

/// An error in an input, and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    line: usize,
    column: usize,
    excerpt: Excerpt,
    is_end: bool,
    message: String,
}

/// Part of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Excerpt {
    text: String,
    /// The characters that are wrong.
    marked: Range<usize>,
}

impl Excerpt {
    /// The maximum numbers of characters shown before the error, and from the error on.
    const MAX_BEFORE: usize = 50;
    const MAX_FROM: usize = 30;

    /// Part of a line, with `width` characters from `column` on marked.
    fn new(line: &[u8], column: usize, width: usize) -> Self {
        let skipped = column.saturating_sub(Self::MAX_BEFORE);
        let line = String::from_utf8_lossy(line);
        let near: String = line.trim_end().chars().skip(skipped).take(column - skipped + Self::MAX_FROM).collect();
        let start = column - skipped;
        Self { text: printable(&near.replace('\t', " ")), marked: start..start + width.min(Self::MAX_FROM) }
    }
}

impl InputError {
    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// The line, or the part of a long line near the error, safe to print on a terminal; and the range of its wrong
    /// characters, which is empty if the line ends too early.
    #[must_use]
    pub fn excerpt(&self) -> (&str, Range<usize>) {
        (&self.excerpt.text, self.excerpt.marked.clone())
    }

    /// Whether the input ends too early, so that it may become valid when more of it is read.
    #[must_use]
    pub fn is_unexpected_end(&self) -> bool {
        self.is_end
    }
}

/// Writes `line:column: what was found, what is allowed`.
impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for InputError {}

/// `n = 25`, but `row 9`: one letter is a variable.
fn named(what: &str, word: Word<'_>) -> String {
    let equals = if what.chars().count() == 1 { " =" } else { "" };
    format!("{what}{equals} {}", cut(word.bytes))
}

struct Shown<'a, T>(&'a RangeInclusive<T>);

impl<T: fmt::Display> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.0.start(), self.0.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_error(text: &[u8]) -> String {
        Input::new(text, Limits::Ours).number("row", 1..=4_u32).expect_err("an error").to_string()
    }

    #[test]
    fn errors_state_the_position_and_what_was_expected() {
        assert_eq!(first_error(b""), "1:1: the input is empty, expected row (1..=4)");
        assert_eq!(first_error(b"\xef\xbb\xbf \r\n\n"), "3:1: the input is empty, expected row (1..=4)");
        assert_eq!(first_error(b"\x0b\x0c"), "1:3: the input is empty, expected row (1..=4)");
        assert_eq!(first_error(b" 5"), "1:2: row 5 is out of range (1..=4)");
        assert_eq!(first_error(b"\xef\xbb\xbf5"), "1:1: row 5 is out of range (1..=4)");
        assert_eq!(first_error(b"\n\t-1"), "2:2: row -1 is out of range (1..=4)");
        assert_eq!(first_error(b"-"), "1:1: expected a number for row (1..=4), found '-'");
        assert_eq!(first_error(b"+1"), "1:1: expected a number for row (1..=4), found '+1'");
        assert_eq!(first_error(b"1.5"), "1:1: expected a number for row (1..=4), found '1.5'");
        assert_eq!(first_error(b"a\x1b[2J"), "1:1: expected a number for row (1..=4), found 'a\u{fffd}[2J'");
        assert_eq!(first_error(b"\xff"), "1:1: expected a number for row (1..=4), found '\u{fffd}'");
        let turned = "\u{202e}4".as_bytes();
        assert_eq!(first_error(turned), "1:1: expected a number for row (1..=4), found '\u{fffd}4'");
        let huge = [b'9'; 1000];
        assert_eq!(first_error(&huge), format!("1:1: row {}… is out of range (1..=4)", "9".repeat(40)));
    }

    #[test]
    fn excerpts_show_the_line_near_the_error() {
        let excerpt = |text: &str| {
            let mut input = Input::new(text.as_bytes(), Limits::Ours);
            while input.number("n", 1..=4_u32).is_ok() {}
            let error = input.clone().number("n", 1..=4_u32).expect_err("the rest is wrong");
            let (text, marked) = error.excerpt();
            (text.to_owned(), marked)
        };
        let of = |text: &str| Input::new(text.as_bytes(), Limits::Ours).number("n", 1..=4_u32).expect_err("wrong");
        assert_eq!(of("\n\tfive 1\r\n2").excerpt(), (" five 1", 1..5));
        assert_eq!(of("").excerpt(), ("", 0..0));
        assert_eq!(excerpt("1 2\n3"), ("3".to_owned(), 1..1));
        let long = of(&format!("{}x{}", " ".repeat(1000), "y".repeat(1000)));
        assert_eq!(long.excerpt(), (&*format!("{}x{}", " ".repeat(50), "y".repeat(29)), 50..80));
    }

    #[test]
    fn encodings_other_than_utf_8_are_named() {
        let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        for (bytes, name) in [
            (utf_16("\u{feff}4"), "UTF-16"),
            (utf_16("4 1"), "UTF-16"),
            (b"\xfe\xff\x004".to_vec(), "UTF-16"),
            (b"\x004\x00 ".to_vec(), "UTF-16"),
            (b"\xff\xfe\0\x004\0\0\0".to_vec(), "UTF-32"),
            (b"4\0\0\0 \0\0\0".to_vec(), "UTF-32"),
            (b"\0\0\x004".to_vec(), "UTF-32"),
        ] {
            assert_eq!(first_error(&bytes), format!("1:1: the input is encoded in {name}; save it as UTF-8"));
        }
    }

    #[test]
    fn columns_count_characters() {
        let mut input = Input::new("äö 7".as_bytes(), Limits::Ours);
        assert_eq!(input.word().map(Word::bytes), Some("äö".as_bytes()));
        assert_eq!(input.number("n", 1..=4_u32).expect_err("7").to_string(), "1:4: n = 7 is out of range (1..=4)");
    }

    #[test]
    fn numbers_of_any_width_and_sign_are_read() {
        let text = b"-9223372036854775808 18446744073709551615 007";
        let mut input = Input::new(text, Limits::Ours);
        assert_eq!(input.number("a", i64::MIN..=i64::MAX).map(|number| number.value), Ok(i64::MIN));
        assert_eq!(input.number("b", 0..=u64::MAX).map(|number| number.value), Ok(u64::MAX));
        assert_eq!(input.number("c", 0..=9_u8).map(|number| number.value), Ok(7));
        assert_eq!(input.end(), Ok(()));
    }

    #[test]
    fn extra_and_missing_words_are_errors() {
        let mut input = Input::new(b"1\n2", Limits::Ours);
        assert!(input.number("n", 1..=1_u8).is_ok());
        assert_eq!(input.end().expect_err("2").to_string(), "2:1: unexpected '2' after the last case");
        let mut input = Input::new(b"1", Limits::Ours);
        assert!(input.number("n", 1..=1_u8).is_ok());
        let missing = input.number("m", 1..=1_u8).expect_err("nothing").to_string();
        assert_eq!(missing, "1:2: unexpected end of input, expected m (1..=1)");
        let mut line = Input::new(b"1", Limits::Ours).after_lines(4).as_line();
        assert!(line.number("n", 1..=1_u8).is_ok());
        let missing = line.number("m", 1..=1_u8).expect_err("nothing").to_string();
        assert_eq!(missing, "5:2: unexpected end of line, expected m (1..=1)");
    }

    #[test]
    fn original_limits_are_checked_only_on_request() {
        for (text, limits, error) in [
            (b"9", Limits::Ours, None),
            (b"9", Limits::Original, Some("1:1: n = 9 is outside the original limits (2..=8)")),
            (b"1", Limits::Ours, Some("1:1: n = 1 is out of range (2..=9)")),
            (b"1", Limits::Original, Some("1:1: n = 1 is outside the original limits (2..=8)")),
            (b"8", Limits::Original, None),
        ] {
            let read = Input::new(text, limits).limited("n", 2..=9_u8, 2..=8);
            assert_eq!(read.err().map(|error| error.to_string()).as_deref(), error);
        }
    }
}
