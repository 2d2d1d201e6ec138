//! The judge's side, for tests.

use board_core::judging::{Interaction, Opponent, Referee};
use board_core::{Board, Control, Problem, Record};
use knightmare::{Knightmare, KnightmareProblem};

pub fn interaction() -> Interaction<KnightmareProblem> {
    KnightmareProblem::JUDGING.interaction.expect("it is interactive")
}

pub fn opponents() -> impl Iterator<Item = &'static str> {
    interaction().opponents.iter().map(|&(name, _)| name)
}

pub fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even")
}

pub fn referee(case: &Record<Knightmare>, opponent: Opponent) -> Box<dyn Referee> {
    (interaction().referee)(&KnightmareProblem::default(), case, opponent, &Control::new()).expect("small enough")
}
