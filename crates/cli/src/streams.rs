//! Input and output of the commands.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use board_core::printable;
use board_core::problem::{Broken, Layout, Text, Tone};

use crate::failure::Failure;

/// The source of the judge's input.
pub(crate) enum Source {
    StandardInput,
    File {
        path: PathBuf,
        /// A hint to print after its name if it cannot be read.
        hint: &'static str,
    },
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("<stdin>"),
            Self::File { path, .. } => f.write_str(&printable(&path.display().to_string())),
        }
    }
}

impl Source {
    fn say_what_to_type(&self, program: &str, form: &str) {
        if matches!(self, Self::StandardInput) && io::stdin().is_terminal() {
            // If the file cannot be examined, it may still be readable.
            let _ = writeln!(io::stderr().lock(), "{program}: awaits {form}");
        }
    }

    /// Reads the whole input, if it is at most `most` bytes. At a terminal, prints what input is expected.
    pub(crate) fn read(&self, program: &str, form: &str, most: u64) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = match self {
            Self::File { path, .. } => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
            Self::StandardInput => {
                self.say_what_to_type(program, form);
                io::stdin().lock().take(most).read_to_end(&mut bytes)
            }
        };
        read.with_context(|| match self {
            Self::File { hint, .. } => format!("cannot read {self}{hint}"),
            Self::StandardInput => format!("cannot read {self}"),
        })?;
        anyhow::ensure!(
            (bytes.len() as u64) < most,
            "{self}: the input does not fit the memory that may be used (see --memory)"
        );
        Ok(bytes)
    }
}

/// Plays a conversation over the input and standard output.
pub(crate) fn converse(
    source: &Source,
    program: &str,
    form: &str,
    play: impl FnOnce(&mut dyn BufRead, &mut dyn Write) -> Result<(), Broken>,
) -> Result<(), Failure> {
    let mut output = anstream::stdout().lock();
    let played = match source {
        Source::File { path, .. } => {
            let file = File::open(path).with_context(|| format!("cannot read {source}"))?;
            play(&mut BufReader::new(file), &mut output)
        }
        Source::StandardInput => {
            source.say_what_to_type(program, form);
            play(&mut io::stdin().lock(), &mut output)
        }
    };
    played.map_err(|broken| failure(source, broken))
}

/// The failure of a program that cannot answer the input of the source.
pub(crate) fn failure(source: &Source, broken: Broken) -> Failure {
    match broken {
        Broken::Write(error) => cannot_write(error),
        Broken::Halt(halt) => halt.into(),
        Broken::Input(error) => anyhow::anyhow!("{source}:{error}").into(),
        Broken::Read(error) => anyhow::Error::new(error).context(format!("cannot read {source}")).into(),
    }
}

/// Writes text without colours, all at once.
pub(crate) fn write_plain(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)
}

/// The failure of an output that cannot be written. If its reader has closed it, that is not an error.
pub(crate) fn cannot_write(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => anyhow::Error::new(error).context("cannot write the output").into(),
    }
}

/// The output. Text that is buffered but not yet written is lost if the run fails, so that, unless it is long, an
/// answer is written completely or not at all.
#[derive(Default)]
pub(crate) struct Output {
    waiting: String,
}

impl Output {
    const MOST_WAITING: usize = 1 << 20;

    /// Adds text to the output.
    pub(crate) fn put(&mut self, text: &str) -> Result<(), Failure> {
        self.waiting += text;
        if self.waiting.len() >= Self::MOST_WAITING { self.flush() } else { Ok(()) }
    }

    /// Writes the rest.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()
    }

    /// Writes the buffered text.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        out.write_all(self.waiting.as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)?;
        self.waiting.clear();
        Ok(())
    }
}

/// The layout for the terminal or, if the output is not a terminal, a layout of fixed width.
pub(crate) fn layout(all: bool) -> Layout {
    const PAGE: usize = 100;
    let size = terminal_size::terminal_size_of(io::stdout());
    Layout { width: size.map_or(PAGE, |(width, _)| width.0.into()), all }
}

/// Text with colours for the tones; [`Output`] removes them if they are not wanted.
pub(crate) fn coloured(text: &Text) -> String {
    let mut coloured = String::new();
    for (tone, piece) in text.pieces() {
        let style = match tone {
            Tone::Plain => Style::new(),
            Tone::Won => AnsiColor::Green.on_default(),
            Tone::Drawn => AnsiColor::Yellow.on_default(),
            Tone::Lost => AnsiColor::Red.on_default(),
            Tone::Faint => Style::new().dimmed(),
        };
        // Writing to a string does not fail.
        let _ = write!(coloured, "{style}{piece}{style:#}");
    }
    coloured
}

/// Rows of cells as text, the columns aligned on the left.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell: &String| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}
