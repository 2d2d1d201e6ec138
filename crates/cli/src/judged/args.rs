//! The arguments of a judged problem's further commands.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use board_judge::runner::{self, CheckFiles};
use bytesize::ByteSize;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand, ValueEnum};

use crate::args::{Format, size};

#[derive(Subcommand)]
pub(crate) enum JudgedCommand {
    /// Write random inputs that keep the limits of the original problem
    Generate(GenerateArgs),
    /// Run somebody's program on cases, and say of each whether it is right
    Judge(JudgeArgs),
    /// Judge an output, for other people's runners
    Check(DialectArgs),
    /// Play the judge's side over standard input and output, for other people's runners
    Interact(InteractArgs),
}

#[derive(Args)]
pub(crate) struct GenerateArgs {
    /// Where the numbers begin: the same seed gives the same bytes everywhere, in every version
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many cases
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<u32>::new().range(1..=1_000_000))]
    pub(crate) count: u32,
    /// What kind of cases
    #[arg(long, value_name = "KIND", default_value = "random")]
    pub(crate) kind: String,
}

#[derive(Args)]
pub(crate) struct JudgeArgs {
    /// The inputs: files, or folders with files *.in [default: some that are built in]
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "random")]
    pub(crate) cases: Vec<PathBuf>,
    /// So many random inputs: the first is what `generate` writes of the seed, the next of the seed after it
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u32>::new().range(1..=1_000_000))]
    pub(crate) random: Option<u32>,
    /// What kind of random inputs
    #[arg(long, value_name = "KIND", default_value = "random", requires = "random")]
    pub(crate) kind: String,
    /// The seed of the first random input, and of the opponents' chances
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The time of a run by the clock, as 2s, 2.5 or 500ms
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    pub(crate) time_limit: Duration,
    /// The memory that a run may allocate, as 512MiB; on Linux only [default: 256MiB]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    pub(crate) memory_limit: Option<ByteSize>,
    /// So many runs at a time; more than one makes the times less sure
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) jobs: usize,
    /// Go on after a run that failed
    #[arg(long)]
    pub(crate) all: bool,
    /// Who plays the judge's side, one of the opponents below [default: all, one after the other]
    #[arg(long, value_name = "NAME")]
    pub(crate) opponent: Option<String>,
    /// For people, or one JSON document a line (docs/judge.schema.json)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The folder for inputs on which the program fails
    #[arg(long, value_name = "FOLDER", default_value = "failing")]
    pub(crate) failing: PathBuf,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

#[derive(Args)]
pub(crate) struct InteractArgs {
    #[command(flatten)]
    pub(crate) files: DialectArgs,
    /// Who plays the judge's side, one of the opponents below
    #[arg(long, value_name = "NAME", default_value = "perfect")]
    pub(crate) opponent: String,
    /// The seed of the opponent's chances
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// What a runner passes to its checker or interactor.
#[derive(Args)]
pub(crate) struct DialectArgs {
    /// The judge's input
    #[arg(value_name = "INPUT", index = 1)]
    pub(crate) input: PathBuf,
    /// The output of the program; for icpc the answer, which is not needed
    #[arg(value_name = "OUTPUT", index = 2)]
    pub(crate) second: Option<PathBuf>,
    /// The answer, which is not needed; for icpc the folder for feedback
    #[arg(value_name = "ANSWER", index = 3)]
    pub(crate) third: Option<PathBuf>,
    /// The customs of which judges
    #[arg(long, value_enum, default_value_t = Dialect::Testlib)]
    pub(crate) dialect: Dialect,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dialect {
    /// Exit codes 0 accepted, 1 wrong answer, 2 presentation error, 3 no verdict
    Testlib,
    /// Arguments INPUT ANSWER FEEDBACK, the output on standard input; exit codes 42 accepted, 43 not, 3 no verdict
    Icpc,
}

impl DialectArgs {
    /// The files, for the judge.
    pub(super) fn files(&self) -> CheckFiles {
        let Self { input, second, third, dialect } = self;
        let dialect = match dialect {
            Dialect::Testlib => runner::Dialect::Testlib,
            Dialect::Icpc => runner::Dialect::Icpc,
        };
        CheckFiles { input: input.clone(), second: second.clone(), third: third.clone(), dialect }
    }
}

/// The longest time limit.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A time as `2s`, `2.5` or `500ms`.
fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1000.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.trim_end().parse::<f64>().map(|number| number / unit).ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let within = time.filter(|time| *time >= Duration::from_millis(1) && *time <= LONGEST);
    within.ok_or_else(|| "a time of 1ms to 24 hours is awaited, as 2s, 2.5 or 500ms".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_seconds_and_milliseconds() {
        for (text, milliseconds) in
            [("2s", 2000), ("2.5", 2500), ("500ms", 500), ("0.001 s", 1), ("86400", 86_400_000), ("1.05", 1050)]
        {
            assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for bad in ["", "s", "ms", "-1", "0", "NaN", "inf", "2m", "86401", "0.5ms", "1e99"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }
}
