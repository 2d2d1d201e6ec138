//! Cases on which programs are tested.

use std::ops::RangeInclusive;
use std::slice;

use board_core::{Control, Game, Margin, Oracle, Problem, Random, Record, Side, Solve, analysis};
use board_judge::{Batch, Choice, Judged, Trial};

use crate::problem::BoxesProblem;
use crate::rules::{Boxes, Edge, Edges};
use crate::table::Table;

/// The kinds of cases that can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any edges, at least 12.
    Random,
    /// One to four open edges.
    Small,
    /// 12 open edges, the maximum.
    Largest,
    /// No box closed and no safe edge.
    Chains,
    /// All winning moves give a box away, but some other moves do not.
    Sacrifices,
    /// All edges drawn.
    Finished,
}

impl Choice for Kind {
    const ALL: &'static [Self] =
        &[Self::Random, Self::Small, Self::Largest, Self::Chains, Self::Sacrifices, Self::Finished];

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Random => ("random", "any edges, at least 12"),
            Self::Small => ("small", "one to four open edges"),
            Self::Largest => ("largest", "12 open edges, the maximum"),
            Self::Chains => ("chains", "no box closed, and every move gives a box away"),
            Self::Sacrifices => ("sacrifices", "every winning move gives a box away, but some other moves do not"),
            Self::Finished => ("finished", "all edges drawn"),
        }
    }
}

impl Judged for BoxesProblem {
    type Kind = Kind;
    type Referee = Batch;

    // The original gives no limit, so this is ours.
    const MAX_CASES: u32 = Self::MAX_CASES;
    const TRIALS: &'static [Trial<Kind>] = &[
        Trial::Input { name: "example", text: "1\n12\n1 2\n2 3\n3 4\n5 6\n6 7\n7 8\n1 5\n2 6\n3 7\n4 8\n5 9\n9 10\n" },
        Trial::Input {
            name: "either-end-first",
            text: "1\n14\n2 1\n6 2\n5 6\n5 1\n2 3\n4 3\n7 3\n6 7\n8 4\n8 7\n10 9\n14 10\n13 9\n14 13\n",
        },
        Trial::Generated { kind: Kind::Small, seed: 1, count: 1 },
        Trial::Generated { kind: Kind::Small, seed: 2, count: 100 },
        Trial::Generated { kind: Kind::Small, seed: 3, count: 300 },
        Trial::Generated { kind: Kind::Finished, seed: 1, count: 100 },
        Trial::Generated { kind: Kind::Sacrifices, seed: 1, count: 20 },
        Trial::Generated { kind: Kind::Sacrifices, seed: 2, count: 100 },
        Trial::Generated { kind: Kind::Chains, seed: 1, count: 20 },
        Trial::Generated { kind: Kind::Chains, seed: 2, count: 100 },
        Trial::Generated { kind: Kind::Random, seed: 1, count: 100 },
        Trial::Generated { kind: Kind::Random, seed: 2, count: 100 },
        Trial::Generated { kind: Kind::Largest, seed: 1, count: 1 },
        Trial::Generated { kind: Kind::Largest, seed: 2, count: 100 },
        Trial::Generated { kind: Kind::Largest, seed: 3, count: 100 },
    ];

    fn generate(&self, kind: Kind, random: &mut Random) -> Record<Boxes> {
        match kind {
            Kind::Random => scattered(DRAWN, random),
            Kind::Small => scattered(20..=ALL - 1, random),
            Kind::Largest => scattered(MIN..=MIN, random),
            Kind::Chains => chains(random),
            Kind::Sacrifices => sacrifices(random),
            Kind::Finished => scattered(ALL..=ALL, random),
        }
    }

    /// Each edge is written from either end.
    fn write(&self, cases: &[Record<Boxes>], random: &mut Random) -> String {
        let turned = |line: &str| match line.split_once(' ') {
            Some((from, to)) if random.below(2) == 1 => format!("{to} {from}\n"),
            _ => format!("{line}\n"),
        };
        self.input(cases).lines().map(turned).collect()
    }

    /// Draws more edges: first by best play, which keeps the answer, to the end or part of the way; then
    /// any single edge.
    fn shrink(&self, case: &Record<Boxes>) -> Vec<Record<Boxes>> {
        if case.game() != empty().game() || case.moves().len() < MIN as usize {
            return Vec::new();
        }
        let (game, at) = (case.game(), case.position());
        let best: Vec<Edge> = analysis::best_line(game, &table(case), at).map(|rated| rated.chosen).collect();
        let with = |edges: &[Edge]| {
            let mut case = case.clone();
            draw(&mut case, edges.iter().copied());
            case
        };
        let played = (1..=best.len()).rev().map(|plies| with(&best[..plies]));
        played.chain(game.moves(at).map(|edge| with(&[edge]))).collect()
    }

    fn is_answer(text: &str) -> bool {
        let after_case = text.strip_prefix("Case #").and_then(|rest| rest.split_once(": "));
        after_case.is_some_and(|(number, name)| number.parse::<u64>().is_ok() && Self::SIDES.contains(&name))
    }
}

const DRAWN: RangeInclusive<u32> = BoxesProblem::ORIGINAL_DRAWN;
const MIN: u32 = *DRAWN.start();
const ALL: u32 = *DRAWN.end();

/// The empty board of the original.
fn empty() -> Record<Boxes> {
    let problem = BoxesProblem::default();
    let game = Boxes::new(problem.board, problem.rules()).expect("24 edges");
    Record::new(game, game.position(Edges::default(), Side::First).expect("no edge is on every board"))
}

/// A case with this many edges drawn, in random order.
fn scattered(drawn: RangeInclusive<u32>, random: &mut Random) -> Record<Boxes> {
    let mut case = empty();
    let mut edges: Vec<Edge> = case.game().list(case.game().edges()).collect();
    random.shuffle(&mut edges);
    let drawn = random.within(drawn);
    draw(&mut case, edges.into_iter().take(drawn as usize));
    case
}

fn draw(case: &mut Record<Boxes>, edges: impl Iterator<Item = Edge>) {
    for edge in edges {
        case.play(edge).expect("an open edge");
    }
}

/// Draws safe edges until there are none.
fn chains(random: &mut Random) -> Record<Boxes> {
    loop {
        let mut case = empty();
        while !safe(&case).is_empty() {
            draw_carefully(&mut case, random);
        }
        // Some cases run out of safe edges before the minimum of the original is reached.
        if case.moves().len() >= MIN as usize {
            return case;
        }
    }
}

/// One in a hundred cases made of safe edges is a sacrifice, and one in some thousands of those made of any edges.
fn sacrifices(random: &mut Random) -> Record<Boxes> {
    loop {
        let mut case = empty();
        for _ in 0..*random.choose(&[15, 17, 19]).expect("three of them") {
            draw_carefully(&mut case, random);
        }
        if is_sacrifice(&case) {
            return case;
        }
    }
}

fn safe(case: &Record<Boxes>) -> Vec<Edge> {
    case.game().list(case.game().safe_edges(case.position())).collect()
}

/// Draws a safe edge, or any edge if there is none.
fn draw_carefully(case: &mut Record<Boxes>, random: &mut Random) {
    let mut edges = safe(case);
    if edges.is_empty() {
        edges = case.game().moves(case.position()).collect();
    }
    let edge = random.choose(&edges).copied();
    draw(case, edge.into_iter());
}

/// Whether a move that closes no box but lets the other player close one wins, while there are other moves and none of
/// them wins.
fn is_sacrifice(case: &Record<Boxes>) -> bool {
    let (game, at) = (case.game(), case.position());
    let safe = safe(case);
    let rated = table(case).rate(game, at, usize::MAX).moves;
    let (given, kept): (Vec<_>, Vec<_>) =
        rated.into_iter().partition(|rated| rated.gain == 0 && !safe.contains(&rated.chosen));
    let mover = case.to_move();
    let is_behind = case.score(mover.other()) - case.score(mover);
    let wins = |Margin(points)| points > is_behind;
    !kept.is_empty() && given.iter().any(|rated| wins(rated.value)) && !kept.iter().any(|rated| wins(rated.value))
}

/// The values of everything that can follow a case of the original, which has at most 12 open edges.
fn table(case: &Record<Boxes>) -> Table {
    Table::new(case.game(), slice::from_ref(case.position()), &Control::new()).expect("4 KiB, and no limit")
}

#[cfg(test)]
mod tests {
    use board_core::problem::answers;
    use board_core::{Input, Limits, Negamax};
    use board_judge::generate_input;
    use board_testing::judged::{check, fingerprints};

    use super::*;
    use crate::rules::Rules;

    fn problem() -> BoxesProblem {
        BoxesProblem::default()
    }

    fn read(text: &str) -> Vec<Record<Boxes>> {
        problem().read(&mut Input::new(text.as_bytes(), Limits::Original)).expect("within the original limits")
    }

    fn generated(kind: Kind, seed: u64, count: u32) -> Vec<Record<Boxes>> {
        generate_input(&problem(), kind, count as usize, &mut Random::new(seed)).0
    }

    fn cases(trial: &Trial<Kind>) -> Vec<Record<Boxes>> {
        match *trial {
            Trial::Input { text, .. } => read(text),
            Trial::Generated { kind, seed, count } => generated(kind, seed, count),
        }
    }

    fn name(trial: &Trial<Kind>) -> String {
        match *trial {
            Trial::Input { name, .. } => name.to_owned(),
            Trial::Generated { kind, seed, .. } => format!("{}-{seed}", kind.name()),
        }
    }

    #[test]
    fn kinds_trials_and_shrunk_cases_are_within_the_limits() {
        check(&problem(), 60);
    }

    #[test]
    fn the_cases_of_a_seed_never_change() {
        // The cases of a seed never change: kinds can be added, but these lines stay.
        assert_eq!(
            fingerprints(&problem(), 1),
            [
                ("random", 0x1d82_0f6b_2422_cbe6),
                ("small", 0x823b_fdaf_903e_d6da),
                ("largest", 0xd1bf_8f2e_c022_59f5),
                ("chains", 0x180c_3425_e94a_02d3),
                ("sacrifices", 0xd51d_936f_9a75_b961),
                ("finished", 0xa82c_f9c5_7366_5497),
            ]
        );
    }

    #[test]
    fn kinds_match_their_descriptions() {
        for seed in 0..50 {
            let one = |kind| generated(kind, seed, 1).swap_remove(0);
            assert_eq!(one(Kind::Largest).moves().len(), 12);
            assert!((20..24).contains(&one(Kind::Small).moves().len()));
            assert!(one(Kind::Finished).is_over());
            let chains = one(Kind::Chains);
            assert!(safe(&chains).is_empty() && Side::ALL.iter().all(|&side| chains.score(side) == 0));
            assert!(is_sacrifice(&one(Kind::Sacrifices)));
        }
    }

    #[test]
    fn shrunk_cases_have_more_edges_drawn() {
        for &kind in Kind::ALL {
            for case in generated(kind, 7, 20) {
                let found = problem().shrink(&case);
                // By best play, from every number of drawn edges; and with every single open edge.
                assert_eq!(found.len(), 2 * (24 - case.moves().len()));
                for less in found {
                    assert!(
                        less.moves().len() > case.moves().len() && less.moves().zip(case.moves()).all(|(a, b)| a == b)
                    );
                }
            }
        }
        assert_eq!(problem().shrink(&empty()), []);
    }

    #[test]
    fn best_play_keeps_the_answer() {
        for case in generated(Kind::Largest, 1, 20) {
            let found = problem().shrink(&case);
            let answer = |cases: &[Record<Boxes>]| answers(&problem(), cases, &Control::new()).expect("no limit");
            let right = answer(std::slice::from_ref(&case));
            for less in &found[..12] {
                assert_eq!(answer(std::slice::from_ref(less)), right);
            }
        }
    }

    /// Returns the final score of the player to move after these edges, minus that of the other.
    type Program = fn(&Record<Boxes>) -> i64;

    fn ahead(case: &Record<Boxes>) -> i64 {
        case.score(case.to_move()) - case.score(case.to_move().other())
    }

    /// A trial's name, its first cases, and the correct answers.
    type Answered = (String, Vec<Record<Boxes>>, Vec<String>);

    fn answered(max: usize) -> Vec<Answered> {
        let answered = |trial: &Trial<Kind>| {
            let mut cases = cases(trial);
            cases.truncate(max);
            let answers = answers(&problem(), &cases, &Control::new()).expect("no limit");
            (name(trial), cases, answers.lines().map(str::to_owned).collect())
        };
        BoxesProblem::TRIALS.iter().map(answered).collect()
    }

    /// The names of the trials in which the program names the wrong winner.
    fn caught(program: Program, trials: &[Answered]) -> Vec<&str> {
        let is_wrong = |(case, answer): (&Record<Boxes>, &String)| {
            let mover = case.to_move();
            let winner = if program(case) > 0 { mover } else { mover.other() };
            !answer.ends_with(BoxesProblem::SIDES[winner as usize])
        };
        let is_caught = |(_, cases, answers): &&Answered| cases.iter().zip(answers).any(is_wrong);
        trials.iter().filter(is_caught).map(|(name, ..)| name.as_str()).collect()
    }

    fn rest(case: &Record<Boxes>) -> i64 {
        table(case).value(case.position()).0
    }

    /// Draws the first edge that closes a box or, if there is none, that gives none away, if possible.
    fn greedy(case: &Record<Boxes>) -> i64 {
        let mut case = case.clone();
        let mover = case.to_move();
        while !case.is_over() {
            let safe = safe(&case);
            let (game, at) = (*case.game(), *case.position());
            let best = game.moves(&at).min_by_key(|&edge| (-game.play(&at, edge).gain, !safe.contains(&edge)));
            draw(&mut case, best.into_iter());
        }
        case.score(mover) - case.score(mover.other())
    }

    #[test]
    fn the_trials_catch_wrong_programs() {
        let wrong: [(&str, Program); 7] = [
            ("an extra turn from here on", |case| {
                let game = Boxes::new(case.game().board(), Rules::ExtraTurn).expect("as large");
                ahead(case) + rest(&Record::new(game, *case.position()))
            }),
            ("an extra turn from the start", |case| {
                let game = Boxes::new(case.game().board(), Rules::ExtraTurn).expect("as large");
                let mut other = Record::new(game, *case.start());
                case.moves().for_each(|edge| other.play(edge).expect("an open edge"));
                let points = ahead(&other) + rest(&other);
                if other.to_move() == case.to_move() { points } else { -points }
            }),
            ("ignores the score", rest),
            ("ignores the rest of the game", ahead),
            ("adds the score to the other side", |case| rest(case) - ahead(case)),
            ("always counts for the first side", |case| match case.to_move() {
                Side::First => ahead(case) + rest(case),
                Side::Second => ahead(case) - rest(case),
            }),
            ("greedy", greedy),
        ];
        let trials = answered(usize::MAX);
        for (name, program) in wrong {
            let caught = caught(program, &trials);
            assert!(caught.len() >= 3, "{name}: {caught:?}");
        }
    }

    #[test]
    fn a_correct_program_passes_the_trials() {
        let right = |case: &Record<Boxes>| {
            let positions = slice::from_ref(case.position());
            let values = Negamax::values(case.game(), positions, &Control::new()).expect("no limit");
            ahead(case) + values[0].0
        };
        assert!(caught(right, &answered(5)).is_empty());
    }

    #[test]
    fn the_trials_are_too_long_for_a_search_without_memory() {
        // For n open edges the program goes through every beginning of every order; for 12 edges that takes ten
        // seconds, at ten nanoseconds each.
        let beginnings = |edges: u64| (1..=edges).fold(1_u64, |below, edges| 1 + edges * below);
        assert_eq!(beginnings(12), 1_302_061_345);
        let largest = BoxesProblem::TRIALS.iter().filter(|trial| name(trial).starts_with("largest"));
        let lengths: Vec<usize> = largest.flat_map(cases).map(|case| case.moves().len()).collect();
        assert_eq!(lengths, [12; 201]);
    }
}
