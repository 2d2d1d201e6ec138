//! Programs such as contestants write: a correct one for each game, variants of it that are wrong or slow in one classic
//! way, and some that misbehave. The local judge must accept the correct ones and reject all others.
//!
//! `contestant NAME` runs the program with this name. `contestant judge-of GAME …` runs the command line of a game, so that
//! tests need no other program.

#![expect(clippy::print_stdout, reason = "contestants print")]

mod bo;
mod boxes;
mod chase;
mod input;
mod knightmare;
mod misbehaving;
mod rowfill;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use ::bo::BoProblem;
use ::boxes::BoxesProblem;
use ::chase::ChaseProblem;
use ::knightmare::KnightmareProblem;
use ::rowfill::RowfillProblem;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let name = arguments.next().unwrap_or_default();
    let name = name.to_str().unwrap_or_default();
    if name == "judge-of" {
        return judge_of(&arguments.collect::<Vec<_>>());
    }
    match name {
        "chase" => chase::answer(None),
        "chase-depth-2n" => chase::answer(Some(chase::Mistake::DepthOf2n)),
        "chase-rows-wrap" => chase::answer(Some(chase::Mistake::RowsWrap)),
        "chase-loser-hurries" => chase::answer(Some(chase::Mistake::LoserHurries)),

        "boxes" => boxes::answer(None),
        "boxes-score-forgotten" => boxes::answer(Some(boxes::Mistake::ScoreForgotten)),
        "boxes-one-way" => boxes::answer(Some(boxes::Mistake::OneWay)),
        "boxes-no-memory" => boxes::answer(Some(boxes::Mistake::NoMemory)),

        "bo" => bo::answer(None),
        "bo-short-golden-ratio" => bo::answer(Some(bo::Mistake::ShortGoldenRatio)),

        "rowfill" => rowfill::answer(None),
        "rowfill-zero-is-unknown" => rowfill::answer(Some(rowfill::Mistake::ZeroIsUnknown)),
        "rowfill-sides-mixed-up" => rowfill::answer(Some(rowfill::Mistake::SidesMixedUp)),

        "knightmare" => knightmare::play(None),
        "knightmare-wrong-target" => knightmare::play(Some(knightmare::Mistake::WrongTarget)),
        "knightmare-never-flushes" => knightmare::play(Some(knightmare::Mistake::NeverFlushes)),
        "knightmare-reads-on" => knightmare::play(Some(knightmare::Mistake::ReadsOn)),
        "knightmare-writes-more" => knightmare::play(Some(knightmare::Mistake::WritesMore)),

        "hangs" => misbehaving::hangs(),
        "spins" => misbehaving::spins(),
        "floods" => misbehaving::floods(),
        "panics" => misbehaving::panics(),
        "aborts" => misbehaving::aborts(),
        "allocates" => misbehaving::allocates(),
        "allocates-at-once" => misbehaving::allocates_at_once(),
        "writes-a-long-line" => misbehaving::writes_a_long_line(),
        "writes-half-a-line" => misbehaving::writes_half_a_line(),
        "writes-nothing" => misbehaving::writes_nothing(),
        "does-not-read" => misbehaving::does_not_read(),
        #[cfg(unix)]
        "closes-its-output" => misbehaving::closes_its_output(),
        "chase-ends-with-3" => return misbehaving::chase_ends_with_3(),
        "chase-writes-more" => misbehaving::chase_writes_more(),
        #[cfg(unix)]
        "chase-leaves-a-child" => misbehaving::chase_leaves_a_child(&arguments.next().unwrap_or_default()),
        _ => panic!("no program is called {name}"),
    }
    ExitCode::SUCCESS
}

/// Runs the command line of the game that the first argument names, with the other arguments.
fn judge_of(arguments: &[OsString]) -> ExitCode {
    let game = arguments.first().and_then(|game| game.to_str()).unwrap_or_default();
    let arguments = arguments.to_vec();
    match game {
        "bo" => board_cli::run_judged_from::<BoProblem>(arguments),
        "boxes" => board_cli::run_judged_from::<BoxesProblem>(arguments),
        "chase" => board_cli::run_judged_from::<ChaseProblem>(arguments),
        "knightmare" => board_cli::run_judged_from::<KnightmareProblem>(arguments),
        "rowfill" => board_cli::run_judged_from::<RowfillProblem>(arguments),
        _ => panic!("no game is called {game}"),
    }
}
