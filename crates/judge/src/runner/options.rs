//! The options of a judge.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::judged::{Judged, OpponentOf};

/// What to run, on which inputs, and how.
pub struct Options<P: Judged> {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The inputs: files, or folders of `*.in` files. If empty, the built-in trials are used.
    pub cases: Vec<PathBuf>,
    /// Use this many random inputs of this kind instead.
    pub random: Option<(P::Kind, u32)>,
    /// The seed of the first random input, and of the random choices of opponents.
    pub seed: u64,
    /// The opponent of an interactive problem; `None` for all opponents, one after the other.
    pub opponent: Option<OpponentOf<P>>,
    /// The time limit of a run, in wall-clock time.
    pub time: Duration,
    /// The limit on the memory that a run may allocate, in bytes, if [`LIMITS_MEMORY`](super::LIMITS_MEMORY) is true;
    /// `None` for [`Options::MEMORY`].
    pub memory: Option<u64>,
    /// The number of parallel runs.
    pub jobs: usize,
    /// Whether to continue after a failed run.
    pub all: bool,
    /// The format of the report.
    pub format: Format,
    /// The folder in which failing inputs are saved.
    pub failing: PathBuf,
    /// The words that started this judge. With the arguments of one case added, they run it again.
    pub invoked: Vec<String>,
}

impl<P: Judged> Options<P> {
    /// The default time limit of a run.
    pub const TIME: Duration = Duration::from_secs(5);
    /// The default memory limit of a run, in bytes.
    pub const MEMORY: u64 = 256 << 20;
}

/// The format of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Human-readable text.
    Text,
    /// One JSON document per line; the schema is `docs/judge.schema.json` of the repository.
    Json,
}
