//! Nim with one heap as two judged problems: a batch problem and an interactive one.

use std::fmt;

use board_core::problem::CaseOf;
use board_core::{Control, Game, Halt, Input, InputError, Negamax, Outcome, Problem, Random, Record, Side, Step};
use board_judge::{Batch, Choice, Finding, Judged, Next, Referee, Trial, Verdict};

/// One heap of objects. A move takes one, two or three, and the player who takes the last one wins.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Heap;

impl Game for Heap {
    type Position = (u32, Side);
    type Move = u32;
    type Value = Outcome;

    fn to_move(&self, &(_, side): &Self::Position) -> Side {
        side
    }

    fn end(&self, &(left, _): &Self::Position) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Loss(0))
    }

    fn moves(&self, &(left, _): &Self::Position) -> impl Iterator<Item = u32> {
        1..=left.min(3)
    }

    fn play(&self, &(left, side): &Self::Position, taken: u32) -> Step<Self::Position> {
        Step { to: (left.saturating_sub(taken), side.other()), gain: 0 }
    }
}

/// `WIN` or `LOSE` for each of at most three heaps.
#[derive(Default)]
pub(crate) struct BatchHeap;

/// The program moves first, writes one number per line, and must win.
#[derive(Default)]
pub(crate) struct InteractiveHeap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Random,
    Small,
}

impl Choice for Kind {
    const ALL: &'static [Self] = &[Self::Random, Self::Small];

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Random => ("random", "up to 99"),
            Self::Small => ("small", "up to 7"),
        }
    }
}

/// Not a multiple of four: the first player wins.
fn heap(kind: Kind, random: &mut Random) -> Record<Heap> {
    let max = match kind {
        Kind::Random => 24,
        Kind::Small => 1,
    };
    Record::new(Heap, (4 * random.within(0..=max - 1_u32) + random.within(1..=3_u32), Side::First))
}

fn read_heap(input: &mut Input<'_>) -> Result<Record<Heap>, InputError> {
    Ok(Record::new(Heap, (input.limited("n", 1..=1000, 1..=99)?.value, Side::First)))
}

fn smaller(case: &Record<Heap>) -> Vec<Record<Heap>> {
    let (left, side) = *case.position();
    [1, left / 8 * 4 + left % 4, left.saturating_sub(4)]
        .into_iter()
        .filter(|&fewer| 0 < fewer && fewer < left)
        .map(|fewer| Record::new(Heap, (fewer, side)))
        .collect()
}

impl Problem for BatchHeap {
    type Game = Heap;
    type Solver = Negamax<Heap>;

    const NAME: &'static str = "answered";
    const ABOUT: &'static str = "";
    const FORM: &'static str = "";
    const EXAMPLE: &'static str = "1";
    const SIDES: [&'static str; 2] = ["first", "second"];

    fn read_case(&self, input: &mut Input<'_>) -> Result<CaseOf<Self>, InputError> {
        read_heap(input)
    }

    fn answer(&self, _: usize, _: &CaseOf<Self>, value: Outcome) -> impl fmt::Display {
        if matches!(value, Outcome::Win(_)) { "WIN" } else { "LOSE" }
    }

    fn input(&self, cases: &[CaseOf<Self>]) -> String {
        let lines: Vec<String> = cases.iter().map(|case| format!("{}\n", case.position().0)).collect();
        lines.concat()
    }
}

impl Judged for BatchHeap {
    type Kind = Kind;
    type Referee = Batch;

    const MAX_CASES: u32 = 1;
    const TRIALS: &'static [Trial<Kind>] = &[
        Trial::Input { name: "one", text: "1\n" },
        Trial::Input { name: "four", text: "4\n" },
        Trial::Input { name: "large", text: "98\n" },
        Trial::Generated { kind: Kind::Small, seed: 1, count: 1 },
    ];

    fn generate(&self, kind: Kind, random: &mut Random) -> CaseOf<Self> {
        heap(kind, random)
    }

    fn shrink(&self, case: &CaseOf<Self>) -> Vec<CaseOf<Self>> {
        smaller(case)
    }

    fn is_answer(text: &str) -> bool {
        matches!(text, "WIN" | "LOSE")
    }
}

impl Problem for InteractiveHeap {
    type Game = Heap;
    type Solver = Negamax<Heap>;

    const NAME: &'static str = "played";
    const ABOUT: &'static str = "";
    const FORM: &'static str = "";
    const EXAMPLE: &'static str = "1";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const IS_INTERACTIVE: bool = true;

    fn read_case(&self, input: &mut Input<'_>) -> Result<CaseOf<Self>, InputError> {
        read_heap(input)
    }

    fn answer(&self, _: usize, _: &CaseOf<Self>, _: Outcome) -> impl fmt::Display {
        ""
    }

    fn input(&self, cases: &[CaseOf<Self>]) -> String {
        BatchHeap.input(cases)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    Perfect,
    One,
}

impl Choice for Opponent {
    const ALL: &'static [Self] = &[Self::Perfect, Self::One];

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Perfect => ("perfect", "wins if it can"),
            Self::One => ("one", "always takes one"),
        }
    }
}

pub(crate) struct HeapReferee {
    game: Record<Heap>,
    pending: Option<String>,
    over: Option<Finding>,
}

impl Referee for HeapReferee {
    type Opponent = Opponent;

    fn next(&mut self) -> Next {
        match (self.pending.take(), &self.over) {
            (Some(line), _) => Next::Send(line),
            (None, Some(finding)) => Next::Over(finding.clone()),
            (None, None) if self.game.to_move() == Side::First => Next::Receive("a move such as 2".to_owned()),
            (None, None) => Next::Reply,
        }
    }

    fn receive(&mut self, line: &str) {
        let mover = self.game.to_move();
        let found = |verdict, why: &str| Some(Finding { verdict, why: why.to_owned(), details: Vec::new() });
        match line.trim().parse::<u32>() {
            Err(_) => self.over = found(Verdict::PresentationError, "not a number"),
            Ok(taken) if self.game.play(taken).is_err() => self.over = found(Verdict::WrongAnswer, "not a legal move"),
            Ok(taken) => {
                self.pending = (mover == Side::Second).then(|| taken.to_string());
                if self.game.is_over() {
                    self.over = match mover {
                        Side::First => found(Verdict::Accepted, "took the last object"),
                        Side::Second => found(Verdict::WrongAnswer, "did not take the last object"),
                    };
                }
            }
        }
    }

    fn choose(&mut self, opponent: Opponent, random: &mut Random) -> String {
        let (left, _) = *self.game.position();
        let taken = match (opponent, left % 4) {
            (Opponent::One, _) => 1,
            (Opponent::Perfect, 0) => random.within(1..=3_u32),
            (Opponent::Perfect, rest) => rest,
        };
        taken.to_string()
    }
}

impl Judged for InteractiveHeap {
    type Kind = Kind;
    type Referee = HeapReferee;

    const MAX_CASES: u32 = 1;
    const TRIALS: &'static [Trial<Kind>] =
        &[Trial::Input { name: "three", text: "3\n" }, Trial::Input { name: "thirty", text: "30\n" }];

    fn generate(&self, kind: Kind, random: &mut Random) -> CaseOf<Self> {
        heap(kind, random)
    }

    fn shrink(&self, case: &CaseOf<Self>) -> Vec<CaseOf<Self>> {
        smaller(case).into_iter().filter(|smaller| smaller.position().0 % 4 != 0).collect()
    }

    fn is_answer(text: &str) -> bool {
        text.parse::<u8>().is_ok()
    }

    fn referee(&self, case: &CaseOf<Self>, _: &Control<'_>) -> Result<Option<HeapReferee>, Halt> {
        Ok(Some(HeapReferee { game: case.clone(), pending: None, over: None }))
    }
}
