//! Errors that end a judge without a result.

use std::fmt;
use std::io;

use board_core::Halt;

/// Why a judge ended without a result.
#[derive(Debug)]
pub enum Error {
    /// It was stopped.
    Stopped,
    /// The right answer needs more memory than allowed, or finding it was stopped.
    Halt(Halt),
    /// The report cannot be written.
    Output(io::Error),
    /// An input cannot be used, a program cannot be started, or a file cannot be read or written.
    Failed(anyhow::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::Halt(halt) => halt.fmt(f),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
            Self::Failed(error) => write!(f, "{error:#}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Halt> for Error {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}
