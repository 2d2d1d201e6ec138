//! Reading and writing files.

use std::fs;
use std::path::Path;

use anyhow::Context;
use board_core::printable;

/// The name of a file, safe to print.
#[must_use]
pub fn file_name(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// Reads a file.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", file_name(path)))
}

/// Writes a file, replacing an existing one.
pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", file_name(path)))
}
