//! `cargo xtask package`: builds each library crate from nothing but its package.
//!
//! Publishing is turned off (`publish = false`), and then cargo does not let one package of the workspace find another.
//! So this packages a copy of the repository in which publishing is on.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};

/// The crates that can be used from outside, each after its dependencies.
pub const PACKAGES: [&str; 8] =
    ["board-core", "board-judge", "board-cli", "bo", "boxes", "chase", "knightmare", "rowfill"];

/// The line that turns publishing off.
const OFF: &str = "publish = false\n";

/// Packages the library crates of the workspace in `root` and builds each package.
///
/// # Errors
/// If git or cargo fails. The error contains their output.
pub fn package(root: &Path, target: &Path) -> anyhow::Result<()> {
    let copy = target.join("package-copy");
    if copy.exists() {
        fs::remove_dir_all(&copy).with_context(|| format!("cannot remove {}", copy.display()))?;
    }
    // The copy contains only what is committed, and so do the packages.
    run(Command::new("git").arg("clone").arg("--quiet").arg("--no-hardlinks").arg(root).arg(&copy))?;
    let manifest = copy.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).context("cannot read the copy's Cargo.toml")?;
    ensure!(text.contains(OFF), "Cargo.toml has no line `{}`: is publishing on?", OFF.trim_end());
    fs::write(&manifest, text.replace(OFF, "publish = true\n")).context("cannot write the copy's Cargo.toml")?;
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The change of that line in the copy is not committed.
    cargo.current_dir(&copy).args(["package", "--allow-dirty", "--target-dir"]).arg(target.join("package"));
    cargo.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    run(&mut cargo)
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {name}"))?;
    ensure!(status.success(), "{name} failed: {status}");
    Ok(())
}
