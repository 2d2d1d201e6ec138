//! Moves as text.

use std::fmt;
use std::iter::Peekable;

use super::contract::CaseOf;
use super::explain::Explain;
use crate::game::{Game, Side};
use crate::text::quoted;

/// Plays moves that are written as in the line of a report, for example `W 1,1  B x 1,3` or `B 1,1 +2`. The letters of
/// the sides, the `x` of a capture and the points are optional, but are checked. Stops at the `…` of a truncated line.
///
/// ```
/// # use std::fmt;
/// # use board_core::problem::{CaseOf, Field, Picture};
/// use board_core::problem::play_moves;
/// # use board_core::{Explain, Game, Input, InputError, Negamax, Outcome, Problem, Record, Side, Step};
/// # #[derive(Clone, PartialEq, Eq, Hash)]
/// # struct Heap;
/// # impl Game for Heap {
/// #     type Position = (u32, Side);
/// #     type Move = u32;
/// #     type Value = Outcome;
/// #     fn to_move(&self, at: &(u32, Side)) -> Side { at.1 }
/// #     fn end(&self, at: &(u32, Side)) -> Option<Outcome> { (at.0 == 0).then_some(Outcome::Loss(0)) }
/// #     fn moves(&self, at: &(u32, Side)) -> impl Iterator<Item = u32> { 1..=at.0.min(3) }
/// #     fn play(&self, at: &(u32, Side), taken: u32) -> Step<(u32, Side)> {
/// #         Step { to: (at.0 - taken, at.1.other()), gain: 0 }
/// #     }
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
/// #         Ok(Record::new(Heap, (input.number("n", 1..=9)?.value, Side::First)))
/// #     }
/// #     fn answer(&self, _: usize, _: &CaseOf<Self>, _: Outcome) -> impl fmt::Display { "" }
/// #     fn input(&self, _: &[CaseOf<Self>]) -> String { String::new() }
/// # }
/// # impl Explain for HeapProblem {
/// #     const LETTERS: [&'static str; 2] = ["F", "S"];
/// #     fn title(&self, _: &CaseOf<Self>) -> String { String::new() }
/// #     fn fields(&self, _: &CaseOf<Self>) -> Vec<(&'static str, Field)> { Vec::new() }
/// #     fn picture(&self, _: &CaseOf<Self>, _: &Negamax<Heap>) -> Option<Picture> { None }
/// #     fn move_text(&self, _: &CaseOf<Self>, taken: u32) -> String { taken.to_string() }
/// #     fn method(&self, _: &CaseOf<Self>, _: &Negamax<Heap>) -> String { String::new() }
/// # }
///
/// let mut case = Record::new(Heap, (9, Side::First));
/// play_moves(&HeapProblem, &mut case, "F 3  S 1")?;
/// assert_eq!(*case.position(), (5, Side::First));
/// let error = play_moves(&HeapProblem, &mut case, "F 2  S 4").unwrap_err();
/// assert_eq!(error.to_string(), "move 2: '4' is not a legal move for second (expected 1, 2 or 3)");
/// # Ok::<(), board_core::problem::MovesError>(())
/// ```
///
/// # Errors
/// If a move is not legal, or its letter, `x` or points are wrong. The moves before it have been played.
pub fn play_moves<P: Explain>(problem: &P, case: &mut CaseOf<P>, text: &str) -> Result<(), MovesError> {
    let mut words = text.split_whitespace().take_while(|word| !word.starts_with('…')).peekable();
    let mut number = 0;
    while words.peek().is_some() {
        number += 1;
        play_move(problem, case, &mut words).map_err(|what| MovesError { number, what })?;
    }
    Ok(())
}

/// Plays the next move: a letter, an `x`, the move and its points. All but the move are optional, but are checked.
fn play_move<'a, P: Explain>(
    problem: &P,
    case: &mut CaseOf<P>,
    words: &mut Peekable<impl Iterator<Item = &'a str>>,
) -> Result<(), String> {
    let side_of = |word: &str| Side::ALL.into_iter().find(|side| P::LETTERS[*side as usize] == word);
    let missing = |word: &str| format!("expected a move after {}", quoted(word.as_bytes()));
    let mut word = words.next().unwrap_or_default();
    if let Some(side) = side_of(word) {
        if side != case.to_move() && !case.is_over() {
            return Err(format!("{word} is {}, but {} is to move", P::SIDES[side as usize], mover::<P>(case)));
        }
        word = words.next().ok_or_else(|| missing(word))?;
    }
    let must_capture = word == "x";
    if must_capture {
        word = words.next().ok_or_else(|| missing(word))?;
    }
    if case.is_over() {
        return Err("the game is over before this move".to_owned());
    }
    let (shown, side) = (quoted(word.as_bytes()), case.to_move());
    let illegal = || format!("{shown} is not a legal move for {}", P::SIDES[side as usize]);
    let Some(chosen) = problem.parse_move(case, word) else {
        return Err(format!("{} (expected {})", illegal(), legal_moves(problem, case)));
    };
    if must_capture && !problem.captures(case.game(), case.position(), chosen) {
        return Err(format!("{shown} captures nothing"));
    }
    let score = case.score(side);
    case.play(chosen).map_err(|_| illegal())?;
    let points = |word: &str| word.strip_prefix('+')?.replace(',', "").parse::<i64>().ok();
    if let Some(claimed) = words.peek().and_then(|word| points(word)) {
        words.next();
        let gained = case.score(side) - score;
        if claimed != gained {
            return Err(format!("{shown} gains {gained}, not {claimed}"));
        }
    }
    Ok(())
}

fn mover<P: Explain>(case: &CaseOf<P>) -> &'static str {
    P::SIDES[case.to_move() as usize]
}

/// The first legal moves, and the number of the others.
fn legal_moves<P: Explain>(problem: &P, case: &CaseOf<P>) -> String {
    const MAX_LISTED: usize = 8;
    let mut moves = case.game().moves(case.position());
    let listed: Vec<String> = moves.by_ref().take(MAX_LISTED).map(|chosen| problem.move_text(case, chosen)).collect();
    match (listed.split_last(), moves.next()) {
        (_, Some(_)) => format!("one of {}, …", listed.join(", ")),
        (Some((last, [])), None) => last.clone(),
        (Some((last, others)), None) => format!("{} or {last}", others.join(", ")),
        (None, None) => "none".to_owned(),
    }
}

/// A move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesError {
    number: usize,
    what: String,
}

/// Writes `move 2: what was found, what is allowed`.
impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, self.what)
    }
}

impl std::error::Error for MovesError {}
