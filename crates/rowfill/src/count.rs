//! The number of positions of a board.

use crate::rules::Rowfill;

/// C(n, k); `u128::MAX` means that much or more. `k` is at most `n`.
pub(crate) fn binomial(n: u128, k: u128) -> u128 {
    // Each product is a binomial times the next divisor; choosing at most half, the binomials only grow.
    let step = |ways: u128, chosen: u128| Some(ways.checked_mul(n - chosen)? / (chosen + 1));
    (0..k.min(n - k)).try_fold(1, step).unwrap_or(u128::MAX)
}

/// The number of positions of a game's board (Lemma 1); `u128::MAX` means that much or more.
pub(crate) fn positions(game: &Rowfill) -> u128 {
    let [lines, length] = game.lines().map(u128::from);
    binomial(lines + length, lines)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use board_testing::reachable;

    use super::*;
    use crate::test_games::game;

    #[test]
    fn binomials_of_any_size() {
        assert_eq!(binomial(0, 0), 1);
        assert_eq!(binomial(60, 30), 118_264_581_564_861_424);
        assert_eq!(binomial(100_001, 100_000), 100_001);
        assert_eq!(binomial(1 << 33, 1 << 32), u128::MAX);
    }

    #[test]
    fn lemma_1_positions_are_lattice_paths() {
        for (rows, cols) in
            (1..=5).flat_map(|rows| (1..=5).map(move |cols| (rows, cols))).chain([(1, 30), (30, 1), (2, 9)])
        {
            let game = game(rows, cols, |_| 1);
            // Every way to have at most as many stones in each row as in the row above.
            let mut staircases: Vec<Vec<u32>> = vec![Vec::new()];
            for _ in 0..rows {
                let longer = |above: Vec<u32>| {
                    let max = above.last().copied().unwrap_or(cols);
                    (0..=max).map(move |stones| [&above[..], &[stones]].concat())
                };
                staircases = staircases.into_iter().flat_map(longer).collect();
            }
            let staircases: HashSet<Vec<u32>> = staircases.into_iter().collect();
            let reached = reachable(&game, [game.start()]);
            assert_eq!(reached.len() as u128, positions(&game), "{rows}x{cols}");
            assert_eq!(reached.iter().map(|at| game.rows(at).collect()).collect::<HashSet<Vec<u32>>>(), staircases);
        }
    }
}
