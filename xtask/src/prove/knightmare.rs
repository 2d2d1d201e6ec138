//! Knightmare: the closed form of winner and plies, and the table of thin boards.

use anyhow::ensure;
use board_core::{Board, Control, Oracle, Outcome, Retrograde, Side, Solve, Square, analysis};
use knightmare::{Knightmare, Position, Solver, Table};

use super::part::{Part, Run};

pub(super) const PARTS: &[&Part] = &[
    &Part {
        name: "knightmare-reference",
        claim: "knightmare: the closed form against retrograde analysis, all boards up to 24 x 24, 6 x 40 and 40 x 6, either to move",
        takes: "two minutes",
        only_named: false,
        check: reference,
    },
    &Part {
        name: "knightmare-moves",
        claim: "knightmare: the closed form against the rules one move ahead, all boards up to 32 x 32 and some longer ones, either to move",
        takes: "a minute",
        only_named: false,
        check: moves,
    },
    &Part {
        name: "knightmare-thin",
        claim: "knightmare: the table against retrograde analysis, all boards up to 12 x 12, and up to 40 with a side of 2 or 4, either to move",
        takes: "a few seconds",
        only_named: false,
        check: thin,
    },
];

/// The boards with even sides from `min` to `max`.
fn even_boards(min: u32, max: u32) -> impl Iterator<Item = (u32, u32)> {
    super::part::boards(min / 2, max / 2).map(|(rows, cols)| (2 * rows, 2 * cols))
}

/// The positions with white on a square and either side to move, including those in which the game has ended.
fn positions_with(game: Knightmare, white: Square) -> impl Iterator<Item = Position> {
    let at = move |black| Side::ALL.into_iter().filter_map(move |side| game.position(white, black, side).ok());
    game.board().iter().flat_map(at)
}

/// Checks every position of some boards. `check` returns the check for the positions of a board.
fn positions<C: Fn(&Position) -> bool>(
    run: &Run,
    boards: impl Iterator<Item = (u32, u32)>,
    check: impl Fn(Knightmare) -> anyhow::Result<C> + Sync,
) -> anyhow::Result<()> {
    let boards: Vec<(u32, u32)> = boards.collect();
    let count = |&(rows, cols): &(u32, u32)| u64::from(rows * cols) * 2 * (u64::from(rows * cols) - 1);
    run.expect(boards.iter().map(count).sum());
    run.for_each_board(boards, |board: Board| {
        let game = Knightmare::new(board)?;
        let check = check(game)?;
        for white in board.iter() {
            let mut compared = 0;
            for at in positions_with(game, white) {
                ensure!(check(&at), "the value of {at:?} is wrong");
                compared += 1;
            }
            run.compared(compared);
        }
        Ok(())
    })
}

/// The solver of a board that is not thin, which is the closed form.
fn closed_form(game: &Knightmare) -> anyhow::Result<Solver> {
    ensure!(Solver::memory_needed(game) == 0, "{} is solved by a table", game.board());
    Ok(Solver::new(game, &[], &Control::new())?)
}

/// The reference solver for every position.
fn reference_of(game: &Knightmare) -> anyhow::Result<Retrograde<Knightmare>> {
    let positions: Vec<Position> = game.board().iter().flat_map(|white| positions_with(*game, white)).collect();
    Ok(Retrograde::new(game, &positions, &Control::new())?)
}

fn reference(run: &Run) -> anyhow::Result<()> {
    positions(run, even_boards(6, 24).chain([(6, 40), (40, 6)]), |game| {
        let (solver, reference) = (closed_form(&game)?, reference_of(&game)?);
        Ok(move |at: &Position| solver.value(at) == reference.value(at))
    })
}

/// If values count plies, follow from the values one move ahead, and are never draws, they are right: those of no plies
/// are right, so those of one ply are, and so on.
fn moves(run: &Run) -> anyhow::Result<()> {
    let longer = [(6, 150), (150, 6), (8, 120), (120, 8), (10, 90), (90, 10)];
    positions(run, even_boards(6, 32).chain(longer), |game| {
        let solver = closed_form(&game)?;
        Ok(move |at: &Position| solver.value(at) != Outcome::Draw && analysis::is_consistent(&game, &solver, at))
    })
}

fn thin(run: &Run) -> anyhow::Result<()> {
    let thin = (2..=20).flat_map(|half| [2, 4].map(|side| (side, 2 * half)));
    let thin = thin.flat_map(|(rows, cols)| [(rows, cols), (cols, rows)]).filter(|&(rows, cols)| rows.max(cols) > 12);
    positions(run, even_boards(2, 12).chain(thin), |game| {
        let (table, reference) = (Table::new(&game, &[], &Control::new())?, reference_of(&game)?);
        Ok(move |at: &Position| table.value(at) == reference.value(at))
    })
}
