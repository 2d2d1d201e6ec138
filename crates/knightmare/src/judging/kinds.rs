//! Kinds of starts.

use std::ops::RangeInclusive;

use board_core::{Board, KNIGHT_LEAPS, Random, Record, Side, Square};
use board_judge::Choice;

use crate::distance::distance;
use crate::protocol::ORIGINAL_SIDES;
use crate::race::Race;
use crate::rules::{Knightmare, Position};

/// The kinds of cases that can be generated. The cases of a kind and a seed never change: the random numbers are
/// fixed, and apart from them cases depend only on knight distances. An improved kind gets a new name.
///
/// The kinds follow the rule that names the winner (Theorem 17 in `docs/design/knightmare.md`). The hunter is the side
/// that can capture: white if the squares differ in colour, otherwise black. It wins if it is home first, or if it
/// guards the other's target in time; otherwise the other side, the runner, wins. White can capture at once only if it
/// guards in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any board, any squares.
    Random,
    /// Boards up to 10 x 10.
    Small,
    /// Boards of 1000 x 1000.
    Largest,
    /// Boards up to 40 x 40, as in E1.
    Easy,
    /// Boards of 6 x 1000 or 1000 x 6.
    Thin,
    /// White captures at once.
    Capture,
    /// The hunter walks home first.
    Home,
    /// The hunter wins only by way of the runner's target.
    Detour,
    /// The runner walks home.
    Run,
    /// The hunter wins, and only just.
    Equal,
    /// The runner wins, and only just.
    Missed,
    /// A knight is on the other's target.
    OnTarget,
}

impl Choice for Kind {
    const ALL: &'static [Self] = &[
        Self::Random,
        Self::Small,
        Self::Largest,
        Self::Easy,
        Self::Thin,
        Self::Capture,
        Self::Home,
        Self::Detour,
        Self::Run,
        Self::Equal,
        Self::Missed,
        Self::OnTarget,
    ];

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Random => ("random", "any board, any squares"),
            Self::Small => ("small", "boards up to 10 x 10"),
            Self::Largest => ("largest", "1000 x 1000"),
            Self::Easy => ("easy", "boards up to 40 x 40, as in E1"),
            Self::Thin => ("thin", "6 x 1000 or 1000 x 6"),
            Self::Capture => ("capture", "white captures at once"),
            Self::Home => ("home", "the side that can capture walks home first"),
            Self::Detour => ("detour", "the side that can capture wins by way of the other's target"),
            Self::Run => ("run", "the side that cannot capture walks home"),
            Self::Equal => ("equal", "the side that can capture wins, but only just"),
            Self::Missed => ("missed", "the side that cannot capture wins, but only just"),
            Self::OnTarget => ("on-target", "a knight on the other's target"),
        }
    }
}

/// A case of a kind.
pub(super) fn generate(kind: Kind, random: &mut Random) -> Record<Knightmare> {
    match kind {
        Kind::Random => anywhere(|random| board_within(ORIGINAL_SIDES, random), random),
        Kind::Small => anywhere(|random| board_within(6..=10, random), random),
        Kind::Largest => anywhere(|_| largest_board(), random),
        Kind::Easy => anywhere(|random| board_within(6..=40, random), random),
        Kind::Thin => anywhere(thin_board, random),
        Kind::Capture => capture(random),
        Kind::Home => suited(random, Race::is_hunter_home_first),
        Kind::Detour => suited(random, wins_by_detour),
        Kind::Run => suited(random, Race::is_won_by_runner),
        Kind::Equal => equal(random),
        Kind::Missed => suited(random, is_just_missed),
        Kind::OnTarget => on_target(random),
    }
}

/// A random even number in a range whose ends are even.
fn even(range: RangeInclusive<u32>, random: &mut Random) -> u32 {
    2 * random.within(range.start() / 2..=range.end() / 2)
}

fn board(rows: u32, cols: u32) -> Board {
    Board::new(rows, cols).expect("at least 6")
}

fn board_within(sides: RangeInclusive<u32>, random: &mut Random) -> Board {
    board(even(sides.clone(), random), even(sides, random))
}

fn largest_board() -> Board {
    let max = *ORIGINAL_SIDES.end();
    board(max, max)
}

fn thin_board(random: &mut Random) -> Board {
    let (min, max) = ORIGINAL_SIDES.into_inner();
    if random.below(2) == 0 { board(min, max) } else { board(max, min) }
}

/// The sides of small boards in half of the cases.
fn some_sides(random: &mut Random) -> RangeInclusive<u32> {
    if random.below(2) == 0 { 6..=16 } else { ORIGINAL_SIDES }
}

fn square(board: Board, random: &mut Random) -> Square {
    Square::new(random.within(0..=board.rows() - 1), random.within(0..=board.cols() - 1))
}

/// The case with these squares, if they make one.
pub(super) fn case(board: Board, white: Square, black: Square) -> Option<Record<Knightmare>> {
    let game = Knightmare::new(board).ok()?;
    let start = game.start(white, black, Side::First).ok()?;
    Some(Record::new(game, start))
}

/// Calls `make` until it returns a case.
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

fn capture(random: &mut Random) -> Record<Knightmare> {
    let sides = some_sides(random);
    until_some(|| {
        let board = board_within(sides.clone(), random);
        let white = square(board, random);
        let &(down, right) = random.choose(&KNIGHT_LEAPS)?;
        case(board, white, board.leap(white, down, right)?)
    })
}

fn on_target(random: &mut Random) -> Record<Knightmare> {
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

/// A case with a suitable race; white and black are the hunter equally often.
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

fn equal(random: &mut Random) -> Record<Knightmare> {
    if random.below(2) == 0 {
        // On large boards hardly any square is three moves nearer to one target than to the other.
        suited_within(6..=40, random, is_home_just_in_time)
    } else {
        suited(random, is_guard_just_in_time)
    }
}

/// The race of a start; `None` if white captures at once.
fn race(game: &Knightmare, at: &Position) -> Option<Race> {
    let is_capture = distance(game.board(), at.white(), at.black()) == Some(1);
    (!is_capture).then(|| Race::new(game, at, game.hunter(at)))
}

fn wins_by_detour(race: &Race) -> bool {
    !race.is_hunter_home_first() && race.is_guarded_in_time()
}

/// Whether the hunter wins only by walking home, and would lose with a way home of two moves more.
fn is_home_just_in_time(race: &Race) -> bool {
    race.is_hunter_home_first() && race.hunter + 1 >= race.runner && !race.is_guarded_in_time()
}

/// Whether the hunter wins only by way of the runner's target, and would lose with a way there of two moves more.
fn is_guard_just_in_time(race: &Race) -> bool {
    !race.is_hunter_home_first() && race.guard == race.guard_limit()
}

/// Whether the runner wins, and the hunter would win with either distance two moves shorter.
fn is_just_missed(race: &Race) -> bool {
    race.is_won_by_runner() && race.hunter <= race.runner + 2 && race.guard <= race.guard_limit() + 2
}
