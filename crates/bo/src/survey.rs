//! Whole boards: counts, and numbers that can be compared with published ones.

use std::fmt::Write;

use board_core::problem::List;
use board_core::{Board, Control, Halt, Progress};

use crate::closed_form::{WinDrawLoss, win_draw_loss};
use crate::{BoProblem, Distance, GrundyTable, Piece, grundy_value};

/// The boards of 1 to so many rows and 1 to so many columns, by result.
pub(crate) fn counts(_problem: &BoProblem, board: Board, control: &Control<'_>) -> Result<Vec<String>, Halt> {
    let mut counts = [[0_u64; 3]; Piece::ALL.len()];
    for down in 0..board.rows() {
        control.report(rows_done(board, down))?;
        for distance in row(board, down) {
            for (piece, counts) in Piece::ALL.into_iter().zip(&mut counts) {
                counts[match win_draw_loss(piece, &distance) {
                    WinDrawLoss::Win => 0,
                    WinDrawLoss::Loss => 1,
                    WinDrawLoss::Draw => 2,
                }] += 1;
            }
        }
    }
    let cells = counts.iter().map(|[won, lost, drawn]| format!("{won}/{lost}/{drawn}"));
    Ok([board.squares().to_string()].into_iter().chain(cells).collect())
}

/// What can be listed.
pub(crate) fn lists() -> Vec<List<BoProblem>> {
    const GRUNDY: &str =
        "Grundy values, a line for each distance down, from 0, in it one for each distance to the right";
    const COLD: &str = "the distances down and right, from 0, at which the player to move has lost, a line each";
    let list = |name, about, lines| List { name, about, lines };
    vec![
        list("grundy-king", GRUNDY, |_, board, control| grundy(Piece::King, board, control)),
        list("grundy-rook", GRUNDY, |_, board, control| grundy(Piece::Rook, board, control)),
        list("grundy-knight", GRUNDY, |_, board, control| grundy(Piece::Knight, board, control)),
        list("grundy-queen", GRUNDY, |_, board, control| grundy(Piece::Queen, board, control)),
        list("cold-king", COLD, |_, board, control| cold(Piece::King, board, control)),
        list("cold-rook", COLD, |_, board, control| cold(Piece::Rook, board, control)),
        list("cold-knight", COLD, |_, board, control| cold(Piece::Knight, board, control)),
        list("cold-queen", COLD, |_, board, control| cold(Piece::Queen, board, control)),
    ]
}

/// The Grundy values under normal play at all distances less than the rows and columns of the board.
fn grundy(piece: Piece, board: Board, control: &Control<'_>) -> Result<String, Halt> {
    let table = match piece {
        Piece::Queen => Some(GrundyTable::new(piece, board, control)?),
        Piece::King | Piece::Rook | Piece::Knight => None,
    };
    let value = |distance| match &table {
        Some(table) => table.value(distance).map(u64::from),
        None => grundy_value(piece, distance),
    };
    lines(board, control, |line, row| {
        for value in row.filter_map(value) {
            let blank = if line.is_empty() { "" } else { " " };
            // Writing to a string does not fail.
            let _ = write!(line, "{blank}{value}");
        }
        line.push('\n');
    })
}

/// The lost squares at distances less than the rows and columns of the board, row by row.
fn cold(piece: Piece, board: Board, control: &Control<'_>) -> Result<String, Halt> {
    lines(board, control, |lines, row| {
        for distance in row.filter(|distance| win_draw_loss(piece, distance) == WinDrawLoss::Loss) {
            // Writing to a string does not fail.
            let _ = writeln!(lines, "{} {}", distance.down, distance.right);
        }
    })
}

/// What `write` makes of the distances of each row.
fn lines(
    board: Board,
    control: &Control<'_>,
    write: impl Fn(&mut String, &mut dyn Iterator<Item = Distance>),
) -> Result<String, Halt> {
    let mut text = String::new();
    let mut part = String::new();
    for down in 0..board.rows() {
        control.report(rows_done(board, down))?;
        part.clear();
        write(&mut part, &mut row(board, down));
        // A string grows to up to twice its length.
        control.allow(format!("a list of {}", board.title()), 2 * (text.len() + part.len()) as u64)?;
        text += &part;
    }
    Ok(text)
}

fn row(board: Board, down: u32) -> impl Iterator<Item = Distance> {
    (0..board.cols()).map(move |right| Distance { down: down.into(), right: right.into() })
}

fn rows_done(board: Board, rows: u32) -> Progress<'static> {
    Progress::new("rows", rows.into()).of(u64::from(board.rows()))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    /// The numbers in the lines of a list.
    fn listed(name: &str, rows: u32, cols: u32) -> Vec<Vec<u64>> {
        let list = lists().into_iter().find(|list| list.name == name).expect("there is one");
        let board = Board::new(rows, cols).expect("in range");
        let text = (list.lines)(&BoProblem::default(), board, &Control::new()).expect("small");
        let numbers = |line: &str| line.split(' ').map(|word| word.parse().expect("a number")).collect();
        text.lines().map(numbers).collect()
    }

    #[test]
    fn published_grundy_values() {
        let queen = listed("grundy-queen", 20, 20);
        // OEIS A317205: the rows of the triangle.
        let triangle: [&[u64]; 7] =
            [&[0], &[1, 2], &[2, 0, 1], &[3, 4, 5, 6], &[4, 5, 3, 2, 7], &[5, 3, 4, 0, 6, 8], &[6, 7, 8, 1, 9, 10, 3]];
        for (line, wanted) in queen.iter().zip(triangle) {
            assert_eq!(line[..wanted.len()], *wanted);
        }
        // OEIS A047708: the diagonal.
        let diagonal: Vec<u64> = queen.iter().enumerate().map(|(place, line)| line[place]).collect();
        assert_eq!(diagonal, [0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15, 10, 9, 11, 20, 13, 21, 12, 25]);

        let king = [[0, 1, 0, 1, 0, 1], [1, 2, 3, 2, 3, 2], [0, 3, 0, 1, 0, 1], [1, 2, 1, 2, 3, 2], [0, 3, 0, 3, 0, 1]];
        assert_eq!(listed("grundy-king", 5, 6), king);
        let knight = [
            [0, 0, 0, 0, 0, 0],
            [0, 0, 1, 1, 1, 1],
            [0, 1, 1, 1, 2, 2],
            [0, 1, 1, 0, 0, 0],
            [0, 1, 2, 0, 0, 1],
            [0, 1, 2, 0, 1, 1],
        ];
        assert_eq!(listed("grundy-knight", 6, 6), knight);
        let rook: Vec<Vec<u64>> = (0..9).map(|down| (0..7).map(|right| down ^ right).collect()).collect();
        assert_eq!(listed("grundy-rook", 9, 7), rook);
    }

    #[test]
    fn lost_squares_and_how_many_there_are() {
        // Wythoff's pairs by his own rule: the next starts with the least number that no pair has yet.
        let mut pairs: Vec<[u64; 2]> = vec![[0, 0]];
        while pairs.len() < 40 {
            let least = (1..100).find(|number| pairs.iter().all(|pair| !pair.contains(number))).expect("there is one");
            pairs.push([least, least + pairs.len() as u64]);
        }
        let mut wanted: Vec<[u64; 2]> = pairs.iter().flat_map(|&[low, high]| [[low, high], [high, low]]).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|&[down, right]| down < 40 && right < 60);
        assert_eq!(listed("cold-queen", 40, 60), wanted);

        // As many as the table counts, in 1..=1000 squared.
        for (name, count) in [("king", 250_000), ("rook", 1000), ("knight", 334), ("queen", 763)] {
            let squares = listed(&format!("cold-{name}"), 1000, 1000);
            assert_eq!(squares.len(), count, "{name}");
            assert!(squares.is_sorted());
        }
    }

    #[test]
    fn lists_keep_their_memory_and_stop() {
        let board = Board::new(2000, 2000).expect("in range");
        for list in lists() {
            let little = Control::new().with_memory(64_000);
            // The knight and the rook have few lost squares.
            let fits = ["cold-knight", "cold-rook", "cold-queen"].contains(&list.name);
            let lines = (list.lines)(&BoProblem::default(), board, &little);
            assert_eq!(matches!(lines, Err(Halt::TooLarge { .. })), !fits, "{}", list.name);
            let stop = |_: &Progress<'_>| ControlFlow::Break(());
            let lines = (list.lines)(&BoProblem::default(), board, &Control::new().with_progress(&stop));
            assert_eq!(lines, Err(Halt::Stopped), "{}", list.name);
        }
    }
}
