//! The inputs on which a program is run, the opponents, and the names of these runs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use board_core::problem::{CaseOf, answers};
use board_core::{Control, Input, Limits, Random, printable};

use super::error::Error;
use super::files::{self, file_name};
use super::options::Options;
use crate::choice::Choice;
use crate::judged::{Judged, OpponentOf, Trial, generate_input};
use crate::output::compare;
use crate::verdict::Verdict;

/// All runs, each identified by its number.
pub(super) struct Plan<P: Judged> {
    inputs: Inputs<P>,
    /// The seed for inputs without a seed of their own.
    seed: u64,
    /// A single `None` for a batch problem.
    opponents: Vec<Option<OpponentOf<P>>>,
}

enum Inputs<P: Judged> {
    /// The built-in trials of the problem.
    Trials(&'static [Trial<P::Kind>]),
    Files(Vec<InputFile>),
    Random {
        kind: P::Kind,
        count: u32,
    },
}

/// A file, which is read only once because it may be a pipe.
struct InputFile {
    path: PathBuf,
    text: Vec<u8>,
}

/// A run. It is made once, and is reported together with its result.
pub(super) struct Run<P: Judged> {
    pub(super) name: String,
    pub(super) task: Task<P>,
    /// The arguments that select the same input again; empty if no arguments do.
    pub(super) again: Vec<String>,
}

/// The task of one run.
pub(super) struct Task<P: Judged> {
    pub(super) cases: Vec<CaseOf<P>>,
    /// The text that the program reads; for a file, exactly its bytes.
    pub(super) input: String,
    pub(super) opponent: Option<OpponentOf<P>>,
    /// The seed of the opponent's random choices.
    pub(super) seed: u64,
}

impl<P: Judged> Plan<P> {
    /// The maximum number of cases in a random input, if the original allows that many.
    const MAX_RANDOM_CASES: u32 = 100;

    /// Makes the plan for the options.
    ///
    /// # Errors
    /// If a file cannot be read, exceeds the original limits, or has a wrong output file beside it. All files are
    /// checked before the first run, so that such an error does not surface after hours.
    pub(super) fn new(options: &Options<P>, problem: &P, control: &Control<'_>) -> Result<Self, Error> {
        let inputs = match options.random {
            Some((kind, count)) => Inputs::Random { kind, count },
            None if options.cases.is_empty() => Inputs::Trials(P::TRIALS),
            None => Inputs::Files(inputs_at(&options.cases)?),
        };
        let opponents: Vec<Option<OpponentOf<P>>> = match (options.opponent, OpponentOf::<P>::ALL) {
            (_, []) => vec![None],
            (None, all) => all.iter().copied().map(Some).collect(),
            (one, _) => vec![one],
        };
        if let Inputs::Files(files) = &inputs {
            for file in files {
                let (cases, _) = file.read(problem)?;
                if opponents == [None] {
                    check_answers(problem, &cases, &file.path, control)?;
                }
            }
        }
        Ok(Self { inputs, seed: options.seed, opponents })
    }

    /// The number of runs.
    pub(super) fn len(&self) -> usize {
        let inputs = match &self.inputs {
            Inputs::Trials(trials) => trials.len(),
            Inputs::Files(files) => files.len(),
            Inputs::Random { count, .. } => usize::try_from(*count).unwrap_or(usize::MAX),
        };
        inputs.saturating_mul(self.opponents.len())
    }

    /// Returns the run with this number, which must be below [`Plan::len`]. The run does not depend on the number of
    /// runs.
    ///
    /// # Errors
    /// Only errors that [`Plan::new`] would have found.
    pub(super) fn run(&self, problem: &P, number: usize) -> Result<Run<P>, Error> {
        let opponent = self.opponents[number % self.opponents.len()];
        let number = number / self.opponents.len();
        let generated = |kind: P::Kind, seed: u64, count: u32| {
            let count = count.try_into().unwrap_or(usize::MAX);
            (format!("{}-{seed}", kind.name()), generate_input(problem, kind, count, &mut Random::new(seed)))
        };
        let mut seed = self.seed;
        let mut again = Vec::new();
        let (name, (cases, input)) = match &self.inputs {
            Inputs::Trials(trials) => match trials[number] {
                Trial::Input { name, text } => {
                    (name.to_owned(), (read_original(problem, text.as_bytes(), name)?, text.to_owned()))
                }
                Trial::Generated { kind, seed, count } => generated(kind, seed, count),
            },
            Inputs::Files(files) => {
                let file = &files[number];
                again = vec!["--cases".to_owned(), file.path.to_string_lossy().into_owned()];
                (file.name(), file.read(problem)?)
            }
            &Inputs::Random { kind, .. } => {
                // Each input is the one that `generate` writes for its own seed.
                seed = self.seed.wrapping_add(number as u64);
                again = ["--random", "1", "--kind", kind.name()].map(str::to_owned).to_vec();
                if opponent.is_none() {
                    again.extend(["--seed".to_owned(), seed.to_string()]);
                }
                generated(kind, seed, P::MAX_CASES.min(Self::MAX_RANDOM_CASES))
            }
        };
        Ok(Run { name, task: Task { cases, input, opponent, seed }, again })
    }
}

/// Reads the cases of an input, which must be within the original limits.
pub(super) fn read_original<P: Judged>(problem: &P, input: &[u8], name: &str) -> anyhow::Result<Vec<CaseOf<P>>> {
    problem.read(&mut Input::new(input, Limits::Original)).map_err(|error| anyhow::anyhow!("{name}:{error}"))
}

impl InputFile {
    fn new(path: PathBuf) -> anyhow::Result<Self> {
        Ok(Self { text: files::read(&path)?, path })
    }

    fn name(&self) -> String {
        let stem = self.path.file_stem();
        stem.map_or_else(|| file_name(&self.path), |stem| printable(&stem.to_string_lossy()))
    }

    /// Returns the cases, which must be within the original limits, and the text.
    fn read<P: Judged>(&self, problem: &P) -> anyhow::Result<(Vec<CaseOf<P>>, String)> {
        let name = file_name(&self.path);
        let cases = read_original(problem, &self.text, &name)?;
        // Reading cases from it succeeded, so it is valid text.
        let text = String::from_utf8(self.text.clone()).with_context(|| format!("{name} is not valid UTF-8"))?;
        Ok((cases, text))
    }
}

/// Returns the inputs at some paths, which are files or folders with files, ordered by name.
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
    let cannot_read = || format!("cannot read {}", file_name(folder));
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let file = entry.with_context(cannot_read)?.path();
        if file.extension().is_some_and(|extension| extension == "in") && !file.is_dir() {
            inputs.push(file);
        }
    }
    ensure!(!inputs.is_empty(), "{} contains no *.in files", file_name(folder));
    inputs.sort();
    Ok(inputs)
}

/// Compares the output beside an input, if there is one, with the right answers.
fn check_answers<P: Judged>(
    problem: &P,
    cases: &[CaseOf<P>],
    input: &Path,
    control: &Control<'_>,
) -> Result<(), Error> {
    let path = input.with_extension("out");
    if !path.exists() {
        return Ok(());
    }
    let output = files::read(&path)?;
    // Some editors put a byte order mark before the text.
    let output = output.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&output);
    let finding = compare(problem, cases, &answers(problem, cases, control)?, output);
    if finding.verdict == Verdict::Accepted {
        return Ok(());
    }
    Err(anyhow::anyhow!("{} is not the right output: {}", file_name(&path), finding.why).into())
}
