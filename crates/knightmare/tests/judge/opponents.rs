//! The games that the judge's opponents play for a seed.

use board_core::judging::{Next, Opponent, fingerprint};
use board_core::{Board, Game, Random, Record, Side, Square};
use knightmare::Knightmare;

use crate::{opponents, referee};

/// The lines of the judge in a game against a program that makes random moves.
fn lines_of_the_judge(case: &Record<Knightmare>, side: Side, opponent: Opponent, program: &mut Random) -> Vec<String> {
    let mut referee = referee(case, opponent);
    let mut game = case.clone();
    let mut lines = Vec::new();
    let mut is_side_named = false;
    loop {
        match referee.next() {
            Next::Listen(_) if !is_side_named => {
                referee.hear(["WHITE", "BLACK"][side as usize]);
                is_side_named = true;
            }
            Next::Listen(_) => {
                let moves: Vec<Square> = game.game().moves(game.position()).collect();
                let to = *program.choose(&moves).expect("the game goes on");
                game.play(to).expect("a legal move");
                referee.hear(&format!("{} {}", to.row + 1, to.col + 1));
            }
            Next::Say(line) => {
                let places: Vec<u32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
                if let &[row, col] = places.as_slice() {
                    game.play(Square::new(row - 1, col - 1)).expect("a legal move");
                }
                lines.push(line);
            }
            Next::Over(finding) => {
                lines.push(format!("{} {} {:?}", finding.verdict, finding.why, finding.details));
                return lines;
            }
        }
    }
}

/// A fingerprint of 200 games against an opponent, on small, long and thin boards.
fn fingerprint_of_games(name: &'static str) -> u64 {
    let mut games = String::new();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (rows, cols) = *random.choose(&[(6, 6), (8, 10), (40, 12), (2, 8), (4, 6), (4, 4)]).expect("six boards");
        let game = Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even");
        let start = loop {
            let mut square = || Square::new(random.within(0..=rows - 1), random.within(0..=cols - 1));
            if let Ok(start) = game.start(square(), square(), Side::First) {
                break start;
            }
        };
        let side = if seed % 2 == 0 { Side::First } else { Side::Second };
        let opponent = Opponent::Named(name, Random::new(seed));
        for line in lines_of_the_judge(&Record::new(game, start), side, opponent, &mut random) {
            games += &line;
            games.push('\n');
        }
    }
    fingerprint(games.into_bytes())
}

#[test]
fn every_opponent_keeps_its_games() {
    // A seed gives the same game in every later version.
    let found: Vec<(&str, u64)> = opponents().map(|name| (name, fingerprint_of_games(name))).collect();
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
