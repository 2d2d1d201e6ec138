//! Benchmarks of bo: `cargo bench --bench bo`.

use bo::{Bo, Distance, GrundyTable, Piece, Position, Solver};
use board_bench::control;
use board_core::{Board, Grundy, Negamax, Oracle, Outcome, Side, Solve};

/// The starts of all boards with up to this many rows and columns.
fn starts(side: u64) -> impl Iterator<Item = Position> {
    let start = |rows, cols| Position::start(rows, cols).expect("in range");
    (1..=side).flat_map(move |rows| (1..=side).map(move |cols| start(rows, cols)))
}

/// The number of starts from which the queen loses.
fn lost(solver: &impl Oracle<Bo>, starts: impl IntoIterator<Item = Position>) -> usize {
    starts.into_iter().filter(|at| matches!(solver.value(at), Outcome::Loss(_))).count()
}

fn main() {
    board_bench::bench("bo", |cases| {
        let queen = Bo::new(Piece::Queen);
        let closed_form = |side| lost(&Solver::new(&queen, &[], &control()).expect("needs no memory"), starts(side));
        cases.quick("million-queens", &763, || closed_form(1000));
        cases.quick("100x100-queens", &77, || closed_form(100));
        cases.long("100x100-queens-reference", 1, &77, || {
            let starts: Vec<Position> = starts(100).collect();
            lost(&Negamax::new(&queen, &starts, &control()).expect("fits"), starts)
        });
        let table =
            |side| GrundyTable::new(Piece::Queen, Board::new(side, side).expect("in range"), &control()).expect("fits");
        // OEIS A047708.
        let last = Distance { down: 19, right: 19 };
        cases.quick("20x20-grundy", &Some(25), || table(20).value(last));
        cases.quick("20x20-grundy-reference", &25, || {
            let at = Position::new(last, Side::First).expect("in range");
            Grundy::new(&queen, &[at], &control()).expect("fits").value(&at)
        });
        cases.quick("1000x1000-grundy", &Some(25), || table(1000).value(last));
    });
}
