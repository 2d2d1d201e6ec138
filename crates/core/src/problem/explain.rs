//! Reports on cases, and tables of whole boards.

use std::fmt;
use std::slice;

use super::contract::{CaseOf, MoveOf, PositionOf, Problem};
use super::picture::Picture;
use super::report::{Caps, Field, Report, ReportedMove, ReportedPly};
use crate::board::Board;
use crate::game::{Game, Oracle, Outcome, Ratings, Record, Side, Solve, Value, ValueKind, analysis};
use crate::work::{Control, Halt};

/// A problem that can show its positions and explain its values.
pub trait Explain: Problem {
    /// The letters of the first and of the second side in pictures and lines.
    const LETTERS: [&'static str; 2];

    /// The title of a report, for example `4 x 4`.
    fn title(&self, case: &CaseOf<Self>) -> String;

    /// The parts of a position by name, for reports in JSON.
    fn fields(&self, case: &CaseOf<Self>) -> Vec<(&'static str, Field)>;

    /// A picture of the position; `None` if there is nothing to draw.
    fn picture(&self, case: &CaseOf<Self>, solver: &Self::Solver) -> Option<Picture>;

    /// The text of a move that is made in a position of the case's game.
    fn move_text(&self, case: &CaseOf<Self>, chosen: MoveOf<Self>) -> String;

    /// The legal move with this text, as [`Explain::move_text`] writes it. By default all legal
    /// moves are compared.
    fn parse_move(&self, case: &CaseOf<Self>, text: &str) -> Option<MoveOf<Self>> {
        case.game().moves(case.position()).find(|&chosen| self.move_text(case, chosen) == text)
    }

    /// How the solver finds the value of the case, in a few words.
    fn method(&self, case: &CaseOf<Self>, solver: &Self::Solver) -> String;

    /// Further notes on a position, each with a label of at most seven letters.
    fn notes(&self, _case: &CaseOf<Self>, _solver: &Self::Solver) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Whether a move takes a piece of the other side.
    fn captures(&self, _game: &Self::Game, _at: &PositionOf<Self>, _chosen: MoveOf<Self>) -> bool {
        false
    }

    /// The tables and lists of whole boards, the default one first; none by default.
    fn surveys(&self) -> Vec<Survey<Self>> {
        Vec::new()
    }
}

/// Statistics of whole boards, to compare with published tables and sequences.
pub struct Survey<P: ?Sized> {
    /// The name of the survey, for example `grundy-queen`.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Checks, before any work, that the game is played on a board and that the work is within the limits.
    pub check: SurveyOf<P, ()>,
    /// Its content for one board.
    pub content: Content<P>,
}

/// The output of a survey.
pub enum Content<P: ?Sized> {
    /// A row of a table.
    Row {
        /// The columns after the first, which is the board.
        columns: &'static [Column],
        /// The cells of one board's row, one per column.
        row: SurveyOf<P, Vec<String>>,
    },
    /// Free-form lines, each with a line end.
    Lines(SurveyOf<P, String>),
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The heading.
    pub heading: &'static str,
    /// The number of characters of the longest likely cell: each row is written before the next one is known.
    pub width: usize,
}

/// Computes a survey's result for one board.
pub type SurveyOf<P, T> = fn(&P, Board, &Control<'_>) -> Result<T, SurveyError>;

/// Why a board cannot be surveyed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SurveyError {
    /// The game is not played on this board; the text gives the reason, for example `7 x 8: expected an even number of rows, found 7`.
    NoGame(String),
    /// The survey needs more memory than allowed, or was stopped.
    Halt(Halt),
}

impl fmt::Display for SurveyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame(why) => f.write_str(why),
            Self::Halt(halt) => halt.fmt(f),
        }
    }
}

impl std::error::Error for SurveyError {}

impl From<Halt> for SurveyError {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

/// Reports on cases in their order. Consecutive cases of one game share a solver, unless that needs more memory than
/// allowed: then each has its own. Only one solver and one report are kept at a time.
///
/// # Errors
/// If the work needs more memory than allowed or was stopped, or if `each` fails.
pub fn reports<P: Explain, E: From<Halt>>(
    problem: &P,
    cases: &[CaseOf<P>],
    caps: Caps,
    control: &Control<'_>,
    mut each: impl FnMut(Report) -> Result<(), E>,
) -> Result<(), E> {
    for alike in cases.chunk_by(|one, next| one.game() == next.game()) {
        let solver = |cases: &[CaseOf<P>]| {
            let positions: Vec<_> = cases.iter().map(|case| case.position().clone()).collect();
            P::Solver::new(alike[0].game(), &positions, control)
        };
        match solver(alike) {
            Ok(solver) => alike.iter().try_for_each(|case| each(report(problem, case, &solver, caps)))?,
            Err(Halt::TooLarge { .. }) if alike.len() > 1 => {
                for case in alike {
                    each(report(problem, case, &solver(slice::from_ref(case))?, caps))?;
                }
            }
            Err(halt) => return Err(halt.into()),
        }
    }
    Ok(())
}

/// Reports on one case, with a solver that was made for its position. Costs the values of its moves, and of the moves
/// along the line of best play as far as `caps` shows it (in a game with points, to the end).
pub fn report<P: Explain>(problem: &P, case: &CaseOf<P>, solver: &P::Solver, caps: Caps) -> Report {
    let (game, at) = (case.game(), case.position());
    let value = game.end(at).unwrap_or_else(|| solver.value(at));
    let ratings =
        if case.is_over() { Ratings { moves: Vec::new(), total: 0 } } else { solver.rate(game, at, caps.moves) };
    let moves = ratings
        .moves
        .iter()
        .map(|rated| ReportedMove {
            text: problem.move_text(case, rated.chosen),
            value: rated.value.kind(),
            optimal: rated.value == value,
        })
        .collect();

    let mut line = Vec::new();
    let followed = follow(problem, case, solver, value.kind(), caps.line, &mut line);
    Report {
        game: P::NAME,
        title: problem.title(case),
        picture: problem.picture(case, solver),
        input: problem.input_text(case),
        fields: problem.fields(case),
        sides: P::SIDES,
        letters: P::LETTERS,
        to_move: case.to_move(),
        value: value.kind(),
        score: Side::ALL.map(|side| case.score(side)),
        final_score: followed.score,
        moves,
        moves_total: ratings.total,
        line,
        line_total: followed.plies,
        notes: problem.notes(case, solver),
        method: problem.method(case, solver),
    }
}

/// The number of plies for which a drawn game is followed to see whether it ends.
pub const MAX_DRAWN_PLIES: usize = 10_000;

/// The end of a line of best play.
struct Followed {
    /// The number of its plies, if it ends.
    plies: Option<u64>,
    /// The points of each side after the line.
    score: [i64; 2],
}

/// Follows best play and keeps the first `max` plies of it.
fn follow<P: Explain>(
    problem: &P,
    case: &Record<P::Game>,
    solver: &P::Solver,
    value: ValueKind,
    max: usize,
    line: &mut Vec<ReportedPly>,
) -> Followed {
    let game = case.game();
    let (known, limit) = match value {
        // Only the plies that are shown need to be played.
        ValueKind::Outcome(Outcome::Win(plies) | Outcome::Loss(plies)) => (Some(plies), max),
        ValueKind::Outcome(Outcome::Draw) => (None, MAX_DRAWN_PLIES),
        // Points are counted to the end of the game.
        ValueKind::Margin(_) => (None, usize::MAX),
    };
    let mut score = Side::ALL.map(|side| case.score(side));
    let mut at = case.position().clone();
    let mut plies = 0;
    for rated in analysis::best_line(game, solver, case.position()).take(limit) {
        let side = game.to_move(&at);
        score[side as usize] += rated.gain;
        plies += 1;
        if line.len() < max {
            line.push(ReportedPly {
                side,
                text: problem.move_text(case, rated.chosen),
                captures: problem.captures(game, &at, rated.chosen),
                gain: rated.gain,
            });
        }
        at = game.play(&at, rated.chosen).to;
    }
    Followed { plies: known.or_else(|| game.end(&at).map(|_| plies)), score }
}
