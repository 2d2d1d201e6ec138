//! Closed forms: outcome, plies and best moves for boards of any size.

use std::cmp::Reverse;
use std::iter;

use board_core::{Game, Oracle, Outcome, Rated, Ratings, Side, analysis};

use crate::wythoff::{Natural, lower, partner};
use crate::{Bo, Distance, Piece, Position};

/// The exact outcome for the player to move, with its plies, in constant time and in whole numbers.
///
/// For distances a <= b:
///
/// | piece | lost where | plies of a loss | plies of a win |
/// |---|---|---|---|
/// | king | a and b are even | a + b | a + b, less 1 where both are odd |
/// | rook | a = b | 2a | 2a + 1 |
/// | knight | a = b and 3 divides a | 2a / 3 | 2 floor(a / 3) + 1 |
/// | queen | a = floor(k phi) with k = b - a | 2k | 2j + 1 for the least j of a lost square one move away |
///
/// The knight wins where a = 3n + 1 and b = 3n + 2, and draws everywhere else; the other pieces never draw. The rook
/// plays Nim with two heaps, the queen the game of W. A. Wythoff, "A modification of the game of nim", 1907. All is
/// proved in comments beside the code, and was compared with [`Negamax`](board_core::Negamax) for all boards up to
/// 121 x 121.
///
/// ```
/// use bo::{Piece, Position, outcome};
/// use board_core::Outcome;
///
/// assert_eq!(outcome(Piece::Rook, &Position::start(5, 5)?), Outcome::Loss(8));
/// assert_eq!(outcome(Piece::Queen, &Position::start(5, 5)?), Outcome::Win(1));
/// // Here doubles go wrong.
/// assert_eq!(outcome(Piece::Queen, &Position::start(165_580_141, 267_914_296)?), Outcome::Loss(204_668_310));
/// # Ok::<(), board_core::OutOfRange>(())
/// ```
#[must_use]
pub fn outcome(piece: Piece, at: &Position) -> Outcome {
    outcome_from(piece, &at.left())
}

/// All moves that win, in the order of moves; empty where the player to move cannot win. At most three,
/// found in constant time on boards of any size.
///
/// ```
/// use bo::{Distance, MAX_SIDE, Piece, Position, winning_moves};
///
/// let start = Position::start(MAX_SIDE, 8)?;
/// assert_eq!(winning_moves(Piece::Rook, &start), [Distance { down: 7, right: 7 }]);
/// // Down the column of the piece to the one lost square there.
/// assert_eq!(winning_moves(Piece::Queen, &start), [Distance { down: 4, right: 7 }]);
/// # Ok::<(), board_core::OutOfRange>(())
/// ```
#[must_use]
pub fn winning_moves(piece: Piece, at: &Position) -> Vec<Distance> {
    winning_from(piece, &at.left())
}

/// The queen's lost square whose distances differ by `k`, the longer one to the right: it is lost in 2k plies.
/// `None` where it is off the largest board. With rows and columns exchanged it is lost as well, and no others are.
///
/// ```
/// use bo::{Distance, queen_lost_square};
///
/// let squares: Vec<_> = (0..4).filter_map(queen_lost_square).map(|left| (left.down, left.right)).collect();
/// assert_eq!(squares, [(0, 0), (1, 2), (3, 5), (4, 7)]);
/// assert_eq!(queen_lost_square(u64::MAX), None);
/// ```
#[must_use]
pub fn queen_lost_square(k: u64) -> Option<Distance> {
    // Larger ones have a longer distance of more than 2k >= 2^63.
    const MOST: u64 = 1 << 62;
    if k >= MOST {
        return None;
    }
    let down = lower(&k);
    let left = Distance { down, right: down + k };
    Position::new(left, Side::First).is_ok().then_some(left)
}

/// What becomes of the game, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Lost,
    Drawn,
    Won,
}

/// Who wins, without the plies: for the queen that takes a fifth of the time.
///
/// King: from two even distances every move makes one odd, so it does not end the game, and the answer is forced: the
/// one move that makes both even again. So the squares with both distances even are lost, and the players together go
/// two squares straight or two diagonally between them. The loser delays by going straight, and always can.
///
/// Rook: from equal distances every move makes them unequal, and one answer makes them equal again, at the lesser of
/// the two. The loser delays by going one square.
///
/// Knight: a leap takes 3 off the sum of the distances and changes their difference by 1. Where 3 does not divide the
/// sum, the target is never reached. Where it does: with equal distances each leap makes the difference 1, and the
/// answer makes the distances equal again, 3 less each: lost. With difference 1 one leap makes them equal: won. With
/// difference 2 or more, nobody can leap to a lost square; with difference 2 the shorter distance is 2 or more, so
/// there is a leap that makes it 3: drawn, as are all those above.
///
/// Queen: Wythoff proved which squares are lost: C(k) = (floor(k phi), floor(k phi) + k) and its mirror image, so that
/// a square is lost exactly if no lost square is one move away.
///
/// C(k) is lost in 2k plies. No more: on the way from one lost square to the next k gets less. No fewer: from C(k) the
/// diagonal leads to C(k-1) with one column more. There the only lost square one move away is C(k-1), along the row.
/// Along the diagonal C(k) would be next; and the column's lost square is below, as its number, one above the greater
/// number of a pair, is the lesser number of its own (the greater ones differ by 2 or 3).
pub(crate) fn verdict<N: Natural>(piece: Piece, left: &Distance<N>) -> Verdict {
    let (near, far) = left.sorted();
    let lost = match piece {
        Piece::King => is_even(&near) && is_even(&far),
        Piece::Rook => near == far,
        Piece::Knight => {
            let (rest, apart) = (near.clone() % N::from(3), far - near);
            return if rest == N::from(0) && apart == N::from(0) {
                Verdict::Lost
            } else if rest == N::from(1) && apart == N::from(1) {
                Verdict::Won
            } else {
                Verdict::Drawn
            };
        }
        Piece::Queen => near == lower(&(far - near.clone())),
    };
    if lost { Verdict::Lost } else { Verdict::Won }
}

/// [`outcome`] for numbers of any kind.
pub(crate) fn outcome_from<N: Natural>(piece: Piece, left: &Distance<N>) -> Outcome<N> {
    let (one, two, three) = (N::from(1), N::from(2), N::from(3));
    let (near, far) = left.sorted();
    match (verdict(piece, left), piece) {
        (Verdict::Drawn, _) => Outcome::Draw,
        (Verdict::Lost, Piece::King) => Outcome::Loss(near + far),
        (Verdict::Lost, Piece::Rook) => Outcome::Loss(two * near),
        (Verdict::Lost, Piece::Knight) => Outcome::Loss(two * (near / three)),
        (Verdict::Lost, Piece::Queen) => Outcome::Loss(two * (far - near)),
        (Verdict::Won, Piece::King) if is_even(&near) || is_even(&far) => Outcome::Win(near + far),
        (Verdict::Won, Piece::King) => Outcome::Win(near + far - one),
        (Verdict::Won, Piece::Rook) => Outcome::Win(two * near + one),
        (Verdict::Won, Piece::Knight) => Outcome::Win(two * (near / three) + one),
        (Verdict::Won, Piece::Queen) => {
            let nearest = lost_squares_in_reach(left).map(|to| difference(&to)).min();
            Outcome::Win(two * nearest.expect("Wythoff: one can be reached") + one)
        }
    }
}

fn is_even<N: Natural>(number: &N) -> bool {
    number.clone() % N::from(2) == N::from(0)
}

/// [`winning_moves`] for numbers of any kind.
pub(crate) fn winning_from<N: Natural>(piece: Piece, left: &Distance<N>) -> Vec<Distance<N>> {
    let steps = |steps: &[(u8, u8)]| -> Vec<_> {
        let to = steps.iter().filter_map(|&(down, right)| left.after(down.into(), right.into()));
        to.filter(|to| verdict(piece, to) == Verdict::Lost).collect()
    };
    let (near, far) = left.sorted();
    let mut moves = match piece {
        Piece::King => steps(&[(0, 1), (1, 0), (1, 1)]),
        Piece::Knight => steps(&[(1, 2), (2, 1)]),
        Piece::Rook if near == far => Vec::new(),
        Piece::Rook => vec![Distance { down: near.clone(), right: near }],
        Piece::Queen => lost_squares_in_reach(left).collect(),
    };
    moves.sort_unstable_by(|one, next| next.cmp(one));
    moves
}

/// The k of the queen's lost square C(k).
fn difference<N: Natural>(left: &Distance<N>) -> N {
    let (near, far) = left.sorted();
    far - near
}

/// The lost squares one move of the queen away: at most one each along the row, the column and the diagonal.
fn lost_squares_in_reach<N: Natural>(left: &Distance<N>) -> impl Iterator<Item = Distance<N>> {
    let Distance { down, right } = left.clone();
    let (near, far) = left.sorted();
    let low = lower(&(far - near.clone()));
    let on_diagonal = if low < near { left.after(near.clone() - low.clone(), near - low) } else { None };
    let in_row = Distance { right: partner(&down), down };
    let in_column = Distance { down: partner(&right), right };
    // In each of the three directions, nearer is less.
    [Some(in_row), Some(in_column), on_diagonal].into_iter().flatten().filter(move |to| to < left)
}

/// The queen's moves from a lost square after which that with the next smaller k is one move away.
///
/// A loser's move delays longest exactly if the fastest answer leads to C(k-1) or its mirror image. Before that answer
/// the queen stands where a row, column or diagonal of C(k) crosses one of that square. Two lost squares never share
/// a row, column or diagonal, so these are six points for each of the two, some of them off the way.
fn crossings(left: Distance) -> impl Iterator<Item = Distance> {
    let next = difference(&left).checked_sub(1).and_then(queen_lost_square);
    let both = next.into_iter().flat_map(|to| [to, to.mirrored()]);
    both.flat_map(move |to| {
        let by_row = |right| Some(Distance { down: left.down, right });
        let by_column = |down| Some(Distance { down, right: left.right });
        let shift = |start: u64, plus: u64, minus: u64| (start + plus).checked_sub(minus);
        [
            by_row(to.right),
            shift(to.right, left.down, to.down).and_then(by_row),
            by_column(to.down),
            shift(to.down, left.right, to.right).and_then(by_column),
            shift(left.right, to.down, left.down).map(|right| Distance { down: to.down, right }),
            shift(left.down, to.right, left.right).map(|down| Distance { down, right: to.right }),
        ]
        .into_iter()
        .flatten()
    })
}

/// An oracle by [`outcome`], for one piece.
///
/// Where there are more than [`ClosedForm::MOST_LISTED`] moves, `rate` does not list them: it names all that win, or
/// all that delay the loss longest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClosedForm {
    piece: Piece,
}

impl ClosedForm {
    /// The most moves that are rated one by one.
    pub const MOST_LISTED: u128 = 1 << 16;

    /// The oracle for the game with this piece.
    #[must_use]
    pub const fn new(piece: Piece) -> Self {
        Self { piece }
    }

    /// All moves that win or, where none does, all that keep the value; best first, then in the order of moves.
    fn foremost(self, at: &Position) -> Vec<Rated<Distance, Outcome>> {
        let (game, left) = (Bo::new(self.piece), at.left());
        let candidates: Vec<Distance> = match self.piece {
            Piece::King | Piece::Knight => game.moves(at).collect(),
            Piece::Rook => {
                let (near, _) = left.sorted();
                let shorter = |distance: u64| distance.checked_sub(1);
                iter::once(Distance { down: near, right: near })
                    .chain(shorter(left.right).map(|right| Distance { right, ..left }))
                    .chain(shorter(left.down).map(|down| Distance { down, ..left }))
                    .collect()
            }
            Piece::Queen => lost_squares_in_reach(&left).chain(crossings(left)).collect(),
        };
        let value = self.value(at);
        let mut foremost: Vec<_> = candidates
            .into_iter()
            .filter(|&to| game.is_legal(at, to))
            .map(|to| self.rate_move(&game, at, to))
            .filter(|rated| rated.value == value || matches!(rated.value, Outcome::Win(_)))
            .collect();
        foremost.sort_unstable_by_key(|rated| Reverse((rated.value, rated.chosen)));
        // Some squares are candidates for two reasons.
        foremost.dedup();
        foremost
    }
}

impl Oracle<Bo> for ClosedForm {
    fn value(&self, at: &Position) -> Outcome {
        outcome(self.piece, at)
    }

    fn rate(&self, game: &Bo, at: &Position, most: usize) -> Ratings<Distance, Outcome> {
        let total = game.count_moves(at);
        let mut moves = self.foremost(at);
        if moves.len() < most && total <= Self::MOST_LISTED {
            return analysis::rate_each(game, self, at, most);
        }
        moves.truncate(most);
        Ratings { moves, total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_foremost_moves_are_those_of_the_full_list() {
        const SIDE: u64 = 200;
        for piece in Piece::ALL {
            let (game, solver) = (Bo::new(piece), ClosedForm::new(piece));
            let at = |down, right| Position::new(Distance { down, right }, Side::First).expect("in range");
            let place = |left: Distance| usize::try_from(left.down * SIDE + left.right).expect("small");
            let squares = || (0..SIDE).flat_map(|down| (0..SIDE).map(move |right| at(down, right)));
            let values: Vec<Outcome> = squares().map(|at| solver.value(&at)).collect();
            for at in squares() {
                let value = values[place(at.left())];
                let mut wanted: Vec<(Outcome, Distance)> = game
                    .moves(&at)
                    .map(|to| (board_core::Value::lift(values[place(to)], 0, false), to))
                    .filter(|&(rated, _)| rated == value || matches!(rated, Outcome::Win(_)))
                    .collect();
                wanted.sort_by_key(|&(rated, _)| Reverse(rated));
                let foremost = solver.foremost(&at);
                let found: Vec<_> = foremost.iter().map(|rated| (rated.value, rated.chosen)).collect();
                assert_eq!(found, wanted, "{piece} {at:?}");
            }
        }
    }

    #[test]
    fn of_too_many_moves_the_first_of_the_full_list_are_named() {
        for (piece, down, right, named) in [
            (Piece::Rook, 40_000, 40_000, 2),
            (Piece::Rook, 40_000, 40_001, 1),
            // C(15000) and its neighbours.
            (Piece::Queen, 24_270, 39_270, 3),
            (Piece::Queen, 24_271, 39_270, 3),
            (Piece::Queen, 24_270, 39_271, 1),
        ] {
            let at = Position::new(Distance { down, right }, Side::First).expect("in range");
            let (game, solver) = (Bo::new(piece), ClosedForm::new(piece));
            let first = solver.rate(&game, &at, usize::MAX);
            let full = analysis::rate_each(&game, &solver, &at, usize::MAX);
            assert_eq!(first.total, full.total);
            assert_eq!((first.moves.len(), &first.moves[..]), (named, &full.moves[..named]), "{piece} {at:?}");
            let value = solver.value(&at);
            assert!(full.moves[named..].iter().all(|rated| rated.value < value && rated.value < Outcome::Draw));
        }
    }
}
