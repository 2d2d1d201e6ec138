//! Commands that behave the same on every machine.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// A command with fixed settings, so that colours, backtraces and the terminal width do not affect what tests compare.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("NO_COLOR", "1").env("RUST_BACKTRACE", "0").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS");
    command
}

/// Like [`command`], in a given folder.
pub fn command_in(folder: &Path, program: impl AsRef<OsStr>) -> Command {
    let mut command = command(program);
    command.current_dir(folder);
    command
}
