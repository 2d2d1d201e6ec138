//! Benchmarks of the solvers: what the five games share. `cargo bench` runs them.
//!
//! `benches/<game>.rs` lists the named cases of a game, each with its answer. If a reference solver can solve a case, it has the
//! same name with `-reference`. `cargo bench --bench chase -- 20x20` runs the cases of one game whose names contain a word.
//! `cargo xtask figures` makes the table of `docs/performance.md` from all of them.

use std::env;
use std::fmt::Debug;
use std::hint::black_box;
use std::thread;
use std::time::Duration;

use board_core::Control;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};

/// Times the cases of a game, which `list` defines.
pub fn bench(game: &str, list: impl FnOnce(&mut Cases<'_>)) {
    // Without `--bench` this is a test, which only checks that each short case still gives its answer.
    let is_test = !env::args().any(|argument| argument == "--bench");
    let mut criterion = Criterion::default().configure_from_args();
    list(&mut Cases { group: criterion.benchmark_group(game), is_test });
    criterion.final_summary();
}

/// Returns the control that the programs give their solvers, with all processors.
///
/// # Panics
/// Never: there is at least one processor.
#[must_use]
pub fn control() -> Control<'static> {
    let processors = thread::available_parallelism().map_or(1, |processors| processors.get().min(Control::MAX_THREADS));
    Control::new().with_threads(processors).expect("from 1 to the maximum")
}

/// The cases of a game.
pub struct Cases<'a> {
    group: BenchmarkGroup<'a, WallTime>,
    is_test: bool,
}

impl Cases<'_> {
    /// Times `work`, which takes less than a tenth of a second, and compares every answer with `answer`.
    ///
    /// # Panics
    /// If an answer is not `answer`.
    pub fn quick<A: PartialEq + Debug>(&mut self, name: &str, answer: &A, work: impl FnMut() -> A) {
        self.group.sampling_mode(SamplingMode::Auto).sample_size(20);
        self.group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        self.time(name, answer, work);
    }

    /// Times `work`, which takes about this many seconds, with as few runs as criterion allows: one to warm up, and ten. A test
    /// skips it.
    ///
    /// # Panics
    /// If an answer is not `answer`.
    pub fn long<A: PartialEq + Debug>(&mut self, name: &str, seconds: u64, answer: &A, work: impl FnMut() -> A) {
        if self.is_test {
            return;
        }
        self.group.sampling_mode(SamplingMode::Flat).sample_size(10);
        self.group.warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_secs(10 * seconds));
        self.time(name, answer, work);
    }

    fn time<A: PartialEq + Debug>(&mut self, name: &str, answer: &A, mut work: impl FnMut() -> A) {
        self.group.bench_function(name, |bencher| bencher.iter(|| assert_eq!(black_box(work()), *answer, "{name}")));
    }
}
