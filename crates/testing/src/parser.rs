//! What holds of every problem's reader, whatever its input is made of.

use board_core::problem::CaseOf;
use board_core::{Input, Limits, Problem};

/// Reads an input by our limits and by the original ones. The error of a refused input points into it and is printable; what
/// our limits refuse, the original ones refuse too; and what is read is read again, as the same cases, from the text that
/// the problem writes for it.
///
/// The cases; none if the input is refused.
///
/// # Panics
/// If one of these does not hold.
pub fn read<P: Problem>(problem: &P, bytes: &[u8]) -> Vec<CaseOf<P>> {
    let shown = String::from_utf8_lossy(bytes);
    let original = problem.read(&mut Input::new(bytes, Limits::Original));
    match problem.read(&mut Input::new(bytes, Limits::Ours)) {
        Ok(cases) => {
            assert!(!cases.is_empty(), "{shown:?} is read as no case");
            cases
        }
        Err(error) => {
            assert!(error.line() <= bytes.split(|&byte| byte == b'\n').count(), "{error} in {shown:?}");
            assert!(error.column() <= 1 + bytes.len(), "{error} in {shown:?}");
            assert!(!error.to_string().chars().any(char::is_control), "{error:?} in {shown:?}");
            assert!(original.is_err(), "{error} by our limits alone, in {shown:?}");
            Vec::new()
        }
    }
}

/// Reads an input that is right: it must not be refused, and what the problem writes for its cases is read as the same.
///
/// # Panics
/// If it is refused, or read as other cases the second time.
pub fn read_again<P: Problem>(problem: &P, text: &str) -> Vec<CaseOf<P>> {
    let cases = read(problem, text.as_bytes());
    assert!(!cases.is_empty(), "{text:?} is refused");
    let written = problem.input(&cases);
    let again = read(problem, written.as_bytes());
    assert!(same(problem, &cases, &again), "{text:?} is written as {written:?}, and read as other cases");
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
