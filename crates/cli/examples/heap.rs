//! Nim with one heap, as a complete program. docs/add-a-game.md explains it.

use std::fmt;
use std::process::ExitCode;

use board_core::problem::{CaseOf, Field, MoveOf, Picture};
use board_core::{Explain, Game, Input, InputError, Negamax, Outcome, Problem, Record, Side, Step};

/// One heap of objects. A move takes one, two or three, and the player who takes the last one wins.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Heap;

impl Game for Heap {
    type Position = (u32, Side);
    type Move = u32;
    type Value = Outcome;

    fn to_move(&self, &(_, side): &Self::Position) -> Side {
        side
    }

    fn end(&self, &(left, _): &Self::Position) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Loss(0))
    }

    fn moves(&self, &(left, _): &Self::Position) -> impl Iterator<Item = u32> {
        1..=left.min(3)
    }

    fn play(&self, &(left, side): &Self::Position, taken: u32) -> Step<Self::Position> {
        // A move that is not legal may lead anywhere, but must not panic.
        Step { to: (left.saturating_sub(taken), side.other()), gain: 0 }
    }
}

/// Who wins with n in the heap?
#[derive(Default, clap::Args)]
struct HeapProblem {}

impl Problem for HeapProblem {
    type Game = Heap;
    type Solver = Negamax<Heap>;

    const NAME: &'static str = "heap";
    const ABOUT: &'static str = "Solves Nim with one heap, of which one, two or three are taken in turn.";
    const FORM: &'static str = "n: how many are in the heap";
    const EXAMPLE: &'static str = "5";
    const SIDES: [&'static str; 2] = ["first", "second"];

    fn read_case(&self, input: &mut Input<'_>) -> Result<CaseOf<Self>, InputError> {
        let n = input.limited("n", 0..=1_000_000, 1..=1000)?;
        Ok(Record::new(Heap, (n.value, Side::First)))
    }

    fn answer(&self, _number: usize, case: &CaseOf<Self>, value: Outcome) -> impl fmt::Display {
        let mover_wins = matches!(value, Outcome::Win(_));
        if mover_wins == (case.to_move() == Side::First) { "FIRST" } else { "SECOND" }
    }

    fn input(&self, cases: &[CaseOf<Self>]) -> String {
        let lines: Vec<String> = cases.iter().map(|case| format!("{}\n", case.position().0)).collect();
        lines.concat()
    }
}

impl Explain for HeapProblem {
    const LETTERS: [&'static str; 2] = ["F", "S"];

    fn title(&self, case: &CaseOf<Self>) -> String {
        format!("{} in the heap", case.position().0)
    }

    fn fields(&self, case: &CaseOf<Self>) -> Vec<(&'static str, Field)> {
        vec![("left", Field::Number(case.position().0.into()))]
    }

    fn picture(&self, _case: &CaseOf<Self>, _solver: &Negamax<Heap>) -> Option<Picture> {
        None
    }

    fn move_text(&self, _case: &CaseOf<Self>, taken: MoveOf<Self>) -> String {
        taken.to_string()
    }

    fn method(&self, _case: &CaseOf<Self>, _solver: &Negamax<Heap>) -> String {
        "negamax over everything that can follow".to_owned()
    }
}

fn main() -> ExitCode {
    board_cli::run::<HeapProblem>()
}
