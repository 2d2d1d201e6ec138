//! Which inputs a program is run on, by whom it is opposed, and what they are called.

use std::path::{Path, PathBuf};

use std::fs;

use anyhow::{Context, ensure};
use board_core::judging::{Kind, Trial, Verdict, judge_output};
use board_core::problem::{CaseOf, answers};
use board_core::{Control, Problem, Random, printable};

use crate::args::{self, JudgeArgs};
use crate::failure::Failure;
use crate::files;

/// All runs, each known by its number.
pub(crate) struct Plan<P: Problem> {
    inputs: Inputs<P>,
    /// The seed of those whose input has none.
    seed: u64,
    /// `None` alone where the problem is not interactive.
    opponents: Vec<Option<&'static str>>,
}

enum Inputs<P: Problem> {
    /// Those that the problem brings along.
    Trials(&'static [Trial]),
    Files(Vec<InputFile>),
    Random {
        kind: &'static Kind<P>,
        count: u32,
    },
}

/// A file, read once: it may be a pipe.
struct InputFile {
    path: PathBuf,
    text: Vec<u8>,
}

/// An input, and who plays the judge's side of it.
pub(crate) struct Run<P: Problem> {
    pub(crate) name: String,
    pub(crate) cases: Vec<CaseOf<P>>,
    /// What the program is given: the bytes of a file as they are.
    pub(crate) input: String,
    pub(crate) opponent: Option<&'static str>,
    /// What the opponent takes its chances from.
    pub(crate) seed: u64,
    /// The arguments that give this input again, if there are such.
    pub(crate) again: Vec<String>,
}

impl<P: Problem> Plan<P> {
    /// As many cases stand in a random input, if the original allows it.
    const MANY: u32 = 100;

    /// What the arguments ask for.
    ///
    /// # Errors
    /// Where they ask for what there is not.
    /// Also where a file breaks the original limits, or stands beside an output that is not right: that is better known before
    /// the first run than after hours.
    pub(crate) fn new(args: &JudgeArgs, problem: &P, control: &Control<'_>) -> Result<Self, Failure> {
        let opponents = opponents::<P>(args.opponent.as_deref())?;
        let inputs = match args.random {
            Some(count) => Inputs::Random { kind: args::kind::<P>(&args.kind)?, count },
            None if args.cases.is_empty() => Inputs::Trials(P::JUDGING.trials),
            None => Inputs::Files(inputs_at(&args.cases)?),
        };
        if let Inputs::Files(files) = &inputs {
            for file in files {
                let (cases, _) = file.read(problem)?;
                if P::JUDGING.interaction.is_none() {
                    check_answers(problem, &cases, &file.path, control)?;
                }
            }
        }
        Ok(Self { inputs, seed: args.seed, opponents })
    }

    /// How many runs there are.
    pub(crate) fn len(&self) -> usize {
        let inputs = match &self.inputs {
            Inputs::Trials(trials) => trials.len(),
            Inputs::Files(files) => files.len(),
            Inputs::Random { count, .. } => usize::try_from(*count).unwrap_or(usize::MAX),
        };
        inputs.saturating_mul(self.opponents.len())
    }

    /// The run of a number below [`Plan::len`]: it does not depend on how many there are.
    ///
    /// # Errors
    /// None that would not have been found before.
    pub(crate) fn run(&self, problem: &P, number: usize) -> Result<Run<P>, Failure> {
        let opponent = self.opponents[number % self.opponents.len()];
        let number = number / self.opponents.len();
        let named = |kind: &Kind<P>, seed: u64, count: u32| {
            let count = count.try_into().unwrap_or(usize::MAX);
            (format!("{}-{seed}", kind.name), kind.input(problem, count, &mut Random::new(seed)))
        };
        let mut seed = self.seed;
        let mut again = Vec::new();
        let (name, (cases, input)) = match &self.inputs {
            Inputs::Trials(trials) => match trials[number] {
                Trial::Input { name, text } => {
                    (name.to_owned(), (read_original(problem, text.as_bytes(), name)?, text.to_owned()))
                }
                Trial::Generated { kind, seed, count } => named(args::kind::<P>(kind)?, seed, count),
            },
            Inputs::Files(files) => {
                let file = &files[number];
                again = vec!["--cases".to_owned(), file.path.to_string_lossy().into_owned()];
                (file.name(), file.read(problem)?)
            }
            Inputs::Random { kind, .. } => {
                // Each input is what `generate` writes of its own seed.
                seed = self.seed.wrapping_add(number as u64);
                again = ["--random", "1", "--kind", kind.name].map(str::to_owned).to_vec();
                if opponent.is_none() {
                    again.extend(["--seed".to_owned(), seed.to_string()]);
                }
                named(kind, seed, P::JUDGING.most_cases.min(Self::MANY))
            }
        };
        Ok(Run { name, cases, input, opponent, seed, again })
    }
}

/// Those who play the judge's side: the one of this name, or all.
fn opponents<P: Problem>(name: Option<&str>) -> anyhow::Result<Vec<Option<&'static str>>> {
    let Some(interaction) = &P::JUDGING.interaction else {
        ensure!(name.is_none(), "{} has no opponents: it is not interactive", P::NAME);
        return Ok(vec![None]);
    };
    let all = interaction.opponents;
    match name {
        None | Some("all") => Ok(all.iter().map(|(name, _)| Some(*name)).collect()),
        Some(name) => Ok(vec![Some(args::opponent::<P>(name)?)]),
    }
}

/// The cases of an input, which must keep the original limits.
pub(crate) fn read_original<P: Problem>(problem: &P, input: &[u8], name: &str) -> anyhow::Result<Vec<CaseOf<P>>> {
    use board_core::{Input, Limits};

    problem.read(&mut Input::new(input, Limits::Original)).map_err(|error| anyhow::anyhow!("{name}:{error}"))
}

impl InputFile {
    fn new(path: PathBuf) -> anyhow::Result<Self> {
        Ok(Self { text: files::read(&path)?, path })
    }

    fn name(&self) -> String {
        let stem = self.path.file_stem();
        stem.map_or_else(|| files::shown(&self.path), |stem| printable(&stem.to_string_lossy()))
    }

    /// Its cases, which must keep the original limits, and its text.
    fn read<P: Problem>(&self, problem: &P) -> anyhow::Result<(Vec<CaseOf<P>>, String)> {
        let shown = files::shown(&self.path);
        let cases = read_original(problem, &self.text, &shown)?;
        // Who reads cases in it has seen that it is text.
        let text = String::from_utf8(self.text.clone()).with_context(|| format!("{shown} is no text"))?;
        Ok((cases, text))
    }
}

/// The inputs at some paths: files, or those in folders, by their names.
fn inputs_at(paths: &[PathBuf]) -> anyhow::Result<Vec<InputFile>> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            inputs.extend(inputs_in(path)?);
        } else {
            inputs.push(path.clone());
        }
    }
    inputs.into_iter().map(InputFile::new).collect()
}

fn inputs_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let shown = || files::shown(folder);
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", shown()))? {
        let file = entry.with_context(|| format!("cannot read {}", shown()))?.path();
        if file.extension().is_some_and(|extension| extension == "in") && !file.is_dir() {
            inputs.push(file);
        }
    }
    ensure!(!inputs.is_empty(), "{} holds no file whose name ends in .in", shown());
    inputs.sort();
    Ok(inputs)
}

/// Holds the output beside an input, if there is one, against the right answers.
fn check_answers<P: Problem>(
    problem: &P,
    cases: &[CaseOf<P>],
    input: &Path,
    control: &Control<'_>,
) -> Result<(), Failure> {
    let path = input.with_extension("out");
    if !path.exists() {
        return Ok(());
    }
    let output = files::read(&path)?;
    // Some editors put a mark before the text.
    let output = output.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&output);
    let finding = judge_output(problem, cases, &answers(problem, cases, control)?, output);
    if finding.verdict == Verdict::Accepted {
        return Ok(());
    }
    let shown = files::shown(&path);
    Err(anyhow::anyhow!("{shown} is not the right output: {}", finding.why).into())
}
