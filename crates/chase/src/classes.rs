//! Classes of squares that the symmetries of a board map to each other.

use board_core::memo::index;
use board_core::{Board, Square, Symmetry};

use crate::bits::place;

/// The classes of squares that the symmetries of a board map to each other. The head of a class is its first square.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    board: Board,
    heads: Vec<Square>,
    /// The image of each square.
    images: Vec<Image>,
}

/// The class of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Image {
    class: u32,
    /// The symmetry that maps the square to the head of the class. For the head itself it is the identity.
    pub(crate) to_head: Symmetry,
}

impl Image {
    /// The number of the class.
    pub(crate) fn class(self) -> usize {
        index(self.class.into())
    }
}

impl Classes {
    /// The number of classes of a board.
    pub(crate) fn count(board: Board) -> u128 {
        let half = |side: u32| u128::from(side).div_ceil(2);
        let (rows, cols) = (half(board.rows()), half(board.cols()));
        if board.is_square() { rows * (rows + 1) / 2 } else { rows * cols }
    }

    /// The number of bytes that the classes of a board take.
    pub(crate) fn bytes(board: Board) -> u128 {
        u128::from(board.squares()) * size_of::<Image>() as u128 + Self::count(board) * size_of::<Square>() as u128
    }

    pub(crate) fn new(board: Board) -> Self {
        let mut heads = Vec::new();
        let mut images: Vec<Image> = Vec::with_capacity(index(board.squares()));
        for square in board.iter() {
            let image = |&symmetry: &Symmetry| Some((board.map(symmetry, square)?, symmetry));
            let mapped = board.symmetries().iter().filter_map(image);
            // `min_by_key` returns the first minimum, which is the identity for a head.
            let (head, to_head) = mapped.min_by_key(|&(image, _)| image).expect("the identity maps every square");
            let class = if head == square {
                heads.push(square);
                u32::try_from(heads.len() - 1).expect("more classes would not fit in memory")
            } else {
                // The head comes first in the order of squares.
                images[place(board, head)].class
            };
            images.push(Image { class, to_head });
        }
        Self { board, heads, images }
    }

    /// The heads, in the order of the classes and of squares.
    pub(crate) fn heads(&self) -> &[Square] {
        &self.heads
    }

    /// The number of squares of each class.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0; self.heads.len()];
        for image in &self.images {
            sizes[image.class()] += 1;
        }
        sizes
    }

    /// The class of a square.
    pub(crate) fn of(&self, square: Square) -> Image {
        self.images[place(self.board, square)]
    }

    /// The class of black's square, and the index of white's square after the symmetry that maps black's to the head
    /// of its class (Lemma 7).
    pub(crate) fn place(&self, white: Square, black: Square) -> (usize, usize) {
        let image = self.of(black);
        let white = self.board.map(image.to_head, white).expect("white is on the board");
        (image.class(), place(self.board, white))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_mapped_to_the_head_of_its_class() {
        for (rows, cols) in (1..=9).flat_map(|rows| (1..=9).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).expect("in range");
            let classes = Classes::new(board);
            assert_eq!(classes.heads().len() as u128, Classes::count(board), "{board}");
            assert_eq!(classes.sizes().iter().sum::<u64>(), board.squares(), "{board}");
            for square in board.iter() {
                let image = classes.of(square);
                assert_eq!(board.map(image.to_head, square), Some(classes.heads()[image.class()]));
                let images = board.symmetries().iter().filter_map(|&symmetry| board.map(symmetry, square));
                assert_eq!(images.min(), Some(classes.heads()[image.class()]));
            }
            for (class, &head) in classes.heads().iter().enumerate() {
                let image = classes.of(head);
                assert_eq!((image.class(), image.to_head), (class, Symmetry::Identity));
            }
        }
    }
}
