//! The report on the runs, as text or JSON.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use super::error::Error;
use super::options::Format;
use super::run::{Got, Judgement};
use super::words::{self, spell};
use crate::conversation::{Line, Speaker};
use crate::verdict::{Finding, Verdict};

/// Reports each run when it ends, and a summary at the end.
pub(super) struct Report<'a> {
    game: &'static str,
    format: Format,
    out: &'a mut dyn Write,
    /// The counts by verdict, in the order of [`Verdict::ALL`].
    counts: [u64; Verdict::ALL.len()],
}

/// The name of a run.
pub(super) struct Name<'a> {
    pub(super) case: &'a str,
    pub(super) opponent: Option<&'a str>,
}

/// What was done after a failed run.
#[derive(Default)]
pub(super) struct FailureReport<'a> {
    /// The smallest input found on which the program fails.
    pub(super) input: &'a str,
    /// The run on that input, if it is smaller than the run's own.
    pub(super) shrunk: Option<&'a Judgement>,
    /// The names of the files that were written.
    pub(super) saved: Vec<String>,
    /// The command that runs it again.
    pub(super) again: String,
}

/// The indent of the lines that belong to a run.
const INDENT: &str = "     ";

impl<'a> Report<'a> {
    pub(super) fn new(game: &'static str, format: Format, out: &'a mut dyn Write) -> Self {
        Self { game, format, out, counts: [0; Verdict::ALL.len()] }
    }

    /// Writes a part of the report and flushes it.
    fn put(&mut self, text: &str) -> Result<(), Error> {
        self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).map_err(Error::Output)
    }

    /// Reports a run that was accepted.
    pub(super) fn accepted(&mut self, name: &Name<'_>, judged: &Judgement) -> Result<(), Error> {
        self.count(judged.finding.verdict);
        let text = match self.format {
            Format::Text => run_text(name, judged),
            Format::Json => self.run_json(name, judged, None),
        };
        self.put(&text)
    }

    /// Reports at once that a run failed.
    pub(super) fn failed(&mut self, name: &Name<'_>, judged: &Judgement) -> Result<(), Error> {
        self.count(judged.finding.verdict);
        match self.format {
            Format::Text => self.put(&(run_text(name, judged) + &finding_text(&judged.finding))),
            // In JSON, one document contains everything.
            Format::Json => Ok(()),
        }
    }

    /// Reports the rest about a run that failed.
    pub(super) fn after(&mut self, name: &Name<'_>, judged: &Judgement, then: &FailureReport<'_>) -> Result<(), Error> {
        let text = match self.format {
            Format::Text => failure_text(judged, then),
            Format::Json => self.run_json(name, judged, Some(then)),
        };
        self.put(&text)
    }

    fn count(&mut self, verdict: Verdict) {
        let place = Verdict::ALL.iter().position(|&one| one == verdict).expect("one of all");
        self.counts[place] += 1;
    }

    /// Reports the number of runs, and of each verdict.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        let counts = || Verdict::ALL.iter().zip(self.counts);
        let runs: u64 = self.counts.iter().sum();
        let last = match self.format {
            Format::Text => {
                let counts: Vec<String> = counts()
                    .filter(|&(_, count)| count > 0)
                    .map(|(&verdict, count)| {
                        let style = style_of(verdict);
                        format!("{count} {style}{verdict}{style:#}")
                    })
                    .collect();
                let word = if runs == 1 { "run" } else { "runs" };
                format!("{runs} {word}: {}\n", counts.join(", "))
            }
            Format::Json => {
                let mut fields = vec![("game", self.game.into()), ("runs", runs.into())];
                fields.extend(counts().map(|(verdict, count)| (verdict.letters(), count.into())));
                document(fields)
            }
        };
        self.put(&last)
    }

    fn run_json(&self, name: &Name<'_>, judged: &Judgement, then: Option<&FailureReport<'_>>) -> String {
        let strings = |strings: &[String]| strings.iter().map(String::as_str).collect::<Value>();
        let mut fields: Vec<(&'static str, Value)> = vec![("game", self.game.into()), ("case", name.case.into())];
        fields.extend(name.opponent.map(|opponent| ("opponent", opponent.into())));
        fields.extend([
            ("verdict", judged.finding.verdict.letters().into()),
            ("milliseconds", milliseconds(judged.time).into()),
            ("processor_milliseconds", milliseconds(judged.processor).into()),
            ("peak_bytes", judged.peak.into()),
            ("why", judged.finding.why.as_str().into()),
            ("details", strings(&judged.finding.details)),
        ]);
        if let Some(then) = then {
            fields.push(("input", then.input.into()));
            if let Some(Judgement { finding, .. }) = then.shrunk {
                fields.push(("smaller_why", finding.why.as_str().into()));
                fields.push(("smaller_details", strings(&finding.details)));
            }
            if let Got::Conversation(lines) = &then.shrunk.unwrap_or(judged).got {
                let lines: Vec<String> = lines.iter().map(Line::marked).collect();
                fields.push(("conversation", strings(&lines)));
            }
            fields.extend([("saved", strings(&then.saved)), ("again", then.again.as_str().into())]);
        }
        document(fields)
    }
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

fn style_of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Accepted => AnsiColor::Green,
        Verdict::TimeLimit | Verdict::IdlenessLimit => AnsiColor::Yellow,
        Verdict::WrongAnswer | Verdict::PresentationError | Verdict::RuntimeError => AnsiColor::Red,
    }
    .on_default()
}

/// The line of a run.
fn run_text(name: &Name<'_>, judged: &Judgement) -> String {
    let verdict = judged.finding.verdict;
    let style = style_of(verdict);
    let name = [Some(name.case), name.opponent].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let (time, peak) = (spell(judged.time), words::size(judged.peak));
    let remark = match verdict {
        Verdict::Accepted if !judged.finding.why.is_empty() => format!("  ({})", judged.finding.why),
        _ => String::new(),
    };
    format!("{style}{verdict:<3}{style:#}  {name:<40} {time:>9} {peak:>11}{remark}\n")
}

fn finding_text(finding: &Finding) -> String {
    let lines = [&finding.why].into_iter().chain(&finding.details);
    lines.flat_map(|line| [INDENT, line, "\n"]).collect()
}

fn failure_text(judged: &Judgement, then: &FailureReport<'_>) -> String {
    let mut text = String::new();
    let shown = then.shrunk.unwrap_or(judged);
    if then.shrunk.is_some() {
        let input = then.input.trim_end().replace('\n', " ");
        text += &label("shrunk", &cut(&input));
        text += &finding_text(&shown.finding);
    }
    if let Got::Conversation(lines) = &shown.got {
        text += &conversation_text(lines);
    }
    if !then.saved.is_empty() {
        text += &label("saved", &then.saved.join(", "));
    }
    text + &label("again", &then.again)
}

/// A line that begins with a label.
fn label(about: &str, line: &str) -> String {
    format!("{INDENT}{about:<9}{line}\n")
}

fn cut(line: &str) -> String {
    const MAX: usize = 100;
    let shown: String = line.chars().take(MAX).collect();
    if shown.len() < line.len() { shown + "…" } else { shown }
}

fn conversation_text(lines: &[Line]) -> String {
    /// The maximum number of lines that are shown.
    const MAX: usize = 24;
    const FIRST: usize = 8;
    let omitted = if lines.len() > MAX { lines.len() - MAX } else { 0 };
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        if omitted > 0 && number == FIRST {
            let _ = writeln!(text, "{INDENT}… {omitted} lines omitted");
        }
        if (FIRST..FIRST + omitted).contains(&number) {
            continue;
        }
        let style = match line.speaker {
            Speaker::Judge => Style::new().dimmed(),
            Speaker::Program => AnsiColor::Cyan.on_default(),
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{INDENT}{style}{}{style:#}", cut(&line.marked()));
    }
    text
}

/// Returns a JSON object in one line, with its fields in this order.
fn document(fields: Vec<(&'static str, Value)>) -> String {
    struct Fields(Vec<(&'static str, Value)>);
    impl Serialize for Fields {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
        }
    }
    serde_json::to_string(&Fields(fields)).expect("strings and numbers can always be written as JSON") + "\n"
}
