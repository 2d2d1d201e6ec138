//! What a local judge is told of knightmare: kinds of cases, and the starts on which programs are tried.

use board_core::{Control, Oracle, Outcome, Problem, Random, Record, Side, judging};
use knightmare::{Knightmare, KnightmareProblem, Solver};

#[test]
fn kinds_trials_and_smaller_cases_keep_the_limits() {
    assert_eq!(judging::check(&KnightmareProblem::default(), 200), Ok(()));
}

#[test]
fn every_kind_keeps_its_bytes() {
    // What a seed gives never changes: kinds may come, these lines stay.
    assert_eq!(
        judging::fingerprints(&KnightmareProblem::default(), 1),
        [
            ("random", 0x9eec_bba1_0f9b_74ea),
            ("small", 0x7563_5684_6469_b335),
            ("largest", 0xd41f_bd30_4116_6d7d),
            ("easy", 0xf340_7e71_549b_a259),
            ("thin", 0x1d05_8135_24e6_5b15),
            ("capture", 0x703c_959c_ad1e_f506),
            ("home", 0x3701_1889_02da_83fe),
            ("detour", 0x2a92_75ee_9120_f331),
            ("run", 0x98b4_1f77_7a48_ecfe),
            ("equal", 0xdf34_62eb_5646_771c),
            ("missed", 0x0c57_61cb_8660_696c),
            ("on-target", 0xbf15_29ed_6811_bfb4)
        ]
    );
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
