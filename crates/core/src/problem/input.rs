//! A judge's input as a sequence of words, with the line and column of each for error messages.

use std::fmt;
use std::ops::RangeInclusive;

use crate::board::{Board, Square};
use crate::text::{cut, quoted};

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
/// assert_eq!(breach.to_string(), "2:1: n = 25 is outside the original limit 1..=20");
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

/// A number that was read, and its place in the input.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a, T> {
    /// The number.
    pub value: T,
    word: Word<'a>,
}

/// A word that was read, and its place in the input.
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
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        Self {
            bytes: bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes),
            next: 0,
            limits,
            lines_before: 0,
            whole: "input",
        }
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
    /// value for the number. Otherwise nothing is consumed. Most numbers are like this, and are read in a single pass.
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
        self.read_number(what, range, "")
    }

    /// Reads a number in a range; `name` describes the range in errors.
    fn read_number<T>(&mut self, what: &str, range: RangeInclusive<T>, name: &str) -> Result<Number<'a, T>, InputError>
    where
        T: Copy + PartialOrd + TryFrom<i128> + fmt::Display,
    {
        let within = |value: i128| T::try_from(value).ok().filter(|value| range.contains(value));
        if let Some(number) = self.short(|value| within(value.into())) {
            return Ok(number);
        }
        // A number that overflows is outside every range.
        self.decimal(what, format_args!("{name}{}", Range(&range)), |text| within(text.parse().ok()?))
    }

    /// Reads the next word, which must be a decimal integer of any length for which `value` returns a value. `range`
    /// describes the allowed numbers in errors. This is for numbers that need a type of their own; use
    /// [`Input::number`] for others.
    ///
    /// ```
    /// use board_core::{Input, Limits};
    ///
    /// let mut input = Input::new(b"123 x", Limits::Ours);
    /// let mut read = || input.decimal("n", "1..10^1000", |text| (text.len() <= 1000).then(|| text.to_owned()));
    /// assert_eq!(read()?.value, "123");
    /// assert_eq!(read().unwrap_err().to_string(), "1:5: 'x' is not a number: n is awaited, in 1..10^1000");
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
        let Some(word) = self.word() else {
            return Err(self.ends_before(format_args!("{what} in {range}")));
        };
        let digits = word.bytes.strip_prefix(b"-").unwrap_or(word.bytes);
        let text = str::from_utf8(word.bytes).ok();
        let text = text.filter(|_| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit));
        let not_a_number =
            || self.error(word, format!("{} is not a number: {what} is awaited, in {range}", quoted(word.bytes)));
        let outside = || self.error(word, format!("{} is outside {range}", named(what, word)));
        let value = value(text.ok_or_else(not_a_number)?).ok_or_else(outside)?;
        Ok(Number { value, word })
    }

    /// Reads the next word, which must be a decimal integer within our limits and, if they are checked, within the
    /// limits of the original problem.
    ///
    /// # Errors
    /// As [`Input::number`].
    pub fn limited<T>(
        &mut self,
        what: &str,
        ours: RangeInclusive<T>,
        original: RangeInclusive<T>,
    ) -> Result<Number<'a, T>, InputError>
    where
        T: Copy + PartialOrd + TryFrom<i128> + fmt::Display,
    {
        match self.limits {
            Limits::Ours => self.read_number(what, ours, ""),
            Limits::Original => self.read_number(what, original, "the original limit "),
        }
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
    /// As [`Input::number`].
    pub fn square(&mut self, board: Board) -> Result<(Word<'a>, Square), InputError> {
        let row = self.number("row", 1..=board.rows())?;
        let col = self.number("column", 1..=board.cols())?;
        Ok((row.word(), Square::new(row.value - 1, col.value - 1)))
    }

    /// Reads cases up to the end, one after the other and at least one, of a problem whose original has one case per
    /// file.
    ///
    /// ```
    /// use board_core::{Input, Limits};
    ///
    /// let read = |limits| Input::new(b"3 1\n2", limits).cases(|input| Ok(input.number("n", 1..=3_u8)?.value));
    /// assert_eq!(read(Limits::Ours)?, [3, 1, 2]);
    /// let breach = read(Limits::Original).unwrap_err().to_string();
    /// assert_eq!(breach, "1:3: a second case stands here, the original has one a file");
    /// # Ok::<(), board_core::InputError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of `read`, and a second case if [`Limits::Original`] are checked.
    pub fn cases<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T, InputError>) -> Result<Vec<T>, InputError> {
        let mut cases = vec![read(self)?];
        while !self.is_done() {
            self.original_rule(false, || "a second case stands here, the original has one a file".to_owned())?;
            cases.push(read(self)?);
        }
        Ok(cases)
    }

    /// Checks any other rule of the original problem, if its limits are checked. If the rule does not hold, `message`
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
        match self.word() {
            None => Ok(()),
            Some(word) => Err(self.error(word, format!("{} stands after the last case", quoted(word.bytes)))),
        }
    }

    /// An error at a word.
    pub fn error(&self, word: Word<'_>, message: impl Into<String>) -> InputError {
        self.error_at(word.start, message.into())
    }

    /// An error at the next word, or at the end if there is none.
    pub fn error_here(&self, message: impl Into<String>) -> InputError {
        self.error_at(self.peek().map_or(self.bytes.len(), |word| word.start), message.into())
    }

    /// An error at the end of the input; `wanted` describes what should follow.
    fn ends_before(&self, wanted: fmt::Arguments<'_>) -> InputError {
        let blank = self.bytes.iter().all(is_white);
        let fault = if blank { "is empty" } else { "ends here" };
        self.error_at(self.bytes.len(), format!("the {} {fault}: {wanted} is awaited", self.whole))
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

    fn error_at(&self, offset: usize, message: String) -> InputError {
        // A word of another input can point anywhere.
        let before = &self.bytes[..offset.min(self.bytes.len())];
        // There is always a last piece, which may be empty.
        let (line, start) = (1..).zip(before.split(|&byte| byte == b'\n')).last().unwrap_or((1, before));
        let column = 1 + String::from_utf8_lossy(start).chars().count();
        InputError { line: self.lines_before + line, column, message }
    }
}

/// White space as in C: space, tab, line feed, vertical tab, form feed and carriage return.
#[inline]
fn is_white(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Something in an input that is not allowed, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    line: usize,
    column: usize,
    message: String,
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

struct Range<'a, T>(&'a RangeInclusive<T>);

impl<T: fmt::Display> fmt::Display for Range<'_, T> {
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
    fn errors_say_where_and_what() {
        assert_eq!(first_error(b""), "1:1: the input is empty: row in 1..=4 is awaited");
        assert_eq!(first_error(b"\xef\xbb\xbf \r\n\n"), "3:1: the input is empty: row in 1..=4 is awaited");
        assert_eq!(first_error(b"\x0b\x0c"), "1:3: the input is empty: row in 1..=4 is awaited");
        assert_eq!(first_error(b" 5"), "1:2: row 5 is outside 1..=4");
        assert_eq!(first_error(b"\xef\xbb\xbf5"), "1:1: row 5 is outside 1..=4");
        assert_eq!(first_error(b"\n\t-1"), "2:2: row -1 is outside 1..=4");
        assert_eq!(first_error(b"-"), "1:1: '-' is not a number: row is awaited, in 1..=4");
        assert_eq!(first_error(b"+1"), "1:1: '+1' is not a number: row is awaited, in 1..=4");
        assert_eq!(first_error(b"1.5"), "1:1: '1.5' is not a number: row is awaited, in 1..=4");
        assert_eq!(first_error(b"a\x1b[2J"), "1:1: 'a\u{fffd}[2J' is not a number: row is awaited, in 1..=4");
        assert_eq!(first_error(b"\xff\xfe"), "1:1: '\u{fffd}\u{fffd}' is not a number: row is awaited, in 1..=4");
        let turned = "\u{202e}4".as_bytes();
        assert_eq!(first_error(turned), "1:1: '\u{fffd}4' is not a number: row is awaited, in 1..=4");
        let huge = [b'9'; 1000];
        assert_eq!(first_error(&huge), format!("1:1: row {}… is outside 1..=4", "9".repeat(40)));
    }

    #[test]
    fn columns_count_characters() {
        let mut input = Input::new("äö 7".as_bytes(), Limits::Ours);
        assert_eq!(input.word().map(Word::bytes), Some("äö".as_bytes()));
        assert_eq!(input.number("n", 1..=4_u32).expect_err("7").to_string(), "1:4: n = 7 is outside 1..=4");
    }

    #[test]
    fn numbers_of_any_width_and_sign() {
        let text = b"-9223372036854775808 18446744073709551615 007";
        let mut input = Input::new(text, Limits::Ours);
        assert_eq!(input.number("a", i64::MIN..=i64::MAX).map(|number| number.value), Ok(i64::MIN));
        assert_eq!(input.number("b", 0..=u64::MAX).map(|number| number.value), Ok(u64::MAX));
        assert_eq!(input.number("c", 0..=9_u8).map(|number| number.value), Ok(7));
        assert_eq!(input.end(), Ok(()));
    }

    #[test]
    fn the_end_is_told_from_more() {
        let mut input = Input::new(b"1\n2", Limits::Ours);
        assert!(input.number("n", 1..=1_u8).is_ok());
        assert_eq!(input.end().expect_err("2").to_string(), "2:1: '2' stands after the last case");
        let mut input = Input::new(b"1", Limits::Ours);
        assert!(input.number("n", 1..=1_u8).is_ok());
        let missing = input.number("m", 1..=1_u8).expect_err("nothing").to_string();
        assert_eq!(missing, "1:2: the input ends here: m in 1..=1 is awaited");
        let mut line = Input::new(b"1", Limits::Ours).after_lines(4).as_line();
        assert!(line.number("n", 1..=1_u8).is_ok());
        let missing = line.number("m", 1..=1_u8).expect_err("nothing").to_string();
        assert_eq!(missing, "5:2: the line ends here: m in 1..=1 is awaited");
    }

    #[test]
    fn original_limits_count_only_where_asked_for() {
        for (text, limits, error) in [
            (b"9", Limits::Ours, None),
            (b"9", Limits::Original, Some("1:1: n = 9 is outside the original limit 2..=8")),
            (b"1", Limits::Ours, Some("1:1: n = 1 is outside 2..=9")),
            (b"1", Limits::Original, Some("1:1: n = 1 is outside the original limit 2..=8")),
            (b"8", Limits::Original, None),
        ] {
            let read = Input::new(text, limits).limited("n", 2..=9_u8, 2..=8);
            assert_eq!(read.err().map(|error| error.to_string()).as_deref(), error);
        }
    }
}
