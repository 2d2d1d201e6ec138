//! Which inputs a program is run on, by whom it is opposed, and what they are called.

use std::path::{Path, PathBuf};
use std::{fs, iter};

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
    Files(Vec<PathBuf>),
    Random {
        kind: &'static Kind<P>,
        count: u32,
    },
}

/// An input, and who plays the judge's side of it.
pub(crate) struct Run<P: Problem> {
    pub(crate) name: String,
    pub(crate) cases: Vec<CaseOf<P>>,
    /// The cases as the original problem writes them.
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
    pub(crate) fn new(args: &JudgeArgs) -> Result<Self, Failure> {
        let inputs = match (&args.cases, args.random) {
            (Some(path), _) => Inputs::Files(inputs_at(path)?),
            (None, Some(count)) => Inputs::Random { kind: args::kind::<P>(&args.kind)?, count },
            (None, None) => Inputs::Trials(P::JUDGING.trials),
        };
        Ok(Self { inputs, seed: args.seed, opponents: opponents::<P>(args.opponent.as_deref())? })
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
    /// Where a file cannot be read, breaks the original limits, or stands beside an output that is not right.
    pub(crate) fn run(&self, problem: &P, number: usize, control: &Control<'_>) -> Result<Run<P>, Failure> {
        let opponent = self.opponents[number % self.opponents.len()];
        let number = number / self.opponents.len();
        let named = |kind: &Kind<P>, seed: u64, count: u32| {
            let mut random = Random::new(seed);
            let cases = iter::repeat_with(|| (kind.make)(problem, &mut random));
            (format!("{}-{seed}", kind.name), cases.take(count.try_into().unwrap_or(usize::MAX)).collect::<Vec<_>>())
        };
        let mut seed = self.seed;
        let mut again = Vec::new();
        let (name, cases) = match &self.inputs {
            Inputs::Trials(trials) => match trials[number] {
                Trial::Input { name, text } => (name.to_owned(), read_original(problem, text.as_bytes(), name)?),
                Trial::Generated { kind, seed, count } => named(args::kind::<P>(kind)?, seed, count),
            },
            Inputs::Files(files) => {
                let path = &files[number];
                let shown = files::shown(path);
                let cases = read_original(problem, &files::read(path)?, &shown)?;
                if opponent.is_none() {
                    check_answers(problem, &cases, path, control)?;
                }
                again = vec!["--cases".to_owned(), path.to_string_lossy().into_owned()];
                (path.file_stem().map_or(shown, |stem| printable(&stem.to_string_lossy())), cases)
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
        let input = problem.input(&cases);
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

/// The inputs at a path: itself, or those in the folder, by their names.
fn inputs_at(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let shown = || files::shown(path);
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut inputs = Vec::new();
    for entry in fs::read_dir(path).with_context(|| format!("cannot read {}", shown()))? {
        let file = entry.with_context(|| format!("cannot read {}", shown()))?.path();
        if file.extension().is_some_and(|extension| extension == "in") {
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
    let finding = judge_output(problem, cases, &answers(problem, cases, control)?, &output);
    if finding.verdict == Verdict::Accepted {
        return Ok(());
    }
    let shown = files::shown(&path);
    Err(anyhow::anyhow!("{shown} is not the right output: {}", finding.why).into())
}
