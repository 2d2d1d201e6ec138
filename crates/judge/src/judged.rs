//! What a problem must provide to be judged.

use board_core::problem::CaseOf;
use board_core::{Control, Game, Halt, Problem, Random};

use crate::choice::Choice;
use crate::referee::Referee;

/// A problem whose programs can be judged: the cases on which they are tested, and the form of an answer.
///
/// A problem is either a batch problem, where the output of a program is compared with the right answers
/// ([`compare`](crate::compare)), or an interactive one, where a [`Referee`] follows the game.
///
/// Cases are generated on one thread and reported on another, so positions and moves of the game must be `Send`.
pub trait Judged: Problem<Game: Game<Position: Send, Move: Send> + Send> {
    /// The kinds of cases that can be generated. The first is called `random`.
    type Kind: Choice;
    /// The referee of an interactive problem; [`Batch`](crate::Batch) for all others.
    type Referee: Referee;

    /// The maximum number of cases in one input of the original.
    const MAX_CASES: u32;
    /// The default inputs on which programs are tested, the hardest among them. Every program is run on all of them,
    /// against each opponent: at most 40 runs.
    const TRIALS: &'static [Trial<Self::Kind>];

    /// Generates a case within the original limits. The same state of the generator gives the same case in every later
    /// version.
    fn generate(&self, kind: Self::Kind, random: &mut Random) -> CaseOf<Self>;

    /// Returns the text of generated cases: the judge's own input or, if the original allows several texts for the same
    /// cases, any of them.
    fn write(&self, cases: &[CaseOf<Self>], _random: &mut Random) -> String {
        self.input(cases)
    }

    /// Returns cases that are a little smaller than this one, within the original limits, the smallest first. Replacing
    /// a case by one of these repeatedly always ends.
    fn shrink(&self, case: &CaseOf<Self>) -> Vec<CaseOf<Self>>;

    /// Whether a text has the form of an answer of the original, right or wrong. Its words are separated by single
    /// spaces.
    fn is_answer(text: &str) -> bool;

    /// Returns a referee for one game; `None` for a batch problem.
    ///
    /// # Errors
    /// If the work needs more memory than allowed, or was stopped.
    fn referee(&self, _case: &CaseOf<Self>, _control: &Control<'_>) -> Result<Option<Self::Referee>, Halt> {
        Ok(None)
    }
}

/// The opponents of an interactive problem. A batch problem has none.
pub type OpponentOf<P> = <<P as Judged>::Referee as Referee>::Opponent;

/// Whether programs of this problem play against an opponent.
#[must_use]
pub fn is_interactive<P: Judged>() -> bool {
    !OpponentOf::<P>::ALL.is_empty()
}

/// An input on which programs are tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial<K> {
    /// A fixed text.
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
        /// Their number, at most [`Judged::MAX_CASES`].
        count: u32,
    },
}

/// Generates an input of `count` cases of a kind. Returns the cases and their text.
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
