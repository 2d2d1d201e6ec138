//! Cases on which programs are tried.

use std::ops::RangeInclusive;

use board_core::judging::{Judging, Kind, Trial, plainly};
use board_core::{Control, Game, Margin, Oracle, Random, Record, Side, analysis};

use crate::problem::BoxesProblem;
use crate::rules::{Boxes, Edge, Edges};
use crate::table::Table;

pub(crate) const JUDGING: Judging<BoxesProblem> = Judging {
    // The original sets no limit, so it is ours.
    most_cases: BoxesProblem::MAX_CASES,
    kinds: &[
        Kind { name: "random", about: "any 12 edges or more", make: |_, random| scattered(DRAWN, random) },
        Kind { name: "small", about: "one to four edges left", make: |_, random| scattered(20..=ALL - 1, random) },
        Kind { name: "largest", about: "12 edges left, the most", make: |_, random| scattered(LEAST..=LEAST, random) },
        Kind { name: "chains", about: "no box closed, and every edge gives one away", make: chains },
        Kind { name: "sacrifices", about: "every move that wins gives a box away, others do not", make: sacrifices },
        Kind { name: "finished", about: "all edges drawn", make: |_, random| scattered(ALL..=ALL, random) },
    ],
    write: either_end_first,
    trials: &[
        Trial::Input { name: "example", text: "1\n12\n1 2\n2 3\n3 4\n5 6\n6 7\n7 8\n1 5\n2 6\n3 7\n4 8\n5 9\n9 10\n" },
        Trial::Input {
            name: "either-end-first",
            text: "1\n14\n2 1\n6 2\n5 6\n5 1\n2 3\n4 3\n7 3\n6 7\n8 4\n8 7\n10 9\n14 10\n13 9\n14 13\n",
        },
        Trial::Generated { kind: "small", seed: 1, count: 1 },
        Trial::Generated { kind: "small", seed: 2, count: 100 },
        Trial::Generated { kind: "small", seed: 3, count: 300 },
        Trial::Generated { kind: "finished", seed: 1, count: 100 },
        Trial::Generated { kind: "sacrifices", seed: 1, count: 20 },
        Trial::Generated { kind: "sacrifices", seed: 2, count: 100 },
        Trial::Generated { kind: "chains", seed: 1, count: 20 },
        Trial::Generated { kind: "chains", seed: 2, count: 100 },
        Trial::Generated { kind: "random", seed: 1, count: 100 },
        Trial::Generated { kind: "random", seed: 2, count: 100 },
        Trial::Generated { kind: "largest", seed: 1, count: 1 },
        Trial::Generated { kind: "largest", seed: 2, count: 100 },
        Trial::Generated { kind: "largest", seed: 3, count: 100 },
    ],
    smaller,
    is_answer: |text| {
        let after_case = text.strip_prefix("Case #").and_then(|rest| rest.split_once(": "));
        after_case.is_some_and(|(number, name)| number.parse::<u64>().is_ok() && matches!(name, "Tom200" | "Jerry404"))
    },
    interaction: None,
};

const DRAWN: RangeInclusive<u32> = BoxesProblem::ORIGINAL_DRAWN;
const LEAST: u32 = *DRAWN.start();
const ALL: u32 = *DRAWN.end();

/// The original's empty board.
fn empty() -> Record<Boxes> {
    let BoxesProblem { board, rules } = BoxesProblem::default();
    let game = Boxes::new(board, rules).expect("24 edges");
    Record::new(game, game.position(Edges::default(), Side::First).expect("no edge is on every board"))
}

/// An edge is written from either end.
fn either_end_first(problem: &BoxesProblem, cases: &[Record<Boxes>], random: &mut Random) -> String {
    let text = plainly(problem, cases, random);
    let turned = |line: &str| match line.split_once(' ') {
        Some((from, to)) if random.below(2) == 1 => format!("{to} {from}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(turned).collect()
}

/// So many edges in any order.
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

fn chains(_: &BoxesProblem, random: &mut Random) -> Record<Boxes> {
    loop {
        let mut case = empty();
        while !safe(&case).is_empty() {
            draw_carefully(&mut case, random);
        }
        // There are games that have none left sooner than the original starts.
        if case.moves().len() >= LEAST as usize {
            return case;
        }
    }
}

/// One in a hundred of these is wanted, and one in some thousands of edges in any order.
fn sacrifices(_: &BoxesProblem, random: &mut Random) -> Record<Boxes> {
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

/// An edge that gives nothing away, or any where there is none.
fn draw_carefully(case: &mut Record<Boxes>, random: &mut Random) {
    let mut edges = safe(case);
    if edges.is_empty() {
        edges = case.game().moves(case.position()).collect();
    }
    let edge = random.choose(&edges).copied();
    draw(case, edge.into_iter());
}

/// Whether a move that closes no box, but lets the other player close one, wins, and no other does, though there is one.
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

/// All that can follow a case of the original: at most 12 edges.
fn table(case: &Record<Boxes>) -> Table {
    Table::new(*case.game(), case.position(), &Control::new()).expect("4 KiB, and no limit")
}

/// More edges are drawn, so that less is left to think about: by best play, which keeps the answer, to the end or less
/// far; then any single one.
fn smaller(_: &BoxesProblem, from: &Record<Boxes>) -> Vec<Record<Boxes>> {
    if from.game() != empty().game() || from.moves().len() < LEAST as usize {
        return Vec::new();
    }
    let (game, at) = (from.game(), from.position());
    let best: Vec<Edge> = analysis::best_line(game, &table(from), at).map(|rated| rated.chosen).collect();
    let with = |edges: &[Edge]| {
        let mut case = from.clone();
        draw(&mut case, edges.iter().copied());
        case
    };
    let played = (1..=best.len()).rev().map(|plies| with(&best[..plies]));
    played.chain(game.moves(at).map(|edge| with(&[edge]))).collect()
}

#[cfg(test)]
mod tests {
    use board_core::problem::answers;
    use board_core::{Input, Limits, Negamax, Problem, judging};

    use super::*;
    use crate::rules::Rules;

    fn problem() -> BoxesProblem {
        BoxesProblem::default()
    }

    fn read(text: &str) -> Vec<Record<Boxes>> {
        problem().read(&mut Input::new(text.as_bytes(), Limits::Original)).expect("within the original limits")
    }

    fn generated(kind: &str, seed: u64, count: u32) -> Vec<Record<Boxes>> {
        let kind = JUDGING.kinds.iter().find(|other| other.name == kind).expect("a kind of this name");
        kind.input(&problem(), count as usize, &mut Random::new(seed)).0
    }

    fn cases(trial: &Trial) -> Vec<Record<Boxes>> {
        match *trial {
            Trial::Input { text, .. } => read(text),
            Trial::Generated { kind, seed, count } => generated(kind, seed, count),
        }
    }

    fn name(trial: &Trial) -> String {
        match *trial {
            Trial::Input { name, .. } => name.to_owned(),
            Trial::Generated { kind, seed, .. } => format!("{kind}-{seed}"),
        }
    }

    #[test]
    fn kinds_trials_and_smaller_cases_keep_the_limits() {
        assert_eq!(judging::check(&problem(), 200), Ok(()));
    }

    #[test]
    fn every_kind_keeps_its_bytes() {
        // What a seed gives never changes: kinds may come, these lines stay.
        assert_eq!(
            judging::fingerprints(&problem(), 1),
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
    fn kinds_are_what_they_say() {
        for seed in 0..50 {
            let one = |kind| generated(kind, seed, 1).swap_remove(0);
            assert_eq!(one("largest").moves().len(), 12);
            assert!((20..24).contains(&one("small").moves().len()));
            assert!(one("finished").is_over());
            let chains = one("chains");
            assert!(safe(&chains).is_empty() && Side::ALL.iter().all(|&side| chains.score(side) == 0));
            assert!(is_sacrifice(&one("sacrifices")));
        }
    }

    #[test]
    fn smaller_cases_have_more_edges_drawn() {
        for kind in JUDGING.kinds {
            for case in generated(kind.name, 7, 20) {
                let found = smaller(&problem(), &case);
                // By best play, from every length; and with every open edge.
                assert_eq!(found.len(), 2 * (24 - case.moves().len()));
                for less in found {
                    assert!(
                        less.moves().len() > case.moves().len() && less.moves().zip(case.moves()).all(|(a, b)| a == b)
                    );
                }
            }
        }
        assert_eq!(smaller(&problem(), &empty()), []);
    }

    #[test]
    fn best_play_keeps_the_answer() {
        for case in generated("largest", 1, 20) {
            let found = smaller(&problem(), &case);
            let answer = |cases: &[Record<Boxes>]| answers(&problem(), cases, &Control::new()).expect("no limit");
            let right = answer(std::slice::from_ref(&case));
            for less in &found[..12] {
                assert_eq!(answer(std::slice::from_ref(less)), right);
            }
        }
    }

    /// Says how many points the player to move after these edges gains more than the other, in all.
    type Program = fn(&Record<Boxes>) -> i64;

    fn ahead(case: &Record<Boxes>) -> i64 {
        case.score(case.to_move()) - case.score(case.to_move().other())
    }

    /// A trial's name, its first cases, and the right answers.
    type Answered = (String, Vec<Record<Boxes>>, Vec<String>);

    fn answered(most: usize) -> Vec<Answered> {
        let answered = |trial: &Trial| {
            let mut cases = cases(trial);
            cases.truncate(most);
            let answers = answers(&problem(), &cases, &Control::new()).expect("no limit");
            (name(trial), cases, answers.lines().map(str::to_owned).collect())
        };
        JUDGING.trials.iter().map(answered).collect()
    }

    /// The names of the trials in which the program says another winner.
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

    /// Closes boxes, else gives none away, if that is possible: the first edge that does.
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
                let table = Table::new(game, case.position(), &Control::new()).expect("no limit");
                ahead(case) + table.value(case.position()).0
            }),
            ("an extra turn from the start", |case| {
                let game = Boxes::new(case.game().board(), Rules::ExtraTurn).expect("as large");
                let mut other = Record::new(game, *case.start());
                case.moves().for_each(|edge| other.play(edge).expect("an open edge"));
                let table = Table::new(game, other.position(), &Control::new()).expect("no limit");
                let points = ahead(&other) + table.value(other.position()).0;
                if other.to_move() == case.to_move() { points } else { -points }
            }),
            ("the score forgotten", rest),
            ("the rest forgotten", ahead),
            ("the score for the other side", |case| rest(case) - ahead(case)),
            ("the first side to move always", |case| match case.to_move() {
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
    fn a_right_program_passes_the_trials() {
        let right = |case: &Record<Boxes>| ahead(case) + Negamax::new(*case.game()).value(case.position()).0;
        assert!(caught(right, &answered(5)).is_empty());
    }

    #[test]
    fn the_trials_are_too_long_for_a_search_without_memory() {
        // Of the orders of n edges every beginning is looked at; for 12 edges that takes ten seconds, at ten nanoseconds each.
        let beginnings = |edges: u64| (1..=edges).fold(1_u64, |below, edges| 1 + edges * below);
        assert_eq!(beginnings(12), 1_302_061_345);
        let largest = JUDGING.trials.iter().filter(|trial| name(trial).starts_with("largest"));
        let lengths: Vec<usize> = largest.flat_map(cases).map(|case| case.moves().len()).collect();
        assert_eq!(lengths, [12; 201]);
    }
}
