//! Benchmarks of boxes from the empty board: `cargo bench --bench boxes`.

use board_bench::control;
use board_core::{Board, Margin, Negamax, Side, Solve};
use boxes::{Boxes, Edges, Rules, Solver, Table};

/// The value of an empty board by one of the solvers.
fn value<S: Solve<Boxes>>(rows: u32, cols: u32, rules: Rules) -> Margin {
    let game = Boxes::new(Board::new(rows, cols).expect("in range"), rules).expect("few edges");
    let start = game.position(Edges::default(), Side::First).expect("no edge");
    S::values(&game, &[start], &control()).expect("fits")[0]
}

fn main() {
    board_bench::bench("boxes", |cases| {
        for (rules, points) in [(Rules::Alternate, 2), (Rules::ExtraTurn, -2)] {
            cases.quick(&format!("2x3-{rules}"), &Margin(points), || value::<Table>(2, 3, rules));
            cases.long(&format!("2x3-{rules}-reference"), 1, &Margin(points), || value::<Negamax<Boxes>>(2, 3, rules));
            cases.quick(&format!("3x3-{rules}"), &Margin(-3), || value::<Table>(3, 3, rules));
        }
        cases.long("2x5-alternate", 1, &Margin(4), || value::<Solver>(2, 5, Rules::Alternate));
        cases.long("1x10-extra-turn", 1, &Margin(0), || value::<Solver>(1, 10, Rules::ExtraTurn));
        cases.long("3x4-extra-turn", 3, &Margin(0), || value::<Solver>(3, 4, Rules::ExtraTurn));
    });
}
