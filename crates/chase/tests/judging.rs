//! The cases on which programs are tested.

use board_testing::judged;
use chase::ChaseProblem;

#[test]
fn kinds_trials_and_shrunk_cases_are_within_the_limits() {
    judged::check(&ChaseProblem::default(), 200);
}

#[test]
fn the_cases_of_a_seed_never_change() {
    // The cases of a seed never change: kinds can be added, but these lines stay.
    assert_eq!(
        judged::fingerprints(&ChaseProblem::default(), 1),
        [
            ("random", 0x66b7_ad76_9fa7_4341),
            ("small", 0x71ae_1a97_05c0_5b04),
            ("largest", 0xe8ec_17c0_6002_bc43),
            ("corners", 0xcf19_5b9d_7564_9533),
            ("neighbours", 0x82e1_794a_5509_0ebf)
        ]
    );
}
