//! How the solvers are timed, said once for the five games: `cargo bench`.
//!
//! A game has its named cases in `benches/<game>.rs`, each with the answer that it must give. Where it can be done, the plain
//! reference solver has the same case, under the same name with `-reference`. `cargo bench --bench chase -- 20x20` times those of one
//! game whose names hold a word; `cargo xtask figures` makes the table of the README from all.

use std::env;
use std::fmt::Debug;
use std::hint::black_box;
use std::thread;
use std::time::Duration;

use board_core::Control;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};

/// Times the cases of a game; `list` names them.
pub fn bench(game: &str, list: impl FnOnce(&mut Cases<'_>)) {
    // Without `--bench` it is a test, which only looks whether each case still gives its answer.
    let is_test = !env::args().any(|argument| argument == "--bench");
    let mut criterion = Criterion::default().configure_from_args();
    list(&mut Cases { group: criterion.benchmark_group(game), is_test });
    criterion.final_summary();
}

/// What a program gives its solver: all processors.
///
/// # Panics
/// Never: there are one or more.
#[must_use]
pub fn control() -> Control<'static> {
    let processors = thread::available_parallelism().map_or(1, |processors| processors.get().min(Control::MAX_THREADS));
    Control::new().with_threads(processors).expect("at least one, and no more than may be")
}

/// The cases of a game.
pub struct Cases<'a> {
    group: BenchmarkGroup<'a, WallTime>,
    is_test: bool,
}

impl Cases<'_> {
    /// Times `work`, which takes less than a tenth of a second, and holds every answer of it against `answer`.
    ///
    /// # Panics
    /// Where the answer is another.
    pub fn quick<A: PartialEq + Debug>(&mut self, name: &str, answer: &A, work: impl FnMut() -> A) {
        self.group.sampling_mode(SamplingMode::Auto).sample_size(20);
        self.group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        self.time(name, answer, work);
    }

    /// Times `work`, which takes about so many seconds, in the fewest runs that there can be: one to warm up, and ten. In a test it is
    /// left out.
    ///
    /// # Panics
    /// Where the answer is not `answer`.
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
