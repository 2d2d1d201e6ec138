//! What the five command lines have in common.

use std::process::ExitCode;

/// Says that a game is not built yet.
#[must_use]
pub fn not_built(_game: &str) -> ExitCode {
    ExitCode::from(2)
}
