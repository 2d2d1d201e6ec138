//! Files by name.

use std::fs;
use std::path::Path;

use anyhow::Context;
use board_core::printable;

/// A path, for people.
pub(crate) fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", shown(path)))
}

/// Writes a file, in place of what has its name.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", shown(path)))
}
