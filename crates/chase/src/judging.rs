//! Cases on which programs are tried.

use board_core::judging::{Judging, Kind, Trial};
use board_core::{Board, Random, Record, Side, Square};

use crate::problem::ChaseProblem;
use crate::rules::Chase;

pub(crate) const JUDGING: Judging<ChaseProblem> = Judging {
    most_cases: 1,
    kinds: &[
        Kind { name: "random", about: "any board, any squares", make: |_, random| anywhere(any_side(random), random) },
        Kind { name: "small", about: "boards up to 4 x 4", make: |_, random| anywhere(random.within(2..=4), random) },
        Kind { name: "largest", about: "20 x 20", make: |_, random| anywhere(LARGEST, random) },
        Kind { name: "corners", about: "both in corners, or one square from it", make: corners },
        Kind { name: "neighbours", about: "side by side, or one square between", make: neighbours },
    ],
    trials: &[
        Trial::Input { name: "sample", text: "4 1 2 1 4\n" },
        Trial::Input { name: "smallest", text: "2 1 1 2 2\n" },
        Trial::Input { name: "longest", text: "20 1 2 1 20\n" },
        Trial::Input { name: "corner-to-corner", text: "20 1 1 20 20\n" },
        Trial::Input { name: "longest-19", text: "19 1 2 1 19\n" },
        Trial::Generated { kind: "neighbours", seed: 1, count: 1 },
        Trial::Generated { kind: "neighbours", seed: 2, count: 1 },
        Trial::Generated { kind: "neighbours", seed: 3, count: 1 },
        Trial::Generated { kind: "neighbours", seed: 4, count: 1 },
        Trial::Generated { kind: "small", seed: 1, count: 1 },
        Trial::Generated { kind: "small", seed: 2, count: 1 },
        Trial::Generated { kind: "small", seed: 3, count: 1 },
        Trial::Generated { kind: "small", seed: 4, count: 1 },
        Trial::Generated { kind: "random", seed: 1, count: 1 },
        Trial::Generated { kind: "random", seed: 2, count: 1 },
        Trial::Generated { kind: "random", seed: 3, count: 1 },
        Trial::Generated { kind: "random", seed: 4, count: 1 },
        Trial::Generated { kind: "corners", seed: 1, count: 1 },
        Trial::Generated { kind: "corners", seed: 2, count: 1 },
        Trial::Generated { kind: "corners", seed: 3, count: 1 },
        Trial::Generated { kind: "corners", seed: 4, count: 1 },
        Trial::Generated { kind: "largest", seed: 1, count: 1 },
        Trial::Generated { kind: "largest", seed: 2, count: 1 },
        Trial::Generated { kind: "largest", seed: 3, count: 1 },
        Trial::Generated { kind: "largest", seed: 4, count: 1 },
    ],
    smaller,
    is_answer_word: |word| matches!(word, "WHITE" | "BLACK" | "DRAW") || word.parse::<u32>().is_ok(),
    interaction: None,
};

const LARGEST: u32 = *ChaseProblem::ORIGINAL_SIDES.end();

fn any_side(random: &mut Random) -> u32 {
    random.within(ChaseProblem::ORIGINAL_SIDES)
}

fn case(side: u32, white: Square, black: Square) -> Option<Record<Chase>> {
    let game = Chase::new(Board::new(side, side).ok()?);
    let start = game.position(white, black, Side::First).ok()?;
    Some(Record::new(game, start))
}

/// Makes cases until the two squares differ.
fn until_apart(side: u32, mut squares: impl FnMut() -> [Square; 2]) -> Record<Chase> {
    loop {
        let [white, black] = squares();
        if let Some(case) = case(side, white, black) {
            return case;
        }
    }
}

fn square(side: u32, random: &mut Random) -> Square {
    Square::new(random.within(0..=side - 1), random.within(0..=side - 1))
}

fn anywhere(side: u32, random: &mut Random) -> Record<Chase> {
    until_apart(side, || [square(side, random), square(side, random)])
}

fn corners(_: &ChaseProblem, random: &mut Random) -> Record<Chase> {
    let side = any_side(random);
    let near = [0, 1, side - 2, side - 1];
    let mut place = || *random.choose(&near).expect("four of them");
    until_apart(side, || [Square::new(place(), place()), Square::new(place(), place())])
}

fn neighbours(_: &ChaseProblem, random: &mut Random) -> Record<Chase> {
    let side = any_side(random);
    until_apart(side, || {
        let white = square(side, random);
        let mut near = |place: u32| random.within(place.saturating_sub(2)..=(place + 2).min(side - 1));
        let [row, col] = [near(white.row), near(white.col)];
        // Along a line, as both move.
        let black = if random.below(2) == 0 { Square::new(row, white.col) } else { Square::new(white.row, col) };
        [white, black]
    })
}

/// The same squares, seen from any corner, on smaller boards; and one piece a step nearer to the first corner.
fn smaller(_: &ChaseProblem, from: &Record<Chase>) -> Vec<Record<Chase>> {
    let side = from.game().board().rows();
    let at = from.position();
    let step = |square: Square, down: u32, right: u32| {
        Some(Square::new(square.row.checked_sub(down)?, square.col.checked_sub(right)?))
    };
    let mut found = Vec::new();
    for side in [2, side / 2, side - 1] {
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let moved = |square| step(square, down, right).filter(|to| to.row < side && to.col < side);
            let squares = moved(at.white()).zip(moved(at.black()));
            let case = squares.filter(|_| ChaseProblem::ORIGINAL_SIDES.contains(&side));
            found.extend(case.and_then(|(white, black)| self::case(side, white, black)));
        }
    }
    found
}
