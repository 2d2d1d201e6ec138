//! The judge's side of a game: what it accepts, what it refuses, and how it explains a loss.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::iter;

use board_core::judging::{Finding, Next, Opponent, Referee, Verdict};
use board_core::{Control, Input, Limits, Oracle, Problem, Random, Record, Side, Square};
use knightmare::{Knightmare, KnightmareProblem, Position};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::{game, opponents, referee, solver};

/// A game as it was spoken: `<` before a line of the judge, `>` before one of the program.
struct Spoken {
    lines: Vec<String>,
    finding: Finding,
}

impl Spoken {
    fn plies(&self) -> u64 {
        self.lines.iter().filter(|line| line.as_bytes()[2].is_ascii_digit()).count() as u64
    }

    fn of_the_judge(&self) -> Vec<String> {
        self.lines.iter().filter_map(|line| line.strip_prefix("< ")).map(str::to_owned).collect()
    }
}

/// Both ends of a conversation with the program of this crate.
struct Talk {
    referee: Box<dyn Referee>,
    lines: Vec<String>,
    /// What the program has not read yet.
    waiting: VecDeque<u8>,
    /// What it has written and not ended by a line end.
    heard: Vec<u8>,
    is_flushed: bool,
}

struct Ear<'a>(&'a RefCell<Talk>, Vec<u8>);
struct Mouth<'a>(&'a RefCell<Talk>);

impl Read for Ear<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Ear<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.1.is_empty() {
            let mut talk = self.0.borrow_mut();
            assert!(talk.is_flushed, "what is written is flushed before the program reads on");
            if talk.waiting.is_empty() {
                let next = talk.referee.next();
                let Next::Say(line) = next else { panic!("the program reads, and the judge wants {next:?}") };
                talk.waiting.extend(format!("{line}\n").bytes());
                talk.lines.push(format!("< {line}"));
            }
            self.1.extend(talk.waiting.drain(..));
        }
        Ok(&self.1)
    }

    fn consume(&mut self, amount: usize) {
        self.1.drain(..amount);
    }
}

impl Write for Mouth<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut talk = self.0.borrow_mut();
        talk.is_flushed = false;
        talk.heard.extend(bytes);
        while let Some(end) = talk.heard.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = talk.heard.drain(..=end).collect();
            let line = std::str::from_utf8(&line[..end]).expect("text");
            let next = talk.referee.next();
            assert!(matches!(next, Next::Listen(_)), "the program says {line}, and the judge wants {next:?}");
            talk.referee.hear(line);
            talk.lines.push(format!("> {line}"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().is_flushed = true;
        Ok(())
    }
}

/// Lets the program of this crate play.
fn converse(game: &Knightmare, start: &Position, opponent: Opponent) -> Spoken {
    let problem = KnightmareProblem::default();
    let case = Record::new(*game, *start);
    let input = problem.input(std::slice::from_ref(&case));
    let talk = RefCell::new(Talk {
        referee: referee(&case, opponent),
        lines: Vec::new(),
        waiting: input.into_bytes().into(),
        heard: Vec::new(),
        is_flushed: true,
    });
    let conversation = KnightmareProblem::CONVERSATION.expect("it is interactive");
    let (mut ear, mut mouth) = (Ear(&talk, Vec::new()), Mouth(&talk));
    let held = (conversation.hold)(&problem, &mut ear, &mut mouth, &Control::new());
    assert!(held.is_ok(), "{held:?}");
    let mut talk = talk.into_inner();
    assert!(talk.heard.is_empty() && talk.waiting.is_empty() && talk.is_flushed);
    let next = talk.referee.next();
    let Next::Over(finding) = next else { panic!("the program has ended, and the judge wants {next:?}") };
    Spoken { lines: talk.lines, finding }
}

fn starts(game: &Knightmare) -> impl Iterator<Item = Position> {
    let board = game.board();
    let pairs = board.iter().flat_map(move |white| board.iter().map(move |black| (white, black)));
    pairs.filter_map(|(white, black)| game.start(white, black, Side::First).ok())
}

/// The program of this crate wins from this start against everybody, in no more plies than it takes against the perfect.
fn is_won(game: &Knightmare, start: &Position, seed: u64) {
    let claimed = solver(game).value(start).plies().expect("no draws");
    for name in opponents() {
        let spoken = converse(game, start, Opponent::Named(name, Random::new(seed)));
        assert_eq!(spoken.finding.verdict, Verdict::Accepted, "{start:?} {name} {:?}", spoken.finding);
        assert!(spoken.plies() <= claimed, "{start:?} {name}: {} plies, not {claimed}", spoken.plies());
        if name == "perfect" {
            assert_eq!(spoken.plies(), claimed, "{start:?}");
        }
        let again = converse(game, start, Opponent::Recorded(spoken.of_the_judge()));
        assert_eq!((again.lines, again.finding), (spoken.lines, spoken.finding));
    }
}

#[test]
fn every_start_of_6x6_is_won_and_replayed() {
    let game = game(6, 6);
    for (seed, start) in (0..).zip(starts(&game)) {
        is_won(&game, &start, seed);
    }
}

/// Some starts of a board: those in corners, and others without a pattern.
fn some_starts(game: &Knightmare, count: usize) -> impl Iterator<Item = Position> {
    let [rows, cols] = [game.board().rows(), game.board().cols()];
    let corners = [(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)].map(|(row, col)| Square::new(row, col));
    let corners = corners.into_iter().flat_map(move |white| corners.map(|black| (white, black)));
    let mut random = Random::new(u64::from(rows) << 32 | u64::from(cols));
    let mut square = move || Square::new(random.within(0..=rows - 1), random.within(0..=cols - 1));
    let others = iter::repeat_with(move || (square(), square())).take(count);
    corners.chain(others).filter_map(|(white, black)| game.start(white, black, Side::First).ok())
}

#[test]
fn starts_of_larger_boards_are_won_and_replayed() {
    for (rows, cols, count) in
        [(8, 12, 100), (10, 8, 40), (40, 40, 20), (6, 1000, 10), (1000, 6, 10), (998, 1000, 10), (1000, 1000, 10)]
    {
        let game = game(rows, cols);
        for (seed, start) in (0..).zip(some_starts(&game, count)) {
            is_won(&game, &start, seed);
        }
    }
}

#[test]
fn thin_boards_are_never_lost() {
    for (rows, cols) in [(2, 4), (4, 2), (2, 8), (8, 2), (4, 4), (4, 10), (10, 4)] {
        let game = game(rows, cols);
        for start in some_starts(&game, 60) {
            let Finding { verdict, why, .. } =
                converse(&game, &start, Opponent::Named("random", Random::new(3))).finding;
            let is_drawn = why == "350 moves made without a win";
            assert!(verdict == Verdict::Accepted || is_drawn, "{start:?}: {why}");
        }
    }
}

fn case(text: &str) -> Record<Knightmare> {
    let mut cases = KnightmareProblem::default().read(&mut Input::new(text.as_bytes(), Limits::Ours)).expect("a case");
    cases.remove(0)
}

/// A program that says these lines whenever it is asked, and what the judge makes of it.
fn say<'a>(text: &str, opponent: Opponent, lines: impl IntoIterator<Item = &'a str>) -> Spoken {
    let mut referee = referee(&case(text), opponent);
    let mut lines = lines.into_iter();
    let mut spoken = Vec::new();
    loop {
        match referee.next() {
            Next::Say(line) => spoken.push(format!("< {line}")),
            Next::Listen(what) => {
                let line = lines.next().unwrap_or_else(|| panic!("after {spoken:?} {what} is awaited"));
                referee.hear(line);
                spoken.push(format!("> {line}"));
            }
            Next::Over(finding) => {
                referee.hear("1 1");
                assert_eq!(referee.next(), Next::Over(finding.clone()), "it stays over");
                return Spoken { lines: spoken, finding };
            }
        }
    }
}

fn perfect() -> Opponent {
    Opponent::Named("perfect", Random::new(1))
}

fn repeats(lines: &[&str]) -> Opponent {
    Opponent::Recorded(lines.iter().map(|&line| line.to_owned()).collect())
}

/// The verdict, why, and what explains it, one line each; and the conversation.
fn told(spoken: &Spoken) -> String {
    let Finding { verdict, why, details } = &spoken.finding;
    let lines: Vec<String> = details.iter().map(|line| format!("   {line}")).collect();
    format!("{}\n{verdict} {why}\n{}", spoken.lines.join("  "), lines.join("\n"))
}

#[test]
fn a_first_line_is_a_side() {
    for line in ["white", "WHIT", "WHITE 4 4", "4 4", "WHITE BLACK", "\u{a0}WHITE", "-1 -1", &"W".repeat(1 << 20)] {
        let spoken = say("8 8 2 3 1 8", perfect(), [line]);
        assert_eq!(spoken.finding.verdict, Verdict::PresentationError, "{line:.40}");
        assert_eq!(spoken.lines.last().map(String::as_str), Some("< -1 -1"));
        assert!(spoken.finding.why.len() < 200);
    }
    let spoken = say("8 8 2 3 1 8", perfect(), ["", " \t ", "\tWHITE \r", "", " 4\t 4\r"]);
    assert_eq!(
        (spoken.finding.verdict, spoken.finding.why.as_str()),
        (Verdict::Accepted, "white wins after 1 ply: it stands on its target 4,4")
    );
}

#[test]
fn a_move_is_two_numbers() {
    for line in ["4", "4 4 4", "4,4", "04 4", "+4 4", "4 4.0", "--4 4", "- 4", "-0 4", "four 4", "4 ٤", "WHITE"] {
        let finding = say("8 8 2 3 1 8", perfect(), ["WHITE", line]).finding;
        assert_eq!(finding.verdict, Verdict::PresentationError, "{line}");
        assert_eq!(finding.details, ["ply 1 of 8 x 8: white on 2,3, black on 1,8, white to move"]);
    }
    for (line, why) in [
        ("0 4", "0 4 is off the board of 8 x 8"),
        ("4 9", "4 9 is off the board of 8 x 8"),
        ("-1 -1", "-1 -1 is off the board of 8 x 8"),
        ("4 99999999999999999999", "4 99999999999999999999 is off the board of 8 x 8"),
        ("4294967297 4", "4294967297 4 is off the board of 8 x 8"),
        ("2 3", "2,3 is not a knight's move from 2,3"),
        ("5 4", "5,4 is not a knight's move from 2,3"),
    ] {
        let spoken = say("8 8 2 3 1 8", perfect(), ["WHITE", line]);
        assert_eq!((spoken.finding.verdict, spoken.finding.why.as_str()), (Verdict::WrongAnswer, why));
        assert_eq!(spoken.lines.last().map(String::as_str), Some("< -1 -1"));
    }
}

#[test]
fn a_loss_is_explained() {
    let wrong_side = say("8 8 2 3 1 8", repeats(&["4 4"]), ["BLACK"]);
    let to_and_fro = || ["WHITE"].into_iter().chain(["1 1", "2 3"].into_iter().cycle());
    let thrown_away = say("8 8 2 3 1 8", perfect(), to_and_fro());
    let twice = say("8 8 2 3 1 8", repeats(&["3 7", "1 8", "3 7", "5 6", "7 5", "5 4"]), to_and_fro());
    let all = [wrong_side, thrown_away, twice].map(|spoken| told(&spoken)).join("\n\n");
    insta::assert_snapshot!("explained", all);
}

#[test]
fn a_win_that_is_never_taken_is_a_draw_after_350_moves() {
    // White stands beside its target for ever; black goes to and fro far away.
    let white = ["WHITE"].into_iter().chain(["1 1", "2 3"].into_iter().cycle());
    let black: Vec<&str> = ["3 7", "1 8"].into_iter().cycle().take(400).collect();
    let spoken = say("8 8 2 3 1 8", repeats(&black), white);
    assert_eq!(spoken.plies(), 699);
    let told = told(&spoken);
    insta::assert_snapshot!("drawn", &told[told.find("< -1 -1").expect("it is told")..]);
}

#[test]
fn a_start_that_nobody_wins_may_be_drawn() {
    let lines = ["WHITE"].into_iter().chain(["1 3", "2 1"].into_iter().cycle());
    let black: Vec<&str> = ["2 3", "1 1"].into_iter().cycle().take(400).collect();
    let finding = say("2 8 2 1 1 1", repeats(&black), lines).finding;
    assert_eq!(
        (finding.verdict, finding.why.as_str()),
        (Verdict::Accepted, "350 moves made without a win; from this start neither side can force one")
    );
    let finding = say("2 2 2 2 1 2", perfect(), ["BLACK"]).finding;
    assert_eq!(finding.verdict, Verdict::Accepted, "no knight can move: {}", finding.why);
}

#[test]
fn a_recorded_side_may_have_made_no_move() {
    for (lines, why) in [
        (&[][..], "the judge's side says no more, and the game is not over"),
        (&["-1 -1"], "-1 -1 is no move that the judge's side can make"),
        (&["4 5"], "4 5 is no move that the judge's side can make"),
        (&["7 3 1"], "7 3 1 is no move that the judge's side can make"),
    ] {
        let finding = say("6 6 4 4 2 2", repeats(lines), ["BLACK"]).finding;
        assert_eq!((finding.verdict, finding.why.as_str()), (Verdict::PresentationError, why));
    }
}

#[test]
fn a_win_by_the_other_sides_move_ends_the_game_at_once() {
    // White walks onto its target under attack. Black steps away in place of a capture, one time in two.
    let findings: Vec<Finding> = (0..20)
        .map(|seed| say("8 8 2 3 6 3", Opponent::Named("stubborn", Random::new(seed)), ["WHITE", "4 4"]).finding)
        .collect();
    let count = |verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    assert_eq!(count(Verdict::Accepted) + count(Verdict::WrongAnswer), 20);
    assert!(count(Verdict::Accepted) >= 5 && count(Verdict::WrongAnswer) >= 5, "{findings:?}");
    let accepted = findings.iter().filter(|finding| finding.verdict == Verdict::Accepted);
    assert!(accepted.clone().all(|finding| finding.why == "white wins after 2 plies: it stands on its target 4,4"));
    let greedy = say("8 8 2 3 6 3", Opponent::Named("greedy", Random::new(1)), ["WHITE", "4 4"]).finding;
    assert_eq!(greedy.why, "black wins after 2 plies: it captures on 4,4");
}

#[test]
fn nobody_else_plays() {
    let new = KnightmareProblem::JUDGING.interaction.expect("it is interactive").referee;
    let opponent = Opponent::Named("nobody", Random::new(1));
    let made = new(&KnightmareProblem::default(), &case("8 8 2 3 1 8"), opponent, &Control::new());
    assert_eq!(made.map(drop).expect_err("nobody").to_string(), "nobody is called nobody");
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_of_any_kind(
        lines in prop::collection::vec("\\PC{0,12}|WHITE|BLACK|[1-8] [1-8]|-?[0-9]{0,24} -?[0-9]{1,3}|[ \t\r]{0,3}", 0..40),
        recorded in prop::collection::vec("[1-8] [1-8]|\\PC{0,8}", 0..40),
        name in prop::sample::select(opponents().map(Some).chain([None]).collect::<Vec<_>>()),
        seed in any::<u64>(),
    ) {
        let opponent = name.map_or(Opponent::Recorded(recorded), |name| Opponent::Named(name, Random::new(seed)));
        let mut referee = referee(&case("8 8 2 3 6 3"), opponent);
        let mut over = false;
        for line in &lines {
            // Also a line that is not awaited.
            referee.hear(line);
            match referee.next() {
                Next::Over(_) => over = true,
                Next::Say(line) => prop_assert!(!over && line.split(' ').all(|word| word.parse::<i32>().is_ok())),
                Next::Listen(_) => prop_assert!(!over),
            }
        }
    }
}
