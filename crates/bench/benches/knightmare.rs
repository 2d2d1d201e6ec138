//! Benchmarks of knightmare: `cargo bench --bench knightmare`.

use board_bench::control;
use board_core::{Board, Oracle, Outcome, Retrograde, Side, Solve, Square};
use knightmare::{Knightmare, Position, Solver, Table, tally};

fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even sides")
}

/// The number of starts that white wins, by a new solver.
fn won<S: Solve<Knightmare>>(game: &Knightmare, starts: &[Position]) -> usize {
    let solver = S::new(game, starts, &control()).expect("fits");
    starts.iter().filter(|at| matches!(solver.value(at), Outcome::Win(_))).count()
}

fn main() {
    board_bench::bench("knightmare", |cases| {
        let twelve = game(12, 12);
        let squares = || twelve.board().iter();
        let pairs = squares().flat_map(|white| squares().map(move |black| (white, black)));
        let starts: Vec<Position> =
            pairs.filter_map(|(white, black)| twelve.start(white, black, Side::First).ok()).collect();
        cases.quick("12x12-starts", &11_729, || won::<Solver>(&twelve, &starts));
        cases.quick("12x12-table", &11_729, || won::<Table>(&twelve, &starts));
        cases.quick("12x12-starts-reference", &11_729, || won::<Retrograde<Knightmare>>(&twelve, &starts));
        let large = game(1000, 1000);
        let at = large.start(Square::new(0, 0), Square::new(999, 998), Side::First).expect("a start");
        let solver = Solver::new(&large, &[at], &control()).expect("fits");
        cases.quick("1000x1000-value", &Outcome::Win(667), || solver.value(&at));
        let forty = game(40, 40);
        cases.long("40x40-starts", 1, &[1_400_371, 1_154_832], || tally(&forty, &control()).expect("fits").wins);
    });
}
