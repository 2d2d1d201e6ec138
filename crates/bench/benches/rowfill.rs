//! Benchmarks of rowfill on boards with numbers up to 100,000: `cargo bench --bench rowfill`.

use board_bench::control;
use board_core::{Board, Margin, Negamax, Solve};
use rowfill::{Rowfill, Solver};

/// A board of numbers without a pattern. `cargo xtask figures` writes the same board as an input of the judge.
fn game(side: u32) -> Rowfill {
    let numbers = |factor: i64| (1..=i64::from(side * side)).map(|place| place * place * factor % 100_001).collect();
    Rowfill::new(Board::new(side, side).expect("in range"), numbers(7919), numbers(104_729)).expect("small numbers")
}

fn solve<S: Solve<Rowfill>>(game: &Rowfill) -> Margin {
    S::values(game, &[game.start()], &control()).expect("fits")[0]
}

fn main() {
    board_bench::bench("rowfill", |cases| {
        let games = [8, 10, 14, 16].map(game);
        cases.quick("8x8", &Margin(-108_704), || solve::<Solver>(&games[0]));
        cases.quick("8x8-reference", &Margin(-108_704), || solve::<Negamax<_>>(&games[0]));
        cases.quick("10x10", &Margin(-553_383), || solve::<Solver>(&games[1]));
        cases.long("10x10-reference", 1, &Margin(-553_383), || solve::<Negamax<_>>(&games[1]));
        cases.long("14x14", 1, &Margin(-1_073_502), || solve::<Solver>(&games[2]));
        cases.long("16x16", 4, &Margin(-818_378), || solve::<Solver>(&games[3]));
    });
}
