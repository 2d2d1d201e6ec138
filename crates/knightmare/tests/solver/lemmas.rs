//! Tests of the lemmas of `docs/design/knightmare.md`, named by their numbers. Lemmas 6 and 7 are in `distances.rs`,
//! Theorem 17 in `exhaustive.rs`.

use std::collections::VecDeque;

use board_core::{Board, Game, KNIGHT_LEAPS, Oracle, Outcome, Side, Square, memo};
use knightmare::{Knightmare, Position, distance};

use crate::{game, positions, reference, solver, table};

/// Boards with both sides at least 6, the smallest and some longer ones: `(rows, columns)`.
const WIDE: [(u32, u32); 7] = [(6, 6), (6, 8), (8, 6), (8, 8), (12, 10), (6, 20), (20, 6)];
const THIN: [(u32, u32); 5] = [(2, 8), (8, 2), (4, 4), (4, 8), (6, 4)];

fn wide_games() -> impl Iterator<Item = Knightmare> {
    WIDE.into_iter().map(|(rows, cols)| game(rows, cols))
}

fn all_games() -> impl Iterator<Item = Knightmare> {
    wide_games().chain(THIN.into_iter().map(|(rows, cols)| game(rows, cols)))
}

/// The positions in which the game goes on.
fn open_positions(game: Knightmare) -> impl Iterator<Item = Position> {
    positions(game).filter(move |at| game.end(at).is_none())
}

fn moves_between(game: &Knightmare, from: Square, to: Square) -> u64 {
    distance(game.board(), from, to).expect("both sides are at least 4")
}

fn attacks(game: &Knightmare, from: Square, to: Square) -> bool {
    distance(game.board(), from, to) == Some(1)
}

fn neighbours(board: Board, from: Square) -> impl Iterator<Item = Square> {
    KNIGHT_LEAPS.iter().filter_map(move |&(down, right)| board.leap(from, down, right))
}

fn is_corner(board: Board, square: Square) -> bool {
    [0, board.rows() - 1].contains(&square.row) && [0, board.cols() - 1].contains(&square.col)
}

/// The square three rows and three columns from a corner.
fn trap(board: Board, corner: Square) -> Square {
    let inwards = |place: u32, side: u32| if place == 0 { 3 } else { side - 4 };
    Square::new(inwards(corner.row, board.rows()), inwards(corner.col, board.cols()))
}

/// Hunter and runner of a position, with the letters that the lemmas use.
struct Race {
    hunter: Side,
    h: u64,
    r: u64,
    g: u64,
    /// The hunter captures at once.
    captures: bool,
    /// The runner is in a corner and the hunter one move from the trap.
    is_trapped: bool,
}

fn race(game: &Knightmare, at: &Position) -> Race {
    let hunter = game.hunter(at);
    let (from, prey) = (at.piece(hunter), at.piece(hunter.other()));
    let [home, other] = [hunter, hunter.other()].map(|side| game.target(side));
    Race {
        hunter,
        h: moves_between(game, from, home),
        r: moves_between(game, prey, other),
        g: moves_between(game, from, other),
        captures: attacks(game, from, prey),
        is_trapped: is_corner(game.board(), prey) && attacks(game, from, trap(game.board(), prey)),
    }
}

/// The open positions with the hunter to move, without a capture or a trap, and their races.
fn hunts(game: Knightmare) -> impl Iterator<Item = (Position, Race)> {
    let hunts = open_positions(game).map(move |at| (at, race(&game, &at)));
    hunts.filter(|(at, race)| race.hunter == at.to_move() && !race.captures && !race.is_trapped)
}

/// Checks the value of some positions with the solver and with retrograde analysis, on every wide board; returns the
/// number of positions checked.
fn check_values(value: impl Fn(&Knightmare, &Position, &Race) -> Option<Outcome>) -> u64 {
    let mut checked = 0;
    for game in wide_games() {
        let (closed, retrograde) = (solver(&game), table(&game));
        for at in open_positions(game) {
            if let Some(expected) = value(&game, &at, &race(&game, &at)) {
                assert_eq!(retrograde.value(&at), expected, "retrograde analysis of {at:?} on {}", game.board());
                assert_eq!(closed.value(&at), expected, "closed form of {at:?} on {}", game.board());
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn lemma_1_mirror_symmetry() {
    for game in all_games() {
        let (solved, reference) = (table(&game), reference(&game));
        let turned = |square: Square| Square::new(game.board().rows() - 1 - square.row, square.col);
        let mirrored = |at: &Position| {
            game.position(turned(at.black()), turned(at.white()), at.to_move().other()).expect("different squares")
        };
        for at in positions(game) {
            let mirror = mirrored(&at);
            assert_eq!(game.end(&at), game.end(&mirror), "{at:?}");
            for to in game.moves(&at) {
                let [after, after_mirror] =
                    [game.play(&at, to).to, game.play(&mirror, turned(to)).to].map(|after| game.end(&after));
                assert!(game.is_legal(&mirror, turned(to)) && after == after_mirror, "{at:?} {to}");
            }
            assert_eq!(reference.value(&at), reference.value(&mirror), "{at:?}");
            assert_eq!(solved.value(&at), reference.value(&mirror), "{at:?}");
        }
    }
}

#[test]
fn lemma_2_one_hunter() {
    for game in all_games() {
        for at in open_positions(game) {
            for to in game.moves(&at) {
                let after = game.play(&at, to).to;
                if after.is_capture() {
                    assert_eq!(game.hunter(&at), at.to_move(), "{at:?} {to}");
                } else {
                    assert_eq!(game.hunter(&at), game.hunter(&after), "{at:?} {to}");
                }
            }
        }
    }
}

#[test]
fn lemma_3_entering_a_target() {
    for game in all_games() {
        for at in open_positions(game) {
            let mover = at.to_move();
            let (home, other) = (game.target(mover), at.piece(mover.other()));
            if !attacks(&game, at.piece(mover), home) {
                continue;
            }
            let wins = game.end(&game.play(&at, home).to) == Some(Outcome::Loss(0));
            let is_attacked = attacks(&game, other, home);
            assert_eq!(wins, !is_attacked || other == home, "{at:?}");
            assert!(wins || game.hunter(&at) != mover, "a hunter wins by entering its target: {at:?}");
        }
    }
}

#[test]
fn lemma_4_letting_the_other_side_win_is_never_forced() {
    let mut seen = 0;
    for game in all_games() {
        for at in open_positions(game) {
            let lets_win = |to| game.end(&game.play(&at, to).to) == Some(Outcome::Win(0));
            if game.moves(&at).any(lets_win) {
                assert!(attacks(&game, at.piece(at.to_move()), at.piece(at.to_move().other())), "{at:?}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 148);
}

/// The least number of moves that Lemma 5 allows over `x` rows and `y` columns, without its two exceptions.
fn bound(x: u64, y: u64) -> u64 {
    (0..=x + y + 4).find(|&n| n % 2 == (x + y) % 2 && 2 * n >= x.max(y) && 3 * n >= x + y).expect("some number")
}

fn without_edges(x: u64, y: u64) -> u64 {
    match (x.max(y), x.min(y)) {
        (1, 0) => 3,
        (2, 2) => 4,
        _ => bound(x, y),
    }
}

/// The distances of all squares from one, by breadth-first search.
fn search(board: Board, from: Square) -> Vec<u64> {
    let place = |square| memo::index(board.index(square));
    let mut found = vec![u64::MAX; memo::index(board.squares())];
    found[place(from)] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for to in neighbours(board, at) {
            if found[place(to)] == u64::MAX {
                found[place(to)] = found[place(at)] + 1;
                queue.push_back(to);
            }
        }
    }
    found
}

#[test]
fn lemma_5_knight_distance_without_edges() {
    // The step of the induction.
    for x in 5..200_u64 {
        for y in 0..=x {
            let (x_after, y_after) = if y == 0 { (x - 2, 1) } else { (x - 2, y - 1) };
            assert_eq!(bound(x_after, y_after) + 1, bound(x, y), "{x} {y}");
        }
    }
    // The formula, and that of the crate, compared with a search that meets no edge.
    let board = Board::new(81, 81).expect("in range");
    let middle = Square::new(40, 40);
    let found = search(board, middle);
    for to in board.iter() {
        let (x, y) = (to.row.abs_diff(40), to.col.abs_diff(40));
        if x.max(y) <= 30 {
            let expected = without_edges(x.into(), y.into());
            assert_eq!(found[memo::index(board.index(to))], expected, "{x} {y}");
            assert_eq!(distance(board, middle, to), Some(expected), "{x} {y}");
        }
    }
    let huge = Board::new(u32::MAX, u32::MAX).expect("in range");
    for x in [1_000_000_007, 3_000_000_000, u32::MAX - 1] {
        for y in [0, 1, x / 3, x / 2, x / 2 + 1, x - 1, x] {
            let found = distance(huge, Square::new(0, 0), Square::new(x, y)).expect("a way");
            let parity_and_bounds = |n: u64| {
                n % 2 == (u64::from(x) + u64::from(y)) % 2 && 2 * n >= x.into() && 3 * n >= u64::from(x) + u64::from(y)
            };
            assert!(parity_and_bounds(found) && !parity_and_bounds(found - 2), "{x} {y}: {found}");
        }
    }
}

#[test]
fn lemma_8_parity_of_a_race() {
    for game in wide_games() {
        for at in open_positions(game) {
            let Race { hunter, h, r, g, .. } = race(&game, &at);
            assert_eq!((h + r) % 2 == 0, hunter == at.to_move(), "{at:?}");
            assert_eq!((h + g) % 2, 1, "{at:?}");
            assert!(h.abs_diff(g) <= 3, "{at:?}");
        }
    }
}

#[test]
fn lemma_9_the_runner_wins_the_race() {
    let is_won = |at: &Position, race: &Race| {
        let limit = if race.hunter == at.to_move() { race.r + 1 } else { race.r };
        race.h > race.r && race.g > limit
    };
    let checked = check_values(|_, at, race| {
        let value = if race.hunter == at.to_move() { Outcome::Loss(2 * race.r) } else { Outcome::Win(2 * race.r - 1) };
        is_won(at, race).then_some(value)
    });
    assert_eq!(checked, 16_886);
    for game in wide_games() {
        let retrograde = table(&game);
        for at in open_positions(game) {
            let race = race(&game, &at);
            let runner_wins = match retrograde.value(&at) {
                Outcome::Win(_) => race.hunter != at.to_move(),
                Outcome::Loss(_) => race.hunter == at.to_move(),
                Outcome::Draw => panic!("{at:?} is drawn"),
            };
            if race.hunter == at.to_move() {
                assert_eq!(runner_wins, is_won(&at, &race), "the runner wins only then: {at:?}");
            } else if is_won(&at, &race) {
                // Every shortest way works.
                let target = game.target(at.to_move());
                let nearer = game.moves(&at).filter(|&to| moves_between(&game, to, target) + 1 == race.r);
                for to in nearer {
                    let after = retrograde.value(&game.play(&at, to).to);
                    assert_eq!(after, Outcome::Loss(2 * race.r - 2), "{at:?} {to}");
                }
            }
        }
    }
}

#[test]
fn lemma_10_the_hunter_is_home_first() {
    let checked = check_values(|_, at, race| {
        let applies = race.hunter == at.to_move() && race.h <= race.r && !race.captures && !race.is_trapped;
        applies.then(|| Outcome::Win(2 * race.h - 1))
    });
    assert_eq!(checked, 34_256);
}

#[test]
fn lemma_11_guard_then_home() {
    // If the other target is not on the way, nothing is faster.
    let checked = check_values(|_, at, race| {
        let applies = race.hunter == at.to_move() && race.h > race.r && race.g <= race.r + 1;
        let is_slow = race.h == race.g + 3 && !race.captures && !race.is_trapped;
        (applies && is_slow).then(|| Outcome::Win(2 * (race.g + 3) - 1))
    });
    assert_eq!(checked, 468);
    for game in wide_games() {
        let retrograde = table(&game);
        for (at, race) in hunts(game).filter(|(_, race)| race.h > race.r && race.g <= race.r + 1) {
            assert!(race.h == race.g + 1 || race.h == race.g + 3, "{at:?}");
            assert!(retrograde.value(&at) >= Outcome::Win(2 * (race.g + 3) - 1), "{at:?}");
        }
    }
}

#[test]
fn lemma_12_common_attacks() {
    let difference = |from: (i32, i32), to: (i32, i32)| (to.0 - from.0, to.1 - from.1);
    let pairs = || KNIGHT_LEAPS.iter().flat_map(|&from| KNIGHT_LEAPS.iter().map(move |&to| (from, to)));
    for (from, to) in pairs().filter(|(from, to)| from != to) {
        let alike = pairs().filter(|&(other, to_other)| difference(other, to_other) == difference(from, to));
        assert!(alike.count() <= 2, "{from:?} {to:?}");
    }
    for (rows, cols) in (6..=14).flat_map(|rows| (6..=14).map(move |cols| (rows, cols))) {
        let board = Board::new(rows, cols).expect("in range");
        for square in board.iter() {
            let ways: Vec<Square> = neighbours(board, square).collect();
            let corners = ways.iter().filter(|&&to| is_corner(board, to)).count();
            assert_eq!(ways.len() < 3, is_corner(board, square), "{square} on {board}");
            assert!(corners == 0 || corners == 1 && ways.len() == 6, "{square} on {board}");
        }
    }
}

#[test]
fn lemma_13_the_corner_trap() {
    let checked = check_values(|_, at, race| {
        let applies = race.hunter == at.to_move() && race.is_trapped && !race.captures;
        applies.then_some(if race.h == 1 { Outcome::Win(1) } else { Outcome::Win(3) })
    });
    assert_eq!(checked, 334);
    for game in wide_games() {
        for corner in game.board().iter().filter(|&square| is_corner(game.board(), square)) {
            let exits: Vec<Square> = neighbours(game.board(), corner).collect();
            let both = |from: &Square| exits.iter().all(|&exit| attacks(&game, *from, exit));
            let traps: Vec<Square> = game.board().iter().filter(|from| *from != corner && both(from)).collect();
            assert_eq!(traps, [trap(game.board(), corner)], "{corner} on {}", game.board());
            assert!(exits.iter().all(|exit| Side::ALL.iter().all(|&side| game.target(side) != *exit)));
        }
    }
}

#[test]
fn lemma_14_evasion() {
    for game in wide_games() {
        let board = game.board();
        for (prey, from) in board.iter().flat_map(|prey| board.iter().map(move |from| (prey, from))) {
            let is_safe = |to: &Square| !attacks(&game, from, *to) && !is_corner(board, *to);
            let is_trap = is_corner(board, prey) && from == trap(board, prey);
            if prey != from {
                assert_eq!(neighbours(board, prey).any(|to| is_safe(&to)), !is_trap, "{prey} from {from} on {board}");
            }
        }
        // So if there is no capture at once and no trap, nothing is faster than walking home.
        let retrograde = table(&game);
        for (at, race) in hunts(game) {
            assert!(retrograde.value(&at) <= Outcome::Win(2 * race.h - 1), "{at:?}");
        }
    }
}

/// The squares next to the runner's target from which the hunter's is two moves away.
fn shared(game: &Knightmare, hunter: Side) -> impl Iterator<Item = Square> {
    let game = *game;
    let home = game.target(hunter);
    neighbours(game.board(), game.target(hunter.other())).filter(move |&last| moves_between(&game, last, home) == 2)
}

/// Whether a shared square is on a shortest way to the runner's target, if Lemma 15 or 16 applies.
fn shares_the_way(game: &Knightmare, at: &Position, race: &Race) -> Option<bool> {
    let applies = race.hunter == at.to_move() && !race.captures && !race.is_trapped;
    (applies && race.h > race.r && race.g <= race.r + 1 && race.h == race.g + 1).then(|| {
        let from = at.piece(race.hunter);
        shared(game, race.hunter).any(|last| moves_between(game, from, last) + 1 == race.g)
    })
}

#[test]
fn lemma_15_guard_on_the_way() {
    for game in wide_games() {
        for hunter in Side::ALL {
            // Six of the eight: all except those two columns to the side and one row away from the hunter's target.
            let away = |last: Square| {
                last.row.abs_diff(game.target(hunter).row) == 2 && { last.col.abs_diff(game.target(hunter).col) == 2 }
            };
            assert!(shared(&game, hunter).count() == 6 && !shared(&game, hunter).any(away));
        }
    }
    let checked = check_values(|game, at, race| {
        (shares_the_way(game, at, race) == Some(true)).then(|| Outcome::Win(2 * (race.g + 1) - 1))
    });
    assert_eq!(checked, 6408);
}

#[test]
fn lemma_16_a_straight_line_shares_no_way() {
    let checked = check_values(|game, at, race| {
        (shares_the_way(game, at, race) == Some(false)).then(|| Outcome::Win(2 * (race.g + 3) - 1))
    });
    assert_eq!(checked, 168);

    // These squares in detail.
    let sides = (6..=30).step_by(2).chain([100, 1000]);
    for (rows, cols) in sides.clone().flat_map(|rows| sides.clone().map(move |cols| (rows, cols))) {
        if rows * cols > 6000 {
            continue;
        }
        let game = game(rows, cols);
        for hunter in Side::ALL {
            let [home, other] = [hunter, hunter.other()].map(|side| game.target(side));
            let shared: Vec<Square> = shared(&game, hunter).collect();
            let away = i64::from(other.row) - i64::from(home.row);
            for from in game.board().iter() {
                let g = moves_between(&game, from, other);
                let is_shared = shared.iter().any(|&last| moves_between(&game, from, last) + 1 == g);
                let down = away * (i64::from(from.row) - i64::from(other.row));
                let right = i64::from(from.col.abs_diff(other.col));
                let is_line = down >= 1 && right == 2 * down || (down, right) == (2, 0);
                let is_behind = moves_between(&game, from, home) == g + 1;
                // One leap along the line is three moves farther from home.
                let is_exception = is_line && (down, right) != (1, 2);
                assert_eq!(is_behind && !is_shared, is_exception, "{from} on {}", game.board());
            }
        }
    }
}
