//! The fast solver.

use std::collections::{HashMap, HashSet};
use std::mem;

use board_core::{Control, Game, Halt, Margin, Oracle, Solve, Step, Value};

use crate::count::positions;
use crate::entry::{Entry, Width};
use crate::layers::{Cut, Layers, Plan, word};
use crate::line_sums::LineSums;
use crate::rules::{Position, Rowfill};
use crate::table::{self, Table};

/// Solves boards of any size that fits in memory.
///
/// On boards with fewer than 2^18 positions, or with more than 44 rows and columns together, it is a [`Table`] and
/// covers every position. On all other boards it covers, for each position that it is made for, every position on the
/// line of best play from there (with the first of the best moves each time) and every position one move after these.
///
/// [`Solve::new`] takes up to twice as long as [`Solve::values`] from the empty board, as measured. When the line
/// leaves the layers that are kept, the layers are made again from there, where fewer positions can follow.
///
/// [`Solve::values`] works through everything that can follow any of the positions, however many they are, on all
/// threads: from the empty board C(r + c, r) positions for r rows and c columns, with at most min(r, c) moves each. At
/// about 3 ns per position, shared by the threads, 14 x 14 takes 0.09 s of one core and 8 MiB, 16 x 16 takes 1.8 s and
/// 86 MiB, and 18 x 18 takes 29 s and 1 GiB.
///
/// `docs/design/rowfill.md` explains how it works.
///
/// ```
/// use board_core::{Board, Control, Margin, Oracle, Solve, analysis};
/// use rowfill::{Rowfill, Solver};
///
/// let game = Rowfill::new(Board::new(2, 3)?, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
/// let start = game.start();
/// let solver = Solver::new(&game, &[start.clone()], &Control::new())?;
/// assert_eq!(solver.value(&start), Margin(2));
/// // What the moves of best play gain, black's and white's in turn.
/// let gains: Vec<i64> = analysis::best_line(&game, &solver, &start).map(|rated| rated.gain).collect();
/// assert_eq!(gains, [2, 7, 9, 2, 1, 1]);
///
/// // Values alone take less memory.
/// let later = game.position(&[2, 1])?;
/// assert_eq!(Solver::values(&game, &[start, later], &Control::new())?, [Margin(2), Margin(2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    known: Known,
}

#[derive(Clone, Debug)]
enum Known {
    /// Covers every position.
    All(Table),
    /// Covers the positions on the lines of best play, and those one move after them.
    Lines(HashMap<Position, Margin>),
}

/// The memory used to follow a line of best play, as a multiple of the memory of two layers.
const LINE_TIMES: u64 = 2;

impl Solver {
    /// The number of bytes that [`Solve::new`] needs for a game from the empty board: those of a [`Table`] if it makes
    /// one, otherwise those of four layers of positions and some megabytes. `u64::MAX` means that much or more.
    #[must_use]
    pub fn memory_needed(game: &Rowfill) -> u64 {
        match cut(game) {
            Some(cut) => Plan::new(game, cut, &game.start()).memory_needed(LINE_TIMES),
            None => Table::memory_needed(game),
        }
    }

    /// The number of bytes that [`Solve::values`] needs for a game from the empty board.
    ///
    /// This is two layers of positions, about 2 to 5 percent of all positions, of 4 bytes each, or of 8 if the sum of
    /// all numbers exceeds [`i32::MAX`], and a few megabytes for lists. On boards with fewer than 2^18 positions, or
    /// with more than 44 rows and columns together, it is C(r + c - 1, r - 1) entries for r rows and c columns, r <= c
    /// (if not, exchange them). `u64::MAX` means that much or more.
    #[must_use]
    pub fn values_memory_needed(game: &Rowfill) -> u64 {
        match cut(game) {
            Some(cut) => Plan::new(game, cut, &game.start()).memory_needed(1),
            None => table::values_memory_needed(game),
        }
    }
}

/// How the words of a game are cut; `None` if it is solved by a table instead of layers.
fn cut(game: &Rowfill) -> Option<Cut> {
    // A table for fewer positions is filled in a millisecond or two.
    const MIN_POSITIONS: u128 = 1 << 18;
    if positions(game) >= MIN_POSITIONS { Cut::of(game) } else { None }
}

impl Solve<Rowfill> for Solver {
    /// # Panics
    /// If a position was made for another board.
    fn new(game: &Rowfill, positions: &[Position], control: &Control<'_>) -> Result<Self, Halt> {
        let known = match cut(game) {
            Some(cut) => {
                let mut lines = Lines::new(game, cut, control);
                for at in positions {
                    match Width::of(game) {
                        Width::Four => lines.follow::<i32>(at)?,
                        Width::Eight => lines.follow::<u64>(at)?,
                    }
                }
                Known::Lines(lines.known)
            }
            None => Known::All(Table::new(game, positions, control)?),
        };
        Ok(Self { known })
    }

    /// # Panics
    /// If a position was made for another board.
    fn values(game: &Rowfill, positions: &[Position], control: &Control<'_>) -> Result<Vec<Margin>, Halt> {
        let Some(cut) = cut(game) else { return Table::values(game, positions, control) };
        let before_all = |one: Position, other: &Position| one.before_both(other);
        let Some((first, others)) = positions.split_first() else { return Ok(Vec::new()) };
        let plan = Plan::new(game, cut, &others.iter().fold(first.clone(), before_all));
        control.reserve(game.board().title(), plan.memory_needed(1))?;
        match Width::of(game) {
            Width::Four => values_by_layers::<i32>(game, plan, positions, control),
            Width::Eight => values_by_layers::<u64>(game, plan, positions, control),
        }
    }
}

/// The values of some positions of a plan, by its layers.
fn values_by_layers<T: Entry>(
    game: &Rowfill,
    plan: Plan,
    positions: &[Position],
    control: &Control<'_>,
) -> Result<Vec<Margin>, Halt> {
    let sums = LineSums::new(game);
    let layers = Layers::<T>::new(&sums, plan);
    let words: Vec<u64> = positions.iter().map(|at| word(&sums, at)).collect();
    let mut values = vec![Margin(0); positions.len()];
    layers.make(1, control, |layer| {
        for (number, &word) in words.iter().enumerate() {
            if let Some(entry) = layers.entry(layer, word) {
                values[number] = sums.margin(&positions[number], entry.to_sum());
            }
        }
    })?;
    Ok(values)
}

impl Oracle<Rowfill> for Solver {
    fn value(&self, at: &Position) -> Margin {
        match &self.known {
            Known::All(table) => table.value(at),
            Known::Lines(known) => *known.get(at).expect("a position on a prepared line, or one move after it"),
        }
    }

    fn covers(&self, at: &Position) -> bool {
        match &self.known {
            Known::All(table) => table.covers(at),
            Known::Lines(known) => known.contains_key(at),
        }
    }
}

/// Lines of best play, followed through the layers that are kept (Lemma 15).
struct Lines<'a> {
    game: &'a Rowfill,
    cut: Cut,
    sums: LineSums,
    control: &'a Control<'a>,
    /// The values of the positions on the lines and one move after them.
    known: HashMap<Position, Margin>,
    /// The positions on the lines; from each of them the line is known to its end.
    followed: HashSet<Position>,
}

impl<'a> Lines<'a> {
    fn new(game: &'a Rowfill, cut: Cut, control: &'a Control<'a>) -> Self {
        let sums = LineSums::new(game);
        Self { game, cut, sums, control, known: HashMap::new(), followed: HashSet::new() }
    }

    /// Follows the line of best play from a position to the end of the game.
    fn follow<T: Entry>(&mut self, from: &Position) -> Result<(), Halt> {
        let mut at = from.clone();
        while !self.followed.contains(&at) {
            if let Some(value) = self.game.end(&at) {
                self.known.insert(at, value);
                break;
            }
            let plan = Plan::new(self.game, self.cut, &at);
            self.control.reserve(self.game.board().title(), plan.memory_needed(LINE_TIMES))?;
            let layers = Layers::<T>::new(&self.sums, plan);
            let kept = layers.make(LINE_TIMES, self.control, |_| ())?;
            let entry = |sums: &LineSums, at: &Position| layers.kept_entry(&kept, word(sums, at));
            let value = |sums: &LineSums, at: &Position| Some(sums.margin(at, entry(sums, at)?.to_sum()));
            self.known.insert(at.clone(), value(&self.sums, &at).expect("the last layer is kept"));
            while let Some(best) = self.best_after(&at, value) {
                self.followed.insert(mem::replace(&mut at, best));
            }
        }
        Ok(())
    }

    /// Stores the values of all moves, and returns the position after the best move, the first of equally good ones;
    /// `None` if the game has ended or not all values are kept.
    fn best_after(
        &mut self,
        at: &Position,
        value: impl Fn(&LineSums, &Position) -> Option<Margin>,
    ) -> Option<Position> {
        let mut best: Option<(Margin, Position)> = None;
        for square in self.game.moves(at) {
            let Step { to, gain } = self.game.play(at, square);
            let after = value(&self.sums, &to)?;
            self.known.insert(to.clone(), after);
            let here = after.lift(gain, false);
            if best.as_ref().is_none_or(|(max, _)| here > *max) {
                best = Some((here, to));
            }
        }
        best.map(|(_, to)| to)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::slice;
    use std::sync::atomic::{AtomicU32, Ordering};

    use board_core::{Negamax, Progress, analysis};
    use board_testing::{reachable, solved};

    use super::*;
    use crate::test_games::{game, margins, mixed};

    /// A solver by lines of best play, however small the board is.
    fn by_lines<T: Entry>(game: &Rowfill, positions: &[Position]) -> Solver {
        let control = Control::new();
        let mut lines = Lines::new(game, Cut::of(game).expect("short words"), &control);
        positions.iter().try_for_each(|at| lines.follow::<T>(at)).expect("no limit");
        Solver { known: Known::Lines(lines.known) }
    }

    #[test]
    fn lemma_15_the_line_is_followed_to_its_end() {
        for (rows, cols) in [(3, 3), (4, 4), (5, 3), (2, 7), (5, 6)] {
            let game = game(rows, cols, mixed);
            let all = reachable(&game, [game.start()]);
            let reference: Negamax<_> = solved(&game, &all);
            for from in [&all[0], &all[all.len() / 3], &all[all.len() - 1]] {
                let from = slice::from_ref(from);
                for solver in [by_lines::<i32>(&game, from), by_lines::<u64>(&game, from)] {
                    // The values that it covers are correct, and it covers the line and every move from it.
                    let covered: Vec<Position> = all.iter().filter(|at| solver.covers(at)).cloned().collect();
                    assert_eq!(margins(&solver, &covered), margins(&reference, &covered));
                    let mut at = from[0].clone();
                    for rated in analysis::best_line(&game, &reference, &at.clone()) {
                        assert!(solver.covers(&at));
                        assert!(game.moves(&at).all(|square| solver.covers(&game.play(&at, square).to)));
                        at = game.play(&at, rated.chosen).to;
                    }
                    assert!(solver.covers(&at) && game.end(&at).is_some());
                }
            }
        }
    }

    /// A board with few positions that is solved by layers.
    fn few() -> Rowfill {
        let [fewer, few] = [20, 21].map(|cols| game(6, cols, mixed));
        assert!(cut(&fewer).is_none() && cut(&few).is_some());
        few
    }

    #[test]
    fn other_positions_are_not_covered() {
        let game = few();
        let solver: Solver = solved(&game, &[game.start()]);
        let table: Table = solved(&game, &[]);
        let all = reachable(&game, [game.start()]);
        let (covered, others): (Vec<Position>, Vec<Position>) = all.into_iter().partition(|at| solver.covers(at));
        assert!(others.len() > covered.len());
        assert_eq!(margins(&solver, &covered), margins(&table, &covered));
    }

    #[test]
    #[should_panic(expected = "a position on a prepared line, or one move after it")]
    fn a_value_is_never_searched_for() {
        let game = few();
        let solver: Solver = solved(&game, &[]);
        assert!(!solver.covers(&game.start()));
        solver.value(&game.start());
    }

    /// The number of reports of a solver for these positions.
    fn reports(game: &Rowfill, positions: &[Position]) -> u32 {
        let count = AtomicU32::new(0);
        let listener = |_: &Progress<'_>| {
            count.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        Solver::new(game, positions, &Control::new().with_progress(&listener)).expect("no limit");
        count.into_inner()
    }

    #[test]
    fn a_line_is_followed_once() {
        let game = few();
        let start = game.start();
        let once = reports(&game, slice::from_ref(&start));
        // Every layer is reported at least once; a second position on the line adds no report.
        let solver: Solver = solved(&game, slice::from_ref(&start));
        let best = analysis::best_move(&game, &solver, &start).expect("not over").chosen;
        let next = game.play(&start, best).to;
        assert_eq!(reports(&game, &[start.clone(), start.clone(), next.clone()]), once);
        assert!(reports(&game, &[next, start]) > once);
    }

    #[test]
    fn boards_beyond_the_memory_limit_are_refused_and_long_work_stops() {
        let large = game(30, 30, |_| 1);
        let control = Control::new().with_memory(12 << 30);
        let refused = Solver::values(&large, &[large.start()], &control).expect_err("too large").to_string();
        assert_eq!(refused, "30 x 30 needs 211 PiB of memory, but the limit is 12 GiB");

        let board = few();
        let start = [board.start()];
        let control = |memory| Control::new().with_memory(memory);
        let needed = Solver::values_memory_needed(&board);
        assert!(matches!(Solver::values(&board, &start, &control(needed - 1)), Err(Halt::TooLarge { .. })));
        assert!(Solver::values(&board, &start, &control(needed)).is_ok());
        let needed = Solver::memory_needed(&board);
        assert!(matches!(Solver::new(&board, &start, &control(needed - 1)), Err(Halt::TooLarge { .. })));
        assert!(Solver::new(&board, &start, &control(needed)).is_ok());

        let half = |progress: &Progress<'_>| {
            let all = progress.of.expect("it is known");
            if progress.done < all / 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let control = Control::new().with_progress(&half);
        assert_eq!(Solver::values(&board, &start, &control).err(), Some(Halt::Stopped));
        assert_eq!(Solver::new(&board, &start, &control).err(), Some(Halt::Stopped));
    }

    #[test]
    fn no_positions_or_several_can_be_given() {
        let board = few();
        let table: Table = solved(&board, &[]);
        assert_eq!(Solver::values(&board, &[], &Control::new()), Ok(Vec::new()));
        let some = [[3, 2, 2, 0, 0, 0], [5, 1, 0, 0, 0, 0], [21, 11, 4, 0, 0, 0]]
            .map(|rows| board.position(&rows).expect("a staircase"));
        for threads in [1, 2, 5] {
            let control = Control::new().with_threads(threads).expect("in range");
            assert_eq!(Solver::values(&board, &some, &control), Ok(margins(&table, &some)));
            let solver = Solver::new(&board, &some, &control).expect("no limit");
            assert_eq!(margins(&solver, &some), margins(&table, &some));
        }
    }
}
