//! What is said between a judge and a program, line by line.

use board_core::judging::{Finding, Verdict};
use board_core::{Random, judging, printable};

/// A line of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) speaker: Speaker,
    /// Without a line end.
    pub(crate) text: String,
}

/// Who says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Speaker {
    Judge,
    Program,
}

impl Speaker {
    /// What stands before the line.
    fn sign(self) -> &'static str {
        match self {
            Self::Judge => "< ",
            Self::Program => "> ",
        }
    }
}

impl Line {
    /// The line with a sign of who says it, for people and for files.
    pub(crate) fn signed(&self) -> String {
        self.speaker.sign().to_owned() + &printable(&self.text)
    }

    /// The line of a file.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        [Speaker::Judge, Speaker::Program].into_iter().find_map(|speaker| {
            let text = line.strip_prefix(speaker.sign().trim_end())?;
            Some(Self { speaker, text: text.strip_prefix(' ').unwrap_or(text).to_owned() })
        })
    }
}

/// The most bytes of a line: none that is right comes near it.
pub(crate) const LONGEST: usize = 1 << 16;

/// The most bytes of an output that are looked at: blanks are forgiven, but not without end.
pub(crate) fn most_output(right: &str) -> usize {
    const MUCH: usize = 1 << 16;
    MUCH.max(4 * right.len())
}

/// What is said of an output that is longer.
pub(crate) fn flood(most: usize, right: &str) -> Finding {
    let why = format!("it wrote more than {most} bytes, {} are right", right.len());
    Finding { verdict: Verdict::PresentationError, why, details: Vec::new() }
}

/// The text of a line that may have its end.
pub(crate) fn text(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

/// The chances of an opponent: they depend on the seed, the opponent and the input alone, so that a game can be repeated
/// without those before it.
pub(crate) fn chances(seed: u64, opponent: &str, input: &str) -> Random {
    Random::new(Random::new(seed).word() ^ fingerprint(&[opponent, input]))
}

/// A number for texts that is the same everywhere; each is ended by a byte that no text has.
pub(crate) fn fingerprint(texts: &[&str]) -> u64 {
    judging::fingerprint(texts.iter().flat_map(|text| text.bytes().chain([0xff])))
}

/// A conversation as a file holds it.
pub(crate) fn written(lines: &[Line]) -> String {
    lines.iter().map(|line| line.signed() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_is_read_as_it_was_written() {
        let lines =
            [(Speaker::Judge, "6 6"), (Speaker::Program, "BLACK"), (Speaker::Program, ""), (Speaker::Judge, "<")]
                .map(|(speaker, text)| Line { speaker, text: text.to_owned() });
        let text = written(&lines);
        assert_eq!(text, "< 6 6\n> BLACK\n> \n< <\n");
        let read: Option<Vec<Line>> = text.lines().map(Line::parse).collect();
        assert_eq!(read.as_deref(), Some(&lines[..]));
        assert_eq!(Line::parse("<6 6").map(|line| line.text).as_deref(), Some("6 6"));
        assert_eq!(Line::parse("6 6"), None);
    }
}
