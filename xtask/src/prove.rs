//! `cargo xtask prove`: checks the tables in `docs/TABLES.md` and every claim in `docs/correctness.md` by independent
//! calculations.
//!
//! A part is one claim. Fast checks are in the tests and in `cargo xtask verify`; the longer ones are here. Each game
//! has a module, which compares its fast solver with the reference solvers, or with the rules one move ahead, on boards
//! larger than those of the tests. `tables` runs the commands of `docs/TABLES.md`.

mod bo;
mod boxes;
mod chase;
mod knightmare;
mod part;
mod rowfill;
mod tables;

use std::env;
use std::io::Write;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, anyhow, bail};

pub use self::part::Part;
use self::part::Run;
pub use self::tables::{PAGE, check as check_tables, marks};

/// All parts, the fast ones first.
#[must_use]
pub fn all() -> Vec<&'static Part> {
    [bo::PARTS, chase::PARTS, knightmare::PARTS, rowfill::PARTS, tables::PARTS, boxes::PARTS].concat()
}

/// Returns the parts with these names. A name that no part has selects the parts whose names start with its words:
/// `bo` selects `bo-moves`, but not `boxes-search`. A part that takes very long must be named in full. Without
/// names, all other parts are selected.
///
/// # Errors
///
/// If a name selects no part.
pub fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Part>> {
    let all = all();
    let is_meant = |part: &Part, name: &str| match part.name.strip_prefix(name) {
        Some("") => true,
        Some(rest) => rest.starts_with('-') && !part.only_named && all.iter().all(|other| other.name != name),
        None => false,
    };
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|part| is_meant(part, name))) {
        let names: Vec<&str> = all.iter().map(|part| part.name).collect();
        bail!("no part is called {unknown}; the parts are {}", names.join(", "));
    }
    let is_chosen = |part: &&Part| match names {
        [] => !part.only_named,
        names => names.iter().any(|name| is_meant(part, name)),
    };
    Ok(all.iter().copied().filter(is_chosen).collect())
}

/// Lists the parts, their claims and their times.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn list(parts: &[&Part], out: &mut impl Write) -> anyhow::Result<()> {
    let mut rows = vec![["part", "time", "what is compared"].map(str::to_owned)];
    for part in parts {
        let takes = if part.only_named { format!("{}, only if named", part.takes) } else { part.takes.to_owned() };
        rows.push([part.name.to_owned(), takes, part.claim.to_owned()]);
    }
    write_table(&rows, out)
}

/// Checks the parts, writes a line and any error for each when it is finished, and a table of all at the end.
/// Returns whether all claims hold.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn prove(parts: &[&Part], out: &mut impl Write) -> anyhow::Result<bool> {
    let mut rows = vec![["part", "result", "compared", "time", "what was compared"].map(str::to_owned)];
    let mut all_hold = true;
    for part in parts {
        let start = Instant::now();
        let run = Run::new(part)?;
        let mut outcome = (part.check)(&run);
        run.bar.finish_and_clear();
        let compared = run.compared.into_inner();
        if outcome.is_ok() && compared == 0 {
            outcome = Err(anyhow!("nothing was compared"));
        }
        all_hold &= outcome.is_ok();
        let result = if outcome.is_ok() { "ok" } else { "FAILED" };
        let time = format!("{:.1} s", start.elapsed().as_secs_f64());
        writeln!(out, "{}: {result}, {compared} compared in {time}", part.name)?;
        if let Err(error) = outcome {
            writeln!(out, "  {error:#}")?;
        }
        out.flush()?;
        rows.push([part.name.to_owned(), result.to_owned(), compared.to_string(), time, part.claim.to_owned()]);
    }
    writeln!(out)?;
    write_table(&rows, out)?;
    Ok(all_hold)
}

/// Writes rows of cells with aligned columns; cells that start with a digit are aligned on the right.
fn write_table<const N: usize>(rows: &[[String; N]], out: &mut impl Write) -> anyhow::Result<()> {
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| match cell.chars().next() {
                Some('0'..='9') => format!("{cell:>width$}"),
                _ => format!("{cell:width$}"),
            })
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

/// Runs the same parts in a release build, if this build is not optimised.
///
/// # Errors
///
/// If cargo cannot be run, or the other build could not check anything.
pub fn prove_in_release(names: &[String]) -> anyhow::Result<bool> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--release", "--package", "xtask", "--", "prove"]).args(names);
    match command.status().context("cannot run cargo")?.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => bail!("the release build of xtask could not be built or run; see the messages above"),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::ensure;

    use super::part::boards;
    use super::*;

    fn part(check: fn(&Run) -> anyhow::Result<()>) -> Part {
        Part { name: "test", claim: "a test", takes: "no time", only_named: false, check }
    }

    fn output_of(part: &Part) -> (bool, String) {
        let mut text = Vec::new();
        let holds = prove(&[part], &mut text).expect("nothing fails to run");
        (holds, String::from_utf8(text).expect("UTF-8"))
    }

    #[test]
    fn a_part_with_a_difference_fails_and_the_others_are_checked() {
        let right = part(|run| {
            run.compared(3);
            Ok(())
        });
        let (holds, text) = output_of(&right);
        assert!(holds && text.contains("test: ok, 3 compared"), "{text}");
        let wrong = part(|run| {
            run.for_each_board(boards(1, 2), |board| {
                ensure!(board.rows() < 2 || board.cols() > 1, "the value differs");
                run.compared(1);
                Ok(())
            })
        });
        let (holds, text) = output_of(&wrong);
        assert!(!holds && text.contains("test: FAILED, ") && text.contains("\n  2 x 1: the value differs\n"), "{text}");
        let mut text = Vec::new();
        assert!(!prove(&[&wrong, &right], &mut text).expect("nothing fails to run"));
        assert!(String::from_utf8_lossy(&text).contains("\ntest: ok, 3 compared"));
        // A part that compares nothing proves nothing.
        assert!(!output_of(&part(|_| Ok(()))).0);
    }

    #[test]
    fn parts_are_chosen_by_the_first_words_of_their_names() {
        let names = |asked: &[&str]| -> Vec<&str> {
            let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
            chosen(&asked).expect("parts").iter().map(|part| part.name).collect()
        };
        let mut every: Vec<&str> = all().iter().map(|part| part.name).collect();
        assert!(
            names(&["knightmare"]).len() > 1
                && names(&["knightmare"]).iter().all(|name| name.starts_with("knightmare"))
        );
        assert_eq!(names(&["tables"]), ["tables"]);
        assert!(names(&["bo"]).len() > 1 && names(&["bo"]).iter().all(|name| name.starts_with("bo-")));
        assert!(chosen(&["ludo".to_owned()]).is_err() && chosen(&["knight".to_owned()]).is_err());
        let long: Vec<&str> = all().iter().filter(|part| part.only_named).map(|part| part.name).collect();
        assert!(!long.is_empty() && long.iter().all(|&name| names(&[name]) == [name]));
        assert_eq!(names(&[]).len() + long.len(), every.len());
        every.sort_unstable();
        every.dedup();
        assert_eq!(every.len(), all().len(), "two parts have the same name");
    }
}
