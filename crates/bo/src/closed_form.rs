//! Who wins, in how many plies, and by which moves, for distances of any length.
//!
//! A square is named by its distances a <= b to the target; exchanging rows and columns changes nothing. It is lost, won
//! or drawn for the player to move. Every move shortens the distances, so play ends, and only a knight can end elsewhere
//! than on the target. Two facts hold for all four pieces: a square is won exactly if a lost square is one move away,
//! and a win lasts one ply more than the shortest loss in reach.
//!
//! **Claim 4 (king).** A square is lost if a and b are even, and won otherwise. A loss lasts a + b plies. A win lasts
//! a + b plies, or one less if a and b are both odd.
//!
//! *Proof.* From two even distances, every move makes one of them odd. From any other square, exactly one move makes both
//! even: the straight step along the odd distance or, if both are odd, the diagonal step. So the winner never has a
//! choice. In two plies the sum of the distances shrinks by 2 if the loser steps straight, by 4 if diagonally, and off
//! the target the loser can always step straight.
//!
//! **Claim 5 (rook).** A square is lost if a = b, and won otherwise. A loss lasts 2a plies, a win 2a + 1.
//!
//! *Proof.* This is Nim with two heaps (C. L. Bouton, 1901). From equal distances, every move makes them unequal. From
//! unequal ones, exactly one move makes them equal: to (a, a). So the winner never has a choice, and the loser delays
//! longest by moving a single square.
//!
//! **Claim 6 (knight).** A square is lost if a = b and 3 divides a, won if a = 3n + 1 and b = a + 1 for some n, and drawn
//! otherwise. A loss lasts 2a / 3 plies, a win 2⌊a / 3⌋ + 1.
//!
//! *Proof.* A move takes 3 off the sum of the distances and changes their difference by 1. If 3 does not divide the sum,
//! no play reaches the target: drawn. Otherwise the difference decides. With difference 0, a = b = 3n; every move leads to
//! difference 1, and the answer leads to difference 0 again, with 3 less in both distances: lost. With difference 1,
//! a = 3n + 1 and b = 3n + 2, and one move leads to difference 0, to (3n, 3n): won. With difference 2 or more, no move
//! leads to difference 0, so the square is not won; nor is it lost, if it is an end or a move leads to difference 2 or
//! more. With difference 2, a >= 2, and taking 2 off a and 1 off b leads to difference 3. With more, every move does.
//!
//! **Claim 7 (queen).** A square is lost if a = A(k) for k = b - a, with A and B of the [Wythoff pairs](crate::wythoff);
//! it is called C(k). All others are won (W. A. Wythoff, 1907).
//!
//! *Proof.* By claim 2 no two squares among all C(k) and their mirror images share a row, column or diagonal, so no move
//! leads from one to another. From any other square one of them is in reach: let k = b - a. If a > A(k), C(k) is down
//! the diagonal. If a = B(j) for some j >= 1, A(j) < a <= b, and shortening b to A(j) leads to the mirror image of C(j).
//! Otherwise a = A(j) < A(k), so j < k and B(j) = a + j < b, and shortening b to B(j) leads to C(j).
//!
//! **Claim 8 (plies of the queen).** C(k) is lost in 2k plies. Any other square is won in 2j + 1 plies, for the least j of
//! a C(j) or its mirror image one move away.
//!
//! *Proof.* Two plies of best play lead from C(k) to some C(j) with j < k, as distances shrink. So the loss lasts at most
//! 2k plies. It lasts no less, because the loser can move down the diagonal to the row of C(k-1), to the square one
//! column beyond it, (A(k-1), B(k-1) + 1). From there the only lost square in reach is C(k-1), along the row: on the
//! diagonal lies C(k), behind; and B(k-1) + 1 is an A(j), since two B differ by at least 2, so the lost square of that
//! column is farther from the target, at B(j) > A(j) > A(k-1).

use board_core::{Outcome, Side};

use crate::rules::{Distance, Piece, Position};
use crate::wythoff::{Natural, lower, partner};

/// The result of the game for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WinDrawLoss {
    Win,
    Draw,
    Loss,
}

/// Returns the result alone (claims 4 to 7). For the queen that takes a fifth of the time of [`outcome`].
pub(crate) fn win_draw_loss<N: Natural>(piece: Piece, distance: &Distance<N>) -> WinDrawLoss {
    let (near, far) = distance.sorted();
    let is_lost = match piece {
        Piece::King => is_even(&near) && is_even(&far),
        Piece::Rook => near == far,
        Piece::Knight => {
            let (rest, apart) = (near.clone() % N::from(3), far - near);
            return if rest == N::from(0) && apart == N::from(0) {
                WinDrawLoss::Loss
            } else if rest == N::from(1) && apart == N::from(1) {
                WinDrawLoss::Win
            } else {
                WinDrawLoss::Draw
            };
        }
        Piece::Queen => near == lower(&(far - near.clone())),
    };
    if is_lost { WinDrawLoss::Loss } else { WinDrawLoss::Win }
}

/// Returns the result with its plies (claims 4, 5, 6 and 8).
pub(crate) fn outcome<N: Natural>(piece: Piece, distance: &Distance<N>) -> Outcome<N> {
    let (one, two, three) = (N::from(1), N::from(2), N::from(3));
    let (near, far) = distance.sorted();
    match (win_draw_loss(piece, distance), piece) {
        (WinDrawLoss::Draw, _) => Outcome::Draw,
        (WinDrawLoss::Loss, Piece::King) => Outcome::Loss(near + far),
        (WinDrawLoss::Loss, Piece::Rook) => Outcome::Loss(two * near),
        (WinDrawLoss::Loss, Piece::Knight) => Outcome::Loss(two * (near / three)),
        (WinDrawLoss::Loss, Piece::Queen) => Outcome::Loss(two * (far - near)),
        (WinDrawLoss::Win, Piece::King) if is_even(&near) || is_even(&far) => Outcome::Win(near + far),
        (WinDrawLoss::Win, Piece::King) => Outcome::Win(near + far - one),
        (WinDrawLoss::Win, Piece::Rook) => Outcome::Win(two * near + one),
        (WinDrawLoss::Win, Piece::Knight) => Outcome::Win(two * (near / three) + one),
        (WinDrawLoss::Win, Piece::Queen) => {
            let least = lost_squares_in_reach(distance).map(|to| wythoff_index(&to)).min();
            Outcome::Win(two * least.expect("claim 7: a won square has one in reach") + one)
        }
    }
}

/// Returns all winning moves, at most three, in the order of moves.
pub(crate) fn winning_moves<N: Natural>(piece: Piece, distance: &Distance<N>) -> Vec<Distance<N>> {
    let steps = |steps: &[(u8, u8)]| -> Vec<_> {
        let to = steps.iter().filter_map(|&(down, right)| distance.after(down.into(), right.into()));
        to.filter(|to| win_draw_loss(piece, to) == WinDrawLoss::Loss).collect()
    };
    let (near, far) = distance.sorted();
    let mut moves = match piece {
        Piece::King => steps(&[(0, 1), (1, 0), (1, 1)]),
        Piece::Knight => steps(&[(1, 2), (2, 1)]),
        Piece::Rook if near == far => Vec::new(),
        Piece::Rook => vec![Distance { down: near.clone(), right: near }],
        Piece::Queen => lost_squares_in_reach(distance).collect(),
    };
    moves.sort_unstable_by(|one, next| next.cmp(one));
    moves
}

/// Returns the lost squares one queen's move away: at most one each along the row, the column and the diagonal.
pub(crate) fn lost_squares_in_reach<N: Natural>(distance: &Distance<N>) -> impl Iterator<Item = Distance<N>> {
    let Distance { down, right } = distance.clone();
    let (near, far) = distance.sorted();
    let low = lower(&(far - near.clone()));
    let on_diagonal = if low < near { distance.after(near.clone() - low.clone(), near - low) } else { None };
    let in_row = Distance { right: partner(&down), down };
    let in_column = Distance { down: partner(&right), right };
    // Along each of the three lines, the squares nearer to the target are the lesser ones.
    [Some(in_row), Some(in_column), on_diagonal].into_iter().flatten().filter(move |to| to < distance)
}

/// Returns the k of the queen's lost square C(k) or of its mirror image.
pub(crate) fn wythoff_index<N: Natural>(lost: &Distance<N>) -> N {
    let (near, far) = lost.sorted();
    far - near
}

/// Returns the queen's lost square C(k) whose distances differ by `k`, the longer one to the right, or `None` if it does
/// not fit on the largest board.
///
/// The player to move loses in 2k plies. The queen's lost squares are these and their mirror images, with rows and
/// columns exchanged.
///
/// ```
/// use bo::{Distance, queen_lost_square};
///
/// let squares: Vec<_> = (0..4).filter_map(queen_lost_square).map(|lost| (lost.down, lost.right)).collect();
/// assert_eq!(squares, [(0, 0), (1, 2), (3, 5), (4, 7)]);
/// assert_eq!(queen_lost_square(u64::MAX), None);
/// ```
#[must_use]
pub fn queen_lost_square(k: u64) -> Option<Distance> {
    // From here on, the longer distance is more than 2k, so it is at least 2^63.
    const OFF_THE_BOARD: u64 = 1 << 62;
    if k >= OFF_THE_BOARD {
        return None;
    }
    let down = lower(&k);
    let lost = Distance { down, right: down + k };
    Position::new(lost, Side::First).is_ok().then_some(lost)
}

fn is_even<N: Natural>(number: &N) -> bool {
    number.clone() % N::from(2) == N::from(0)
}

#[cfg(test)]
mod tests {
    use board_core::{Negamax, Oracle};
    use board_testing::solved;

    use super::*;
    use crate::rules::Bo;

    /// Checks outcome and result alone against the reference solver, for all distances below 121.
    fn assert_equals_reference(piece: Piece) {
        let squares = (0..121).flat_map(|down| (0..121).map(move |right| Distance { down, right }));
        let at = |distance| Position::new(distance, Side::First).expect("in range");
        let positions: Vec<Position> = squares.map(at).collect();
        let reference: Negamax<Bo> = solved(&Bo::new(piece), &positions);
        for at in positions {
            let (distance, value) = (at.distance(), reference.value(&at));
            let result = match value {
                Outcome::Win(_) => WinDrawLoss::Win,
                Outcome::Draw => WinDrawLoss::Draw,
                Outcome::Loss(_) => WinDrawLoss::Loss,
            };
            assert_eq!((outcome(piece, &distance), win_draw_loss(piece, &distance)), (value, result), "{distance:?}");
        }
    }

    #[test]
    fn claim_4_the_king_loses_at_even_distances() {
        assert_equals_reference(Piece::King);
    }

    #[test]
    fn claim_5_the_rook_loses_at_equal_distances() {
        assert_equals_reference(Piece::Rook);
    }

    #[test]
    fn claim_6_the_knight_wins_and_loses_by_remainder_and_difference() {
        assert_equals_reference(Piece::Knight);
    }

    #[test]
    fn claim_7_the_queen_loses_at_wythoff_pairs() {
        // By the definition of lost and won alone: no lost square in reach, or one.
        const SIDE: usize = 400;
        let (mut rows, mut columns, mut diagonals) = ([false; SIDE], [false; SIDE], [false; 2 * SIDE]);
        for (down, right) in (0..SIDE).flat_map(|down| (0..SIDE).map(move |right| (down, right))) {
            let diagonal = SIDE + down - right;
            let is_won = rows[down] || columns[right] || diagonals[diagonal];
            let expected = if is_won { WinDrawLoss::Win } else { WinDrawLoss::Loss };
            let distance = Distance { down: down as u64, right: right as u64 };
            assert_eq!(win_draw_loss(Piece::Queen, &distance), expected, "{distance:?}");
            if !is_won {
                (rows[down], columns[right], diagonals[diagonal]) = (true, true, true);
            }
        }
    }

    #[test]
    fn claim_8_the_queen_delays_one_column_beyond_the_next_lost_square() {
        assert_equals_reference(Piece::Queen);
        let last = 3_523_014_627_193_176_565;
        for k in (1..2000).chain(last - 2000..=last) {
            let [lost, next] = [k, k - 1].map(|k| queen_lost_square(k).expect("on the board"));
            let beyond = Distance { down: next.down, right: next.right + 1 };
            assert_eq!(lost.down - beyond.down, lost.right - beyond.right, "along the diagonal of {lost:?}");
            assert!(lost_squares_in_reach(&beyond).eq([next]), "{beyond:?}");
            assert_eq!(outcome(Piece::Queen, &beyond), Outcome::Win(2 * (k - 1) + 1));
            assert_eq!(outcome(Piece::Queen, &lost), Outcome::Loss(2 * k));
        }
        assert_eq!(queen_lost_square(last + 1), None);
    }
}
