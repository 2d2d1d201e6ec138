//! The judge's problem: its input and its answers.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use board_core::{Board, Input, InputError, Margin, Problem, Record, Side};

use crate::rules::{Boxes, Edges, Rules};
use crate::solver::Solver;

/// HDU 4753, Fishhead's Little Game: who wins from here?
///
/// A case is the edges drawn so far, as on the judge's board of 3 x 3 boxes, so on any other: M and M pairs of
/// neighbouring dots, which are numbered from 1, row by row. Whose turn it is and the score follow from the rules.
///
/// ```
/// use board_core::problem::answers;
/// use boxes::{BoxesProblem, Control, Input, Limits, Problem};
///
/// let problem = BoxesProblem::default();
/// let cases = problem.read(&mut Input::new(b"1\n0\n", Limits::Ours))?;
/// assert_eq!(answers(&problem, &cases, &Control::new())?, "Case #1: Jerry404\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct BoxesProblem {
    /// The board of all cases, in boxes
    #[cfg_attr(feature = "cli", arg(long, value_name = "ROWSxCOLS", default_value = "3x3", value_parser = board))]
    pub board: Board,
    /// Who moves after a box is closed: alternate, the other; extra-turn, the same player again
    #[cfg_attr(feature = "cli", arg(long, default_value_t))]
    pub rules: Rules,
}

/// The judge's board.
const ORIGINAL: u32 = 3;

impl Default for BoxesProblem {
    fn default() -> Self {
        Self { board: Board::new(ORIGINAL, ORIGINAL).expect("not 0"), rules: Rules::default() }
    }
}

/// A board that is not too large for the game.
#[cfg(feature = "cli")]
fn board(text: &str) -> Result<Board, String> {
    let board = text.parse().map_err(|error: board_core::ParseError| error.to_string())?;
    Boxes::new(board, Rules::default()).map_err(|error| error.to_string())?;
    Ok(board)
}

impl BoxesProblem {
    /// The maximum number of cases of an input.
    pub const MAX_CASES: u32 = 10_000_000;

    /// The number of edges drawn in a case of the original; the upper limit is all edges.
    pub(crate) const ORIGINAL_DRAWN: RangeInclusive<u32> = 12..=24;

    fn read_case(game: Boxes, input: &mut Input<'_>) -> Result<Record<Boxes>, InputError> {
        let count = input.limited("M", 0..=game.edges().len(), Self::ORIGINAL_DRAWN)?;
        let start = game.position(Edges::default(), Side::First).expect("no edge is on every board");
        let mut case = Record::new(game, start);
        for _ in 0..count.value {
            let one = input.number("dot", 1..=game.dots())?;
            let other = input.number("dot", 1..=game.dots())?;
            let (a, b) = (one.value, other.value);
            let edge = game.edge(a, b);
            let edge = edge.ok_or_else(|| input.error(one.word(), format!("dots {a} and {b} are not neighbours")))?;
            if case.play(edge).is_err() {
                return Err(input.error(one.word(), format!("the edge between dots {a} and {b} is drawn already")));
            }
        }
        Ok(case)
    }
}

impl Problem for BoxesProblem {
    type Game = Boxes;
    type Solver = Solver;

    const NAME: &'static str = "boxes";
    const ABOUT: &'static str = "Solves dots and boxes exactly, on the 3 x 3 boxes of HDU 4753 or on others, with or without the \
                                 extra turn for who closes a box: says who wins from the edges drawn so far.";
    const FORM: &'static str =
        "T, then T times M and M lines of two dots: the edges drawn so far, the dots numbered from 1 row by row";
    const EXAMPLE: &'static str = "1 12 1 2 2 3 3 4 5 6 6 7 7 8 1 5 2 6 3 7 4 8 5 9 9 10";
    const SIDES: [&'static str; 2] = ["Tom200", "Jerry404"];

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Record<Boxes>>, InputError> {
        let original = Self::default();
        input.original_rule(self.board == original.board, || {
            format!("a board of {} boxes is not the original, 3 x 3", self.board)
        })?;
        input.original_rule(self.rules == original.rules, || "the original has no extra turn".to_owned())?;
        let game = Boxes::new(self.board, self.rules);
        let game = game.map_err(|error| input.error_here(error.to_string()))?;
        let count = input.number("T", 1..=Self::MAX_CASES)?;
        // No room is reserved: the number can promise far more cases than there are.
        let mut cases = Vec::new();
        for _ in 0..count.value {
            cases.push(Self::read_case(game, input)?);
        }
        input.end()?;
        Ok(cases)
    }

    fn answer(&self, number: usize, case: &Record<Boxes>, Margin(points): Margin) -> impl fmt::Display {
        let mover = case.to_move();
        let winner = match (points + case.score(mover)).cmp(&case.score(mover.other())) {
            Ordering::Greater => Self::SIDES[mover as usize],
            Ordering::Less => Self::SIDES[mover.other() as usize],
            Ordering::Equal => "Tie",
        };
        format!("Case #{number}: {winner}")
    }

    fn input(&self, cases: &[Record<Boxes>]) -> String {
        let line = |(one, other)| format!("{one} {other}\n");
        let lines = |case: &Record<Boxes>| {
            let edges: String = case.moves().map(|edge| line(edge.dots())).collect();
            format!("{}\n{edges}", case.moves().len())
        };
        format!("{}\n{}", cases.len(), cases.iter().map(lines).collect::<String>())
    }
}
