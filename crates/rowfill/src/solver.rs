//! The fast solver.
//!
//! **One number a square.** A square is worth A to black and B to white. Let it be worth A + B to whoever takes it, and let
//! q be what the player to move gains in all in *that* game. The choices are the same: to the player who takes a square it
//! is worth its own number and that the other does not get its. So the margin of the player to move is q less the other's numbers
//! on all free squares. One player gets what the other does not, so with S the sum of A + B over the free squares,
//!
//! > q = S - min over the squares that may be taken of q of what follows,
//!
//! whoever is to move: for each move one comparison, and for each position one subtraction.
//!
//! **Layers.** Where the values of a few positions are all that is asked for, most boards are worked through by `layers.rs`, on all
//! threads and in a small part of the memory of all positions; thin and long ones, and small ones, by `table.rs` in place. The line
//! of best play is found with the layers too: the last ones are kept, the line is followed through them, and the rest is made anew
//! from where it leaves them. There much less can follow, so all of it takes at most twice as long as the value alone.

use std::collections::HashMap;

use board_core::{Control, Game, Halt, Margin, Oracle, Step, Value};

use crate::entry::{Ahead, Entry, Width, positions};
use crate::layers::{Cut, Layers, Plan, word};
use crate::rules::{Position, Rowfill};
use crate::table::{self, Table};

/// The bytes that [`values`] needs for this game.
///
/// Two layers of positions, some 2 to 5 percent of all of them, of 4 bytes each, or of 8 where the sum of all numbers passes
/// [`i32::MAX`], and a few megabytes beside them. On boards with fewer than 2^18 positions, or with more than 44 rows and
/// columns together, C(r + c - 1, r - 1) entries for r rows and c columns, r <= c (else exchange them). `u64::MAX` stands for
/// that much or more.
#[must_use]
pub fn memory_needed(game: &Rowfill) -> u64 {
    match cut(game) {
        Some(cut) => Plan::new(game, cut, &game.start()).memory_needed(1),
        None => table::in_place_memory_needed(game),
    }
}

/// How the words of a game are cut, where it is worked through by layers.
fn cut(game: &Rowfill) -> Option<Cut> {
    // Below, to fill a table in place takes a millisecond or two.
    const MANY: u128 = 1 << 18;
    if positions(game) >= MANY { Cut::of(game) } else { None }
}

/// The values of some positions of a game, for the player to move.
///
/// Works through all that can follow any of them, whatever their number: C(r + c, r) positions for r rows and c columns from the
/// empty board, with at most min(r, c) moves each, on all threads. About 3 ns a position, shared by the threads: 14 x 14
/// takes 0.09 s of one core and 8 MiB, 16 x 16 1.8 s and 86 MiB, 18 x 18 29 s and 1 GiB.
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
    let Some(cut) = cut(game) else {
        control.allow(game.board().title(), table::in_place_memory_needed(game))?;
        return table::in_place(game, positions, Width::of(game), control);
    };
    let Some(from) = positions.iter().map(|&at| at.clone()).reduce(|one, other| one.before_both(&other)) else {
        return Ok(Vec::new());
    };
    let plan = Plan::new(game, cut, &from);
    control.allow(game.board().title(), plan.memory_needed(1))?;
    by_layers(game, plan, Width::of(game), positions, control)
}

/// The values of some positions that can follow that of a plan.
fn by_layers(
    game: &Rowfill,
    plan: Plan,
    width: Width,
    positions: &[&Position],
    control: &Control<'_>,
) -> Result<Vec<Margin>, Halt> {
    fn some<T: Entry>(
        game: &Rowfill,
        plan: Plan,
        positions: &[&Position],
        control: &Control<'_>,
    ) -> Result<Vec<Margin>, Halt> {
        let ahead = Ahead::new(game);
        let layers = Layers::<T>::new(&ahead, plan);
        let words: Vec<u64> = positions.iter().map(|at| word(&ahead, at)).collect();
        let mut values = vec![Margin(0); positions.len()];
        layers.make(1, control, |layer| {
            for ((value, &word), at) in values.iter_mut().zip(&words).zip(positions) {
                if let Some(entry) = layers.entry(layer, word) {
                    *value = ahead.margin(at, entry.sum());
                }
            }
        })?;
        Ok(values)
    }
    match width {
        Width::Four => some::<i32>(game, plan, positions, control),
        Width::Eight => some::<u64>(game, plan, positions, control),
    }
}

/// An oracle for some positions of one game and all that can follow them.
///
/// Where all positions of the game are few it is a [`Table`]. Else the values of all positions on a line of best play from
/// those given, and of all their moves, are found when it is made: what a report asks for. Others are found when they are asked
/// for, each from all that can follow it, which takes up to as long as [`values`], and nothing can stop that.
///
/// ```
/// use board_core::{Board, Control, Margin, Oracle, analysis};
/// use rowfill::{Rowfill, Solver};
///
/// let game = Rowfill::new(Board::new(2, 3)?, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
/// let solver = Solver::new(&game, &[&game.start()], &Control::new())?;
/// assert_eq!(solver.value(&game.start()), Margin(2));
/// // What the moves of best play gain, black's and white's in turn.
/// let gains: Vec<i64> = analysis::best_line(&game, &solver, &game.start()).map(|rated| rated.gain).collect();
/// assert_eq!(gains, [2, 7, 9, 2, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    game: Rowfill,
    known: Known,
    threads: usize,
}

#[derive(Clone, Debug)]
enum Known {
    All(Table),
    Some(HashMap<Position, Margin>),
}

/// So many times two layers are kept to follow a line of best play.
const TIMES: u64 = 2;

impl Solver {
    /// The bytes that it needs for this game: those of a [`Table`] where all positions are fewer than 2^18, or there are more than
    /// 44 rows and columns together; else twice as many layers as [`memory_needed`] counts.
    #[must_use]
    pub fn memory_needed(game: &Rowfill) -> u64 {
        match cut(game) {
            Some(cut) => Plan::new(game, cut, &game.start()).memory_needed(TIMES),
            None => Table::memory_needed(game),
        }
    }

    /// Finds what a report on these positions asks for. From the empty board that takes up to twice as long as
    /// [`values`]: the layers are made anew from where the line leaves those that are kept, and there less can follow.
    ///
    /// # Errors
    /// Where it needs more memory than it may, or was stopped.
    ///
    /// # Panics
    /// Where a position was made for another board.
    pub fn new(game: &Rowfill, positions: &[&Position], control: &Control<'_>) -> Result<Self, Halt> {
        let known = match cut(game) {
            Some(cut) => {
                let mut known = HashMap::new();
                for at in positions {
                    match Width::of(game) {
                        Width::Four => follow::<i32>(game, cut, at, control, &mut known)?,
                        Width::Eight => follow::<u64>(game, cut, at, control, &mut known)?,
                    }
                }
                Known::Some(known)
            }
            None => Known::All(Table::new(game, control)?),
        };
        Ok(Self { game: game.clone(), known, threads: control.threads() })
    }
}

impl Oracle<Rowfill> for Solver {
    /// # Panics
    /// Where the position was made for a board of another size, if that can be seen.
    fn value(&self, at: &Position) -> Margin {
        let known = match &self.known {
            Known::All(table) => return table.value(at),
            Known::Some(known) => known,
        };
        known.get(at).copied().unwrap_or_else(|| {
            let control = Control::new().with_threads(self.threads).expect("as many as were allowed");
            values(&self.game, &[at], &control).expect("nobody says stop")[0]
        })
    }
}

/// Notes the values of the positions on the line of best play from a position, and of all their moves.
fn follow<T: Entry>(
    game: &Rowfill,
    cut: Cut,
    from: &Position,
    control: &Control<'_>,
    known: &mut HashMap<Position, Margin>,
) -> Result<(), Halt> {
    let ahead = Ahead::new(game);
    let mut at = from.clone();
    while !known.contains_key(&at) || game.end(&at).is_none() {
        let plan = Plan::new(game, cut, &at);
        control.allow(game.board().title(), plan.memory_needed(TIMES))?;
        let layers = Layers::<T>::new(&ahead, plan);
        let kept = layers.make(TIMES, control, |_| ())?;
        let value = |at: &Position| Some(ahead.margin(at, layers.kept_entry(&kept, word(&ahead, at))?.sum()));
        known.insert(at.clone(), value(&at).expect("the last layer is kept"));
        // The position and what follows it are in two layers that follow each other, or in one.
        while let Some(best) = best_after(game, &at, value, known) {
            at = best;
        }
    }
    Ok(())
}

/// Notes the values of all moves, and gives what follows by the best, the first of several; `None` where not all are to be had.
fn best_after(
    game: &Rowfill,
    at: &Position,
    value: impl Fn(&Position) -> Option<Margin>,
    known: &mut HashMap<Position, Margin>,
) -> Option<Position> {
    let mut best: Option<(Margin, Position)> = None;
    for square in game.moves(at) {
        let Step { to, gain } = game.play(at, square);
        let after = value(&to)?;
        known.insert(to.clone(), after);
        let here = after.lift(gain, false);
        if best.as_ref().is_none_or(|(most, _)| here > *most) {
            best = Some((here, to));
        }
    }
    best.map(|(_, to)| to)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use board_core::{Progress, analysis};

    use super::*;
    use crate::test_games::{game, mixed, positions_and_values};

    #[test]
    fn the_line_and_all_else_equal_the_reference() {
        for (rows, cols) in [(3, 3), (4, 4), (5, 3), (2, 7), (5, 6)] {
            let game = game(rows, cols, mixed);
            let (all, wanted) = positions_and_values(&game);
            let cut = Cut::of(&game).expect("short words");
            for from in [&all[0], &all[all.len() / 3], &all[all.len() - 1]] {
                let (mut narrow, mut wide) = (HashMap::new(), HashMap::new());
                follow::<i32>(&game, cut, from, &Control::new(), &mut narrow).expect("no limit");
                follow::<u64>(&game, cut, from, &Control::new(), &mut wide).expect("no limit");
                assert_eq!(narrow, wide);
                assert!(all.iter().zip(&wanted).all(|(at, value)| narrow.get(at).is_none_or(|known| known == value)));
                let known = narrow.clone();
                let solver = Solver { game: game.clone(), known: Known::Some(narrow), threads: 2 };
                let mut at = from.clone();
                for rated in analysis::best_line(&game, &solver, from) {
                    assert!(game.moves(&at).all(|square| known.contains_key(&game.play(&at, square).to)));
                    at = game.play(&at, rated.chosen).to;
                }
                assert!(game.end(&at).is_some());
                for (at, &value) in all.iter().zip(&wanted).step_by(17) {
                    assert_eq!(solver.value(at), value);
                }
            }
        }
    }

    #[test]
    fn large_boards_are_refused_and_stopped() {
        let large = game(30, 30, |_| 1);
        let start = large.start();
        let control = Control::new().with_memory(12 << 30);
        let refused = values(&large, &[&start], &control).expect_err("too large").to_string();
        assert_eq!(refused, "30 x 30 needs 211 PiB of memory, 12 GiB may be used");

        let board = game(13, 12, mixed);
        let start = board.start();
        let needed = memory_needed(&board);
        let control = |memory| Control::new().with_memory(memory);
        assert!(matches!(values(&board, &[&start], &control(needed - 1)), Err(Halt::TooLarge { .. })));
        assert!(values(&board, &[&start], &control(needed)).is_ok());
        let needed = Solver::memory_needed(&board);
        assert!(matches!(Solver::new(&board, &[&start], &control(needed - 1)), Err(Halt::TooLarge { .. })));
        assert!(Solver::new(&board, &[&start], &control(needed)).is_ok());

        let half = |progress: &Progress<'_>| {
            let all = progress.of.expect("it is known");
            if progress.done < all / 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let control = Control::new().with_progress(&half);
        assert_eq!(values(&board, &[&start], &control).err(), Some(Halt::Stopped));
        assert_eq!(Solver::new(&board, &[&start], &control).err(), Some(Halt::Stopped));
    }

    #[test]
    fn no_positions_and_several() {
        let board = game(11, 11, mixed);
        let table = Table::new(&board, &Control::new()).expect("no limit");
        assert_eq!(values(&board, &[], &Control::new()), Ok(Vec::new()));
        let some: Vec<Position> = [[3, 2, 2], [5, 1, 0], [11, 11, 4]]
            .map(|[first, second, third]| {
                let rows = [first, second, third, 0, 0, 0, 0, 0, 0, 0, 0];
                board.position(&rows).expect("a staircase")
            })
            .into();
        let asked: Vec<&Position> = some.iter().collect();
        let wanted: Vec<Margin> = some.iter().map(|at| table.value(at)).collect();
        for threads in [1, 2, 5] {
            let control = Control::new().with_threads(threads).expect("in range");
            assert_eq!(values(&board, &asked, &control).as_ref(), Ok(&wanted));
        }
    }
}
