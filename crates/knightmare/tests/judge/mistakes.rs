//! The starts on which programs are tried, against players with the mistakes that people make.

use board_core::judging::{Finding, Next, Opponent, Trial, Verdict};
use board_core::{Game, Input, Limits, Oracle, Outcome, Problem, Random, Record, Side, Square};
use knightmare::{Knightmare, KnightmareProblem, Position, distance};

use crate::{opponents, referee, solver};

/// A player: the side that it takes, and its move.
trait Player {
    fn side(&self, game: &Knightmare, start: &Position) -> Side {
        rule(game, start, &Mistake::None)
    }

    fn play(&mut self, game: &Knightmare, at: &Position) -> Square {
        best(game, at, |_| true)
    }

    /// Whether it stops where the game has ended so.
    fn stops(&self, _won_by_its_own_move: bool) -> bool {
        true
    }
}

/// The best of these moves, or of all where there are none of these.
fn best(game: &Knightmare, at: &Position, allowed: impl Fn(Square) -> bool) -> Square {
    let rated = solver(game).rate(game, at, usize::MAX).moves;
    rated.iter().find(|rated| allowed(rated.chosen)).unwrap_or(&rated[0]).chosen
}

/// What may be wrong with the rule that names the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mistake {
    None,
    /// White's own target needs to be nearer, not as near.
    FirstStrictWhite,
    /// White over black's target, without the + 1, or with `<`, which is the same by colours.
    SecondWithoutOneMore,
    /// Black over white's target, with `<`.
    SecondStrictBlack,
    /// White over black's target, with black's way to the wrong one.
    SecondWrongTargetWhite,
    /// Black over white's target, with white's way to the wrong one.
    SecondWrongTargetBlack,
    /// Nobody goes over the other's target.
    NoSecondWhite,
    NoSecondBlack,
    /// Nobody walks home first.
    NoFirstWhite,
    NoFirstBlack,
    /// An inequality that is met by two moves more.
    FirstLooseWhite,
    FirstLooseBlack,
    SecondLooseWhite,
    SecondLooseBlack,
    /// The colours of the squares are not looked at.
    AlwaysWhiteHunts,
    AlwaysBlackHunts,
    /// The two targets are taken for each other.
    TargetsSwapped,
    /// Who moves first takes white, always; or black.
    AlwaysWhite,
    AlwaysBlack,
}

const MISTAKES: [Mistake; 18] = [
    Mistake::FirstStrictWhite,
    Mistake::SecondWithoutOneMore,
    Mistake::SecondStrictBlack,
    Mistake::SecondWrongTargetWhite,
    Mistake::SecondWrongTargetBlack,
    Mistake::NoSecondWhite,
    Mistake::NoSecondBlack,
    Mistake::NoFirstWhite,
    Mistake::NoFirstBlack,
    Mistake::FirstLooseWhite,
    Mistake::FirstLooseBlack,
    Mistake::SecondLooseWhite,
    Mistake::SecondLooseBlack,
    Mistake::AlwaysWhiteHunts,
    Mistake::AlwaysBlackHunts,
    Mistake::TargetsSwapped,
    Mistake::AlwaysWhite,
    Mistake::AlwaysBlack,
];

/// The rule that names the winner, with a mistake.
fn rule(game: &Knightmare, at: &Position, mistake: &Mistake) -> Side {
    use Mistake as M;
    let [mut white_target, mut black_target] = Side::ALL.map(|side| game.target(side));
    let is = |wanted: Mistake| *mistake == wanted;
    if is(M::TargetsSwapped) {
        std::mem::swap(&mut white_target, &mut black_target);
    }
    let away = |from, to| distance(game.board(), from, to).expect("no thin board");
    let (white, black) = (at.white(), at.black());
    let (white_home, black_home) = (away(white, white_target), away(black, black_target));
    let loose = |is_loose: bool| if is_loose { 2 } else { 0 };
    match mistake {
        M::AlwaysWhite => return Side::First,
        M::AlwaysBlack => return Side::Second,
        _ => {}
    }
    if (game.hunter(at) == Side::First || is(M::AlwaysWhiteHunts)) && !is(M::AlwaysBlackHunts) {
        let first = white_home + u64::from(is(M::FirstStrictWhite)) <= black_home + loose(is(M::FirstLooseWhite));
        let run = if is(M::SecondWrongTargetWhite) { away(black, white_target) } else { black_home };
        let more = u64::from(!is(M::SecondWithoutOneMore)) + loose(is(M::SecondLooseWhite));
        let second = away(white, black_target) <= run + more;
        let wins = first && !is(M::NoFirstWhite) || second && !is(M::NoSecondWhite);
        if wins { Side::First } else { Side::Second }
    } else {
        let first = black_home < white_home + loose(is(M::FirstLooseBlack));
        let run = if is(M::SecondWrongTargetBlack) { away(white, black_target) } else { white_home };
        let over = away(black, white_target) + u64::from(is(M::SecondStrictBlack));
        let second = over <= run + loose(is(M::SecondLooseBlack));
        let wins = first && !is(M::NoFirstBlack) || second && !is(M::NoSecondBlack);
        if wins { Side::Second } else { Side::First }
    }
}

/// Takes its side by a wrong rule.
struct WrongRule(Mistake);

impl Player for WrongRule {
    fn side(&self, game: &Knightmare, start: &Position) -> Side {
        rule(game, start, &self.0)
    }
}

/// Is right.
struct Right;

impl Player for Right {}

/// Never captures.
struct Gentle;

impl Player for Gentle {
    fn play(&mut self, game: &Knightmare, at: &Position) -> Square {
        best(game, at, |to| to != at.piece(at.to_move().other()))
    }
}

/// Never captures but in its first move.
struct GentleLater(bool);

impl Player for GentleLater {
    fn play(&mut self, game: &Knightmare, at: &Position) -> Square {
        let first = std::mem::take(&mut self.0);
        best(game, at, |to| first || to != at.piece(at.to_move().other()))
    }
}

/// Captures, else steps nearer to its own target, whatever happens there.
struct Straight;

impl Player for Straight {
    fn play(&mut self, game: &Knightmare, at: &Position) -> Square {
        let goal = game.target(at.to_move());
        let far = |to: &Square| (*to != at.piece(at.to_move().other()), distance(game.board(), *to, goal));
        game.moves(at).min_by_key(far).expect("the game goes on")
    }
}

/// Captures, else steps nearer to the other's target, and from there home.
struct AlwaysOver(bool);

impl Player for AlwaysOver {
    fn play(&mut self, game: &Knightmare, at: &Position) -> Square {
        let me = at.to_move();
        self.0 |= at.piece(me) == game.target(me.other());
        let goal = game.target(if self.0 { me } else { me.other() });
        let far = |to: &Square| (*to != at.piece(me.other()), distance(game.board(), *to, goal));
        game.moves(at).min_by_key(far).expect("the game goes on")
    }
}

/// What may be wrong with a player that takes the right side and walks by distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Misstep {
    None,
    /// It never captures for the capture's sake.
    NoCapture,
    /// It knows when the way over the other's target wins, and walks home.
    BlackStraightHome,
    WhiteStraightHome,
    /// It has been on the other's target and then walks anywhere.
    LostAfterwards,
    /// Two squares along and two across are two moves, not four.
    ShortDiagonal,
}

const MISSTEPS: [Misstep; 5] = [
    Misstep::NoCapture,
    Misstep::BlackStraightHome,
    Misstep::WhiteStraightHome,
    Misstep::LostAfterwards,
    Misstep::ShortDiagonal,
];

/// Captures, else wins on its target, else walks to its target or over the other's, out of the other knight's reach, and does
/// not let go of the other's target while the other knight stands there.
struct Walker {
    misstep: Misstep,
    /// Whether it goes over the other's target, from the first move on.
    goes_over: Option<bool>,
    has_been_over: bool,
}

impl Walker {
    fn new(misstep: Misstep) -> Self {
        Self { misstep, goes_over: None, has_been_over: false }
    }

    fn away(&self, game: &Knightmare, from: Square, to: Square) -> u64 {
        let is_diagonal = from.row.abs_diff(to.row) == 2 && from.col.abs_diff(to.col) == 2;
        if is_diagonal && self.misstep == Misstep::ShortDiagonal {
            return 2;
        }
        distance(game.board(), from, to).expect("no thin board")
    }

    /// Whether a side is first at home, and whether it is in time on the other's target.
    fn chances(&self, game: &Knightmare, start: &Position, side: Side) -> [bool; 2] {
        let way = |of: Side, target: Side| self.away(game, start.piece(of), game.target(target));
        let [own, over, run] = [way(side, side), way(side, side.other()), way(side.other(), side.other())];
        match side {
            Side::First => [own <= run, over <= run + 1],
            Side::Second => [own < run, over <= run],
        }
    }
}

impl Player for Walker {
    fn side(&self, game: &Knightmare, start: &Position) -> Side {
        let hunter = game.hunter(start);
        let captures = hunter == Side::First && game.moves(start).any(|to| to == start.black());
        let wins = captures || self.chances(game, start, hunter).contains(&true);
        if wins { hunter } else { hunter.other() }
    }

    fn play(&mut self, game: &Knightmare, at: &Position) -> Square {
        let me = at.to_move();
        let other = at.piece(me.other());
        let [home, over] = [me, me.other()].map(|side| game.target(side));
        if self.goes_over.is_none() {
            let straight = match me {
                Side::First => Misstep::WhiteStraightHome,
                Side::Second => Misstep::BlackStraightHome,
            };
            let own = self.away(game, at.piece(me), home);
            let run = self.away(game, other, over);
            let is_hunter = game.hunter(at) == me;
            self.goes_over = Some(is_hunter && own > run && self.misstep != straight);
        }
        self.has_been_over |= at.piece(me) == over;
        let reaches = |from: Square, to: Square| distance(game.board(), from, to) == Some(1);
        if reaches(at.piece(me), other) && self.misstep != Misstep::NoCapture {
            return other;
        }
        let goal = if self.goes_over == Some(true) && !self.has_been_over { over } else { home };
        let score = |to: &Square| {
            let wins = *to == home && !reaches(other, home);
            let is_in_reach = reaches(other, *to);
            let lets_go = other == over && !reaches(*to, over);
            let is_lost = self.misstep == Misstep::LostAfterwards && self.has_been_over;
            let far = if is_lost { u64::from((to.row * 7 + to.col * 3) % 10) } else { self.away(game, *to, goal) };
            (!wins, is_in_reach, lets_go, far)
        };
        game.moves(at).min_by_key(score).expect("the game goes on")
    }
}

/// Keeps the win and never takes it.
struct Dawdler;

impl Player for Dawdler {
    fn play(&mut self, game: &Knightmare, at: &Position) -> Square {
        let solver = solver(game);
        let rated = solver.rate(game, at, usize::MAX).moves;
        let mut slow = rated.iter().filter(|rated| matches!(rated.value, Outcome::Win(2..)));
        slow.next_back().unwrap_or(&rated[0]).chosen
    }
}

/// Takes a side by a wrong rule and goes onto its own target whenever it can; looks for a win after its own moves alone.
struct Gambler;

impl Player for Gambler {
    fn side(&self, _: &Knightmare, _: &Position) -> Side {
        Side::First
    }

    fn play(&mut self, game: &Knightmare, at: &Position) -> Square {
        let goal = game.target(at.to_move());
        game.moves(at).find(|&to| to == goal).unwrap_or_else(|| best(game, at, |_| true))
    }

    fn stops(&self, won_by_its_own_move: bool) -> bool {
        won_by_its_own_move
    }
}

/// Reads on after it has won.
struct Reader;

impl Player for Reader {
    fn stops(&self, _: bool) -> bool {
        false
    }
}

/// Whether a player is accepted.
fn is_accepted(case: &Record<Knightmare>, player: &mut dyn Player, opponent: Opponent) -> bool {
    let (finding, stops) = judged(case, player, opponent);
    finding.verdict == Verdict::Accepted && stops
}

/// What the judge makes of a player, and whether it stops at the end.
fn judged(case: &Record<Knightmare>, player: &mut dyn Player, opponent: Opponent) -> (Finding, bool) {
    let game = case.game();
    let mut referee = referee(case, opponent);
    let mut record = case.clone();
    let side = player.side(game, case.position());
    let mut is_named = false;
    let mut last = side;
    loop {
        match referee.next() {
            Next::Listen(_) if !is_named => {
                referee.hear(if side == Side::First { "WHITE" } else { "BLACK" });
                is_named = true;
            }
            Next::Listen(_) => {
                let to = player.play(game, record.position());
                referee.hear(&format!("{} {}", to.row + 1, to.col + 1));
                record.play(to).expect("a legal move");
                last = side;
            }
            Next::Say(line) if line == "-1 -1" => {}
            Next::Say(line) => {
                let to: Vec<u32> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
                record.play(Square::new(to[0] - 1, to[1] - 1)).expect("a legal move");
                last = side.other();
            }
            Next::Over(finding) => return (finding, player.stops(last == side)),
        }
    }
}

fn read(text: &str) -> Record<Knightmare> {
    let cases = KnightmareProblem::default().read(&mut Input::new(text.as_bytes(), Limits::Original));
    cases.expect("a case").remove(0)
}

fn trials() -> Vec<(String, Record<Knightmare>)> {
    let problem = KnightmareProblem::default();
    let made = KnightmareProblem::JUDGING.trials.iter().map(|trial| match trial {
        Trial::Input { name, text } => ((*name).to_owned(), read(text)),
        Trial::Generated { kind, seed, .. } => {
            let make = KnightmareProblem::JUDGING.kinds.iter().find(|other| other.name == *kind).expect("a kind").make;
            (format!("{kind} {seed}"), make(&problem, &mut Random::new(*seed)))
        }
    });
    made.collect()
}

type NewPlayer = Box<dyn Fn() -> Box<dyn Player>>;

fn wrong_players() -> Vec<(String, NewPlayer)> {
    let mut players: Vec<(String, NewPlayer)> = Vec::new();
    for mistake in MISTAKES {
        players.push((format!("{mistake:?}"), Box::new(move || Box::new(WrongRule(mistake)))));
    }
    for misstep in MISSTEPS {
        players.push((format!("{misstep:?}"), Box::new(move || Box::new(Walker::new(misstep)))));
    }
    players.push(("Gentle".to_owned(), Box::new(|| Box::new(Gentle))));
    players.push(("GentleLater".to_owned(), Box::new(|| Box::new(GentleLater(true)))));
    players.push(("Straight".to_owned(), Box::new(|| Box::new(Straight))));
    players.push(("AlwaysOver".to_owned(), Box::new(|| Box::new(AlwaysOver(false)))));
    players.push(("Dawdler".to_owned(), Box::new(|| Box::new(Dawdler))));
    players.push(("Gambler".to_owned(), Box::new(|| Box::new(Gambler))));
    players.push(("Reader".to_owned(), Box::new(|| Box::new(Reader))));
    players
}

/// Whoever picks the seeds of the opponents.
const SEEDS: u64 = 5;

/// The opponents, and in brackets the trials, against whom a player is not accepted, whatever their seed.
fn caught_by(new: &dyn Fn() -> Box<dyn Player>) -> Vec<(String, &'static str)> {
    let is_caught = |case: &Record<Knightmare>, name: &'static str| {
        (0..SEEDS).all(|seed| !is_accepted(case, &mut *new(), Opponent::Named(name, Random::new(seed))))
    };
    let games =
        trials().into_iter().flat_map(|(trial, case)| opponents().map(move |name| (trial.clone(), case.clone(), name)));
    games.filter(|(_, case, name)| is_caught(case, name)).map(|(trial, _, name)| (trial, name)).collect()
}

#[test]
fn every_wrong_player_is_caught_on_the_trials() {
    for (name, new) in wrong_players() {
        let caught = caught_by(&*new);
        assert!(!caught.is_empty(), "{name}");
    }
}

#[test]
fn a_right_player_is_accepted_on_the_trials() {
    for (trial, case) in trials() {
        for name in opponents() {
            for seed in 0..SEEDS {
                let opponent = || Opponent::Named(name, Random::new(seed));
                assert!(is_accepted(&case, &mut Right, opponent()), "{trial} {name} {seed}");
                let mut walker = Walker::new(Misstep::None);
                assert!(is_accepted(&case, &mut walker, opponent()), "a walker, {trial} {name} {seed}");
            }
        }
    }
}

#[test]
fn a_win_that_is_never_taken_is_explained() {
    let case = read("6 6\n4 3 3 5\n");
    let (finding, _) = judged(&case, &mut Dawdler, Opponent::Named("perfect", Random::new(1)));
    assert_eq!(finding.why, "350 moves made without a win");
    let explained = [
        "its 350 moves all kept a win, none took it",
        "it could first have won at once at ply 1 of 6 x 6: white on 4,3, black on 3,5, white to move",
        "played  5,5",
        "better  3,5, which wins at once",
    ];
    assert_eq!(finding.details, explained);
}
