//! Retrograde analysis in layers, for all positions of a board at once, one bit for each.
//!
//! `docs/design/chase.md` explains the method and proves its lemmas.

use board_core::memo::{PackedNumbers, bits, index};
use board_core::{Board, Control, Halt, Progress, Side, Square, Symmetry, for_each};

use crate::bits::{Layout, insert, place, remove};
use crate::classes::Classes;
use crate::rules::Chase;

/// The largest number of squares that black reaches in one move.
const BLACK_REACH: usize = 8;

/// For the head of each class as black's square, the squares of white from which white loses and black wins within the
/// plies of the last layer.
pub(crate) struct Layers<'a> {
    moves: Moves<'a>,
    /// White, to move, loses within `2 * number` plies: `words` words for each class.
    white_loses: Vec<u64>,
    /// Black, to move, wins within `2 * number + 1` plies: `padded_words` words for each class. Black's own square may be
    /// among them (Lemma 3).
    black_wins: Vec<u64>,
    /// For each class, what the last layer added to `white_loses`.
    added: Vec<Added>,
    /// For each class, whether the last layer added anything to `black_wins`.
    black_wins_grew: Vec<bool>,
    number: u32,
}

/// The squares of white that a layer adds to the losses of one class.
#[derive(Clone, Default)]
pub(crate) struct Added {
    /// The number of squares.
    pub(crate) count: u32,
    /// The index of the first of them, if there is one.
    pub(crate) first: u32,
    /// The squares themselves if black reaches the class by a turn, otherwise empty (Lemma 8).
    squares: Box<[u64]>,
}

/// White's losses in the classes from number `first` on, which one thread advances.
struct WhiteLosses<'a> {
    first: usize,
    sets: &'a mut [u64],
    added: &'a mut [Added],
    /// Empty if the numbers of the layers are not stored.
    half_plies: &'a mut [PackedNumbers],
}

/// Black's wins in the classes from number `first` on, which one thread advances.
struct BlackWins<'a> {
    first: usize,
    sets: &'a mut [u64],
    grew: &'a mut [bool],
}

/// What all layers share: the moves of both sides, with black on the head of a class.
struct Moves<'a> {
    game: &'a Chase,
    classes: Classes,
    layout: Layout,
    /// Black's moves from all heads: those from head `h` are at `starts[h]..starts[h + 1]`.
    black: Vec<BlackMove>,
    starts: Vec<usize>,
    /// For each symmetry, where it maps each square.
    turns: Vec<Vec<u32>>,
}

/// A move of black from the head of a class.
#[derive(Clone, Copy)]
struct BlackMove {
    /// The class of the square that it leads to.
    class: u32,
    /// The symmetry that maps the head of this class to that square.
    turn: Symmetry,
}

impl<'a> Moves<'a> {
    fn new(game: &'a Chase) -> Self {
        let board = game.board();
        let classes = Classes::new(board);
        let mut black = Vec::with_capacity(BLACK_REACH * classes.heads().len());
        let mut starts = vec![0];
        for &head in classes.heads() {
            for to in game.reach(Side::Second, head) {
                let image = classes.of(to);
                let class = u32::try_from(image.class()).expect("as in the classes");
                black.push(BlackMove { class, turn: image.to_head.inverse() });
            }
            starts.push(black.len());
        }
        let number = |square| u32::try_from(place(board, square)).expect("more squares would not fit in memory");
        let turned = |&turn| board.iter().filter_map(|square| board.map(turn, square)).map(number).collect();
        let turns = board.symmetries().iter().map(turned).collect();
        Self { game, classes, layout: Layout::new(board), black, starts, turns }
    }

    /// Black's moves from the head of this class.
    fn black(&self, class: usize) -> &[BlackMove] {
        &self.black[self.starts[class]..self.starts[class + 1]]
    }

    /// For each class, whether black reaches it by a turn from the head of some class.
    fn turned(&self) -> Vec<bool> {
        let mut turned = vec![false; self.classes.heads().len()];
        for to in &self.black {
            turned[index(to.class.into())] |= to.turn != Symmetry::Identity;
        }
        turned
    }

    /// Stores in `into` the squares of white from which white, to move, loses within two more plies than black, to move,
    /// needs to win from `black_wins` (Lemma 1).
    fn white_loses(&self, class: usize, black_wins: &[u64], into: &mut [u64]) {
        self.layout.enclosed(black_wins, into);
        // White captures from the squares next to black's. There is no position on black's own square, and its bit is
        // not used anywhere else (Lemma 3).
        let black = self.classes.heads()[class];
        for white in self.game.reach(Side::First, black).chain([black]) {
            remove(into, place(self.game.board(), white));
        }
    }

    /// Adds to black's wins of a class what the last layer added to white's losses, and returns whether anything was new.
    fn add_black_wins(&self, class: usize, white_loses: &[u64], added: &[Added], black_wins: &mut [u64]) -> bool {
        let words = self.layout.words;
        let mut new = 0;
        for to in self.black(class) {
            let class = index(to.class.into());
            let added = &added[class];
            if added.count == 0 {
                continue;
            }
            if to.turn == Symmetry::Identity {
                for (wins, &loses) in black_wins.iter_mut().zip(&white_loses[class * words..][..words]) {
                    new |= loses & !*wins;
                    *wins |= loses;
                }
            } else {
                // Square by square, but each square of a set only once (Lemma 8).
                let turned = &self.turns[to.turn as usize];
                for (word, &squares) in added.squares.iter().enumerate() {
                    for white in bits(squares).map(|bit| turned[word * 64 + bit as usize]) {
                        let bit = 1 << (white % 64);
                        let wins = &mut black_wins[index(u64::from(white / 64))];
                        new |= bit & !*wins;
                        *wins |= bit;
                    }
                }
            }
        }
        new != 0
    }

    /// The number of classes that one thread works on at a time: all of them if starting threads would cost more.
    fn batch(&self) -> usize {
        const WORDS: usize = 1 << 17;
        WORDS.div_ceil(self.layout.words)
    }
}

impl Added {
    /// Adds the squares of `next` to `set`, which must be a subset of `next`, and records the new ones. Calls
    /// `each_new` with the index of each new square.
    fn update(&mut self, set: &mut [u64], next: &[u64], mut each_new: impl FnMut(usize)) {
        if *set == *next {
            return;
        }
        for (word, (&old, &next)) in set.iter().zip(next).enumerate() {
            let new = next & !old;
            if new == 0 {
                continue;
            }
            if self.count == 0 {
                self.first = u32::try_from(word * 64).expect("as in the turns") + new.trailing_zeros();
            }
            self.count += new.count_ones();
            bits(new).for_each(|bit| each_new(word * 64 + bit as usize));
            if let Some(squares) = self.squares.get_mut(word) {
                *squares = new;
            }
        }
        set.copy_from_slice(next);
    }

    /// Drops the squares of the previous layer.
    fn clear(&mut self) {
        self.count = 0;
        self.squares.fill(0);
    }
}

impl<'a> Layers<'a> {
    /// The number of bytes of the sets and lists.
    pub(crate) fn bytes(board: Board) -> u128 {
        /// The lists that are not sets, per class.
        const LISTS: usize =
            size_of::<Added>() + size_of::<bool>() + size_of::<usize>() + BLACK_REACH * size_of::<BlackMove>();
        let classes = Classes::count(board);
        let words = u128::from(Layout::words(board));
        let sets = classes.saturating_mul(8 * (words + Layout::padded_words(board)) + LISTS as u128);
        let added = 8 * words * Self::max_turned(board);
        let turns = u128::from(board.squares()) * (board.symmetries().len() * size_of::<u32>()) as u128;
        sets.saturating_add(added + words * 32 + turns).saturating_add(Classes::bytes(board))
    }

    /// The same as a `u64`; `u64::MAX` means that many or more.
    pub(crate) fn memory_needed(board: Board) -> u64 {
        Self::bytes(board).try_into().unwrap_or(u64::MAX)
    }

    /// The largest number of classes that black can reach by a turn (Lemma 9).
    fn max_turned(board: Board) -> u128 {
        Classes::count(board).min(2 * (u128::from(board.rows()) + u128::from(board.cols())))
    }

    /// Layer 0: white loses nowhere yet, and black wins if it captures.
    pub(crate) fn new(game: &'a Chase) -> Self {
        let board = game.board();
        let moves = Moves::new(game);
        let Layout { words, padding, padded_words, .. } = moves.layout;
        let classes = moves.classes.heads().len();
        let mut black_wins = vec![0; classes * padded_words];
        for (&head, wins) in moves.classes.heads().iter().zip(black_wins.chunks_exact_mut(padded_words)) {
            for to in game.reach(Side::Second, head) {
                insert(&mut wins[padding..], place(board, to));
            }
        }
        let none = |turned| Added { squares: vec![0; if turned { words } else { 0 }].into(), ..Added::default() };
        let added = moves.turned().into_iter().map(none).collect();
        let (white_loses, black_wins_grew) = (vec![0; classes * words], vec![true; classes]);
        Self { moves, white_loses, black_wins, added, black_wins_grew, number: 0 }
    }

    /// The classes of black's square.
    pub(crate) fn classes(&self) -> &Classes {
        &self.moves.classes
    }

    /// The classes of black's square, when the layers are no longer needed.
    pub(crate) fn into_classes(self) -> Classes {
        self.moves.classes
    }

    /// For each class, the squares of white that the last layer added.
    pub(crate) fn added(&self) -> &[Added] {
        &self.added
    }

    /// The number of the last layer.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// The number of plies in which white loses the positions that the last layer added.
    pub(crate) fn plies(&self) -> u64 {
        2 * u64::from(self.number)
    }

    /// Whether white, to move, loses within the plies of the last layer.
    pub(crate) fn white_loses(&self, white: Square, black: Square) -> bool {
        let (class, white) = self.moves.classes.place(white, black);
        let words = self.moves.layout.words;
        crate::bits::contains(&self.white_loses[class * words..][..words], white)
    }

    /// Makes the next layer and returns whether it adds anything. If it does not, no later layer will (Lemma 2).
    ///
    /// `half_plies` is either empty or has one row for each class, in which the number of the layer is stored for
    /// each square of white that the layer adds.
    pub(crate) fn advance(&mut self, half_plies: &mut [PackedNumbers], control: &Control<'_>) -> Result<bool, Halt> {
        self.number += 1;
        control.report(Progress::new("layers", self.number.into()))?;
        self.advance_white_loses(half_plies, control);
        let grew = self.added.iter().any(|added| added.count > 0);
        if grew {
            self.advance_black_wins(control);
        }
        Ok(grew)
    }

    fn advance_white_loses(&mut self, half_plies: &mut [PackedNumbers], control: &Control<'_>) {
        let Self { ref moves, ref black_wins, ref black_wins_grew, number, .. } = *self;
        let Layout { words, padded_words, .. } = moves.layout;
        let classes = self.added.len();
        let batch = moves.batch();
        let mut white_loses = self.white_loses.chunks_mut(batch * words);
        let mut added = self.added.chunks_mut(batch);
        let mut half_plies = half_plies.chunks_mut(batch);
        let batches = (0..classes).step_by(batch).map(|first| WhiteLosses {
            first,
            sets: white_loses.next().unwrap_or_default(),
            added: added.next().unwrap_or_default(),
            half_plies: half_plies.next().unwrap_or_default(),
        });
        for_each(control, batches, |batch| {
            let mut next = vec![0; words];
            for (offset, added) in batch.added.iter_mut().enumerate() {
                let class = batch.first + offset;
                added.clear();
                if !black_wins_grew[class] {
                    continue;
                }
                moves.white_loses(class, &black_wins[class * padded_words..][..padded_words], &mut next);
                let set = &mut batch.sets[offset * words..][..words];
                match batch.half_plies.get_mut(offset) {
                    Some(row) => added.update(set, &next, |white| row.set(white, number)),
                    None => added.update(set, &next, |_| ()),
                }
            }
        });
    }

    fn advance_black_wins(&mut self, control: &Control<'_>) {
        let Self { ref moves, ref white_loses, ref added, .. } = *self;
        let Layout { words, padding, padded_words, .. } = moves.layout;
        let batch = moves.batch();
        let mut black_wins = self.black_wins.chunks_mut(batch * padded_words);
        let mut grew = self.black_wins_grew.chunks_mut(batch);
        let batches = (0..added.len()).step_by(batch).map(|first| BlackWins {
            first,
            sets: black_wins.next().unwrap_or_default(),
            grew: grew.next().unwrap_or_default(),
        });
        for_each(control, batches, |batch| {
            for (offset, grew) in batch.grew.iter_mut().enumerate() {
                let set = &mut batch.sets[offset * padded_words + padding..][..words];
                *grew = moves.add_black_wins(batch.first + offset, white_loses, added, set);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use board_core::Outcome;

    use super::*;
    use crate::bits::contains;
    use crate::testing::{game, games, reference};

    impl Layers<'_> {
        /// The squares of white from which black wins, for a class.
        fn black_wins(&mut self, class: usize) -> &mut [u64] {
            let Layout { words, padding, padded_words, .. } = self.moves.layout;
            &mut self.black_wins[class * padded_words + padding..][..words]
        }

        /// The indices of black's squares, for all classes.
        fn black_squares(&self) -> Vec<usize> {
            self.classes().heads().iter().map(|&head| place(self.moves.game.board(), head)).collect()
        }

        fn advance_alone(&mut self) -> bool {
            self.advance(&mut [], &Control::new()).expect("never stopped")
        }
    }

    #[test]
    fn lemma_1_each_layer_has_what_is_decided_within_its_plies() {
        for game in games() {
            let reference = reference(game);
            let mut layers = Layers::new(&game);
            loop {
                let grew = layers.advance_alone();
                let number = u64::from(layers.number);
                for &(at, value) in &reference {
                    let (class, white) = layers.classes().place(at.white(), at.black());
                    let (found, expected) = match at.to_move() {
                        Side::First => {
                            let expected = matches!(value, Outcome::Loss(plies) if plies <= 2 * number);
                            (layers.white_loses(at.white(), at.black()), expected)
                        }
                        Side::Second => {
                            let expected = matches!(value, Outcome::Win(plies) if plies <= 2 * number + 1);
                            (contains(layers.black_wins(class), white), expected)
                        }
                    };
                    assert_eq!(found, expected, "{} {at:?} layer {number}", game.board());
                }
                if !grew {
                    break;
                }
            }
        }
    }

    #[test]
    fn lemma_2_what_did_not_grow_changes_nothing() {
        for game in games() {
            let losses = reference(game).into_iter().filter(|(at, _)| at.to_move() == Side::First);
            let plies = losses.map(|(_, value)| if let Outcome::Loss(plies) = value { plies } else { 0 });
            let longest = plies.max().unwrap_or(0);
            let (mut layers, mut without_skips) = (Layers::new(&game), Layers::new(&game));
            loop {
                let before = layers.black_wins.clone();
                if !layers.advance_alone() {
                    break;
                }
                // The next layer skips exactly the classes that did not grow.
                let size = layers.moves.layout.padded_words;
                let grew =
                    before.chunks(size).zip(layers.black_wins.chunks(size)).map(|(before, after)| before != after);
                assert!(grew.eq(layers.black_wins_grew.iter().copied()), "{}", game.board());
                without_skips.black_wins_grew.fill(true);
                assert!(without_skips.advance_alone());
                assert!(layers.white_loses == without_skips.white_loses, "{}", game.board());
                assert!(layers.black_wins == without_skips.black_wins, "{}", game.board());
            }
            // The last layer added nothing, and no later layer would add anything.
            assert_eq!(layers.plies(), longest + 2, "{}", game.board());
            without_skips.black_wins_grew.fill(true);
            assert!(!without_skips.advance_alone(), "{}", game.board());
            assert!(layers.white_loses == without_skips.white_loses, "{}", game.board());
        }
    }

    #[test]
    fn lemma_3_the_bit_of_blacks_own_square_does_not_matter() {
        let mut set_by_itself = false;
        for game in games() {
            let [mut layers, mut with, mut without] = [(); 3].map(|()| Layers::new(&game));
            let own = layers.black_squares();
            loop {
                for (class, &own) in own.iter().enumerate() {
                    set_by_itself |= contains(layers.black_wins(class), own);
                    insert(with.black_wins(class), own);
                    remove(without.black_wins(class), own);
                }
                let grew = [&mut layers, &mut with, &mut without].map(Layers::advance_alone);
                assert!(layers.white_loses == with.white_loses, "{}", game.board());
                assert!(layers.white_loses == without.white_loses, "{}", game.board());
                for &black in layers.classes().heads() {
                    assert!(!layers.white_loses(black, black));
                    assert!(!game.reach(Side::First, black).any(|white| layers.white_loses(white, black)));
                }
                if grew == [false; 3] {
                    break;
                }
            }
        }
        assert!(set_by_itself);
    }

    #[test]
    fn lemma_8_turning_what_is_new_is_turning_all() {
        for game in games().chain([game(7, 7), game(9, 9), game(6, 11)]) {
            let board = game.board();
            let mut layers = Layers::new(&game);
            while layers.advance_alone() {
                for added in layers.added().iter().filter(|added| !added.squares.is_empty()) {
                    let new: u32 = added.squares.iter().map(|word| word.count_ones()).sum();
                    assert_eq!(new, added.count, "{board}: only what is new is turned");
                }
                for (class, black) in layers.classes().heads().to_vec().into_iter().enumerate() {
                    for white in board.iter() {
                        let mut reached = game.reach(Side::Second, black);
                        let expected = reached.any(|to| to == white || layers.white_loses(white, to));
                        let found = contains(layers.black_wins(class), place(board, white));
                        assert_eq!(found, expected, "{board} white {white} black {black}");
                    }
                }
            }
        }
    }

    #[test]
    fn lemma_9_classes_that_are_reached_by_a_turn_are_near_a_line_of_symmetry() {
        for (rows, cols) in (1..=24).flat_map(|rows| (1..=24).map(move |cols| (rows, cols))) {
            let game = game(rows, cols);
            let board = game.board();
            let moves = Moves::new(&game);
            let among_the_last_three = |place: u32, side: u32| place + 3 >= side.div_ceil(2);
            let mut count = 0;
            for (&head, _) in moves.classes.heads().iter().zip(moves.turned()).filter(|&(_, turned)| turned) {
                count += 1;
                let near = among_the_last_three(head.col, cols)
                    || if board.is_square() { head.col - head.row <= 2 } else { among_the_last_three(head.row, rows) };
                assert!(near, "{board} {head}");
            }
            assert!(count <= Layers::max_turned(board), "{board}: {count}");
        }
    }
}
