//! The judge's problem: its input, its answers, and how positions are shown.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use board_core::judging::Judging;
use board_core::problem::Survey;
use board_core::report::{Field, Tone};
use board_core::{
    Board, Control, Halt, Input, InputError, Margin, Mark, Oracle, Picture, Problem, Record, Side, Square,
};

use crate::judging::JUDGING;
use crate::rules::{Boxes, Edge, Edges, Position, Rules};
use crate::solver::{Method, Solver, margins};

/// HDU 4753, Fishhead's Little Game: who wins from here?
///
/// A case is the edges drawn so far, as on the judge's board of 3 x 3 boxes, so on any other: M and M pairs of
/// neighbouring dots, which are numbered from 1, row by row. Whose turn it is and the score follow from the rules.
///
/// ```
/// use board_core::problem::answers;
/// use board_core::{Control, Input, Limits, Problem};
/// use boxes::BoxesProblem;
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
    /// The most cases of an input.
    pub const MAX_CASES: u32 = 10_000_000;

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

fn edges_text(edges: impl Iterator<Item = Edge>, between: &str) -> String {
    edges.map(|edge| edge.to_string()).collect::<Vec<_>>().join(between)
}

impl Problem for BoxesProblem {
    type Game = Boxes;
    type Oracle = Solver;

    const NAME: &'static str = "boxes";
    const ABOUT: &'static str = "Solves dots and boxes exactly, on the 3 x 3 boxes of HDU 4753 or on others, with or without the \
                                 extra turn for who closes a box: says who wins from the edges drawn so far.";
    const FORM: &'static str =
        "T, then T times M and M lines of two dots: the edges drawn so far, the dots numbered from 1 row by row";
    const EXAMPLE: &'static str = "1 12 1 2 2 3 3 4 5 6 6 7 7 8 1 5 2 6 3 7 4 8 5 9 9 10";
    const SIDES: [&'static str; 2] = ["Tom200", "Jerry404"];
    const LETTERS: [&'static str; 2] = ["T", "J"];
    const SURVEY: Option<Survey<Self>> = Some(Survey {
        about: "Tell the value of empty boards by both rules, and how many first moves keep it",
        columns: &["edges", "extra turn", "alternate"],
        row: survey,
    });

    const JUDGING: Judging<Self> = JUDGING;

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Record<Boxes>>, InputError> {
        let original = Self::default();
        input.original_rule(self.board == original.board, || {
            format!("a board of {} boxes is not the original, 3 x 3", self.board)
        })?;
        input.original_rule(self.rules == original.rules, || "the original has no extra turn".to_owned())?;
        let game = Boxes::new(self.board, self.rules);
        let game = game.map_err(|error| input.error_here(error.to_string()))?;
        let count = input.number("T", 1..=Self::MAX_CASES)?;
        // No room is made in advance: the number may promise far more cases than there are.
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

    fn oracle(&self, game: &Boxes, positions: &[&Position], control: &Control<'_>) -> Result<Solver, Halt> {
        Solver::new(*game, positions, control)
    }

    fn values(&self, game: &Boxes, positions: &[&Position], control: &Control<'_>) -> Result<Vec<Margin>, Halt> {
        margins(*game, positions, control)
    }

    fn method(&self, case: &Record<Boxes>) -> String {
        let open = case.game().edges().difference(case.position().drawn()).len();
        match open {
            0 => "all edges are drawn".to_owned(),
            1 => "only one edge is open".to_owned(),
            _ => match Method::of(*case.game(), case.position()) {
                Method::Table => format!("a table of all sets of the {open} open edges"),
                Method::Search => format!("alpha-beta search of the {open} open edges, bounds kept by sets of them"),
            },
        }
    }

    fn input(&self, cases: &[Record<Boxes>]) -> String {
        let line = |(one, other)| format!("{one} {other}\n");
        let lines = |case: &Record<Boxes>| {
            let edges: String = case.moves().map(|edge| line(edge.dots())).collect();
            format!("{}\n{edges}", case.moves().len())
        };
        format!("{}\n{}", cases.len(), cases.iter().map(lines).collect::<String>())
    }

    fn title(&self, case: &Record<Boxes>) -> String {
        let rules = match case.game().rules() {
            Rules::Alternate => "alternate turns",
            Rules::ExtraTurn => "extra turn",
        };
        format!("{} boxes, {rules}", case.game().board().title())
    }

    fn fields(&self, case: &Record<Boxes>) -> Vec<(&'static str, Field)> {
        let game = *case.game();
        let points = |side| Field::Number(case.score(side).unsigned_abs());
        vec![
            ("rows", Field::Number(game.board().rows().into())),
            ("cols", Field::Number(game.board().cols().into())),
            ("rules", Field::Text(game.rules().to_string())),
            ("drawn", Field::Text(edges_text(case.moves(), " "))),
            ("safe", Field::Text(edges_text(game.list(game.safe_edges(case.position())), " "))),
            ("tom200", points(Side::First)),
            ("jerry404", points(Side::Second)),
        ]
    }

    fn picture(&self, case: &Record<Boxes>, _oracle: &Solver) -> Option<Picture> {
        let game = *case.game();
        let board = game.board();
        let dot = |number: u32| Square::new((number - 1) / (board.cols() + 1), (number - 1) % (board.cols() + 1));
        let lines = case.moves().map(|edge| <[u32; 2]>::from(edge.dots()).map(dot)).collect();
        // Who closed which box is only in the moves.
        let mut marks: Vec<Mark> = Vec::new();
        let mut replay = Record::new(game, *case.start());
        for edge in case.moves() {
            let letter = Self::LETTERS[replay.to_move() as usize];
            replay.play(edge).expect("a move of the record");
            let is_closed =
                |square: &Square| game.sides(square.row, square.col).difference(replay.position().drawn()).is_empty();
            let closed: Vec<Square> = board
                .iter()
                .filter(is_closed)
                .filter(|square| marks.iter().all(|mark| mark.square != *square))
                .collect();
            marks.extend(closed.into_iter().map(|square| Mark { square, text: letter.to_owned(), tone: Tone::Plain }));
        }
        Some(Picture { board, marks, lines: Some(lines), legend: None })
    }

    fn move_text(&self, _case: &Record<Boxes>, edge: Edge) -> String {
        edge.to_string()
    }

    fn notes(&self, case: &Record<Boxes>, _oracle: &Solver) -> Vec<(&'static str, String)> {
        let safe = case.game().safe_edges(case.position());
        let text = if safe.is_empty() { "none".to_owned() } else { edges_text(case.game().list(safe), "  ") };
        vec![("safe", text)]
    }
}

/// The value of the empty board by both rules.
fn survey(_problem: &BoxesProblem, board: Board, control: &Control<'_>) -> Result<Vec<String>, Halt> {
    let [extra_turn, alternate] = [Rules::ExtraTurn, Rules::Alternate].map(|rules| {
        // More edges than a game may have are more than a table can.
        let what = format!("{} with {} open edges", board.title(), Boxes::count_edges(board));
        let too_large = |_| Halt::TooLarge { what: what.clone(), needed: u64::MAX, allowed: control.memory() };
        let game = Boxes::new(board, rules).map_err(too_large)?;
        let start = game.position(Edges::default(), Side::First).map_err(too_large)?;
        let solver = Solver::new(game, &[&start], control)?;
        let ratings = solver.rate(&game, &start, usize::MAX);
        let Margin(points) = solver.value(&start);
        let keep = ratings.moves.iter().filter(|rated| rated.value == Margin(points)).count();
        let value = if points == 0 { "0".to_owned() } else { format!("{points:+}") };
        Ok(format!("{value} ({keep}/{})", ratings.total))
    });
    Ok(vec![Boxes::count_edges(board).to_string(), extra_turn?, alternate?])
}
