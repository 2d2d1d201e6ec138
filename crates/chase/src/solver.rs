//! The fast solver: retrograde analysis in layers, for all positions at once, a bit for each.
//!
//! For a fixed square of black, the squares of white from which black wins within so many plies are a set of
//! squares, one bit each. White, to move, is lost within 2k plies where it cannot capture and each of its moves
//! leads into the set of 2k - 1 plies: shifts by a row and by a square, and an AND. Black, to move, wins within
//! 2k + 1 plies where one of its moves leads into a set of 2k: an OR of at most eight sets. Layer follows layer
//! until nothing changes, so no bound on the depth has to be proved.
//!
//! The symmetries of the board make squares of black alike: sets are kept only for the head of each class. Where black
//! moves to a square that is no head, what is new in the set of its head is turned to it, square by square. That happens
//! near the borders between classes only, and to each square of a set only once.
//!
//! Wins of white need no sets. On a board with a side of at least 3, take that line through black's square. Either
//! black can go one or two squares along it: these two squares have different colours, and no square is next to both.
//! Or it stands in the middle of three: the squares to either side have no common neighbour but its own. So black is
//! never without a move to a square that white does not attack, and white, to move, wins only by capturing at once.
//! With both sides below 3, white, to move, is next to black and captures, or diagonal to it and lost. Black, to
//! move, is lost only where each of its moves is answered by a capture: in the corners of 2 x 2.

use board_core::memo::{PackedNumbers, bits, index};
use board_core::{Board, Control, Game, Halt, Oracle, Outcome, Progress, Side, Square, Symmetry, Value};

use crate::classes::Classes;
use crate::rules::{Chase, Position};

/// The bytes that [`outcomes`] needs on this board; `u64::MAX` for that much or more. About `r² c² / 16` for r rows and c
/// columns, half that for squares.
#[must_use]
pub fn memory_needed(board: Board) -> u64 {
    Layers::bytes(board).try_into().unwrap_or(u64::MAX)
}

/// The outcomes of some positions of a game, for the player to move. Costs the layers up to the longest of them,
/// each O(r² c² / 256) operations on words, whatever their number.
///
/// ```
/// use board_core::{Board, Control, Outcome, Side, Square};
/// use chase::Chase;
///
/// let game = Chase::new(Board::new(4, 4)?);
/// let at = game.position(Square::new(0, 1), Square::new(0, 3), Side::First)?;
/// assert_eq!(chase::outcomes(&game, &[at], &Control::new())?, [Outcome::Loss(10)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where it needs more memory than it may, or was stopped.
///
/// # Panics
/// Where a position was made for a larger board.
pub fn outcomes(game: &Chase, positions: &[Position], control: &Control<'_>) -> Result<Vec<Outcome>, Halt> {
    let mut questions = Questions::default();
    for at in positions {
        questions.ask(game, at);
    }
    if !questions.open.is_empty() {
        control.allow(game.board().title(), memory_needed(game.board()))?;
        let mut layers = Layers::new(game);
        while !questions.open.is_empty() && layers.advance(&mut [], control)? {
            questions.hear(&layers);
        }
    }
    Ok(positions.iter().map(|at| value_by(game, at, |at| questions.lost_in(at))).collect())
}

/// The value of a position, from the plies in which white, to move and unable to capture, is lost.
fn value_by(game: &Chase, at: &Position, lost_in: impl Fn(&Position) -> Option<u64>) -> Outcome {
    assert_fits(game, at);
    let white_to_move = |at: &Position| {
        if captures(game, at) { Outcome::Win(1) } else { lost_in(at).map_or(Outcome::Draw, Outcome::Loss) }
    };
    match (game.end(at), at.to_move()) {
        (Some(value), _) => value,
        (None, Side::First) => white_to_move(at),
        (None, Side::Second) if captures(game, at) => Outcome::Win(1),
        (None, Side::Second) => game
            .moves(at)
            .map(|to| white_to_move(&game.play(at, to).to).lift(0, false))
            .max()
            .expect("black can always move"),
    }
}

/// A position knows no board; on too small a one it would be mistaken for another.
fn assert_fits(game: &Chase, at: &Position) {
    let board = game.board();
    assert!(
        board.contains(at.white()) && board.contains(at.black()),
        "a position of a larger board: {at:?} on {board}"
    );
}

/// Whether the player to move can end the game with this move.
fn captures(game: &Chase, at: &Position) -> bool {
    game.moves(at).any(|to| game.end(&game.play(at, to).to).is_some())
}

/// The positions with white to move whose outcomes are asked for.
#[derive(Default)]
struct Questions {
    open: Vec<Position>,
    plies: std::collections::HashMap<Position, u64>,
}

impl Questions {
    /// Notes what the value of this position depends on.
    fn ask(&mut self, game: &Chase, at: &Position) {
        assert_fits(game, at);
        if game.end(at).is_some() || captures(game, at) {
            return;
        }
        match at.to_move() {
            Side::First => self.open.push(*at),
            Side::Second => {
                let follow = game.moves(at).map(|to| game.play(at, to).to);
                self.open.extend(follow.filter(|to| !captures(game, to)));
            }
        }
    }

    /// Looks for answers in the last layer.
    fn hear(&mut self, layers: &Layers<'_>) {
        self.open.retain(|at| {
            let answered = layers.is_lost(at);
            if answered {
                self.plies.insert(*at, layers.plies());
            }
            !answered
        });
    }

    fn lost_in(&self, at: &Position) -> Option<u64> {
        self.plies.get(at).copied()
    }
}

/// The outcome of every position of a board. An [`Oracle`] for its game.
///
/// For each square of white, and each of black that is not like another by the symmetries of the board, it keeps in one
/// byte or more in how many plies white is lost when it is to move; all else follows from one look ahead. 2 MiB on
/// 64 x 64, 33 MiB on 128 x 128.
///
/// ```
/// use board_core::{analysis, Board, Control, Oracle, Outcome, Side, Square};
/// use chase::{Chase, Table};
///
/// let game = Chase::new(Board::new(4, 4)?);
/// let table = Table::new(&game, &Control::new())?;
/// let at = game.position(Square::new(0, 1), Square::new(0, 3), Side::First)?;
/// assert_eq!(table.value(&at), Outcome::Loss(10));
/// let best = table.rate(&game, &at, 1).moves[0].chosen;
/// assert_eq!(best, Square::new(0, 0));
/// assert_eq!(analysis::best_line(&game, &table, &at).count(), 10);
/// assert_eq!(table.starts().filter(|(_, outcome)| *outcome == Outcome::Win(1)).count(), 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    game: Chase,
    classes: Classes,
    /// For each head of a class as black's square, for each of white: half the plies in which white, to move, is lost; 0
    /// where it is not.
    half_plies: Vec<PackedNumbers>,
}

impl Table {
    /// The bytes that making the table needs, `u64::MAX` for that much or more: `r² c² / 4` for r rows and c columns, half
    /// that for squares, twice that where r + c passes 329, and those of the layers.
    #[must_use]
    pub fn memory_needed(board: Board) -> u64 {
        Self::bytes(board, Self::expected(board)).try_into().unwrap_or(u64::MAX)
    }

    /// How many layers there will be, as far as is known: no board that was solved lasts longer than 3 (r + c) / 2 plies.
    fn expected(board: Board) -> u32 {
        let plies = 3 * (u64::from(board.rows()) + u64::from(board.cols())) / 2 + 16;
        u32::try_from(plies / 2).unwrap_or(u32::MAX)
    }

    /// With entries for so many layers.
    fn bytes(board: Board, layers: u32) -> u128 {
        let pairs = Classes::count(board).saturating_mul(board.squares().into());
        let entries = pairs.saturating_mul(PackedNumbers::width(layers).into());
        Layers::bytes(board).saturating_add(entries)
    }

    /// Solves all positions of a board: as many layers as half the plies of its longest game, each O(r² c² / 64)
    /// operations on words, and one step for each of its r² c² entries.
    ///
    /// # Errors
    /// Where it needs more memory than it may, or was stopped.
    pub fn new(game: &Chase, control: &Control<'_>) -> Result<Self, Halt> {
        let board = game.board();
        control.allow(board.title(), Self::memory_needed(board))?;
        let expected = Self::expected(board);
        let mut layers = Layers::new(game);
        let row = PackedNumbers::zeros(index(board.squares()), expected);
        let mut half_plies = vec![row; layers.classes.heads().len()];
        while layers.advance(&mut half_plies, control)? {
            // Entries grow where more layers come than was expected: if they do, then by leave.
            let next = layers.layer + 1;
            if PackedNumbers::width(next) > PackedNumbers::width(layers.layer.max(expected)) {
                control.allow(board.title(), Self::bytes(board, next).try_into().unwrap_or(u64::MAX))?;
            }
        }
        Ok(Self { game: *game, classes: layers.classes, half_plies })
    }

    /// Every start of the board, black's squares row by row and for each of them white's, with its outcome for
    /// white, who moves first.
    pub fn starts(&self) -> impl Iterator<Item = (Position, Outcome)> {
        let (game, board) = (self.game, self.game.board());
        board.iter().flat_map(move |black| {
            board.iter().filter_map(move |white| {
                let at = game.position(white, black, Side::First).ok()?;
                Some((at, self.value(&at)))
            })
        })
    }
}

impl Oracle<Chase> for Table {
    /// # Panics
    /// Where the position was made for a larger board.
    fn value(&self, at: &Position) -> Outcome {
        value_by(&self.game, at, |at| {
            let (class, white) = self.classes.place(at.white(), at.black());
            let half = self.half_plies[class].get(white);
            (half > 0).then(|| 2 * u64::from(half))
        })
    }
}

/// The most squares that black reaches.
const BLACK_REACH: usize = 8;

/// What is known of all starts of a board together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The starts in which white wins, always by capturing at once.
    pub white: u64,
    /// The starts in which black wins.
    pub black: u64,
    /// The starts that are drawn.
    pub draws: u64,
    /// The plies of the longest game.
    pub longest: u64,
    /// How many starts last so long.
    pub longest_starts: u64,
    /// One of these: none on a board of one square.
    pub example: Option<Position>,
}

impl Summary {
    /// Solves all starts of a board and counts them. Costs all layers, but no table: see [`memory_needed`].
    ///
    /// ```
    /// use board_core::{Board, Control};
    /// use chase::{Chase, Summary};
    ///
    /// let summary = Summary::new(&Chase::new(Board::new(20, 20)?), &Control::new())?;
    /// assert_eq!((summary.longest, summary.longest_starts), (58, 1120));
    /// assert_eq!((summary.white, summary.draws), (4 * 20 * 19, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where it needs more memory than it may, or was stopped.
    pub fn new(game: &Chase, control: &Control<'_>) -> Result<Self, Halt> {
        let board = game.board();
        control.allow(board.title(), memory_needed(board))?;
        let start = |white, black| game.position(white, black, Side::First).ok();
        let near = |square| game.reach(Side::First, square).next().and_then(|next| start(square, next));
        let white: u64 = board.iter().map(|black| game.reach(Side::First, black).count() as u64).sum();
        let example = board.iter().find_map(near);
        let longest = u64::from(white > 0);
        let mut summary = Self { white, black: 0, draws: 0, longest, longest_starts: white, example };
        let mut layers = Layers::new(game);
        let sizes = layers.classes.sizes();
        while layers.advance(&mut [], control)? {
            let added: u64 = layers.added.iter().zip(&sizes).map(|(added, size)| u64::from(added.count) * size).sum();
            summary.black += added;
            (summary.longest, summary.longest_starts) = (layers.plies(), added);
            let with_black = layers.added.iter().zip(layers.classes.heads()).find(|(added, _)| added.count > 0);
            summary.example = with_black.and_then(|(added, &black)| start(board.square(added.first.into())?, black));
        }
        let squares = board.squares();
        summary.draws = squares * (squares - 1) - summary.white - summary.black;
        Ok(summary)
    }
}

/// The number of a square as an index.
fn place(board: Board, square: Square) -> usize {
    index(board.index(square))
}

/// The sets of squares of white, for the head of each class as black's square, up to a number of plies.
struct Layers<'a> {
    game: &'a Chase,
    classes: Classes,
    shape: Shape,
    /// White, to move, is lost within `2 * layer` plies: `words` words for each class.
    lost: Vec<u64>,
    /// Black, to move, wins within `2 * layer + 1` plies: `stride` words for each class. With a bit for black's own
    /// square, which is no position; nothing reads it but for squares next to black's, and from these white captures.
    won: Vec<u64>,
    /// For which classes the last layer changed the two.
    lost_changed: Vec<bool>,
    won_changed: Vec<bool>,
    /// Where black goes from the heads: those from number h are between `starts[h]` and `starts[h + 1]`.
    reach: Vec<Reach>,
    starts: Vec<usize>,
    /// What the last layer added to `lost`, for the classes that are reached by a turn; for others nothing.
    fresh: Vec<Box<[u64]>>,
    /// For each class, how many squares of white the last layer added to `lost`, and the first of them.
    added: Vec<Added>,
    /// Where each symmetry takes each square.
    turns: Vec<Vec<u32>>,
    layer: u32,
}

/// A square that black goes to.
#[derive(Clone, Copy)]
struct Reach {
    /// Its class, and the symmetry that takes the head to it.
    class: u32,
    turn: Symmetry,
}

#[derive(Clone, Copy, Default)]
struct Added {
    count: u32,
    first: u32,
}

/// How a set of squares is laid out: square number i is bit i % 64 of word i / 64, and words of zeros before and
/// after let the sets be shifted by a row without a look at their ends.
struct Shape {
    words: usize,
    padding: usize,
    stride: usize,
    /// A row is this many words and bits long.
    row_words: usize,
    row_bits: u32,
    /// The squares from which a step up, left, right, down leaves the board.
    edges: Vec<[u64; 4]>,
}

impl Shape {
    fn new(board: Board) -> Self {
        let squares = index(board.squares());
        let words = squares.div_ceil(64);
        let row_words = index(u64::from(board.cols() / 64));
        let padding = row_words + 1;
        let mut edges = vec![[0; 4]; words];
        for square in board.iter() {
            let place = place(board, square);
            let ends =
                [square.row == 0, square.col == 0, square.col + 1 == board.cols(), square.row + 1 == board.rows()];
            for (edge, ends) in edges[place / 64].iter_mut().zip(ends) {
                *edge |= u64::from(ends) << (place % 64);
            }
        }
        Self { words, padding, stride: words + 2 * padding, row_words, row_bits: board.cols() % 64, edges }
    }

    /// The squares each of whose steps leads into `set` or off the board. `set` is `stride` words long, `into` is
    /// `words` words long.
    fn enclosed(&self, set: &[u64], into: &mut [u64]) {
        let words = self.words;
        let part = |start: usize| &set[start..start + words];
        let (here, row) = (self.padding, self.row_words);
        let (before, at, after) = (part(here - 1), part(here), part(here + 1));
        let (above, above_before) = (part(here - row), part(here - row - 1));
        let (below, below_after) = (part(here + row), part(here + row + 1));
        let bits = self.row_bits;
        let edges = &self.edges[..words];
        let into = &mut into[..words];
        for word in 0..words {
            let [top, left_edge, right_edge, bottom] = edges[word];
            // Shifted in two steps: `bits` may be 0, and a shift by 64 is not allowed.
            let up = above[word] << bits | above_before[word] >> 1 >> (63 - bits) | top;
            let down = below[word] >> bits | below_after[word] << 1 << (63 - bits) | bottom;
            let left = at[word] << 1 | before[word] >> 63 | left_edge;
            let right = at[word] >> 1 | after[word] << 63 | right_edge;
            into[word] = up & down & left & right;
        }
    }
}

impl<'a> Layers<'a> {
    /// The bytes of the sets and of the lists beside them.
    fn bytes(board: Board) -> u128 {
        let classes = Classes::count(board);
        let words = u128::from(board.squares()).div_ceil(64);
        let stride = words + 2 * (u128::from(board.cols() / 64) + 1);
        let lists = 2 + size_of::<(usize, Box<[u64]>, Added)>() + BLACK_REACH * size_of::<Reach>();
        let sets = classes.saturating_mul(8 * (words + stride) + lists as u128);
        let fresh = 8 * words * Self::most_turned(board);
        let turns = u128::from(board.squares()) * (board.symmetries().len() * size_of::<u32>()) as u128;
        sets.saturating_add(fresh + words * 32 + turns).saturating_add(Classes::bytes(board))
    }

    /// No more classes than this are reached by a turn: those of the squares within two steps of a line of symmetry.
    fn most_turned(board: Board) -> u128 {
        Classes::count(board).min(2 * (u128::from(board.rows()) + u128::from(board.cols())))
    }

    /// Layer 0: white is not yet lost anywhere, black wins where it captures.
    fn new(game: &'a Chase) -> Self {
        let board = game.board();
        let (shape, classes) = (Shape::new(board), Classes::new(board));
        let count = classes.heads().len();
        let mut won = vec![0; count * shape.stride];
        let mut turned = vec![false; count];
        let mut reach = Vec::with_capacity(BLACK_REACH * count);
        let mut starts = vec![0];
        for (&head, won) in classes.heads().iter().zip(won.chunks_exact_mut(shape.stride)) {
            for to in game.reach(Side::Second, head) {
                let at = place(board, to);
                won[shape.padding + at / 64] |= 1 << (at % 64);
                let (class, to_head) = classes.of(to);
                let turn = to_head.inverse();
                turned[class] |= turn != Symmetry::Identity;
                reach.push(Reach { class: u32::try_from(class).expect("as in the classes"), turn });
            }
            starts.push(reach.len());
        }
        let lost = vec![0; count * shape.words];
        let fresh = turned.iter().map(|&turned| vec![0; if turned { shape.words } else { 0 }].into()).collect();
        let added = vec![Added::default(); count];
        let changed = vec![true; count];
        let (lost_changed, won_changed) = (changed.clone(), changed);
        // Symmetries of rectangles are the first of all.
        let number = |square| u32::try_from(place(board, square)).expect("sets of more squares fit no memory");
        let turned = |&turn| board.iter().filter_map(|square| board.map(turn, square)).map(number).collect();
        let turns = board.symmetries().iter().map(turned).collect();
        Self {
            game,
            classes,
            shape,
            lost,
            won,
            lost_changed,
            won_changed,
            reach,
            starts,
            fresh,
            added,
            turns,
            layer: 0,
        }
    }

    /// The plies in which the last layer's positions are lost.
    fn plies(&self) -> u64 {
        2 * u64::from(self.layer)
    }

    /// Whether white, to move, is lost within the plies of the last layer.
    fn is_lost(&self, at: &Position) -> bool {
        let (class, white) = self.classes.place(at.white(), at.black());
        self.lost[class * self.shape.words + white / 64] >> (white % 64) & 1 == 1
    }

    /// Makes the next layer and says whether it differs from the one before. `half_plies` is either empty or has
    /// a row for each class, where the number of the layer is put for each square of white that is new in it.
    fn advance(&mut self, half_plies: &mut [PackedNumbers], control: &Control<'_>) -> Result<bool, Halt> {
        self.layer += 1;
        control.report(Progress::new("layers", self.layer.into()))?;
        self.advance_lost(half_plies, control);
        let changed = self.lost_changed.contains(&true);
        if changed {
            self.advance_won(control);
        }
        Ok(changed)
    }

    /// For how many classes one thread works at a time: all of them where starting threads would cost more.
    fn batch(&self) -> usize {
        const WORDS: usize = 1 << 17;
        WORDS.div_ceil(self.shape.words)
    }

    fn advance_lost(&mut self, half_plies: &mut [PackedNumbers], control: &Control<'_>) {
        let batch = self.batch();
        let Self { game, ref shape, ref classes, ref won, ref won_changed, layer, .. } = *self;
        let board = game.board();
        let heads = classes.heads();
        let mut rows = half_plies.chunks_mut(batch);
        let batches = self
            .lost
            .chunks_mut(batch * shape.words)
            .zip(self.lost_changed.chunks_mut(batch))
            .zip(self.fresh.chunks_mut(batch))
            .zip(self.added.chunks_mut(batch))
            .enumerate()
            .map(|(number, each)| (number * batch, each, rows.next().unwrap_or_default()));
        for_each_batch(heads.len() > batch, control, batches, |(first, (((lost, changed), fresh), added), rows)| {
            let mut next = vec![0; shape.words];
            let mut rows = rows.iter_mut();
            let each = lost.chunks_exact_mut(shape.words).zip(changed).zip(fresh).zip(added);
            for (class, (((lost, changed), fresh), added)) in (first..).zip(each) {
                let mut row = rows.next();
                fresh.fill(0);
                *added = Added::default();
                *changed = won_changed[class];
                if !*changed {
                    continue;
                }
                shape.enclosed(&won[class * shape.stride..][..shape.stride], &mut next);
                let black = heads[class];
                // From black's own square there is no game, and from those next to it white captures.
                for white in game.reach(Side::First, black).chain([black]) {
                    let white = place(board, white);
                    next[white / 64] &= !(1 << (white % 64));
                }
                *changed = *lost != *next;
                if *changed {
                    for (word, (&old, &next)) in lost.iter().zip(&next).enumerate() {
                        let new = next & !old;
                        if added.count == 0 && new != 0 {
                            added.first = u32::try_from(word * 64).expect("as in the turns") + new.trailing_zeros();
                        }
                        added.count += new.count_ones();
                        if let Some(row) = &mut row {
                            bits(new).for_each(|bit| row.set(word * 64 + bit as usize, layer));
                        }
                        if let Some(fresh) = fresh.get_mut(word) {
                            *fresh = new;
                        }
                    }
                }
                lost.copy_from_slice(&next);
            }
        });
    }

    fn advance_won(&mut self, control: &Control<'_>) {
        let batch = self.batch();
        let turns = &self.turns;
        let Self { ref shape, ref lost, ref lost_changed, ref reach, ref starts, ref fresh, .. } = *self;
        let batches = self
            .won
            .chunks_mut(batch * shape.stride)
            .zip(self.won_changed.chunks_mut(batch))
            .enumerate()
            .map(|(number, (won, changed))| (number * batch, won, changed));
        for_each_batch(starts.len() > batch + 1, control, batches, |(first, won, changed)| {
            let each = won.chunks_exact_mut(shape.stride).zip(changed);
            for (class, (won, changed)) in (first..).zip(each) {
                let won = &mut won[shape.padding..][..shape.words];
                let mut new = 0;
                for &Reach { class, turn } in &reach[starts[class]..starts[class + 1]] {
                    let class = index(class.into());
                    if !lost_changed[class] {
                        continue;
                    }
                    if turn == Symmetry::Identity {
                        for (won, &lost) in won.iter_mut().zip(&lost[class * shape.words..][..shape.words]) {
                            new |= lost & !*won;
                            *won |= lost;
                        }
                    } else {
                        let turned = &turns[turn as usize];
                        for (word, &fresh) in fresh[class].iter().enumerate() {
                            for white in bits(fresh).map(|bit| turned[word * 64 + bit as usize]) {
                                let bit = 1 << (white % 64);
                                let word = &mut won[index(u64::from(white / 64))];
                                new |= bit & !*word;
                                *word |= bit;
                            }
                        }
                    }
                }
                *changed = new != 0;
            }
        });
    }
}

/// Does `work` for each batch, on the threads of `control` if there are batches enough.
fn for_each_batch<T>(
    many: bool,
    control: &Control<'_>,
    batches: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if many { control.for_each(batches, work) } else { batches.for_each(work) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_classes_are_turned_than_is_reckoned_with() {
        for (rows, cols) in (1..=24).flat_map(|rows| (1..=24).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).expect("in range");
            let game = Chase::new(board);
            let turned = Layers::new(&game).fresh.iter().filter(|fresh| !fresh.is_empty()).count();
            assert!(turned as u128 <= Layers::most_turned(board), "{board}: {turned}");
        }
    }
}
