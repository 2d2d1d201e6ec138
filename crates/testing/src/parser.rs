//! Checks of a problem's parser that apply to every input.

use board_core::problem::CaseOf;
use board_core::{Input, Limits, Problem};

/// Reads an input with our limits and with the original ones. Checks that the error of a refused input points into the
/// input and is printable, that the original limits refuse every input that ours refuse, and that an accepted input has a case.
///
/// Returns the cases, or no cases if the input is refused.
///
/// # Panics
/// If a check fails.
pub fn read<P: Problem>(problem: &P, bytes: &[u8]) -> Vec<CaseOf<P>> {
    let shown = String::from_utf8_lossy(bytes);
    let original = problem.read(&mut Input::new(bytes, Limits::Original));
    match problem.read(&mut Input::new(bytes, Limits::Ours)) {
        Ok(cases) => {
            assert!(!cases.is_empty(), "{shown:?} is read as zero cases");
            cases
        }
        Err(error) => {
            assert!(error.line() <= bytes.split(|&byte| byte == b'\n').count(), "{error} in {shown:?}");
            assert!(error.column() <= 1 + bytes.len(), "{error} in {shown:?}");
            assert!(!error.to_string().chars().any(char::is_control), "{error:?} in {shown:?}");
            assert!(original.is_err(), "only our limits refuse {shown:?}: {error}");
            Vec::new()
        }
    }
}

/// Reads a valid input: it must not be refused, and the text that the problem writes for its cases must be read as the
/// same cases.
///
/// # Panics
/// If it is refused, or read as different cases the second time.
pub fn read_again<P: Problem>(problem: &P, text: &str) -> Vec<CaseOf<P>> {
    let cases = read(problem, text.as_bytes());
    assert!(!cases.is_empty(), "{text:?} is refused");
    let written = problem.input(&cases);
    let again = read(problem, written.as_bytes());
    assert!(same(problem, &cases, &again), "{text:?} is written as {written:?}, and read as different cases");
    cases
}

/// Whether two lists of cases are the same: equal games, starts and moves.
pub(crate) fn same<P: Problem>(_problem: &P, one: &[CaseOf<P>], other: &[CaseOf<P>]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            one.game() == other.game()
                && one.start() == other.start()
                && one.position() == other.position()
                && one.moves().eq(other.moves())
        })
}
