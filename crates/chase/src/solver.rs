//! The values of all positions of a board, or of some of them, from the layers.

use std::collections::HashMap;

use board_core::memo::{PackedNumbers, index};
use board_core::{Board, Control, Game, Halt, Oracle, Outcome, Side, Solve, Value};

use crate::classes::Classes;
use crate::layers::Layers;
use crate::rules::{Chase, Position};

/// The value of any position, given the number of plies in which white, to move and unable to capture, loses
/// (Lemma 6).
fn value(game: &Chase, at: &Position, white_loses_in: impl Fn(&Position) -> Option<u64>) -> Outcome {
    assert_fits(game, at);
    let white_to_move = |at: &Position| {
        if can_capture(game, at) { Outcome::Win(1) } else { white_loses_in(at).map_or(Outcome::Draw, Outcome::Loss) }
    };
    match (game.end(at), at.to_move()) {
        (Some(value), _) => value,
        (None, Side::First) => white_to_move(at),
        (None, Side::Second) if can_capture(game, at) => Outcome::Win(1),
        (None, Side::Second) => game
            .moves(at)
            .map(|to| white_to_move(&game.play(at, to).to).lift(0, false))
            .max()
            .expect("black can always move"),
    }
}

/// A position does not store its board; on a smaller board it would be mistaken for another position.
fn assert_fits(game: &Chase, at: &Position) {
    let board = game.board();
    assert!(
        board.contains(at.white()) && board.contains(at.black()),
        "a position of a larger board: {at:?} on {board}"
    );
}

/// Whether the player to move can capture.
fn can_capture(game: &Chase, at: &Position) -> bool {
    game.moves(at).any(|to| game.end(&game.play(at, to).to).is_some())
}

/// The numbers of plies in which white loses the positions that some values depend on.
#[derive(Default)]
struct WhiteLosses {
    /// The positions that no layer has added yet.
    open: Vec<Position>,
    plies: HashMap<Position, u64>,
}

impl WhiteLosses {
    /// Adds the positions that the value of this one depends on.
    fn add(&mut self, game: &Chase, at: &Position) {
        assert_fits(game, at);
        if game.end(at).is_some() || can_capture(game, at) {
            return;
        }
        match at.to_move() {
            Side::First => self.open.push(*at),
            Side::Second => {
                let follow = game.moves(at).map(|to| game.play(at, to).to);
                self.open.extend(follow.filter(|to| !can_capture(game, to)));
            }
        }
    }

    /// Takes the positions that the last layer added.
    fn collect(&mut self, layers: &Layers<'_>) {
        self.open.retain(|at| {
            let loses = layers.white_loses(at.white(), at.black());
            if loses {
                self.plies.insert(*at, layers.plies());
            }
            !loses
        });
    }
}

/// The value of every position of a board.
///
/// For each square of white, and each class of black's squares under the symmetries of the board, it stores in one byte
/// or more in how many plies white, to move, loses. All other values follow from looking one move ahead. It takes 2 MiB
/// on 64 x 64, and 33 MiB on 128 x 128.
///
/// ```
/// use chase::{Board, Chase, Control, Oracle, Outcome, Side, Solve, Solver, Square, analysis};
///
/// let game = Chase::new(Board::new(4, 4)?);
/// let at = game.position(Square::new(0, 1), Square::new(0, 3), Side::First)?;
/// let solver = Solver::new(&game, &[at], &Control::new())?;
/// assert_eq!(solver.value(&at), Outcome::Loss(10));
/// let best = solver.rate(&game, &at, 1).moves[0].chosen;
/// assert_eq!(best, Square::new(0, 0));
/// assert_eq!(analysis::best_line(&game, &solver, &at).count(), 10);
/// assert_eq!(solver.starts().filter(|(_, outcome)| *outcome == Outcome::Win(1)).count(), 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    game: Chase,
    classes: Classes,
    /// For the head of each class as black's square, and each square of white, half the plies in which white, to move,
    /// loses; 0 if it does not lose (Lemma 10).
    half_plies: Vec<PackedNumbers>,
}

impl Solver {
    /// The number of bytes that [`Solve::new`] needs; `u64::MAX` means that much or more. For r rows and c columns it
    /// is `r² c² / 4`, half that on square boards, twice that if games of more than 510 plies are expected, plus the
    /// bytes of the layers. [`Solve::values`] needs only the bytes of the layers: see
    /// [`Summary::memory_needed`](crate::Summary::memory_needed).
    #[must_use]
    pub fn memory_needed(game: &Chase) -> u64 {
        let board = game.board();
        Self::bytes(board, Self::expected_layers(board)).try_into().unwrap_or(u64::MAX)
    }

    /// The number of layers to make room for. No board that was solved has more; if a board has more, the entries grow.
    fn expected_layers(board: Board) -> u32 {
        let [rows, cols] = [board.rows(), board.cols()].map(u64::from);
        let plies = (3 * (rows + cols) / 2).max(2 * rows.max(cols)) + 16;
        u32::try_from(plies / 2).unwrap_or(u32::MAX)
    }

    /// The number of bytes with entries for this many layers.
    fn bytes(board: Board, layers: u32) -> u128 {
        let pairs = Classes::count(board).saturating_mul(board.squares().into());
        let entries = pairs.saturating_mul(PackedNumbers::width(layers).into());
        Layers::bytes(board).saturating_add(entries)
    }

    /// The solver, with entries that have room for the numbers of this many layers.
    fn with_expected_layers(game: &Chase, expected: u32, control: &Control<'_>) -> Result<Self, Halt> {
        let board = game.board();
        let reserve = |layers| {
            let bytes = Self::bytes(board, layers).try_into().unwrap_or(u64::MAX);
            control.reserve(board.title(), bytes)
        };
        reserve(expected)?;
        let mut layers = Layers::new(game);
        let row = PackedNumbers::zeros(index(board.squares()), expected);
        let mut half_plies = vec![row; layers.classes().heads().len()];
        while layers.advance(&mut half_plies, control)? {
            // The entries grow if there are more layers than expected.
            let next = layers.number() + 1;
            if PackedNumbers::width(next) > PackedNumbers::width(layers.number().max(expected)) {
                reserve(next)?;
            }
        }
        Ok(Self { game: *game, classes: layers.into_classes(), half_plies })
    }

    /// Every start of the board with its outcome for white, who moves first. Starts are ordered by black's square row
    /// by row, then by white's. Each outcome is a lookup.
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

impl Solve<Chase> for Solver {
    /// Solves all positions of the board, whatever `_positions` contains. This takes as many layers as half the plies
    /// of the longest game, each with O(r² c² / 64) operations on words, and one step for each of the r² c² entries.
    fn new(game: &Chase, _positions: &[Position], control: &Control<'_>) -> Result<Self, Halt> {
        Self::with_expected_layers(game, Self::expected_layers(game.board()), control)
    }

    /// The values alone cost the layers up to the longest game among them, each with O(r² c² / 256) operations on
    /// words, however many positions are given, and no table. Positions in which the player to move captures cost
    /// nothing.
    ///
    /// # Panics
    /// If a position was made for a larger board.
    fn values(game: &Chase, positions: &[Position], control: &Control<'_>) -> Result<Vec<Outcome>, Halt> {
        let mut wanted = WhiteLosses::default();
        for at in positions {
            wanted.add(game, at);
        }
        if !wanted.open.is_empty() {
            control.reserve(game.board().title(), Layers::memory_needed(game.board()))?;
            let mut layers = Layers::new(game);
            while !wanted.open.is_empty() && layers.advance(&mut [], control)? {
                wanted.collect(&layers);
            }
        }
        Ok(positions.iter().map(|at| value(game, at, |at| wanted.plies.get(at).copied())).collect())
    }
}

impl Oracle<Chase> for Solver {
    /// # Panics
    /// If the position was made for a larger board.
    fn value(&self, at: &Position) -> Outcome {
        value(&self.game, at, |at| {
            let (class, white) = self.classes.place(at.white(), at.black());
            let half = self.half_plies[class].get(white);
            (half > 0).then(|| 2 * u64::from(half))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::testing::{game, games, positions, reference};

    #[test]
    fn lemma_5_white_wins_only_with_its_first_move() {
        // The lemma itself: black captures, or moves out of white's reach.
        for game in (1..=12).flat_map(|rows| (1..=12).map(move |cols| game(rows, cols))) {
            let board = game.board();
            if board.rows().max(board.cols()) < 3 {
                continue;
            }
            for at in positions(game).filter(|at| at.to_move() == Side::Second) {
                let mut follow = game.moves(&at).map(|to| game.play(&at, to).to);
                assert!(follow.any(|to| to.is_capture() || !can_capture(&game, &to)), "{board} {at:?}");
            }
        }
        // The consequence of the lemma, and the boards that it excludes.
        for game in games() {
            for (at, value) in reference(game) {
                match (at.to_move(), value) {
                    (Side::First, Outcome::Win(plies)) => assert_eq!(plies, 1, "{at:?}"),
                    (Side::Second, Outcome::Loss(plies)) => {
                        assert_eq!((game.board().to_string().as_str(), plies), ("2x2", 2), "{at:?}");
                    }
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn lemma_6_all_values_follow_from_the_losses_of_white() {
        for game in games() {
            let reference: HashMap<Position, Outcome> = reference(game).into_iter().collect();
            let white_loses_in = |at: &Position| {
                assert_eq!(at.to_move(), Side::First);
                match reference[at] {
                    Outcome::Loss(plies) => Some(plies),
                    Outcome::Draw => None,
                    Outcome::Win(_) => panic!("white can capture: {at:?}"),
                }
            };
            for (at, &expected) in &reference {
                assert_eq!(value(&game, at, white_loses_in), expected, "{} {at:?}", game.board());
            }
        }
    }

    #[test]
    fn lemma_7_symmetric_positions_have_the_same_value() {
        for game in games() {
            let board = game.board();
            let reference: HashMap<Position, Outcome> = reference(game).into_iter().collect();
            let mut layers = Layers::new(&game);
            while layers.advance(&mut [], &Control::new()).expect("never stopped") {}
            for (at, value) in &reference {
                for &symmetry in board.symmetries() {
                    let map = |square| board.map(symmetry, square).expect("on the board");
                    let image = game.position(map(at.white()), map(at.black()), at.to_move()).expect("legal");
                    assert_eq!(reference[&image], *value, "{board} {at:?} {symmetry:?}");
                }
                // So the sets of the heads are enough for all of black's squares.
                if at.to_move() == Side::First {
                    let loses = matches!(value, Outcome::Loss(_));
                    assert_eq!(layers.white_loses(at.white(), at.black()), loses, "{board} {at:?}");
                }
            }
        }
    }

    #[test]
    fn lemma_10_white_loses_after_an_even_number_of_plies() {
        for game in games() {
            let solver = Solver::new(&game, &[], &Control::new()).expect("small");
            for (at, value) in reference(game).into_iter().filter(|(at, _)| at.to_move() == Side::First) {
                let (class, white) = solver.classes.place(at.white(), at.black());
                let half_plies = u64::from(solver.half_plies[class].get(white));
                let expected = if let Outcome::Loss(plies) = value { plies } else { 0 };
                assert_eq!(2 * half_plies, expected, "{} {at:?}", game.board());
                assert_eq!(solver.value(&at), value, "{} {at:?}", game.board());
            }
        }
        // Entries that have room for no layer grow with the layers, here to two bytes, and keep their values.
        let long = game(1, 400);
        let [wide, grown] = [Solver::expected_layers(long.board()), 0]
            .map(|expected| Solver::with_expected_layers(&long, expected, &Control::new()).expect("small").half_plies);
        assert!(wide.iter().any(|row| (0..row.len()).any(|white| row.get(white) > 255)));
        for (wide, grown) in wide.iter().zip(&grown) {
            assert!((0..wide.len()).all(|white| wide.get(white) == grown.get(white)));
        }
    }

    #[test]
    fn entries_grow_only_within_the_limit() {
        let long = game(1, 400);
        let bytes = |layers| u64::try_from(Solver::bytes(long.board(), layers)).expect("small");
        let control = Control::new().with_memory(bytes(0x100) - 1);
        let refused = Solver::with_expected_layers(&long, 0xff, &control).expect_err("one byte short");
        assert!(matches!(refused, Halt::TooLarge { needed, .. } if needed == bytes(0x100)), "{refused:?}");
        let control = Control::new().with_memory(bytes(0x100));
        assert!(Solver::with_expected_layers(&long, 0xff, &control).is_ok());
    }

    #[test]
    fn no_board_has_more_layers_than_expected() {
        let small = (1..=16).flat_map(|rows| (rows..=16).map(move |cols| (rows, cols)));
        for (rows, cols) in small.chain((1..=12).map(|rows| (rows, 60))).chain([(1, 400), (2, 150)]) {
            let game = game(rows, cols);
            let mut layers = Layers::new(&game);
            while layers.advance(&mut [], &Control::new()).expect("never stopped") {}
            assert!(layers.number() <= Solver::expected_layers(game.board()), "{rows}x{cols}");
        }
    }
}
