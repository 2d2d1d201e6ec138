//! Grundy values under normal play, in which the player who cannot move loses.
//!
//! Distances are a <= b, with d = b - a. The value of a square is the least non-negative integer that is not the value of
//! a square one move away (R. Sprague 1935, P. M. Grundy 1939), so each claim follows by induction on the distances.
//!
//! **Claim 10 (king).** The value is 0 if a and b are even, 2 if both are odd, 1 if only b is odd, and 3 if only a is.
//!
//! *Proof.* From two even distances, every move makes one odd, so it leads to no 0. From two odd ones, the diagonal step
//! leads to 0 and the straight steps lead to 1 or 3, at least one of them to 1. From one of each kind, the straight steps
//! lead to 0 and 2, or only to 0 if a = 0; the diagonal step, if there is one, makes an even a odd and an odd a even, so
//! it leads from 1 to 3 and from 3 to 1.
//!
//! **Claim 11 (rook).** The value is a xor b, as the game is Nim with two heaps (C. L. Bouton, 1901).
//!
//! **Claim 12 (knight).** The value is 0 if a = 0 modulo 3. If a = 1 modulo 3, it is 0 for d = 0, else 1. If a = 2 modulo
//! 3, it is 1 for d = 0 and d = 1, else 2.
//!
//! *Proof.* One move leads to smaller distance a - 1 and difference d - 1 or, from d = 0, to a - 2 and 1. The other
//! leads to a - 2 and d + 1. From a = 0 there is no move, and from a = 1 only the first, if d > 0.
//! - From a = 0 modulo 3 and a > 0, they lead to the remainders 2 and 1, with values of 1 or 2, and of 1.
//! - From a = 1, they lead to the remainders 0 and 2, with values of 0, and of 2 as the difference is at least 2; so the
//!   value is 1. From d = 0, both lead to the remainder 2 and difference 1, with the value 1.
//! - From a = 2, they lead to the remainders 1 and 0, with values of 1, or of 0 if d = 1, and of 0. From d = 0, both
//!   lead to the remainder 0.

mod table;

pub use table::GrundyTable;

use crate::rules::{Distance, Piece};

/// Returns the Grundy value under normal play, in which the player who cannot move loses, or `None` for the queen, for
/// which no formula is known. Takes constant time.
///
/// With it, the piece can be one part of a sum of games, in which a player moves in one part at a time. For distances
/// a <= b:
///
/// - king: 0 if both are even, 2 if both are odd, 1 if only b is odd, 3 if only a is;
/// - rook: a xor b, as it plays Nim with two heaps (C. L. Bouton 1901);
/// - knight: a modulo 3, but at most b - a, and for a = 2 modulo 3 at least 1.
///
/// All of it is proved for boards of any size, beside the code, and checked against [`Grundy`](board_core::Grundy) for
/// all distances below 48.
///
/// ```
/// use bo::{Distance, Piece, grundy_value};
///
/// assert_eq!(grundy_value(Piece::Rook, Distance { down: 5, right: 6 }), Some(3));
/// assert_eq!(grundy_value(Piece::Queen, Distance { down: 5, right: 6 }), None);
/// ```
#[must_use]
pub fn grundy_value(piece: Piece, distance: Distance) -> Option<u64> {
    let (near, far) = distance.sorted();
    match piece {
        Piece::King => Some(king(near, far)),
        Piece::Rook => Some(near ^ far),
        Piece::Knight => Some(knight(near, far)),
        Piece::Queen => None,
    }
}

/// Claim 10.
fn king(near: u64, far: u64) -> u64 {
    match (near % 2, far % 2) {
        (0, 0) => 0,
        (1, 1) => 2,
        (0, _) => 1,
        _ => 3,
    }
}

/// Claim 12.
fn knight(near: u64, far: u64) -> u64 {
    match (near % 3, far - near) {
        (0, _) | (1, 0) => 0,
        (1, _) | (2, 0 | 1) => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use board_core::{Board, Control, Grundy, Side};

    use super::*;
    use crate::rules::{Bo, Position};

    /// Checks the formula against the definition for all distances below 48, and against a table of 300 x 500.
    fn assert_formula_holds(piece: Piece) {
        let squares = (0..48).flat_map(|down| (0..48).map(move |right| Distance { down, right }));
        let at = |distance| Position::new(distance, Side::First).expect("in range");
        let positions: Vec<Position> = squares.map(at).collect();
        let reference = Grundy::new(&Bo::new(piece), &positions, &Control::new()).expect("small");
        for at in positions {
            assert_eq!(grundy_value(piece, at.distance()), Some(reference.value(&at)), "{at:?}");
        }
        let table = GrundyTable::new(piece, Board::new(300, 500).expect("in range"), &Control::new()).expect("small");
        for (down, right) in (0..300).flat_map(|down| (0..500).map(move |right| (down, right))) {
            let distance = Distance { down, right };
            assert_eq!(grundy_value(piece, distance), table.value(distance).map(u64::from), "{distance:?}");
        }
    }

    #[test]
    fn claim_10_the_kings_values_depend_on_parity() {
        assert_formula_holds(Piece::King);
    }

    #[test]
    fn claim_11_the_rooks_values_are_those_of_nim() {
        assert_formula_holds(Piece::Rook);
    }

    #[test]
    fn claim_12_the_knights_values_depend_on_remainder_and_difference() {
        assert_formula_holds(Piece::Knight);
    }

    #[test]
    fn the_queen_has_no_formula() {
        assert_eq!(grundy_value(Piece::Queen, Distance { down: 1, right: 2 }), None);
    }
}
