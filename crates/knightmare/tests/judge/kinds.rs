//! Kinds of cases, and the starts on which programs are tested.

use std::iter;

use board_core::{Oracle, Outcome, Random, Record, Side};
use board_judge::Judged;
use board_testing::judged;
use knightmare::judging::Kind;
use knightmare::{Knightmare, KnightmareProblem};

use crate::solver;

#[test]
fn kinds_trials_and_shrunk_cases_are_within_the_limits() {
    judged::check(&KnightmareProblem::default(), 200);
}

#[test]
fn the_cases_of_a_seed_never_change() {
    // The cases of a seed never change: kinds can be added, but these lines stay.
    assert_eq!(
        judged::fingerprints(&KnightmareProblem::default(), 1),
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

fn cases(kind: Kind) -> impl Iterator<Item = Record<Knightmare>> {
    let mut random = Random::new(1);
    iter::repeat_with(move || KnightmareProblem::default().generate(kind, &mut random))
}

#[test]
fn cases_are_of_their_kind() {
    let value = |case: &Record<Knightmare>| solver(case.game()).value(case.position());
    let winner = |case: &Record<Knightmare>| match value(case) {
        Outcome::Win(_) => Side::First,
        _ => Side::Second,
    };
    let mut hunters = [0; 2];
    for kind in [Kind::Home, Kind::Detour, Kind::Run, Kind::Missed] {
        for case in cases(kind).take(100) {
            let hunter = case.game().hunter(case.position());
            hunters[hunter as usize] += 1;
            let expected = if matches!(kind, Kind::Home | Kind::Detour) { hunter } else { hunter.other() };
            assert_eq!(winner(&case), expected, "{kind:?} {:?}", case.position());
        }
    }
    assert!(hunters.iter().all(|&count| count > 150), "{hunters:?}");
    assert!(cases(Kind::Equal).take(100).all(|case| winner(&case) == case.game().hunter(case.position())));
    assert!(cases(Kind::Capture).take(100).all(|case| value(&case) == Outcome::Win(1)));
    let on_target =
        |case: &Record<Knightmare>, side: Side| case.position().piece(side) == case.game().target(side.other());
    assert!(cases(Kind::OnTarget).take(100).all(|case| Side::ALL.iter().any(|&side| on_target(&case, side))));
}
