//! The arguments of every problem's command line.

use std::path::PathBuf;

use board_core::{Board, Control};
use bytesize::ByteSize;
use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

use crate::streams::Source;
use crate::work::Limits;

#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true, version)]
pub(crate) struct CommandLine<P: Args, M: Subcommand> {
    #[command(subcommand)]
    pub(crate) command: Option<Command<P, M>>,
    #[command(flatten)]
    pub(crate) solve: SolveArgs<P>,
}

#[derive(Subcommand)]
pub(crate) enum Command<P: Args, M: Subcommand> {
    /// Print the judge's answer to each case (the default command)
    Solve(SolveArgs<P>),
    /// Explain each position: its value, the value of every move, and a line of best play
    Explain(ExplainArgs<P>),
    /// Check an input against the limits of the original problem
    Validate(CaseArgs<P>),
    /// Print statistics for whole boards, one row per board
    Survey(SurveyArgs<P>),
    #[command(flatten)]
    More(M),
    /// Print the rules, the input and output format, and the limits
    Rules(RulesArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the man page of this program or of a command
    Man(ManArgs),
}

#[derive(Args)]
pub(crate) struct SolveArgs<P: Args> {
    #[command(flatten)]
    pub(crate) cases: CaseArgs<P>,
    #[command(flatten)]
    pub(crate) stream: StreamArgs,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) force: ForceArgs,
}

#[derive(Args)]
pub(crate) struct ExplainArgs<P: Args> {
    #[command(flatten)]
    pub(crate) cases: CaseArgs<P>,
    /// Play these moves first, for example from a line that `explain` printed
    #[arg(long, value_name = "MOVES", help_heading = "Game", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) after: Option<String>,
    #[command(flatten)]
    pub(crate) stream: StreamArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub(crate) format: Format,
    /// Do not truncate long lists or large boards
    #[arg(long, help_heading = "Output")]
    pub(crate) all: bool,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) force: ForceArgs,
}

/// Whole boards.
#[derive(Args)]
pub(crate) struct SurveyArgs<P: Args> {
    #[command(flatten, next_help_heading = "Game")]
    pub(crate) game: BoardArgs<P>,
    /// Print this list for each board instead of the table
    #[arg(long, value_name = "KIND", help_heading = "Output")]
    pub(crate) list: Option<String>,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) work: WorkArgs,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) force: ForceArgs,
}

/// Some boards, and the problem's other options. If the problem has an option `--board`, this is the same option, given
/// once per board.
pub(crate) struct BoardArgs<P> {
    pub(crate) boards: Vec<Board>,
    pub(crate) problem: P,
}

impl<P> BoardArgs<P> {
    const BOARD: &'static str = "board";
    /// The side to move of a case has no meaning for a whole board.
    const TO_MOVE: &'static str = "to_move";

    fn describe(arg: Arg) -> Arg {
        arg.long("board")
            .value_name("ROWSxCOLS")
            .help("A board; can be given several times")
            .value_parser(clap::value_parser!(Board))
            .action(ArgAction::Append)
            .default_value(None::<&str>)
            .required(true)
    }
}

impl<P: Args> Args for BoardArgs<P> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let command = P::augment_args(command);
        let has = |id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
        let (has_board, has_to_move) = (has(Self::BOARD), has(Self::TO_MOVE));
        let command = if has_board {
            command.mut_arg(Self::BOARD, Self::describe)
        } else {
            command.arg(Self::describe(Arg::new(Self::BOARD)))
        };
        if has_to_move {
            command.mut_arg(Self::TO_MOVE, |arg| arg.hide(true).conflicts_with(Self::BOARD))
        } else {
            command
        }
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl<P: Args> FromArgMatches for BoardArgs<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let boards = matches.get_many(Self::BOARD).into_iter().flatten().copied().collect();
        Ok(Self { boards, problem: P::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The cases, and the limits of the work on them.
#[derive(Args)]
pub(crate) struct CaseArgs<P: Args> {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub(crate) problem: P,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) work: WorkArgs,
}

#[derive(Args)]
pub(crate) struct InputArgs {
    /// The judge's input; use - for standard input [default: -]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
}

impl InputArgs {
    pub(crate) fn source(&self) -> Source {
        match &self.file {
            Some(file) if file.as_os_str() != "-" => Source::File(file.clone()),
            _ => Source::StandardInput,
        }
    }
}

#[derive(Args)]
pub(crate) struct StreamArgs {
    /// Answer each case as soon as it is complete [default on a terminal]
    ///
    /// Otherwise the whole input is read and checked before the first answer.
    #[arg(long, help_heading = "Output")]
    pub(crate) stream: bool,
}

#[derive(Args)]
pub(crate) struct ForceArgs {
    /// Start work even if it is expected to take more than a day
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args)]
pub(crate) struct WorkArgs {
    /// The memory limit for tables and input, for example 512MiB or 12GiB [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=Control::MAX_THREADS as u64))]
    pub(crate) threads: Option<usize>,
}

impl WorkArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits::new(self.memory.map(|size| size.as_u64()), self.threads)
    }
}

#[derive(Args)]
pub(crate) struct RulesArgs {
    /// The language
    #[arg(long, value_enum, default_value_t = Language::En)]
    pub(crate) lang: Language,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// Chinese
    Zh,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Args)]
pub(crate) struct ManArgs {
    /// The command whose page to print [default: the page of the program]
    #[arg(value_name = "COMMAND")]
    pub(crate) commands: Vec<String>,
    /// Write the man pages of all commands to a folder instead
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "commands")]
    pub(crate) out_dir: Option<PathBuf>,
}

pub(crate) fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "expected a size, such as 512MiB or 12GiB".to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Human-readable text
    Text,
    /// One JSON document per line
    Json,
}
