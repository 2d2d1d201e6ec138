//! Rules of this workspace that no linter checks.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use cargo_metadata::semver::VersionReq;
use cargo_metadata::{DependencyKind, Target};
use toml::{Table, Value};
use xtask::package::PACKAGES;
use xtask::workspace::Workspace;

fn workspace() -> Workspace {
    Workspace::read().expect("a workspace")
}

fn manifest(path: &Path) -> Table {
    let text = fs::read_to_string(path).expect("a manifest");
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The members, as their manifests are written.
fn members() -> Vec<(String, Table)> {
    let workspace = workspace();
    let members: Vec<_> = workspace
        .packages()
        .into_iter()
        .map(|package| (package.name.to_string(), manifest(package.manifest_path.as_std_path())))
        .collect();
    assert!(members.len() > 1, "cargo lists no members");
    members
}

/// Whether the value contains `workspace = true`.
fn is_inherited(value: Option<&Value>) -> bool {
    value.and_then(|value| value.get("workspace")) == Some(&Value::Boolean(true))
}

#[test]
fn every_member_has_the_lints_of_the_workspace() {
    for (name, manifest) in members() {
        assert!(is_inherited(manifest.get("lints")), "{name}: add [lints] workspace = true");
    }
}

#[test]
fn no_member_can_be_published() {
    for package in workspace().packages() {
        assert_eq!(package.publish.as_deref(), Some([].as_slice()), "{}: add publish.workspace = true", package.name);
    }
}

#[test]
fn every_library_crate_is_ready_to_be_packaged() {
    let workspace = workspace();
    for name in PACKAGES {
        let package = workspace.packages().into_iter().find(|package| package.name == name);
        let package = package.unwrap_or_else(|| panic!("no member is called {name}"));
        assert!(package.description.is_some() && package.readme.is_some(), "{name}: add description and readme");
        assert!(!package.keywords.is_empty() && !package.categories.is_empty(), "{name}: add keywords and categories");
        let folder = package.manifest_path.parent().expect("a folder");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(licence).exists(), "{name}: add a link to {licence}, so that it is in the package");
        }
        for dependency in package.dependencies.iter().filter(|dependency| dependency.path.is_some()) {
            let is_for_tests = dependency.kind == DependencyKind::Development;
            assert!(is_for_tests || dependency.req != VersionReq::STAR, "{name}: add a version to {}", dependency.name);
        }
    }
}

#[test]
fn every_member_has_the_edition_of_the_workspace() {
    let workspace = workspace();
    let root = manifest(&workspace.root().join("Cargo.toml"));
    let edition = root["workspace"]["package"]["edition"].as_str().expect("an edition");
    for package in workspace.packages() {
        assert_eq!(package.edition.as_str(), edition, "{}: add edition.workspace = true", package.name);
    }
}

#[test]
fn only_benchmarks_get_the_arguments_of_cargo_bench() {
    // A test harness rejects the options of criterion, for example `cargo bench -- --save-baseline before`.
    let is_off = |target: &Value| target.get("bench") == Some(&Value::Boolean(false));
    for package in workspace().packages() {
        let (name, manifest) = (&package.name, manifest(package.manifest_path.as_std_path()));
        let has_lib = package.targets.iter().any(Target::is_lib);
        assert!(!has_lib || manifest.get("lib").is_some_and(is_off), "{name}: add [lib] bench = false");
        let bins = manifest.get("bin").and_then(Value::as_array).into_iter().flatten();
        assert!(bins.into_iter().all(is_off), "{name}: add bench = false to [[bin]]");
    }
}

/// The tables of dependencies in a manifest, including those for single platforms.
fn dependencies(manifest: &Table) -> Vec<(&String, &Value)> {
    let platforms = manifest.get("target").and_then(Value::as_table);
    let platforms = platforms.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    [manifest]
        .into_iter()
        .chain(platforms)
        .flat_map(|table| ["dependencies", "dev-dependencies", "build-dependencies"].map(|kind| table.get(kind)))
        .flatten()
        .filter_map(Value::as_table)
        .flatten()
        .collect()
}

#[test]
fn every_dependency_has_its_version_from_the_workspace() {
    let mut seen = 0;
    for (name, manifest) in members() {
        for (dependency, value) in dependencies(&manifest) {
            assert!(is_inherited(Some(value)), "{name}: write {dependency}.workspace = true");
            seen += 1;
        }
    }
    assert!(seen > 0, "no member has a dependency");
}

#[test]
fn dependencies_of_every_kind_are_checked() {
    let manifest: Table = "
        [dependencies]
        a = \"1\"
        [dev-dependencies]
        b.workspace = true
        [target.'cfg(unix)'.build-dependencies]
        c = { version = \"1\" }
    "
    .parse()
    .expect("a manifest");
    let mut found = dependencies(&manifest);
    found.sort_by_key(|(name, _)| *name);
    let found: Vec<_> = found.into_iter().map(|(name, value)| (name.as_str(), is_inherited(Some(value)))).collect();
    assert_eq!(found, [("a", false), ("b", true), ("c", false)]);
}

#[test]
fn there_are_no_pending_snapshots() {
    let mut folders: Vec<_> = vec![workspace().root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !path.is_symlink() && !name.starts_with('.') && name != "target" {
                folders.push(path);
            } else {
                assert!(!name.ends_with(".snap.new"), "{}: accept it or remove it", path.display());
            }
        }
    }
}

#[test]
fn a_game_library_depends_on_the_core_only() {
    let workspace = workspace();
    let mut seen = 0;
    for package in workspace.games() {
        let cargo = env::var_os("CARGO").expect("cargo runs the tests");
        let mut tree = Command::new(cargo);
        tree.current_dir(workspace.root()).args(["tree", "--offline", "--no-default-features", "--edges", "normal"]);
        tree.args(["--prefix", "none", "--format", "{lib}", "--package", package.name.as_str()]);
        let tree = tree.output().expect("cargo tree runs");
        let names = String::from_utf8(tree.stdout).expect("text");
        let names: Vec<&str> = names.lines().collect();
        assert_eq!(names, [package.name.as_str(), "board_core"]);
        seen += 1;
    }
    assert!(seen > 0, "no game");
}
