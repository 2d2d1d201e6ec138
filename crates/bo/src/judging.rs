//! Cases on which programs are tried.

use board_core::judging::{Judging, Kind, Trial, plainly};
use board_core::{Random, Record};

use crate::problem::BoProblem;
use crate::rules::{Bo, Piece, Position};
use crate::wythoff::lower;

pub(crate) const JUDGING: Judging<BoProblem> = Judging {
    most_cases: *BoProblem::ORIGINAL_CASES.end(),
    kinds: &[
        Kind { name: "random", about: "any piece, any sides", make: |_, random| of_any_piece(2..=LARGEST, random) },
        Kind { name: "small", about: "any piece, sides up to 8", make: |_, random| of_any_piece(2..=8, random) },
        Kind {
            name: "largest",
            about: "any piece, sides from 990",
            make: |_, random| of_any_piece(990..=LARGEST, random),
        },
        Kind { name: "kings", about: "a king, any sides", make: kings },
        Kind { name: "rooks", about: "a rook, sides equal or nearly so", make: rooks },
        Kind { name: "knights", about: "a knight, lost or won, or beside such a square", make: knights },
        Kind { name: "queens", about: "a queen, on a cold square or beside one", make: queens },
        Kind { name: "golden", about: "a queen, where 1.618 is too short for the golden ratio", make: golden },
    ],
    write: plainly,
    trials: &[
        Trial::Input { name: "sample", text: "4\n1 5 5\n2 5 5\n3 5 5\n4 5 5\n" },
        Trial::Input { name: "smallest", text: "4\n1 2 2\n2 2 2\n3 2 2\n4 2 2\n" },
        Trial::Input { name: "one-case", text: "1\n3 1000 1000\n" },
        Trial::Input { name: "corner", text: "4\n1 1000 1000\n2 1000 1000\n3 1000 1000\n4 1000 1000\n" },
        Trial::Generated { kind: "small", seed: 1, count: 20 },
        Trial::Generated { kind: "small", seed: 2, count: 200 },
        Trial::Generated { kind: "kings", seed: 1, count: 100 },
        Trial::Generated { kind: "rooks", seed: 1, count: 100 },
        Trial::Generated { kind: "knights", seed: 1, count: 100 },
        Trial::Generated { kind: "knights", seed: 2, count: 1000 },
        Trial::Generated { kind: "queens", seed: 1, count: 100 },
        Trial::Generated { kind: "queens", seed: 2, count: 1000 },
        Trial::Generated { kind: "queens", seed: 3, count: 1000 },
        Trial::Generated { kind: "golden", seed: 1, count: 100 },
        Trial::Generated { kind: "random", seed: 1, count: 100 },
        Trial::Generated { kind: "random", seed: 2, count: 1000 },
        Trial::Generated { kind: "largest", seed: 1, count: 1000 },
    ],
    smaller,
    is_answer: |text| matches!(text, "B" | "G" | "D"),
    interaction: None,
};

const LARGEST: u64 = *BoProblem::ORIGINAL_SIDES.end();

/// The case of so many rows and columns, if the original has it.
fn case(piece: Piece, rows: u64, cols: u64) -> Option<Record<Bo>> {
    let is_side = |side| BoProblem::ORIGINAL_SIDES.contains(&side);
    let start = Position::start(rows, cols).ok().filter(|_| is_side(rows) && is_side(cols))?;
    Some(Record::new(Bo::new(piece), start))
}

/// Makes sides until they are sides of the original, and takes them in either order.
fn until_within(piece: Piece, random: &mut Random, mut sides: impl FnMut(&mut Random) -> [u64; 2]) -> Record<Bo> {
    loop {
        let mut sides = sides(random);
        random.shuffle(&mut sides);
        if let Some(case) = case(piece, sides[0], sides[1]) {
            return case;
        }
    }
}

fn any_side(random: &mut Random) -> u64 {
    random.within(BoProblem::ORIGINAL_SIDES)
}

fn of_any_piece(sides: std::ops::RangeInclusive<u64>, random: &mut Random) -> Record<Bo> {
    let piece = *random.choose(&Piece::ALL).expect("four of them");
    until_within(piece, random, |random| [random.within(sides.clone()), random.within(sides.clone())])
}

fn kings(_: &BoProblem, random: &mut Random) -> Record<Bo> {
    until_within(Piece::King, random, |random| [any_side(random), any_side(random)])
}

fn rooks(_: &BoProblem, random: &mut Random) -> Record<Bo> {
    until_within(Piece::Rook, random, |random| {
        let side = any_side(random);
        [side, side + random.choose(&[0, 0, 1, 2]).expect("four of them")]
    })
}

/// A knight has lost on the diagonal, and has won one square beside it, wherever it can come to the corner. All else is drawn.
fn knights(_: &BoProblem, random: &mut Random) -> Record<Bo> {
    until_within(Piece::Knight, random, |random| {
        let side = any_side(random);
        [side, side + random.choose(&[0, 0, 1, 1, 2, 3]).expect("six of them")]
    })
}

fn queens(_: &BoProblem, random: &mut Random) -> Record<Bo> {
    // floor(381 phi) + 381 is 997, the last that is below 1000.
    until_within(Piece::Queen, random, |random| near_pair(random.within(0..=381), random))
}

/// floor(1.618 k) is floor(k phi) for all k within the limits but these two.
fn golden(_: &BoProblem, random: &mut Random) -> Record<Bo> {
    until_within(Piece::Queen, random, |random| near_pair(*random.choose(&[233, 322]).expect("two of them"), random))
}

/// The sides of the board on which the queen is as far away as the numbers of the k-th of Wythoff's pairs say, or one
/// more or less.
fn near_pair(k: u64, random: &mut Random) -> [u64; 2] {
    let low = lower(&k);
    // A side is a distance and 1 more.
    [low, low + k].map(|distance| distance + random.choose(&[0, 1, 1, 2]).expect("four of them"))
}

/// The same piece on smaller boards: half as large, then a square less or three, down, right, or both.
fn smaller(_: &BoProblem, from: &Record<Bo>) -> Vec<Record<Bo>> {
    let distance = from.start().distance();
    let less = |by: [u64; 2]| {
        let [rows, cols] = [distance.down.checked_sub(by[0])? + 1, distance.right.checked_sub(by[1])? + 1];
        case(from.game().piece(), rows, cols)
    };
    let halves = [distance.down.div_ceil(2), distance.right.div_ceil(2)];
    let steps = [halves, [halves[0], 0], [0, halves[1]], [3, 3], [2, 2], [1, 1], [2, 0], [0, 2], [1, 0], [0, 1]];
    steps.into_iter().filter(|by| *by != [0, 0]).filter_map(less).collect()
}

#[cfg(test)]
mod tests {
    use board_core::problem::answers;
    use board_core::{Control, Input, Limits, Problem, judging};

    use super::*;

    const PROBLEM: BoProblem = BoProblem {};

    fn read(text: &str) -> Vec<Record<Bo>> {
        PROBLEM.read(&mut Input::new(text.as_bytes(), Limits::Original)).expect("within the original limits")
    }

    fn generated(kind: &str, seed: u64, count: u32) -> Vec<Record<Bo>> {
        let kind = JUDGING.kinds.iter().find(|other| other.name == kind).expect("a kind of this name");
        kind.input(&PROBLEM, count as usize, &mut Random::new(seed)).0
    }

    fn cases(trial: &Trial) -> Vec<Record<Bo>> {
        match *trial {
            Trial::Input { text, .. } => read(text),
            Trial::Generated { kind, seed, count } => generated(kind, seed, count),
        }
    }

    #[test]
    fn kinds_trials_and_smaller_cases_keep_the_limits() {
        assert_eq!(judging::check(&PROBLEM, 200), Ok(()));
    }

    #[test]
    fn every_kind_keeps_its_bytes() {
        // What a seed gives never changes: kinds may come, these lines stay.
        assert_eq!(
            judging::fingerprints(&PROBLEM, 3),
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
    fn smaller_cases_are_smaller() {
        let size = |case: &Record<Bo>| case.start().distance().down + case.start().distance().right;
        for kind in JUDGING.kinds {
            for case in generated(kind.name, 7, 50) {
                for less in smaller(&PROBLEM, &case) {
                    assert!(size(&less) < size(&case) && less.game() == case.game());
                }
            }
        }
        // From anywhere to where nothing is smaller, and from beyond the limits nowhere.
        let mut case = read("1 3 1000 998").swap_remove(0);
        let mut steps = 0;
        while let Some(less) = smaller(&PROBLEM, &case).pop() {
            (case, steps) = (less, steps + 1);
        }
        assert_eq!((PROBLEM.input_text(&case).as_str(), steps), ("1 3 2 2", 998 + 996));
        let start = Position::start(1 << 40, 1).expect("in range");
        assert_eq!(smaller(&PROBLEM, &Record::new(Bo::new(Piece::Queen), start)), []);
    }

    /// What a program says of a piece and two distances.
    type Program = fn(Piece, u64, u64) -> &'static str;

    /// The names of the trials whose answers are not the program's.
    fn caught(program: impl Fn(Piece, u64, u64) -> &'static str) -> Vec<String> {
        let is_caught = |trial: &Trial| {
            let cases = cases(trial);
            let answers = answers(&PROBLEM, &cases, &Control::new()).expect("no limit");
            cases.iter().zip(answers.lines()).any(|(case, answer)| {
                let distance = case.start().distance();
                program(case.game().piece(), distance.down, distance.right) != answer
            })
        };
        JUDGING.trials.iter().filter(|trial| is_caught(trial)).map(name).collect()
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
            ("king: both sides odd or even, not both distances even", |piece, a, b| match piece {
                Piece::King if a % 2 == b % 2 => "G",
                _ => right(piece, a, b),
            }),
            ("king: sides for distances", |piece, a, b| match piece {
                Piece::King => right(piece, a + 1, b + 1),
                _ => right(piece, a, b),
            }),
            ("rook: to the corner in one move", |piece, a, b| match piece {
                Piece::Rook if a == 0 || b == 0 => "B",
                Piece::Rook => "G",
                _ => right(piece, a, b),
            }),
            ("rook: near the diagonal is on it", |piece, a, b| match piece {
                Piece::Rook if a.abs_diff(b) <= 1 => "G",
                _ => right(piece, a, b),
            }),
            ("knight: no draws", |piece, a, b| match right(piece, a, b) {
                "D" => "G",
                answer => answer,
            }),
            ("knight: the diagonal only", |piece, a, b| match piece {
                Piece::Knight if a == b => right(Piece::Knight, a, a),
                Piece::Knight => "D",
                _ => right(piece, a, b),
            }),
            ("knight: rows before columns", |piece, a, b| match right(piece, a, b) {
                "B" if piece == Piece::Knight && a > b => "D",
                answer => answer,
            }),
            ("knight: sums that 3 divides", |piece, a, b| match piece {
                Piece::Knight if (a + b) % 3 != 0 => "D",
                Piece::Knight if a == b => "G",
                Piece::Knight if a.abs_diff(b) <= 3 => "B",
                _ => right(piece, a, b),
            }),
            ("queen: as a rook", |piece, a, b| match piece {
                Piece::Queen if a == b => "G",
                Piece::Queen => "B",
                _ => right(piece, a, b),
            }),
            ("queen: sides for distances", |piece, a, b| match piece {
                Piece::Queen => right(piece, a + 1, b + 1),
                _ => right(piece, a, b),
            }),
            ("queen: rows before columns", |piece, a, b| match right(piece, a, b) {
                "G" if piece == Piece::Queen && a > b => "B",
                answer => answer,
            }),
            ("B and G in turn", |piece, a, b| match right(piece, a, b) {
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

    fn name(trial: &Trial) -> String {
        match *trial {
            Trial::Input { name, .. } => name.to_owned(),
            Trial::Generated { kind, seed, .. } => format!("{kind}-{seed}"),
        }
    }
}
