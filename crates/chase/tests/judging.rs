//! What a local judge is told of chase.

use std::fmt::Write as _;

use board_core::{Problem, Random, judging};
use chase::ChaseProblem;

#[test]
fn kinds_trials_and_smaller_cases_keep_the_limits() {
    assert_eq!(judging::check(&ChaseProblem::default(), 200), Ok(()));
}

/// Generated cases have names that people write down: what is here never changes.
#[test]
fn what_a_kind_makes_of_a_seed_is_frozen() {
    let problem = ChaseProblem::default();
    let mut made = String::new();
    for kind in ChaseProblem::JUDGING.kinds {
        let mut random = Random::new(1);
        let cases = [(); 4].map(|()| problem.input_text(&(kind.make)(&problem, &mut random)));
        let _ = writeln!(made, "{}: {}", kind.name, cases.join(", "));
    }
    insta::assert_snapshot!("kinds", made);
}
