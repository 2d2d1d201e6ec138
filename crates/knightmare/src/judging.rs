//! Cases on which programs are tried.

use std::ops::RangeInclusive;

use board_core::judging::{Judging, Kind, Trial, plainly};
use board_core::{Board, KNIGHT_LEAPS, Random, Record, Side, Square};

use crate::distance::distance;
use crate::problem::KnightmareProblem;
use crate::race::Race;
use crate::referee::INTERACTION;
use crate::rules::{Knightmare, Position};

/// What a kind makes of a seed never changes: the generator's numbers are frozen, and what is asked of them here are knight
/// distances, which are facts. A better kind gets a new name.
///
/// The kinds go by the rule that names the winner. The hunter is the side that can capture: white where the squares differ
/// in colour, else black. With `own` and `over` the hunter's moves to its own target and to the other's, and `run` the moves
/// of the other side, the runner, to its own, the hunter wins by `own <= run`, or by `over <= run + 1` (white) and
/// `over <= run` (black, as white is to move); else the runner wins. White captures at once only where the second is met.
pub(crate) const JUDGING: Judging<KnightmareProblem> = Judging {
    most_cases: 1,
    kinds: &[
        Kind { name: "random", about: "any board, any squares", make: |_, random| anywhere(any_board, random) },
        Kind { name: "small", about: "boards up to 10 x 10", make: |_, random| anywhere(board_up_to_10, random) },
        Kind { name: "largest", about: "1000 x 1000", make: |_, random| anywhere(largest_board, random) },
        Kind {
            name: "easy",
            about: "boards up to 40 x 40, as in E1",
            make: |_, random| anywhere(board_up_to_40, random),
        },
        Kind { name: "thin", about: "6 x 1000 or 1000 x 6", make: |_, random| anywhere(thin_board, random) },
        Kind { name: "capture", about: "white captures at once", make: capture },
        Kind {
            name: "home",
            about: "who can capture walks home first",
            make: |_, random| suited(random, Race::is_hunter_home_first),
        },
        Kind {
            name: "detour",
            about: "who can capture wins over the other's target",
            make: |_, random| suited(random, wins_by_detour),
        },
        Kind {
            name: "run",
            about: "who cannot capture walks home",
            make: |_, random| suited(random, Race::is_won_by_runner),
        },
        Kind { name: "equal", about: "the inequality that decides is just met", make: equal },
        Kind {
            name: "missed",
            about: "both inequalities are just missed",
            make: |_, random| suited(random, is_just_missed),
        },
        Kind { name: "on-target", about: "a knight on the other's target", make: on_target },
    ],
    write: plainly,
    // Ten starts against four opponents, chosen to catch the mistakes of `tests/mistakes.rs` and more, most of them more than
    // once: a start that is just met or just missed shows a wrong rule, a way over the other's target a wrong walk.
    trials: &[
        Trial::Input { name: "sample-e1", text: "8 8\n2 3 1 8\n" },
        Trial::Input { name: "white-just-first", text: "6 6\n2 1 5 1\n" },
        Trial::Input { name: "black-just-first", text: "6 6\n2 2 5 1\n" },
        Trial::Input { name: "white-over-the-other-target", text: "6 8\n5 6 5 7\n" },
        Trial::Input { name: "black-over-the-other-target", text: "8 10\n3 1 7 7\n" },
        Trial::Input { name: "white-just-late", text: "1000 6\n495 1 502 5\n" },
        Trial::Input { name: "black-just-late", text: "40 40\n19 18 23 16\n" },
        Trial::Input { name: "white-just-over-the-other-target", text: "1000 1000\n855 260 149 735\n" },
        Trial::Input { name: "black-just-over-the-other-target", text: "6 1000\n5 890 4 109\n" },
        Trial::Input { name: "longest", text: "1000 1000\n1 1 1000 999\n" },
    ],
    smaller,
    is_answer: |text| matches!(text, "WHITE" | "BLACK"),
    interaction: Some(INTERACTION),
};

/// An even number of a range whose ends are even.
fn even(range: RangeInclusive<u32>, random: &mut Random) -> u32 {
    2 * random.within(range.start() / 2..=range.end() / 2)
}

fn board(rows: u32, cols: u32) -> Board {
    Board::new(rows, cols).expect("at least 6")
}

fn any_board(random: &mut Random) -> Board {
    board_within(KnightmareProblem::ORIGINAL_SIDES, random)
}

fn board_up_to_10(random: &mut Random) -> Board {
    board_within(6..=10, random)
}

fn board_up_to_40(random: &mut Random) -> Board {
    board_within(6..=40, random)
}

fn board_within(sides: RangeInclusive<u32>, random: &mut Random) -> Board {
    board(even(sides.clone(), random), even(sides, random))
}

fn largest_board(_: &mut Random) -> Board {
    let most = *KnightmareProblem::ORIGINAL_SIDES.end();
    board(most, most)
}

fn thin_board(random: &mut Random) -> Board {
    let (least, most) = KnightmareProblem::ORIGINAL_SIDES.into_inner();
    if random.below(2) == 0 { board(least, most) } else { board(most, least) }
}

/// The sides of small boards as often as all.
fn some_sides(random: &mut Random) -> RangeInclusive<u32> {
    if random.below(2) == 0 { 6..=16 } else { KnightmareProblem::ORIGINAL_SIDES }
}

fn square(board: Board, random: &mut Random) -> Square {
    Square::new(random.within(0..=board.rows() - 1), random.within(0..=board.cols() - 1))
}

fn case(board: Board, white: Square, black: Square) -> Option<Record<Knightmare>> {
    let game = Knightmare::new(board).ok()?;
    let start = game.start(white, black, Side::First).ok()?;
    Some(Record::new(game, start))
}

/// The first that is a case.
fn until_some(mut make: impl FnMut() -> Option<Record<Knightmare>>) -> Record<Knightmare> {
    loop {
        if let Some(case) = make() {
            return case;
        }
    }
}

fn anywhere(board: impl Fn(&mut Random) -> Board, random: &mut Random) -> Record<Knightmare> {
    until_some(|| {
        let board = board(random);
        case(board, square(board, random), square(board, random))
    })
}

fn capture(_: &KnightmareProblem, random: &mut Random) -> Record<Knightmare> {
    let sides = some_sides(random);
    until_some(|| {
        let board = board_within(sides.clone(), random);
        let white = square(board, random);
        let &(down, right) = random.choose(&KNIGHT_LEAPS)?;
        case(board, white, board.leap(white, down, right)?)
    })
}

fn on_target(_: &KnightmareProblem, random: &mut Random) -> Record<Knightmare> {
    let sides = some_sides(random);
    until_some(|| {
        let board = board_within(sides.clone(), random);
        let game = Knightmare::new(board).ok()?;
        let free = square(board, random);
        match random.below(2) {
            0 => case(board, game.target(Side::Second), free),
            _ => case(board, free, game.target(Side::First)),
        }
    })
}

/// A case whose race is like this; white and black are the hunter equally often.
fn suited(random: &mut Random, wanted: impl Fn(&Race) -> bool) -> Record<Knightmare> {
    let sides = some_sides(random);
    suited_within(sides, random, wanted)
}

fn suited_within(
    sides: RangeInclusive<u32>,
    random: &mut Random,
    wanted: impl Fn(&Race) -> bool,
) -> Record<Knightmare> {
    let hunter = if random.below(2) == 0 { Side::First } else { Side::Second };
    until_some(|| {
        let case = anywhere(|random| board_within(sides.clone(), random), random);
        let at = case.position();
        let is_wanted = case.game().hunter(at) == hunter && race(case.game(), at).is_some_and(|race| wanted(&race));
        is_wanted.then_some(case)
    })
}

fn equal(_: &KnightmareProblem, random: &mut Random) -> Record<Knightmare> {
    if random.below(2) == 0 {
        // On large boards hardly a square is three moves nearer to the one target than to the other.
        suited_within(6..=40, random, is_home_just_in_time)
    } else {
        suited(random, is_guard_just_in_time)
    }
}

/// The race of a start; `None` if white captures at once.
fn race(game: &Knightmare, at: &Position) -> Option<Race> {
    let is_capture = distance(game.board(), at.white(), at.black()) == Some(1);
    (!is_capture).then(|| Race::new(game, at))
}

fn wins_by_detour(race: &Race) -> bool {
    !race.is_hunter_home_first() && race.is_guarded_in_time()
}

/// Whether the hunter wins by walking home alone, and a way home of two moves more would lose.
fn is_home_just_in_time(race: &Race) -> bool {
    race.is_hunter_home_first() && race.hunter + 1 >= race.runner && !race.is_guarded_in_time()
}

/// Whether the hunter wins over the runner's target alone, and a way there of two moves more would lose.
fn is_guard_just_in_time(race: &Race) -> bool {
    !race.is_hunter_home_first() && race.guard == race.guard_limit()
}

/// Whether the runner wins, and the hunter would win either way with a distance of two moves less.
fn is_just_missed(race: &Race) -> bool {
    race.is_won_by_runner() && race.hunter <= race.runner + 2 && race.guard <= race.guard_limit() + 2
}

/// How large a case is: rows and columns, and how far the knights stand from their targets.
fn size(case: &Record<Knightmare>) -> u64 {
    let board = case.game().board();
    let away = |side| {
        let [down, right] = offset(case, side);
        down.unsigned_abs() + right.unsigned_abs()
    };
    u64::from(board.rows()) + u64::from(board.cols()) + Side::ALL.map(away).iter().sum::<u64>()
}

/// Rows and columns from a side's target to its knight.
fn offset(case: &Record<Knightmare>, side: Side) -> [i64; 2] {
    let (from, to) = (case.game().target(side), case.position().piece(side));
    [i64::from(to.row) - i64::from(from.row), i64::from(to.col) - i64::from(from.col)]
}

/// The case on this board with the knights so far from their targets, if there is room.
fn placed(rows: u32, cols: u32, offsets: [[i64; 2]; 2]) -> Option<Record<Knightmare>> {
    let board = Board::new(rows, cols).ok()?;
    let game = Knightmare::new(board).ok()?;
    let to = |side: Side| {
        let (from, [down, right]) = (game.target(side), offsets[side as usize]);
        let place = |from: u32, by: i64| u32::try_from(i64::from(from) + by).ok();
        Some(Square::new(place(from.row, down)?, place(from.col, right)?))
    };
    case(board, to(Side::First)?, to(Side::Second)?)
}

/// The same squares, seen from the targets, on smaller boards; and one knight or both nearer to its target, by rows, by
/// columns or both. Each has a smaller [`size`].
fn smaller(_: &KnightmareProblem, from: &Record<Knightmare>) -> Vec<Record<Knightmare>> {
    let (rows, cols) = (from.game().board().rows(), from.game().board().cols());
    let least = *KnightmareProblem::ORIGINAL_SIDES.start();
    let offsets = Side::ALL.map(|side| offset(from, side));
    let mut found: Vec<Record<Knightmare>> = Vec::new();

    // As far in as the knights allow, or by two.
    let fits = |rows: u32, cols: u32| placed(rows, cols, offsets).is_some();
    let least_rows = (least..=rows).step_by(2).find(|&rows| fits(rows, cols)).unwrap_or(rows);
    let least_cols = (least..=cols).step_by(2).find(|&cols| fits(rows, cols)).unwrap_or(cols);
    let fewer = |side: u32| (side - 2).max(least);
    for (rows, cols) in [
        (least_rows, least_cols),
        (least_rows, cols),
        (rows, least_cols),
        (fewer(rows), fewer(cols)),
        (fewer(rows), cols),
        (rows, fewer(cols)),
    ] {
        found.extend(placed(rows, cols, offsets));
    }

    let nearer = |place: i64, by: i64| if place.abs() < by { None } else { Some(place - place.signum() * by) };
    for by in (0..9).map(|power| 1 << power) {
        for [down, right] in [[by, by], [by, 0], [0, by]] {
            let pulled = |[row, col]: [i64; 2]| Some([nearer(row, down)?, nearer(col, right)?]);
            let [white, black] = offsets;
            let both = pulled(white).zip(pulled(black)).map(|(white, black)| [white, black]);
            let one = [pulled(white).map(|white| [white, black]), pulled(black).map(|black| [white, black])];
            let each = both.into_iter().chain(one.into_iter().flatten());
            found.extend(each.filter_map(|offsets| placed(rows, cols, offsets)));
        }
    }

    let most = size(from);
    found.retain(|case| size(case) < most);
    found.sort_by_key(size);
    found.dedup();
    found
}
