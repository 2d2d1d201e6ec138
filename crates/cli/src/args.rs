//! The arguments.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use board_core::judging::Kind;
use board_core::{Board, Control, Problem, Random, printable};
use bytesize::ByteSize;
use clap::builder::{PossibleValue, RangedU64ValueParser};
use clap::error::{ContextKind, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::failure::Failure;
use crate::streams::{self, Source};
use crate::{check, words};

#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true, version)]
pub(crate) struct CommandLine<P: Args> {
    #[command(subcommand)]
    pub(crate) command: Option<Command<P>>,
    #[command(flatten)]
    pub(crate) solve: CaseArgs<P>,
}

#[derive(Subcommand)]
pub(crate) enum Command<P: Args> {
    /// Answer like the judge's model solution; this is what happens without a command
    Solve(CaseArgs<P>),
    /// Show each position, its value, every move with its value, and a line of best play
    Explain(ExplainArgs<P>),
    /// Check that the input keeps the limits of the original problem; silent where it does
    Validate(CaseArgs<P>),
    /// Tell of whole boards, a row of a table for each
    Survey(SurveyArgs),
    /// Write random inputs that keep the limits of the original problem
    Generate(GenerateArgs),
    /// Run somebody's program on cases, and say of each whether it is right
    Judge(JudgeArgs),
    /// Judge an output, for other people's runners
    Check(CheckArgs),
    /// Play the judge's side over standard input and output, for other people's runners
    Interact(InteractArgs),
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
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = words::time)]
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

impl JudgeArgs {
    /// The time of a run, if nobody says otherwise.
    pub(crate) const TIME: Duration = Duration::from_secs(5);
    /// The memory of a run, if nobody says otherwise.
    pub(crate) const MEMORY: ByteSize = ByteSize::mib(256);
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) files: DialectArgs,
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

/// What a runner hands to its checker or interactor.
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

/// The kind of cases of this name.
pub(crate) fn kind<P: Problem>(name: &str) -> anyhow::Result<&'static Kind<P>> {
    let kinds = P::JUDGING.kinds;
    kinds.iter().find(|kind| kind.name == name).with_context(|| {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        format!("there is no kind {}; there are {}", printable(name), names.join(", "))
    })
}

/// The opponent of this name.
pub(crate) fn opponent<P: Problem>(name: &str) -> anyhow::Result<&'static str> {
    let opponents = P::JUDGING.interaction.map(|interaction| interaction.opponents);
    let opponents = opponents.with_context(|| format!("{} is not interactive, it has no opponents", P::NAME))?;
    let names: Vec<&str> = opponents.iter().map(|(name, _)| *name).collect();
    let known = names.iter().find(|known| **known == name).copied();
    known.with_context(|| format!("there is no opponent {}; there are {}", printable(name), names.join(", ")))
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
            Some(file) if file.as_os_str() != "-" => Source::File(file.clone()),
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

fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "a size is awaited, as 512MiB or 12GiB".to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Whether a file has the name of a command.
pub(crate) fn is_command(file: &Path) -> bool {
    ["solve", "explain", "validate", "survey", "generate", "judge", "check", "interact"]
        .iter()
        .any(|name| file == Path::new(name))
}

/// Takes the arguments of the process. Where they are wrong, or ask for help, it is said, and this is the exit code.
pub(crate) fn parse<P: Problem + Args>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<CommandLine<P>, ExitCode> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let asked_for_verdict = arguments.get(1).is_some_and(|command| command == "check" || command == "interact");
    let mut command = command::<P>();
    let parsed = command
        .try_get_matches_from_mut(arguments)
        .and_then(|matches| CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    parsed.map_err(|mut error| {
        // What clap says of this is hard to understand.
        if error.get(ContextKind::InvalidSubcommand).is_some() && error.kind() == ErrorKind::ArgumentConflict {
            let order = format!("the command comes first, as in: {} explain FILE\n", P::NAME);
            error = command.error(ErrorKind::ArgumentConflict, order);
        }
        match error.print() {
            Err(broken) if !error.use_stderr() => streams::cannot_write(broken).tell(P::NAME),
            // If an error cannot be written, the exit code still says it. To a runner 2 would be a verdict.
            _ if asked_for_verdict && error.use_stderr() => check::NO_VERDICT.into(),
            _ => u8::try_from(error.exit_code()).unwrap_or(Failure::UNUSABLE).into(),
        }
    })
}

/// The command line of a problem, with the problem's own words in its help.
pub(crate) fn command<P: Problem + Args>() -> clap::Command {
    let case = P::EXAMPLE.replace('\n', "\\n");
    let examples = format!(
        "Input: {}.\n\nExamples:\n  printf '{case}\\n' | {name}\n  printf '{case}\\n' | {name} explain",
        P::FORM,
        name = P::NAME,
    );
    let with_examples = |command: clap::Command| command.long_about(None).after_help(examples.clone());
    let command = CommandLine::<P>::command()
        .name(P::NAME)
        .bin_name(P::NAME)
        .about(P::ABOUT)
        // Else it would be the documentation of the problem's type.
        .long_about(None)
        .after_help(examples.clone())
        .mut_subcommand("solve", with_examples)
        .mut_subcommand("explain", with_examples)
        .mut_subcommand("validate", |command| {
            command.long_about(None).after_help(format!(
                "Exit code 1 and one line on standard error tell of the first breach.\n\nExamples:\n  printf '{case}\\n' | \
                 {name} validate\n  printf '{case}\\n' | {name} validate && echo good",
                name = P::NAME
            ))
        });
    let kinds: Vec<String> =
        P::JUDGING.kinds.iter().map(|kind| format!("\n  {:<18}{}", kind.name, kind.about)).collect();
    let kinds = kinds.concat();
    let command = command.mut_subcommand("generate", |command| {
        command.after_help(format!(
            "Kinds (generator {version}):{kinds}\n\nExamples:\n  {name} generate --seed 7 --kind largest\n  {name} generate | {name}",
            name = P::NAME,
            version = Random::VERSION,
        ))
    });
    let command = with_judges_help::<P>(command, &kinds);
    match P::SURVEY {
        Some(survey) => command.mut_subcommand("survey", |command| {
            let kinds = P::lists();
            let second = match kinds.first() {
                Some(list) => format!("--board 8x8 --list {}", list.name),
                None => "--board 2x2 --board 2x4".to_owned(),
            };
            let named: Vec<_> = kinds.iter().map(|list| PossibleValue::new(list.name).help(list.about)).collect();
            command
                .about(survey.about)
                .mut_arg("list", |list| list.hide(named.is_empty()).value_parser(named))
                .after_help(format!("Examples:\n  {name} survey --board 2x2\n  {name} survey {second}", name = P::NAME))
        }),
        None => command.mut_subcommand("survey", |command| command.hide(true)),
    }
}

/// Adds the problem's own words to the help of what judges programs.
fn with_judges_help<P: Problem>(command: clap::Command, kinds: &str) -> clap::Command {
    let name = P::NAME;
    let interaction = P::JUDGING.interaction;
    let opponents: Vec<String> = interaction
        .iter()
        .flat_map(|all| all.opponents)
        .map(|(name, about)| format!("\n  {name:<18}{about}"))
        .collect();
    let opponents = match interaction {
        Some(_) => format!("Opponents:{}\n\n", opponents.concat()),
        None => String::new(),
    };
    let check = match interaction {
        Some(_) => format!(
            "{name} check a.in a.talk\n  mkdir -p feedback && {name} check --dialect icpc a.in a.in feedback < a.talk"
        ),
        None => format!(
            "{name} generate > a.in && {name} a.in > a.out && {name} check a.in a.out\n  mkdir -p feedback && {name} check \
             --dialect icpc a.in a.out feedback < a.out"
        ),
    };
    let codes =
        "Exit code 0 where it is accepted, 1 where it is wrong, 2 where it is no answer, 3 where there is no verdict.";
    let command = command
        .mut_subcommand("judge", |command| {
            let command = command.mut_arg("opponent", |arg| arg.hide(interaction.is_none()));
            command.after_help(format!(
                "A run is AC (accepted), WA (wrong answer), PE (presentation error: no answer, right or wrong), TLE (it computed for too \
                 long), ILE (it waited for too long) or RE (an exit code, a signal, too little memory). A failing input is made \
                 smaller and saved. Exit code 0 where all runs are accepted, 1 where one is not, 2 where the program cannot be \
                 started.\n\nKinds:{kinds}\n\n{opponents}Examples:\n  {name} judge -- {name}\n  {name} judge --random 20 --all \
                 --jobs 2 -- {name}"
            ))
        })
        .mut_subcommand("check", |command| {
            let what = match interaction {
                Some(_) => format!(" OUTPUT is a conversation that {name} interact has written."),
                None => String::new(),
            };
            command.after_help(format!(
                "{codes} For icpc it is 42, 43 or 3, and why is added to judgemessage.txt in the folder for feedback.{what}\n\n\
                 Examples:\n  {check}"
            ))
        });
    command.mut_subcommand("interact", |command| {
        let command = command.hide(interaction.is_none()).mut_arg("second", |arg| {
            arg.help("Where the conversation is written; for icpc the answer, which is not needed")
        });
        command.after_help(match interaction {
            Some(_) => format!(
                "It ends with the game, and does not wait for the end of the program; whoever runs it keeps the time. {codes}\n\n\
                 {opponents}Examples:\n  {name} generate > a.in && mkfifo pipe\n  {name} interact a.in a.talk < pipe | {name} > \
                 pipe; rm pipe"
            ),
            None => format!("{name} is not interactive: its programs are judged by {name} check."),
        })
    })
}
