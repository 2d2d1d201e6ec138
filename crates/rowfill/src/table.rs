//! All positions in one table, from the full board back to the empty one.
//!
//! **One place a position.** Let `left[0] <= left[1] <= …` be the free squares of the lines (rows, or columns on a tall
//! board), as taken squares are the first of each line and never more than in the line before. Positions are numbered
//! in the order of their last lines, then of the lines before; with `size[i][l]` = C(l + i, i) for the number of ways in
//! which the first i lines can have at most l free squares each,
//!
//! > place = Σ `size[i + 1][left[i] - 1]` over the lines with free squares.
//!
//! The full board is at 0, what follows a position is before it, and taking a square of line i leads back by
//! `size[i][left[i] - 1]`, one binomial.
//!
//! **Whole runs at once.** Fix the lines from i on. The positions that differ in the first i lines are a run of
//! `size[i][left[i]]` places. A square of line i may be taken where the line before has fewer free squares than `left[i]`:
//! in just the first `size[i][left[i] - 1]` places of the run, and what follows these is the run before, of just as many
//! places. So as soon as a run is finished, one pass over two slices compares the next one with it: the move of line i is
//! looked at for all positions of a run at once, without a look at any of them. Only the first two lines, whose runs are
//! short, are worked through together place by place.
//!
//! **In place.** Where the values of a few positions are all that is asked for, the runs that differ in the last line alone are
//! made one after the other in the same memory: each is the first part of what follows the next one. That takes
//! r / (r + c) of the table for r rows and c >= r columns, half of it on a square board.

use board_core::{Control, Halt, Margin, Oracle, Progress};

use crate::entry::{Ahead, Entry, Width, binomial, positions};
use crate::rules::{Position, Rowfill};

/// The bytes that [`in_place`] needs.
pub(crate) fn in_place_memory_needed(game: &Rowfill) -> u64 {
    let [lines, length] = game.lines().map(u128::from);
    bytes(game, binomial(length + lines - 1, lines - 1))
}

/// The bytes of so many entries and of the lists: sizes, and what is ahead in each line.
fn bytes(game: &Rowfill, entries: u128) -> u64 {
    let width = Width::of(game).bytes();
    let [lines, length] = game.lines().map(u64::from);
    let lists = u128::from(lines + 1) * u128::from(length + 1) * u128::from(8 + width);
    let entries = entries.saturating_mul(width.into());
    entries.saturating_add(lists + u128::from(Ahead::memory_needed(game))).try_into().unwrap_or(u64::MAX)
}

/// The values of some positions by runs of all lines but the last one, one after the other in the same memory.
pub(crate) fn in_place(
    game: &Rowfill,
    positions: &[&Position],
    width: Width,
    control: &Control<'_>,
) -> Result<Vec<Margin>, Halt> {
    let ahead = Ahead::new(game);
    let shape = Shape::new(&ahead, ahead.lines - 1);
    match width {
        Width::Four => Filling::<i32>::new(game, &ahead, &shape, control).values(positions),
        Width::Eight => Filling::<u64>::new(game, &ahead, &shape, control).values(positions),
    }
}

/// The value of every position of a game. An [`Oracle`] for it.
///
/// C(r + c, r) entries for r rows and c columns: 0.7 MiB on 10 x 10, 154 MiB on 14 x 14, 2.3 GiB on 16 x 16.
///
/// ```
/// use board_core::{Board, Control, Margin, Oracle, analysis};
/// use rowfill::{Rowfill, Table};
///
/// let game = Rowfill::new(Board::new(2, 3)?, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
/// let table = Table::new(&game, &Control::new())?;
/// assert_eq!(table.value(&game.start()), Margin(2));
/// // What the moves of best play gain, black's and white's in turn.
/// let gains: Vec<i64> = analysis::best_line(&game, &table, &game.start()).map(|rated| rated.gain).collect();
/// assert_eq!(gains, [2, 7, 9, 2, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    game: Rowfill,
    ahead: Ahead,
    shape: Shape,
    entries: Entries,
}

#[derive(Clone, Debug)]
enum Entries {
    Four(Vec<i32>),
    Eight(Vec<u64>),
}

impl Table {
    /// The bytes that making the table needs: C(r + c, r) entries for r rows and c columns, of the same width as those
    /// of [`memory_needed`](crate::memory_needed), and a little for the lists beside them. `u64::MAX` stands for that much or more.
    #[must_use]
    pub fn memory_needed(game: &Rowfill) -> u64 {
        bytes(game, positions(game))
    }

    /// Solves all positions of a game: for r rows and c columns C(r + c, r) of them, each with at most min(r, c) moves, on
    /// one thread. 14 x 14 takes about 0.2 s.
    ///
    /// # Errors
    /// Where it needs more memory than it may, or was stopped.
    pub fn new(game: &Rowfill, control: &Control<'_>) -> Result<Self, Halt> {
        control.allow(game.board().title(), Self::memory_needed(game))?;
        Self::with_entries(game, Width::of(game), control)
    }

    fn with_entries(game: &Rowfill, width: Width, control: &Control<'_>) -> Result<Self, Halt> {
        let ahead = Ahead::new(game);
        let shape = Shape::new(&ahead, ahead.lines);
        let entries = match width {
            Width::Four => Entries::Four(Filling::new(game, &ahead, &shape, control).table()?),
            Width::Eight => Entries::Eight(Filling::new(game, &ahead, &shape, control).table()?),
        };
        Ok(Self { game: game.clone(), ahead, shape, entries })
    }

    /// The game that it is for.
    #[must_use]
    pub fn game(&self) -> &Rowfill {
        &self.game
    }
}

impl Oracle<Rowfill> for Table {
    /// # Panics
    /// Where the position was made for a board of another size, if that can be seen.
    fn value(&self, at: &Position) -> Margin {
        let place = self.shape.place(self.ahead.left(at));
        let gained = match &self.entries {
            Entries::Four(entries) => entries[place].sum(),
            Entries::Eight(entries) => entries[place].sum(),
        };
        self.ahead.margin(at, gained)
    }
}

/// How places are numbered.
#[derive(Clone, Debug)]
struct Shape {
    length: usize,
    /// `size[i * (length + 1) + l]` = C(l + i, i): in how many ways the first i lines can have at most l free squares each.
    size: Vec<usize>,
}

impl Shape {
    /// With the sizes of up to so many lines. In a table that was allowed no size passes the number of its entries.
    fn new(ahead: &Ahead, lines: usize) -> Self {
        let length = ahead.length;
        let mut shape = Self { length, size: vec![1; (lines + 1) * (length + 1)] };
        for (line, left) in (1..=lines).flat_map(|line| (1..=length).map(move |left| (line, left))) {
            let size = shape.size(line - 1, left) + shape.size(line, left - 1);
            shape.size[line * (length + 1) + left] = size;
        }
        shape
    }

    fn size(&self, lines: usize, most: usize) -> usize {
        self.size[lines * (self.length + 1) + most]
    }

    /// The place of a position in a run of the first lines, from the free squares in each of these.
    fn place(&self, left: impl Iterator<Item = usize>) -> usize {
        left.enumerate().filter(|&(_, left)| left > 0).map(|(line, left)| self.size(line + 1, left - 1)).sum()
    }
}

/// Entries in the making. A player gets of all that is free what the other does not get from then on, and chooses the move after
/// which this is least.
struct Filling<'a, T> {
    ahead: &'a Ahead,
    shape: &'a Shape,
    /// What is free in a line, by line and its number of free squares.
    worth: Vec<T>,
    /// The entries of as many lines as `shape` knows the sizes of; from `done` on the least of those that follow.
    entries: Vec<T>,
    /// The entries before this one are finished.
    done: usize,
    /// How many were finished, and written over since.
    gone: u64,
    /// How many were finished at the last report, and how many there will be.
    reported: u64,
    all: Option<u64>,
    control: &'a Control<'a>,
}

impl<'a, T: Entry> Filling<'a, T> {
    fn new(game: &Rowfill, ahead: &'a Ahead, shape: &'a Shape, control: &'a Control<'a>) -> Self {
        let places = (0..ahead.lines).flat_map(|line| (0..=ahead.length).map(move |left| (line, left)));
        let worth = places.map(|(line, left)| T::of(ahead.worth(line, left))).collect();
        let mut entries = vec![T::MOST; shape.size.last().copied().unwrap_or(1)];
        // The full board has no moves, and nothing is gained there.
        entries[0] = T::default();
        let all = positions(game).try_into().ok();
        Self { ahead, shape, worth, entries, done: 0, gone: 0, reported: 0, all, control }
    }

    /// All entries.
    fn table(mut self) -> Result<Vec<T>, Halt> {
        self.finish(self.ahead.lines, self.ahead.length, T::default())?;
        Ok(self.entries)
    }

    /// The values of some positions, run by run of all lines but the last one.
    fn values(mut self, positions: &[&Position]) -> Result<Vec<Margin>, Halt> {
        let last = self.ahead.lines - 1;
        let asked: Vec<Vec<usize>> = positions.iter().map(|at| self.ahead.left(at).collect()).collect();
        let mut values = vec![Margin(0); positions.len()];
        for left in 0..=asked.iter().map(|asked| asked[last]).max().unwrap_or(0) {
            // Where the last line has a move, the run before is what follows it. The other entries wait for moves.
            self.gone += self.done as u64;
            self.done = 0;
            self.finish(last, left, self.worth(last, left))?;
            for ((value, at), asked) in values.iter_mut().zip(positions).zip(&asked) {
                if asked[last] == left {
                    let entry = self.entries[self.shape.place(asked[..last].iter().copied())];
                    *value = self.ahead.margin(at, entry.sum());
                }
            }
        }
        Ok(values)
    }

    fn worth(&self, line: usize, left: usize) -> T {
        self.worth[line * (self.ahead.length + 1) + left]
    }

    /// Finishes the run of the first so many lines, with at most so many free squares each; so much is free in the later
    /// lines, whose moves have been offered to it.
    fn finish(&mut self, lines: usize, most: usize, later: T) -> Result<(), Halt> {
        // Longer runs of the first line are worth a pass each, and a report.
        const SHORT: usize = 1 << 10;
        match lines {
            0 => {
                let entry = &mut self.entries[self.done];
                *entry = entry.of_all(later);
                self.done += 1;
            }
            1 => self.finish_line(most, later),
            2 if most < SHORT => self.finish_two_lines(most, later),
            _ => {
                for left in 0..=most {
                    self.offer(lines - 1, left);
                    self.finish(lines - 1, left, later.and(self.worth(lines - 1, left)))?;
                }
            }
        }
        self.report()
    }

    /// Offers the move of a line with so many free squares to all places ahead in which it is a move.
    fn offer(&mut self, line: usize, left: usize) {
        let Some(fewer) = left.checked_sub(1) else { return };
        let back = self.shape.size(line, fewer);
        let (done, open) = self.entries.split_at_mut(self.done);
        for (least, &after) in open.iter_mut().zip(&done[self.done - back..][..back]) {
            *least = (*least).min(after);
        }
    }

    /// A run of the first line: each place follows the next one.
    fn finish_line(&mut self, most: usize, later: T) {
        let run = &mut self.entries[self.done..][..=most];
        let mut last = T::MOST;
        for (entry, &free) in run.iter_mut().zip(&self.worth) {
            last = last.min(*entry).of_all(later.and(free));
            *entry = last;
        }
        self.done += run.len();
    }

    /// The runs of the first line in a run of the first two: both lines' moves at once, place by place.
    fn finish_two_lines(&mut self, most: usize, later: T) {
        let (first, second) = self.worth.split_at(self.ahead.length + 1);
        let (first, second) = (&first[..=most], &second[..=most]);
        let all = &mut self.entries[self.done..][..self.shape.size(2, most)];
        self.done += all.len();
        all[0] = all[0].of_all(later);
        let mut start = 0;
        for left in 1..=most {
            start += left;
            let (done, open) = all.split_at_mut(start);
            let before = &done[start - left..];
            let run = &mut open[..=left];
            let later = later.and(second[left]);
            let mut last = T::MOST;
            for ((entry, &after), &free) in run[..left].iter_mut().zip(before).zip(first) {
                last = (*entry).min(after).min(last).of_all(later.and(free));
                *entry = last;
            }
            // As many free squares in both lines: the second has no move.
            run[left] = run[left].min(last).of_all(later.and(first[left]));
        }
    }

    /// Tells from time to time how far it is.
    fn report(&mut self) -> Result<(), Halt> {
        const OFTEN: u64 = 1 << 22;
        let done = self.gone + self.done as u64;
        if done - self.reported >= OFTEN {
            self.reported = done;
            self.control.report(Progress::new("positions", done).of(self.all))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::test_games::{game, mixed, positions_and_values};

    #[test]
    fn entries_of_every_width_equal_the_reference() {
        for (rows, cols) in [(1, 1), (1, 6), (6, 1), (2, 5), (5, 2), (3, 3), (3, 5), (4, 3), (4, 4)] {
            let game = game(rows, cols, mixed);
            let (all, wanted) = positions_and_values(&game);
            assert_eq!(all.len() as u128, positions(&game));
            for width in [Width::Four, Width::Eight] {
                let table = Table::with_entries(&game, width, &Control::new()).expect("no limit");
                assert!(all.iter().map(|at| table.value(at)).eq(wanted.iter().copied()), "{rows}x{cols} {width:?}");
                let asked: Vec<&Position> = all.iter().collect();
                assert_eq!(in_place(&game, &asked, width, &Control::new()).expect("no limit"), wanted);
            }
        }
    }

    #[test]
    fn the_memory_is_that_of_the_entries_and_little_more() {
        for (rows, cols, entries, in_place) in [
            (10, 10, 184_756, 92_378),
            (12, 12, 2_704_156, 1_352_078),
            (2, 1000, 501_501, 1001),
            (1000, 2, 501_501, 1001),
            (1, 100_000, 100_001, 1),
        ] {
            let game = game(rows, cols, |_| 1);
            assert_eq!(positions(&game), entries);
            let lists =
                u64::from(rows.min(cols) + 1) * u64::from(rows.max(cols) + 1) * 12 + Ahead::memory_needed(&game);
            assert_eq!(Table::memory_needed(&game) - lists, u64::try_from(entries).expect("small") * 4);
            assert_eq!(in_place_memory_needed(&game) - lists, in_place * 4);
        }
        let [narrow, wide] = [1, 1 << 40].map(|number| game(30, 30, |_| number));
        let all = 118_264_581_564_861_424;
        assert_eq!(Table::memory_needed(&narrow), all * 4 + 31 * 31 * 12 + 30 * 31 * 16);
        assert_eq!(in_place_memory_needed(&wide), all / 2 * 8 + 31 * 31 * 16 + 30 * 31 * 16);
        assert_eq!(in_place_memory_needed(&game(300, 300, |_| 1)), u64::MAX);
    }

    #[test]
    fn work_is_refused_and_stopped() {
        let large = game(30, 30, |_| 1);
        let refused = Table::new(&large, &Control::new().with_memory(12 << 30)).expect_err("too large").to_string();
        assert_eq!(refused, "30 x 30 needs 421 PiB of memory, 12 GiB may be used");
        let boundless = game(100, 100, |_| 1);
        let refused = Table::new(&boundless, &Control::new()).expect_err("too large").to_string();
        assert!(refused.starts_with("100 x 100 needs 16 EiB or more of memory"), "{refused}");

        // 4,504,501 positions: the first report comes before the last of them.
        let before_the_end = |progress: &Progress<'_>| match progress.of {
            Some(all) if progress.done < all => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        for (rows, cols) in [(2, 3000), (3000, 2), (3, 300)] {
            let long = game(rows, cols, |_| 1);
            let stopped = Table::new(&long, &Control::new().with_progress(&before_the_end));
            assert_eq!(stopped.err(), Some(Halt::Stopped), "{rows}x{cols}");
            let start = long.start();
            let control = Control::new().with_progress(&before_the_end);
            let stopped = in_place(&long, &[&start], Width::of(&long), &control);
            assert_eq!(stopped.err(), Some(Halt::Stopped), "{rows}x{cols}");
        }
    }
}
