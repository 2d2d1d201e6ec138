//! The judge's problem: its input and its answers.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use board_core::problem::Statement;
use board_core::{Board, Input, InputError, Margin, Problem, Record, Side};

use crate::rules::{Boxes, Edges, Rules};
use crate::solver::Solver;

/// HDU 4753, Fishhead's Little Game: who wins from here?
///
/// A case is the edges drawn so far, in the judge's format on boards of any size: M, then M pairs of neighbouring
/// dots, which are numbered from 1, row by row. Whose turn it is and the score follow from the rules.
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
    /// The player to move after a box is closed: the other one (alternate) or the same one (extra-turn)
    /// [default: alternate; survey: both]
    #[cfg_attr(feature = "cli", arg(long, value_name = "RULES", value_parser = board_cli::one_of(Rules::ALL.map(Rules::name), Rules::ALL)))]
    pub rules: Option<Rules>,
}

/// The judge's board.
const ORIGINAL: u32 = 3;

impl Default for BoxesProblem {
    fn default() -> Self {
        Self { board: Board::new(ORIGINAL, ORIGINAL).expect("not 0"), rules: None }
    }
}

/// Parses a board that is not too large for the game.
#[cfg(feature = "cli")]
fn board(text: &str) -> Result<Board, String> {
    let board = text.parse().map_err(|error: board_core::ParseError| error.to_string())?;
    Boxes::new(board, Rules::default()).map_err(|_| too_many_edges(board))?;
    Ok(board)
}

fn too_many_edges(board: Board) -> String {
    format!("{board} boxes have {} edges, but the limit is {}", Boxes::count_edges(board), Boxes::MAX_EDGES)
}

impl BoxesProblem {
    /// The rules of all cases: those of the original, unless others were chosen.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules.unwrap_or_default()
    }

    /// The maximum number of cases of an input.
    pub const MAX_CASES: u32 = 10_000_000;

    /// The number of edges drawn in a case of the original; the upper limit is all edges.
    pub(crate) const ORIGINAL_DRAWN: RangeInclusive<u32> = 12..=24;
}

impl Problem for BoxesProblem {
    type Game = Boxes;
    type Solver = Solver;

    const NAME: &'static str = "boxes";
    const ABOUT: &'static str = "Solves dots and boxes (HDU 4753): which player wins from the edges drawn so far. \
 The original has 3 x 3 boxes and no extra turn; other boards and the usual rule are solved too.";
    const FORM: &'static str =
        "T, then for each case M and M lines of two dots: the edges drawn so far; dots are numbered from 1, row by row";
    const EXAMPLE: &'static str = "1 12 1 2 2 3 3 4 5 6 6 7 7 8 1 5 2 6 3 7 4 8 5 9 9 10";
    const SIDES: [&'static str; 2] = ["Tom200", "Jerry404"];
    const STATEMENT: Option<Statement> =
        Some(Statement { english: include_str!("../rules.txt"), chinese: include_str!("../rules.zh.txt") });
    const IDS: &'static [&'static str] = &["hdu4753"];

    fn read_count(&self, input: &mut Input<'_>) -> Result<Option<u64>, InputError> {
        let original = Self::default();
        input.original_rule(self.board == original.board, || {
            format!("a board of {} boxes is outside the original limits ({})", self.board, original.board)
        })?;
        input.original_rule(self.rules() == original.rules(), || "the original has no extra turn".to_owned())?;
        Ok(Some(input.number("T", 1..=Self::MAX_CASES)?.value.into()))
    }

    fn read_case(&self, input: &mut Input<'_>) -> Result<Record<Boxes>, InputError> {
        let game = Boxes::new(self.board, self.rules());
        let game = game.map_err(|_| input.error_here(too_many_edges(self.board)))?;
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
                return Err(input.error(one.word(), format!("the edge between dots {a} and {b} is already drawn")));
            }
        }
        Ok(case)
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
