//! The games of this workspace and their programs, as cargo reports them.

use std::collections::BTreeMap;
use std::env;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use cargo_metadata::{Message, Metadata, MetadataCommand, Package, Target};

use crate::verify::{Game, Program};

/// This workspace.
#[derive(Debug)]
pub struct Workspace {
    metadata: Metadata,
}

impl Workspace {
    /// Reads the workspace with `cargo metadata`.
    ///
    /// # Errors
    ///
    /// If cargo cannot be run or cannot read the workspace.
    pub fn read() -> anyhow::Result<Self> {
        // Cargo sets the variable for programs that it runs. A program that is run without cargo uses the folder of its build.
        let folder = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let metadata = MetadataCommand::new()
            .manifest_path(folder.join("Cargo.toml"))
            .no_deps()
            .exec()
            .context("cannot read the workspace with `cargo metadata`")?;
        Ok(Self { metadata })
    }

    /// The root folder of the workspace.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.metadata.workspace_root.as_std_path()
    }

    /// The target folder.
    #[must_use]
    pub fn target(&self) -> &Path {
        self.metadata.target_directory.as_std_path()
    }

    /// The packages of the workspace.
    #[must_use]
    pub fn packages(&self) -> Vec<&Package> {
        self.metadata.workspace_packages()
    }

    /// The programs: the packages in `crates/` with a program of their own name.
    pub fn programs(&self) -> impl Iterator<Item = &Package> {
        let crates = self.metadata.workspace_root.join("crates");
        self.packages().into_iter().filter(move |package| {
            package.manifest_path.starts_with(&crates)
                && package.targets.iter().any(|target| target.is_bin() && target.name == package.name.as_str())
        })
    }

    /// The games: the programs that are libraries too.
    pub fn games(&self) -> impl Iterator<Item = &Package> {
        self.programs().filter(|package| package.targets.iter().any(Target::is_lib))
    }

    /// Builds the release programs of the chosen games, or of all if none is chosen. Cargo's progress and errors go to
    /// standard error.
    ///
    /// # Errors
    ///
    /// If a chosen game does not exist, or the build fails.
    pub fn build(&self, chosen: &[String]) -> anyhow::Result<Vec<Game>> {
        let mut cargo = self.cargo();
        cargo.args(["build", "--release", "--message-format=json-render-diagnostics"]);
        self.build_with(cargo, chosen, |path| Program { path, leading: Vec::new() }, |_| Ok(()))
    }

    /// Builds the programs of the chosen games, or of all if none is chosen, with a `cargo build` that prints JSON messages. `program`
    /// makes the command that runs a built file, and `read` gets every message of cargo.
    pub(crate) fn build_with(
        &self,
        mut cargo: Command,
        chosen: &[String],
        program: impl Fn(PathBuf) -> Program,
        mut read: impl FnMut(&Message) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<Game>> {
        let names: Vec<String> = self.programs().map(|package| package.name.to_string()).collect();
        if let Some(unknown) = chosen.iter().find(|name| !names.contains(name)) {
            bail!("no game is called {unknown}; the games are {}", names.join(", "));
        }
        let is_chosen = |name: &String| chosen.is_empty() || chosen.contains(name);
        let mut programs = BTreeMap::new();
        if names.iter().any(is_chosen) {
            for name in names.iter().filter(|name| is_chosen(name)) {
                cargo.args(["--package", name]);
            }
            let succeeded = run_cargo(cargo, |message| {
                read(message)?;
                if let Message::CompilerArtifact(artifact) = message
                    && let Some(executable) = &artifact.executable
                {
                    programs.insert(artifact.target.name.clone(), executable.clone().into_std_path_buf());
                }
                Ok(())
            })?;
            ensure!(succeeded, "the games do not build; see the messages above, or run `cargo build --release`");
        }
        names
            .into_iter()
            .map(|name| {
                if !is_chosen(&name) {
                    return Ok(Game { name, program: None });
                }
                let path = programs.remove(&name).with_context(|| format!("cargo did not build the program {name}"))?;
                Ok(Game { name, program: Some(program(path)) })
            })
            .collect()
    }

    /// A cargo command in the root folder of the workspace.
    pub(crate) fn cargo(&self) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(self.root());
        cargo
    }
}

/// Runs a cargo command that prints JSON messages, and calls `read` with each. Returns whether it succeeded.
pub(crate) fn run_cargo(
    mut cargo: Command,
    mut read: impl FnMut(&Message) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let mut running = cargo.stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
    let messages = running.stdout.take().context("cargo has no standard output")?;
    for message in Message::parse_stream(BufReader::new(messages)) {
        read(&message.context("cannot read the messages of cargo")?)?;
    }
    Ok(running.wait().context("cannot wait for cargo")?.success())
}
