//! Tables and lists of whole boards, which can be compared with published ones.

use std::fmt::Write;
use std::time::Duration;

use board_core::problem::{Column, Content, Survey, SurveyError};
use board_core::{Board, Control, Progress};

use crate::closed_form::{WinDrawLoss, win_draw_loss};
use crate::grundy::{GrundyTable, grundy_value};
use crate::problem::BoProblem;
use crate::rules::{Distance, Piece};

/// All tables and lists; the first is the default.
pub(crate) fn surveys() -> Vec<Survey<BoProblem>> {
    const GRUNDY: &str = "Grundy values: one line per distance down, one number per distance to the right, both from 0";
    const COLD: &str = "lost squares: the distances down and right, from 0, one square per line";
    const RESULTS: &[Column] = &[
        Column { heading: "boards", width: 7 },
        Column { heading: "king B/G/D", width: 16 },
        Column { heading: "rook B/G/D", width: 16 },
        Column { heading: "knight B/G/D", width: 16 },
        Column { heading: "queen B/G/D", width: 16 },
    ];
    let list = |name, about, lines| Survey { name, about, check, content: Content::Lines(lines) };
    vec![
        Survey {
            name: "results",
            about: "Count the boards up to a size that B wins, that G wins and that are drawn",
            check,
            content: Content::Row { columns: RESULTS, row: results },
        },
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

/// Checks that work on all squares of a board is within the time limit. Its memory is checked as it is needed.
fn check(_problem: &BoProblem, board: Board, control: &Control<'_>) -> Result<(), SurveyError> {
    const SQUARES_PER_SECOND: u64 = 20_000_000;
    Ok(control.expect_time(board.title(), Duration::from_secs(board.squares() / SQUARES_PER_SECOND))?)
}

/// Counts the boards of up to this many rows and columns by their results.
fn results(_problem: &BoProblem, board: Board, control: &Control<'_>) -> Result<Vec<String>, SurveyError> {
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

/// Lists the Grundy values under normal play at all distances less than the rows and columns of the board.
fn grundy(piece: Piece, board: Board, control: &Control<'_>) -> Result<String, SurveyError> {
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
            let space = if line.is_empty() { "" } else { " " };
            // Writing to a string does not fail.
            let _ = write!(line, "{space}{value}");
        }
        line.push('\n');
    })
}

/// Lists the lost squares at distances less than the rows and columns of the board, row by row.
fn cold(piece: Piece, board: Board, control: &Control<'_>) -> Result<String, SurveyError> {
    lines(board, control, |lines, row| {
        for distance in row.filter(|distance| win_draw_loss(piece, distance) == WinDrawLoss::Loss) {
            // Writing to a string does not fail.
            let _ = writeln!(lines, "{} {}", distance.down, distance.right);
        }
    })
}

/// Joins the texts that `write` produces for the distances of each row.
fn lines(
    board: Board,
    control: &Control<'_>,
    write: impl Fn(&mut String, &mut dyn Iterator<Item = Distance>),
) -> Result<String, SurveyError> {
    let mut text = String::new();
    let mut part = String::new();
    for down in 0..board.rows() {
        control.report(rows_done(board, down))?;
        part.clear();
        write(&mut part, &mut row(board, down));
        // A string grows to up to twice its length.
        control.reserve(format!("a list of {}", board.title()), 2 * (text.len() + part.len()) as u64)?;
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

    use board_core::Halt;
    use board_core::problem::SurveyOf;

    use super::*;

    /// The lists, with their names.
    fn lists() -> Vec<(&'static str, SurveyOf<BoProblem, String>)> {
        let of_lines = |survey: Survey<BoProblem>| match survey.content {
            Content::Lines(lines) => Some((survey.name, lines)),
            Content::Row { .. } => None,
        };
        surveys().into_iter().filter_map(of_lines).collect()
    }

    /// The numbers in the lines of a list.
    fn listed(name: &str, rows: u32, cols: u32) -> Vec<Vec<u64>> {
        let (_, lines) = lists().into_iter().find(|(other, _)| *other == name).expect("a list of this name");
        let board = Board::new(rows, cols).expect("in range");
        let text = lines(&BoProblem::default(), board, &Control::new()).expect("small");
        let numbers = |line: &str| line.split(' ').map(|word| word.parse().expect("a number")).collect();
        text.lines().map(numbers).collect()
    }

    #[test]
    fn published_grundy_values() {
        let queen = listed("grundy-queen", 20, 20);
        // OEIS A317205: the rows of the triangle.
        let triangle: [&[u64]; 7] =
            [&[0], &[1, 2], &[2, 0, 1], &[3, 4, 5, 6], &[4, 5, 3, 2, 7], &[5, 3, 4, 0, 6, 8], &[6, 7, 8, 1, 9, 10, 3]];
        for (line, expected) in queen.iter().zip(triangle) {
            assert_eq!(line[..expected.len()], *expected);
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
    fn the_default_survey_is_the_table_of_results() {
        let survey = surveys().swap_remove(0);
        let Content::Row { columns, row } = survey.content else { panic!("{} is not a table", survey.name) };
        let board = Board::new(3, 40).expect("in range");
        let cells = row(&BoProblem::default(), board, &Control::new()).expect("small");
        assert_eq!(cells, ["120", "80/40/0", "117/3/0", "2/1/117", "117/3/0"]);
        assert_eq!(columns.len(), cells.len());
    }

    #[test]
    fn lost_squares_and_their_counts() {
        // Wythoff pairs by the greedy rule: each starts with the least number that is in no pair yet.
        let mut pairs: Vec<[u64; 2]> = vec![[0, 0]];
        while pairs.len() < 40 {
            let least = (1..100)
                .find(|number| pairs.iter().all(|pair| !pair.contains(number)))
                .expect("the numbers go far enough");
            pairs.push([least, least + pairs.len() as u64]);
        }
        let mut expected: Vec<[u64; 2]> = pairs.iter().flat_map(|&[low, high]| [[low, high], [high, low]]).collect();
        expected.sort_unstable();
        expected.dedup();
        expected.retain(|&[down, right]| down < 40 && right < 60);
        assert_eq!(listed("cold-queen", 40, 60), expected);

        // As many as on all boards of up to 1000 x 1000.
        for (name, count) in [("king", 250_000), ("rook", 1000), ("knight", 334), ("queen", 763)] {
            let squares = listed(&format!("cold-{name}"), 1000, 1000);
            assert_eq!(squares.len(), count, "{name}");
            assert!(squares.is_sorted());
        }
    }

    #[test]
    fn lists_respect_the_memory_limit_and_stop() {
        let board = Board::new(2000, 2000).expect("in range");
        assert_eq!(lists().len(), 8);
        for (name, list) in lists() {
            let little = Control::new().with_memory(64_000);
            // The knight and the rook have few lost squares.
            let fits = ["cold-knight", "cold-rook", "cold-queen"].contains(&name);
            let lines = list(&BoProblem::default(), board, &little);
            let is_too_large = matches!(lines, Err(SurveyError::Halt(Halt::TooLarge { .. })));
            assert_eq!(is_too_large, !fits, "{name}");
            let stop = |_: &Progress<'_>| ControlFlow::Break(());
            let lines = list(&BoProblem::default(), board, &Control::new().with_progress(&stop));
            assert_eq!(lines, Err(SurveyError::Halt(Halt::Stopped)), "{name}");
        }
    }
}
