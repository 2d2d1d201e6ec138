//! A report as text.

use super::report::{Caps, Report, ReportedPly};
use super::text::{Layout, Text, Tone};
use crate::game::{Margin, Outcome, ValueKind};
use crate::text::{counted, grouped, signed};

/// The number of spaces before text without a label.
const INDENT: usize = 8;

impl Report {
    /// Returns the report as text.
    #[must_use]
    pub fn text(&self, layout: &Layout) -> Text {
        let mut text = Text::default();
        let mover = self.sides[self.to_move as usize];
        text.plain(&format!("{}, {}, {mover} to move\n\n", self.game, self.title));
        if let Some(picture) = &self.picture {
            picture.write(&mut text, layout);
            text.plain("\n");
        }
        text.plain("value   ");
        text.push(tone(self.value), self.value_phrase(mover));
        text.plain("\n");
        self.write_moves(&mut text, layout.hint);
        self.write_line(&mut text, layout);
        for (label, note) in &self.notes {
            text.plain(&format!("{label:INDENT$}"));
            write_wrapped(&mut text, layout.width, note.split("  "));
        }
        text.plain(&format!("known   {}\n", self.method));
        text
    }

    fn value_phrase(&self, mover: &str) -> String {
        match self.value {
            ValueKind::Outcome(Outcome::Win(0)) => format!("{mover} has won"),
            ValueKind::Outcome(Outcome::Loss(0)) => format!("{mover} has lost"),
            ValueKind::Outcome(Outcome::Draw) => "drawn".to_owned(),
            value @ ValueKind::Outcome(_) => format!("{mover} {value}"),
            ValueKind::Margin(Margin(points)) => {
                let other = self.sides[self.to_move.other() as usize];
                let mine = signed(self.final_score[self.to_move as usize], "");
                let theirs = signed(self.final_score[self.to_move.other() as usize], "");
                let compared = match points {
                    0 => format!("{mover} gains as many points as {other}"),
                    1.. => format!("{mover} gains {} more than {other}", counted(points.unsigned_abs(), "point")),
                    _ => format!("{mover} gains {} less than {other}", counted(points.unsigned_abs(), "point")),
                };
                if self.score == [0; 2] {
                    format!("{compared} ({mine} to {theirs})")
                } else {
                    format!("{compared} from here on ({mine} to {theirs} in total)")
                }
            }
        }
    }

    fn write_moves(&self, text: &mut Text, hint: &str) {
        let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let move_width = width(&mut self.moves.iter().map(|listed| listed.text.chars().count()));
        let value_width = width(&mut self.moves.iter().map(|listed| listed.value.to_string().chars().count()));
        text.plain("moves   ");
        if self.moves_total == 0 {
            text.plain("none, the game is over\n");
        }
        for (number, listed) in self.moves.iter().enumerate() {
            if number > 0 {
                text.plain(&" ".repeat(INDENT));
            }
            text.plain(&format!("{:move_width$}   ", listed.text));
            let phrase = listed.value.to_string();
            if listed.optimal {
                text.push(tone(listed.value), format!("{phrase:value_width$}   best"));
            } else {
                text.push(tone(listed.value), phrase);
            }
            text.plain("\n");
        }
        let more = self.moves_total.saturating_sub(self.moves.len() as u128);
        if more > 0 {
            let plural = if more == 1 { "" } else { "s" };
            let indent = if self.moves.is_empty() { String::new() } else { " ".repeat(INDENT) };
            // Beyond this, the option in the hint does not show everything either.
            let hint = if self.moves_total <= Caps::ALL.moves as u128 { hint } else { "" };
            text.plain(&format!("{indent}… and {} more move{plural}{hint}\n", grouped(more)));
        }
    }

    fn write_line(&self, text: &mut Text, layout: &Layout) {
        let mut words: Vec<String> = self.line.iter().map(|ply| self.ply_text(ply)).collect();
        match self.line_total {
            Some(0) => words.push("none, the game is over".to_owned()),
            Some(total) if total > self.line.len() as u64 => {
                let hint = if total <= Caps::ALL.line as u64 { layout.hint } else { "" };
                words.push(format!("… {} in all{hint}", counted(total, "ply")));
            }
            Some(_) => {}
            None => words.push("… and so on".to_owned()),
        }
        text.plain("line    ");
        write_wrapped(text, layout.width, words.iter().map(String::as_str));
    }

    fn ply_text(&self, ply: &ReportedPly) -> String {
        let letter = self.letters[ply.side as usize];
        let takes = if ply.captures { " x" } else { "" };
        let gain = if ply.gain == 0 { String::new() } else { format!(" {}", signed(ply.gain, "+")) };
        format!("{letter}{takes} {}{gain}", ply.text)
    }
}

/// Writes words after a label, with two spaces between them, and wraps lines that do not fit.
fn write_wrapped<'a>(text: &mut Text, width: usize, words: impl Iterator<Item = &'a str>) {
    let mut column = INDENT;
    for (number, word) in words.enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 2 + length > width {
            text.plain(&format!("\n{}", " ".repeat(INDENT)));
            column = INDENT;
        } else if number > 0 {
            text.plain("  ");
            column += 2;
        }
        text.plain(word);
        column += length;
    }
    text.plain("\n");
}

fn tone(value: ValueKind) -> Tone {
    match value {
        ValueKind::Outcome(Outcome::Win(_)) | ValueKind::Margin(Margin(1..)) => Tone::Won,
        ValueKind::Outcome(Outcome::Draw) | ValueKind::Margin(Margin(0)) => Tone::Drawn,
        ValueKind::Outcome(Outcome::Loss(_)) | ValueKind::Margin(_) => Tone::Lost,
    }
}
