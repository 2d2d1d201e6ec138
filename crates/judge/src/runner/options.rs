//! What a judge is asked to do.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::judged::{Judged, OpponentOf};

/// What to run, on what, and how.
pub struct Options<P: Judged> {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The inputs: files, or folders with files `*.in`; none for the built-in trials.
    pub cases: Vec<PathBuf>,
    /// Random inputs of this kind, this many, instead.
    pub random: Option<(P::Kind, u32)>,
    /// The seed of the first random input, and of the random choices of opponents.
    pub seed: u64,
    /// The opponent of an interactive problem; `None` for all of them, one after the other.
    pub opponent: Option<OpponentOf<P>>,
    /// The time of a run by the clock.
    pub time: Duration,
    /// The bytes of memory that a run may allocate, where [`LIMITS_MEMORY`](super::LIMITS_MEMORY) holds; `None` for [`Options::MEMORY`].
    pub memory: Option<u64>,
    /// How many runs at a time.
    pub jobs: usize,
    /// Go on after a run that failed.
    pub all: bool,
    /// How the report is written.
    pub format: Format,
    /// The folder for inputs on which the program fails.
    pub failing: PathBuf,
    /// The words with which this judge was started, to which the arguments of one case are added to run it again.
    pub invoked: Vec<String>,
}

impl<P: Judged> Options<P> {
    /// The default time of a run.
    pub const TIME: Duration = Duration::from_secs(5);
    /// The default memory of a run, in bytes.
    pub const MEMORY: u64 = 256 << 20;
}

/// How the report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON document per line; the schema is `docs/judge.schema.json` of the repository.
    Json,
}
