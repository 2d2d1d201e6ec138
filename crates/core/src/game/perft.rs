//! Counts of the ways to play, used to test rules.

use super::rules::Game;

/// Returns the number of ways to play exactly `depth` plies from the position. Games that end sooner are not counted.
///
/// Wrong rules rarely produce the right counts, so these counts test them (the name is from chess programs). Takes time
/// O(the count) and memory O(`depth` times the moves of a position).
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
