//! What cargo knows of this workspace: its games and their programs.

use std::collections::BTreeMap;
use std::env;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use cargo_metadata::{Message, Metadata, MetadataCommand, Package};

use crate::verify::{Game, Program};

/// This workspace.
#[derive(Debug)]
pub struct Workspace {
    metadata: Metadata,
}

impl Workspace {
    /// Asks cargo.
    ///
    /// # Errors
    ///
    /// Where cargo cannot be run or does not understand the workspace.
    pub fn read() -> anyhow::Result<Self> {
        // Cargo sets it for what it runs; a program that is run without cargo was built here.
        let folder = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let metadata = MetadataCommand::new()
            .manifest_path(folder.join("Cargo.toml"))
            .no_deps()
            .exec()
            .context("cannot read the workspace with `cargo metadata`")?;
        Ok(Self { metadata })
    }

    /// The folder of the workspace.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.metadata.workspace_root.as_std_path()
    }

    /// The folder of what is built.
    #[must_use]
    pub fn target(&self) -> &Path {
        self.metadata.target_directory.as_std_path()
    }

    /// The packages of the workspace.
    #[must_use]
    pub fn packages(&self) -> Vec<&Package> {
        self.metadata.workspace_packages()
    }

    /// The games: the packages in `crates/` with a program of their own name.
    pub fn games(&self) -> impl Iterator<Item = &Package> {
        let crates = self.metadata.workspace_root.join("crates");
        self.packages().into_iter().filter(move |package| {
            package.manifest_path.starts_with(&crates)
                && package.targets.iter().any(|target| target.is_bin() && target.name == package.name.as_str())
        })
    }

    /// Builds the release programs of the chosen games, of all where none is chosen. Cargo's progress and errors go to
    /// standard error.
    ///
    /// # Errors
    ///
    /// Where a chosen game does not exist, or the build fails.
    pub fn build(&self, chosen: &[String]) -> anyhow::Result<Vec<Game>> {
        let names: Vec<String> = self.games().map(|package| package.name.to_string()).collect();
        if let Some(stranger) = chosen.iter().find(|name| !names.contains(name)) {
            bail!("no game is called {stranger}; the games are {}", names.join(", "));
        }
        let is_chosen = |name: &String| chosen.is_empty() || chosen.contains(name);
        let wanted: Vec<&str> = names.iter().filter(|name| is_chosen(name)).map(String::as_str).collect();
        let mut programs = self.build_programs(&wanted)?;
        names
            .into_iter()
            .map(|name| {
                if !is_chosen(&name) {
                    return Ok(Game { name, program: None });
                }
                let path = programs.remove(&name).with_context(|| format!("cargo built no program {name}"))?;
                Ok(Game { name, program: Some(Program { path, leading: Vec::new() }) })
            })
            .collect()
    }

    /// Builds the programs of these packages; tells where they are.
    fn build_programs(&self, names: &[&str]) -> anyhow::Result<BTreeMap<String, PathBuf>> {
        let mut programs = BTreeMap::new();
        if names.is_empty() {
            return Ok(programs);
        }
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.current_dir(self.root()).args(["build", "--release", "--message-format=json-render-diagnostics"]);
        for name in names {
            command.args(["--package", name]);
        }
        let mut building = command.stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
        let messages = building.stdout.take().context("cargo has no standard output")?;
        for message in Message::parse_stream(BufReader::new(messages)) {
            if let Message::CompilerArtifact(artifact) = message.context("cannot read what cargo says")?
                && let Some(executable) = artifact.executable
            {
                programs.insert(artifact.target.name, executable.into_std_path_buf());
            }
        }
        let ended = building.wait().context("cannot wait for cargo")?;
        ensure!(ended.success(), "the games do not build; see above, or run `cargo build --release`");
        Ok(programs)
    }
}
