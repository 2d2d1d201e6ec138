//! The games that the judge's opponents play for a seed.

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
        program.received.push(format!("{} {} {:?}", finding.verdict, finding.why, finding.details));
        for line in program.received {
            games += &line;
            games.push('\n');
        }
    }
    fingerprint(games.into_bytes())
}

#[test]
fn every_opponent_keeps_its_games() {
    // A seed gives the same game in every later version.
    let found: Vec<(&str, u64)> =
        Opponent::ALL.iter().map(|&opponent| (opponent.name(), fingerprint_of_games(opponent))).collect();
    assert_eq!(
        found,
        [
            ("perfect", 0x5818_05f6_1c1c_bdee),
            ("stubborn", 0x77a1_0345_3710_3fac),
            ("greedy", 0x2166_00ff_541e_a8b2),
            ("random", 0x9cd6_842e_76ec_b433)
        ]
    );
}
