//! `cargo xtask runners`: tests the judge on correct programs in other languages, and our checker and interactor with third-party
//! runners.
//!
//! | runner | dialect | what is tested |
//! |---|---|---|
//! | `oj` of online-judge-tools | testlib | `check` as the judge command of `oj test`, `interact` as that of `oj test-reactive` |
//! | `verifyproblem` of problemtools | icpc | `validate`, `check` and `interact` as the validators of a problem package |
//!
//! Each must accept the correct programs and reject a wrong one.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use wait_timeout::ChildExt as _;

use crate::verify::Game;

/// The Python packages, in tested versions.
const TOOLS: &[&str] = &["online-judge-tools==11.5.1", "problemtools==1.20260907"];

/// The time limit of a command, longer than any of them needs.
const LIMIT: Duration = Duration::from_secs(600);

/// The only interactive game.
const INTERACTIVE: &str = "knightmare";

/// The inputs for the runners.
const INPUTS: &[(&str, &str)] = &[("small", "1"), ("random", "2"), ("largest", "3")];

/// Runs all tests for these games in a folder of `target`, and reports each game to `out`.
///
/// # Errors
///
/// If a tool is missing or cannot be installed, or a program is judged wrongly.
pub fn runners(root: &Path, target: &Path, games: &[Game], out: &mut impl Write) -> anyhow::Result<()> {
    let start = Instant::now();
    let work = Work::new(root, target)?;
    writeln!(out, "{} are installed ({:.1?})", TOOLS.join(" and "), start.elapsed())?;
    for game in games {
        let Some(program) = &game.program else { continue };
        let begun = Instant::now();
        let trial = Trial::new(&work, &game.name, &program.path)?;
        for (language, words) in trial.correct_programs() {
            trial.judge(language, &words)?;
        }
        trial.online_judge_tools()?;
        trial.problemtools()?;
        writeln!(
            out,
            "{}: judge, oj and verifyproblem accept the correct programs and reject the wrong one ({:.1?})",
            game.name,
            begun.elapsed()
        )?;
    }
    Ok(())
}

/// The folder with the tools.
struct Work {
    folder: PathBuf,
    /// The programs in other languages.
    sources: PathBuf,
    /// The programs of the tools.
    tools: PathBuf,
}

impl Work {
    fn new(root: &Path, target: &Path) -> anyhow::Result<Self> {
        let folder = target.join("runners");
        let tools = folder.join("python/bin");
        let work = Self { folder, sources: root.join("crates/contestants/foreign"), tools };
        fs::create_dir_all(&work.folder).with_context(|| format!("cannot create {}", work.folder.display()))?;
        work.succeed("g++", Command::new("g++").arg("--version")).context("g++ is required")?;
        work.succeed("python3", Command::new("python3").arg("--version")).context("python3 is required")?;
        work.install()?;
        Ok(work)
    }

    /// Installs the tools, unless these versions are installed already.
    fn install(&self) -> anyhow::Result<()> {
        let stamp = self.folder.join("python/installed");
        let versions = TOOLS.join("\n");
        if fs::read_to_string(&stamp).is_ok_and(|found| found == versions) {
            return Ok(());
        }
        let python = self.folder.join("python");
        self.succeed("venv", Command::new("python3").args(["-m", "venv", "--clear"]).arg(&python))
            .context("Python's venv module is required (Debian package: python3-venv)")?;
        let mut pip = Command::new(self.tools.join("pip"));
        self.succeed("pip", pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(TOOLS))
            .with_context(|| format!("cannot install {} from PyPI", TOOLS.join(", ")))?;
        fs::write(&stamp, versions).with_context(|| format!("cannot write {}", stamp.display()))
    }

    /// Runs a command. Writes its output to the file `NAME.log`, and returns it.
    fn run(&self, name: &str, command: &mut Command) -> anyhow::Result<(ExitStatus, String)> {
        let path = self.folder.join(format!("{name}.log"));
        let log = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let program = command.get_program().to_string_lossy().into_owned();
        // The tools keep files in these folders.
        command.env("XDG_CACHE_HOME", self.folder.join("cache")).env("XDG_DATA_HOME", self.folder.join("cache"));
        command.env("NO_COLOR", "1").stdin(Stdio::null()).stderr(log.try_clone()?).stdout(log);
        let mut child = command.spawn().with_context(|| format!("cannot run {program}"))?;
        let Some(status) = child.wait_timeout(LIMIT)? else {
            child.kill().and_then(|()| child.wait()).with_context(|| format!("cannot kill {program}"))?;
            bail!("{program} did not exit within {LIMIT:?}; its output is in {}", path.display());
        };
        Ok((status, String::from_utf8_lossy(&fs::read(&path)?).into_owned()))
    }

    /// Runs a command that must succeed, and returns its output.
    fn succeed(&self, name: &str, command: &mut Command) -> anyhow::Result<String> {
        let (status, output) = self.run(name, command)?;
        ensure!(status.success(), "{command:?} failed, {status}:\n{}", output.trim_end());
        Ok(output)
    }

    fn compile(&self, source: &str, program: &Path) -> anyhow::Result<()> {
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-o"]).arg(program);
        self.succeed("g++", compiler.arg(self.sources.join(source)))?;
        Ok(())
    }
}

/// One game.
struct Trial<'a> {
    work: &'a Work,
    game: &'a str,
    /// Our program for it.
    ours: &'a Path,
    folder: PathBuf,
}

impl<'a> Trial<'a> {
    /// Compiles the programs and writes the inputs and their answers.
    fn new(work: &'a Work, game: &'a str, ours: &'a Path) -> anyhow::Result<Self> {
        let folder = work.folder.join(game);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        let trial = Self { work, game, ours, folder };
        fs::create_dir_all(trial.tests())?;
        work.compile(&format!("{game}.cpp"), &trial.folder.join("right"))?;
        work.compile("wrong.cpp", &trial.folder.join("wrong"))?;
        for (kind, seed) in INPUTS {
            let input = trial.tests().join(format!("{kind}.in"));
            let text_of_input = trial.our_output(&["generate", "--kind", kind, "--seed", seed])?;
            fs::write(&input, text_of_input)?;
            // An interactive game has no answer.
            let answer =
                if game == INTERACTIVE { String::new() } else { trial.our_output(&["solve", &text(&input)])? };
            fs::write(input.with_extension("out"), answer)?;
        }
        Ok(trial)
    }

    fn tests(&self) -> PathBuf {
        self.folder.join("tests")
    }

    fn our_output(&self, arguments: &[&str]) -> anyhow::Result<String> {
        self.work.succeed(&format!("{}-ours", self.game), Command::new(self.ours).args(arguments))
    }

    /// The correct programs, each as the words of a command.
    fn correct_programs(&self) -> [(&'static str, Vec<String>); 2] {
        let python = self.work.sources.join(format!("{}.py", self.game));
        [("C++", vec![text(&self.folder.join("right"))]), ("Python", vec!["python3".to_owned(), text(&python)])]
    }

    /// Runs our judge on its built-in trials.
    fn judge(&self, language: &str, words: &[String]) -> anyhow::Result<()> {
        let mut judge = Command::new(self.ours);
        judge.current_dir(&self.folder).args(["judge", "--"]).args(words);
        let accepted = self.work.succeed(&format!("{}-judge", self.game), &mut judge);
        accepted.with_context(|| format!("`{} judge` rejects the correct {language} program", self.game))?;
        Ok(())
    }

    /// Runs `oj test` with `check`, or `oj test-reactive` with `interact`.
    fn online_judge_tools(&self) -> anyhow::Result<()> {
        let mut commands: Vec<(String, bool)> = self
            .correct_programs()
            .into_iter()
            .map(|(_, words)| Ok((shell(&words)?, true)))
            .collect::<anyhow::Result<_>>()?;
        commands.push((shell(&[text(&self.folder.join("wrong"))])?, false));
        for (program, is_right) in commands {
            if self.game == INTERACTIVE {
                for (kind, _) in INPUTS {
                    let [input, conversation] =
                        ["in", "talk"].map(|extension| text(&self.tests().join(format!("{kind}.{extension}"))));
                    let ours = shell(&[text(self.ours), "interact".to_owned(), input.clone(), conversation.clone()])?;
                    self.oj(&["test-reactive", "--command", &program, &ours], &program, is_right)?;
                    // The checker must agree on the conversation.
                    let mut check = Command::new(self.ours);
                    check.args(["check", &input, &conversation]);
                    let (status, output) = self.work.run("check", &mut check)?;
                    ensure!(status.success() == is_right, "{check:?} is wrong, {status}:\n{output}");
                }
            } else {
                let (ours, tests) = (shell(&[text(self.ours), "check".to_owned()])?, text(&self.tests()));
                let arguments = ["test", "--command", &program, "--directory", &tests, "--judge-command", &ours];
                self.oj(&arguments, &program, is_right)?;
            }
        }
        Ok(())
    }

    fn oj(&self, arguments: &[&str], program: &str, is_right: bool) -> anyhow::Result<()> {
        let mut oj = Command::new(self.work.tools.join("oj"));
        oj.current_dir(&self.folder).args(arguments);
        let (status, output) = self.work.run(&format!("{}-oj", self.game), &mut oj)?;
        let verdict = if is_right { "AC" } else { "WA" };
        ensure!(
            status.success() == is_right && output.contains(verdict),
            "oj {} {program}: expected {verdict}, found:\n{output}",
            arguments[0]
        );
        Ok(())
    }

    /// Runs `verifyproblem` on a problem package with our validators.
    fn problemtools(&self) -> anyhow::Result<()> {
        let package = self.folder.join(self.game);
        let (validation, command) =
            if self.game == INTERACTIVE { ("custom interactive", "interact") } else { ("custom", "check") };
        let put = |path: &str, text: &str| -> anyhow::Result<PathBuf> {
            let path = package.join(path);
            fs::create_dir_all(path.parent().context("a path in a folder")?)?;
            fs::write(&path, text)?;
            Ok(path)
        };
        let script = |path: &str, text: &str| -> anyhow::Result<()> {
            let path = put(path, &format!("#!/bin/sh\n{text}"))?;
            self.work.succeed("chmod", Command::new("chmod").arg("+x").arg(path)).map(drop)
        };
        put("problem.yaml", &format!("name: {}\nvalidation: {validation}\n", self.game))?;
        let ours = shell(&[text(self.ours)])?;
        script("input_validators/ours/run", &format!("{ours} validate && exit 42\nexit 43\n"))?;
        script("output_validators/ours/run", &format!("exec {ours} {command} --dialect icpc \"$@\"\n"))?;
        for of in ["input", "output"] {
            script(&format!("{of}_validators/ours/build"), "")?;
        }
        for (kind, _) in INPUTS {
            let input = self.tests().join(format!("{kind}.in"));
            put(&format!("data/secret/{kind}.in"), &fs::read_to_string(&input)?)?;
            put(&format!("data/secret/{kind}.ans"), &fs::read_to_string(input.with_extension("out"))?)?;
        }
        // Python programs would need another interpreter.
        let source = |name: &str| fs::read_to_string(self.work.sources.join(name));
        put("submissions/accepted/right.cpp", &source(&format!("{}.cpp", self.game))?)?;
        put("submissions/wrong_answer/wrong.cpp", &source("wrong.cpp")?)?;

        let mut verify = Command::new(self.work.tools.join("verifyproblem"));
        verify.args(["--parts", "validators", "data", "submissions", "--"]).arg(&package);
        let output = self.work.succeed(&format!("{}-verifyproblem", self.game), &mut verify)?;
        for submission in ["accepted/right.cpp (C++) OK", "wrong_answer/wrong.cpp (C++) OK"] {
            ensure!(output.contains(submission), "verifyproblem: expected {submission:?}, found:\n{output}");
        }
        Ok(())
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The command with these words, quoted for a shell.
fn shell(words: &[String]) -> anyhow::Result<String> {
    Ok(shlex::try_join(words.iter().map(String::as_str))?)
}
