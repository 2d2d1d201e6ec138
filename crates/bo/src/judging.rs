//! Cases on which programs are tested.

use std::ops::RangeInclusive;

use board_core::{Random, Record};
use board_judge::{Batch, Choice, Judged, Trial};

use crate::problem::BoProblem;
use crate::rules::{Bo, Piece, Position};
use crate::wythoff::lower;

/// The kinds of cases that can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any piece, any sides.
    Random,
    /// Any piece, sides up to 8.
    Small,
    /// Any piece, sides from 990.
    Largest,
    /// A king, any sides.
    Kings,
    /// A rook, sides equal or nearly equal.
    Rooks,
    /// A knight, on a lost or won square or next to one.
    Knights,
    /// A queen, on a lost square or next to one.
    Queens,
    /// A queen, on boards for which 1.618 is not precise enough for the golden ratio.
    Golden,
}

impl Choice for Kind {
    const ALL: &'static [Self] = &[
        Self::Random,
        Self::Small,
        Self::Largest,
        Self::Kings,
        Self::Rooks,
        Self::Knights,
        Self::Queens,
        Self::Golden,
    ];

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Random => ("random", "any piece, any sides"),
            Self::Small => ("small", "any piece, sides up to 8"),
            Self::Largest => ("largest", "any piece, sides from 990"),
            Self::Kings => ("kings", "a king, any sides"),
            Self::Rooks => ("rooks", "a rook, sides equal or nearly equal"),
            Self::Knights => ("knights", "a knight, on a lost or won square or next to one"),
            Self::Queens => ("queens", "a queen, on a lost square or next to one"),
            Self::Golden => ("golden", "a queen, on boards for which 1.618 is not precise enough for the golden ratio"),
        }
    }
}

impl Judged for BoProblem {
    type Kind = Kind;
    type Referee = Batch;

    const MAX_CASES: u32 = *Self::ORIGINAL_CASES.end();
    const TRIALS: &'static [Trial<Kind>] = &[
        Trial::Input { name: "sample", text: "4\n1 5 5\n2 5 5\n3 5 5\n4 5 5\n" },
        Trial::Input { name: "smallest", text: "4\n1 2 2\n2 2 2\n3 2 2\n4 2 2\n" },
        Trial::Input { name: "one-case", text: "1\n3 1000 1000\n" },
        Trial::Input { name: "corner", text: "4\n1 1000 1000\n2 1000 1000\n3 1000 1000\n4 1000 1000\n" },
        Trial::Generated { kind: Kind::Small, seed: 1, count: 20 },
        Trial::Generated { kind: Kind::Small, seed: 2, count: 200 },
        Trial::Generated { kind: Kind::Kings, seed: 1, count: 100 },
        Trial::Generated { kind: Kind::Rooks, seed: 1, count: 100 },
        Trial::Generated { kind: Kind::Knights, seed: 1, count: 100 },
        Trial::Generated { kind: Kind::Knights, seed: 2, count: 1000 },
        Trial::Generated { kind: Kind::Queens, seed: 1, count: 100 },
        Trial::Generated { kind: Kind::Queens, seed: 2, count: 1000 },
        Trial::Generated { kind: Kind::Queens, seed: 3, count: 1000 },
        Trial::Generated { kind: Kind::Golden, seed: 1, count: 100 },
        Trial::Generated { kind: Kind::Random, seed: 1, count: 100 },
        Trial::Generated { kind: Kind::Random, seed: 2, count: 1000 },
        Trial::Generated { kind: Kind::Largest, seed: 1, count: 1000 },
    ];

    fn generate(&self, kind: Kind, random: &mut Random) -> Record<Bo> {
        match kind {
            Kind::Random => any_piece(2..=LARGEST, random),
            Kind::Small => any_piece(2..=8, random),
            Kind::Largest => any_piece(990..=LARGEST, random),
            Kind::Kings => within_limits(Piece::King, random, |random| [any_side(random), any_side(random)]),
            Kind::Rooks => within_limits(Piece::Rook, random, |random| near_diagonal(&[0, 0, 1, 2], random)),
            // On the diagonal a knight loses; one square beside it, it wins if it can reach the corner. All else is
            // drawn.
            Kind::Knights => within_limits(Piece::Knight, random, |random| near_diagonal(&[0, 0, 1, 1, 2, 3], random)),
            // floor(381 phi) + 381 is 997, the last below 1000.
            Kind::Queens => within_limits(Piece::Queen, random, |random| near_pair(random.within(0..=381), random)),
            // floor(1.618 k) is floor(k phi) for all k within the limits except these two.
            Kind::Golden => {
                within_limits(Piece::Queen, random, |random| near_pair(one_of(&[233, 322], random), random))
            }
        }
    }

    /// The same piece on smaller boards: half as large, then one to three squares less, down, right, or both.
    fn shrink(&self, case: &Record<Bo>) -> Vec<Record<Bo>> {
        let distance = case.start().distance();
        let less = |by: [u64; 2]| {
            let [rows, cols] = [distance.down.checked_sub(by[0])? + 1, distance.right.checked_sub(by[1])? + 1];
            original_case(case.game().piece(), rows, cols)
        };
        let halves = [distance.down.div_ceil(2), distance.right.div_ceil(2)];
        let steps = [halves, [halves[0], 0], [0, halves[1]], [3, 3], [2, 2], [1, 1], [2, 0], [0, 2], [1, 0], [0, 1]];
        steps.into_iter().filter(|by| *by != [0, 0]).filter_map(less).collect()
    }

    fn is_answer(text: &str) -> bool {
        matches!(text, "B" | "G" | "D")
    }
}

const LARGEST: u64 = *BoProblem::ORIGINAL_SIDES.end();

/// Returns the case of this board, or `None` if it is outside the original limits.
fn original_case(piece: Piece, rows: u64, cols: u64) -> Option<Record<Bo>> {
    let is_side = |side| BoProblem::ORIGINAL_SIDES.contains(&side);
    let start = Position::start(rows, cols).ok().filter(|_| is_side(rows) && is_side(cols))?;
    Some(Record::new(Bo::new(piece), start))
}

/// Generates sides until they are within the original limits, and puts them in a random order.
fn within_limits(piece: Piece, random: &mut Random, mut sides: impl FnMut(&mut Random) -> [u64; 2]) -> Record<Bo> {
    loop {
        let mut sides = sides(random);
        random.shuffle(&mut sides);
        if let Some(case) = original_case(piece, sides[0], sides[1]) {
            return case;
        }
    }
}

fn any_piece(sides: RangeInclusive<u64>, random: &mut Random) -> Record<Bo> {
    let piece = one_of(&Piece::ALL, random);
    within_limits(piece, random, |random| [random.within(sides.clone()), random.within(sides.clone())])
}

fn any_side(random: &mut Random) -> u64 {
    random.within(BoProblem::ORIGINAL_SIDES)
}

fn one_of<T: Copy>(items: &[T], random: &mut Random) -> T {
    *random.choose(items).expect("not empty")
}

/// Returns two sides that differ by one of these numbers.
fn near_diagonal(apart: &[u64], random: &mut Random) -> [u64; 2] {
    let side = any_side(random);
    [side, side + one_of(apart, random)]
}

/// Returns the sides of a board whose start is on, or at most one row and one column from, the k-th Wythoff pair.
fn near_pair(k: u64, random: &mut Random) -> [u64; 2] {
    let low = lower(&k);
    // A side is 1 more than its distance.
    [low, low + k].map(|distance| distance + one_of(&[0, 1, 1, 2], random))
}

#[cfg(test)]
mod tests {
    use board_core::problem::answers;
    use board_core::{Control, Input, Limits, Problem};
    use board_judge::generate_input;
    use board_testing::judged;

    use super::*;

    const PROBLEM: BoProblem = BoProblem {};

    fn read(text: &str) -> Vec<Record<Bo>> {
        PROBLEM.read(&mut Input::new(text.as_bytes(), Limits::Original)).expect("within the original limits")
    }

    fn generated(kind: Kind, seed: u64, count: u32) -> Vec<Record<Bo>> {
        generate_input(&PROBLEM, kind, count as usize, &mut Random::new(seed)).0
    }

    fn cases(trial: &Trial<Kind>) -> Vec<Record<Bo>> {
        match *trial {
            Trial::Input { text, .. } => read(text),
            Trial::Generated { kind, seed, count } => generated(kind, seed, count),
        }
    }

    #[test]
    fn kinds_trials_and_shrunk_cases_are_within_the_limits() {
        judged::check(&PROBLEM, 200);
    }

    #[test]
    fn the_cases_of_a_seed_never_change() {
        // The cases of a seed never change: new kinds may be added, but these lines stay.
        assert_eq!(
            judged::fingerprints(&PROBLEM, 3),
            [
                ("random", 0x5773_bd18_42e5_1a84),
                ("small", 0xa540_33f7_4382_bf27),
                ("largest", 0xaa7d_f109_5973_aa9e),
                ("kings", 0xe75e_5102_3314_e0b6),
                ("rooks", 0x6205_5c5e_4033_8c66),
                ("knights", 0x8921_3a5c_6249_bcd6),
                ("queens", 0xba91_a12b_44cb_1508),
                ("golden", 0xf69c_7cc7_8d25_bdd8),
            ]
        );
    }

    #[test]
    fn shrunk_cases_are_smaller() {
        let size = |case: &Record<Bo>| case.start().distance().down + case.start().distance().right;
        for &kind in Kind::ALL {
            for case in generated(kind, 7, 50) {
                for less in PROBLEM.shrink(&case) {
                    assert!(size(&less) < size(&case) && less.game() == case.game());
                }
            }
        }
        // Shrinking ends at the smallest board, and never starts beyond the limits.
        let mut case = read("1 3 1000 998").swap_remove(0);
        let mut steps = 0;
        while let Some(less) = PROBLEM.shrink(&case).pop() {
            (case, steps) = (less, steps + 1);
        }
        assert_eq!((PROBLEM.input_text(&case).as_str(), steps), ("1 3 2 2", 998 + 996));
        let start = Position::start(1 << 40, 1).expect("in range");
        assert_eq!(PROBLEM.shrink(&Record::new(Bo::new(Piece::Queen), start)), []);
    }

    /// A program's answer for a piece and two distances.
    type Program = fn(Piece, u64, u64) -> &'static str;

    /// The names of the trials that the program gets wrong.
    fn caught(program: impl Fn(Piece, u64, u64) -> &'static str) -> Vec<String> {
        let is_caught = |trial: &Trial<Kind>| {
            let cases = cases(trial);
            let answers = answers(&PROBLEM, &cases, &Control::new()).expect("no limit");
            cases.iter().zip(answers.lines()).any(|(case, answer)| {
                let distance = case.start().distance();
                program(case.game().piece(), distance.down, distance.right) != answer
            })
        };
        BoProblem::TRIALS.iter().filter(|trial| is_caught(trial)).map(name).collect()
    }

    fn right(piece: Piece, a: u64, b: u64) -> &'static str {
        let (low, high) = (a.min(b), a.max(b));
        let win = |is_won: bool| if is_won { "B" } else { "G" };
        match piece {
            Piece::King => win(a % 2 == 1 || b % 2 == 1),
            Piece::Rook => win(a != b),
            Piece::Knight if low == high && low % 3 == 0 => "G",
            Piece::Knight if high - low == 1 && low % 3 == 1 => "B",
            Piece::Knight => "D",
            Piece::Queen => win(low != lower(&(high - low))),
        }
    }

    #[test]
    fn the_trials_catch_wrong_programs() {
        let queen = |phi: [u64; 2], low: u64, high: u64| if low == (high - low) * phi[0] / phi[1] { "G" } else { "B" };
        let wrong: [(&str, Program); 12] = [
            ("king: loses at two odd distances too", |piece, a, b| match piece {
                Piece::King if a % 2 == b % 2 => "G",
                _ => right(piece, a, b),
            }),
            ("king: sides instead of distances", |piece, a, b| match piece {
                Piece::King => right(piece, a + 1, b + 1),
                _ => right(piece, a, b),
            }),
            ("rook: wins only in one move", |piece, a, b| match piece {
                Piece::Rook if a == 0 || b == 0 => "B",
                Piece::Rook => "G",
                _ => right(piece, a, b),
            }),
            ("rook: loses next to the diagonal too", |piece, a, b| match piece {
                Piece::Rook if a.abs_diff(b) <= 1 => "G",
                _ => right(piece, a, b),
            }),
            ("knight: no draws", |piece, a, b| match right(piece, a, b) {
                "D" => "G",
                answer => answer,
            }),
            ("knight: wins nowhere", |piece, a, b| match piece {
                Piece::Knight if a == b => right(Piece::Knight, a, a),
                Piece::Knight => "D",
                _ => right(piece, a, b),
            }),
            ("knight: wins only if the rows are not more than the columns", |piece, a, b| match right(piece, a, b) {
                "B" if piece == Piece::Knight && a > b => "D",
                answer => answer,
            }),
            ("knight: wins at any small difference", |piece, a, b| match piece {
                Piece::Knight if (a + b) % 3 != 0 => "D",
                Piece::Knight if a == b => "G",
                Piece::Knight if a.abs_diff(b) <= 3 => "B",
                _ => right(piece, a, b),
            }),
            ("queen: moves like a rook", |piece, a, b| match piece {
                Piece::Queen if a == b => "G",
                Piece::Queen => "B",
                _ => right(piece, a, b),
            }),
            ("queen: sides instead of distances", |piece, a, b| match piece {
                Piece::Queen => right(piece, a + 1, b + 1),
                _ => right(piece, a, b),
            }),
            ("queen: loses only if the rows are not more than the columns", |piece, a, b| match right(piece, a, b) {
                "G" if piece == Piece::Queen && a > b => "B",
                answer => answer,
            }),
            ("B and G exchanged", |piece, a, b| match right(piece, a, b) {
                "B" => "G",
                "G" => "B",
                answer => answer,
            }),
        ];
        for (name, program) in wrong {
            assert!(!caught(program).is_empty(), "{name}");
        }
        for phi in [[3, 2], [8, 5], [162, 100], [161, 100], [1618, 1000], [1619, 1000]] {
            let program = |piece, a: u64, b: u64| match piece {
                Piece::Queen => queen(phi, a.min(b), a.max(b)),
                _ => right(piece, a, b),
            };
            let caught = caught(program);
            assert!(caught.len() >= 2, "{phi:?}: {caught:?}");
        }
        assert!(caught(right).is_empty());
    }

    fn name(trial: &Trial<Kind>) -> String {
        match *trial {
            Trial::Input { name, .. } => name.to_owned(),
            Trial::Generated { kind, seed, .. } => format!("{}-{seed}", kind.name()),
        }
    }
}
