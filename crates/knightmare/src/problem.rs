//! The judge's problem: its input and its answers.

use std::fmt;
use std::io::{BufRead, Write};

use board_core::problem::{Broken, Statement};
use board_core::{Control, Input, InputError, Outcome, Problem, Record, Side};

use crate::conversation;
use crate::protocol::{self, name, played_side, read_start, start_text};
use crate::rules::Knightmare;
use crate::solver::Solver;

/// Codeforces 1201 E1 and E2: play the side that wins.
///
/// The judge and the program take turns: [`Problem::converse`] plays a whole game over a reader and a writer. The answer to a
/// case is the side to play.
///
/// ```
/// use board_core::{Control, Problem};
/// use knightmare::KnightmareProblem;
///
/// let mut output = Vec::new();
/// KnightmareProblem::default().converse(&mut "6 6\n4 4 2 2\n6 3\n".as_bytes(), &mut output, &Control::new())?;
/// assert_eq!(output, b"BLACK\n4 3\n");
/// # Ok::<(), board_core::problem::Broken>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct KnightmareProblem {
    /// The side that moves first; in the original it is white
    #[cfg_attr(feature = "cli", arg(long, value_name = "SIDE", default_value = "white", value_parser = board_cli::one_of(Self::SIDES, Side::ALL)))]
    pub to_move: Side,
}

impl Default for KnightmareProblem {
    /// White to move, as in the games of the judge.
    fn default() -> Self {
        Self { to_move: Side::First }
    }
}

impl KnightmareProblem {
    /// The maximum number of rows and of columns of an input.
    pub const MAX_SIDE: u32 = protocol::MAX_SIDE;
}

impl Problem for KnightmareProblem {
    type Game = Knightmare;
    type Solver = Solver;

    const NAME: &'static str = "knightmare";
    const ABOUT: &'static str = "Plays knightmare perfectly (Codeforces 1201 E1 and E2, interactive): a race of two knights to their targets. \
 Prints the side that wins, then plays it.";
    const FORM: &'static str = "n m, then x1 y1 x2 y2: n rows and m columns, both even, white on row x1, column y1, black on row x2, column y2; solve then reads the opponent's moves, one row and column per line";
    const EXAMPLE: &'static str = "8 8\n2 3 1 8";
    const SIDES: [&'static str; 2] = ["white", "black"];
    const STATEMENT: Option<Statement> =
        Some(Statement { english: include_str!("../rules.txt"), chinese: include_str!("../rules.zh.txt") });
    const IDS: &'static [&'static str] = &["1201E2", "1201E1"];
    const IS_INTERACTIVE: bool = true;

    fn read_case(&self, input: &mut Input<'_>) -> Result<Record<Knightmare>, InputError> {
        read_start(input, self.to_move)
    }

    fn answer(&self, _number: usize, case: &Record<Knightmare>, value: Outcome) -> impl fmt::Display {
        name(played_side(case.to_move(), value)).to_owned()
    }

    fn input(&self, cases: &[Record<Knightmare>]) -> String {
        cases.iter().map(start_text).collect()
    }

    fn converse(&self, input: &mut dyn BufRead, output: &mut dyn Write, control: &Control<'_>) -> Result<(), Broken> {
        conversation::converse(self.to_move, input, output, control)
    }
}
