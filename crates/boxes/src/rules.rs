//! The rules, stated once, for both variants.

use std::fmt;
use std::str::FromStr;

use board_core::{Board, Game, Margin, OutOfRange, Side, Step};

/// Who moves after a box is closed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
#[repr(u8)]
pub enum Rules {
    /// The other player, as after every edge: the problem's rule.
    #[default]
    Alternate,
    /// Who closed it, once more: the usual rule. Closing a box is not forced.
    ExtraTurn,
}

impl Rules {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Alternate, Self::ExtraTurn];
}

/// As on a command line: `alternate`, `extra-turn`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Alternate => "alternate",
            Self::ExtraTurn => "extra-turn",
        })
    }
}

/// Reads what `Display` writes.
impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        Self::ALL.into_iter().find(|rules| rules.to_string() == text).ok_or(UnknownRules)
    }
}

/// A word that names no rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRules;

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("alternate or extra-turn is awaited")
    }
}

impl std::error::Error for UnknownRules {}

/// Dots and boxes: the players in turn draw an edge between two neighbouring dots; who draws the fourth edge of a box
/// gains a point for it. The game ends when all edges are drawn.
///
/// HDU 4753 is played on 3 x 3 boxes by [`Rules::Alternate`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Boxes {
    board: Board,
    rules: Rules,
}

/// An edge of a board, by its place in the order of edges: by the smaller of its two dots, then by the larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge(u8);

/// A set of edges of one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Edges(u128);

/// The edges that are drawn, and whose turn it is. [`Boxes::position`] makes it, for one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    drawn: Edges,
    to_move: Side,
}

impl Edges {
    /// Whether the edge is among them.
    #[must_use]
    pub const fn contains(self, edge: Edge) -> bool {
        self.0 >> edge.0 & 1 == 1
    }

    /// Those and one more.
    #[must_use]
    pub const fn with(self, edge: Edge) -> Self {
        Self(self.0 | 1 << edge.0)
    }

    /// Those but one.
    #[must_use]
    pub const fn without(self, edge: Edge) -> Self {
        Self(self.0 & !(1 << edge.0))
    }

    /// Those that are in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of them in their order.
    pub fn iter(self) -> impl Iterator<Item = Edge> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = u8::try_from(left.trailing_zeros()).ok().filter(|_| left != 0)?;
            left &= left - 1;
            Some(Edge(first))
        })
    }
}

impl FromIterator<Edge> for Edges {
    fn from_iter<I: IntoIterator<Item = Edge>>(edges: I) -> Self {
        edges.into_iter().fold(Self::default(), Self::with)
    }
}

impl Boxes {
    /// The most edges that a board may have: 7 x 7 boxes have 112.
    pub const MAX_EDGES: u64 = 128;

    /// The game on a board of so many rows and columns of boxes.
    ///
    /// ```
    /// use board_core::Board;
    /// use boxes::{Boxes, Rules};
    ///
    /// assert_eq!(Boxes::new(Board::new(3, 3)?, Rules::Alternate)?.edges().len(), 24);
    /// let error = Boxes::new(Board::new(8, 8)?, Rules::Alternate).unwrap_err();
    /// assert_eq!(error.to_string(), "edges 144 is outside 1..=128");
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    ///
    /// # Errors
    /// Where the board has more than [`Boxes::MAX_EDGES`] edges.
    pub const fn new(board: Board, rules: Rules) -> Result<Self, OutOfRange> {
        let edges = Self::count_edges(board);
        if edges > Self::MAX_EDGES {
            return Err(OutOfRange::new("edges", edges, 1, Self::MAX_EDGES));
        }
        Ok(Self { board, rules })
    }

    /// How many edges a board of so many rows and columns of boxes has; `u64::MAX` for that many or more.
    pub(crate) const fn count_edges(board: Board) -> u64 {
        board.squares().saturating_mul(2).saturating_add(board.rows() as u64 + board.cols() as u64)
    }

    /// The rows and columns of boxes.
    #[must_use]
    pub const fn board(self) -> Board {
        self.board
    }

    /// Who moves after a box is closed.
    #[must_use]
    pub const fn rules(self) -> Rules {
        self.rules
    }

    /// The number of dots; they are numbered from 1, row by row.
    #[must_use]
    pub const fn dots(self) -> u32 {
        (self.board.rows() + 1) * (self.board.cols() + 1)
    }

    /// All edges.
    #[must_use]
    pub const fn edges(self) -> Edges {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        Edges(u128::MAX >> (u128::BITS - (2 * rows * cols + rows + cols)))
    }

    /// The edge between two dots, numbered from 1, in either order; `None` where they are not neighbours on the board.
    ///
    /// ```
    /// use board_core::Board;
    /// use boxes::{Boxes, Rules};
    ///
    /// let game = Boxes::new(Board::new(3, 3)?, Rules::Alternate)?;
    /// let edge = game.edge(6, 2).expect("one below the other");
    /// assert_eq!(game.ends(edge), (2, 6));
    /// assert_eq!(game.edge(1, 3), None);
    /// assert_eq!(game.edge(4, 5), None);
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn edge(self, one: u32, other: u32) -> Option<Edge> {
        let (first, step) = (one.min(other).checked_sub(1)?, one.abs_diff(other));
        let cols = self.board.cols();
        let (row, col) = (first / (cols + 1), first % (cols + 1));
        let number = if step == 1 && row <= self.board.rows() && col < cols {
            self.across(row, col)
        } else if step == cols + 1 && row < self.board.rows() {
            self.along(row, col)
        } else {
            return None;
        };
        u8::try_from(number).ok().map(Edge)
    }

    /// The two dots of an edge of this board, the smaller first.
    #[must_use]
    pub const fn ends(self, edge: Edge) -> (u32, u32) {
        let cols = self.board.cols();
        let (row, col, down) = self.place(edge);
        let dot = row * (cols + 1) + col + 1;
        if down { (dot, dot + cols + 1) } else { (dot, dot + 1) }
    }

    /// A position from the edges that are drawn.
    ///
    /// # Errors
    /// Where one of them is not an edge of this board.
    pub fn position(self, drawn: Edges, to_move: Side) -> Result<Position, OutOfRange> {
        let edges = self.edges();
        match drawn.minus(edges).iter().next() {
            None => Ok(Position { drawn, to_move }),
            Some(Edge(stray)) => Err(OutOfRange::new("edge", stray.into(), 0, u64::from(edges.len()) - 1)),
        }
    }

    /// The edges of the box in this row and column, from 0.
    pub(crate) const fn sides(self, row: u32, col: u32) -> Edges {
        let [top, bottom] = [self.across(row, col), self.across(row + 1, col)];
        let [left, right] = [self.along(row, col), self.along(row, col + 1)];
        Edges(1 << top | 1 << bottom | 1 << left | 1 << right)
    }

    /// The boxes beside an edge, each as its four edges.
    pub(crate) fn beside(self, edge: Edge) -> impl Iterator<Item = Edges> {
        let (row, col, down) = self.place(edge);
        let before = if down { (Some(row), col.checked_sub(1)) } else { (row.checked_sub(1), Some(col)) };
        let after = (Some(row), Some(col));
        [before, after].into_iter().filter_map(move |place| match place {
            (Some(row), Some(col)) if row < self.board.rows() && col < self.board.cols() => Some(self.sides(row, col)),
            _ => None,
        })
    }

    /// The edges that can be drawn without leaving a box with just three edges drawn, for the other to close.
    ///
    /// ```
    /// use board_core::{Board, Side};
    /// use boxes::{Boxes, Edges, Rules};
    ///
    /// // One box with two of its edges drawn: whoever draws a third gives it away.
    /// let game = Boxes::new(Board::new(1, 1)?, Rules::Alternate)?;
    /// let drawn: Edges = game.edges().iter().take(2).collect();
    /// assert!(game.safe_edges(&game.position(drawn, Side::First)?).is_empty());
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn safe_edges(self, at: &Position) -> Edges {
        let gives_away = |edge: &Edge| self.beside(*edge).any(|sides| sides.minus(at.drawn).len() == 2);
        self.edges().minus(at.drawn).iter().filter(|edge| !gives_away(edge)).collect()
    }

    /// The row and column of the smaller dot of an edge, from 0, and whether it goes down from there, not right.
    const fn place(self, Edge(number): Edge) -> (u32, u32, bool) {
        let cols = self.board.cols();
        let (row, rest) = (number as u32 / (2 * cols + 1), number as u32 % (2 * cols + 1));
        if row == self.board.rows() {
            (row, rest, false)
        } else if rest == 2 * cols {
            (row, cols, true)
        } else {
            (row, rest / 2, rest % 2 == 1)
        }
    }

    /// The number of the edge to the right of a dot.
    const fn across(self, row: u32, col: u32) -> u32 {
        let start = row * (2 * self.board.cols() + 1);
        if row == self.board.rows() { start + col } else { start + 2 * col }
    }

    /// The number of the edge down from a dot.
    const fn along(self, row: u32, col: u32) -> u32 {
        let cols = self.board.cols();
        let within = if col == cols { 2 * cols } else { 2 * col + 1 };
        row * (2 * cols + 1) + within
    }
}

impl Position {
    /// The edges that are drawn.
    #[must_use]
    pub const fn drawn(&self) -> Edges {
        self.drawn
    }
}

impl Game for Boxes {
    type Position = Position;
    type Move = Edge;
    type Value = Margin;

    fn to_move(&self, at: &Position) -> Side {
        at.to_move
    }

    fn end(&self, at: &Position) -> Option<Margin> {
        (at.drawn == self.edges()).then_some(Margin(0))
    }

    fn moves(&self, at: &Position) -> impl Iterator<Item = Edge> {
        self.edges().minus(at.drawn).iter()
    }

    fn play(&self, at: &Position, edge: Edge) -> Step<Position> {
        let drawn = at.drawn.with(edge);
        let gain = self.beside(edge).map(|sides| i64::from(sides.minus(drawn).is_empty())).sum();
        let stays = self.rules == Rules::ExtraTurn && gain > 0;
        let to_move = if stays { at.to_move } else { at.to_move.other() };
        Step { to: Position { drawn, to_move }, gain }
    }
}

#[cfg(test)]
mod tests {
    use board_core::perft;

    use super::*;

    fn games() -> impl Iterator<Item = Boxes> {
        (1..=7).flat_map(|rows| (1..=7).map(move |cols| (rows, cols))).map(|(rows, cols)| {
            Boxes::new(Board::new(rows, cols).expect("in range"), Rules::Alternate).expect("not too many edges")
        })
    }

    #[test]
    fn edges_come_by_their_smaller_dot_and_then_by_their_larger() {
        for game in games() {
            let (rows, cols) = (game.board().rows(), game.board().cols());
            let ends: Vec<(u32, u32)> = game.edges().iter().map(|edge| game.ends(edge)).collect();
            let mut wanted = Vec::new();
            for dot in 1..=game.dots() {
                if dot % (cols + 1) != 0 {
                    wanted.push((dot, dot + 1));
                }
                if dot + cols < game.dots() {
                    wanted.push((dot, dot + cols + 1));
                }
            }
            assert_eq!(ends, wanted, "{rows}x{cols}");
            // Dot 0 and the one after the last are off the board.
            for (one, other) in
                (0..=game.dots() + 1).flat_map(|one| (0..=game.dots() + 1).map(move |other| (one, other)))
            {
                let wanted = ends.iter().position(|&pair| pair == (one.min(other), one.max(other)));
                let number = game.edge(one, other).map(|edge| usize::from(edge.0));
                assert_eq!(number, wanted, "{rows}x{cols} {one} {other}");
            }
        }
    }

    #[test]
    fn every_box_has_four_edges_and_is_beside_each_of_them() {
        for game in games() {
            let board = game.board();
            let mut beside = 0;
            for square in board.iter() {
                let sides = game.sides(square.row, square.col);
                let dot = square.row * (board.cols() + 1) + square.col + 1;
                let below = dot + board.cols() + 1;
                let ends = [(dot, dot + 1), (dot, below), (dot + 1, below + 1), (below, below + 1)];
                assert!(sides.iter().map(|edge| game.ends(edge)).eq(ends));
                for edge in sides.iter() {
                    assert!(game.beside(edge).any(|other| other == sides));
                    beside += 1;
                }
            }
            assert_eq!(beside, game.edges().iter().map(|edge| game.beside(edge).count()).sum::<usize>());
        }
    }

    #[test]
    fn perft_counts_orders_of_edges() {
        for rules in Rules::ALL {
            let game = Boxes::new(Board::new(1, 2).expect("in range"), rules).expect("few edges");
            let start = game.position(Edges::default(), Side::First).expect("no edge");
            // 7, 7 * 6, … 7!, and nothing after the end.
            let counts: Vec<u64> = (0..=8).map(|depth| perft(&game, &start, depth)).collect();
            assert_eq!(counts, [1, 7, 42, 210, 840, 2520, 5040, 5040, 0]);
        }
    }

    #[test]
    fn names_of_rules_are_read_again_and_stray_edges_are_refused() {
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("extra turn".parse::<Rules>(), Err(UnknownRules));
        let game = Boxes::new(Board::new(1, 1).expect("in range"), Rules::Alternate).expect("few edges");
        let stray = Edges::default().with(Edge(4));
        assert_eq!(game.position(stray, Side::First).expect_err("no such edge").to_string(), "edge 4 is outside 0..=3");
    }
}
