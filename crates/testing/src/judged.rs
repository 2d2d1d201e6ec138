//! Checks of the kinds, trials and smaller cases of every judged problem.

use std::slice;

use board_core::memo::index;
use board_core::problem::CaseOf;
use board_core::{Input, Limits, Random};
use board_judge::{Choice, Judged, OpponentOf, Trial, fingerprint, generate_input};

use crate::parser::same;

/// The maximum number of runs of the default trials, against all opponents.
const MAX_RUNS: usize = 40;

/// Checks a problem's trials and kinds with its own reader: their names, that the trials and `cases_per_kind` cases of
/// each kind are within the original limits, and that shrinking them stays within these limits and ends.
///
/// # Panics
/// If a check fails.
pub fn check<P: Judged>(problem: &P, cases_per_kind: u64) {
    check_names::<P::Kind>();
    check_names::<OpponentOf<P>>();
    assert_eq!(P::Kind::ALL.first().map(|kind| kind.name()), Some("random"), "the default kind");
    for &kind in P::Kind::ALL {
        for seed in 0..cases_per_kind {
            let (cases, text) = generate_input(problem, kind, 1, &mut Random::new(seed));
            let name = format!("{} of seed {seed}", kind.name());
            check_read(problem, &cases, &text, &name);
            let case = cases.into_iter().next().expect("one generated case");
            check_shrinking(problem, case, seed, &format!("{name}, shrunk"));
        }
    }

    let opponents = OpponentOf::<P>::ALL.len().max(1);
    assert!((1..=MAX_RUNS).contains(&(P::TRIALS.len() * opponents)), "{} trials", P::TRIALS.len());
    for (place, trial) in P::TRIALS.iter().enumerate() {
        assert!(!P::TRIALS[..place].contains(trial), "trial {} is a duplicate", place + 1);
        let (name, cases) = match trial {
            Trial::Input { name, text } => {
                let has_name =
                    |other: &Trial<P::Kind>| matches!(other, Trial::Input { name: other, .. } if other == name);
                assert!(!P::TRIALS[..place].iter().any(has_name), "two trials are called {name}");
                let cases = problem.read(&mut Input::new(text.as_bytes(), Limits::Original));
                ((*name).to_owned(), cases.unwrap_or_else(|error| panic!("trial {name}: {error}")))
            }
            Trial::Generated { kind, seed, count } => {
                let (cases, _) = generate_input(problem, *kind, index(u64::from(*count)), &mut Random::new(*seed));
                (format!("{}-{seed}", kind.name()), cases)
            }
        };
        assert!((1..=u64::from(P::MAX_CASES)).contains(&(cases.len() as u64)), "trial {name}: {} cases", cases.len());
        check_limits(problem, &cases, &name);
    }
}

/// Checks that names are plain and distinct, and that each has a description.
fn check_names<C: Choice>() {
    for (place, choice) in C::ALL.iter().enumerate() {
        let name = choice.name();
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(
            !name.is_empty() && name.bytes().all(is_plain),
            "{name:?} must consist of lower-case letters, digits and hyphens"
        );
        assert!(!choice.about().is_empty(), "{name} has no description");
        assert!(C::ALL[..place].iter().all(|other| other.name() != name), "two choices are called {name}");
        assert!(C::named(name) == Some(*choice), "{name} is the name of another choice");
    }
}

/// Checks that the cases are an input of the original, and that reading it gives the same cases.
fn check_limits<P: Judged>(problem: &P, cases: &[CaseOf<P>], name: &str) {
    check_read(problem, cases, &problem.input(cases), name);
}

fn check_read<P: Judged>(problem: &P, cases: &[CaseOf<P>], text: &str, name: &str) {
    let read = problem.read(&mut Input::new(text.as_bytes(), Limits::Original));
    let read = read.unwrap_or_else(|error| panic!("{name}: {error}, in {text:?}"));
    assert!(same(problem, &read, cases), "{name}: {text:?} is read as different cases");
}

/// Checks that repeated shrinking ends: with the largest candidate each time for the first seed, with random ones for
/// others.
fn check_shrinking<P: Judged>(problem: &P, mut case: CaseOf<P>, seed: u64, name: &str) {
    const MAX_STEPS: usize = 10_000;
    let mut random = Random::new(seed);
    for step in 0..MAX_STEPS {
        let mut smaller = problem.shrink(&case);
        if smaller.is_empty() {
            return;
        }
        if step == 0 {
            for each in &smaller {
                check_limits(problem, slice::from_ref(each), name);
            }
        }
        let place = if seed == 0 { smaller.len() - 1 } else { index(random.below(smaller.len() as u64)) };
        case = smaller.swap_remove(place);
        check_limits(problem, slice::from_ref(&case), name);
    }
    panic!("{name}: shrinking has not ended after {MAX_STEPS} steps");
}

/// A hash of the cases of each kind for 200 seeds, `cases_per_seed` cases per seed. A seed gives the same cases in
/// every later version, so the tests of a problem contain these hashes.
pub fn fingerprints<P: Judged>(problem: &P, cases_per_seed: usize) -> Vec<(&'static str, u64)> {
    let of_kind = |&kind: &P::Kind| {
        let inputs = (0..200).map(|seed| generate_input(problem, kind, cases_per_seed, &mut Random::new(seed)).1);
        (kind.name(), fingerprint(inputs.flat_map(String::into_bytes)))
    };
    P::Kind::ALL.iter().map(of_kind).collect()
}
