//! How a run ends badly: one line for people, one code for scripts.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use board_core::Halt;

use crate::work;

/// Why there is no answer.
pub(crate) enum Failure {
    /// Something was checked and found wrong.
    Wrong(anyhow::Error),
    /// Bad usage, bad input, a file that cannot be read or written, too little memory.
    Unusable(anyhow::Error),
    /// Ctrl-C, and how far the work was, if any of it was told.
    Stopped(Option<String>),
    /// Nobody reads the output any more: whoever did has seen what they wanted.
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
            Halt::Stopped => Self::Stopped(work::so_far()),
            Halt::TooLarge { .. } => Self::Unusable(anyhow::anyhow!("{halt} (see --memory)")),
            Halt::NotGiven { .. } | Halt::NoGame(_) => Self::Unusable(halt.into()),
        }
    }
}

impl Failure {
    /// The exit code of what cannot be used, as clap has it too.
    pub(crate) const UNUSABLE: u8 = 2;

    /// What a shell sees of a program that was stopped by Ctrl-C.
    pub(crate) const STOPPED: u8 = 130;

    /// Says in one line on standard error what is wrong, and gives the exit code.
    pub(crate) fn tell(&self, program: &str) -> ExitCode {
        static TOLD: AtomicBool = AtomicBool::new(false);
        let (code, line) = match self {
            Self::Wrong(error) => (1, format!("{error:#}")),
            Self::Unusable(error) => (Self::UNUSABLE, format!("{error:#}")),
            Self::Stopped(None) => (Self::STOPPED, "stopped".to_owned()),
            Self::Stopped(Some(so_far)) => (Self::STOPPED, format!("stopped after {so_far}")),
            Self::ReaderGone => return ExitCode::SUCCESS,
        };
        // The thread that works and the one that hears Ctrl-C may both come here: one line is enough.
        if !TOLD.swap(true, Ordering::Relaxed) {
            // If even this cannot be written, the exit code still says it.
            let _ = writeln!(io::stderr().lock(), "{program}: {line}");
        }
        ExitCode::from(code)
    }
}
