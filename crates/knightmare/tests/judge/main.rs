//! The judge's side of the game and the program's, by the lines that they exchange.

mod conversation;
mod kinds;
mod mistakes;
mod opponents;
mod referee;

use board_core::judging::{Interaction, Opponent, Referee};
use board_core::{Board, Control, Problem, Record};
use knightmare::{Knightmare, KnightmareProblem, Solver};

fn interaction() -> Interaction<KnightmareProblem> {
    KnightmareProblem::JUDGING.interaction.expect("it is interactive")
}

fn opponents() -> impl Iterator<Item = &'static str> {
    interaction().opponents.iter().map(|&(name, _)| name)
}

fn referee(case: &Record<Knightmare>, opponent: Opponent) -> Box<dyn Referee> {
    (interaction().referee)(&KnightmareProblem::default(), case, opponent, &Control::new()).expect("small enough")
}

fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even")
}

fn solver(game: &Knightmare) -> Solver {
    Solver::new(game, &Control::new()).expect("enough memory")
}
