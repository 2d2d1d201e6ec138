//! The judge's problem: its input and its answers.

use std::fmt;
use std::io::{BufRead, Write};

use board_core::problem::Broken;
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
    /// Whose turn it is at the start; in the judge's games it is white's
    #[cfg_attr(feature = "cli", arg(long, value_name = "SIDE", default_value = "white", value_parser = side_parser()))]
    pub to_move: Side,
}

impl Default for KnightmareProblem {
    /// White to move, as in the games of the judge.
    fn default() -> Self {
        Self { to_move: Side::First }
    }
}

#[cfg(feature = "cli")]
fn side_parser() -> impl clap::builder::TypedValueParser<Value = Side> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    let sides = KnightmareProblem::SIDES;
    PossibleValuesParser::new(sides).map(move |side| if side == sides[0] { Side::First } else { Side::Second })
}

impl KnightmareProblem {
    /// The maximum number of rows and of columns of an input.
    pub const MAX_SIDE: u32 = protocol::MAX_SIDE;
}

impl Problem for KnightmareProblem {
    type Game = Knightmare;
    type Solver = Solver;

    const NAME: &'static str = "knightmare";
    const ABOUT: &'static str = "Plays knightmare perfectly: a white and a black knight race for a target each, or catch each \
                                 other (Codeforces 1201 E1 and E2, interactive). Says which side wins, and wins with it.";
    const FORM: &'static str = "n m, then x1 y1 x2 y2: the board has n rows and m columns, both even, white is on row x1, \
                                column y1, black on row x2, column y2; when solving, then the other side's moves, row and \
                                column, a line each";
    const EXAMPLE: &'static str = "8 8\n2 3 1 8";
    const SIDES: [&'static str; 2] = ["white", "black"];
    const IS_INTERACTIVE: bool = true;

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Record<Knightmare>>, InputError> {
        input.cases(|input| read_start(input, self.to_move))
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
