//! What a judge needs of a problem.

use board_core::problem::CaseOf;
use board_core::{Control, Halt, Problem, Random};

use crate::choice::Choice;
use crate::referee::Referee;

/// A problem whose programs can be judged: cases to try them on, and how their answers are recognised.
///
/// A problem is either a batch problem, where the output of a program is compared with the right answers
/// ([`compare`](crate::compare)), or an interactive one, where a [`Referee`] follows the game.
pub trait Judged: Problem {
    /// The kinds of cases that can be generated. The first is called `random`.
    type Kind: Choice;
    /// The referee of an interactive problem; [`Batch`](crate::Batch) for all others.
    type Referee: Referee;

    /// The most cases in one input of the original.
    const MAX_CASES: u32;
    /// The inputs on which programs are tried by default, the hardest among them. Every program takes all of them, against
    /// each opponent: at most 40 runs.
    const TRIALS: &'static [Trial<Self::Kind>];

    /// Makes a case within the original limits. The same state of the generator makes the same case in every later version.
    fn generate(&self, kind: Self::Kind, random: &mut Random) -> CaseOf<Self>;

    /// The text of generated cases: the judge's own input, or, if the original lets several texts mean the same, any of them.
    fn write(&self, cases: &[CaseOf<Self>], _random: &mut Random) -> String {
        self.input(cases)
    }

    /// Cases that are a little smaller than this one, within the original limits, the smallest first. Following any of them
    /// again and again comes to an end.
    fn shrink(&self, case: &CaseOf<Self>) -> Vec<CaseOf<Self>>;

    /// Whether a text is an answer of the original, right or wrong; single spaces separate its words.
    fn is_answer(text: &str) -> bool;

    /// A referee for one game; `None` for a batch problem.
    ///
    /// # Errors
    /// If it needs more memory than allowed, or was stopped.
    fn referee(&self, _case: &CaseOf<Self>, _control: &Control<'_>) -> Result<Option<Self::Referee>, Halt> {
        Ok(None)
    }
}

/// The opponents of an interactive problem; of a batch problem there are none.
pub type OpponentOf<P> = <<P as Judged>::Referee as Referee>::Opponent;

/// Whether programs of this problem play against an opponent.
#[must_use]
pub fn is_interactive<P: Judged>() -> bool {
    !OpponentOf::<P>::ALL.is_empty()
}

/// An input to try programs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial<K> {
    /// This text.
    Input {
        /// Its name.
        name: &'static str,
        /// The judge's input.
        text: &'static str,
    },
    /// Generated cases.
    Generated {
        /// Their kind.
        kind: K,
        /// The seed.
        seed: u64,
        /// How many, at most [`Judged::MAX_CASES`].
        count: u32,
    },
}

/// Generates an input of `count` cases of a kind: the cases, and the text of them.
pub fn generate_input<P: Judged>(
    problem: &P,
    kind: P::Kind,
    count: usize,
    random: &mut Random,
) -> (Vec<CaseOf<P>>, String) {
    let cases: Vec<_> = (0..count).map(|_| problem.generate(kind, random)).collect();
    let text = problem.write(&cases, random);
    (cases, text)
}
