//! Cases on which programs are tried.

use board_core::judging::{Judging, Kind, Trial};
use board_core::{Random, Record, Side};

use crate::problem::BoxesProblem;
use crate::rules::{Boxes, Edge, Edges};

pub(crate) const JUDGING: Judging<BoxesProblem> = Judging {
    most_cases: 1000,
    kinds: &[Kind { name: "random", about: "any case", make: random }],
    trials: &[Trial::Generated { kind: "random", seed: 1, count: 1 }],
    smaller: |_, _| Vec::new(),
    is_answer_word: |word| ["Case", "Tom200", "Jerry404"].contains(&word) || word.starts_with('#'),
    interaction: None,
};

fn random(problem: &BoxesProblem, random: &mut Random) -> Record<Boxes> {
    let game = Boxes::new(problem.board, problem.rules).expect("a board that may be chosen");
    let start = game.position(Edges::default(), Side::First).expect("no edge is on every board");
    let mut case = Record::new(game, start);
    let mut edges: Vec<Edge> = game.edges().iter().collect();
    random.shuffle(&mut edges);
    edges.truncate(usize::from(random.within(12..=24_u8)));
    for edge in edges {
        case.play(edge).expect("an open edge");
    }
    case
}
