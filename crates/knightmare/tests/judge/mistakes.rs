//! The starts on which programs are tested, against players that make common mistakes.

use board_core::{Game, Oracle, Outcome, Random, Record, Side, Square};
use board_judge::{Choice, Finding, Judged, Trial, Verdict};
use knightmare::judging::Opponent;
use knightmare::{Knightmare, KnightmareProblem, Position, distance};

use crate::{Program, case, mover, solver};

/// The rule that names the winner, right or wrong. Arrays are for white and black as the hunter.
#[derive(Clone, Copy, Debug)]
struct Rule {
    /// By how many moves the hunter's way home may be longer than the runner's; `None` if the hunter never walks home
    /// first.
    home: [Option<i64>; 2],
    /// By how many moves the hunter's way to the runner's target may be longer; `None` if it never goes there.
    over: [Option<i64>; 2],
    /// For this hunter, the second inequality measures the runner's way to the hunter's target.
    takes_wrong_target: Option<Side>,
    /// This side hunts, whatever the colours of the squares.
    hunter: Option<Side>,
    /// The targets are exchanged.
    swaps_targets: bool,
    /// Two squares along and two across are two moves, not four.
    has_short_diagonal: bool,
    /// This side always wins.
    winner: Option<Side>,
}

const RIGHT: Rule = Rule {
    home: [Some(0), Some(-1)],
    over: [Some(1), Some(0)],
    takes_wrong_target: None,
    hunter: None,
    swaps_targets: false,
    has_short_diagonal: false,
    winner: None,
};

const WRONG_RULES: [(&str, Rule); 18] = [
    ("white must be home strictly first", Rule { home: [Some(-1), Some(-1)], ..RIGHT }),
    ("white over the other target without the + 1", Rule { over: [Some(0), Some(0)], ..RIGHT }),
    ("black over the other target with <", Rule { over: [Some(1), Some(-1)], ..RIGHT }),
    ("white over the other target, the wrong way of black", Rule { takes_wrong_target: Some(Side::First), ..RIGHT }),
    ("black over the other target, the wrong way of white", Rule { takes_wrong_target: Some(Side::Second), ..RIGHT }),
    ("white never goes over the other target", Rule { over: [None, Some(0)], ..RIGHT }),
    ("black never goes over the other target", Rule { over: [Some(1), None], ..RIGHT }),
    ("white never walks home first", Rule { home: [None, Some(-1)], ..RIGHT }),
    ("black never walks home first", Rule { home: [Some(0), None], ..RIGHT }),
    ("white is home in time two moves later", Rule { home: [Some(2), Some(-1)], ..RIGHT }),
    ("black is home in time two moves later", Rule { home: [Some(0), Some(1)], ..RIGHT }),
    ("white guards in time two moves later", Rule { over: [Some(3), Some(0)], ..RIGHT }),
    ("black guards in time two moves later", Rule { over: [Some(1), Some(2)], ..RIGHT }),
    ("white always hunts", Rule { hunter: Some(Side::First), ..RIGHT }),
    ("black always hunts", Rule { hunter: Some(Side::Second), ..RIGHT }),
    ("the targets are swapped", Rule { swaps_targets: true, ..RIGHT }),
    ("always white", Rule { winner: Some(Side::First), ..RIGHT }),
    ("always black", Rule { winner: Some(Side::Second), ..RIGHT }),
];

impl Rule {
    fn moves(&self, game: &Knightmare, from: Square, to: Square) -> i64 {
        let is_diagonal = from.row.abs_diff(to.row) == 2 && from.col.abs_diff(to.col) == 2;
        if is_diagonal && self.has_short_diagonal {
            return 2;
        }
        distance(game.board(), from, to).expect("a wide board").cast_signed()
    }

    fn winner(&self, game: &Knightmare, at: &Position) -> Side {
        let hunter = self.hunter.unwrap_or_else(|| game.hunter(at));
        let runner = hunter.other();
        let moves = |of: Side, target: Side| {
            let target = if self.swaps_targets { target.other() } else { target };
            self.moves(game, at.piece(of), game.target(target))
        };
        let run = moves(runner, runner);
        let guarded_run = if self.takes_wrong_target == Some(hunter) { moves(runner, hunter) } else { run };
        let is_in_time = |way: i64, run: i64, slack: Option<i64>| slack.is_some_and(|slack| way <= run + slack);
        let wins = is_in_time(moves(hunter, hunter), run, self.home[hunter as usize])
            || is_in_time(moves(hunter, runner), guarded_run, self.over[hunter as usize]);
        self.winner.unwrap_or(if wins { hunter } else { runner })
    }
}

type Choose = Box<dyn FnMut(&Knightmare, &Position) -> Square>;

/// A player: it takes the side that its rule names, and chooses moves.
struct Player {
    rule: Rule,
    choose: Choose,
}

fn takes_right_side(choose: impl FnMut(&Knightmare, &Position) -> Square + 'static) -> Player {
    Player { rule: RIGHT, choose: Box::new(choose) }
}

fn takes_side_by(rule: Rule) -> Player {
    Player { rule, choose: Box::new(|game, at| best(game, at, |_| true)) }
}

/// The best of the allowed moves, or of all moves if none is allowed.
fn best(game: &Knightmare, at: &Position, allowed: impl Fn(Square) -> bool) -> Square {
    let rated = solver(game).rate(game, at, usize::MAX).moves;
    rated.iter().find(|rated| allowed(rated.chosen)).unwrap_or(&rated[0]).chosen
}

fn captures(at: &Position, to: Square) -> bool {
    to == at.piece(at.to_move().other())
}

fn never_captures() -> Player {
    takes_right_side(|game, at| best(game, at, |to| !captures(at, to)))
}

fn captures_in_its_first_move_alone() -> Player {
    let mut is_first = true;
    takes_right_side(move |game, at| {
        let may_capture = std::mem::take(&mut is_first);
        best(game, at, |to| may_capture || !captures(at, to))
    })
}

/// Captures, otherwise steps nearer to its own target, whatever happens there.
fn always_straight_home() -> Player {
    takes_right_side(|game, at| {
        let goal = game.target(at.to_move());
        let key = |to: &Square| (!captures(at, *to), distance(game.board(), *to, goal));
        game.moves(at).min_by_key(key).expect("the game goes on")
    })
}

/// Captures, otherwise steps nearer to the other's target, and from there home.
fn always_over_the_other_target() -> Player {
    let mut has_been_over = false;
    takes_right_side(move |game, at| {
        let me = at.to_move();
        has_been_over |= at.piece(me) == game.target(me.other());
        let goal = game.target(if has_been_over { me } else { me.other() });
        let key = |to: &Square| (!captures(at, *to), distance(game.board(), *to, goal));
        game.moves(at).min_by_key(key).expect("the game goes on")
    })
}

/// Keeps the win but never takes it.
fn dawdles() -> Player {
    takes_right_side(|game, at| {
        let rated = solver(game).rate(game, at, usize::MAX).moves;
        let mut slow = rated.iter().filter(|rated| matches!(rated.value, Outcome::Win(2..)));
        slow.next_back().unwrap_or(&rated[0]).chosen
    })
}

/// The mistake of a player that takes the right side and walks by distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Misstep {
    None,
    /// It never captures just because it can.
    NoCapture,
    /// It walks home although this side wins over the other's target.
    StraightHome(Side),
    /// After it has been on the other's target, it walks anywhere.
    LostAfterwards,
}

/// Captures, otherwise wins on its target, otherwise walks to its target or over the other's, out of the other knight's
/// reach, without giving up an attack on the other knight on its target.
fn walks(rule: Rule, misstep: Misstep) -> Player {
    // Whether it goes over the other's target, from the first move on.
    let mut goes_over = None;
    let mut has_been_over = false;
    let choose = move |game: &Knightmare, at: &Position| {
        let me = at.to_move();
        let other = at.piece(me.other());
        let [home, over] = [me, me.other()].map(|side| game.target(side));
        let goes_over = *goes_over.get_or_insert_with(|| {
            let is_late = rule.moves(game, at.piece(me), home) > rule.moves(game, other, over);
            game.hunter(at) == me && is_late && misstep != Misstep::StraightHome(me)
        });
        has_been_over |= at.piece(me) == over;
        let reaches = |from: Square, to: Square| distance(game.board(), from, to) == Some(1);
        if reaches(at.piece(me), other) && misstep != Misstep::NoCapture {
            return other;
        }
        let goal = if goes_over && !has_been_over { over } else { home };
        let key = |to: &Square| {
            let wins = *to == home && !reaches(other, home);
            let is_in_reach = reaches(other, *to);
            let lets_go = other == over && !reaches(*to, over);
            let is_lost = misstep == Misstep::LostAfterwards && has_been_over;
            let moves = if is_lost { i64::from((to.row * 7 + to.col * 3) % 10) } else { rule.moves(game, *to, goal) };
            (!wins, is_in_reach, lets_go, moves)
        };
        game.moves(at).min_by_key(key).expect("the game goes on")
    };
    Player { rule, choose: Box::new(choose) }
}

fn judged(case: &Record<Knightmare>, player: Player, opponent: Opponent, seed: u64) -> Finding {
    let side = player.rule.winner(case.game(), case.position());
    Program::new(case, side, player.choose).play(mover(opponent, seed))
}

fn trials() -> impl Iterator<Item = Record<Knightmare>> {
    KnightmareProblem::TRIALS.iter().map(|trial| match trial {
        Trial::Input { text, .. } => case(text),
        Trial::Generated { kind, seed, .. } => KnightmareProblem::default().generate(*kind, &mut Random::new(*seed)),
    })
}

/// The number of seeds of an opponent against which a player is tested.
const SEEDS: u64 = 5;

/// Whether a trial and an opponent refuse the player, whatever the opponent's seed.
fn is_caught(new: &dyn Fn() -> Player) -> bool {
    let is_refused = |case: &Record<Knightmare>, opponent: Opponent| {
        (0..SEEDS).all(|seed| judged(case, new(), opponent, seed).verdict != Verdict::Accepted)
    };
    trials().any(|case| Opponent::ALL.iter().any(|&opponent| is_refused(&case, opponent)))
}

#[test]
fn every_wrong_rule_fails_a_trial() {
    for (name, rule) in WRONG_RULES {
        assert!(is_caught(&|| takes_side_by(rule)), "{name}");
    }
}

#[test]
fn every_wrong_player_fails_a_trial() {
    let short_diagonal = Rule { has_short_diagonal: true, ..RIGHT };
    let players: [(&str, &dyn Fn() -> Player); 10] = [
        ("never captures", &never_captures),
        ("captures in its first move alone", &captures_in_its_first_move_alone),
        ("always straight home", &always_straight_home),
        ("always over the other target", &always_over_the_other_target),
        ("dawdles", &dawdles),
        ("walks, and never captures", &|| walks(RIGHT, Misstep::NoCapture)),
        ("walks, white straight home", &|| walks(RIGHT, Misstep::StraightHome(Side::First))),
        ("walks, black straight home", &|| walks(RIGHT, Misstep::StraightHome(Side::Second))),
        ("walks, lost after the other target", &|| walks(RIGHT, Misstep::LostAfterwards)),
        ("walks, with a short diagonal", &|| walks(short_diagonal, Misstep::None)),
    ];
    for (name, new) in players {
        assert!(is_caught(new), "{name}");
    }
}

#[test]
fn a_correct_player_passes_all_trials() {
    for (case, &opponent) in
        trials().flat_map(|case| Opponent::ALL.iter().map(move |opponent| (case.clone(), opponent)))
    {
        for seed in 0..SEEDS {
            for player in [takes_side_by(RIGHT), walks(RIGHT, Misstep::None)] {
                let finding = judged(&case, player, opponent, seed);
                assert_eq!(
                    finding.verdict,
                    Verdict::Accepted,
                    "{opponent:?} {seed} {:?}: {finding:?}",
                    case.position()
                );
            }
        }
    }
}

#[test]
fn a_win_that_is_never_taken_is_explained() {
    let finding = judged(&case("6 6\n4 3 3 5\n"), dawdles(), Opponent::Perfect, 1);
    assert_eq!(finding.why, "350 moves made without a win");
    let explained = [
        "its 350 moves all kept the win, but none of them won the game",
        "it first missed an immediate win at ply 1 of 6 x 6: white on 4,3, black on 3,5, white to move",
        "played  5,5",
        "better  3,5, which wins at once",
    ];
    assert_eq!(finding.details, explained);
}
