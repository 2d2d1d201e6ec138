//! The two reference solvers: slow, short, and read straight from the rules.
//!
//! Every fast solver of a game is compared with one of them over all positions of all small boards. Both ask
//! whether the mover stays the same, and neither negates a value by habit.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::{Game, Oracle, Outcome, Value};

/// Retrograde analysis: exact outcomes of a game that may repeat positions.
///
/// The values of a position and of all that can follow it are found at the first question about it and kept.
/// From the ends of the game the analysis walks back through the moves in the order of plies: a position is won
/// as soon as one move wins, and lost as soon as all moves lose; what neither reaches is drawn.
///
/// Time O(m log p) and memory O(m) for p positions with m moves between them; some hundred bytes a position.
/// Ken Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986.
///
/// ```
/// use board_core::{Game, Oracle, Outcome, Retrograde, Side, Step};
///
/// /// A token on 0..=3 that both players move by one, up or down; who brings it to 0 wins.
/// struct Walk;
///
/// impl Game for Walk {
///     type Position = (u8, Side);
///     type Move = u8;
///     type Value = Outcome;
///
///     fn to_move(&self, at: &Self::Position) -> Side {
///         at.1
///     }
///     fn end(&self, at: &Self::Position) -> Option<Outcome> {
///         (at.0 == 0).then_some(Outcome::Loss(0))
///     }
///     fn moves(&self, at: &Self::Position) -> impl Iterator<Item = u8> {
///         let at = at.0;
///         (0..=3).filter(move |&to| at.abs_diff(to) == 1)
///     }
///     fn play(&self, at: &Self::Position, to: u8) -> Step<Self::Position> {
///         Step { to: (to, at.1.other()), gain: 0 }
///     }
/// }
///
/// let solver = Retrograde::new(Walk);
/// assert_eq!(solver.value(&(1, Side::First)), Outcome::Win(1));
/// assert_eq!(solver.value(&(2, Side::First)), Outcome::Draw);
/// ```
pub struct Retrograde<G: Game> {
    game: G,
    known: RefCell<HashMap<G::Position, Outcome>>,
}

/// A position under analysis.
struct Node {
    /// The positions from which one move leads here, and whether the mover stays the same.
    from: Vec<(usize, bool)>,
    /// The moves that are not yet known to lose.
    open_moves: usize,
    value: Option<Outcome>,
}

impl<G: Game<Value = Outcome>> Retrograde<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self { game, known: RefCell::default() }
    }

    /// Finds the values of `start` and of all that can follow it.
    fn solve(&self, start: &G::Position) {
        let (positions, mut nodes) = self.explore(start);
        let mut decided: BinaryHeap<Reverse<(u64, usize)>> = nodes
            .iter()
            .enumerate()
            .filter_map(|(number, node)| Some(Reverse((node.value?.plies()?, number))))
            .collect();
        // In the order of plies: the first win that reaches a position is its fastest, the last loss its slowest.
        while let Some(Reverse((_, number))) = decided.pop() {
            let value = nodes[number].value.expect("only decided positions are queued");
            for (parent, same_mover) in std::mem::take(&mut nodes[number].from) {
                let node = &mut nodes[parent];
                if node.value.is_some() {
                    continue;
                }
                let lifted = value.lift(0, same_mover);
                if matches!(lifted, Outcome::Loss(_)) {
                    node.open_moves -= 1;
                    if node.open_moves > 0 {
                        continue;
                    }
                }
                node.value = Some(lifted);
                decided.extend(lifted.plies().map(|plies| Reverse((plies, parent))));
            }
        }
        let values = nodes.into_iter().map(|node| node.value.unwrap_or(Outcome::Draw));
        self.known.borrow_mut().extend(positions.into_iter().zip(values));
    }

    /// Lists `start` and all positions that can follow it, with the moves between them backwards. What is known
    /// already is a leaf.
    fn explore(&self, start: &G::Position) -> (Vec<G::Position>, Vec<Node>) {
        let known = self.known.borrow();
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut positions = vec![start.clone()];
        let mut nodes: Vec<Node> = Vec::new();
        let mut moves_back: Vec<(usize, usize, bool)> = Vec::new();
        while let Some(at) = positions.get(nodes.len()).cloned() {
            let value = known.get(&at).copied().or_else(|| self.game.end(&at));
            let mut open_moves = 0;
            if value.is_none() {
                for chosen in self.game.moves(&at) {
                    let to = self.game.play(&at, chosen).to;
                    let same_mover = self.game.to_move(&to) == self.game.to_move(&at);
                    let child = *numbers.entry(to.clone()).or_insert_with(|| {
                        positions.push(to);
                        positions.len() - 1
                    });
                    moves_back.push((child, nodes.len(), same_mover));
                    open_moves += 1;
                }
            }
            nodes.push(Node { from: Vec::new(), open_moves, value });
        }
        for (child, parent, same_mover) in moves_back {
            nodes[child].from.push((parent, same_mover));
        }
        (positions, nodes)
    }
}

impl<G: Game<Value = Outcome>> Oracle<G> for Retrograde<G> {
    fn value(&self, at: &G::Position) -> Outcome {
        let known = self.known.borrow().get(at).copied();
        known.unwrap_or_else(|| {
            self.solve(at);
            self.known.borrow()[at]
        })
    }
}

/// Memoised negamax: exact values of a game that cannot repeat positions.
///
/// It keeps its own stack, so that long games do not overflow the thread's. Time O(m) for m moves between the
/// positions that can follow; memory O(p) for p positions.
///
/// # Panics
/// Where the game does repeat a position: such a game is for [`Retrograde`].
pub struct Negamax<G: Game> {
    game: G,
    /// `None` while a position is on the stack.
    memo: RefCell<HashMap<G::Position, Option<G::Value>>>,
}

/// A position whose moves are being looked at.
struct Frame<G: Game> {
    at: G::Position,
    /// Those not yet looked at, the next one last.
    moves: Vec<G::Move>,
    best: Option<G::Value>,
}

impl<G: Game> Negamax<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self { game, memo: RefCell::default() }
    }

    /// The value if it is known or the game has ended, else a new frame for the stack.
    fn enter(&self, at: &G::Position) -> Result<G::Value, Frame<G>> {
        let mut memo = self.memo.borrow_mut();
        match memo.get(at) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => panic!("the game repeats a position: negamax cannot solve it"),
            None => {}
        }
        if let Some(value) = self.game.end(at) {
            return Ok(value);
        }
        memo.insert(at.clone(), None);
        let mut moves: Vec<G::Move> = self.game.moves(at).collect();
        moves.reverse();
        Err(Frame { at: at.clone(), moves, best: None })
    }
}

impl<G: Game> Oracle<G> for Negamax<G> {
    fn value(&self, at: &G::Position) -> G::Value {
        let mut stack = match self.enter(at) {
            Ok(value) => return value,
            Err(frame) => vec![frame],
        };
        while let Some(frame) = stack.last_mut() {
            let Some(&chosen) = frame.moves.last() else {
                let value = frame.best.expect("only an ended game has no moves");
                self.memo.borrow_mut().insert(frame.at.clone(), Some(value));
                stack.pop();
                continue;
            };
            let step = self.game.play(&frame.at, chosen);
            match self.enter(&step.to) {
                Ok(value) => {
                    let same_mover = self.game.to_move(&step.to) == self.game.to_move(&frame.at);
                    frame.best = frame.best.max(Some(value.lift(step.gain, same_mover)));
                    frame.moves.pop();
                }
                // The move is looked at once more when the value of what follows it is known.
                Err(below) => stack.push(below),
            }
        }
        self.memo.borrow()[at].expect("the stack is empty")
    }
}

/// Grundy values under normal play (who cannot move loses) of a game in which both players have the same moves
/// and no position repeats.
///
/// [`Game::end`], the side to move and gains are not looked at: only the moves count. The value of a position is
/// the least number from 0 that no move leads to (R. Sprague 1935, P. M. Grundy 1939). Time O(m) for m moves,
/// memory O(p) for p positions.
///
/// # Panics
/// Where the game repeats a position.
pub struct Grundy<G: Game> {
    game: G,
    /// `None` while a position is on the stack.
    memo: RefCell<HashMap<G::Position, Option<u64>>>,
}

impl<G: Game> Grundy<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self { game, memo: RefCell::default() }
    }

    /// The Grundy value of the position.
    ///
    /// # Panics
    /// Where the game repeats a position.
    pub fn value(&self, at: &G::Position) -> u64 {
        let mut memo = self.memo.borrow_mut();
        let mut stack = vec![at.clone()];
        while let Some(top) = stack.last().cloned() {
            if memo.get(&top).copied().flatten().is_some() {
                stack.pop();
                continue;
            }
            let followers: Vec<G::Position> =
                self.game.moves(&top).map(|chosen| self.game.play(&top, chosen).to).collect();
            let repeated = memo.insert(top.clone(), None).is_some();
            let unknown: Vec<&G::Position> =
                followers.iter().filter(|to| memo.get(to).copied().flatten().is_none()).collect();
            if unknown.is_empty() {
                let mut met: Vec<u64> = followers.iter().filter_map(|to| memo[to]).collect();
                met.sort_unstable();
                met.dedup();
                let least = (0..).zip(&met).find(|&(number, &value)| number != value);
                memo.insert(top, Some(least.map_or(met.len() as u64, |(number, _)| number)));
                stack.pop();
            } else {
                assert!(!repeated, "the game repeats a position: it has no Grundy values");
                stack.extend(unknown.into_iter().cloned());
            }
        }
        memo[at].expect("the stack is empty")
    }
}

/// The number of ways to play exactly `depth` plies from the position; games that end sooner do not count.
///
/// Rules that are wrong rarely give the right counts, so these are their test (the word is from chess programs).
/// Time O(the count), memory O(`depth` times the moves of a position).
pub fn perft<G: Game>(game: &G, at: &G::Position, depth: u32) -> u64 {
    let mut count = 0;
    let mut stack = vec![(at.clone(), depth)];
    while let Some((at, depth)) = stack.pop() {
        if depth == 0 {
            count += 1;
        } else if game.end(&at).is_none() {
            stack.extend(game.moves(&at).map(|chosen| (game.play(&at, chosen).to, depth - 1)));
        }
    }
    count
}
