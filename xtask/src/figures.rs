//! `cargo xtask figures`: the table of `docs/performance.md` with the time and memory of the solvers.
//!
//! A case is timed twice. `cargo bench` times the solver within a program, and the reference solver if it is fast enough. Then the
//! release program is run as a whole, including the time for reading and writing. Both compare the answer with the known one.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};

use crate::workspace::Workspace;

/// A row of the table.
#[derive(Debug)]
pub struct Figure {
    /// Its name in the table. The first word is the game.
    pub case: &'static str,
    bench: Option<&'static str>,
    /// Whether the reference solver has the same benchmark.
    has_reference: bool,
    run: Option<Run>,
    /// Whether it is measured only if its full name is given.
    only_named: bool,
}

/// A run of a game's program.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Separated by spaces.
    arguments: &'static str,
    input: Input,
    /// The last line of the output.
    answer: &'static str,
}

impl Figure {
    const fn of(case: &'static str) -> Self {
        Self { case, bench: None, has_reference: false, run: None, only_named: false }
    }

    const fn bench(self, bench: &'static str) -> Self {
        Self { bench: Some(bench), ..self }
    }

    const fn with_reference(self) -> Self {
        Self { has_reference: true, ..self }
    }

    const fn run(self, arguments: &'static str, input: Input, answer: &'static str) -> Self {
        Self { run: Some(Run { arguments, input, answer }), ..self }
    }

    const fn only_named(self) -> Self {
        Self { only_named: true, ..self }
    }
}

/// The input of a program.
#[derive(Clone, Copy, Debug)]
enum Input {
    Text(&'static str),
    /// A square board of rowfill with this side.
    Numbers(i64),
    /// A million cases of bo.
    Million,
}

impl Input {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text.to_owned(),
            Self::Numbers(side) => numbers(side),
            Self::Million => {
                let starts = (1..=1000).flat_map(|rows| (1..=1000).map(move |cols| format!("4 {rows} {cols}\n")));
                format!("1000000\n{}", starts.collect::<String>())
            }
        }
    }
}

/// The judge's input of rowfill: the numbers of `crates/bench/benches/rowfill.rs`.
fn numbers(side: i64) -> String {
    let mut text = format!("{side} {side}\n");
    for (factor, row) in [7919, 104_729].into_iter().flat_map(|factor| (0..side).map(move |row| (factor, row))) {
        let places = row * side + 1..=(row + 1) * side;
        let words: Vec<String> = places.map(|place| (place * place * factor % 100_001).to_string()).collect();
        text += &words.join(" ");
        text.push('\n');
    }
    text
}

const EMPTY: Input = Input::Text("1\n0\n");

/// The rows of the table.
pub const FIGURES: &[Figure] = &[
    Figure::of("chase 20x20, from the corners").bench("chase/20x20-corners").with_reference().run(
        "",
        Input::Text("20 1 1 20 20\n"),
        "BLACK 56",
    ),
    Figure::of("chase 64x64, from the corners").bench("chase/64x64-corners").run(
        "",
        Input::Text("64 1 1 64 64\n"),
        "BLACK 188",
    ),
    Figure::of("chase 128x128, from the corners").bench("chase/128x128-corners").run(
        "",
        Input::Text("128 1 1 128 128\n"),
        "BLACK 380",
    ),
    Figure::of("chase 256x256, from the corners").run("", Input::Text("256 1 1 256 256\n"), "BLACK 764"),
    Figure::of("boxes 2x3, alternate").bench("boxes/2x3-alternate").with_reference().run(
        "--board 2x3",
        EMPTY,
        "Case #1: Tom200",
    ),
    Figure::of("boxes 3x3, alternate").bench("boxes/3x3-alternate").run("--board 3x3", EMPTY, "Case #1: Jerry404"),
    Figure::of("boxes 2x5, alternate").bench("boxes/2x5-alternate").run("--board 2x5", EMPTY, "Case #1: Tom200"),
    Figure::of("boxes 3x4, alternate").run("--board 3x4", EMPTY, "Case #1: Tom200"),
    Figure::of("boxes 1x10, alternate").run("--board 1x10", EMPTY, "Case #1: Tom200"),
    Figure::of("boxes 2x6, alternate").run("--board 2x6", EMPTY, "Case #1: Jerry404"),
    Figure::of("boxes 2x3, extra turn").bench("boxes/2x3-extra-turn").with_reference().run(
        "--board 2x3 --rules extra-turn",
        EMPTY,
        "Case #1: Jerry404",
    ),
    Figure::of("boxes 3x3, extra turn").bench("boxes/3x3-extra-turn").run(
        "--board 3x3 --rules extra-turn",
        EMPTY,
        "Case #1: Jerry404",
    ),
    Figure::of("boxes 1x10, extra turn").bench("boxes/1x10-extra-turn").run(
        "--board 1x10 --rules extra-turn",
        EMPTY,
        "Case #1: Tie",
    ),
    Figure::of("boxes 3x4, extra turn").bench("boxes/3x4-extra-turn").run(
        "--board 3x4 --rules extra-turn",
        EMPTY,
        "Case #1: Tie",
    ),
    Figure::of("boxes 2x6, extra turn").run("--board 2x6 --rules extra-turn", EMPTY, "Case #1: Tom200"),
    Figure::of("boxes 4x4, extra turn")
        .run("--board 4x4 --rules extra-turn --memory 8GiB", EMPTY, "Case #1: Tie")
        .only_named(),
    Figure::of("bo, the queen on all boards up to 100x100").bench("bo/100x100-queens").with_reference(),
    Figure::of("bo, the queen on all boards up to 1000x1000").bench("bo/million-queens").run("", Input::Million, "B"),
    Figure::of("bo, Grundy values of the queen up to 20x20").bench("bo/20x20-grundy").with_reference(),
    Figure::of("bo, Grundy values of the queen up to 1000x1000").bench("bo/1000x1000-grundy"),
    Figure::of("knightmare, one start on 1000x1000").bench("knightmare/1000x1000-value"),
    Figure::of("knightmare, all starts on 12x12").bench("knightmare/12x12-starts").with_reference().run(
        "survey --board 12x12",
        Input::Text(""),
        "12x12  11729       8578        0      11             12",
    ),
    Figure::of("knightmare, all starts on 40x40").bench("knightmare/40x40-starts").run(
        "survey --board 40x40",
        Input::Text(""),
        "40x40  1400371     1154832     0      27             28",
    ),
    Figure::of("rowfill 8x8").bench("rowfill/8x8").with_reference().run("", Input::Numbers(8), "-108704"),
    Figure::of("rowfill 10x10").bench("rowfill/10x10").with_reference().run("", Input::Numbers(10), "-553383"),
    Figure::of("rowfill 14x14").bench("rowfill/14x14").run("", Input::Numbers(14), "-1073502"),
    Figure::of("rowfill 16x16").bench("rowfill/16x16").run("", Input::Numbers(16), "-818378"),
    Figure::of("rowfill 18x18").run("", Input::Numbers(18), "-1206846"),
];

/// Measures the cases whose names start with these words, and prints the machine and a table in Markdown.
///
/// # Errors
///
/// If no case has such a name, a case gives a wrong answer, or a program cannot be run.
pub fn figures(workspace: &Workspace, names: &[String], read: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(unknown) =
        names.iter().find(|name| !FIGURES.iter().any(|figure| figure.case.starts_with(name.as_str())))
    {
        let cases: Vec<&str> = FIGURES.iter().map(|figure| figure.case).collect();
        bail!("no case is called {unknown}; the cases are\n  {}", cases.join("\n  "));
    }
    if !read {
        bench(workspace, names)?;
    }
    workspace.build(&[])?;
    writeln!(out, "{}\n", machine())?;
    writeln!(out, "| case | solver | reference | program | memory |\n|---|--:|--:|--:|--:|")?;
    for figure in FIGURES.iter().filter(|figure| is_selected(figure, names)) {
        let median = |bench: Option<String>| bench.map(|bench| estimate(workspace.target(), &bench)).transpose();
        let solver = median(figure.bench.map(str::to_owned))?;
        let reference = figure.bench.filter(|_| figure.has_reference);
        let reference = median(reference.map(|bench| format!("{bench}-reference")))?;
        let [solver, reference] = [solver, reference].map(|time| time.map(time_text));
        let program = figure.run.as_ref().map(|run| measure(workspace, figure.case, run)).transpose()?;
        let (program, memory) = program.map(|(time, memory)| (time_text(time), memory)).unzip();
        let cells = [solver, reference, program, memory.flatten()].map(Option::unwrap_or_default);
        writeln!(out, "| {} | {} |", figure.case, cells.join(" | "))?;
        out.flush()?;
    }
    Ok(())
}

fn is_selected(figure: &Figure, names: &[String]) -> bool {
    let is_named = |name: &String| match figure.case.strip_prefix(name.as_str()) {
        Some("") => true,
        Some(rest) => rest.starts_with([' ', ',']) && !figure.only_named,
        None => false,
    };
    if names.is_empty() { !figure.only_named } else { names.iter().any(is_named) }
}

/// Runs `cargo bench` for the games of these names.
fn bench(workspace: &Workspace, names: &[String]) -> anyhow::Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(workspace.root()).args(["bench", "--package", "board-bench"]);
    for package in workspace.games() {
        let game = package.name.as_str();
        let has_figures = FIGURES.iter().any(|figure| is_selected(figure, names) && game_of(figure.case) == game);
        if has_figures {
            command.args(["--bench", game]);
        }
    }
    // Standard output is for the table.
    let output = command.stdout(Stdio::piped()).spawn().and_then(Child::wait_with_output);
    let output = output.context("cannot run cargo")?;
    eprint_bytes(&output.stdout);
    ensure!(output.status.success(), "`cargo bench` failed; see the messages above");
    Ok(())
}

fn eprint_bytes(bytes: &[u8]) {
    // If standard error is closed, there is nowhere left to report it.
    let _ = std::io::stderr().lock().write_all(bytes);
}

fn game_of(case: &str) -> &str {
    case.split([' ', ',']).next().unwrap_or(case)
}

/// Reads the median that the last `cargo bench` measured.
fn estimate(target: &Path, bench: &str) -> anyhow::Result<Duration> {
    let path = target.join("criterion").join(bench).join("new/estimates.json");
    let text = fs::read_to_string(&path).with_context(|| format!("no result for {bench}; run `cargo bench`"))?;
    let estimates: serde_json::Value = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    let nanoseconds = estimates["median"]["point_estimate"].as_f64().with_context(|| path.display().to_string())?;
    Ok(Duration::from_secs_f64(nanoseconds / 1e9))
}

/// Runs a program. Returns the median of its times, and its peak memory if GNU time is installed.
fn measure(workspace: &Workspace, case: &str, run: &Run) -> anyhow::Result<(Duration, Option<String>)> {
    const LONG: Duration = Duration::from_secs(10);
    let folder = workspace.target().join("figures");
    fs::create_dir_all(&folder).context("cannot create a folder for inputs")?;
    let (input, memory) = (folder.join("input"), folder.join("memory"));
    fs::write(&input, run.input.text()).context("cannot write an input")?;
    let program = workspace.target().join("release").join(game_of(case));
    let once = |mut command: Command| -> anyhow::Result<Duration> {
        command.args(run.arguments.split_whitespace()).stdin(File::open(&input)?);
        let start = Instant::now();
        let output = command.output().with_context(|| format!("cannot run {}", program.display()))?;
        let time = start.elapsed();
        let text = String::from_utf8_lossy(&output.stdout);
        let answer = text.lines().last().unwrap_or_default();
        ensure!(answer == run.answer, "{case}: expected {}, found {answer}", run.answer);
        Ok(time)
    };
    let mut times = vec![once(Command::new(&program))?];
    while times[0] < LONG && times.len() < 5 {
        times.push(once(Command::new(&program))?);
    }
    times.sort_unstable();
    let time = times[times.len() / 2];
    let gnu_time = Path::new("/usr/bin/time");
    if !gnu_time.exists() {
        return Ok((time, None));
    }
    let mut command = Command::new(gnu_time);
    command.args(["--format=%M", "--output"]).arg(&memory).arg(&program);
    once(command)?;
    let kibibytes = fs::read_to_string(&memory).context("cannot read the output of GNU time")?;
    let kibibytes: u64 = kibibytes.trim().parse().context("the output of GNU time is not a number")?;
    Ok((time, Some(memory_text(kibibytes << 10))))
}

/// Three digits and a unit.
fn time_text(time: Duration) -> String {
    let nanoseconds = time.as_nanos();
    let (unit, name) = match nanoseconds {
        0..1_000 => (1, "ns"),
        1_000..1_000_000 => (1_000, "µs"),
        1_000_000..1_000_000_000 => (1_000_000, "ms"),
        _ => (1_000_000_000, "s"),
    };
    three_digits(nanoseconds, unit, name)
}

/// Three digits and a decimal unit.
fn memory_text(bytes: u64) -> String {
    let (unit, name) = if bytes < 1_000_000_000 { (1_000_000, "MB") } else { (1_000_000_000, "GB") };
    three_digits(bytes.into(), unit, name)
}

/// `1.23 ms`, `12.3 ms`, `123 ms`, rounded.
fn three_digits(count: u128, unit: u128, name: &str) -> String {
    let decimals = match count / unit {
        0..10 => 2,
        10..100 => 1,
        _ => 0,
    };
    let scale = 10_u128.pow(decimals);
    let scaled = (count * scale + unit / 2) / unit;
    match decimals {
        0 => format!("{scaled} {name}"),
        decimals => format!("{}.{:0width$} {name}", scaled / scale, scaled % scale, width = decimals as usize),
    }
}

/// The date, the machine and the compiler, as far as they are known.
fn machine() -> String {
    let output_of = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let field = |path: &str, name: &str| {
        let text = fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| line.starts_with(name))?.split_once(':')?.1.trim().to_owned();
        Some(line)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let memory = field("/proc/meminfo", "MemTotal").and_then(|text| text.trim_end_matches(" kB").parse::<u64>().ok());
    let parts = [
        output_of("date", &["+%F"]),
        Some(format!("{cores} cores")),
        field("/proc/cpuinfo", "model name"),
        memory.map(|kibibytes| format!("{} GiB", (kibibytes + (1 << 19)) >> 20)),
        output_of("uname", &["-sr"]),
        output_of("rustc", &["--version"]),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_three_digits() {
        let times = [999, 1_000, 1_236, 99_960, 123_400_000, 5_000_000_000, 67_000_000_000];
        let texts = times.map(|time| time_text(Duration::from_nanos(time)));
        assert_eq!(texts, ["999 ns", "1.00 µs", "1.24 µs", "100.0 µs", "123 ms", "5.00 s", "67.0 s"]);
        assert_eq!([3_145_728, 1_234_567_890].map(memory_text), ["3.15 MB", "1.23 GB"]);
    }

    #[test]
    fn every_figure_has_a_benchmark_or_a_run_of_its_game() {
        for figure in FIGURES {
            let game = game_of(figure.case);
            assert!(figure.bench.is_none_or(|bench| bench.starts_with(&format!("{game}/"))), "{}", figure.case);
            assert!(
                figure.bench.is_some() || figure.run.is_some(),
                "{} has neither a benchmark nor a run",
                figure.case
            );
        }
    }

    #[test]
    fn inputs_have_the_form_of_the_judge() {
        let text = Input::Numbers(2).text();
        assert_eq!(text, "2 2\n7919 31676\n71271 26703\n4728 18912\n42552 75648\n");
        assert_eq!(Input::Million.text().lines().count(), 1_000_001);
    }
}
