//! The symmetries of a rectangle.

/// A symmetry of a board: a rotation or reflection that maps it onto itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Symmetry {
    /// Every square stays in place.
    Identity,
    /// The top row becomes the bottom row.
    FlipRows,
    /// The left column becomes the right column.
    FlipCols,
    /// A turn by 180 degrees.
    HalfTurn,
    /// Rows become columns: the mirror is the diagonal through the upper left corner.
    Transpose,
    /// A turn by 90 degrees clockwise.
    QuarterTurn,
    /// A turn by 270 degrees clockwise.
    ThreeQuarterTurn,
    /// The mirror is the diagonal through the upper right corner.
    AntiTranspose,
}

impl Symmetry {
    /// All eight. The first four are symmetries of every rectangle.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::FlipRows,
        Self::FlipCols,
        Self::HalfTurn,
        Self::Transpose,
        Self::QuarterTurn,
        Self::ThreeQuarterTurn,
        Self::AntiTranspose,
    ];

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use board_core::Symmetry;
    ///
    /// assert_eq!(Symmetry::QuarterTurn.inverse(), Symmetry::ThreeQuarterTurn);
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::QuarterTurn => Self::ThreeQuarterTurn,
            Self::ThreeQuarterTurn => Self::QuarterTurn,
            itself => itself,
        }
    }
}
