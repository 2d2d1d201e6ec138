//! Conversations between a judge and a program, and their notation in files.

use board_core::printable;

/// A line of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The writer of the line.
    pub speaker: Speaker,
    /// Its text, without a line end.
    pub text: String,
}

/// The writer of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// The judge, marked `< ` in files, since the program reads the line.
    Judge,
    /// The program, marked `> ` in files.
    Program,
}

impl Speaker {
    /// The mark before the line.
    const fn mark(self) -> &'static str {
        match self {
            Self::Judge => "< ",
            Self::Program => "> ",
        }
    }
}

impl Line {
    /// Returns the line with the mark of its speaker, for reports and files.
    #[must_use]
    pub fn marked(&self) -> String {
        self.speaker.mark().to_owned() + &printable(&self.text)
    }

    /// Parses a line of a file; `None` if it has no mark.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        [Speaker::Judge, Speaker::Program].into_iter().find_map(|speaker| {
            let text = line.strip_prefix(speaker.mark().trim_end())?;
            Some(Self { speaker, text: text.strip_prefix(' ').unwrap_or(text).to_owned() })
        })
    }
}

/// Returns a conversation as the text of a file.
#[must_use]
pub fn file_of(lines: &[Line]) -> String {
    lines.iter().map(|line| line.marked() + "\n").collect()
}

/// The text of a line, without its line end if it has one.
#[must_use]
pub fn text_of(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_conversation_reads_back_unchanged() {
        let lines =
            [(Speaker::Judge, "6 6"), (Speaker::Program, "BLACK"), (Speaker::Program, ""), (Speaker::Judge, "<")]
                .map(|(speaker, text)| Line { speaker, text: text.to_owned() });
        let text = file_of(&lines);
        assert_eq!(text, "< 6 6\n> BLACK\n> \n< <\n");
        let read: Option<Vec<Line>> = text.lines().map(Line::parse).collect();
        assert_eq!(read.as_deref(), Some(&lines[..]));
        assert_eq!(Line::parse("<6 6").map(|line| line.text).as_deref(), Some("6 6"));
        assert_eq!(Line::parse("6 6"), None);
    }

    #[test]
    fn line_ends_are_removed() {
        for line in [&b"3 4"[..], b"3 4\n", b"3 4\r\n"] {
            assert_eq!(text_of(line), "3 4");
        }
    }
}
