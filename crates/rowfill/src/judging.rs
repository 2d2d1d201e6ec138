//! Cases on which programs are tested.

use std::ops::{Range, RangeInclusive};

use board_core::{Board, Random, Record, Side};
use board_judge::{Batch, Choice, Judged, Trial};

use crate::problem::RowfillProblem;
use crate::rules::Rowfill;

/// The kinds of cases that can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any board, any numbers.
    Random,
    /// Small boards and numbers.
    Small,
    /// The largest board, any numbers.
    Largest,
    /// All numbers 0. Every position is worth 0, so a memo that uses 0 for "unknown" stores nothing.
    Zeros,
    /// All numbers 0, except that white gains 1 by taking the last of an even number of squares, which nothing
    /// prevents. Every position is worth -1 to black, so a memo that uses -1 for "unknown" stores nothing.
    LastOne,
    /// All numbers of one side 0.
    OneSided,
    /// The same numbers for both sides.
    Equal,
    /// A single row or column.
    Lines,
    /// The largest numbers, for one side or both.
    Limit,
}

impl Choice for Kind {
    const ALL: &'static [Self] = &[
        Self::Random,
        Self::Small,
        Self::Largest,
        Self::Zeros,
        Self::LastOne,
        Self::OneSided,
        Self::Equal,
        Self::Lines,
        Self::Limit,
    ];

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Random => ("random", "any board, any numbers"),
            Self::Small => ("small", "up to 4 x 4, numbers up to 9"),
            Self::Largest => ("largest", "10 x 10, any numbers"),
            Self::Zeros => ("zeros", "at least 8 x 8, all numbers 0"),
            Self::LastOne => ("last-one", "at least 8 x 8, all numbers 0, except that white gains 1 at the end"),
            Self::OneSided => ("one-sided", "all numbers 0 for one side"),
            Self::Equal => ("equal", "the same numbers for both sides"),
            Self::Lines => ("lines", "a single row or column"),
            Self::Limit => ("limit", "100000 on every square, for one side or both"),
        }
    }
}

/// One generated case.
const fn one(kind: Kind, seed: u64) -> Trial<Kind> {
    Trial::Generated { kind, seed, count: 1 }
}

impl Judged for RowfillProblem {
    type Kind = Kind;
    type Referee = Batch;

    const MAX_CASES: u32 = 1;
    const TRIALS: &'static [Trial<Kind>] = &[
        Trial::Input { name: "sample", text: "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n" },
        Trial::Input { name: "smallest", text: "1 1\n0\n5\n" },
        Trial::Input { name: "white-takes-all", text: "1 2\n0 0\n0 100000\n" },
        one(Kind::Small, 1),
        one(Kind::Small, 2),
        one(Kind::Small, 3),
        one(Kind::Small, 4),
        one(Kind::Small, 5),
        one(Kind::Small, 6),
        one(Kind::Lines, 1),
        one(Kind::Lines, 4),
        one(Kind::Lines, 6),
        one(Kind::Lines, 7),
        one(Kind::OneSided, 1),
        one(Kind::OneSided, 4),
        one(Kind::OneSided, 8),
        one(Kind::OneSided, 9),
        one(Kind::Equal, 1),
        one(Kind::Equal, 2),
        one(Kind::Limit, 2),
        one(Kind::Limit, 4),
        one(Kind::Limit, 6),
        one(Kind::Limit, 17),
        one(Kind::Random, 1),
        one(Kind::Random, 2),
        one(Kind::Random, 3),
        one(Kind::Random, 4),
        one(Kind::LastOne, 1),
        one(Kind::LastOne, 9),
        one(Kind::Zeros, 1),
        one(Kind::Zeros, 8),
        one(Kind::Zeros, 9),
        one(Kind::Largest, 1),
        one(Kind::Largest, 2),
        one(Kind::Largest, 3),
    ];

    fn generate(&self, kind: Kind, random: &mut Random) -> Record<Rowfill> {
        match kind {
            Kind::Random => any(size(SIDES, random), MAX, random),
            Kind::Small => any(size(1..=4, random), 9, random),
            Kind::Largest => any(Size { rows: *SIDES.end(), cols: *SIDES.end() }, MAX, random),
            Kind::Zeros => {
                let size = size(8..=10, random);
                case(size, same(size, 0), same(size, 0))
            }
            Kind::LastOne => last_one(random),
            Kind::OneSided => {
                let size = size(SIDES, random);
                let mut both = [numbers(size, MAX, random), same(size, 0)];
                random.shuffle(&mut both);
                let [black, white] = both;
                case(size, black, white)
            }
            Kind::Equal => {
                let size = size(SIDES, random);
                let numbers = numbers(size, MAX, random);
                case(size, numbers.clone(), numbers)
            }
            Kind::Lines => {
                let mut sides = [1, random.within(SIDES)];
                random.shuffle(&mut sides);
                let [rows, cols] = sides;
                any(Size { rows, cols }, MAX, random)
            }
            Kind::Limit => {
                let size = size(8..=10, random);
                let [black, white] = *random.choose(&[[MAX, MAX], [MAX, 0], [0, MAX]]).expect("three of them");
                case(size, same(size, black), same(size, white))
            }
        }
    }

    /// Boards of half the rows or columns, or without one of them; then smaller numbers: 0 for a side, half of all, and
    /// 0 or half on a single square or in a row.
    fn shrink(&self, case: &Record<Rowfill>) -> Vec<Record<Rowfill>> {
        let game = case.game();
        let board = game.board();
        let of = |side| board.iter().filter_map(|square| game.number(side, square)).collect();
        let [black, white] = Side::ALL.map(of);
        let numbers = Both { size: Size { rows: board.rows(), cols: board.cols() }, black, white };
        if !numbers.is_within_limits() {
            return Vec::new();
        }
        numbers.smaller_boards().chain(numbers.smaller_numbers()).map(Both::case).collect()
    }

    fn is_answer(text: &str) -> bool {
        text.parse::<i64>().is_ok()
    }
}

const SIDES: RangeInclusive<u32> = RowfillProblem::ORIGINAL_SIDES;
const MAX: i64 = *RowfillProblem::ORIGINAL_NUMBERS.end();

/// The numbers of a board, row by row.
type Numbers = Vec<i64>;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Size {
    rows: u32,
    cols: u32,
}

impl Size {
    const fn squares(self) -> usize {
        (self.rows * self.cols) as usize
    }
}

fn case(size: Size, black: Numbers, white: Numbers) -> Record<Rowfill> {
    let board = Board::new(size.rows, size.cols).expect("at least 1");
    let game = Rowfill::new(board, black, white).expect("small numbers, as many as squares");
    let start = game.start();
    Record::new(game, start)
}

fn size(sides: RangeInclusive<u32>, random: &mut Random) -> Size {
    let rows = random.within(sides.clone());
    Size { rows, cols: random.within(sides) }
}

/// One number for each square of a board.
fn numbers(size: Size, max: i64, random: &mut Random) -> Numbers {
    let max = max.unsigned_abs();
    let number = |_| i64::try_from(random.within(0..=max)).expect("at most the maximum");
    (0..size.squares()).map(number).collect()
}

fn same(size: Size, number: i64) -> Numbers {
    vec![number; size.squares()]
}

fn any(size: Size, max: i64, random: &mut Random) -> Record<Rowfill> {
    let black = numbers(size, max, random);
    let white = numbers(size, max, random);
    case(size, black, white)
}

fn last_one(random: &mut Random) -> Record<Rowfill> {
    let mut size = size(8..=10, random);
    if size.squares() % 2 == 1 {
        // Only 9 x 9 has this many squares.
        size.cols = 10;
    }
    let mut white = same(size, 0);
    if let Some(last) = white.last_mut() {
        *last = 1;
    }
    case(size, same(size, 0), white)
}

/// The numbers of a case that is being shrunk.
struct Both {
    size: Size,
    black: Numbers,
    white: Numbers,
}

impl Both {
    fn is_within_limits(&self) -> bool {
        [self.size.rows, self.size.cols].iter().all(|side| SIDES.contains(side))
            && self.black.iter().chain(&self.white).all(|&number| number <= MAX)
    }

    fn case(self) -> Record<Rowfill> {
        case(self.size, self.black, self.white)
    }

    /// The numbers on some rows and columns.
    fn part(&self, rows: &[u32], cols: &[u32]) -> Self {
        let place = |row: u32, col: u32| (row * self.size.cols + col) as usize;
        let of = |numbers: &[i64]| {
            rows.iter().flat_map(|&row| cols.iter().map(move |&col| numbers[place(row, col)])).collect()
        };
        let count = |lines: &[u32]| u32::try_from(lines.len()).expect("no more than before");
        let size = Size { rows: count(rows), cols: count(cols) };
        Self { size, black: of(&self.black), white: of(&self.white) }
    }

    fn smaller_boards(&self) -> impl Iterator<Item = Self> {
        let [rows, cols] = [self.size.rows, self.size.cols].map(|count| (0..count).collect::<Vec<u32>>());
        let by_rows: Vec<Self> = fewer(&rows).iter().map(|rows| self.part(rows, &cols)).collect();
        let by_cols: Vec<Self> = fewer(&cols).iter().map(|cols| self.part(&rows, cols)).collect();
        by_rows.into_iter().chain(by_cols)
    }

    fn smaller_numbers(&self) -> impl Iterator<Item = Self> {
        let numbers = [self.black.as_slice(), &self.white].concat();
        let squares = self.size.squares();
        let halved = |number| number / 2;
        let mut smaller: Vec<Numbers> = Vec::new();
        let mut lower = |places: Range<usize>, to: fn(i64) -> i64| {
            let mut lower = numbers.clone();
            lower[places].iter_mut().for_each(|number| *number = to(*number));
            if lower != numbers {
                smaller.push(lower);
            }
        };
        lower(0..squares, |_| 0);
        lower(squares..2 * squares, |_| 0);
        lower(0..2 * squares, halved);
        // On large boards a row at a time, otherwise there would be hundreds of cases.
        let together = if squares <= 16 { 1 } else { self.size.cols as usize };
        for to in [|_| 0, halved] {
            (0..2 * squares).step_by(together).for_each(|place| lower(place..place + together, to));
        }
        let size = self.size;
        smaller.into_iter().map(move |mut black| {
            let white = black.split_off(squares);
            Self { size, black, white }
        })
    }
}

/// Smaller selections of rows or columns: either half, or all but one.
fn fewer(lines: &[u32]) -> Vec<Vec<u32>> {
    let (one, other) = lines.split_at(lines.len() / 2);
    let without_one = (0..lines.len()).map(|place| [&lines[..place], &lines[place + 1..]].concat());
    let found = [one.to_vec(), other.to_vec()].into_iter().chain(without_one);
    found.filter(|left| !left.is_empty() && left.len() < lines.len()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use board_core::problem::answers;
    use board_core::{Control, Input, Limits, Problem, Square};
    use board_testing::judged;

    use super::*;

    const PROBLEM: RowfillProblem = RowfillProblem {};

    fn read(text: &str) -> Vec<Record<Rowfill>> {
        PROBLEM.read(&mut Input::new(text.as_bytes(), Limits::Original)).expect("within the original limits")
    }

    fn generated(kind: Kind, seed: u64) -> Record<Rowfill> {
        PROBLEM.generate(kind, &mut Random::new(seed))
    }

    /// A trial and its correct answer.
    struct Answered {
        name: String,
        case: Record<Rowfill>,
        answer: i64,
    }

    fn trials() -> Vec<Answered> {
        let answered = |trial: &Trial<Kind>| {
            let (name, case) = match *trial {
                Trial::Input { name, text } => (name.to_owned(), read(text).swap_remove(0)),
                Trial::Generated { kind, seed, .. } => (format!("{}-{seed}", kind.name()), generated(kind, seed)),
            };
            let answers = answers(&PROBLEM, std::slice::from_ref(&case), &Control::new()).expect("no limit");
            Answered { name, case, answer: answers.trim_end().parse().expect("a number") }
        };
        RowfillProblem::TRIALS.iter().map(answered).collect()
    }

    #[test]
    fn kinds_trials_and_shrunk_cases_are_within_the_limits() {
        judged::check(&PROBLEM, 50);
    }

    #[test]
    fn the_cases_of_a_seed_never_change() {
        // The cases of a seed never change: kinds can be added, but these lines stay.
        assert_eq!(
            judged::fingerprints(&PROBLEM, 1),
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
    fn shrunk_cases_are_smaller() {
        let size = |case: &Record<Rowfill>| {
            let game = case.game();
            let numbers = game.board().iter().flat_map(|square| Side::ALL.map(|side| game.number(side, square)));
            (game.board().squares(), numbers.flatten().sum::<i64>())
        };
        for &kind in Kind::ALL {
            for case in (0..4).map(|seed| generated(kind, seed)) {
                for less in PROBLEM.shrink(&case) {
                    assert!(size(&less) < size(&case));
                }
            }
        }
        let shown: Vec<String> =
            PROBLEM.shrink(&read("1 2\n3 0\n0 1")[0]).iter().map(|case| PROBLEM.input_text(case)).collect();
        let boards = ["1 1 3 0", "1 1 0 1", "1 1 0 1", "1 1 3 0"];
        let numbers =
            ["1 2 0 0 0 1", "1 2 3 0 0 0", "1 2 1 0 0 0", "1 2 0 0 0 1", "1 2 3 0 0 0", "1 2 1 0 0 1", "1 2 3 0 0 0"];
        assert_eq!(shown, [&boards[..], &numbers].concat());
        assert_eq!(PROBLEM.shrink(&read("1 1\n0\n0")[0]), []);
        let beyond =
            PROBLEM.read(&mut Input::new(b"11 1 1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11", Limits::Ours));
        assert_eq!(PROBLEM.shrink(&beyond.expect("good input")[0]), []);
    }

    /// A typical program. The outline of the stones is a path from the lower left corner to the upper right
    /// one, 1 for a step up, 0 for a step to the right. A stone turns a step up and one to the right into one to the
    /// right and one up.
    struct Search<'a> {
        rows: u32,
        cols: u32,
        /// What a side gains on a square.
        gain: &'a dyn Fn(Side, Square) -> i64,
        /// The initial value of the best, before any move is examined.
        worst: i64,
        /// What black gains minus what white gains, from an outline on.
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

        /// How often `value` would be called by programs whose memos use certain values for "unknown".
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

    /// Each player takes the square with its largest number.
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
            ("exchanges the sides", |case| {
                Search::new(case, &|side, square| number(case, side.other(), square)).answer()
            }),
            ("uses A for both sides", |case| {
                Search::new(case, &|_, square| number(case, Side::First, square)).answer()
            }),
            ("adds A and B for both sides", |case| {
                let gain = |_, square| Side::ALL.map(|side| number(case, side, square)).iter().sum();
                Search::new(case, &gain).answer()
            }),
            ("answers for white", |case| -right(case)),
            ("exchanges rows and columns", |case| {
                let gain = |side, square: Square| {
                    let game = case.game();
                    let place = square.col * game.board().rows() + square.row;
                    game.board().iter().nth(place as usize).map_or(0, |square| number(case, side, square))
                };
                Search::new(case, &gain).answer()
            }),
            ("uses a million for infinity", |case| {
                let gain = |side, square| number(case, side, square);
                Search { worst: 1_000_000, ..Search::new(case, &gain) }.answer()
            }),
            ("uses 0 for the worst", |case| {
                let gain = |side, square| number(case, side, square);
                Search { worst: 0, ..Search::new(case, &gain) }.answer()
            }),
        ];
        let trials = trials();
        for (name, program) in wrong {
            assert!(trials.iter().any(|trial| program(&trial.case) != trial.answer), "{name}");
        }
        for Answered { name, case, answer } in &trials {
            assert_eq!(right(case), *answer, "{name}");
        }
    }

    #[test]
    fn the_trials_are_too_long_for_memos_that_use_a_value_for_unknown() {
        // At a nanosecond each, that would be more than a minute.
        const TOO_LONG: u128 = 100_000_000_000;
        let unknown: [fn(i64) -> bool; 3] = [|value| value == 0, |value| value == -1, |_| false];
        let mut caught = [const { Vec::new() }; 3];
        for Answered { name, case, .. } in trials() {
            let calls = Search::new(&case, &|side, square| number(&case, side, square)).calls(unknown);
            let too_long = caught.iter_mut().zip(calls).filter(|(_, calls)| *calls > TOO_LONG);
            too_long.for_each(|(caught, _)| caught.push(name.clone()));
        }
        let ones = ["last-one-1", "last-one-9"];
        assert_eq!(caught, [&["zeros-1", "zeros-8", "zeros-9"][..], &ones, &[]]);
    }
}
