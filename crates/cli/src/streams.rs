//! Input and output of the commands.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use board_core::problem::{Broken, Layout, Text, Tone};
use board_core::{InputError, Problem, printable};

use crate::failure::Failure;

/// The source of the judge's input.
pub(crate) enum Source {
    StandardInput,
    File(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("<stdin>"),
            Self::File(path) => f.write_str(&printable(&path.display().to_string())),
        }
    }
}

impl Source {
    /// Whether the input is typed on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::StandardInput) && io::stdin().is_terminal()
    }

    /// Reads the whole input, if it is less than `limit` bytes.
    pub(crate) fn read(&self, limit: u64) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = self.open().and_then(|reader| reader.take(limit).read_to_end(&mut bytes));
        read.with_context(|| self.cannot_read())?;
        anyhow::ensure!(
            (bytes.len() as u64) < limit,
            "{self}: the input is larger than the memory limit (raise it with --memory)"
        );
        Ok(bytes)
    }

    /// Reads the input piece by piece, and calls `resume` after each piece. On a terminal, first prints what to type.
    pub(crate) fn with_reader<P: Problem>(
        &self,
        resume: &dyn Fn(),
        use_it: impl FnOnce(&mut dyn BufRead) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.hint::<P>();
        let reader = self.open().with_context(|| self.cannot_read())?;
        use_it(&mut BufReader::new(Resuming { reader, resume }))
    }

    /// On a terminal, prints what to type.
    pub(crate) fn hint<P: Problem>(&self) {
        if self.is_terminal() {
            // If this cannot be written, the input can still be read.
            let _ = write!(io::stderr().lock(), "{}", what_to_type::<P>());
        }
    }

    fn open(&self) -> io::Result<Box<dyn Read>> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::StandardInput => Box::new(io::stdin().lock()),
        })
    }

    fn cannot_read(&self) -> String {
        format!("cannot read {self}")
    }
}

/// A reader that calls a function after each read.
struct Resuming<'a> {
    reader: Box<dyn Read>,
    resume: &'a dyn Fn(),
}

impl Read for Resuming<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer);
        (self.resume)();
        read
    }
}

/// The hint for users who start a program without an input.
fn what_to_type<P: Problem>() -> String {
    let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
    let example = P::EXAMPLE.replace('\n', "\n           ");
    format!(
        "{}: type positions and press Enter after each; {end} ends the input\n  input    {}\n  example  {example}\n",
        P::NAME,
        P::FORM
    )
}

/// The failure of a program that cannot answer the input of the source.
pub(crate) fn failure(source: &Source, broken: Broken) -> Failure {
    match broken {
        Broken::Write(error) => cannot_write(error),
        Broken::Halt(halt) => halt.into(),
        Broken::Input(error) => input_error(source, &error).into(),
        Broken::Read(error) => anyhow::Error::new(error).context(source.cannot_read()).into(),
    }
}

/// The error of an input. On a terminal it shows the line, with the word marked.
pub(crate) fn input_error(source: &Source, error: &InputError) -> anyhow::Error {
    let line = format!("{source}:{error}");
    if !io::stderr().is_terminal() {
        return anyhow::anyhow!(line);
    }
    let (excerpt, marked) = error.excerpt();
    let indent = " ".repeat(marked.start);
    let marks = "^".repeat(marked.len().max(1));
    anyhow::anyhow!("{line}\n  {excerpt}\n  {indent}{marks}")
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

/// Buffered output. If the run fails, what is still buffered is dropped, so that an answer is written completely or,
/// unless it is long, not at all.
#[derive(Default)]
pub(crate) struct Output {
    buffered: String,
}

impl Output {
    const MAX_BUFFERED: usize = 1 << 20;

    /// Adds text to the output.
    pub(crate) fn put(&mut self, text: &str) -> Result<(), Failure> {
        self.buffered += text;
        if self.buffered.len() >= Self::MAX_BUFFERED { self.flush() } else { Ok(()) }
    }

    /// Writes the rest.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()
    }

    /// Writes the buffered text.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        out.write_all(self.buffered.as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)?;
        self.buffered.clear();
        Ok(())
    }
}

/// The layout for the terminal or, if the output is not a terminal, a layout of fixed width.
pub(crate) fn layout(all: bool) -> Layout {
    /// Wide enough for every board of 40 columns, and for those of rowfill within the original limits.
    const BOARD_IN_PIPE: usize = 200;
    const TEXT_IN_PIPE: usize = 100;
    let size = terminal_size::terminal_size_of(io::stdout());
    let (width, board_width) =
        size.map_or((TEXT_IN_PIPE, BOARD_IN_PIPE), |(width, _)| (width.0.into(), width.0.into()));
    Layout { width, board_width, all, hint: if all { "" } else { " (--all shows everything)" } }
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
