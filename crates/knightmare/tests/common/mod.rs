//! The judge's side, for tests.

use board_core::judging::{Interaction, Opponent, Referee};
use board_core::{Control, Problem, Record};
use knightmare::{Knightmare, KnightmareProblem};

pub(crate) fn interaction() -> Interaction<KnightmareProblem> {
    KnightmareProblem::JUDGING.interaction.expect("it is interactive")
}

pub(crate) fn opponents() -> impl Iterator<Item = &'static str> {
    interaction().opponents.iter().map(|&(name, _)| name)
}

pub(crate) fn referee(case: &Record<Knightmare>, opponent: Opponent) -> Box<dyn Referee> {
    (interaction().referee)(&KnightmareProblem::default(), case, opponent, &Control::new()).expect("small enough")
}
