//! How long rowfill takes on boards of numbers up to 100,000: `cargo bench --bench rowfill`.

use board_bench::control;
use board_core::{Board, Margin, Negamax, Oracle};
use rowfill::Rowfill;

/// A board of numbers without a pattern; `cargo xtask figures` writes the same as the judge's input.
fn game(side: u32) -> Rowfill {
    let numbers = |factor: i64| (1..=i64::from(side * side)).map(|place| place * place * factor % 100_001).collect();
    Rowfill::new(Board::new(side, side).expect("in range"), numbers(7919), numbers(104_729)).expect("small numbers")
}

fn solve(game: &Rowfill) -> Margin {
    rowfill::values(game, &[&game.start()], &control()).expect("fits")[0]
}

fn main() {
    board_bench::bench("rowfill", |cases| {
        let games = [8, 10, 14, 16].map(game);
        cases.quick("8x8", &Margin(-108_704), || solve(&games[0]));
        cases.quick("8x8-reference", &Margin(-108_704), || Negamax::new(games[0].clone()).value(&games[0].start()));
        cases.quick("10x10", &Margin(-553_383), || solve(&games[1]));
        cases.long("10x10-reference", 1, &Margin(-553_383), || Negamax::new(games[1].clone()).value(&games[1].start()));
        cases.long("14x14", 1, &Margin(-1_073_502), || solve(&games[2]));
        cases.long("16x16", 4, &Margin(-818_378), || solve(&games[3]));
    });
}
