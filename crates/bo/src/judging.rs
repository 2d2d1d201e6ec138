//! Cases on which programs are tried.

use board_core::judging::{Judging, Kind, Trial};
use board_core::{Random, Record};

use crate::problem::BoProblem;
use crate::rules::{Bo, Piece, Position};

pub(crate) const JUDGING: Judging<BoProblem> = Judging {
    most_cases: 1000,
    kinds: &[Kind { name: "random", about: "any case", make: random }],
    trials: &[Trial::Generated { kind: "random", seed: 1, count: 1 }],
    smaller: |_, _| Vec::new(),
    is_answer_word: |word| matches!(word, "B" | "G" | "D"),
    interaction: None,
};

fn random(_: &BoProblem, random: &mut Random) -> Record<Bo> {
    let piece = *random.choose(&Piece::ALL).expect("four of them");
    let start = Position::start(random.within(2..=1000), random.within(2..=1000)).expect("no more than allowed");
    Record::new(Bo::new(piece), start)
}
