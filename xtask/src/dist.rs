//! `cargo xtask dist`: an archive of the program for one system, with completions, man pages and licences.
//!
//! The same commit gives the same bytes, whatever the path of the repository: paths are removed from the program, the
//! files of the archive are sorted, and their times and owners are fixed.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use flate2::{Compression, GzBuilder};
use sha2::{Digest as _, Sha256};
use tar::{Builder, Header};

use crate::workspace::Workspace;

/// The program in the archive.
const PROGRAM: &str = "perfect-play";

/// The shells for which there are completions, and the names of their files.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "perfect-play.bash"),
    ("elvish", "perfect-play.elv"),
    ("fish", "perfect-play.fish"),
    ("powershell", "perfect-play.ps1"),
    ("zsh", "_perfect-play"),
];

/// Builds the archive and its checksum in `target/dist`. Returns the path of the archive.
///
/// # Errors
/// If the program cannot be built or run, or a file cannot be read or written.
pub fn dist(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let folder = workspace.target().join("dist");
    let program = build(workspace, &folder)?;
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("{PROGRAM}-{version}-{}", host()?);
    let mut files = Files::default();
    files.add_file(format!("{PROGRAM}{}", env::consts::EXE_SUFFIX), &program, 0o755)?;
    for (shell, file) in COMPLETIONS {
        // Completions call the program by the name under which it is started here, which must not be a path.
        let mut completions = Command::new(PROGRAM);
        completions.env("PATH", program.parent().unwrap_or(&folder)).args(["completions", shell]);
        files.add(format!("completions/{file}"), run(&mut completions)?, 0o644);
    }
    let pages = folder.join("man");
    if pages.exists() {
        fs::remove_dir_all(&pages).context("cannot remove the old man pages")?;
    }
    run(Command::new(&program).args(["man", "--out-dir"]).arg(&pages))?;
    for page in fs::read_dir(&pages).context("cannot read the man pages")? {
        let page = page.context("cannot read the man pages")?;
        files.add_file(format!("man/man1/{}", page.file_name().to_string_lossy()), &page.path(), 0o644)?;
    }
    let root = workspace.root();
    for file in ["README.md", "README.zh.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        files.add_file(file.to_owned(), &root.join(file), 0o644)?;
    }
    let archive = folder.join(format!("{name}.tar.gz"));
    let bytes = files.pack(&name)?;
    fs::write(&archive, &bytes).with_context(|| format!("cannot write {}", archive.display()))?;
    let sum = Sha256::digest(&bytes);
    // As `sha256sum --check` reads it.
    let checksum = folder.join(format!("{name}.tar.gz.sha256"));
    fs::write(&checksum, format!("{sum:x}  {name}.tar.gz\n")).context("cannot write the checksum")?;
    Ok(archive)
}

/// Builds the program without anything that depends on the folder.
fn build(workspace: &Workspace, folder: &Path) -> anyhow::Result<PathBuf> {
    let target = folder.join("target");
    let home = cargo_home().context("neither CARGO_HOME nor HOME is set")?;
    let replaced: [(&Path, &str); 3] = [(workspace.root(), "/perfect-play"), (&target, "/target"), (&home, "/cargo")];
    // If two paths match, rustc uses the last one.
    let flags: Vec<String> =
        replaced.iter().map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display())).collect();
    let mut cargo = workspace.cargo();
    cargo
        .args(["build", "--release", "--locked", "--package", PROGRAM, "--target-dir"])
        .arg(&target)
        // Unlike RUSTFLAGS, it lets paths have spaces.
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    let status = cargo.status().context("cannot start cargo")?;
    ensure!(status.success(), "the program could not be built; see the messages above");
    Ok(target.join("release").join(format!("{PROGRAM}{}", env::consts::EXE_SUFFIX)))
}

/// The folder with the sources of the dependencies.
fn cargo_home() -> Option<PathBuf> {
    let user = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(PathBuf::from(env::var_os(user)?).join(".cargo")))
}

/// The system for which rustc builds.
fn host() -> anyhow::Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = String::from_utf8(run(Command::new(rustc).arg("-vV"))?)
        .context("the output of rustc -vV is not valid UTF-8")?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("the output of rustc -vV has no host line")?.to_owned())
}

/// Runs a command and returns its standard output.
fn run(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot start {name}"))?;
    ensure!(output.status.success(), "{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim_end());
    Ok(output.stdout)
}

/// The files of an archive, by their paths in it.
#[derive(Default)]
struct Files(BTreeMap<String, (Vec<u8>, u32)>);

impl Files {
    fn add(&mut self, path: String, bytes: Vec<u8>, mode: u32) {
        self.0.insert(path, (bytes, mode));
    }

    fn add_file(&mut self, path: String, file: &Path, mode: u32) -> anyhow::Result<()> {
        let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        self.add(path, bytes, mode);
        Ok(())
    }

    /// The archive, with all files in a folder of this name.
    fn pack(&self, folder: &str) -> anyhow::Result<Vec<u8>> {
        /// 1980-01-01, which every format for archives can hold.
        const TIME: u64 = 315_532_800;
        let mut archive = Builder::new(GzBuilder::new().write(Vec::new(), Compression::best()));
        for (path, (bytes, mode)) in &self.0 {
            let mut header = Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(*mode);
            header.set_mtime(TIME);
            archive.append_data(&mut header, format!("{folder}/{path}"), bytes.as_slice())?;
        }
        archive.into_inner().and_then(flate2::write::GzEncoder::finish).context("cannot pack the archive")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_does_not_depend_on_the_order_in_which_files_are_added() {
        let packed = |paths: [&str; 3]| {
            let mut files = Files::default();
            for path in paths {
                files.add(path.to_owned(), path.repeat(100).into_bytes(), 0o644);
            }
            files.pack("folder").expect("packs")
        };
        assert_eq!(packed(["a", "b/c", "b/d"]), packed(["b/d", "a", "b/c"]));
        assert_ne!(packed(["a", "b/c", "b/d"]), packed(["a", "b/c", "b/e"]));
    }
}
