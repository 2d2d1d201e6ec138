//! Verdicts, in the words of the field.

use std::fmt;

/// What was found of an output or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How it is judged.
    pub verdict: Verdict,
    /// Why, in a line; where it is accepted, what is worth saying, or nothing.
    pub why: String,
    /// What else explains it, a line each.
    pub details: Vec<String>,
}

/// The judgement on a program and a case, in the words of the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Accepted: right, in time.
    Accepted,
    /// The answer is wrong, or the game was not won.
    WrongAnswer,
    /// Presentation error: what was written is no answer, right or wrong, of this problem.
    PresentationError,
    /// It computed for too long.
    TimeLimit,
    /// It ended with an error: a signal, an exit code that is not 0, out of memory.
    RuntimeError,
    /// It waited, for input that does not come, until its time was over.
    IdlenessLimit,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::PresentationError,
        Self::TimeLimit,
        Self::RuntimeError,
        Self::IdlenessLimit,
    ];

    /// Its letters, as `AC`.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::PresentationError => "PE",
            Self::TimeLimit => "TLE",
            Self::RuntimeError => "RE",
            Self::IdlenessLimit => "ILE",
        }
    }

    /// What the letters stand for.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::PresentationError => "presentation error",
            Self::TimeLimit => "time limit exceeded",
            Self::RuntimeError => "runtime error",
            Self::IdlenessLimit => "idleness limit exceeded",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_have_letters_and_words_of_their_own() {
        let letters = Verdict::ALL.map(|verdict| verdict.to_string());
        assert_eq!(letters, ["AC", "WA", "PE", "TLE", "RE", "ILE"]);
        assert_eq!(format!("[{:<4}]", Verdict::WrongAnswer), "[WA  ]");
        assert_eq!(Verdict::IdlenessLimit.words(), "idleness limit exceeded");
    }
}
