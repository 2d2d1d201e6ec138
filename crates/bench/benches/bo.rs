//! How long bo takes: `cargo bench --bench bo`.

use bo::{Bo, Distance, GrundyTable, Piece, Position, outcome};
use board_bench::control;
use board_core::{Board, Grundy, Negamax, Oracle, Outcome, Side};

/// The starts of all boards of up to so many rows and columns.
fn starts(side: u64) -> impl Iterator<Item = Position> {
    let start = |rows, cols| Position::start(rows, cols).expect("in range");
    (1..=side).flat_map(move |rows| (1..=side).map(move |cols| start(rows, cols)))
}

/// How many of them the queen loses.
fn lost(side: u64, value: impl Fn(&Position) -> Outcome) -> usize {
    starts(side).filter(|at| matches!(value(at), Outcome::Loss(_))).count()
}

fn main() {
    board_bench::bench("bo", |cases| {
        let closed_form = |side| lost(side, |at| outcome(Piece::Queen, at));
        cases.quick("million-queens", &763, || closed_form(1000));
        cases.quick("100x100-queens", &77, || closed_form(100));
        cases.long("100x100-queens-reference", 1, &77, || {
            let reference = Negamax::new(Bo::new(Piece::Queen));
            lost(100, |at| reference.value(at))
        });
        let table =
            |side| GrundyTable::new(Piece::Queen, Board::new(side, side).expect("in range"), &control()).expect("fits");
        // OEIS A047708.
        let last = Distance { down: 19, right: 19 };
        cases.quick("20x20-grundy", &Some(25), || table(20).value(last));
        cases.quick("20x20-grundy-reference", &25, || {
            Grundy::new(Bo::new(Piece::Queen)).value(&Position::new(last, Side::First).expect("in range"))
        });
        cases.quick("1000x1000-grundy", &Some(25), || table(1000).value(last));
    });
}
