//! All positions of a game in one table.

use board_core::{Control, Halt, Margin, Oracle, Solve};

use crate::count::{binomial, positions};
use crate::entry::{Entry, Width};
use crate::line_sums::LineSums;
use crate::ranks::Ranks;
use crate::rules::{Position, Rowfill};
use crate::runs::Filling;

/// The value of every position of a game, by its rank.
///
/// It has C(r + c, r) entries for r rows and c columns: 0.7 MiB on 10 x 10, 154 MiB on 14 x 14, 2.3 GiB on 16 x 16.
/// [`Solve::new`] solves all positions of the game, whichever are given, in O(min(r, c)) steps each, on one thread; 14
/// x 14 takes about 0.2 s. Lemmas 4 to 6 in `docs/design/rowfill.md` explain how it is filled.
///
/// ```
/// use board_core::{Board, Control, Margin, Oracle, Solve, analysis};
/// use rowfill::{Rowfill, Table};
///
/// let game = Rowfill::new(Board::new(2, 3)?, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
/// let table = Table::new(&game, &[], &Control::new())?;
/// assert_eq!(table.value(&game.start()), Margin(2));
/// // What the moves of best play gain, black's and white's in turn.
/// let gains: Vec<i64> = analysis::best_line(&game, &table, &game.start()).map(|rated| rated.gain).collect();
/// assert_eq!(gains, [2, 7, 9, 2, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    sums: LineSums,
    ranks: Ranks,
    entries: Entries,
}

#[derive(Clone, Debug)]
enum Entries {
    Four(Vec<i32>),
    Eight(Vec<u64>),
}

impl Table {
    /// The number of bytes that [`Solve::new`] needs: C(r + c, r) entries for r rows and c columns, of 4 bytes each, or
    /// of 8 if the numbers sum to more than [`i32::MAX`], and a little for lists. `u64::MAX` means that much or more.
    #[must_use]
    pub fn memory_needed(game: &Rowfill) -> u64 {
        bytes(game, positions(game))
    }

    fn with_width(game: &Rowfill, width: Width, control: &Control<'_>) -> Result<Self, Halt> {
        let sums = LineSums::new(game);
        let ranks = Ranks::new(&sums, sums.lines);
        let entries = match width {
            Width::Four => Entries::Four(Filling::new(game, &sums, &ranks, control).table()?),
            Width::Eight => Entries::Eight(Filling::new(game, &sums, &ranks, control).table()?),
        };
        Ok(Self { sums, ranks, entries })
    }
}

impl Solve<Rowfill> for Table {
    fn new(game: &Rowfill, _positions: &[Position], control: &Control<'_>) -> Result<Self, Halt> {
        control.reserve(game.board().title(), Self::memory_needed(game))?;
        Self::with_width(game, Width::of(game), control)
    }

    /// Takes less memory than the table: C(r + c - 1, r - 1) entries for r rows and c columns, r <= c (if not,
    /// exchange them).
    fn values(game: &Rowfill, positions: &[Position], control: &Control<'_>) -> Result<Vec<Margin>, Halt> {
        control.reserve(game.board().title(), values_memory_needed(game))?;
        let sums = LineSums::new(game);
        let ranks = Ranks::new(&sums, sums.lines - 1);
        match Width::of(game) {
            Width::Four => Filling::<i32>::new(game, &sums, &ranks, control).values(positions),
            Width::Eight => Filling::<u64>::new(game, &sums, &ranks, control).values(positions),
        }
    }
}

/// The number of bytes that the values of some positions need, without the table (Lemma 7).
pub(crate) fn values_memory_needed(game: &Rowfill) -> u64 {
    let [lines, length] = game.lines().map(u128::from);
    bytes(game, binomial(length + lines - 1, lines - 1))
}

/// The number of bytes of this many entries and of the lists: ranks, and the sums of lines.
fn bytes(game: &Rowfill, entries: u128) -> u64 {
    let width = Width::of(game).bytes();
    let [lines, length] = game.lines().map(u64::from);
    let lists = u128::from(lines + 1) * u128::from(length + 1) * u128::from(8 + width);
    let entries = entries.saturating_mul(width.into());
    entries.saturating_add(lists + u128::from(LineSums::memory_needed(game))).try_into().unwrap_or(u64::MAX)
}

impl Oracle<Rowfill> for Table {
    /// # Panics
    /// If the position was made for a board of another size, as far as this can be detected.
    fn value(&self, at: &Position) -> Margin {
        let rank = self.ranks.rank(self.sums.left(at));
        let collected = match &self.entries {
            Entries::Four(entries) => entries[rank].to_sum(),
            Entries::Eight(entries) => entries[rank].to_sum(),
        };
        self.sums.margin(at, collected)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use board_core::{Negamax, Progress};
    use board_testing::{reachable, solved};

    use super::*;
    use crate::test_games::{game, margins, mixed, small_boards};

    #[test]
    fn entries_of_every_width_equal_the_reference() {
        for (rows, cols) in small_boards() {
            let game = game(rows, cols, mixed);
            let all = reachable(&game, [game.start()]);
            let expected = margins(&solved::<_, Negamax<_>>(&game, &all), &all);
            for width in [Width::Four, Width::Eight] {
                let table = Table::with_width(&game, width, &Control::new()).expect("no limit");
                assert_eq!(margins(&table, &all), expected, "{rows}x{cols} {width:?}");
            }
        }
    }

    #[test]
    fn the_memory_is_that_of_the_entries_and_little_more() {
        for (rows, cols, entries, for_values) in [
            (10, 10, 184_756, 92_378),
            (12, 12, 2_704_156, 1_352_078),
            (2, 1000, 501_501, 1001),
            (1000, 2, 501_501, 1001),
            (1, 100_000, 100_001, 1),
        ] {
            let game = game(rows, cols, |_| 1);
            assert_eq!(positions(&game), entries);
            let lists =
                u64::from(rows.min(cols) + 1) * u64::from(rows.max(cols) + 1) * 12 + LineSums::memory_needed(&game);
            assert_eq!(Table::memory_needed(&game) - lists, u64::try_from(entries).expect("small") * 4);
            assert_eq!(values_memory_needed(&game) - lists, for_values * 4);
        }
        let [narrow, wide] = [1, 1 << 40].map(|number| game(30, 30, |_| number));
        let all = 118_264_581_564_861_424;
        assert_eq!(Table::memory_needed(&narrow), all * 4 + 31 * 31 * 12 + 30 * 31 * 16);
        assert_eq!(values_memory_needed(&wide), all / 2 * 8 + 31 * 31 * 16 + 30 * 31 * 16);
        assert_eq!(values_memory_needed(&game(300, 300, |_| 1)), u64::MAX);
    }

    #[test]
    fn tables_beyond_the_memory_limit_are_refused_and_long_work_stops() {
        let large = game(30, 30, |_| 1);
        let control = Control::new().with_memory(12 << 30);
        let refused = Table::new(&large, &[], &control).expect_err("too large").to_string();
        assert_eq!(refused, "30 x 30 needs 421 PiB of memory, but the limit is 12 GiB");
        let boundless = game(100, 100, |_| 1);
        let refused = Table::new(&boundless, &[], &Control::new()).expect_err("too large").to_string();
        assert!(refused.starts_with("100 x 100 needs at least 16 EiB of memory"), "{refused}");

        // 4,504,501 positions: the first report comes before the last of them.
        let before_the_end = |progress: &Progress<'_>| match progress.of {
            Some(all) if progress.done < all => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        for (rows, cols) in [(2, 3000), (3000, 2), (3, 300)] {
            let long = game(rows, cols, |_| 1);
            let control = Control::new().with_progress(&before_the_end);
            assert_eq!(Table::new(&long, &[], &control).err(), Some(Halt::Stopped), "{rows}x{cols}");
            assert_eq!(Table::values(&long, &[long.start()], &control), Err(Halt::Stopped), "{rows}x{cols}");
        }
    }
}
