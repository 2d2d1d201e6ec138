//! Cases on which programs are tried.

use board_core::judging::{Judging, Kind, Trial};
use board_core::{Board, Random, Record};

use crate::problem::RowfillProblem;
use crate::rules::Rowfill;

pub(crate) const JUDGING: Judging<RowfillProblem> = Judging {
    most_cases: 1,
    kinds: &[Kind { name: "random", about: "any case", make: random }],
    trials: &[Trial::Generated { kind: "random", seed: 1, count: 1 }],
    smaller: |_, _| Vec::new(),
    is_answer_word: |word| word.parse::<i64>().is_ok(),
    interaction: None,
};

fn random(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    let board = Board::new(random.within(1..=10), random.within(1..=10)).expect("at least 1");
    let mut numbers = || (0..board.squares()).map(|_| i64::from(random.within(0..=100_000_u32))).collect();
    let game = Rowfill::new(board, numbers(), numbers()).expect("small numbers, as many as squares");
    let start = game.start();
    Record::new(game, start)
}
