//! Commands that only some problems have.

use std::convert::Infallible;
use std::ffi::OsStr;

use board_core::Explain;
use clap::{ArgMatches, FromArgMatches, Subcommand};

use crate::failure::Failure;

/// The commands of a problem in addition to those of every problem.
pub(crate) trait More<P: Explain>: Subcommand {
    /// Adds the problem's own texts to the help of the commands; `bin` is the command that starts the program.
    fn describe(command: clap::Command, bin: &str) -> clap::Command;

    /// Runs a command and returns the exit code; `invoked` are the words with which this program was started.
    fn run(self, invoked: &[String]) -> Result<u8, Failure>;

    /// The exit code for wrong arguments of this command, if it is not the usual one.
    fn code_of_wrong_arguments(command: &OsStr) -> Option<u8>;
}

/// No further commands: the problem is not judged.
pub(crate) struct NoMore(Infallible);

impl FromArgMatches for NoMore {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, clap::Error> {
        Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand))
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), clap::Error> {
        match self.0 {}
    }
}

impl Subcommand for NoMore {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        command
    }

    fn has_subcommand(_: &str) -> bool {
        false
    }
}

impl<P: Explain> More<P> for NoMore {
    fn describe(command: clap::Command, _: &str) -> clap::Command {
        command
    }

    fn run(self, _: &[String]) -> Result<u8, Failure> {
        match self.0 {}
    }

    fn code_of_wrong_arguments(_: &OsStr) -> Option<u8> {
        None
    }
}
