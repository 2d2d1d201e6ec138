//! A problem for tests: two players take one to three from a heap, and gain a point for each.

use std::fmt;

use board_core::problem::{CaseOf, Field, Picture};
use board_core::{Explain, Game, Input, InputError, Margin, Negamax, Problem, Record, Side, Step};

/// What is left of a heap, and the player to move.
pub(crate) type Position = (u32, Side);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Heap;

impl Game for Heap {
    type Position = Position;
    type Move = u32;
    type Value = Margin;

    fn to_move(&self, at: &Position) -> Side {
        at.1
    }

    fn end(&self, at: &Position) -> Option<Margin> {
        (at.0 == 0).then_some(Margin(0))
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = u32> {
        1..=at.0.min(3)
    }

    fn play(&self, at: &Position, taken: u32) -> Step<Position> {
        Step { to: (at.0.saturating_sub(taken), at.1.other()), gain: taken.into() }
    }
}

/// A case is k and k numbers, whose sum is the heap. If the input is counted, it begins with the number of cases.
pub(crate) struct HeapProblem {
    pub(crate) is_counted: bool,
}

impl Problem for HeapProblem {
    type Game = Heap;
    type Solver = Negamax<Heap>;

    const NAME: &'static str = "heap";
    const ABOUT: &'static str = "";
    const FORM: &'static str = "";
    const EXAMPLE: &'static str = "";
    const SIDES: [&'static str; 2] = ["white", "black"];

    fn read_count(&self, input: &mut Input<'_>) -> Result<Option<u64>, InputError> {
        if self.is_counted { Ok(Some(input.number("T", 1..=100)?.value)) } else { Ok(None) }
    }

    fn read_case(&self, input: &mut Input<'_>) -> Result<CaseOf<Self>, InputError> {
        let mut heap = 0;
        for _ in 0..input.number("k", 1..=9)?.value {
            heap += input.number("a", 1..=99)?.value;
        }
        Ok(Record::new(Heap, (heap, Side::First)))
    }

    fn answer(&self, number: usize, _case: &CaseOf<Self>, Margin(points): Margin) -> impl fmt::Display {
        format!("{number}: {points}")
    }

    fn input(&self, cases: &[CaseOf<Self>]) -> String {
        let line = |case: &CaseOf<Self>| format!("1 {}\n", case.start().0);
        cases.iter().map(line).collect()
    }
}

impl Explain for HeapProblem {
    const LETTERS: [&'static str; 2] = ["W", "B"];

    fn title(&self, case: &CaseOf<Self>) -> String {
        case.start().0.to_string()
    }

    fn fields(&self, _case: &CaseOf<Self>) -> Vec<(&'static str, Field)> {
        Vec::new()
    }

    fn picture(&self, _case: &CaseOf<Self>, _solver: &Negamax<Heap>) -> Option<Picture> {
        None
    }

    fn move_text(&self, _case: &CaseOf<Self>, taken: u32) -> String {
        taken.to_string()
    }

    fn method(&self, _case: &CaseOf<Self>, _solver: &Negamax<Heap>) -> String {
        String::new()
    }

    /// As if taking three were a capture.
    fn captures(&self, _game: &Heap, _at: &(u32, Side), taken: u32) -> bool {
        taken == 3
    }
}
