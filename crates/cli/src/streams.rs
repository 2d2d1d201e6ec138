//! Where input comes from and where output goes.

use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use board_core::report::{Layout, Text, Tone};

use crate::failure::Failure;

/// Where the judge's input is.
pub(crate) enum Source {
    StandardInput,
    File(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("<stdin>"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    /// Reads all of it. A person at a terminal is told what is awaited.
    pub(crate) fn read(&self, program: &str, form: &str) -> anyhow::Result<Vec<u8>> {
        let bytes = match self {
            Self::File(path) => fs::read(path),
            Self::StandardInput => {
                if io::stdin().is_terminal() {
                    // Not to be seen is no reason not to read.
                    let _ = writeln!(io::stderr().lock(), "{program}: awaits {form}, then the end of the input");
                }
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
        };
        bytes.with_context(|| format!("cannot read {self}"))
    }
}

/// Writes all of the output. That the reader went away is no failure: it has seen what it wanted.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("cannot write the output").into())
        }
        _ => Ok(()),
    }
}

/// Lays text out for the terminal, or, where the output is no terminal, for a page of a width that is always the
/// same.
pub(crate) fn layout(all: bool) -> Layout {
    const PAGE: usize = 100;
    let size = terminal_size::terminal_size_of(io::stdout());
    Layout { width: size.map_or(PAGE, |(width, _)| width.0.into()), all }
}

/// Text with colours for the tones; [`print()`] takes them out where they are not wanted.
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
