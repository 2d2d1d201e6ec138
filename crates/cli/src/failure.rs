//! Failures: one line for the user, one exit code for scripts.

use std::io::{self, Write};

use board_core::Halt;
use board_core::problem::SurveyError;

/// Why there is no answer.
pub(crate) enum Failure {
    /// A check failed.
    Wrong(anyhow::Error),
    /// Bad usage, bad input, a file that cannot be read or written, too little memory.
    Unusable(anyhow::Error),
    /// Ctrl-C.
    Stopped,
    /// The reader of the output closed it.
    ReaderGone,
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Unusable(error)
    }
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            // No limit is high enough for a need that does not fit `u64`.
            Halt::TooLarge { needed, .. } if needed < u64::MAX => {
                Self::Unusable(anyhow::anyhow!("{halt} (raise it with --memory)"))
            }
            Halt::TooLong { .. } => Self::Unusable(anyhow::anyhow!("{halt} (start it anyway with --force)")),
            Halt::TooLarge { .. } | Halt::OutOfReach { .. } | Halt::AllocationFailed { .. } => {
                Self::Unusable(halt.into())
            }
        }
    }
}

impl From<SurveyError> for Failure {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Halt(halt) => halt.into(),
            SurveyError::NoGame(_) => Self::Unusable(error.into()),
        }
    }
}

impl Failure {
    /// The exit code for bad usage or input, the same as in clap.
    pub(crate) const UNUSABLE: u8 = 2;

    /// The exit code of a program that was stopped by Ctrl-C, as shells report it.
    pub(crate) const STOPPED: u8 = 130;

    /// The exit code.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Wrong(_) => 1,
            Self::Unusable(_) => Self::UNUSABLE,
            Self::Stopped => Self::STOPPED,
            Self::ReaderGone => 0,
        }
    }
}

/// Writes a failure to standard error in one line; `so_far` is what the stopped work had found.
pub(crate) fn write(program: &str, failure: &Failure, so_far: Option<&str>) {
    let line = match (failure, so_far) {
        (Failure::Wrong(error) | Failure::Unusable(error), _) => format!("{error:#}"),
        (Failure::Stopped, None) => "stopped".to_owned(),
        (Failure::Stopped, Some(so_far)) => format!("stopped after {so_far}"),
        (Failure::ReaderGone, _) => return,
    };
    note(program, &line);
}

/// Writes one line to standard error.
pub(crate) fn note(program: &str, line: &str) {
    // If even this cannot be written, there is still the exit code.
    let _ = writeln!(io::stderr().lock(), "{program}: {line}");
}
