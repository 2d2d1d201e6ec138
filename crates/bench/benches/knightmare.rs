//! How long knightmare takes: `cargo bench --bench knightmare`.

use board_bench::control;
use board_core::{Board, Oracle, Outcome, Retrograde, Side, Square};
use knightmare::{Knightmare, Solver, Table, tally};

fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even sides")
}

/// The starts that white wins, by whoever knows their values.
fn won(game: &Knightmare, oracle: &impl Oracle<Knightmare>) -> usize {
    let board = game.board();
    let starts = board.iter().flat_map(|white| board.iter().map(move |black| (white, black)));
    let starts = starts.filter_map(|(white, black)| game.start(white, black, Side::First).ok());
    starts.filter(|at| matches!(oracle.value(at), Outcome::Win(_))).count()
}

fn main() {
    board_bench::bench("knightmare", |cases| {
        let twelve = game(12, 12);
        cases.quick("12x12-starts", &11_729, || won(&twelve, &Solver::new(&twelve, &control()).expect("fits")));
        cases.quick("12x12-table", &11_729, || won(&twelve, &Table::new(&twelve, &control()).expect("fits")));
        cases.quick("12x12-starts-reference", &11_729, || won(&twelve, &Retrograde::new(twelve)));
        let large = game(1000, 1000);
        let solver = Solver::new(&large, &control()).expect("fits");
        let at = large.start(Square::new(0, 0), Square::new(999, 998), Side::First).expect("a start");
        cases.quick("1000x1000-value", &Outcome::Win(667), || solver.value(&at));
        let forty = game(40, 40);
        cases.long("40x40-starts", 1, &[1_400_371, 1_154_832], || tally(&forty, &control()).expect("fits").won);
    });
}
