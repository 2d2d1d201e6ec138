//! A position as a picture: plain data, which this crate draws as text.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;

use super::text::{Layout, Text, Tone};
use crate::board::{Board, Square};

/// A board with marks on some of its squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The size, which may be far larger than the part that is drawn.
    pub board: Board,
    /// The marks, at most one per square. If the board does not fit, the part around the first mark is drawn, with as
    /// many other marks as fit.
    pub marks: Vec<Mark>,
    /// For boards whose squares are boxes between dots: the lines that are drawn, each between two neighbouring dots.
    /// The dots are the corners of the squares. Here they are given by row and column from 0; in the drawing they are
    /// numbered from 1, row by row.
    pub lines: Option<Vec<[Square; 2]>>,
    /// What the marks mean, if that is not obvious.
    pub legend: Option<String>,
}

/// A mark on a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// A few letters.
    pub text: String,
    /// The tone of the mark.
    pub tone: Tone,
}

impl Picture {
    /// The mark of an empty square.
    const EMPTY: &'static str = ".";
    /// The maximum number of marks outside the drawn part that are listed: a few pieces, but not a map of the board.
    const MAX_LISTED: usize = 8;
    /// The length of a line between two dots.
    const LINE: usize = 3;
    /// The space to the left of the dots.
    const DOTS_MARGIN: &'static str = "    ";

    /// Draws the board.
    pub(crate) fn write(&self, text: &mut Text, layout: &Layout) {
        let (rows, cols) = self.window(layout);
        match &self.lines {
            None => self.write_squares(text, &rows, &cols),
            Some(lines) => self.write_dots(text, lines, &rows, &cols),
        }
        if let Some(legend) = &self.legend {
            text.plain(&format!("\n     {legend}\n"));
        }
        let drawn = u64::from(rows.end - rows.start) * u64::from(cols.end - cols.start);
        if drawn < self.board.squares() {
            let part = format!(
                "rows {} to {} of {}, columns {} to {} of {}",
                u64::from(rows.start) + 1,
                rows.end,
                self.board.rows(),
                u64::from(cols.start) + 1,
                cols.end,
                self.board.cols()
            );
            text.plain(&format!("\n     {part}{}", layout.hint));
            let outside: Vec<&Mark> = self
                .marks
                .iter()
                .filter(|mark| !rows.contains(&mark.square.row) || !cols.contains(&mark.square.col))
                .collect();
            if outside.len() <= Self::MAX_LISTED {
                for mark in outside {
                    text.plain(&format!("; {} on {}", mark.text, mark.square));
                }
            }
            text.plain("\n");
        }
    }

    /// Draws squares, with rows and columns numbered from 1.
    fn write_squares(&self, text: &mut Text, rows: &Range<u32>, cols: &Range<u32>) {
        let margin = digits(rows.end.into()).max(3);
        let cell = self.mark_width().max(digits(cols.end.into()));
        let marks = self.marks_by_square();
        text.push(Tone::Faint, format!("{:margin$} ", ""));
        for col in cols.clone() {
            text.push(Tone::Faint, format!(" {:>cell$}", u64::from(col) + 1));
        }
        text.plain("\n");
        for row in rows.clone() {
            text.push(Tone::Faint, format!("{:>margin$} ", u64::from(row) + 1));
            for col in cols.clone() {
                match marks.get(&Square::new(row, col)) {
                    Some(mark) => text.push(mark.tone, format!(" {:>cell$}", mark.text)),
                    None => text.push(Tone::Faint, format!(" {:>cell$}", Self::EMPTY)),
                }
            }
            text.plain("\n");
        }
    }

    /// Draws numbered dots, the lines between them, and the marks in the boxes.
    fn write_dots(&self, text: &mut Text, lines: &[[Square; 2]], rows: &Range<u32>, cols: &Range<u32>) {
        let marks = self.marks_by_square();
        let lines: HashSet<[Square; 2]> = lines.iter().map(|&[one, other]| [one.min(other), one.max(other)]).collect();
        let is_drawn = |one: Square, other: Square| lines.contains(&[one, other]);
        let width = digits(self.dots());
        let gap = Self::LINE + width;
        for row in rows.start..=rows.end {
            text.plain(Self::DOTS_MARGIN);
            for col in cols.start..=cols.end {
                let here = Square::new(row, col);
                let number = (u64::from(row) * (u64::from(self.board.cols()) + 1) + u64::from(col) + 1).to_string();
                if col == cols.start {
                    text.push(Tone::Faint, format!("{number:>width$}"));
                } else {
                    let line = if is_drawn(Square::new(row, col - 1), here) { "-" } else { " " };
                    text.plain(&line.repeat(gap - number.len()));
                    text.push(Tone::Faint, number);
                }
            }
            text.plain("\n");
            if row == rows.end {
                break;
            }
            // The vertical lines are below the last digits of the dots, and the marks halfway between them.
            let mut below = format!("{}{:>width$}", Self::DOTS_MARGIN, "");
            below.pop();
            for col in cols.start..=cols.end {
                below += if is_drawn(Square::new(row, col), Square::new(row + 1, col)) { "|" } else { " " };
                if col < cols.end {
                    let mark = marks.get(&Square::new(row, col)).map_or("", |mark| &mark.text);
                    // Writing to a string does not fail.
                    let _ = write!(below, "{mark:^inner$}", inner = gap - 1);
                }
            }
            text.plain(below.trim_end());
            text.plain("\n");
        }
    }

    fn mark_width(&self) -> usize {
        self.marks.iter().map(|mark| mark.text.chars().count()).max().unwrap_or(1)
    }

    fn marks_by_square(&self) -> HashMap<Square, &Mark> {
        self.marks.iter().map(|mark| (mark.square, mark)).collect()
    }

    /// The number of dots around the squares.
    fn dots(&self) -> u64 {
        (u64::from(self.board.rows()) + 1) * (u64::from(self.board.cols()) + 1)
    }

    /// The rows and columns to draw.
    fn window(&self, layout: &Layout) -> (Range<u32>, Range<u32>) {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let (fit_rows, fit_cols) = if layout.all {
            (Layout::MAX_DRAWN_SIDE, Layout::MAX_DRAWN_SIDE)
        } else {
            let (cell, margin) = if self.lines.is_some() {
                // The last dot is as wide as a box without its line.
                let width = digits(self.dots());
                (Self::LINE + width, Self::DOTS_MARGIN.len() + width)
            } else {
                // A cell is as wide as the longest mark or column number, the margin as the longest row number.
                (self.mark_width().max(digits(cols.into())) + 1, digits(rows.into()).max(3) + 1)
            };
            let fit = layout.board_width.saturating_sub(margin) / cell;
            (Layout::MAX_ROWS, u32::try_from(fit).unwrap_or(u32::MAX).min(Layout::MAX_DRAWN_SIDE))
        };
        let along =
            |side: u32, fit: u32, at: fn(&Mark) -> u32| window(side, fit.clamp(1, side), self.marks.iter().map(at));
        (along(rows, fit_rows, |mark| mark.square.row), along(cols, fit_cols, |mark| mark.square.col))
    }
}

fn digits(number: u64) -> usize {
    number.to_string().len()
}

/// Returns `fit` consecutive numbers below `side` that contain the first of `wanted`, and as many of the others, in
/// their order, as fit.
fn window(side: u32, fit: u32, wanted: impl Iterator<Item = u32>) -> Range<u32> {
    let mut span: Option<(u32, u32)> = None;
    for at in wanted {
        let (low, high) = span.map_or((at, at), |(low, high)| (low.min(at), high.max(at)));
        if high - low >= fit {
            break;
        }
        span = Some((low, high));
    }
    let (low, high) = span.unwrap_or((0, 0));
    let spare = fit - 1 - (high - low);
    let start = low.saturating_sub(spare / 2).min(side - fit);
    start..start + fit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_contain_the_marks_and_stay_on_the_board() {
        assert_eq!(window(10, 10, [3].into_iter()), 0..10);
        assert_eq!(window(100, 5, [50].into_iter()), 48..53);
        assert_eq!(window(100, 5, [50, 53].into_iter()), 50..55);
        assert_eq!(window(100, 5, [50, 60].into_iter()), 48..53);
        assert_eq!(window(100, 5, [0].into_iter()), 0..5);
        assert_eq!(window(100, 5, [99].into_iter()), 95..100);
        assert_eq!(window(u32::MAX, 5, [u32::MAX - 1].into_iter()), u32::MAX - 5..u32::MAX);
        assert_eq!(window(7, 3, std::iter::empty()), 0..3);
    }

    #[test]
    fn marks_outside_the_drawn_part_are_listed_if_there_are_few() {
        let board = Board::new(1, 90).expect("in range");
        let mark = |square| Mark { square, text: "x".to_owned(), tone: Tone::Plain };
        let last_line = |squares: &[Square]| {
            let marks = squares.iter().copied().map(mark).collect();
            let mut text = Text::default();
            Picture { board, marks, lines: None, legend: None }.write(&mut text, &Layout::new(34));
            text.to_string().lines().last().map(str::to_owned)
        };
        let part = "     rows 1 to 1 of 1, columns 1 to 10 of 90";
        let ends = [Square::new(0, 0), Square::new(0, 89)];
        assert_eq!(last_line(&ends), Some(format!("{part}; x on 1,90")));
        let all: Vec<Square> = board.iter().collect();
        assert_eq!(last_line(&all), Some(part.to_owned()));
    }
}
