//! Whole games: the program's side against every reply.

use std::collections::HashMap;

use board_core::{Game, Oracle, Outcome, Side, Square, analysis};
use knightmare::{Knightmare, Position, Solver};

use crate::{game, solver};

/// The longest game from here, in plies, in which `winner` makes its first best move and the other side makes any move.
fn longest(
    game: &Knightmare,
    solver: &Solver,
    winner: Side,
    at: &Position,
    known: &mut HashMap<(Position, Side), u64>,
) -> u64 {
    if let Some(value) = game.end(at) {
        let expected = if at.to_move() == winner { Outcome::Win(0) } else { Outcome::Loss(0) };
        assert_eq!(value, expected, "{at:?}");
        return 0;
    }
    if let Some(&plies) = known.get(&(*at, winner)) {
        return plies;
    }
    let replies: Vec<Square> = if at.to_move() == winner {
        analysis::best_move(game, solver, at).iter().map(|rated| rated.chosen).collect()
    } else {
        game.moves(at).collect()
    };
    let after = replies.iter().map(|&to| longest(game, solver, winner, &game.play(at, to).to, known));
    let plies = 1 + after.max().expect("the game goes on");
    known.insert((*at, winner), plies);
    plies
}

#[test]
fn every_start_of_small_boards_is_won_against_every_reply() {
    for (rows, cols, starts) in [(6, 6, 1191), (6, 8, 2163), (8, 6, 2163), (8, 8, 3907)] {
        let game = game(rows, cols);
        let solver = solver(&game);
        let mut known = HashMap::new();
        let mut played = 0;
        for (white, black) in game.board().iter().flat_map(|white| game.board().iter().map(move |black| (white, black)))
        {
            let Ok(start) = game.start(white, black, Side::First) else { continue };
            let (winner, plies) = match solver.value(&start) {
                Outcome::Win(plies) => (Side::First, plies),
                Outcome::Loss(plies) => (Side::Second, plies),
                Outcome::Draw => panic!("{start:?} is drawn"),
            };
            assert_eq!(longest(&game, &solver, winner, &start, &mut known), plies, "{start:?}");
            played += 1;
        }
        assert_eq!(played, starts);
    }
}
