//! Checks of the text of moves.

use std::collections::HashSet;

use board_core::problem::CaseOf;
use board_core::{Explain, Game};

/// Checks that in every position that can follow the given cases, the text of each legal move is parsed as that move,
/// and none of the other `texts` is parsed. Returns the number of positions.
///
/// # Panics
/// If a check fails.
pub fn check_move_texts<P: Explain>(
    problem: &P,
    starts: impl IntoIterator<Item = CaseOf<P>>,
    texts: &[impl AsRef<str>],
) -> usize {
    let mut met = HashSet::new();
    let mut cases: Vec<CaseOf<P>> = Vec::new();
    let mut add = |case: CaseOf<P>, cases: &mut Vec<CaseOf<P>>| {
        if met.insert((case.start().clone(), case.position().clone())) {
            cases.push(case);
        }
    };
    starts.into_iter().for_each(|case| add(case, &mut cases));
    let mut next = 0;
    while let Some(case) = cases.get(next).cloned() {
        next += 1;
        if case.is_over() {
            continue;
        }
        let moves: Vec<_> = case.game().moves(case.position()).collect();
        let legal: Vec<String> = moves.iter().map(|&chosen| problem.move_text(&case, chosen)).collect();
        assert_eq!(legal.iter().collect::<HashSet<_>>().len(), legal.len(), "moves with equal texts in {legal:?}");
        for (&chosen, text) in moves.iter().zip(&legal) {
            assert!(problem.parse_move(&case, text) == Some(chosen), "{text:?} is not parsed as its move");
            let mut after = case.clone();
            after.play(chosen).expect("a legal move");
            add(after, &mut cases);
        }
        for text in texts.iter().map(AsRef::as_ref).filter(|text| !legal.iter().any(|other| other == text)) {
            assert!(problem.parse_move(&case, text).is_none(), "{text:?} is parsed, but only {legal:?} are legal");
        }
    }
    cases.len()
}
