//! The games of the judge's opponents, which a seed determines.

use board_core::{Game, Random, Record, Side, Square};
use board_judge::{Choice, fingerprint};
use knightmare::judging::Opponent;
use knightmare::{Knightmare, Position};

use crate::{Program, game, mover};

/// A fingerprint of 200 games against a program that makes random moves, on small, long and thin boards.
fn fingerprint_of_games(opponent: Opponent) -> u64 {
    let mut games = String::new();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (rows, cols) = *random.choose(&[(6, 6), (8, 10), (40, 12), (2, 8), (4, 6), (4, 4)]).expect("six boards");
        let game = game(rows, cols);
        let start = loop {
            let mut square = || Square::new(random.within(0..=rows - 1), random.within(0..=cols - 1));
            if let Ok(start) = game.start(square(), square(), Side::First) {
                break start;
            }
        };
        let side = if seed % 2 == 0 { Side::First } else { Side::Second };
        let any_move = |game: &Knightmare, at: &Position| {
            *random.choose(&game.moves(at).collect::<Vec<Square>>()).expect("the game goes on")
        };
        let mut program = Program::new(&Record::new(game, start), side, any_move);
        let finding = program.play(mover(opponent, seed));
        program.received.push(finding.verdict.to_string());
        for line in program.received {
            games += &line;
            games.push('\n');
        }
    }
    fingerprint(games.into_bytes())
}

#[test]
fn the_games_of_a_seed_never_change() {
    // A seed gives the same game in every later version.
    let found: Vec<(&str, u64)> =
        Opponent::ALL.iter().map(|&opponent| (opponent.name(), fingerprint_of_games(opponent))).collect();
    assert_eq!(
        found,
        [
            ("perfect", 0xcdd7_39dc_754c_0dc8),
            ("stubborn", 0xc03e_9941_4221_45db),
            ("greedy", 0xf34b_e268_8432_24fd),
            ("random", 0x9c70_bcc5_7ec7_1d5c)
        ]
    );
}
