//! Cases on which programs are tested.

use board_core::problem::CaseOf;
use board_core::{Board, Random, Record, Side, Square};
use board_judge::{Batch, Choice, Judged, Trial};

use crate::problem::ChaseProblem;
use crate::rules::Chase;

/// The kinds of cases that can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "`Choice::about` describes them")]
pub enum Kind {
    Random,
    Small,
    Largest,
    Corners,
    Neighbours,
}

impl Choice for Kind {
    const ALL: &'static [Self] = &[Self::Random, Self::Small, Self::Largest, Self::Corners, Self::Neighbours];

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Random => ("random", "any board, any squares"),
            Self::Small => ("small", "boards up to 4 x 4"),
            Self::Largest => ("largest", "20 x 20"),
            Self::Corners => ("corners", "both pieces in a corner or next to one"),
            Self::Neighbours => ("neighbours", "at most two rows and two columns apart"),
        }
    }
}

impl Judged for ChaseProblem {
    type Kind = Kind;
    type Referee = Batch;

    const MAX_CASES: u32 = 1;
    const TRIALS: &'static [Trial<Kind>] = &[
        Trial::Input { name: "sample", text: "4 1 2 1 4\n" },
        Trial::Input { name: "smallest", text: "2 1 1 2 2\n" },
        Trial::Input { name: "white-at-once", text: "2 1 1 1 2\n" },
        Trial::Input { name: "white-at-once-20", text: "20 10 10 10 11\n" },
        // The squares have consecutive numbers, but are far apart on the board.
        Trial::Input { name: "end-and-beginning-of-rows", text: "20 1 20 2 1\n" },
        Trial::Input { name: "one-square-between", text: "20 10 10 12 10\n" },
        // All of these last more than 2n plies, the depth at which some programs stop searching.
        Trial::Input { name: "longest", text: "20 1 2 1 20\n" },
        Trial::Input { name: "longest-from-the-middle", text: "20 1 10 1 1\n" },
        Trial::Input { name: "corner-to-corner", text: "20 1 1 20 20\n" },
        Trial::Input { name: "longest-19", text: "19 1 10 1 1\n" },
        Trial::Input { name: "longest-15", text: "15 1 8 1 1\n" },
        Trial::Input { name: "longest-10", text: "10 1 6 1 1\n" },
        Trial::Input { name: "longest-6", text: "6 1 4 1 1\n" },
        Trial::Input { name: "longest-3", text: "3 2 3 1 1\n" },
        Trial::Generated { kind: Kind::Neighbours, seed: 1, count: 1 },
        Trial::Generated { kind: Kind::Neighbours, seed: 2, count: 1 },
        Trial::Generated { kind: Kind::Neighbours, seed: 3, count: 1 },
        Trial::Generated { kind: Kind::Neighbours, seed: 4, count: 1 },
        Trial::Generated { kind: Kind::Neighbours, seed: 5, count: 1 },
        Trial::Generated { kind: Kind::Neighbours, seed: 6, count: 1 },
        Trial::Generated { kind: Kind::Small, seed: 1, count: 1 },
        Trial::Generated { kind: Kind::Small, seed: 2, count: 1 },
        Trial::Generated { kind: Kind::Small, seed: 3, count: 1 },
        Trial::Generated { kind: Kind::Small, seed: 4, count: 1 },
        Trial::Generated { kind: Kind::Small, seed: 5, count: 1 },
        Trial::Generated { kind: Kind::Small, seed: 6, count: 1 },
        Trial::Generated { kind: Kind::Random, seed: 1, count: 1 },
        Trial::Generated { kind: Kind::Random, seed: 2, count: 1 },
        Trial::Generated { kind: Kind::Random, seed: 3, count: 1 },
        Trial::Generated { kind: Kind::Random, seed: 4, count: 1 },
        Trial::Generated { kind: Kind::Corners, seed: 1, count: 1 },
        Trial::Generated { kind: Kind::Corners, seed: 2, count: 1 },
        Trial::Generated { kind: Kind::Corners, seed: 3, count: 1 },
        Trial::Generated { kind: Kind::Corners, seed: 4, count: 1 },
        Trial::Generated { kind: Kind::Largest, seed: 1, count: 1 },
        Trial::Generated { kind: Kind::Largest, seed: 2, count: 1 },
        Trial::Generated { kind: Kind::Largest, seed: 3, count: 1 },
        Trial::Generated { kind: Kind::Largest, seed: 4, count: 1 },
    ];

    fn generate(&self, kind: Kind, random: &mut Random) -> CaseOf<Self> {
        match kind {
            Kind::Random => anywhere(any_side(random), random),
            Kind::Small => anywhere(random.within(2..=4), random),
            Kind::Largest => anywhere(LARGEST, random),
            Kind::Corners => corners(random),
            Kind::Neighbours => neighbours(random),
        }
    }

    /// Puts the pieces on the same squares of smaller boards, seen from any corner; then moves one piece or both a
    /// step towards the first corner. Each result has a smaller board, or on the same board a smaller sum of rows and
    /// columns.
    fn shrink(&self, from: &CaseOf<Self>) -> Vec<CaseOf<Self>> {
        let side = from.game().board().rows();
        let at = from.position();
        let step = |square: Square, down: u32, right: u32| {
            Some(Square::new(square.row.checked_sub(down)?, square.col.checked_sub(right)?))
        };
        let mut sides = vec![2, side / 2, side - 1];
        sides.retain(|smaller| ChaseProblem::ORIGINAL_SIDES.contains(smaller) && *smaller < side);
        sides.dedup();
        let mut found = Vec::new();
        if side > 2 {
            let [first, second, third, fourth] =
                [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(row, col)| Square::new(row, col));
            let pairs = [(first, second), (first, fourth), (second, third)];
            found.extend(pairs.into_iter().filter_map(|(white, black)| case(2, white, black)));
        }
        for smaller in sides {
            let less = side - smaller;
            for (down, right) in [(0, 0), (0, less), (less, 0), (less, less)] {
                let moved = |square| step(square, down, right);
                let squares = moved(at.white()).zip(moved(at.black()));
                found.extend(squares.and_then(|(white, black)| case(smaller, white, black)));
            }
        }
        for (down, right) in [(0, 1), (1, 0)] {
            for (white, black) in [(true, true), (true, false), (false, true)] {
                let moved = |square, moves: bool| if moves { step(square, down, right) } else { Some(square) };
                let squares = moved(at.white(), white).zip(moved(at.black(), black));
                found.extend(squares.and_then(|(white, black)| case(side, white, black)));
            }
        }
        found
    }

    fn is_answer(text: &str) -> bool {
        let plies = text.strip_prefix("WHITE ").or_else(|| text.strip_prefix("BLACK "));
        text == "DRAW" || plies.is_some_and(|plies| plies.parse::<u64>().is_ok())
    }
}

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

fn corners(random: &mut Random) -> Record<Chase> {
    let side = any_side(random);
    let near = [0, 1, side - 2, side - 1];
    let mut place = || *random.choose(&near).expect("four of them");
    until_apart(side, || [Square::new(place(), place()), Square::new(place(), place())])
}

fn neighbours(random: &mut Random) -> Record<Chase> {
    let side = any_side(random);
    until_apart(side, || {
        let white = square(side, random);
        let mut near = |place: u32| random.within(place.saturating_sub(2)..=(place + 2).min(side - 1));
        let [row, col] = [near(white.row), near(white.col)];
        // Along a line, as both pieces move, two times out of three.
        let black = *random.choose(&[(row, white.col), (white.row, col), (row, col)]).expect("three of them");
        [white, Square::new(black.0, black.1)]
    })
}
