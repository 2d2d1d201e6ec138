//! A judge's problem: how its cases are read and answered.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::hash::Hash;
use std::io::{self, BufRead, Write};
use std::slice;

use super::input::{Input, InputError};
use super::stream::CaseReader;
use crate::game::{Game, Record, Solve};
use crate::work::{Control, Halt};

/// A case of a problem.
pub type CaseOf<P> = Record<<P as Problem>::Game>;
/// A position of a problem's game.
pub type PositionOf<P> = <<P as Problem>::Game as Game>::Position;
/// A move of a problem's game.
pub type MoveOf<P> = <<P as Problem>::Game as Game>::Move;
/// A value of a problem's game.
pub type ValueOf<P> = <<P as Problem>::Game as Game>::Value;

/// A problem of an online judge: how cases are read, solved and answered.
///
/// A value of the implementing type holds the user's choices (a board, a variant of the rules). A caller uses
/// [`Problem::read`], then [`answers`] or, for problems that implement [`Explain`](super::Explain),
/// [`reports`](super::reports).
pub trait Problem: 'static {
    /// The game. Cases of equal games share the work.
    type Game: Game + Clone + Eq + Hash;
    /// The solver of the game.
    type Solver: Solve<Self::Game>;

    /// The name of the game and of its program.
    const NAME: &'static str;
    /// What the program does and where the problem is from, in a sentence or two.
    const ABOUT: &'static str;
    /// The format of an input and the meaning of its numbers, in one line.
    const FORM: &'static str;
    /// An example of the judge's input, shown in help texts.
    const EXAMPLE: &'static str;
    /// The names of the first and of the second side.
    const SIDES: [&'static str; 2];
    /// Whether the judge and the program take turns, so that an answer depends on what the judge sends next. If so,
    /// `solve` runs [`Problem::converse`].
    const IS_INTERACTIVE: bool = false;

    /// The problem's names on online judges, for example `P4576`.
    const IDS: &'static [&'static str] = &[];

    /// The rules and the format, to be printed; `None` if [`Problem::ABOUT`] and [`Problem::FORM`] are enough.
    const STATEMENT: Option<Statement> = None;

    /// Reads what precedes the first case: the number of cases, if the format includes it.
    ///
    /// # Errors
    /// The first thing in the input that is not allowed.
    fn read_count(&self, _input: &mut Input<'_>) -> Result<Option<u64>, InputError> {
        Ok(None)
    }

    /// Reads the next case.
    ///
    /// # Errors
    /// The first thing in the input that is not allowed.
    fn read_case(&self, input: &mut Input<'_>) -> Result<CaseOf<Self>, InputError>;

    /// Reads the whole input: as many cases as [`Problem::read_count`] announces, or at least one.
    ///
    /// # Errors
    /// The first thing in the input that is not allowed.
    fn read(&self, input: &mut Input<'_>) -> Result<Vec<CaseOf<Self>>, InputError> {
        let mut order = CaseOrder::new(self.read_count(input)?);
        // The count may be far larger than the number of cases that follow, so no memory is reserved for it.
        let mut cases = Vec::new();
        while order.expects_case(input)? {
            cases.push(self.read_case(input)?);
        }
        Ok(cases)
    }

    /// The judge's answer to a case, without a line end; `number` counts the cases from 1.
    fn answer(&self, number: usize, case: &CaseOf<Self>, value: ValueOf<Self>) -> impl fmt::Display;

    /// Returns these cases as the judge's own input, line by line.
    fn input(&self, cases: &[CaseOf<Self>]) -> String;

    /// Returns a case as the judge's own input in one line, with spaces instead of line ends.
    fn input_text(&self, case: &CaseOf<Self>) -> String {
        self.input(slice::from_ref(case)).trim_end().replace('\n', " ")
    }

    /// Reads the whole input and returns the judge's answers, one line per case. By default all cases are read first,
    /// then answered together. A problem whose cases are faster to answer than to store should answer while it reads.
    ///
    /// # Errors
    /// The first thing in the input that is not allowed; or if the work needs more memory than allowed, or was stopped.
    fn solve(&self, input: &mut Input<'_>, control: &Control<'_>) -> Result<String, Broken> {
        let cases = self.read(input)?;
        Ok(answers(self, &cases, control)?)
    }

    /// Reads the next case and returns the judge's answer, without a line end; `number` counts the cases from 1.
    ///
    /// # Errors
    /// As for [`Problem::solve`].
    fn solve_case(&self, number: usize, input: &mut Input<'_>, control: &Control<'_>) -> Result<String, Broken> {
        let case = self.read_case(input)?;
        let values = Self::Solver::values(case.game(), slice::from_ref(case.position()), control)?;
        let value = values.into_iter().next().expect("a value for each position");
        Ok(self.answer(number, &case, value).to_string())
    }

    /// Plays the program's side of the judge's protocol over a reader and a writer, to the end of the game or of the
    /// input. All output is flushed before the next line is read. By default each case is answered as soon as its last
    /// line has been read.
    ///
    /// # Errors
    /// If the input violates the protocol or cannot be read, if the output cannot be written, or if the work needs more
    /// memory than allowed or was stopped.
    fn converse(&self, input: &mut dyn BufRead, output: &mut dyn Write, control: &Control<'_>) -> Result<(), Broken> {
        let mut cases = CaseReader::new(self, input, control.memory());
        while let Some(answer) = cases.next_case(|number, input| self.solve_case(number, input, control))? {
            writeln!(output, "{answer}").and_then(|()| output.flush()).map_err(Broken::Write)?;
        }
        Ok(())
    }
}

/// What a problem asks: the rules, the input and the output, their limits, and an example, as plain text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// In English.
    pub english: &'static str,
    /// In Chinese.
    pub chinese: &'static str,
}

/// Decides whether another case follows.
pub(super) struct CaseOrder {
    /// The number of cases, if the input begins with it.
    count: Option<u64>,
    read: u64,
}

impl CaseOrder {
    pub(super) fn new(count: Option<u64>) -> Self {
        Self { count, read: 0 }
    }

    /// Whether another case must follow. If not, checks that nothing follows. Without a count, cases follow as long as
    /// there are words, and there is at least one.
    pub(super) fn expects_case(&mut self, input: &mut Input<'_>) -> Result<bool, InputError> {
        let expected = match self.count {
            Some(count) => self.read < count,
            None => self.read == 0 || !input.is_done(),
        };
        if !expected {
            input.end()?;
            return Ok(false);
        }
        if self.count.is_none() && self.read > 0 {
            input.original_rule(false, || "unexpected second case: the original has one case per file".to_owned())?;
        }
        self.read += 1;
        Ok(true)
    }

    /// The number of calls of [`CaseOrder::expects_case`] that returned true.
    pub(super) fn number(&self) -> u64 {
        self.read
    }
}

/// Why an input cannot be answered, or a conversation cannot continue.
#[derive(Debug)]
pub enum Broken {
    /// The input is invalid, or violates the protocol.
    Input(InputError),
    /// The input cannot be read.
    Read(io::Error),
    /// The output cannot be written.
    Write(io::Error),
    /// The work needs more memory than allowed, or was stopped.
    Halt(Halt),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Read(error) => write!(f, "cannot read the input: {error}"),
            Self::Write(error) => write!(f, "cannot write the output: {error}"),
            Self::Halt(halt) => halt.fmt(f),
        }
    }
}

impl std::error::Error for Broken {}

impl From<InputError> for Broken {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<Halt> for Broken {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

/// Returns the judge's answers to the given cases, in their order, one line each. Cases of equal games share the work:
/// the cost is that of [`Solve::values`] for each different game.
///
/// # Errors
/// If the work needs more memory than allowed, or was stopped.
///
/// # Panics
/// If the solver does not return a value for each position.
pub fn answers<P: Problem + ?Sized>(problem: &P, cases: &[CaseOf<P>], control: &Control<'_>) -> Result<String, Halt> {
    let mut values = vec![None; cases.len()];
    for Group { game, cases: numbers } in by_game(cases) {
        let positions: Vec<_> = numbers.iter().map(|&number| cases[number].position().clone()).collect();
        for (number, value) in numbers.into_iter().zip(P::Solver::values(game, &positions, control)?) {
            values[number] = Some(value);
        }
    }
    let mut text = String::new();
    for (number, (case, value)) in (1..).zip(cases.iter().zip(values)) {
        let value = value.expect("a value for each position");
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", problem.answer(number, case, value));
    }
    Ok(text)
}

/// A game and the numbers of its cases.
struct Group<'a, G> {
    game: &'a G,
    cases: Vec<usize>,
}

/// The games in the order of their first cases.
fn by_game<G: Game + Eq + Hash>(cases: &[Record<G>]) -> Vec<Group<'_, G>> {
    let mut places: HashMap<&G, usize> = HashMap::new();
    let mut groups: Vec<Group<'_, G>> = Vec::new();
    let mut place = 0;
    for (number, case) in cases.iter().enumerate() {
        // Usually this is the game of the previous case, and comparing is faster than hashing.
        if groups.get(place).is_none_or(|group| group.game != case.game()) {
            place = *places.entry(case.game()).or_insert_with(|| {
                groups.push(Group { game: case.game(), cases: Vec::new() });
                groups.len() - 1
            });
        }
        groups[place].cases.push(number);
    }
    groups
}
