//! Verdicts, with the usual names.

use std::fmt;

/// The finding about an output or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason, in one line; if accepted, a remark, or an empty text.
    pub why: String,
    /// Further explanation, one line each.
    pub details: Vec<String>,
}

/// The judgement on a program and a case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Accepted: right, and in time.
    Accepted,
    /// The answer is wrong, or the game was not won.
    WrongAnswer,
    /// Presentation error: the output does not have the form of an answer, right or wrong.
    PresentationError,
    /// It computed for too long.
    TimeLimit,
    /// It ended with an error: a signal, a non-zero exit code, or out of memory.
    RuntimeError,
    /// It waited for input that does not come, until its time was over.
    IdlenessLimit,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 6] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::PresentationError,
        Self::TimeLimit,
        Self::RuntimeError,
        Self::IdlenessLimit,
    ];

    /// The abbreviation, for example `AC`.
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

    /// The full name.
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
