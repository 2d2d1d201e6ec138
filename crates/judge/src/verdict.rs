//! Verdicts, with their usual names.

use std::fmt;

/// The finding about an output or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason, in one line; if accepted, a remark or an empty text.
    pub why: String,
    /// Further explanation, one line each.
    pub details: Vec<String>,
}

/// The judge's decision on one run of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Accepted: right, and within the limits.
    Accepted,
    /// The answer is wrong, or the game was not won.
    WrongAnswer,
    /// Presentation error: the output does not have the form of an answer, right or wrong.
    PresentationError,
    /// The program computed until its time limit.
    TimeLimit,
    /// The program ended with an error: a signal, a non-zero exit code, or out of memory.
    RuntimeError,
    /// The program waited until its time limit, usually for input that does not come.
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
    fn verdicts_have_an_abbreviation_and_a_full_name() {
        let letters = Verdict::ALL.map(|verdict| verdict.to_string());
        assert_eq!(letters, ["AC", "WA", "PE", "TLE", "RE", "ILE"]);
        assert_eq!(format!("[{:<4}]", Verdict::WrongAnswer), "[WA  ]");
        assert_eq!(Verdict::IdlenessLimit.words(), "idleness limit exceeded");
    }
}
