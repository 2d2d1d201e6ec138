//! Cases on which programs are tried.

use std::ops::RangeInclusive;

use board_core::judging::{Judging, Kind, Trial, plainly};
use board_core::{Board, Random, Record, Side};

use crate::problem::RowfillProblem;
use crate::rules::Rowfill;

pub(crate) const JUDGING: Judging<RowfillProblem> = Judging {
    most_cases: 1,
    kinds: &[
        Kind { name: "random", about: "any board, any numbers", make: random },
        Kind { name: "small", about: "up to 4 x 4, numbers to 9", make: small },
        Kind { name: "largest", about: "10 x 10, any numbers", make: largest },
        Kind { name: "zeros", about: "from 8 x 8, all numbers 0", make: zeros },
        Kind { name: "last-one", about: "from 8 x 8, all numbers 0, but white gains 1 at the end", make: last_one },
        Kind { name: "one-sided", about: "all numbers of one side 0", make: one_sided },
        Kind { name: "equal", about: "a square gives both the same", make: equal },
        Kind { name: "lines", about: "a single row or column", make: lines },
        Kind { name: "limit", about: "100000 on every square, for one side or both", make: limit },
    ],
    write: plainly,
    trials: &[
        Trial::Input { name: "sample", text: "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n" },
        Trial::Input { name: "smallest", text: "1 1\n0\n5\n" },
        Trial::Input { name: "white-takes-all", text: "1 2\n0 0\n0 100000\n" },
        Trial::Generated { kind: "small", seed: 1, count: 1 },
        Trial::Generated { kind: "small", seed: 2, count: 1 },
        Trial::Generated { kind: "small", seed: 3, count: 1 },
        Trial::Generated { kind: "small", seed: 4, count: 1 },
        Trial::Generated { kind: "small", seed: 5, count: 1 },
        Trial::Generated { kind: "small", seed: 6, count: 1 },
        Trial::Generated { kind: "lines", seed: 1, count: 1 },
        Trial::Generated { kind: "lines", seed: 4, count: 1 },
        Trial::Generated { kind: "lines", seed: 6, count: 1 },
        Trial::Generated { kind: "lines", seed: 7, count: 1 },
        Trial::Generated { kind: "one-sided", seed: 1, count: 1 },
        Trial::Generated { kind: "one-sided", seed: 4, count: 1 },
        Trial::Generated { kind: "one-sided", seed: 8, count: 1 },
        Trial::Generated { kind: "one-sided", seed: 9, count: 1 },
        Trial::Generated { kind: "equal", seed: 1, count: 1 },
        Trial::Generated { kind: "equal", seed: 2, count: 1 },
        Trial::Generated { kind: "limit", seed: 2, count: 1 },
        Trial::Generated { kind: "limit", seed: 4, count: 1 },
        Trial::Generated { kind: "limit", seed: 6, count: 1 },
        Trial::Generated { kind: "limit", seed: 17, count: 1 },
        Trial::Generated { kind: "random", seed: 1, count: 1 },
        Trial::Generated { kind: "random", seed: 2, count: 1 },
        Trial::Generated { kind: "random", seed: 3, count: 1 },
        Trial::Generated { kind: "random", seed: 4, count: 1 },
        Trial::Generated { kind: "last-one", seed: 1, count: 1 },
        Trial::Generated { kind: "last-one", seed: 9, count: 1 },
        Trial::Generated { kind: "zeros", seed: 1, count: 1 },
        Trial::Generated { kind: "zeros", seed: 8, count: 1 },
        Trial::Generated { kind: "zeros", seed: 9, count: 1 },
        Trial::Generated { kind: "largest", seed: 1, count: 1 },
        Trial::Generated { kind: "largest", seed: 2, count: 1 },
        Trial::Generated { kind: "largest", seed: 3, count: 1 },
    ],
    smaller,
    is_answer: |text| text.parse::<i64>().is_ok(),
    interaction: None,
};

const SIDES: RangeInclusive<u32> = RowfillProblem::ORIGINAL_SIDES;
const MOST: i64 = *RowfillProblem::ORIGINAL_NUMBERS.end();

/// The numbers of a board, row by row.
type Numbers = Vec<i64>;

fn case(rows: u32, cols: u32, black: Numbers, white: Numbers) -> Record<Rowfill> {
    let board = Board::new(rows, cols).expect("at least 1");
    let game = Rowfill::new(board, black, white).expect("small numbers, as many as squares");
    let start = game.start();
    Record::new(game, start)
}

fn size(sides: RangeInclusive<u32>, random: &mut Random) -> [u32; 2] {
    [random.within(sides.clone()), random.within(sides)]
}

/// As many numbers as a board has squares.
fn numbers([rows, cols]: [u32; 2], most: i64, random: &mut Random) -> Numbers {
    let most = most.unsigned_abs();
    let number = |_| i64::try_from(random.within(0..=most)).expect("no more than the most");
    (0..rows * cols).map(number).collect()
}

fn same([rows, cols]: [u32; 2], number: i64) -> Numbers {
    vec![number; (rows * cols) as usize]
}

fn any(size: [u32; 2], most: i64, random: &mut Random) -> Record<Rowfill> {
    let black = numbers(size, most, random);
    let white = numbers(size, most, random);
    case(size[0], size[1], black, white)
}

fn random(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    any(size(SIDES, random), MOST, random)
}

fn small(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    any(size(1..=4, random), 9, random)
}

fn largest(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    any([*SIDES.end(); 2], MOST, random)
}

/// No position is worth anything: a memo that takes 0 for unknown keeps nothing.
fn zeros(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    let size = size(8..=10, random);
    case(size[0], size[1], same(size, 0), same(size, 0))
}

/// White takes the last of an even number of squares, whatever happens: every position is worth -1 to black, and a memo
/// that takes -1 for unknown keeps nothing.
fn last_one(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    let mut size = size(8..=10, random);
    if size == [9, 9] {
        size = [9, 10];
    }
    let mut white = same(size, 0);
    if let Some(last) = white.last_mut() {
        *last = 1;
    }
    case(size[0], size[1], same(size, 0), white)
}

fn one_sided(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    let size = size(SIDES, random);
    let mut both = [numbers(size, MOST, random), same(size, 0)];
    random.shuffle(&mut both);
    let [black, white] = both;
    case(size[0], size[1], black, white)
}

fn equal(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    let size = size(SIDES, random);
    let numbers = numbers(size, MOST, random);
    case(size[0], size[1], numbers.clone(), numbers)
}

fn lines(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    let mut size = [1, random.within(SIDES)];
    random.shuffle(&mut size);
    any(size, MOST, random)
}

fn limit(_: &RowfillProblem, random: &mut Random) -> Record<Rowfill> {
    let size = size(8..=10, random);
    let [black, white] = *random.choose(&[[MOST, MOST], [MOST, 0], [0, MOST]]).expect("three of them");
    case(size[0], size[1], same(size, black), same(size, white))
}

/// A board of half the rows or columns, or without one of them; then smaller numbers: 0 for a side, half of all, and 0 or
/// half in a single place, or in a row.
fn smaller(_: &RowfillProblem, from: &Record<Rowfill>) -> Vec<Record<Rowfill>> {
    let game = from.game();
    let board = game.board();
    let of = |side| board.iter().filter_map(|square| game.number(side, square)).collect::<Numbers>();
    let [black, white] = Side::ALL.map(of);
    if !(SIDES.contains(&board.rows()) && SIDES.contains(&board.cols()))
        || black.iter().chain(&white).any(|&number| number > MOST)
    {
        return Vec::new();
    }

    // What is left of the rows and of the columns.
    let all = |side: u32| (0..side).collect::<Vec<_>>();
    let [rows, cols] = [all(board.rows()), all(board.cols())];
    let cut = |rows: &[u32], cols: &[u32]| {
        let kept = |numbers: &[i64]| {
            let square = |row: &u32| {
                cols.iter().map(move |col| numbers[(row * board.cols() + col) as usize]).collect::<Numbers>()
            };
            rows.iter().flat_map(square).collect()
        };
        let count = |lines: &[u32]| u32::try_from(lines.len()).expect("no more than before");
        case(count(rows), count(cols), kept(&black), kept(&white))
    };
    let halves = |lines: &[u32]| {
        let (one, other) = lines.split_at(lines.len() / 2);
        [one.to_vec(), other.to_vec()]
    };
    let without_one =
        |lines: &[u32]| (0..lines.len()).map(|at| [&lines[..at], &lines[at + 1..]].concat()).collect::<Vec<_>>();
    let fewer = |lines: &[u32]| {
        let found = halves(lines).into_iter().chain(without_one(lines));
        found.filter(|left| !left.is_empty() && left.len() < lines.len()).collect::<Vec<_>>()
    };
    let fewer_rows = fewer(&rows).into_iter().map(|rows| cut(&rows, &cols));
    let fewer_cols = fewer(&cols).into_iter().map(|cols| cut(&rows, &cols));
    let boards = fewer_rows.chain(fewer_cols);

    let numbers = [black.as_slice(), white.as_slice()].concat();
    let squares = black.len();
    let halved = |number| number / 2;
    let mut less: Vec<Numbers> = Vec::new();
    let mut lower = |places: std::ops::Range<usize>, to: fn(i64) -> i64| {
        let mut lower = numbers.clone();
        lower[places].iter_mut().for_each(|number| *number = to(*number));
        if lower != numbers {
            less.push(lower);
        }
    };
    lower(0..squares, |_| 0);
    lower(squares..2 * squares, |_| 0);
    lower(0..2 * squares, halved);
    // On large boards a row at a time: else there would be hundreds of cases.
    let together = if squares <= 16 { 1 } else { cols.len() };
    for to in [|_| 0, halved] {
        (0..2 * squares).step_by(together).for_each(|place| lower(place..place + together, to));
    }
    let with = |mut black: Numbers| {
        let white = black.split_off(squares);
        case(board.rows(), board.cols(), black, white)
    };
    boards.chain(less.into_iter().map(with)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use board_core::problem::answers;
    use board_core::{Control, Input, Limits, Problem, Square, judging};

    use super::*;

    const PROBLEM: RowfillProblem = RowfillProblem {};

    fn read(text: &str) -> Vec<Record<Rowfill>> {
        PROBLEM.read(&mut Input::new(text.as_bytes(), Limits::Original)).expect("within the original limits")
    }

    fn generated(kind: &str, seed: u64) -> Record<Rowfill> {
        let kind = JUDGING.kinds.iter().find(|other| other.name == kind).expect("a kind of this name");
        (kind.make)(&PROBLEM, &mut Random::new(seed))
    }

    fn name(trial: &Trial) -> String {
        match *trial {
            Trial::Input { name, .. } => name.to_owned(),
            Trial::Generated { kind, seed, .. } => format!("{kind}-{seed}"),
        }
    }

    /// A trial's name, its case, and the right answer.
    type Answered = (String, Record<Rowfill>, i64);

    fn trials() -> Vec<Answered> {
        let answered = |trial: &Trial| {
            let case = match *trial {
                Trial::Input { text, .. } => read(text).swap_remove(0),
                Trial::Generated { kind, seed, .. } => generated(kind, seed),
            };
            let answers = answers(&PROBLEM, std::slice::from_ref(&case), &Control::new()).expect("no limit");
            (name(trial), case, answers.trim_end().parse().expect("a number"))
        };
        JUDGING.trials.iter().map(answered).collect()
    }

    #[test]
    fn kinds_trials_and_smaller_cases_keep_the_limits() {
        assert_eq!(judging::check(&PROBLEM, 50), Ok(()));
    }

    #[test]
    fn every_kind_keeps_its_bytes() {
        // What a seed gives never changes: kinds may come, these lines stay.
        assert_eq!(
            judging::fingerprints(&PROBLEM, 1),
            [
                ("random", 0x97c9_463e_30ea_52a0),
                ("small", 0x4ce5_742e_a961_401c),
                ("largest", 0x77a1_8eb0_42c4_66ec),
                ("zeros", 0xe4e6_e73b_3efd_6532),
                ("last-one", 0xbd86_b99a_a6a6_901c),
                ("one-sided", 0xd1fa_3a3d_a7f7_c6ed),
                ("equal", 0x330b_f357_3882_b787),
                ("lines", 0x1e49_ed6a_0534_c6ff),
                ("limit", 0xde10_e569_a8e5_9903),
            ]
        );
    }

    #[test]
    fn smaller_cases_are_smaller() {
        let size = |case: &Record<Rowfill>| {
            let game = case.game();
            let numbers = game.board().iter().flat_map(|square| Side::ALL.map(|side| game.number(side, square)));
            (game.board().squares(), numbers.flatten().sum::<i64>())
        };
        for kind in JUDGING.kinds {
            for case in (0..4).map(|seed| generated(kind.name, seed)) {
                for less in smaller(&PROBLEM, &case) {
                    assert!(size(&less) < size(&case));
                }
            }
        }
        let shown: Vec<String> =
            smaller(&PROBLEM, &read("1 2\n3 0\n0 1")[0]).iter().map(|case| PROBLEM.input_text(case)).collect();
        let boards = ["1 1 3 0", "1 1 0 1", "1 1 0 1", "1 1 3 0"];
        let numbers =
            ["1 2 0 0 0 1", "1 2 3 0 0 0", "1 2 1 0 0 0", "1 2 0 0 0 1", "1 2 3 0 0 0", "1 2 1 0 0 1", "1 2 3 0 0 0"];
        assert_eq!(shown, [&boards[..], &numbers].concat());
        assert_eq!(smaller(&PROBLEM, &read("1 1\n0\n0")[0]), []);
        let beyond =
            PROBLEM.read(&mut Input::new(b"11 1 1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11", Limits::Ours));
        assert_eq!(smaller(&PROBLEM, &beyond.expect("good input")[0]), []);
    }

    /// A program as people write it. The stones' outline is a path from the lower left corner to the upper right one, 1 for
    /// a step up, 0 for one to the right; a stone turns a step up and one to the right into one to the right and one up.
    struct Search<'a> {
        rows: u32,
        cols: u32,
        /// What a side gains on a square.
        gain: &'a dyn Fn(Side, Square) -> i64,
        /// What the best is before any move is looked at.
        worst: i64,
        /// What black gains more than white from an outline on.
        known: Vec<Option<i64>>,
    }

    impl<'a> Search<'a> {
        fn new(case: &Record<Rowfill>, gain: &'a dyn Fn(Side, Square) -> i64) -> Self {
            let board = case.game().board();
            let known = vec![None; 1 << (board.rows() + board.cols())];
            Self { rows: board.rows(), cols: board.cols(), gain, worst: i64::MAX, known }
        }

        fn start(&self) -> u32 {
            (1 << self.rows) - 1
        }

        fn next(&self, outline: u32) -> Vec<(Square, u32)> {
            let (mut row, mut col) = (self.rows, 0);
            let mut next = Vec::new();
            for step in 0..self.rows + self.cols {
                let up = outline >> step & 1 == 1;
                if up {
                    row -= 1;
                } else {
                    col += 1;
                }
                if up && step + 1 < self.rows + self.cols && outline >> (step + 1) & 1 == 0 {
                    next.push((Square::new(row, col), outline ^ 3 << step));
                }
            }
            next
        }

        fn value(&mut self, outline: u32, mover: Side) -> i64 {
            if let Some(known) = self.known[outline as usize] {
                return known;
            }
            let next = self.next(outline);
            let sign = if mover == Side::First { 1 } else { -1 };
            let mut best = if next.is_empty() { 0 } else { -self.worst };
            for (square, outline) in next {
                best = best.max((self.gain)(mover, square) + sign * self.value(outline, mover.other()));
            }
            self.known[outline as usize] = Some(sign * best);
            sign * best
        }

        fn answer(mut self) -> i64 {
            self.value(self.start(), Side::First)
        }

        /// How often `value` would be called by each of some programs whose memo takes certain values for unknown.
        fn calls<const N: usize>(mut self, unknown: [fn(i64) -> bool; N]) -> [u128; N] {
            self.value(self.start(), Side::First);
            let mut layer = HashMap::from([(self.start(), [1_u128; N])]);
            let mut calls = [0_u128; N];
            while !layer.is_empty() {
                let mut after: HashMap<u32, [u128; N]> = HashMap::new();
                for (outline, called) in layer {
                    let value = self.known[outline as usize].expect("it follows the start");
                    let goes_on = std::array::from_fn(|of| if unknown[of](value) { called[of] } else { 1 });
                    add(&mut calls, &called);
                    for (_, outline) in self.next(outline) {
                        add(after.entry(outline).or_insert([0; N]), &goes_on);
                    }
                }
                layer = after;
            }
            calls
        }
    }

    fn add<const N: usize>(to: &mut [u128; N], more: &[u128; N]) {
        to.iter_mut().zip(more).for_each(|(to, more)| *to = to.saturating_add(*more));
    }

    fn number(case: &Record<Rowfill>, side: Side, square: Square) -> i64 {
        case.game().number(side, square).unwrap_or_default()
    }

    fn right(case: &Record<Rowfill>) -> i64 {
        Search::new(case, &|side, square| number(case, side, square)).answer()
    }

    /// Everybody takes what gives most at once.
    fn greedy(case: &Record<Rowfill>) -> i64 {
        let mut case = case.clone();
        while !case.is_over() {
            let (game, at) = (case.game().clone(), case.position().clone());
            let best = board_core::Game::moves(&game, &at).max_by_key(|&square| game.number(case.to_move(), square));
            case.play(best.expect("not over")).expect("a legal move");
        }
        case.score(Side::First) - case.score(Side::Second)
    }

    #[test]
    fn the_trials_catch_wrong_programs() {
        type Program = fn(&Record<Rowfill>) -> i64;
        let wrong: [(&str, Program); 8] = [
            ("greedy", greedy),
            ("the sides mixed up", |case| {
                Search::new(case, &|side, square| number(case, side.other(), square)).answer()
            }),
            ("A for both", |case| Search::new(case, &|_, square| number(case, Side::First, square)).answer()),
            ("A and B for both", |case| {
                let gain = |_, square| Side::ALL.map(|side| number(case, side, square)).iter().sum();
                Search::new(case, &gain).answer()
            }),
            ("seen by white", |case| -right(case)),
            ("rows for columns", |case| {
                let gain = |side, square: Square| {
                    let game = case.game();
                    let place = square.col * game.board().rows() + square.row;
                    game.board().iter().nth(place as usize).map_or(0, |square| number(case, side, square))
                };
                Search::new(case, &gain).answer()
            }),
            ("a million for infinite", |case| {
                let gain = |side, square| number(case, side, square);
                Search { worst: 1_000_000, ..Search::new(case, &gain) }.answer()
            }),
            ("nothing for the worst", |case| {
                let gain = |side, square| number(case, side, square);
                Search { worst: 0, ..Search::new(case, &gain) }.answer()
            }),
        ];
        let trials = trials();
        for (name, program) in wrong {
            assert!(trials.iter().any(|(_, case, answer)| program(case) != *answer), "{name}");
        }
        for (name, case, answer) in &trials {
            assert_eq!(right(case), *answer, "{name}");
        }
    }

    #[test]
    fn the_trials_are_too_long_for_memos_that_take_a_value_for_unknown() {
        // At a nanosecond each that would be a minute and more.
        const TOO_LONG: u128 = 100_000_000_000;
        let unknown: [fn(i64) -> bool; 3] = [|value| value == 0, |value| value == -1, |_| false];
        let mut caught = [const { Vec::new() }; 3];
        for (name, case, _) in trials() {
            let calls = Search::new(&case, &|side, square| number(&case, side, square)).calls(unknown);
            let too_long = caught.iter_mut().zip(calls).filter(|(_, calls)| *calls > TOO_LONG);
            too_long.for_each(|(caught, _)| caught.push(name.clone()));
        }
        let ones = ["last-one-1", "last-one-9"];
        assert_eq!(caught, [&["zeros-1", "zeros-8", "zeros-9"][..], &ones, &[]]);
    }
}
