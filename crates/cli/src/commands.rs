//! The commands of every problem: `solve`, `explain`, `validate`, `survey`.

use std::mem;

use board_core::problem::{Caps, CaseOf, Content, Survey, SurveyOf, reports};
use board_core::{Explain, Input, Limits, Problem};
use clap::Args;

use crate::args::{CaseArgs, ExplainArgs, Format, SurveyArgs};
use crate::failure::Failure;
use crate::streams::{self, Output};
use crate::work;

/// Reads all cases. An input that breaks the original limits is reported as checked and found wrong.
fn read<P: Problem + Args>(args: &CaseArgs<P>, limits: Limits) -> Result<Vec<CaseOf<P>>, Failure> {
    let source = args.input.source();
    let bytes = source.read(P::NAME, P::FORM, args.work.limits().memory)?;
    let failure = match limits {
        Limits::Ours => Failure::Unusable,
        Limits::Original => Failure::Wrong,
    };
    let cases = args.problem.read(&mut Input::new(&bytes, limits));
    cases.map_err(|error| failure(anyhow::anyhow!("{source}:{error}")))
}

pub(crate) fn solve<P: Problem + Args>(args: &CaseArgs<P>) -> Result<(), Failure> {
    let source = args.input.source();
    let limits = args.work.limits();
    if P::IS_INTERACTIVE {
        return work::with_control(limits, |control| {
            streams::converse(&source, P::NAME, P::FORM, |input, output| args.problem.converse(input, output, control))
        });
    }
    let bytes = source.read(P::NAME, P::FORM, limits.memory)?;
    let answers = work::with_control(limits, |control| {
        let solved = args.problem.solve(&mut Input::new(&bytes, Limits::Ours), control);
        solved.map_err(|broken| streams::failure(&source, broken))
    })?;
    streams::write_plain(&answers)
}

pub(crate) fn explain<P: Explain + Args>(args: &ExplainArgs<P>) -> Result<(), Failure> {
    let cases = read(&args.cases, Limits::Ours)?;
    let caps = if args.all { Caps::ALL } else { Caps::SHORT };
    let layout = streams::layout(args.all);
    let mut output = Output::default();
    let mut first = true;
    work::with_control(args.cases.work.limits(), |control| {
        reports(&args.cases.problem, &cases, caps, control, |report| match args.format {
            Format::Json => output.put(&(report.json() + "\n")),
            Format::Text => {
                let between = if mem::take(&mut first) { "" } else { "\n" };
                output.put(&(between.to_owned() + &streams::coloured(&report.text(&layout))))
            }
        })
    })?;
    output.finish()
}

pub(crate) fn validate<P: Problem + Args>(args: &CaseArgs<P>) -> Result<(), Failure> {
    read(args, Limits::Original).map(drop)
}

pub(crate) fn survey<P: Explain + Default>(args: &SurveyArgs) -> Result<(), Failure> {
    let surveys = P::surveys();
    let chosen = match &args.list {
        Some(name) => surveys.iter().find(|survey| survey.name == name),
        None => surveys.first(),
    };
    match chosen {
        None => Err(anyhow::anyhow!("there is no survey of this game").into()),
        Some(Survey { content: Content::Row { columns, row }, .. }) => table(args, columns, *row),
        Some(Survey { content: Content::Lines(lines), .. }) => {
            // An empty line between two boards.
            streams::write_plain(&each_board(args, *lines)?.join("\n"))
        }
    }
}

/// Writes a table with one row per board.
fn table<P: Default>(args: &SurveyArgs, columns: &[&str], row: SurveyOf<P, Vec<String>>) -> Result<(), Failure> {
    let headings = ["board"].into_iter().chain(columns.iter().copied()).map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = vec![headings];
    for (board, cells) in args.boards.iter().zip(each_board(args, row)?) {
        rows.push([board.to_string()].into_iter().chain(cells).collect());
    }
    let mut output = Output::default();
    output.put(&streams::table(&rows))?;
    output.finish()
}

/// Writes the output of a survey for each board.
fn each_board<P: Default, T>(args: &SurveyArgs, survey: SurveyOf<P, T>) -> Result<Vec<T>, Failure> {
    let of_board =
        |&board| work::with_control(args.work.limits(), |control| Ok(survey(&P::default(), board, control)?));
    args.boards.iter().map(of_board).collect()
}
