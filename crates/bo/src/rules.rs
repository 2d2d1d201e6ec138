//! The rules of bo.

use std::fmt;
use std::iter;

use board_core::{Game, OutOfRange, Outcome, Side, Step};

use crate::wythoff::Natural;

/// The largest number of rows and of columns: 2^63, so that the plies of every game fit in a `u64`.
pub const MAX_SIDE: u64 = 1 << 63;

/// The piece that both players move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Piece {
    /// One square right, down, or diagonally down and right.
    King = 1,
    /// Any number of squares right, or any number down.
    Rook = 2,
    /// One square down and two right, or two down and one right.
    Knight = 3,
    /// Any number of squares right, down, or diagonally down and right.
    Queen = 4,
}

impl Piece {
    /// All pieces, in the order of the judge's numbers.
    pub const ALL: [Self; 4] = [Self::King, Self::Rook, Self::Knight, Self::Queen];

    /// The judge's number of the piece, 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Whether the piece can move this many squares down and right in one move.
    const fn can_move(self, down: u64, right: u64) -> bool {
        match self {
            Self::King => down <= 1 && right <= 1 && down + right > 0,
            Self::Rook => (down == 0) != (right == 0),
            Self::Knight => matches!((down, right), (1, 2) | (2, 1)),
            Self::Queen => (down == 0) != (right == 0) || (down == right && down > 0),
        }
    }
}

impl TryFrom<u8> for Piece {
    type Error = OutOfRange;

    fn try_from(number: u8) -> Result<Self, OutOfRange> {
        let piece = Self::ALL.into_iter().find(|piece| piece.number() == number);
        piece.ok_or(OutOfRange::new("type", number.into(), 1, 4))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::King => "king",
            Self::Rook => "rook",
            Self::Knight => "knight",
            Self::Queen => "queen",
        })
    }
}

/// The distance from the piece to the target corner, in squares.
///
/// Moves are ordered by the squares that they lead to, row by row and left to right, which is from the greatest
/// distance to the least in the `Ord` of this type.
///
/// Rows and columns are `u64`; with the feature `big`, the functions of that module take longer integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Distance<N = u64> {
    /// Rows from the piece down to the last row.
    pub down: N,
    /// Columns from the piece to the last column on the right.
    pub right: N,
}

impl<N> Distance<N> {
    /// Returns the smaller and the larger of the two numbers.
    pub(crate) fn sorted(&self) -> (N, N)
    where
        N: Natural,
    {
        let Self { down, right } = self.clone();
        if down <= right { (down, right) } else { (right, down) }
    }

    /// Returns the distance with rows and columns exchanged.
    pub(crate) fn mirrored(self) -> Self {
        Self { down: self.right, right: self.down }
    }

    /// Returns the distance after moving this many squares down and right, or `None` if that leaves the board.
    pub(crate) fn after(&self, down: N, right: N) -> Option<Self>
    where
        N: Natural,
    {
        let stays = down <= self.down && right <= self.right;
        stays.then(|| Self { down: self.down.clone() - down, right: self.right.clone() - right })
    }
}

/// The distance of the piece from the target, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    distance: Distance,
    to_move: Side,
}

impl Position {
    /// The piece at this distance from the target.
    ///
    /// # Errors
    /// If the distance is larger than [`MAX_SIDE`]` - 1` rows or columns.
    pub const fn new(distance: Distance, to_move: Side) -> Result<Self, OutOfRange> {
        const FARTHEST: u64 = MAX_SIDE - 1;
        if distance.down > FARTHEST {
            return Err(OutOfRange::new("distance down", distance.down, 0, FARTHEST));
        }
        if distance.right > FARTHEST {
            return Err(OutOfRange::new("distance to the right", distance.right, 0, FARTHEST));
        }
        Ok(Self { distance, to_move })
    }

    /// The start on a board: the piece in the upper left corner, the first side to move.
    ///
    /// ```
    /// use bo::{Distance, Position};
    ///
    /// assert_eq!(Position::start(3, 5)?.distance(), Distance { down: 2, right: 4 });
    /// assert_eq!(Position::start(0, 5).unwrap_err().to_string(), "rows 0 is out of range (1..=9223372036854775808)");
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    ///
    /// # Errors
    /// If either number is 0 or larger than [`MAX_SIDE`].
    pub const fn start(rows: u64, cols: u64) -> Result<Self, OutOfRange> {
        if rows == 0 || rows > MAX_SIDE {
            return Err(OutOfRange::new("rows", rows, 1, MAX_SIDE));
        }
        if cols == 0 || cols > MAX_SIDE {
            return Err(OutOfRange::new("columns", cols, 1, MAX_SIDE));
        }
        Self::new(Distance { down: rows - 1, right: cols - 1 }, Side::First)
    }

    /// The distance of the piece from the target.
    #[must_use]
    pub const fn distance(&self) -> Distance {
        self.distance
    }
}

/// The rules of bo with one of the four pieces.
///
/// Both players in turn move the same piece, never up or to the left. The player who moves it to the lower right corner
/// wins. If it cannot move anywhere else, the game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bo {
    piece: Piece,
}

impl Bo {
    /// The game with this piece.
    #[must_use]
    pub const fn new(piece: Piece) -> Self {
        Self { piece }
    }

    /// The piece.
    #[must_use]
    pub const fn piece(self) -> Piece {
        self.piece
    }

    /// Returns the number of legal moves, in constant time.
    ///
    /// ```
    /// use bo::{Bo, MAX_SIDE, Piece, Position};
    ///
    /// let corner = Position::start(MAX_SIDE, MAX_SIDE)?;
    /// assert_eq!(Bo::new(Piece::Queen).count_moves(&corner), 3 * (u128::from(MAX_SIDE) - 1));
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn count_moves(self, at: &Position) -> u128 {
        let (near, far) = at.distance.sorted();
        let (near, far) = (u128::from(near), u128::from(far));
        match self.piece {
            Piece::King | Piece::Knight => self.moves(at).map(|_| 1).sum(),
            Piece::Rook => near + far,
            Piece::Queen => near + far + near,
        }
    }
}

impl Game for Bo {
    type Position = Position;
    /// The distance after the move.
    type Move = Distance;
    type Value = Outcome;

    fn to_move(&self, at: &Position) -> Side {
        at.to_move
    }

    fn end(&self, at: &Position) -> Option<Outcome> {
        if at.distance == Distance::default() {
            // The other player has moved the piece to the target.
            return Some(Outcome::Loss(0));
        }
        self.moves(at).next().is_none().then_some(Outcome::Draw)
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = Distance> {
        let distance = at.distance;
        let (reach, diagonally) = match self.piece {
            Piece::King => (1, true),
            Piece::Rook => (u64::MAX, false),
            Piece::Knight => (0, false),
            Piece::Queen => (u64::MAX, true),
        };
        let leaps: &[_] = if self.piece == Piece::Knight { &[(1, 2), (2, 1)] } else { &[] };
        let along_the_row = (1..=distance.right.min(reach)).map(|right| (0, right));
        let to_rows_below = (1..=distance.down.min(reach))
            .flat_map(move |down| iter::once((down, 0)).chain(diagonally.then_some((down, down))));
        along_the_row
            .chain(to_rows_below)
            .chain(leaps.iter().copied())
            .filter_map(move |(down, right)| distance.after(down, right))
    }

    fn play(&self, at: &Position, chosen: Distance) -> Step<Position> {
        // Keeps the position within its limits even after an illegal move away from the target.
        let Distance { down, right } = at.distance;
        let distance = Distance { down: chosen.down.min(down), right: chosen.right.min(right) };
        Step { to: Position { distance, to_move: at.to_move.other() }, gain: 0 }
    }

    fn is_legal(&self, at: &Position, claimed: Distance) -> bool {
        at.distance.after(claimed.down, claimed.right).is_some_and(|gone| self.piece.can_move(gone.down, gone.right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(down: u64, right: u64) -> Position {
        Position::new(Distance { down, right }, Side::First).expect("in range")
    }

    #[test]
    fn moves_are_listed_row_by_row_and_from_left_to_right() {
        let listed = |piece, down, right| -> Vec<(u64, u64)> {
            Bo::new(piece).moves(&at(down, right)).map(|to| (to.down, to.right)).collect()
        };
        assert_eq!(listed(Piece::King, 2, 2), [(2, 1), (1, 2), (1, 1)]);
        assert_eq!(listed(Piece::Rook, 2, 2), [(2, 1), (2, 0), (1, 2), (0, 2)]);
        assert_eq!(listed(Piece::Knight, 2, 2), [(1, 0), (0, 1)]);
        assert_eq!(listed(Piece::Queen, 2, 1), [(2, 0), (1, 1), (1, 0), (0, 1)]);
        for piece in Piece::ALL {
            let moves: Vec<Distance> = Bo::new(piece).moves(&at(9, 7)).collect();
            assert!(moves.is_sorted_by(|one, next| one > next), "{piece}");
        }
    }

    #[test]
    fn counts_and_legality_agree_with_the_list() {
        for piece in Piece::ALL {
            let game = Bo::new(piece);
            for (down, right) in (0..12).flat_map(|down| (0..12).map(move |right| (down, right))) {
                let from = at(down, right);
                let moves: Vec<Distance> = game.moves(&from).collect();
                assert_eq!(game.count_moves(&from), moves.len() as u128, "{piece} {from:?}");
                for claimed in (0..13).flat_map(|down| (0..13).map(move |right| Distance { down, right })) {
                    assert_eq!(game.is_legal(&from, claimed), moves.contains(&claimed), "{piece} {from:?} {claimed:?}");
                }
            }
        }
    }

    #[test]
    fn only_a_knight_can_be_stuck_off_the_target() {
        for piece in Piece::ALL {
            let game = Bo::new(piece);
            assert_eq!(game.end(&at(0, 0)), Some(Outcome::Loss(0)));
            let stuck = |down, right| game.end(&at(down, right)) == Some(Outcome::Draw);
            assert_eq!(stuck(0, 7), piece == Piece::Knight);
            assert_eq!(stuck(1, 1), piece == Piece::Knight);
            assert!(!stuck(1, 2));
        }
    }

    #[test]
    fn nothing_overflows_on_the_largest_board() {
        let farthest = MAX_SIDE - 1;
        let corner = at(farthest, farthest);
        assert!(Position::new(Distance { down: MAX_SIDE, right: 0 }, Side::First).is_err());
        assert!(Position::new(Distance { down: 0, right: MAX_SIDE }, Side::First).is_err());
        assert!(Position::start(MAX_SIDE + 1, 1).is_err() && Position::start(1, MAX_SIDE + 1).is_err());
        let queen = Bo::new(Piece::Queen);
        assert_eq!(queen.end(&corner), None);
        assert!(queen.is_legal(&corner, Distance::default()));
        assert!(!queen.is_legal(&corner, Distance { down: u64::MAX, right: u64::MAX }));
        let away = queen.play(&corner, Distance { down: u64::MAX, right: 3 }).to;
        assert_eq!(away.distance(), Distance { down: farthest, right: 3 });
    }

    #[test]
    fn pieces_have_the_numbers_and_names_of_the_judge() {
        for piece in Piece::ALL {
            assert_eq!(Piece::try_from(piece.number()), Ok(piece));
        }
        assert_eq!(Piece::ALL.map(|piece| piece.to_string()), ["king", "rook", "knight", "queen"]);
        assert_eq!(Piece::try_from(5).expect_err("no such piece").to_string(), "type 5 is out of range (1..=4)");
    }
}
