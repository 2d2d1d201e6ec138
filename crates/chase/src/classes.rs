//! Squares that the symmetries of a board make alike.

use board_core::memo::index;
use board_core::{Board, Square, Symmetry};

/// The classes of squares that the symmetries of a board take to each other, each with its first square for a head.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    board: Board,
    heads: Vec<Square>,
    /// For each square its class, and the symmetry that takes it to the head.
    of: Vec<(u32, Symmetry)>,
}

impl Classes {
    /// How many classes there are.
    pub(crate) fn count(board: Board) -> u128 {
        let half = |side: u32| u128::from(side).div_ceil(2);
        let (rows, cols) = (half(board.rows()), half(board.cols()));
        if board.is_square() { rows * (rows + 1) / 2 } else { rows * cols }
    }

    /// The bytes that they take.
    pub(crate) fn bytes(board: Board) -> u128 {
        u128::from(board.squares()) * size_of::<(u32, Symmetry)>() as u128
            + Self::count(board) * size_of::<Square>() as u128
    }

    pub(crate) fn new(board: Board) -> Self {
        let mut heads = Vec::new();
        let mut of: Vec<(u32, Symmetry)> = Vec::with_capacity(index(board.squares()));
        for square in board.iter() {
            let image = |&symmetry: &Symmetry| Some((board.map(symmetry, square)?, symmetry));
            let images = board.symmetries().iter().filter_map(image);
            let (head, symmetry) = images.min_by_key(|&(image, _)| image).expect("its own image at least");
            // The head comes first in the order of squares, so its class is there.
            let class = if head == square { heads.len() } else { index(of[index(board.index(head))].0.into()) };
            if head == square {
                heads.push(square);
            }
            of.push((u32::try_from(class).expect("tables of more classes fit no memory"), symmetry));
        }
        Self { board, heads, of }
    }

    /// The heads in the order of their classes, which is that of squares.
    pub(crate) fn heads(&self) -> &[Square] {
        &self.heads
    }

    /// How many squares each class has.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0; self.heads.len()];
        for &(class, _) in &self.of {
            sizes[index(class.into())] += 1;
        }
        sizes
    }

    /// The class of a square, and the symmetry that takes it to the head.
    pub(crate) fn of(&self, square: Square) -> (usize, Symmetry) {
        let (class, symmetry) = self.of[index(self.board.index(square))];
        (index(class.into()), symmetry)
    }

    /// The class of black's square, and where white stands if black is taken to the head of it: as an index.
    pub(crate) fn place(&self, white: Square, black: Square) -> (usize, usize) {
        let (class, symmetry) = self.of(black);
        let white = self.board.map(symmetry, white).expect("a square of the board");
        (class, index(self.board.index(white)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_taken_to_the_head_of_its_class() {
        for (rows, cols) in (1..=9).flat_map(|rows| (1..=9).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).expect("in range");
            let classes = Classes::new(board);
            assert_eq!(classes.heads().len() as u128, Classes::count(board), "{board}");
            for square in board.iter() {
                let (class, symmetry) = classes.of(square);
                assert_eq!(board.map(symmetry, square), Some(classes.heads()[class]));
                assert!(classes.heads()[class] <= square);
            }
            for (class, &head) in classes.heads().iter().enumerate() {
                assert_eq!(classes.of(head), (class, Symmetry::Identity));
            }
        }
    }
}
