//! The reference solver of games that may repeat positions.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::meter::Meter;
use super::oracle::{Oracle, Solve};
use super::rules::Game;
use super::value::{Outcome, Value};
use crate::work::{Control, Halt};

/// Retrograde analysis: exact outcomes of a game that may repeat positions. This is a reference solver: slow, short,
/// and derived directly from the rules.
///
/// The analysis works backwards from the ends of the game, in the order of plies. A position is won as soon
/// as one move wins, and lost as soon as all moves lose; positions that are never reached are drawn. The solver covers
/// the given positions and all positions that can follow them.
///
/// Takes time O(m log p) and memory O(m) for p positions with m moves between them, a few hundred bytes per position.
/// The memory limit is checked as positions are found; it covers the table, but not what positions allocate on the heap.
///
/// Source: Ken Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986.
///
/// ```
/// use board_core::{Control, Game, Oracle, Outcome, Retrograde, Side, Solve, Step};
///
/// /// A token on 0..=3 that both players move by one, up or down; the player who brings it to 0 wins.
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
/// let solver = Retrograde::new(&Walk, &[(1, Side::First), (2, Side::First)], &Control::new())?;
/// assert_eq!(solver.value(&(1, Side::First)), Outcome::Win(1));
/// assert_eq!(solver.value(&(2, Side::First)), Outcome::Draw);
/// # Ok::<(), board_core::Halt>(())
/// ```
///
/// # Panics
/// [`Solve::new`] panics if [`Game::end`] returns `None` but [`Game::moves`] lists no move.
pub struct Retrograde<G: Game> {
    values: HashMap<G::Position, Outcome>,
}

/// A position under analysis.
struct Node {
    /// The positions from which one move leads here.
    parents: Vec<Parent>,
    /// The number of moves that are not yet known to lose.
    open_moves: usize,
    value: Option<Outcome>,
}

struct Parent {
    number: usize,
    /// Whether the player to move there is also to move here.
    same_mover: bool,
}

impl<G: Game<Value = Outcome>> Solve<G> for Retrograde<G> {
    fn new(game: &G, positions: &[G::Position], control: &Control<'_>) -> Result<Self, Halt> {
        let Explored { numbers, mut nodes } = Explored::new(game, positions, control)?;
        let mut decided: BinaryHeap<Reverse<(u64, usize)>> = nodes
            .iter()
            .enumerate()
            .filter_map(|(number, node)| Some(Reverse((node.value?.plies()?, number))))
            .collect();
        // In the order of plies: the first win that reaches a position is its fastest, and the last loss its slowest.
        while let Some(Reverse((_, number))) = decided.pop() {
            let value = nodes[number].value.expect("only decided positions are queued");
            for Parent { number, same_mover } in std::mem::take(&mut nodes[number].parents) {
                let node = &mut nodes[number];
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
                decided.extend(lifted.plies().map(|plies| Reverse((plies, number))));
            }
        }
        let value = |number: usize| nodes[number].value.unwrap_or(Outcome::Draw);
        Ok(Self { values: numbers.into_iter().map(|(at, number)| (at, value(number))).collect() })
    }
}

/// All positions that can follow the given ones, with the moves between them.
struct Explored<G: Game> {
    /// The index of each position in `nodes`.
    numbers: HashMap<G::Position, usize>,
    nodes: Vec<Node>,
}

impl<G: Game<Value = Outcome>> Explored<G> {
    fn new(game: &G, starts: &[G::Position], control: &Control<'_>) -> Result<Self, Halt> {
        // While the positions are explored, each is kept twice, in the queue and in the map, in addition to its node
        // and some parents.
        let mut meter = Meter::new(control, 2 * size_of::<G::Position>() + size_of::<Node>() + 4 * size_of::<Parent>());
        let mut numbers: HashMap<G::Position, usize> = HashMap::new();
        let mut positions: Vec<G::Position> = Vec::new();
        for start in starts {
            numbers.entry(start.clone()).or_insert_with(|| {
                positions.push(start.clone());
                positions.len() - 1
            });
        }
        let mut nodes: Vec<Node> = Vec::new();
        let mut moves_back: Vec<(usize, Parent)> = Vec::new();
        while let Some(at) = positions.get(nodes.len()).cloned() {
            meter.count(positions.len())?;
            let value = game.end(&at);
            let mut open_moves = 0;
            if value.is_none() {
                for chosen in game.moves(&at) {
                    let to = game.play(&at, chosen).to;
                    let same_mover = game.to_move(&to) == game.to_move(&at);
                    let child = *numbers.entry(to.clone()).or_insert_with(|| {
                        positions.push(to);
                        positions.len() - 1
                    });
                    moves_back.push((child, Parent { number: nodes.len(), same_mover }));
                    open_moves += 1;
                }
                assert!(open_moves > 0, "{NO_MOVES}");
            }
            nodes.push(Node { parents: Vec::new(), open_moves, value });
        }
        for (child, parent) in moves_back {
            nodes[child].parents.push(parent);
        }
        Ok(Self { numbers, nodes })
    }
}

/// The panic message of both reference solvers for rules that contradict themselves.
pub(super) const NO_MOVES: &str =
    "the game has not ended, but there are no moves: `Game::end` and `Game::moves` disagree";

impl<G: Game<Value = Outcome>> Oracle<G> for Retrograde<G> {
    fn value(&self, at: &G::Position) -> Outcome {
        *self.values.get(at).expect("a position that can follow those that the solver was made for")
    }

    fn covers(&self, at: &G::Position) -> bool {
        self.values.contains_key(at)
    }
}
