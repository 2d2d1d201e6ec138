//! What a judge's problem adds to its game.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::hash::Hash;
use std::io::{self, BufRead, Write};
use std::slice;

use crate::{
    Board, Control, Game, Halt, Input, InputError, Oracle, Outcome, Picture, Record, Report, Side, Value, ValueKind,
    analysis,
    judging::Judging,
    report::{Caps, Field, ReportedMove, ReportedPly},
};

/// A case of a problem.
pub type CaseOf<P> = Record<<P as Problem>::Game>;
type PositionOf<P> = <<P as Problem>::Game as Game>::Position;
type MoveOf<P> = <<P as Problem>::Game as Game>::Move;
type ValueOf<P> = <<P as Problem>::Game as Game>::Value;

/// A judge's problem: how cases are read and answered, and how its game is shown to people.
///
/// A value of the implementing type holds what a user may choose (a board, a variant of the rules). Command lines,
/// pages and other programs all take this road: [`Problem::read`], then [`answers`] or [`reports`].
pub trait Problem: 'static {
    /// The game. Cases of equal games share the work.
    type Game: Game + Clone + Eq + Hash;
    /// Who knows the values of one game.
    type Oracle: Oracle<Self::Game>;

    /// The name of the game and of its program.
    const NAME: &'static str;
    /// What the program is for and where the problem is from, in a sentence or two.
    const ABOUT: &'static str;
    /// The form of an input and what its numbers mean, in one line.
    const FORM: &'static str;
    /// The judge's input of an example, shown in help texts.
    const EXAMPLE: &'static str;
    /// The names of the first and of the second side.
    const SIDES: [&'static str; 2];
    /// The letters that stand for the sides in pictures and lines.
    const LETTERS: [&'static str; 2];

    /// What is told of whole boards, if anything is.
    const SURVEY: Option<Survey<Self>> = None;

    /// What can be listed of whole boards, beside [`Problem::SURVEY`].
    #[must_use]
    fn lists() -> Vec<List<Self>> {
        Vec::new()
    }

    /// How `solve` speaks with the judge, where it is not input first and output then.
    const CONVERSATION: Option<Conversation<Self>> = None;

    /// What a local judge needs.
    const JUDGING: Judging<Self>;

    /// Reads all cases of an input, at least one, to its end.
    ///
    /// # Errors
    /// The first thing in the input that is not allowed.
    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Record<Self::Game>>, InputError>;

    /// The judge's answer to a case, without a line end; `number` counts the cases from 1.
    fn answer(&self, number: usize, case: &Record<Self::Game>, value: ValueOf<Self>) -> impl fmt::Display;

    /// Reads all of an input and answers it as the judge does, a line for each case. By default the cases are read,
    /// then answered together. Where it takes longer to keep a case than to answer it, a problem answers while it reads.
    ///
    /// # Errors
    /// The first thing in the input that is not allowed; where it takes more than it may, or was stopped.
    fn solve(&self, input: &mut Input<'_>, control: &Control<'_>) -> Result<String, Broken> {
        let cases = self.read(input)?;
        Ok(answers(self, &cases, control)?)
    }

    /// An oracle for some positions of one game and all that can follow them.
    ///
    /// # Errors
    /// Where it takes more than it may, or was stopped.
    fn oracle(
        &self,
        game: &Self::Game,
        positions: &[&PositionOf<Self>],
        control: &Control<'_>,
    ) -> Result<Self::Oracle, Halt>;

    /// The values of some positions of one game: what the judge asks for. By default an oracle is asked; where
    /// values alone cost less than an oracle, a problem says how.
    ///
    /// # Errors
    /// Where it takes more than it may, or was stopped.
    fn values(
        &self,
        game: &Self::Game,
        positions: &[&PositionOf<Self>],
        control: &Control<'_>,
    ) -> Result<Vec<ValueOf<Self>>, Halt> {
        let oracle = self.oracle(game, positions, control)?;
        Ok(positions.iter().map(|at| oracle.value(at)).collect())
    }

    /// How the values are known, in a few words.
    fn method(&self, case: &Record<Self::Game>) -> String;

    /// The judge's own input of these cases, line by line.
    fn input(&self, cases: &[Record<Self::Game>]) -> String;

    /// The judge's own input of a case in one line: its lines are divided by blanks.
    fn input_text(&self, case: &Record<Self::Game>) -> String {
        self.input(slice::from_ref(case)).trim_end().replace('\n', " ")
    }

    /// What a report names first, as `4 x 4`.
    fn title(&self, case: &Record<Self::Game>) -> String;

    /// The parts of a position by name, for programs that read reports.
    fn fields(&self, case: &Record<Self::Game>) -> Vec<(&'static str, Field)>;

    /// A picture of the position; `None` where it would show nothing.
    fn picture(&self, case: &Record<Self::Game>, oracle: &Self::Oracle) -> Option<Picture>;

    /// The text of a move that is made in a position of the case's game.
    fn move_text(&self, case: &Record<Self::Game>, chosen: MoveOf<Self>) -> String;

    /// What else is worth saying of a position, each with a label of at most seven letters.
    fn notes(&self, _case: &Record<Self::Game>, _oracle: &Self::Oracle) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Whether a move takes a piece of the other side.
    fn captures(&self, _game: &Self::Game, _at: &PositionOf<Self>, _chosen: MoveOf<Self>) -> bool {
        false
    }
}

/// Plays the judge's game against whoever writes the input and reads the output, line by line.
pub struct Conversation<P: ?Sized> {
    /// Returns when the game is over or broken off. What it writes it flushes before it reads on.
    pub hold: Hold<P>,
}

/// Reads the judge's lines, writes the answers, and takes no more than it may.
pub type Hold<P> = fn(&P, &mut dyn BufRead, &mut dyn Write, &Control<'_>) -> Result<(), Broken>;

/// Why a conversation cannot go on, or an input cannot be answered.
#[derive(Debug)]
pub enum Broken {
    /// A line is not what the protocol allows here.
    Input(InputError),
    /// A line cannot be read.
    Read(io::Error),
    /// A line cannot be written.
    Write(io::Error),
    /// The game takes more than it may, or was stopped.
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

/// What a problem tells of whole boards, a row of a table for each.
pub struct Survey<P: ?Sized> {
    /// What the table is about, in a sentence.
    pub about: &'static str,
    /// The headings of the columns after the first, which is the board.
    pub columns: &'static [&'static str],
    /// The cells of one board's row, as many as there are headings.
    pub row: fn(&P, Board, &Control<'_>) -> Result<Vec<String>, Halt>,
}

/// Numbers of a whole board, in lines: what is compared with published sequences.
pub struct List<P: ?Sized> {
    /// The name by which it is asked for, as `grundy-queen`.
    pub name: &'static str,
    /// What stands in its lines, in a few words.
    pub about: &'static str,
    /// Its lines, each with a line end.
    pub lines: fn(&P, Board, &Control<'_>) -> Result<String, Halt>,
}

/// The judge's answers to some cases, in their order, a line each. Equal games share the work.
///
/// # Errors
/// Where it takes more than it may, or was stopped.
///
/// # Panics
/// Where the problem does not give a value for each position.
pub fn answers<P: Problem + ?Sized>(
    problem: &P,
    cases: &[Record<P::Game>],
    control: &Control<'_>,
) -> Result<String, Halt> {
    let mut values = vec![None; cases.len()];
    for (game, numbers) in by_game(cases) {
        let positions: Vec<_> = numbers.iter().map(|&number| cases[number].position()).collect();
        for (number, value) in numbers.into_iter().zip(problem.values(game, &positions, control)?) {
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

/// Reports on some cases, one after the other in their order. Cases of one game that follow each other share the work,
/// unless an oracle for all of them takes more than it may: then each has its own. Only one oracle and one report are
/// kept at a time.
///
/// # Errors
/// Where it takes more than it may, was stopped, or `each` fails.
pub fn reports<P: Problem, E: From<Halt>>(
    problem: &P,
    cases: &[Record<P::Game>],
    caps: Caps,
    control: &Control<'_>,
    mut each: impl FnMut(Report) -> Result<(), E>,
) -> Result<(), E> {
    for alike in cases.chunk_by(|one, next| one.game() == next.game()) {
        let oracle = |cases: &[Record<P::Game>]| {
            let positions: Vec<_> = cases.iter().map(Record::position).collect();
            problem.oracle(alike[0].game(), &positions, control)
        };
        match oracle(alike) {
            Ok(oracle) => alike.iter().try_for_each(|case| each(report(problem, case, &oracle, caps)))?,
            Err(Halt::TooLarge { .. }) if alike.len() > 1 => {
                for case in alike {
                    each(report(problem, case, &oracle(slice::from_ref(case))?, caps))?;
                }
            }
            Err(halt) => return Err(halt.into()),
        }
    }
    Ok(())
}

/// The games in the order of their first cases, each with the numbers of its cases.
fn by_game<G: Game + Eq + Hash>(cases: &[Record<G>]) -> Vec<(&G, Vec<usize>)> {
    let mut places: HashMap<&G, usize> = HashMap::new();
    let mut groups: Vec<(&G, Vec<usize>)> = Vec::new();
    let mut place = 0;
    for (number, case) in cases.iter().enumerate() {
        // Mostly it is the game of the case before, and that is soon seen.
        if groups.get(place).is_none_or(|(game, _)| *game != case.game()) {
            place = *places.entry(case.game()).or_insert_with(|| {
                groups.push((case.game(), Vec::new()));
                groups.len() - 1
            });
        }
        groups[place].1.push(number);
    }
    groups
}

/// A report on one case, from an oracle for its game.
pub fn report<P: Problem>(problem: &P, case: &Record<P::Game>, oracle: &P::Oracle, caps: Caps) -> Report {
    let (game, at) = (case.game(), case.position());
    let value = game.end(at).unwrap_or_else(|| oracle.value(at));
    let ratings =
        if case.is_over() { crate::Ratings { moves: Vec::new(), total: 0 } } else { oracle.rate(game, at, caps.moves) };
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
    let followed = follow(problem, case, oracle, value.kind(), caps.line, &mut line);
    Report {
        game: P::NAME,
        title: problem.title(case),
        picture: problem.picture(case, oracle),
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
        notes: problem.notes(case, oracle),
        method: problem.method(case),
    }
}

/// A drawn game is followed for so many plies to see whether it ends.
pub const MOST_DRAWN_PLIES: usize = 10_000;

/// What a line of best play comes to.
struct Followed {
    /// Its plies, if it ends.
    plies: Option<u64>,
    /// The points of either side after it.
    score: [i64; 2],
}

/// Follows best play and keeps the first `most` plies of it.
fn follow<P: Problem>(
    problem: &P,
    case: &Record<P::Game>,
    oracle: &P::Oracle,
    value: ValueKind,
    most: usize,
    line: &mut Vec<ReportedPly>,
) -> Followed {
    let game = case.game();
    let (known, limit) = match value {
        // Only what is shown need be played.
        ValueKind::Outcome(Outcome::Win(plies) | Outcome::Loss(plies)) => (Some(plies), most),
        ValueKind::Outcome(Outcome::Draw) => (None, MOST_DRAWN_PLIES),
        // Points are counted to the end.
        ValueKind::Margin(_) => (None, usize::MAX),
    };
    let mut score = Side::ALL.map(|side| case.score(side));
    let mut at = case.position().clone();
    let mut plies = 0;
    for rated in analysis::best_line(game, oracle, case.position()).take(limit) {
        let side = game.to_move(&at);
        score[side as usize] += rated.gain;
        plies += 1;
        if line.len() < most {
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
