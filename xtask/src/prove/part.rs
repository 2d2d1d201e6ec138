//! Claims and their checks.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use board_core::{Board, Control, Progress, for_each};
use indicatif::{ProgressBar, ProgressStyle};

/// A claim that can be checked.
#[derive(Debug)]
pub struct Part {
    /// The name on the command line.
    pub name: &'static str,
    /// The claim, as a statement.
    pub claim: &'static str,
    /// The approximate time on two cores, in a few words.
    pub takes: &'static str,
    /// Whether it is checked only if its full name is given.
    pub only_named: bool,
    pub(super) check: fn(&Run) -> anyhow::Result<()>,
}

/// A part that is being checked.
pub(super) struct Run {
    pub(super) control: Control<'static>,
    pub(super) compared: AtomicU64,
    pub(super) bar: ProgressBar,
}

impl Run {
    pub(super) fn new(part: &Part) -> anyhow::Result<Self> {
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get().min(Control::MAX_THREADS));
        // This is shown on a terminal only.
        let bar = ProgressBar::new(0).with_prefix(part.name);
        bar.set_style(ProgressStyle::with_template(
            "{prefix} {wide_bar} {human_pos} of {human_len}, {elapsed}, {eta} left",
        )?);
        bar.enable_steady_tick(Duration::from_millis(200));
        Ok(Self { control: Control::new().with_threads(threads)?, compared: AtomicU64::new(0), bar })
    }

    /// Adds to the number of values that will be compared.
    pub(super) fn expect(&self, more: u64) {
        self.bar.inc_length(more);
    }

    /// Records that this many more were compared and are correct.
    pub(super) fn compared(&self, more: u64) {
        self.compared.fetch_add(more, Ordering::Relaxed);
        self.bar.inc(more);
    }

    /// Runs `solve` with a control that shows the solver's own progress, for a part that compares a single value.
    pub(super) fn watch<T>(&self, memory: u64, solve: impl FnOnce(&Control<'_>) -> T) -> T {
        let listener = |progress: &Progress<'_>| {
            self.bar.set_message(format!(", {progress}"));
            ControlFlow::Continue(())
        };
        solve(&self.control.with_memory(memory).with_progress(&listener))
    }

    /// Calls `check` once for each item, on all threads. Returns the first error, after all checks that have started
    /// are finished.
    pub(super) fn for_each<T: Send>(
        &self,
        items: impl Iterator<Item = T> + Send,
        check: impl Fn(T) -> anyhow::Result<()> + Sync,
    ) -> anyhow::Result<()> {
        let failure = Mutex::new(None);
        let failed = || failure.lock().is_ok_and(|failure| failure.is_some());
        for_each(&self.control, items, |item| {
            if !failed()
                && let Err(error) = check(item)
                && let Ok(mut failure) = failure.lock()
            {
                *failure = Some(error);
            }
        });
        failure.into_inner().ok().context("a thread panicked")?.map_or(Ok(()), Err)
    }

    /// Checks some boards, the largest first, because they take longest.
    pub(super) fn for_each_board(
        &self,
        boards: impl IntoIterator<Item = (u32, u32)>,
        check: impl Fn(Board) -> anyhow::Result<()> + Sync,
    ) -> anyhow::Result<()> {
        let boards = boards.into_iter().map(|(rows, cols)| Board::new(rows, cols));
        let mut boards: Vec<Board> = boards.collect::<Result<_, _>>()?;
        boards.sort_by_key(|board| std::cmp::Reverse(board.squares()));
        self.for_each(boards.into_iter(), |board| check(board).with_context(|| board.title()))
    }
}

/// Every board with `min` to `max` rows and columns.
pub(super) fn boards(min: u32, max: u32) -> impl Iterator<Item = (u32, u32)> {
    (min..=max).flat_map(move |rows| (min..=max).map(move |cols| (rows, cols)))
}
