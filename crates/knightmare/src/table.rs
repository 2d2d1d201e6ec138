//! Retrograde analysis of a whole board, which solves thin boards and checks the closed form on others.

use board_core::memo::{PackedNumbers, bits, index};
use board_core::{Board, Control, Game, Halt, Oracle, Outcome, Progress, Side, Solve, Square};

use crate::rules::{Knightmare, Position};

/// The outcome of every position of a board. An [`Oracle`] for its game.
///
/// Positions with white to move are enough, by mirror symmetry (Lemma 1 in `docs/design/knightmare.md`). They take one
/// byte each if rows and columns are at most 239 together, otherwise two. On s squares the analysis takes time O(s²),
/// about 50 ns per position, and 11/8 s² bytes while it runs: 3.5 MiB and a tenth of a second on 40 x 40.
///
/// ```
/// use board_core::{Board, Control, Oracle, Outcome, Side, Solve, Square};
/// use knightmare::{Knightmare, Table};
///
/// let game = Knightmare::new(Board::new(2, 8)?)?;
/// let start = game.start(Square::new(1, 0), Square::new(0, 0), Side::First)?;
/// let table = Table::new(&game, &[start], &Control::new())?;
/// assert_eq!(table.value(&start), Outcome::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    game: Knightmare,
    /// For each square of white, which is to move, and each of black: the plies of the game if they are known,
    /// otherwise 0. The number is odd if white wins, even if it loses.
    plies: PackedNumbers,
}

impl Table {
    /// The number of bytes that making the table of a game needs; `u64::MAX` means that much or more.
    #[must_use]
    pub fn memory_needed(game: &Knightmare) -> u64 {
        let board = game.board();
        Self::bytes(board, PackedNumbers::width(max_plies(board)))
    }

    /// The number of bytes that a table with this many bytes per entry needs.
    fn bytes(board: Board, width: u64) -> u64 {
        let squares = u128::from(board.squares());
        let entries = squares * squares;
        let sets = (entries / 64 + 1).saturating_mul(3 * 8);
        let lists = squares * (size_of::<Vec<usize>>() + 9 * size_of::<usize>()) as u128;
        let bytes = entries.saturating_mul(width.into()).saturating_add(sets).saturating_add(lists);
        bytes.try_into().unwrap_or(u64::MAX)
    }

    /// The square's number as an index.
    fn place(&self, square: Square) -> usize {
        index(self.game.board().index(square))
    }

    /// The outcome if white is to move and the game goes on.
    fn with_white_to_move(&self, at: &Position) -> Outcome {
        let squares = index(self.game.board().squares());
        outcome(self.plies.get(self.place(at.white()) * squares + self.place(at.black())))
    }
}

fn outcome(plies: u32) -> Outcome {
    match plies {
        0 => Outcome::Draw,
        odd if odd % 2 == 1 => Outcome::Win(odd.into()),
        even => Outcome::Loss(even.into()),
    }
}

/// More plies than the longest game of a board takes, as far as is known: with a side of 2 the longest game has nearly
/// as many plies as the other side, otherwise half as many as the longer side. Longer games would only cost memory.
fn max_plies(board: Board) -> u32 {
    board.rows().saturating_add(board.cols()).saturating_add(16)
}

/// Solves the whole board, whatever positions are given, the shortest games first.
impl Solve<Knightmare> for Table {
    fn new(game: &Knightmare, _positions: &[Position], control: &Control<'_>) -> Result<Self, Halt> {
        let board = game.board();
        control.reserve(board.title(), Self::memory_needed(game))?;
        let mut analysis = Analysis::new(game);
        let mut layer = 0;
        while !analysis.fresh.is_empty() {
            layer += 1;
            control.report(Progress::new("layers", layer.into()))?;
            // If games last longer than expected, entries grow; then both copies count.
            let [before, now] = [layer - 1, layer].map(|plies| PackedNumbers::width(plies.max(max_plies(board))));
            if now > before {
                control.reserve(board.title(), Self::bytes(board, before + now))?;
            }
            analysis.advance(layer);
        }
        Ok(analysis.table)
    }
}

impl Oracle<Knightmare> for Table {
    /// # Panics
    /// If the position is of a larger board.
    fn value(&self, at: &Position) -> Outcome {
        let board = self.game.board();
        assert!(
            board.contains(at.white()) && board.contains(at.black()),
            "a position of a larger board: {at:?} on {board}"
        );
        self.game.end(at).unwrap_or_else(|| match at.to_move() {
            Side::First => self.with_white_to_move(at),
            Side::Second => self.with_white_to_move(&self.game.mirrored(at)),
        })
    }
}

/// A table being made. The number of a position is white's square times the number of squares, plus black's square;
/// white is to move.
struct Analysis {
    table: Table,
    squares: usize,
    /// The squares that a knight reaches from each square.
    reach: Vec<Vec<usize>>,
    /// For each square its mirror image, in the reversed rows.
    mirror: Vec<usize>,
    /// The positions in which the game has ended or the outcome is known.
    settled: Bits,
    /// The positions whose outcome became known in the last layer.
    fresh: Bits,
}

impl Analysis {
    fn new(game: &Knightmare) -> Self {
        let board = game.board();
        let squares = index(board.squares());
        let place = |square| index(board.index(square));
        let table = Table { game: *game, plies: PackedNumbers::zeros(squares * squares, max_plies(board)) };
        let reach = board.iter().map(|from| game.reach(from).map(place).collect()).collect();
        let mirror = board.iter().map(|square| place(game.mirrored_square(square))).collect();
        let mut settled = Bits::zeros(squares * squares);
        let mut fresh = Bits::zeros(squares * squares);
        for (number, (white, black)) in
            board.iter().flat_map(|white| board.iter().map(move |black| (white, black))).enumerate()
        {
            match game.end(&Position::after_any_move(white, black, Side::First)) {
                None => continue,
                // Positions that lead there win one ply later.
                Some(Outcome::Loss(_)) => fresh.set(number),
                // Black, who moved last, let white win, or no knight can move: nothing follows from either (Lemma 4).
                Some(_) => {}
            }
            settled.set(number);
        }
        Self { table, squares, reach, mirror, settled, fresh }
    }

    /// Finds the positions whose game lasts this many plies, from those of one ply less.
    fn advance(&mut self, layer: u32) {
        let squares = self.squares;
        let mut found = Bits::zeros(squares * squares);
        for child in self.fresh.iter() {
            let (white, black) = (child / squares, child % squares);
            // Black has moved from one of these squares; with colours and rows reversed it was white.
            for &from in &self.reach[black] {
                let parent = self.mirror[from] * squares + self.mirror[white];
                if self.settled.get(parent) || layer.is_multiple_of(2) && !self.is_lost(parent) {
                    continue;
                }
                self.settled.set(parent);
                found.set(parent);
                self.table.plies.set(parent, layer);
            }
        }
        self.fresh = found;
    }

    /// Whether every move of white leads to a win of black. No move here ends the game: if a move won, or let black
    /// win, the position would have been settled in the first layer (in the second case by a capture, Lemma 4).
    fn is_lost(&self, at: usize) -> bool {
        let (white, black) = (at / self.squares, at % self.squares);
        self.reach[white].iter().all(|&to| {
            let child = self.mirror[black] * self.squares + self.mirror[to];
            self.table.plies.get(child) % 2 == 1
        })
    }
}

/// A set of numbers, one bit each.
struct Bits {
    words: Vec<u64>,
}

impl Bits {
    fn zeros(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)] }
    }

    fn get(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    fn set(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The numbers in the set, in order.
    fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(place, &word)| bits(word).map(move |bit| place * 64 + bit as usize))
    }
}
