//! `cargo xtask windows`: the workspace built for Windows, and the golden files of `fixtures/` run under Wine.
//!
//! The compiler is the usual `rustc` if rustup has added the target to it. Otherwise a second `rustc` builds the standard library from
//! its sources, which stable compilers do only with `RUSTC_BOOTSTRAP=1`.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Message, PackageId};

use crate::verify::{self, Game, Options, Program};
use crate::workspace::{self, Workspace};

/// The target. GNU rather than MSVC, because its linker is packaged everywhere.
const TARGET: &str = "x86_64-pc-windows-gnu";

/// The linker of the target, and a C compiler.
const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// The programs to try as Wine. Debian installs it outside the `PATH`.
const WINE: [&str; 3] = ["wine64", "wine", "/usr/lib/wine/wine64"];

/// What Wine itself writes when it fails. Wine 8 does so about once in two hundred runs, if a program ends while one of its threads is
/// only starting. None of our programs prints these words.
const WINE_FAILURES: [&str; 2] = ["wine client error:", "wine: "];

/// The source of `bcryptprimitives.dll`, from which the standard library takes random numbers. Windows has it, but Wine has it only from
/// version 9 on. `SystemFunction036` is `RtlGenRandom`, the older way to random numbers.
const BCRYPT_PRIMITIVES: &str = "\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return SystemFunction036(data, (ULONG)length); }
";

/// Builds the programs of the chosen games (of all if none is chosen) and every test of the workspace for Windows, then runs the golden
/// files under Wine, each for no longer than `limit`. Writes failures and a summary to `out`. Returns whether everything passed without a
/// warning.
///
/// # Errors
///
/// If a game does not exist, a tool is missing, the programs do not build or Wine does not run them.
pub fn windows(
    workspace: &Workspace,
    chosen: &[String],
    limit: Duration,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let target = workspace.target().join("windows");
    let second = env::var_os("WINDOWS_RUSTC").unwrap_or_else(|| "/usr/bin/rustc".into());
    let compiler = Compiler::choose(&Rustc::find("rustc".into()), &Rustc::find(second.into()))?;
    ensure!(runs(MINGW), "cannot run {MINGW}, from MinGW-w64 (Debian package: gcc-mingw-w64-x86-64)");
    let wine = Wine::find(target.join("wine"))?;

    let cargo = |arguments: &[&str]| {
        let mut cargo = workspace.cargo();
        // With the plain JSON format, cargo does not print warnings and errors itself.
        cargo.args(arguments).args(["--target", TARGET, "--message-format=json"]).env("CARGO_TARGET_DIR", &target);
        compiler.prepare(&mut cargo);
        cargo
    };
    let mut warnings = Warnings::new(workspace);
    let build = cargo(&["build", "--release"]);
    let games = workspace.build_with(build, chosen, |path| wine.program(&path), |message| warnings.read(message))?;
    add_missing_dll(&target.join(TARGET).join("release"))?;
    let started = wine.start(&games)?;
    let options = Options { bless: false, limit, examples: false, emulator_failures: &WINE_FAILURES };
    let verified = verify::verify(workspace.root(), &games, &options, out)?;
    drop(started);

    let tests = cargo(&["build", "--workspace", "--all-features", "--tests", "--keep-going"]);
    let tests_compile = workspace::run_cargo(tests, |message| warnings.read(message))?;
    for warning in &warnings.found {
        writeln!(out, "\n{}", warning.trim_end())?;
    }
    let tests = if tests_compile { "the tests compile" } else { "the tests do not compile (see the messages above)" };
    writeln!(out, "windows: {}, {tests}", verify::counted(warnings.found.len(), "compiler warning"))?;
    Ok(verified.is_success() && warnings.found.is_empty() && tests_compile)
}

/// Whether a tool can be run.
fn runs(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A `rustc`.
struct Rustc {
    program: PathBuf,
    /// Where its libraries are; `None` if it cannot be run.
    sysroot: Option<PathBuf>,
}

impl Rustc {
    fn find(program: PathBuf) -> Self {
        let output = Command::new(&program).args(["--print", "sysroot"]).output().ok();
        let text = output.filter(|output| output.status.success()).map(|output| output.stdout);
        let sysroot = text.and_then(|text| String::from_utf8(text).ok()).map(|text| text.trim_end().into());
        Self { program, sysroot }
    }

    /// Whether it has this file or folder in its `lib/rustlib`.
    fn has(&self, path: &str) -> bool {
        self.sysroot.as_ref().is_some_and(|sysroot| sysroot.join("lib/rustlib").join(path).exists())
    }
}

/// How to compile for the target.
#[derive(PartialEq, Eq, Debug)]
enum Compiler {
    /// The usual `rustc` has the target.
    Usual,
    /// This `rustc` builds the standard library as well.
    BuildsStd(PathBuf),
}

impl Compiler {
    fn choose(usual: &Rustc, second: &Rustc) -> anyhow::Result<Self> {
        if usual.has(&format!("{TARGET}/lib")) {
            Ok(Self::Usual)
        } else if second.has("src/rust/library/std") {
            Ok(Self::BuildsStd(second.program.clone()))
        } else {
            bail!(
                "no compiler for {TARGET}; run `rustup target add {TARGET}`, or install a second rustc with the sources of the \
                 standard library (Debian packages: rustc-web, rust-web-src) and set WINDOWS_RUSTC to its path if it is not {}",
                second.program.display()
            )
        }
    }

    fn prepare(&self, cargo: &mut Command) {
        if let Self::BuildsStd(rustc) = self {
            cargo.arg("-Zbuild-std=std,panic_abort").env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
        }
    }
}

/// The compiler's warnings about the workspace.
struct Warnings {
    members: Vec<PackageId>,
    /// Each once, though most files are compiled twice, for the programs and for the tests.
    found: BTreeSet<String>,
}

impl Warnings {
    fn new(workspace: &Workspace) -> Self {
        let members = workspace.packages().into_iter().map(|package| package.id.clone()).collect();
        Self { members, found: BTreeSet::new() }
    }

    /// Keeps a warning; prints an error to standard error at once.
    fn read(&mut self, message: &Message) -> anyhow::Result<()> {
        let Message::CompilerMessage(message) = message else { return Ok(()) };
        let diagnostic = &message.message;
        let text = diagnostic.rendered.as_deref().unwrap_or(&diagnostic.message);
        match diagnostic.level {
            DiagnosticLevel::Error | DiagnosticLevel::Ice => {
                io::stderr().lock().write_all(text.as_bytes()).context("cannot write to standard error")?;
            }
            // A warning without a code only counts those before it.
            DiagnosticLevel::Warning if diagnostic.code.is_some() && self.members.contains(&message.package_id) => {
                self.found.insert(text.to_owned());
            }
            _ => {}
        }
        Ok(())
    }
}

/// Runs programs for Windows.
struct Wine {
    program: &'static str,
    /// Its folder for drives, the registry and settings, apart from the user's own.
    prefix: PathBuf,
}

impl Wine {
    fn find(prefix: PathBuf) -> anyhow::Result<Self> {
        let program = WINE.into_iter().find(|program| runs(program));
        let program = program
            .with_context(|| format!("Wine is not installed; tried {} (Debian package: wine64)", WINE.join(", ")))?;
        Ok(Self { program, prefix })
    }

    /// The program at `path` as Wine runs it, without messages of Wine's own.
    fn program(&self, path: &Path) -> Program {
        let prefix = format!("WINEPREFIX={}", self.prefix.display());
        let leading = vec![prefix.into(), "WINEDEBUG=-all".into(), self.program.into(), path.into()];
        Program { path: "env".into(), leading }
    }

    /// Starts Wine before a case runs: its first start creates the prefix, takes a few seconds and prints messages.
    fn start(&self, games: &[Game]) -> anyhow::Result<Started> {
        fs::create_dir_all(&self.prefix).with_context(|| format!("cannot create {}", self.prefix.display()))?;
        let program = games.iter().find_map(|game| game.program.as_ref()).context("no game to run")?;
        let run = |argument| {
            let mut command = Command::new(&program.path);
            command.args(&program.leading).arg(argument);
            // Wine's own processes keep these streams for as long as they run, so they must not be pipes that are read to the end.
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let started = Started(run("solve").stdin(Stdio::piped()).spawn().context("cannot run env")?);
        let mut command = run("--version");
        let status = command.stdin(Stdio::null()).status().context("cannot run env")?;
        ensure!(status.success(), "Wine cannot run programs: {command:?}, {status}");
        Ok(started)
    }
}

/// A program that waits for its input. As long as one program runs, Wine's server does; a start of the server takes seconds, and it
/// would stop after every case.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        // The end of its input ends the program. Waiting fails only if it has been waited for before.
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// Builds `bcryptprimitives.dll` in the folder of the programs, see [`BCRYPT_PRIMITIVES`].
fn add_missing_dll(folder: &Path) -> anyhow::Result<()> {
    let source = folder.join("bcryptprimitives.c");
    fs::write(&source, BCRYPT_PRIMITIVES).with_context(|| format!("cannot write {}", source.display()))?;
    let mut compile = Command::new(MINGW);
    compile.arg("-shared").arg("-o").arg(source.with_extension("dll")).arg(&source).arg("-ladvapi32");
    let status = compile.status().with_context(|| format!("cannot run {MINGW}"))?;
    ensure!(status.success(), "{compile:?} failed, {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use cargo_metadata::Message;
    use serde_json::{Value, json};
    use tempfile::TempDir;

    use super::{Compiler, Rustc, TARGET, Warnings, Wine};
    use crate::workspace::Workspace;

    /// A compiler called `name` with these folders in its `lib/rustlib`.
    fn rustc(name: &str, folders: &[&str]) -> (TempDir, Rustc) {
        let sysroot = tempfile::tempdir().expect("a temporary folder");
        for folder in folders {
            fs::create_dir_all(sysroot.path().join("lib/rustlib").join(folder)).expect("made");
        }
        let rustc = Rustc { program: name.into(), sysroot: Some(sysroot.path().to_owned()) };
        (sysroot, rustc)
    }

    #[test]
    fn an_installed_target_is_used_before_a_second_compiler() {
        let (_usual, usual) = rustc("usual", &[&format!("{TARGET}/lib")]);
        let (_second, second) = rustc("second", &["src/rust/library/std"]);
        assert_eq!(Compiler::choose(&usual, &second).expect("a compiler"), Compiler::Usual);
    }

    #[test]
    fn without_the_target_the_second_compiler_builds_the_standard_library() {
        let (_usual, usual) = rustc("usual", &["x86_64-unknown-linux-gnu/lib", "src/rust/library/std"]);
        let (_second, second) = rustc("second", &["src/rust/library/std"]);
        let chosen = Compiler::choose(&usual, &second).expect("a compiler");
        assert_eq!(chosen, Compiler::BuildsStd("second".into()));
    }

    #[test]
    fn without_a_compiler_the_error_names_both_solutions() {
        let (_usual, usual) = rustc("usual", &[]);
        // It has the target, but is not the compiler that cargo runs.
        let (_second, second) = rustc("/opt/rustc", &[&format!("{TARGET}/lib")]);
        let missing = Rustc::find("there-is-no-such-rustc".into());
        assert!(missing.sysroot.is_none());
        for second in [&second, &missing] {
            let error = Compiler::choose(&usual, second).expect_err("no compiler").to_string();
            for way in ["rustup target add", "rustc-web", "rust-web-src", "WINDOWS_RUSTC"] {
                assert!(error.contains(way), "no {way:?} in {error:?}");
            }
            assert!(error.ends_with(second.program.to_str().expect("UTF-8")), "{error:?}");
        }
    }

    #[test]
    fn only_the_second_compiler_gets_unstable_flags() {
        let prepared = |compiler: Compiler| {
            let mut cargo = std::process::Command::new("cargo");
            compiler.prepare(&mut cargo);
            format!("{cargo:?}")
        };
        assert_eq!(prepared(Compiler::Usual), r#""cargo""#);
        assert_eq!(
            prepared(Compiler::BuildsStd("second".into())),
            r#"RUSTC="second" RUSTC_BOOTSTRAP="1" "cargo" "-Zbuild-std=std,panic_abort""#
        );
    }

    #[test]
    fn a_program_runs_under_wine_with_a_prefix_of_its_own() {
        let wine = Wine { program: "wine64", prefix: "target/windows/wine".into() };
        let program = wine.program(Path::new("chase.exe"));
        assert_eq!(program.path, Path::new("env"));
        assert_eq!(program.leading, ["WINEPREFIX=target/windows/wine", "WINEDEBUG=-all", "wine64", "chase.exe"]);
    }

    /// A message of cargo about a package.
    fn message(package: &Value, level: &str, code: &Value, rendered: &str) -> Message {
        let target =
            json!({"name": "a", "kind": ["lib"], "crate_types": ["lib"], "src_path": "/a.rs", "edition": "2024"});
        let diagnostic =
            json!({"message": "m", "code": code, "level": level, "spans": [], "children": [], "rendered": rendered});
        let message =
            json!({"reason": "compiler-message", "package_id": package, "target": target, "message": diagnostic});
        serde_json::from_value(message).expect("a message of cargo")
    }

    #[test]
    fn warnings_about_the_workspace_are_kept_once() {
        let workspace = Workspace::read().expect("a workspace");
        let ours = json!(workspace.packages()[0].id);
        let foreign = json!("registry+https://github.com/rust-lang/crates.io-index#serde@1.0.0");
        let code = json!({"code": "dead_code", "explanation": null});
        let mut warnings = Warnings::new(&workspace);
        for message in [
            message(&ours, "warning", &code, "unused a"),
            message(&ours, "warning", &code, "unused a"),
            message(&ours, "warning", &code, "unused b"),
            message(&ours, "warning", &Value::Null, "2 warnings emitted"),
            message(&ours, "note", &code, "note"),
            message(&foreign, "warning", &code, "unused c"),
        ] {
            warnings.read(&message).expect("read");
        }
        assert_eq!(warnings.found.into_iter().collect::<Vec<_>>(), ["unused a", "unused b"]);
    }
}
