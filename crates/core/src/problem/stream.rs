//! Cases read from a reader, line by line.

use std::io::{BufRead, ErrorKind};

use super::contract::{Broken, CaseOrder, Problem};
use super::input::{BYTE_ORDER_MARK, Input, Limits};
use crate::work::Halt;

/// Reads the cases of an input from a reader, each as soon as its last line is available.
///
/// Keeps the lines of one case, and what the reader's buffer holds beyond it. A case that does not fit in that buffer is
/// read again each time the buffer is refilled, so the time is quadratic in the length of such a case.
///
/// ```
/// use std::io::{self, BufReader};
///
/// use board_core::problem::CaseReader;
/// # use board_core::problem::{Broken, CaseOf};
/// # use board_core::{Game, Input, InputError, Negamax, Outcome, Problem, Record, Side, Step};
/// # #[derive(Clone, PartialEq, Eq, Hash)]
/// # struct Heap;
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     type Value = Outcome;
/// #     fn to_move(&self, _: &u32) -> Side { Side::First }
/// #     fn end(&self, left: &u32) -> Option<Outcome> { (*left == 0).then_some(Outcome::Loss(0)) }
/// #     fn moves(&self, left: &u32) -> impl Iterator<Item = u32> { 1..=*left }
/// #     fn play(&self, left: &u32, taken: u32) -> Step<u32> { Step { to: left - taken, gain: 0 } }
/// # }
/// # struct HeapProblem;
/// # impl Problem for HeapProblem {
/// #     type Game = Heap;
/// #     type Solver = Negamax<Heap>;
/// #     const NAME: &'static str = "heap";
/// #     const ABOUT: &'static str = "";
/// #     const FORM: &'static str = "";
/// #     const EXAMPLE: &'static str = "";
/// #     const SIDES: [&'static str; 2] = ["first", "second"];
/// #     fn read_case(&self, input: &mut Input<'_>) -> Result<CaseOf<Self>, InputError> {
/// #         Ok(Record::new(Heap, input.number("n", 1..=9)?.value))
/// #     }
/// #     fn answer(&self, _: usize, _: &CaseOf<Self>, _: Outcome) -> impl std::fmt::Display { "" }
/// #     fn input(&self, _: &[CaseOf<Self>]) -> String { String::new() }
/// # }
///
/// let mut reader = BufReader::new("5\n7\n".as_bytes());
/// let mut cases = CaseReader::new(&HeapProblem, &mut reader, 1 << 20);
/// while let Some(case) = cases.next_case(|_, input| Ok(HeapProblem.read_case(input)?))? {
///     assert!(*case.position() >= 5);
/// }
/// # Ok::<(), Broken>(())
/// ```
pub struct CaseReader<'a, P: ?Sized> {
    problem: &'a P,
    reader: &'a mut dyn BufRead,
    /// The maximum number of bytes that are kept.
    memory: u64,
    /// The lines read so far, from the one in which the current case begins or an earlier one.
    bytes: Vec<u8>,
    /// The number of these bytes that precede the current case.
    read: usize,
    /// The number of lines before these bytes.
    lines: usize,
    /// Whether the reader has reported its end. A terminal can continue after that.
    is_at_end: bool,
    /// Known once the first case has begun.
    order: Option<CaseOrder>,
}

impl<'a, P: Problem + ?Sized> CaseReader<'a, P> {
    /// Reads from this reader; a case may take up to `memory` bytes.
    pub fn new(problem: &'a P, reader: &'a mut dyn BufRead, memory: u64) -> Self {
        Self { problem, reader, memory, bytes: Vec::new(), read: 0, lines: 0, is_at_end: false, order: None }
    }

    /// Calls `read` with the number of the next case, from 1, and the input, and returns its result; `None` after the
    /// last case. `read` is called again if its input ends too early and more can be read.
    ///
    /// # Errors
    /// The errors of `read`, the first thing in the input that is not allowed, and those of the reader.
    #[expect(clippy::missing_panics_doc, reason = "the order is set before it is used")]
    pub fn next_case<T>(
        &mut self,
        mut read: impl FnMut(usize, &mut Input<'_>) -> Result<T, Broken>,
    ) -> Result<Option<T>, Broken> {
        if self.order.is_none() {
            let problem = self.problem;
            let count = self.complete(&mut |input| Ok(problem.read_count(input)?))?;
            self.order = Some(CaseOrder::new(count));
        }
        // Without a count, only the next word or the end of the input decides whether there is another case.
        while Input::part(&self.bytes, self.read, Limits::Ours).is_done() && self.read_lines()? {}
        let mut input = Input::part(&self.bytes, self.read, Limits::Ours).after_lines(self.lines);
        let order = self.order.as_mut().expect("set above");
        if !order.expects_case(&mut input)? {
            return Ok(None);
        }
        let number = usize::try_from(order.number()).expect("at most as many cases as bytes were read");
        self.complete(&mut |input| read(number, input)).map(Some)
    }

    /// Reads lines until `read` has a complete input.
    fn complete<T>(&mut self, read: &mut dyn FnMut(&mut Input<'_>) -> Result<T, Broken>) -> Result<T, Broken> {
        loop {
            let mut input = Input::part(&self.bytes, self.read, Limits::Ours).after_lines(self.lines);
            let (found, position) = (read(&mut input), input.position());
            match found {
                Err(Broken::Input(error)) if error.is_unexpected_end() && self.read_lines()? => {}
                Err(broken) => return Err(broken),
                Ok(found) => {
                    self.read = position;
                    return Ok(found);
                }
            }
        }
    }

    /// Reads the lines that are available, at least one; `false` at the end.
    fn read_lines(&mut self) -> Result<bool, Broken> {
        self.drop_lines();
        let is_first = self.lines == 0 && self.bytes.is_empty();
        let length_before = self.bytes.len();
        while !self.is_at_end {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Broken::Read(error)),
            };
            self.is_at_end = chunk.is_empty();
            // The last word of an unfinished line may continue.
            let line_end = chunk.iter().rposition(|&byte| byte == b'\n');
            let length = line_end.map_or(chunk.len(), |at| at + 1);
            if (self.bytes.len() + length) as u64 > self.memory {
                let what = "a case of the input".to_owned();
                // It is not known how much more the case needs.
                let needed = self.memory.saturating_add(1);
                return Err(Halt::TooLarge { what, needed, allowed: self.memory }.into());
            }
            self.bytes.extend_from_slice(&chunk[..length]);
            self.reader.consume(length);
            if line_end.is_some() {
                break;
            }
        }
        let has_read = self.bytes.len() > length_before;
        if is_first && self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(has_read)
    }

    /// Drops the lines before the one in which the next case begins.
    fn drop_lines(&mut self) {
        let read = &self.bytes[..self.read];
        let length = read.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        self.lines += read[..length].split_inclusive(|&byte| byte == b'\n').count();
        self.bytes.drain(..length);
        self.read -= length;
    }
}
