//! The arguments of every problem's command line.

use std::path::{Path, PathBuf};

use board_core::{Board, Control};
use bytesize::ByteSize;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::streams::Source;
use crate::work::Limits;

#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true, version)]
pub(crate) struct CommandLine<P: Args, M: Subcommand> {
    #[command(subcommand)]
    pub(crate) command: Option<Command<P, M>>,
    #[command(flatten)]
    pub(crate) solve: CaseArgs<P>,
}

#[derive(Subcommand)]
pub(crate) enum Command<P: Args, M: Subcommand> {
    /// Answer like the judge's model solution; this is what happens without a command
    Solve(CaseArgs<P>),
    /// Show each position, its value, every move with its value, and a line of best play
    Explain(ExplainArgs<P>),
    /// Check that the input keeps the limits of the original problem; silent where it does
    Validate(CaseArgs<P>),
    /// Tell of whole boards, a row of a table for each
    Survey(SurveyArgs),
    #[command(flatten)]
    More(M),
}

#[derive(Args)]
pub(crate) struct SurveyArgs {
    /// A board, for a row of the table; may be given more than once
    #[arg(long = "board", value_name = "ROWSxCOLS", required = true)]
    pub(crate) boards: Vec<Board>,
    /// List these numbers of each board in place of the table
    #[arg(long, value_name = "KIND")]
    pub(crate) list: Option<String>,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Which cases, and what the work on them may take.
#[derive(Args)]
pub(crate) struct CaseArgs<P: Args> {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) problem: P,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

#[derive(Args)]
pub(crate) struct ExplainArgs<P: Args> {
    #[command(flatten)]
    pub(crate) cases: CaseArgs<P>,
    /// For people, or one JSON document a line (docs/explain.schema.json)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Do not cut long lists and large boards
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Args)]
pub(crate) struct InputArgs {
    /// The judge's input; standard input where it is missing or -
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl InputArgs {
    pub(crate) fn source(&self) -> Source {
        match &self.file {
            Some(file) if file.as_os_str() != "-" => {
                let hint = if is_command(file) { " (a command comes before its options)" } else { "" };
                Source::File { path: file.clone(), hint }
            }
            _ => Source::StandardInput,
        }
    }
}

#[derive(Args)]
pub(crate) struct WorkArgs {
    /// The memory that tables may take, and the most that is read, as 512MiB or 12GiB [default: half of the machine's]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,
    /// The threads that may be used [default: all processors]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=Control::MAX_THREADS as u64))]
    pub(crate) threads: Option<usize>,
}

impl WorkArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits::new(self.memory.map(|size| size.as_u64()), self.threads)
    }
}

pub(crate) fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "a size is awaited, as 512MiB or 12GiB".to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Whether a file has the name of a command.
fn is_command(file: &Path) -> bool {
    ["solve", "explain", "validate", "survey", "generate", "judge", "check", "interact"]
        .iter()
        .any(|name| file == Path::new(name))
}
