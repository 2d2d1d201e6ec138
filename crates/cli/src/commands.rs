//! The commands that work on cases and boards: `solve`, `explain`, `validate`, `survey`.

use std::{io, iter, mem};

use board_core::problem::{Caps, CaseOf, CaseReader, Column, Content, Survey, SurveyOf, play_moves, reports};
use board_core::{Board, Control, Explain, Input, Limits, Problem};
use clap::Args;

use crate::args::{CaseArgs, ExplainArgs, Format, SolveArgs, SurveyArgs};
use crate::failure::Failure;
use crate::streams::{self, Output};
use crate::work;

/// Reads all cases. If the original limits are checked, an invalid input is a failed check, not an error.
fn read<P: Problem + Args>(args: &CaseArgs<P>, limits: Limits) -> Result<Vec<CaseOf<P>>, Failure> {
    let source = args.input.source();
    source.hint::<P>();
    let bytes = source.read(args.work.limits().memory)?;
    let failure = match limits {
        Limits::Ours => Failure::Unusable,
        Limits::Original => Failure::Wrong,
    };
    let cases = args.problem.read(&mut Input::new(&bytes, limits));
    cases.map_err(|error| failure(streams::input_error(&source, &error)))
}

pub(crate) fn solve<P: Problem + Args>(args: &SolveArgs<P>) -> Result<(), Failure> {
    let SolveArgs { cases: CaseArgs { input, problem, work }, stream, force } = args;
    let source = input.source();
    let limits = work.limits().with_force(force.force);
    if P::IS_INTERACTIVE || stream.stream || source.is_terminal() {
        return work::with_pauses(limits, |control, resume| {
            source.with_reader::<P>(resume, |input| {
                let played = problem.converse(input, &mut io::stdout().lock(), control);
                played.map_err(|broken| streams::failure(&source, broken))
            })
        });
    }
    let bytes = source.read(limits.memory)?;
    let answers = work::with_control(limits, |control| {
        let solved = problem.solve(&mut Input::new(&bytes, Limits::Ours), control);
        solved.map_err(|broken| streams::failure(&source, broken))
    })?;
    streams::write_plain(&answers)
}

pub(crate) fn explain<P: Explain + Args>(args: &ExplainArgs<P>) -> Result<(), Failure> {
    let CaseArgs { input, problem, work } = &args.cases;
    let source = input.source();
    let limits = work.limits().with_force(args.force.force);
    let mut output = Output::default();
    let mut reporter = Reporter { args, output: &mut output, is_first: true };
    if args.stream.stream || source.is_terminal() {
        work::with_pauses(limits, |control, resume| {
            source.with_reader::<P>(resume, |input| {
                let mut cases = CaseReader::new(problem, input, limits.memory);
                while let Some(case) = cases
                    .next_case(|_, input| Ok(problem.read_case(input)?))
                    .map_err(|broken| streams::failure(&source, broken))?
                {
                    reporter.report(vec![case], control)?;
                    reporter.output.flush()?;
                }
                Ok(())
            })
        })?;
    } else {
        let cases = read(&args.cases, Limits::Ours)?;
        work::with_control(limits, |control| reporter.report(cases, control))?;
    }
    output.finish()
}

/// Writes reports in the format that the arguments select.
struct Reporter<'a, P: Args> {
    args: &'a ExplainArgs<P>,
    output: &'a mut Output,
    is_first: bool,
}

impl<P: Explain + Args> Reporter<'_, P> {
    fn report(&mut self, mut cases: Vec<CaseOf<P>>, control: &Control<'_>) -> Result<(), Failure> {
        let ExplainArgs { cases: CaseArgs { problem, .. }, after, format, all, .. } = self.args;
        if let Some(moves) = after {
            let count = cases.len();
            for (number, case) in (1..).zip(&mut cases) {
                let place = if count > 1 { format!("case {number}: ") } else { String::new() };
                play_moves(problem, case, moves).map_err(|error| anyhow::anyhow!("{place}--after: {error}"))?;
            }
        }
        let caps = if *all { Caps::ALL } else { Caps::SHORT };
        let layout = streams::layout(*all);
        reports(problem, &cases, caps, control, |report| match format {
            Format::Json => self.output.put(&(report.json() + "\n")),
            Format::Text => {
                let between = if mem::take(&mut self.is_first) { "" } else { "\n" };
                self.output.put(&(between.to_owned() + &streams::coloured(&report.text(&layout))))
            }
        })
    }
}

pub(crate) fn validate<P: Problem + Args>(args: &CaseArgs<P>) -> Result<(), Failure> {
    read(args, Limits::Original).map(drop)
}

pub(crate) fn survey<P: Explain + Args>(args: &SurveyArgs<P>) -> Result<(), Failure> {
    let surveys = args.game.problem.surveys();
    let chosen = match &args.list {
        Some(name) => surveys.iter().find(|survey| survey.name == name),
        None => surveys.first(),
    };
    let Some(Survey { check, content, .. }) = chosen else {
        return Err(anyhow::anyhow!("there is no survey for this game").into());
    };
    // A refused board is reported before any rows are computed.
    each_board(args, *check, |_, ()| Ok(()))?;
    match content {
        Content::Row { columns, row } => table(args, columns, *row),
        Content::Lines(lines) => {
            let mut is_first = true;
            each_board(args, *lines, |_, text| {
                let between = if mem::take(&mut is_first) { "" } else { "\n" };
                streams::write_plain(&format!("{between}{text}"))
            })
        }
    }
}

/// Writes a table with one row per board, each as soon as it is known.
fn table<P: Explain + Args>(
    args: &SurveyArgs<P>,
    columns: &[Column],
    row: SurveyOf<P, Vec<String>>,
) -> Result<(), Failure> {
    const BOARD: &str = "board";
    let boards = args.game.boards.iter().map(|board| board.to_string().len()).max().unwrap_or(0);
    let widths: Vec<usize> = iter::once((BOARD, boards))
        .chain(columns.iter().map(|column| (column.heading, column.width)))
        .map(|(heading, width)| width.max(heading.len()))
        .collect();
    let write = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        streams::write_plain(&format!("{}\n", cells.join("  ").trim_end()))
    };
    let headings = columns.iter().map(|column| column.heading.to_owned());
    write(&iter::once(BOARD.to_owned()).chain(headings).collect::<Vec<_>>())?;
    each_board(args, row, |board, cells| write(&iter::once(board.to_string()).chain(cells).collect::<Vec<_>>()))
}

/// Surveys each board and passes the result to `write`.
fn each_board<P: Explain + Args, T>(
    args: &SurveyArgs<P>,
    survey: SurveyOf<P, T>,
    mut write: impl FnMut(Board, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let limits = args.work.limits().with_force(args.force.force);
    args.game.boards.iter().try_for_each(|&board| {
        let found = work::with_control(limits, |control| Ok(survey(&args.game.problem, board, control)?))?;
        write(board, found)
    })
}
