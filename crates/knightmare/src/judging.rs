//! Cases on which programs are tried.

use board_core::judging::{Judging, Kind, Trial};
use board_core::{Board, Random, Record, Square};

use crate::problem::KnightmareProblem;
use crate::referee::INTERACTION;
use crate::rules::Knightmare;

pub(crate) const JUDGING: Judging<KnightmareProblem> = Judging {
    most_cases: 1,
    kinds: &[Kind { name: "random", about: "any case", make: random }],
    trials: &[Trial::Generated { kind: "random", seed: 1, count: 1 }],
    smaller: |_, _| Vec::new(),
    is_answer_word: |word| matches!(word, "WHITE" | "BLACK"),
    interaction: Some(INTERACTION),
};

fn random(problem: &KnightmareProblem, random: &mut Random) -> Record<Knightmare> {
    let mut side = || 2 * random.within(3..=500_u32);
    let board = Board::new(side(), side()).expect("at least 6");
    let game = Knightmare::new(board).expect("both even");
    let mut square = || Square::new(random.within(0..=board.rows() - 1), random.within(0..=board.cols() - 1));
    loop {
        if let Ok(start) = game.start(square(), square(), problem.to_move) {
            return Record::new(game, start);
        }
    }
}
