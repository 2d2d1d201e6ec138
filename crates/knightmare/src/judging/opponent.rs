//! The opponents that play the judge's side.

use board_core::{Game, Oracle, Outcome, Random, Rated, Square};
use board_judge::Choice;

use crate::distance::distance;
use crate::rules::{Knightmare, Position};
use crate::solver::Solver;

/// An opponent that plays the judge's side. Among equally good moves it makes a random one: the same random numbers
/// give the same moves, everywhere and in every later version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Wins in the fewest plies and loses in the most, on any board.
    Perfect,
    /// Plays like [`Opponent::Perfect`] if it wins, and also if it loses, except:
    ///
    /// - Among the moves that delay the loss longest, it makes one after which the fewest replies of the program keep
    ///   the win.
    /// - If it can enter its target under the attack of the program's knight, it does so every other time: a program
    ///   that does not capture it then has lost. If it can offer itself for capture elsewhere, it does so one time in
    ///   four.
    /// - If the program is on its own target under attack, it lets the program win one time in two, by giving up the
    ///   attack and not capturing: the program must notice that, and stop.
    Stubborn,
    /// Wins at once if it can, otherwise goes to a square that is nearest to its own target, at any cost.
    Greedy,
    /// Makes random legal moves.
    Random,
}

impl Choice for Opponent {
    const ALL: &'static [Self] = &[Self::Perfect, Self::Stubborn, Self::Greedy, Self::Random];

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Perfect => ("perfect", "wins in as few moves as possible, loses in as many as possible"),
            Self::Stubborn => {
                ("stubborn", "like perfect, but sets traps: offers its knight for capture, leaves few good replies")
            }
            Self::Greedy => ("greedy", "wins at once if it can, otherwise goes straight to its target"),
            Self::Random => ("random", "makes random legal moves"),
        }
    }
}

impl Opponent {
    /// Returns a move in a position in which the game goes on.
    pub(super) fn choose(self, game: &Knightmare, solver: &Solver, at: &Position, random: &mut Random) -> Square {
        let rated = solver.rate(game, at, usize::MAX).moves;
        let moves = match self {
            Self::Perfect => best(&rated),
            Self::Stubborn => stubborn(game, solver, at, &rated, random),
            Self::Greedy => greedy(game, at, &rated),
            Self::Random => rated.iter().map(|rated| rated.chosen).collect(),
        };
        *random.choose(&moves).expect("the game goes on")
    }
}

type Rates = [Rated<Square, Outcome>];

/// The moves of the best value, which come first.
fn best(rated: &Rates) -> Vec<Square> {
    let equal = rated.iter().take_while(|other| other.value == rated[0].value);
    equal.map(|rated| rated.chosen).collect()
}

fn greedy(game: &Knightmare, at: &Position, rated: &Rates) -> Vec<Square> {
    if rated[0].value == Outcome::Win(1) {
        return best(rated);
    }
    let goal = game.target(at.to_move());
    // If there is no way the board is thin, and one move is as good as another.
    let far = |to: Square| distance(game.board(), to, goal).unwrap_or(u64::MAX);
    least(rated.iter().map(|rated| rated.chosen), far)
}

fn stubborn(game: &Knightmare, solver: &Solver, at: &Position, rated: &Rates, random: &mut Random) -> Vec<Square> {
    let those = |wanted: &dyn Fn(&Position) -> bool| -> Vec<Square> {
        let moves = rated.iter().map(|rated| rated.chosen);
        moves.filter(|&to| wanted(&game.play(at, to).to)).collect()
    };
    let (me, other) = (at.to_move(), at.to_move().other());
    if at.piece(other) == game.target(other) {
        // The game goes on, so the other knight is under attack.
        let given_away = those(&|after| game.end(after) == Some(Outcome::Win(0)));
        if !given_away.is_empty() && random.below(2) == 0 {
            return given_away;
        }
    }
    let Outcome::Loss(_) = rated[0].value else { return best(rated) };
    let is_offered = |after: &Position| attacks_other(game, after);
    let on_target = those(&|after| is_offered(after) && after.piece(me) == game.target(me));
    if !on_target.is_empty() && random.below(2) == 0 {
        return on_target;
    }
    let offered = those(&is_offered);
    if !offered.is_empty() && random.below(4) == 0 {
        return offered;
    }
    least(best(rated).into_iter(), |to| winning_moves(game, solver, &game.play(at, to).to))
}

/// Whether the knight to move attacks the other.
fn attacks_other(game: &Knightmare, at: &Position) -> bool {
    game.reach(at.piece(at.to_move())).any(|square| square == at.piece(at.to_move().other()))
}

fn winning_moves(game: &Knightmare, solver: &Solver, at: &Position) -> usize {
    let wins = |to: &Square| matches!(solver.rate_move(game, at, *to).value, Outcome::Win(_));
    game.moves(at).filter(wins).count()
}

/// The moves with the least key, in their order.
fn least<K: Ord>(moves: impl Iterator<Item = Square>, key: impl Fn(Square) -> K) -> Vec<Square> {
    let keyed: Vec<(K, Square)> = moves.map(|to| (key(to), to)).collect();
    let Some(least) = keyed.iter().map(|(key, _)| key).min() else { return Vec::new() };
    keyed.iter().filter(|(key, _)| key == least).map(|&(_, to)| to).collect()
}
