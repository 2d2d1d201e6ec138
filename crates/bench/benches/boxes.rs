//! How long boxes takes from the empty board: `cargo bench --bench boxes`.

use board_bench::control;
use board_core::{Board, Margin, Negamax, Oracle, Side};
use boxes::{Boxes, Edges, Position, Rules, Table};

fn empty(rows: u32, cols: u32, rules: Rules) -> (Boxes, Position) {
    let game = Boxes::new(Board::new(rows, cols).expect("in range"), rules).expect("few edges");
    (game, game.position(Edges::default(), Side::First).expect("no edge"))
}

/// As the program does it: by a table or by a search.
fn solve(rows: u32, cols: u32, rules: Rules) -> Margin {
    let (game, at) = empty(rows, cols, rules);
    boxes::margins(game, &[&at], &control()).expect("fits")[0]
}

/// By a table of all sets of edges.
fn table(rows: u32, cols: u32, rules: Rules) -> Margin {
    let (game, at) = empty(rows, cols, rules);
    Table::new(game, &at, &control()).expect("fits").value(&at)
}

fn reference(rows: u32, cols: u32, rules: Rules) -> Margin {
    let (game, at) = empty(rows, cols, rules);
    Negamax::new(game).value(&at)
}

fn main() {
    board_bench::bench("boxes", |cases| {
        for (rules, value) in [(Rules::Alternate, 2), (Rules::ExtraTurn, -2)] {
            cases.quick(&format!("2x3-{rules}"), &Margin(value), || table(2, 3, rules));
            cases.long(&format!("2x3-{rules}-reference"), 1, &Margin(value), || reference(2, 3, rules));
            cases.quick(&format!("3x3-{rules}"), &Margin(-3), || table(3, 3, rules));
        }
        cases.long("2x5-alternate", 1, &Margin(4), || solve(2, 5, Rules::Alternate));
        cases.long("1x10-extra-turn", 1, &Margin(0), || solve(1, 10, Rules::ExtraTurn));
        cases.long("3x4-extra-turn", 3, &Margin(0), || solve(3, 4, Rules::ExtraTurn));
    });
}
