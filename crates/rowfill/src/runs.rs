//! Tables of positions, filled from the full board back, a run of ranks at a time.
//!
//! Lemmas 4 to 7 in `docs/design/rowfill.md` explain how it works, and why.

use board_core::{Control, Halt, Margin, Progress};

use crate::count::positions;
use crate::entry::Entry;
use crate::line_sums::LineSums;
use crate::ranks::Ranks;
use crate::rules::{Position, Rowfill};

/// A table being filled.
///
/// The entries before `done` are finished. Each entry from there on is the least entry after any of the moves offered
/// so far.
pub(crate) struct Filling<'a, T> {
    sums: &'a LineSums,
    ranks: &'a Ranks,
    /// The sum of A + B over the free squares of a line, by line and by number of free squares.
    worth: Vec<T>,
    entries: Vec<T>,
    done: usize,
    /// The number of entries that were finished and have been overwritten since.
    overwritten: u64,
    /// The number of entries that were finished at the last report.
    reported: u64,
    /// The total number of entries; `None` if it is too large to count.
    all: Option<u64>,
    control: &'a Control<'a>,
}

/// A position whose value is needed.
struct Query {
    /// The number of its free squares in the last line.
    last: usize,
    /// Its rank among the positions with the same number of free squares there.
    rank: usize,
}

impl<'a, T: Entry> Filling<'a, T> {
    /// A table of as many lines as `ranks` has, of a game with these sums.
    pub(crate) fn new(game: &Rowfill, sums: &'a LineSums, ranks: &'a Ranks, control: &'a Control<'a>) -> Self {
        let places = (0..sums.lines).flat_map(|line| (0..=sums.length).map(move |left| (line, left)));
        let worth = places.map(|(line, left)| T::from_sum(sums.worth(line, left))).collect();
        let mut entries = vec![T::MAX; ranks.count()];
        // The full board has no moves, and nothing is left to collect.
        entries[0] = T::default();
        let all = positions(game).try_into().ok();
        Self { sums, ranks, worth, entries, done: 0, overwritten: 0, reported: 0, all, control }
    }

    /// Fills a table of all lines and returns its entries.
    pub(crate) fn table(mut self) -> Result<Vec<T>, Halt> {
        self.finish(self.sums.lines, self.sums.length, T::default())?;
        Ok(self.entries)
    }

    /// The values of some positions, by a table of all lines except the last, filled again for each number of free
    /// squares in the last line (Lemma 7).
    pub(crate) fn values(mut self, positions: &[Position]) -> Result<Vec<Margin>, Halt> {
        let last = self.sums.lines - 1;
        let query = |at: &Position| {
            let left: Vec<usize> = self.sums.left(at).collect();
            Query { last: left[last], rank: self.ranks.rank(left[..last].iter().copied()) }
        };
        let queries: Vec<Query> = positions.iter().map(query).collect();
        let mut values = vec![Margin(0); positions.len()];
        for left in 0..=queries.iter().map(|query| query.last).max().unwrap_or(0) {
            self.overwritten += self.done as u64;
            self.done = 0;
            self.finish(last, left, self.worth(last, left))?;
            for (number, query) in queries.iter().enumerate().filter(|(_, query)| query.last == left) {
                values[number] = self.sums.margin(&positions[number], self.entries[query.rank].to_sum());
            }
        }
        Ok(values)
    }

    fn worth(&self, line: usize, left: usize) -> T {
        self.worth[line * (self.sums.length + 1) + left]
    }

    /// Finishes the run of the first `lines` lines with at most `max` free squares each. The free squares of the later
    /// lines are worth `later`, and their moves have been offered.
    fn finish(&mut self, lines: usize, max: usize, later: T) -> Result<(), Halt> {
        // Runs of the first line that are longer than this get a pass of their own, and a report.
        const SHORT: usize = 1 << 10;
        match lines {
            0 => {
                let entry = &mut self.entries[self.done];
                *entry = entry.subtracted_from(later);
                self.done += 1;
            }
            1 => self.finish_line(max, later),
            2 if max < SHORT => self.finish_two_lines(max, later),
            _ => {
                for left in 0..=max {
                    self.offer(lines - 1, left);
                    self.finish(lines - 1, left, later.plus(self.worth(lines - 1, left)))?;
                }
            }
        }
        self.report()
    }

    /// Offers the move of a line with `left` free squares to those positions of the next run that have it (Lemma 6).
    fn offer(&mut self, line: usize, left: usize) {
        let Some(fewer) = left.checked_sub(1) else { return };
        let back = self.ranks.size(line, fewer);
        let (done, open) = self.entries.split_at_mut(self.done);
        for (least, &after) in open.iter_mut().zip(&done[self.done - back..][..back]) {
            *least = (*least).min(after);
        }
    }

    /// Finishes a run of the first line, in which each position follows the next one.
    fn finish_line(&mut self, max: usize, later: T) {
        let run = &mut self.entries[self.done..][..=max];
        let mut last = T::MAX;
        for (entry, &free) in run.iter_mut().zip(&self.worth) {
            last = last.min(*entry).subtracted_from(later.plus(free));
            *entry = last;
        }
        self.done += run.len();
    }

    /// Finishes a run of the first two lines: the moves of both at once, position by position.
    fn finish_two_lines(&mut self, max: usize, later: T) {
        let (first, second) = self.worth.split_at(self.sums.length + 1);
        let (first, second) = (&first[..=max], &second[..=max]);
        let all = &mut self.entries[self.done..][..self.ranks.size(2, max)];
        self.done += all.len();
        all[0] = all[0].subtracted_from(later);
        let mut start = 0;
        for left in 1..=max {
            start += left;
            let (done, open) = all.split_at_mut(start);
            let before = &done[start - left..];
            let run = &mut open[..=left];
            let later = later.plus(second[left]);
            let mut last = T::MAX;
            for ((entry, &after), &free) in run[..left].iter_mut().zip(before).zip(first) {
                last = (*entry).min(after).min(last).subtracted_from(later.plus(free));
                *entry = last;
            }
            // If both lines have the same number of free squares, the second line has no move.
            run[left] = run[left].min(last).subtracted_from(later.plus(first[left]));
        }
    }

    /// Reports progress from time to time.
    fn report(&mut self) -> Result<(), Halt> {
        const INTERVAL: u64 = 1 << 22;
        let done = self.overwritten + self.done as u64;
        if done - self.reported >= INTERVAL {
            self.reported = done;
            self.control.report(Progress::new("positions", done).of(self.all))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use board_core::{Game, Negamax};
    use board_testing::{reachable, solved};

    use super::*;
    use crate::test_games::{game, margins, mixed, small_boards};

    #[test]
    fn lemma_6_the_move_of_a_line_is_offered_to_a_whole_run_at_once() {
        for (rows, cols) in small_boards() {
            let game = game(rows, cols, mixed);
            let sums = LineSums::new(&game);
            let ranks = Ranks::new(&sums, sums.lines);
            for at in reachable(&game, [game.start()]) {
                let left: Vec<usize> = sums.left(&at).collect();
                let taken: Vec<usize> = game
                    .moves(&at)
                    .map(|square| {
                        let after: Vec<usize> = sums.left(&game.play(&at, square).to).collect();
                        (0..left.len()).find(|&line| after[line] != left[line]).expect("a square was taken")
                    })
                    .collect();
                for line in 0..sums.lines {
                    // The place in the run of the positions that have the same lines from this one on.
                    let place = ranks.rank(left[..line].iter().copied());
                    assert!(place < ranks.size(line, left[line]), "{rows}x{cols} {at:?} {line}");
                    let is_offered = left[line] > 0 && place < ranks.size(line, left[line] - 1);
                    assert_eq!(taken.contains(&line), is_offered, "{rows}x{cols} {at:?} {line}");
                }
            }
        }
    }

    #[test]
    fn lemma_6_what_is_offered_is_the_run_before() {
        let game = game(3, 4, mixed);
        let sums = LineSums::new(&game);
        let ranks = Ranks::new(&sums, 3);
        let control = Control::new();
        let mut filling = Filling::<i32>::new(&game, &sums, &ranks, &control);
        // The first run of the last line has one place, the next has C(3, 2); of those the first C(2, 2) = 1 have the
        // move.
        filling.finish(2, 0, 0).expect("no limit");
        filling.entries[0] = 5;
        filling.offer(2, 1);
        let rest = iter::repeat_n(i32::MAX, ranks.count() - 2);
        assert!(filling.entries.iter().copied().eq([5, 5].into_iter().chain(rest)));
    }

    #[test]
    fn lemma_7_one_run_of_the_last_line_is_the_start_of_the_next() {
        for (rows, cols) in small_boards().into_iter().chain([(1, 2000), (2, 40)]) {
            let game = game(rows, cols, mixed);
            let sums = LineSums::new(&game);
            let ranks = Ranks::new(&sums, sums.lines - 1);
            // A fraction r / (r + c) of a table of all positions, for r lines of c squares.
            let part = u128::from(rows.min(cols));
            assert_eq!(ranks.count() as u128 * u128::from(rows + cols), positions(&game) * part);
            let all = if rows * cols > 100 { vec![game.start()] } else { reachable(&game, [game.start()]) };
            let expected = margins(&solved::<_, Negamax<_>>(&game, &[game.start()]), &all);
            let control = Control::new();
            assert_eq!(Filling::<i32>::new(&game, &sums, &ranks, &control).values(&all).as_ref(), Ok(&expected));
            assert_eq!(Filling::<u64>::new(&game, &sums, &ranks, &control).values(&all), Ok(expected));
        }
    }
}
