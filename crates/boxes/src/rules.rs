//! The rules, stated once, for both variants.

use std::fmt;
use std::str::FromStr;

use board_core::{Board, Game, Margin, OutOfRange, Side, Step};

/// The player to move after a box is closed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
#[repr(u8)]
pub enum Rules {
    /// The other player, as after every edge: the problem's rule.
    #[default]
    Alternate,
    /// The player who closed it: the usual rule. Closing a box is not forced.
    ExtraTurn,
}

impl Rules {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::Alternate, Self::ExtraTurn];

    /// The name on a command line: `alternate`, `extra-turn`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alternate => "alternate",
            Self::ExtraTurn => "extra-turn",
        }
    }
}

/// Writes the [name](Rules::name).
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses what `Display` writes.
impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        Self::ALL.into_iter().find(|rules| rules.name() == text).ok_or(UnknownRules)
    }
}

/// A word that does not name rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRules;

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected alternate or extra-turn")
    }
}

impl std::error::Error for UnknownRules {}

/// Dots and boxes: the players take turns drawing an edge between two neighbouring dots; drawing the fourth edge of a box
/// scores a point. The game ends when every edge is drawn.
///
/// HDU 4753 is played on 3 x 3 boxes under [`Rules::Alternate`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Boxes {
    board: Board,
    rules: Rules,
}

/// An edge: a pair of dots, which are numbered from 1, row by row. Written `1-2`.
///
/// Which dots are neighbours depends on the board: [`Boxes::edge`] makes the edges of a board, and [`Boxes::number`]
/// checks one. `Ord` is the order of moves, by the smaller dot, then by the larger.
///
/// ```
/// use boxes::Edge;
///
/// let edge: Edge = "6-2".parse()?;
/// assert_eq!(edge.dots(), (2, 6));
/// assert_eq!(edge.to_string(), "2-6");
/// # Ok::<(), boxes::ParseEdgeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    smaller: u8,
    larger: u8,
}

/// A set of edges of one board, stored as the edges' numbers.
///
/// The numbers are those of [`Boxes::number`]; [`Boxes::set`] and [`Boxes::list`] convert from and to edges. A set does
/// not know its board: on a board with another number of columns the same numbers are other edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Edges(u128);

/// The drawn edges and the player to move. Made by [`Boxes::position`], for one board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    drawn: Edges,
    to_move: Side,
}

/// The start of an edge and its direction.
struct Place {
    /// The row of its smaller dot, from 0.
    row: u32,
    /// The column of its smaller dot, from 0.
    col: u32,
    /// Whether the edge goes down from that dot, rather than right.
    is_down: bool,
}

impl Edge {
    fn new(one: u32, other: u32) -> Option<Self> {
        let [smaller, larger] = [one.min(other), one.max(other)].map(|dot| u8::try_from(dot).ok());
        Some(Self { smaller: smaller.filter(|&dot| dot > 0)?, larger: larger.filter(|_| one != other)? })
    }

    /// Its two dots, the smaller first.
    #[must_use]
    pub const fn dots(self) -> (u32, u32) {
        (self.smaller as u32, self.larger as u32)
    }
}

/// Writes `1-2`, the smaller dot first.
impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", self.smaller, self.larger))
    }
}

/// Parses two different dots from 1 to 255 with `-` between them, in either order.
impl FromStr for Edge {
    type Err = ParseEdgeError;

    fn from_str(text: &str) -> Result<Self, ParseEdgeError> {
        let dot = |digits: &str| digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let dots = text.split_once('-').and_then(|(one, other)| Some((dot(one)?, dot(other)?)));
        dots.and_then(|(one, other)| Self::new(one, other)).ok_or(ParseEdgeError)
    }
}

/// The text is not an [`Edge`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseEdgeError;

impl fmt::Display for ParseEdgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an edge between two dots, such as 1-2")
    }
}

impl std::error::Error for ParseEdgeError {}

impl Edges {
    /// Whether the edge with this number is in the set.
    #[must_use]
    pub const fn contains(self, number: u32) -> bool {
        self.0 >> number & 1 == 1
    }

    /// The set with one more edge.
    pub(crate) const fn with(self, number: u32) -> Self {
        Self(self.0 | 1 << number)
    }

    /// The set without one edge.
    pub(crate) const fn without(self, number: u32) -> Self {
        Self(self.0 & !(1 << number))
    }

    /// The edges that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The edges that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The edges that are not in the other set.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of edges.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers of the edges, in order.
    pub(crate) fn numbers(self) -> impl Iterator<Item = u32> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(first)
        })
    }
}

impl Boxes {
    /// The maximum number of edges of a board; 7 x 7 boxes have 112.
    pub const MAX_EDGES: u64 = 128;

    /// The game on a board, given in rows and columns of boxes.
    ///
    /// ```
    /// use boxes::{Board, Boxes, Rules};
    ///
    /// assert_eq!(Boxes::new(Board::new(3, 3)?, Rules::Alternate)?.edges().len(), 24);
    /// let error = Boxes::new(Board::new(8, 8)?, Rules::Alternate).unwrap_err();
    /// assert_eq!(error.to_string(), "edges 144 is out of range (1..=128)");
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    ///
    /// # Errors
    /// If the board has more than [`Boxes::MAX_EDGES`] edges.
    pub const fn new(board: Board, rules: Rules) -> Result<Self, OutOfRange> {
        let edges = Self::count_edges(board);
        if edges > Self::MAX_EDGES {
            return Err(OutOfRange::new("edges", edges, 1, Self::MAX_EDGES));
        }
        Ok(Self { board, rules })
    }

    /// The number of edges of a board of boxes; `u64::MAX` for that many or more.
    pub(crate) const fn count_edges(board: Board) -> u64 {
        board.squares().saturating_mul(2).saturating_add(board.rows() as u64 + board.cols() as u64)
    }

    /// The rows and columns of boxes.
    #[must_use]
    pub const fn board(self) -> Board {
        self.board
    }

    /// The player to move after a box is closed.
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

    /// The edge between two dots, in either order; `None` if they are not neighbours on the board.
    ///
    /// ```
    /// use boxes::{Board, Boxes, Rules};
    ///
    /// let game = Boxes::new(Board::new(3, 3)?, Rules::Alternate)?;
    /// let edge = game.edge(6, 2).expect("one below the other");
    /// assert_eq!(edge.dots(), (2, 6));
    /// assert_eq!(game.edge(1, 3), None);
    /// assert_eq!(game.edge(4, 5), None);
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn edge(self, one: u32, other: u32) -> Option<Edge> {
        Edge::new(one, other).filter(|&edge| self.number(edge).is_some())
    }

    /// The number of an edge in the order of moves, from 0; `None` if it is not on the board.
    #[must_use]
    pub const fn number(self, edge: Edge) -> Option<u32> {
        let cols = self.board.cols();
        let Place { row, col, is_down } = self.place(edge);
        if !is_down && row <= self.board.rows() && col < cols {
            Some(self.across(row, col))
        } else if edge.larger as u32 - edge.smaller as u32 == cols + 1 && row < self.board.rows() {
            Some(self.along(row, col))
        } else {
            None
        }
    }

    /// The edges of a set, in the order of moves. Numbers that are not edges of the board are left out.
    ///
    /// ```
    /// use boxes::{Board, Boxes, Rules};
    ///
    /// let game = Boxes::new(Board::new(1, 1)?, Rules::Alternate)?;
    /// let edges: Vec<String> = game.list(game.edges()).map(|edge| edge.to_string()).collect();
    /// assert_eq!(edges, ["1-2", "1-3", "2-4", "3-4"]);
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    pub fn list(self, edges: Edges) -> impl Iterator<Item = Edge> + Clone {
        edges.intersection(self.edges()).numbers().map(move |number| self.numbered(number))
    }

    /// The set of the given edges; `None` if one of them is not on the board.
    #[must_use]
    pub fn set(self, edges: impl IntoIterator<Item = Edge>) -> Option<Edges> {
        edges.into_iter().try_fold(Edges::default(), |set, edge| Some(set.with(self.number(edge)?)))
    }

    /// The position with the given edges drawn.
    ///
    /// # Errors
    /// If the set contains a number that is not an edge of this board.
    pub fn position(self, drawn: Edges, to_move: Side) -> Result<Position, OutOfRange> {
        let edges = self.edges();
        match drawn.difference(edges).numbers().next() {
            None => Ok(Position { drawn, to_move }),
            Some(stray) => Err(OutOfRange::new("edge", stray.into(), 0, u64::from(edges.len()) - 1)),
        }
    }

    /// The edges that are drawn in all of the given positions; without positions, all edges.
    pub(crate) fn drawn_in_all(self, positions: &[Position]) -> Edges {
        positions.iter().map(Position::drawn).fold(self.edges(), Edges::intersection)
    }

    /// The edges of the box in this row and column, from 0.
    pub(crate) const fn sides(self, row: u32, col: u32) -> Edges {
        let [top, bottom] = [self.across(row, col), self.across(row + 1, col)];
        let [left, right] = [self.along(row, col), self.along(row, col + 1)];
        Edges(1 << top | 1 << bottom | 1 << left | 1 << right)
    }

    /// The boxes beside an edge, each as its four edges.
    pub(crate) fn beside(self, edge: Edge) -> impl Iterator<Item = Edges> {
        let Place { row, col, is_down } = self.place(edge);
        // The box after the edge is below it or to its right; 0 - 1 wraps around to a row or a column that no board
        // has.
        let before = if is_down { (row, col.wrapping_sub(1)) } else { (row.wrapping_sub(1), col) };
        let is_on_board = move |&(row, col): &(u32, u32)| row < self.board.rows() && col < self.board.cols();
        [before, (row, col)].into_iter().filter(is_on_board).map(move |(row, col)| self.sides(row, col))
    }

    /// The edges that can be drawn without leaving a box with exactly three edges drawn for the other player to close.
    ///
    /// ```
    /// use boxes::{Board, Boxes, Rules, Side};
    ///
    /// // One box with two of its edges drawn: drawing a third gives it away.
    /// let game = Boxes::new(Board::new(1, 1)?, Rules::Alternate)?;
    /// let drawn = game.set(game.edge(1, 2).into_iter().chain(game.edge(3, 4))).expect("of the board");
    /// assert!(game.safe_edges(&game.position(drawn, Side::First)?).is_empty());
    /// # Ok::<(), board_core::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn safe_edges(self, at: &Position) -> Edges {
        let is_safe =
            |&number: &u32| self.beside(self.numbered(number)).all(|sides| sides.difference(at.drawn).len() != 2);
        self.edges().difference(at.drawn).numbers().filter(is_safe).fold(Edges::default(), Edges::with)
    }

    const fn place(self, edge: Edge) -> Place {
        let dot = edge.smaller as u32 - 1;
        let row_dots = self.board.cols() + 1;
        Place { row: dot / row_dots, col: dot % row_dots, is_down: edge.larger - edge.smaller > 1 }
    }

    /// The edge with this number, which is below the number of edges.
    pub(crate) fn numbered(self, number: u32) -> Edge {
        let cols = self.board.cols();
        let (row, within) = (number / (2 * cols + 1), number % (2 * cols + 1));
        // Each row of dots has its edges right and down in turn, with only the one down at the end; the last row has
        // only edges right.
        let (col, is_down) = if row == self.board.rows() {
            (within, false)
        } else if within == 2 * cols {
            (cols, true)
        } else {
            (within / 2, within % 2 == 1)
        };
        let dot = row * (cols + 1) + col + 1;
        Edge::new(dot, if is_down { dot + cols + 1 } else { dot + 1 })
            .expect("a board of 128 edges has 86 dots or fewer")
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
        self.list(self.edges().difference(at.drawn))
    }

    fn play(&self, at: &Position, edge: Edge) -> Step<Position> {
        let drawn = self.number(edge).map_or(at.drawn, |number| at.drawn.with(number));
        let gain = self.beside(edge).map(|sides| i64::from(sides.difference(drawn).is_empty())).sum();
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
    fn edges_are_ordered_by_their_smaller_dot_then_their_larger() {
        for game in games() {
            let (rows, cols) = (game.board().rows(), game.board().cols());
            let ends: Vec<(u32, u32)> = game.list(game.edges()).map(Edge::dots).collect();
            assert!(game.list(game.edges()).is_sorted());
            let mut expected = Vec::new();
            for dot in 1..=game.dots() {
                if dot % (cols + 1) != 0 {
                    expected.push((dot, dot + 1));
                }
                if dot + cols < game.dots() {
                    expected.push((dot, dot + cols + 1));
                }
            }
            assert_eq!(ends, expected, "{rows}x{cols}");
            // Dot 0 and the one after the last are off the board.
            for (one, other) in
                (0..=game.dots() + 1).flat_map(|one| (0..=game.dots() + 1).map(move |other| (one, other)))
            {
                let expected = ends.iter().position(|&pair| pair == (one.min(other), one.max(other)));
                let number = game.edge(one, other).and_then(|edge| game.number(edge));
                assert_eq!(number.map(|number| number as usize), expected, "{rows}x{cols} {one} {other}");
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
                assert!(game.list(sides).map(Edge::dots).eq(ends));
                for edge in game.list(sides) {
                    assert!(game.beside(edge).any(|other| other == sides));
                    beside += 1;
                }
            }
            assert_eq!(beside, game.list(game.edges()).map(|edge| game.beside(edge).count()).sum::<usize>());
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
    fn edges_round_trip_as_text_and_other_text_is_refused() {
        for (text, dots) in [("1-2", (1, 2)), ("6-2", (2, 6)), ("254-255", (254, 255)), ("007-1", (1, 7))] {
            let edge: Edge = text.parse().expect("two dots");
            assert_eq!(edge.dots(), dots);
            assert_eq!(edge.to_string().parse(), Ok(edge));
        }
        for text in ["", "-", "1", "1-", "-2", "1-1", "0-1", "1-256", "+1-2", "1--2", " 1-2", "1-2-3", "1 2"] {
            assert_eq!(text.parse::<Edge>(), Err(ParseEdgeError), "{text:?}");
        }
    }

    #[test]
    fn edges_of_other_boards_have_no_number_and_playing_them_changes_nothing() {
        let game = Boxes::new(Board::new(2, 2).expect("in range"), Rules::Alternate).expect("few edges");
        let start = game.position(Edges::default(), Side::First).expect("no edge");
        for stray in ["3-4", "1-5", "6-10", "9-10", "254-255", "1-255"] {
            let stray: Edge = stray.parse().expect("two dots");
            assert_eq!(game.number(stray), None, "{stray}");
            assert_eq!(game.set([stray]), None);
            assert!(!game.is_legal(&start, stray));
            assert!(game.play(&start, stray).to.drawn().is_empty());
        }
    }

    #[test]
    fn names_of_rules_round_trip_and_stray_edges_are_refused() {
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("extra turn".parse::<Rules>(), Err(UnknownRules));
        let game = Boxes::new(Board::new(1, 1).expect("in range"), Rules::Alternate).expect("few edges");
        let stray = Edges::default().with(4);
        assert_eq!(
            game.position(stray, Side::First).expect_err("no such edge").to_string(),
            "edge 4 is out of range (0..=3)"
        );
    }
}
