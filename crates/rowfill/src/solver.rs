//! The fast solver: a dense table of all positions, from the full board back to the empty one.
//!
//! **One number a square.** A square is worth A to black and B to white. Let it be worth A + B to whoever takes it, and let
//! x be what the player to move gains more than the other in *that* game. The choices are the same, as over the rest of a
//! game the two differ by a constant: with D the sum of A - B over the free squares, black's margin is (x + D) / 2 when
//! black is to move and white's is (x - D) / 2 when white is. So x depends on the free squares alone, and each step is
//!
//! > x = max over the squares that may be taken of (A + B) - x of what follows,
//!
//! whoever is to move.
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
//! made one after the other in the same memory: the pass that compares a run with the one before it writes over it. That
//! takes r / (r + c) of the table for r rows and c >= r columns, half of it on a square board.
//!
//! Each position is so compared with each that follows it, a step of a few instructions that the compiler does for several at
//! once; a table of 14 x 14 is made in three to four times the time that it takes to fill as much memory.

use board_core::memo::index;
use board_core::{Control, Halt, Margin, Oracle, Progress, Side, Square};

use crate::rules::{Position, Rowfill};

/// The bytes that [`values`] needs for this game: C(r + c - 1, r - 1) entries of 4 bytes for r rows and c columns, r <= c (else
/// exchange them), and a little for the lists beside them. Entries have 8 bytes where the sum of all numbers passes
/// [`i32::MAX`], and 16 where it passes [`i64::MAX`]. `u64::MAX` stands for that much or more.
#[must_use]
pub fn memory_needed(game: &Rowfill) -> u64 {
    let [lines, length] = game.lines().map(u128::from);
    bytes(game, binomial(length + lines - 1, lines - 1))
}

/// The bytes of so many entries and of the lists: sizes, gains, what is ahead in each line.
fn bytes(game: &Rowfill, entries: u128) -> u64 {
    let width = Width::of(game).bytes();
    let [lines, length] = game.lines().map(u128::from);
    let lists = (lines + 1) * (length + 1) * (8 + width + 8);
    entries.saturating_mul(width).saturating_add(lists).try_into().unwrap_or(u64::MAX)
}

/// The values of some positions of a game, for the player to move. Takes as long as a [`Table`], whatever their number, and
/// at most half of its memory: 0.4 MiB on 10 x 10, 77 MiB on 14 x 14, 1.2 GiB on 16 x 16.
///
/// ```
/// use board_core::{Board, Control, Margin};
/// use rowfill::Rowfill;
///
/// let game = Rowfill::new(Board::new(2, 3)?, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
/// let later = game.position(&[2, 1])?;
/// assert_eq!(rowfill::values(&game, &[&game.start(), &later], &Control::new())?, [Margin(2), Margin(2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where it needs more memory than it may, or was stopped.
///
/// # Panics
/// Where a position was made for another board.
pub fn values(game: &Rowfill, positions: &[&Position], control: &Control<'_>) -> Result<Vec<Margin>, Halt> {
    control.allow(game.board().title(), memory_needed(game))?;
    values_with(game, positions, Width::of(game), control)
}

fn values_with(
    game: &Rowfill,
    positions: &[&Position],
    width: Width,
    control: &Control<'_>,
) -> Result<Vec<Margin>, Halt> {
    let shape = Shape::of_runs(game);
    match width {
        Width::Four => Filling::<i32>::new(game, &shape, control).values(positions),
        Width::Eight => Filling::<i64>::new(game, &shape, control).values(positions),
        Width::Sixteen => Filling::<i128>::new(game, &shape, control).values(positions),
    }
}

/// How many positions there are, as far as `u128` tells.
fn positions(game: &Rowfill) -> u128 {
    let [lines, length] = game.lines().map(u128::from);
    binomial(lines + length, lines)
}

/// C(of, taken), `u128::MAX` for that much or more.
fn binomial(of: u128, taken: u128) -> u128 {
    // Each product is a binomial times the next divisor, and the binomials only grow where at most half is taken.
    let step = |ways: u128, chosen: u128| Some(ways.checked_mul(of - chosen)? / (chosen + 1));
    (0..taken.min(of - taken)).try_fold(1, step).unwrap_or(u128::MAX)
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
    shape: Shape,
    entries: Entries,
}

/// For each place the points that the player to move gains more than the other, where a square gains A + B for both.
#[derive(Clone, Debug)]
enum Entries {
    Four(Vec<i32>),
    Eight(Vec<i64>),
    Sixteen(Vec<i128>),
}

/// The bytes of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Width {
    Four,
    Eight,
    Sixteen,
}

impl Width {
    /// The least that does for a game.
    fn of(game: &Rowfill) -> Self {
        let sum: i128 = game.board().iter().map(|square| worth(game, square)).sum();
        if sum <= i32::MOST.into() {
            Self::Four
        } else if sum <= i64::MOST.into() {
            Self::Eight
        } else {
            Self::Sixteen
        }
    }

    fn bytes(self) -> u128 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
            Self::Sixteen => 16,
        }
    }
}

/// A + B of a square.
fn worth(game: &Rowfill, square: Square) -> i128 {
    Side::ALL.into_iter().filter_map(|side| game.number(side, square)).map(i128::from).sum()
}

impl Table {
    /// The bytes that making the table needs: C(r + c, r) entries for r rows and c columns, of the same width as those
    /// of [`memory_needed`], and a little for the lists beside them. `u64::MAX` stands for that much or more.
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
        let shape = Shape::of_tables(game);
        let entries = match width {
            Width::Four => Entries::Four(Filling::new(game, &shape, control).table()?),
            Width::Eight => Entries::Eight(Filling::new(game, &shape, control).table()?),
            Width::Sixteen => Entries::Sixteen(Filling::new(game, &shape, control).table()?),
        };
        Ok(Self { game: game.clone(), shape, entries })
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
        self.shape.assert_fits(at);
        let place = self.shape.place(at.taken());
        let entry = match &self.entries {
            Entries::Four(entries) => entries[place].into(),
            Entries::Eight(entries) => entries[place].into(),
            Entries::Sixteen(entries) => entries[place],
        };
        self.shape.margin(at, entry)
    }
}

/// How places are numbered, and what a game's numbers make of an entry.
#[derive(Clone, Debug)]
struct Shape {
    /// The lines, and the squares of each.
    lines: usize,
    length: usize,
    /// `size[at(i, l)]` = C(l + i, i): in how many ways the first i lines can have at most l free squares each.
    size: Vec<usize>,
    /// `ahead[at(i, l)]`: the sum of A - B over the last l squares of line i.
    ahead: Vec<i64>,
}

impl Shape {
    /// For all places of a table that was allowed: no size passes the number of its entries.
    fn of_tables(game: &Rowfill) -> Self {
        let [lines, _] = game.lines();
        Self::new(game, lines)
    }

    /// For the places of the runs that differ in the last line alone, likewise.
    fn of_runs(game: &Rowfill) -> Self {
        let [lines, _] = game.lines();
        Self::new(game, lines - 1)
    }

    /// With the sizes of up to so many lines.
    fn new(game: &Rowfill, sized: u32) -> Self {
        let [lines, length] = game.lines();
        let [lines, length, sized] = [lines, length, sized].map(|count| index(count.into()));
        let size = vec![1; (sized + 1) * (length + 1)];
        let ahead = vec![0; lines * (length + 1)];
        let mut shape = Self { lines, length, size, ahead };
        for (line, left) in (1..=sized).flat_map(|line| (1..=length).map(move |left| (line, left))) {
            let here = shape.at(line, left);
            shape.size[here] = shape.size(line - 1, left) + shape.size(line, left - 1);
        }
        for (line, left) in (0..lines).flat_map(|line| (1..=length).map(move |left| (line, left))) {
            let square = shape.square(game, line, left);
            let [black, white] = Side::ALL.map(|side| game.number(side, square).unwrap_or(0));
            let here = shape.at(line, left);
            shape.ahead[here] = shape.ahead[here - 1] + (black - white);
        }
        shape
    }

    /// Where a list with an entry for each number of free squares of each line has this one.
    fn at(&self, line: usize, left: usize) -> usize {
        line * (self.length + 1) + left
    }

    fn size(&self, lines: usize, most: usize) -> usize {
        self.size[self.at(lines, most)]
    }

    /// The free squares of a line with so many stones.
    fn left(&self, taken: u32) -> usize {
        self.length - taken as usize
    }

    /// The next square of a line with so many free squares, at least one.
    fn square(&self, game: &Rowfill, line: usize, left: usize) -> Square {
        let [line, place] = [line, self.length - left].map(|number| u32::try_from(number).expect("on the board"));
        game.square(line, place)
    }

    /// The place of a position in a run of the first lines, from the stones in each of these.
    fn place(&self, taken: &[u32]) -> usize {
        let free = taken.iter().map(|&taken| self.left(taken)).enumerate().filter(|&(_, left)| left > 0);
        free.map(|(line, left)| self.size(line + 1, left - 1)).sum()
    }

    /// A position knows no board; one of another size would be mistaken for another, or lie off the table.
    fn assert_fits(&self, at: &Position) {
        let fits = at.taken().len() == self.lines && at.taken().iter().all(|&taken| taken as usize <= self.length);
        assert!(fits, "a position of another board: {at:?} where {} lines of {} are", self.lines, self.length);
    }

    /// The value of a position, from its entry.
    fn margin(&self, at: &Position, entry: i128) -> Margin {
        let lines = at.taken().iter().enumerate();
        let ahead: i128 = lines.map(|(line, &taken)| i128::from(self.ahead[self.at(line, self.left(taken))])).sum();
        let doubled = match at.to_move() {
            Side::First => entry + ahead,
            Side::Second => entry - ahead,
        };
        Margin(i64::try_from(doubled / 2).expect("no margin passes the sum of the larger numbers"))
    }
}

/// A number of a table. No value passes the sum of A + B over all squares either way, and this not [`Entry::MOST`].
trait Entry: Copy + Ord + Default + TryFrom<i128> + Into<i128> {
    /// The largest value.
    const MOST: Self;
    /// Less than every value.
    const NONE: Self;

    /// What a move is worth to the player who makes it, from the value of what follows. The gain and a value of
    /// what follows never pass the sum together; a check would keep the compiler from working on several at once.
    fn lift(self, gain: Self) -> Self;
}

impl Entry for i32 {
    const MOST: Self = Self::MAX;
    const NONE: Self = Self::MIN;

    fn lift(self, gain: Self) -> Self {
        gain.wrapping_sub(self)
    }
}

impl Entry for i64 {
    const MOST: Self = Self::MAX;
    const NONE: Self = Self::MIN;

    fn lift(self, gain: Self) -> Self {
        gain.wrapping_sub(self)
    }
}

impl Entry for i128 {
    const MOST: Self = Self::MAX;
    const NONE: Self = Self::MIN;

    fn lift(self, gain: Self) -> Self {
        gain.wrapping_sub(self)
    }
}

/// Entries in the making.
struct Filling<'a, T> {
    shape: &'a Shape,
    /// What taking the next square of a line with so many free squares gains.
    gains: Vec<T>,
    /// The entries of as many lines as `shape` knows the sizes of.
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
    /// Nothing but the full board, which has no moves and the value 0. All others have a move.
    fn new(game: &Rowfill, shape: &'a Shape, control: &'a Control<'a>) -> Self {
        let mut gains = vec![T::NONE; shape.ahead.len()];
        for (line, left) in (0..shape.lines).flat_map(|line| (1..=shape.length).map(move |left| (line, left))) {
            let gain = T::try_from(worth(game, shape.square(game, line, left))).ok();
            gains[shape.at(line, left)] = gain.expect("entries that hold the sum of all were chosen");
        }
        let mut entries = vec![T::NONE; shape.size.last().copied().unwrap_or(1)];
        entries[0] = T::default();
        let all = positions(game).try_into().ok();
        Self { shape, gains, entries, done: 0, gone: 0, reported: 0, all, control }
    }

    /// All entries.
    fn table(mut self) -> Result<Vec<T>, Halt> {
        self.finish(self.shape.lines, self.shape.length)?;
        Ok(self.entries)
    }

    /// The values of some positions, run by run of all lines but the last one.
    fn values(mut self, positions: &[&Position]) -> Result<Vec<Margin>, Halt> {
        let shape = self.shape;
        let last = shape.lines - 1;
        let left_in_last = |at: &Position| shape.left(at.taken()[last]);
        for at in positions {
            shape.assert_fits(at);
        }
        let mut values = vec![Margin(0); positions.len()];
        for left in 0..=positions.iter().map(|at| left_in_last(at)).max().unwrap_or(0) {
            // Where the last line has a move, the run before holds what follows it. The other entries wait for moves.
            let gain = self.gains[shape.at(last, left)];
            for entry in &mut self.entries[..self.done] {
                *entry = entry.lift(gain);
            }
            self.gone += self.done as u64;
            self.done = 0;
            self.finish(last, left)?;
            for (value, at) in values.iter_mut().zip(positions).filter(|(_, at)| left_in_last(at) == left) {
                *value = shape.margin(at, self.entries[shape.place(&at.taken()[..last])].into());
            }
        }
        Ok(values)
    }

    /// Finishes the run of the first so many lines, with at most so many free squares each. The moves of later lines have
    /// been offered to it.
    fn finish(&mut self, lines: usize, most: usize) -> Result<(), Halt> {
        // Longer runs of the first line are worth a pass each, and a report.
        const SHORT: usize = 1 << 10;
        match lines {
            0 => self.done += 1,
            1 => self.finish_line(most),
            2 if most < SHORT => self.finish_two_lines(most),
            _ => {
                for left in 0..=most {
                    self.offer(lines - 1, left);
                    self.finish(lines - 1, left)?;
                }
            }
        }
        self.report()
    }

    /// Offers the move of a line with so many free squares to all places ahead in which it is a move.
    fn offer(&mut self, line: usize, left: usize) {
        let Some(fewer) = left.checked_sub(1) else { return };
        let gain = self.gains[self.shape.at(line, left)];
        let back = self.shape.size(line, fewer);
        let (done, open) = self.entries.split_at_mut(self.done);
        for (value, after) in open.iter_mut().zip(&done[self.done - back..][..back]) {
            *value = (*value).max(after.lift(gain));
        }
    }

    /// A run of the first line: each place follows the next one.
    fn finish_line(&mut self, most: usize) {
        let run = &mut self.entries[self.done..][..=most];
        let mut last = run[0];
        for (value, &gain) in run.iter_mut().zip(&self.gains).skip(1) {
            last = last.lift(gain).max(*value);
            *value = last;
        }
        self.done += run.len();
    }

    /// The runs of the first line in a run of the first two: both lines' moves at once, place by place.
    fn finish_two_lines(&mut self, most: usize) {
        let (first, second) = self.gains.split_at(self.shape.at(1, 0));
        let (first, second) = (&first[..=most], &second[..=most]);
        let all = &mut self.entries[self.done..][..self.shape.size(2, most)];
        self.done += all.len();
        // With no free square in the second line there is none in the first: a run of one place.
        let mut start = 0;
        for left in 1..=most {
            start += left;
            let (done, open) = all.split_at_mut(start);
            let before = &done[start - left..];
            let run = &mut open[..=left];
            let gain = second[left];
            let mut last = run[0].max(before[0].lift(gain));
            run[0] = last;
            for ((value, after), &first) in run[1..left].iter_mut().zip(&before[1..left]).zip(&first[1..left]) {
                last = (*value).max(after.lift(gain)).max(last.lift(first));
                *value = last;
            }
            // As many free squares in both lines: the second has no move.
            run[left] = run[left].max(last.lift(first[left]));
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
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use board_core::{Board, Game, Negamax};

    use super::*;

    fn game(rows: u32, cols: u32, number: impl Fn(usize) -> i64) -> Rowfill {
        let board = Board::new(rows, cols).expect("in range");
        let squares = index(board.squares());
        let numbers = |from: usize| (from..from + squares).map(&number).collect();
        Rowfill::new(board, numbers(0), numbers(squares)).expect("small numbers")
    }

    /// Numbers from 0 to 99 without a pattern.
    fn mixed(place: usize) -> i64 {
        i64::try_from((place * 7919 + 13) * 104_729 % 1_000_003 % 100).expect("small")
    }

    #[test]
    fn entries_of_every_width_equal_the_reference() {
        for (rows, cols) in [(1, 1), (1, 6), (6, 1), (2, 5), (5, 2), (3, 3), (3, 5), (4, 3), (4, 4)] {
            let game = game(rows, cols, mixed);
            let reference = Negamax::new(game.clone());
            let mut all = vec![game.start()];
            let mut seen = HashSet::new();
            let mut next = 0;
            while let Some(at) = all.get(next).cloned() {
                next += 1;
                let follow = game.moves(&at).map(|square| game.play(&at, square).to);
                all.extend(follow.filter(|to| seen.insert(to.clone())));
            }
            assert_eq!(all.len() as u128, positions(&game));
            let wanted: Vec<Margin> = all.iter().map(|at| reference.value(at)).collect();
            for width in [Width::Four, Width::Eight, Width::Sixteen] {
                let table = Table::with_entries(&game, width, &Control::new()).expect("no limit");
                assert!(all.iter().map(|at| table.value(at)).eq(wanted.iter().copied()), "{rows}x{cols} {width:?}");
                let asked: Vec<&Position> = all.iter().collect();
                assert_eq!(values_with(&game, &asked, width, &Control::new()).expect("no limit"), wanted);
            }
        }
    }

    #[test]
    fn entries_are_as_wide_as_the_sums_need() {
        let sum = |first: i64, second: i64| Width::of(&game(1, 2, |place| [first, 0, second, 0][place]));
        let narrow = i64::from(i32::MAX);
        assert_eq!(sum(0, 0), Width::Four);
        assert_eq!(sum(narrow, 0), Width::Four);
        assert_eq!(sum(narrow, 1), Width::Eight);
        assert_eq!(sum(i64::MAX, 0), Width::Eight);
        assert_eq!(sum(i64::MAX - 1, 1), Width::Eight);
        assert_eq!(sum(i64::MAX, 1), Width::Sixteen);
        assert_eq!(sum(i64::MAX, i64::MAX), Width::Sixteen);
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
            let lists = u64::from(rows.min(cols) + 1) * u64::from(rows.max(cols) + 1) * 20;
            assert_eq!(Table::memory_needed(&game) - lists, u64::try_from(entries).expect("small") * 4);
            assert_eq!(memory_needed(&game) - lists, in_place * 4);
        }
        let [narrow, wide, widest] = [1, 1 << 40, i64::MAX / 900].map(|number| game(30, 30, |_| number));
        let all = 118_264_581_564_861_424;
        assert_eq!(Table::memory_needed(&narrow), all * 4 + 31 * 31 * 20);
        assert_eq!(Table::memory_needed(&wide), all * 8 + 31 * 31 * 24);
        assert_eq!(memory_needed(&widest), all / 2 * 16 + 31 * 31 * 32);
        assert_eq!(memory_needed(&game(300, 300, |_| 1)), u64::MAX);
    }

    #[test]
    fn binomials_of_any_size() {
        assert_eq!(binomial(0, 0), 1);
        assert_eq!(binomial(60, 30), 118_264_581_564_861_424);
        assert_eq!(binomial(100_001, 100_000), 100_001);
        assert_eq!(binomial(1 << 33, 1 << 32), u128::MAX);
    }

    #[test]
    fn work_is_refused_and_stopped() {
        let large = game(30, 30, |_| 1);
        let refused = Table::new(&large, &Control::new().with_memory(12 << 30)).expect_err("too large").to_string();
        assert_eq!(refused, "30 x 30 needs 421 PiB of memory, 12 GiB may be used");
        let start = large.start();
        let refused =
            values(&large, &[&start], &Control::new().with_memory(12 << 30)).expect_err("too large").to_string();
        assert_eq!(refused, "30 x 30 needs 211 PiB of memory, 12 GiB may be used");
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
            let stopped = values(&long, &[&start], &Control::new().with_progress(&before_the_end));
            assert_eq!(stopped.err(), Some(Halt::Stopped), "{rows}x{cols}");
        }
    }
}
