//! Smaller cases, to which a case on which a program fails is shrunk step by step.

use board_core::{Board, Record, Side, Square};

use super::kinds::case;
use crate::protocol::ORIGINAL_SIDES;
use crate::rules::Knightmare;

/// The size of a case: rows and columns, and the distances of the knights from their targets.
fn size(case: &Record<Knightmare>) -> u64 {
    let board = case.game().board();
    let away = |side| {
        let [down, right] = offset(case, side);
        down.unsigned_abs() + right.unsigned_abs()
    };
    u64::from(board.rows()) + u64::from(board.cols()) + Side::ALL.map(away).iter().sum::<u64>()
}

/// Rows and columns from a side's target to its knight.
fn offset(case: &Record<Knightmare>, side: Side) -> [i64; 2] {
    let (from, to) = (case.game().target(side), case.position().piece(side));
    [i64::from(to.row) - i64::from(from.row), i64::from(to.col) - i64::from(from.col)]
}

/// The case on this board with the knights at these offsets from their targets, if there is room.
fn placed(rows: u32, cols: u32, offsets: [[i64; 2]; 2]) -> Option<Record<Knightmare>> {
    let board = Board::new(rows, cols).ok()?;
    let game = Knightmare::new(board).ok()?;
    let to = |side: Side| {
        let (from, [down, right]) = (game.target(side), offsets[side as usize]);
        let place = |from: u32, by: i64| u32::try_from(i64::from(from) + by).ok();
        Some(Square::new(place(from.row, down)?, place(from.col, right)?))
    };
    case(board, to(Side::First)?, to(Side::Second)?)
}

/// Puts the knights at the same offsets from their targets on smaller boards; and moves one knight or both nearer
/// to their targets, by rows, by columns or both. Each result has a smaller [`size`].
pub(super) fn smaller(from: &Record<Knightmare>) -> Vec<Record<Knightmare>> {
    let (rows, cols) = (from.game().board().rows(), from.game().board().cols());
    let min = *ORIGINAL_SIDES.start();
    let offsets = Side::ALL.map(|side| offset(from, side));
    let mut found: Vec<Record<Knightmare>> = Vec::new();

    // As far as the knights allow, or by two.
    let fits = |rows: u32, cols: u32| placed(rows, cols, offsets).is_some();
    let min_rows = (min..=rows).step_by(2).find(|&rows| fits(rows, cols)).unwrap_or(rows);
    let min_cols = (min..=cols).step_by(2).find(|&cols| fits(rows, cols)).unwrap_or(cols);
    let fewer = |side: u32| (side - 2).max(min);
    for (rows, cols) in [
        (min_rows, min_cols),
        (min_rows, cols),
        (rows, min_cols),
        (fewer(rows), fewer(cols)),
        (fewer(rows), cols),
        (rows, fewer(cols)),
    ] {
        found.extend(placed(rows, cols, offsets));
    }

    let nearer = |place: i64, by: i64| if place.abs() < by { None } else { Some(place - place.signum() * by) };
    for by in (0..9).map(|power| 1 << power) {
        for [down, right] in [[by, by], [by, 0], [0, by]] {
            let pulled = |[row, col]: [i64; 2]| Some([nearer(row, down)?, nearer(col, right)?]);
            let [white, black] = offsets;
            let both = pulled(white).zip(pulled(black)).map(|(white, black)| [white, black]);
            let one = [pulled(white).map(|white| [white, black]), pulled(black).map(|black| [white, black])];
            let each = both.into_iter().chain(one.into_iter().flatten());
            found.extend(each.filter_map(|offsets| placed(rows, cols, offsets)));
        }
    }

    let max = size(from);
    found.retain(|case| size(case) < max);
    found.sort_by_key(size);
    found.dedup();
    found
}
