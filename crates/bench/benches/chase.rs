//! Benchmarks of chase: `cargo bench --bench chase`.

use board_bench::control;
use board_core::Retrograde;
use chase::{Board, Chase, Oracle, Outcome, Position, Side, Solve, Solver, Square, Summary};

fn game(side: u32) -> Chase {
    Chase::new(Board::new(side, side).expect("in range"))
}

/// White in one corner, black in the other.
fn corners(game: &Chase) -> Position {
    let last = game.board().rows() - 1;
    game.position(Square::new(0, 0), Square::new(last, last), Side::First).expect("legal")
}

fn main() {
    board_bench::bench("chase", |cases| {
        let twenty = game(20);
        let at = corners(&twenty);
        let solve = |at: Position, side: u32| Solver::values(&game(side), &[at], &control()).expect("fits")[0];
        let table = || Solver::new(&twenty, &[], &control()).expect("fits").value(&at);
        let reference = || Retrograde::new(&twenty, &[at], &control()).expect("fits").value(&at);
        cases.quick("20x20-corners", &Outcome::Loss(56), || solve(at, 20));
        cases.quick("20x20-table", &Outcome::Loss(56), table);
        cases.long("20x20-corners-reference", 1, &Outcome::Loss(56), reference);
        let at = corners(&game(64));
        cases.quick("64x64-corners", &Outcome::Loss(188), || solve(at, 64));
        let at = corners(&game(128));
        cases.long("128x128-corners", 1, &Outcome::Loss(380), || solve(at, 128));
        let longest = || {
            let Summary { longest, longest_starts, .. } = Summary::new(&game(64), &control()).expect("fits");
            (longest, longest_starts)
        };
        cases.quick("64x64-survey", &(190, 11_328), longest);
    });
}
