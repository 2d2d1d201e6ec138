//! What a local judge is told of knightmare: kinds of cases, and the starts on which programs are tried.

use std::fmt::Write as _;

use board_core::{Control, Oracle, Outcome, Problem, Random, Record, Side, judging};
use knightmare::{Knightmare, KnightmareProblem, Solver};

#[test]
fn kinds_trials_and_smaller_cases_keep_the_limits() {
    assert_eq!(judging::check(&KnightmareProblem::default(), 200), Ok(()));
}

/// Generated cases have names that people write down: what is here never changes.
#[test]
fn what_a_kind_makes_of_a_seed_is_frozen() {
    let mut made = String::new();
    for kind in KnightmareProblem::JUDGING.kinds {
        let texts = cases(kind.name).take(4).map(|case| KnightmareProblem::default().input_text(&case));
        let _ = writeln!(made, "{}: {}", kind.name, texts.collect::<Vec<_>>().join(", "));
    }
    insta::assert_snapshot!("kinds", made);
}

fn cases(kind: &str) -> impl Iterator<Item = Record<Knightmare>> {
    let kind = KnightmareProblem::JUDGING.kinds.iter().find(|other| other.name == kind).expect("a kind");
    let mut random = Random::new(1);
    std::iter::repeat_with(move || (kind.make)(&KnightmareProblem::default(), &mut random))
}

#[test]
fn kinds_hold_what_they_promise() {
    let value = |case: &Record<Knightmare>| {
        Solver::new(case.game(), &Control::new()).expect("no thin board").value(case.position())
    };
    let winner = |case: &Record<Knightmare>| match value(case) {
        Outcome::Win(_) => Side::First,
        _ => Side::Second,
    };
    let mut hunters = [0; 2];
    for kind in ["home", "detour", "run", "missed"] {
        for case in cases(kind).take(100) {
            let hunter = case.game().hunter(case.position());
            hunters[hunter as usize] += 1;
            let expected = if kind == "home" || kind == "detour" { hunter } else { hunter.other() };
            assert_eq!(winner(&case), expected, "{kind} {:?}", case.position());
        }
    }
    assert!(hunters.iter().all(|&count| count > 150), "{hunters:?}");
    assert!(cases("equal").take(100).all(|case| winner(&case) == case.game().hunter(case.position())));
    assert!(cases("capture").take(100).all(|case| value(&case) == Outcome::Win(1)));
    let on_target =
        |case: &Record<Knightmare>, side: Side| case.position().piece(side) == case.game().target(side.other());
    assert!(cases("on-target").take(100).all(|case| Side::ALL.iter().any(|&side| on_target(&case, side))));
}
