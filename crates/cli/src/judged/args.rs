//! The arguments of a judged problem's further commands.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use board_judge::runner::{self, CheckFiles};
use bytesize::ByteSize;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::args::{Format, size};

#[derive(Subcommand)]
pub(crate) enum JudgedCommand {
    /// Print random inputs within the limits of the original problem
    Generate(GenerateArgs),
    /// Run a program on test cases and judge its output
    Judge(JudgeArgs),
    /// Check one output, for use as another judge's checker
    Check(DialectArgs),
    /// Play the judge's side over standard input and output, for use as another judge's interactor
    Interact(InteractArgs),
}

#[derive(Args)]
pub(crate) struct GenerateArgs {
    /// The seed of the random numbers; the same seed gives the same input on every machine and in every version
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of cases
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<u32>::new().range(1..=1_000_000))]
    pub(crate) count: u32,
    /// The kind of cases
    #[arg(long, value_name = "KIND", default_value = "random")]
    pub(crate) kind: String,
}

#[derive(Args)]
pub(crate) struct JudgeArgs {
    /// Input files, or folders of *.in files [default: built-in cases]
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "random", value_hint = ValueHint::AnyPath, help_heading = "Cases")]
    pub(crate) cases: Vec<PathBuf>,
    /// Judge on N random inputs, those that `generate` prints for SEED, SEED + 1 and so on
    #[arg(long, value_name = "N", help_heading = "Cases", value_parser = RangedU64ValueParser::<u32>::new().range(1..=1_000_000))]
    pub(crate) random: Option<u32>,
    /// The kind of random inputs
    #[arg(long, value_name = "KIND", default_value = "random", requires = "random", help_heading = "Cases")]
    pub(crate) kind: String,
    /// The seed of the first random input, and of the opponents' random choices
    #[arg(long, value_name = "SEED", default_value_t = 1, help_heading = "Cases")]
    pub(crate) seed: u64,
    /// The wall-clock time limit of a run, for example 2s, 2.5 or 500ms
    #[arg(long, value_name = "TIME", default_value = "5s", help_heading = "Limits", value_parser = time)]
    pub(crate) time_limit: Duration,
    /// The memory limit of a run, for example 512MiB; Linux only [default: 256MiB]
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = size)]
    pub(crate) memory_limit: Option<ByteSize>,
    /// The number of parallel runs; with more than one, times are less reliable
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Limits", value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) jobs: usize,
    /// Continue after a failure
    #[arg(long, help_heading = "Cases")]
    pub(crate) all: bool,
    /// The opponent that plays the judge's side
    #[arg(long, value_name = "NAME", default_value = "all", help_heading = "Cases")]
    pub(crate) opponent: String,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub(crate) format: Format,
    /// The folder in which failing inputs are saved
    #[arg(long, value_name = "FOLDER", default_value = "failing", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub(crate) failing: PathBuf,
    /// The program and its arguments; put -- before arguments that begin with a hyphen
    #[arg(required = true, num_args = 1.., value_name = "COMMAND", value_hint = ValueHint::AnyPath)]
    pub(crate) command: Vec<OsString>,
}

#[derive(Args)]
pub(crate) struct InteractArgs {
    #[command(flatten)]
    pub(crate) files: DialectArgs,
    /// The opponent that plays the judge's side
    #[arg(long, value_name = "NAME", default_value = "perfect")]
    pub(crate) opponent: String,
    /// The seed of the opponent's random choices
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// What a runner passes to its checker or interactor.
#[derive(Args)]
pub(crate) struct DialectArgs {
    /// The judge's input
    #[arg(value_name = "INPUT", index = 1, value_hint = ValueHint::FilePath)]
    pub(crate) input: PathBuf,
    /// The program's output; with icpc, the judge's answer (ignored)
    #[arg(value_name = "OUTPUT", index = 2, value_hint = ValueHint::FilePath)]
    pub(crate) second: Option<PathBuf>,
    /// The judge's answer (ignored); with icpc, the feedback folder
    #[arg(value_name = "ANSWER", index = 3, value_hint = ValueHint::AnyPath)]
    pub(crate) third: Option<PathBuf>,
    /// The conventions for arguments and exit codes
    #[arg(long, value_enum, default_value_t = Dialect::Testlib)]
    pub(crate) dialect: Dialect,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dialect {
    /// Exit codes 0 accepted, 1 wrong answer, 2 presentation error, 3 no verdict
    Testlib,
    /// Arguments INPUT ANSWER FEEDBACK, the output on standard input; exit codes 42 accepted, 43 wrong, 3 no verdict
    Icpc,
}

impl DialectArgs {
    /// The files as the judge expects them.
    pub(super) fn files(&self) -> CheckFiles {
        let Self { input, second, third, dialect } = self;
        let dialect = match dialect {
            Dialect::Testlib => runner::Dialect::Testlib,
            Dialect::Icpc => runner::Dialect::Icpc,
        };
        CheckFiles { input: input.clone(), second: second.clone(), third: third.clone(), dialect }
    }
}

/// The maximum time limit.
const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// A time, for example `2s`, `2.5` or `500ms`.
fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1000.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.trim_end().parse::<f64>().map(|number| number / unit).ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let within = time.filter(|time| *time >= Duration::from_millis(1) && *time <= MAX_TIME);
    within.ok_or_else(|| "expected a time of 1ms to 24 hours, such as 2s, 2.5 or 500ms".to_owned())
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
