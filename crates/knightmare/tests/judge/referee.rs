//! What the referee accepts, what it refuses, and how it explains a loss.

use std::convert::Infallible;

use board_judge::{Choice, Contestant, Ending, Finding, Line, Mover, Next, Referee, Speaker, Verdict, play};
use knightmare::judging::Opponent;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::{case, mover, referee};

/// A conversation without the judge's input, and the referee's finding.
struct Conversation {
    lines: Vec<Line>,
    finding: Finding,
}

impl Conversation {
    fn last(&self) -> String {
        self.lines.last().map(Line::marked).unwrap_or_default()
    }

    /// The conversation in one line, the verdict, and the explanation, one line each.
    fn text(&self) -> String {
        let Finding { verdict, why, details } = &self.finding;
        let conversation: Vec<String> = self.lines.iter().map(Line::marked).collect();
        let details: Vec<String> = details.iter().map(|line| format!("   {line}")).collect();
        format!("{}\n{verdict} {why}\n{}", conversation.join("  "), details.join("\n"))
    }
}

/// A program that writes these lines, whatever it reads.
struct Script<I> {
    lines: I,
    conversation: Vec<Line>,
}

impl<'a, I: Iterator<Item = &'a str>> Contestant for Script<I> {
    type Silence = ();
    type Error = Infallible;

    fn send(&mut self, line: &str) -> Result<(), Infallible> {
        self.conversation.push(Line { speaker: Speaker::Judge, text: line.to_owned() });
        Ok(())
    }

    fn receive(&mut self) -> Result<Result<String, ()>, Infallible> {
        let Some(line) = self.lines.next() else { return Ok(Err(())) };
        self.conversation.push(Line { speaker: Speaker::Program, text: line.to_owned() });
        Ok(Ok(line.to_owned()))
    }
}

/// Plays a program that writes these lines.
fn converse<'a>(text: &str, mut mover: Mover<Opponent>, lines: impl IntoIterator<Item = &'a str>) -> Conversation {
    let mut referee = referee(&case(text));
    let mut script = Script { lines: lines.into_iter(), conversation: Vec::new() };
    let Ok(ending) = play(&mut referee, &mut mover, "", &mut script);
    let Ending::Over(finding) = ending else { panic!("after {:?}: {ending:?}", script.conversation) };
    referee.receive("1 1");
    assert_eq!(referee.next(), Next::Over(finding.clone()), "the game stays over");
    Conversation { lines: script.conversation, finding }
}

fn perfect() -> Mover<Opponent> {
    mover(Opponent::Perfect, 1)
}

/// The judge's side of an earlier game.
fn recorded(lines: &[&str]) -> Mover<Opponent> {
    Mover::Recorded(lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>().into_iter())
}

#[test]
fn a_first_line_is_a_side() {
    for line in ["white", "WHIT", "WHITE 4 4", "4 4", "WHITE BLACK", "\u{a0}WHITE", "-1 -1", &"W".repeat(1 << 20)] {
        let conversation = converse("8 8 2 3 1 8", perfect(), [line]);
        assert_eq!(conversation.finding.verdict, Verdict::PresentationError, "{line:.40}");
        assert_eq!(conversation.last(), "< -1 -1");
        assert!(conversation.finding.why.len() < 200);
    }
    let conversation = converse("8 8 2 3 1 8", perfect(), ["", " \t ", "\tWHITE \r", "", " 4\t 4\r"]);
    assert_eq!(
        (conversation.finding.verdict, conversation.finding.why.as_str()),
        (Verdict::Accepted, "white wins after 1 ply: it is on its target 4,4")
    );
}

#[test]
fn a_move_is_two_numbers() {
    for line in ["4", "4 4 4", "4,4", "04 4", "+4 4", "4 4.0", "--4 4", "- 4", "-0 4", "four 4", "4 ٤", "WHITE"] {
        let finding = converse("8 8 2 3 1 8", perfect(), ["WHITE", line]).finding;
        assert_eq!(finding.verdict, Verdict::PresentationError, "{line}");
        assert_eq!(finding.details, ["ply 1 of 8 x 8: white on 2,3, black on 1,8, white to move"]);
    }
    for (line, why) in [
        ("0 4", "0 4 is off the 8 x 8 board"),
        ("4 9", "4 9 is off the 8 x 8 board"),
        ("-1 -1", "-1 -1 is off the 8 x 8 board"),
        ("4 99999999999999999999", "4 99999999999999999999 is off the 8 x 8 board"),
        ("4294967297 4", "4294967297 4 is off the 8 x 8 board"),
        ("2 3", "2,3 is not a knight's move from 2,3"),
        ("5 4", "5,4 is not a knight's move from 2,3"),
    ] {
        let conversation = converse("8 8 2 3 1 8", perfect(), ["WHITE", line]);
        assert_eq!((conversation.finding.verdict, conversation.finding.why.as_str()), (Verdict::WrongAnswer, why));
        assert_eq!(conversation.last(), "< -1 -1");
    }
}

#[test]
fn a_loss_is_explained() {
    let wrong_side = converse("8 8 2 3 1 8", recorded(&["4 4"]), ["BLACK"]);
    let to_and_fro = || ["WHITE"].into_iter().chain(["1 1", "2 3"].into_iter().cycle());
    let thrown_away = converse("8 8 2 3 1 8", perfect(), to_and_fro());
    let twice = converse("8 8 2 3 1 8", recorded(&["3 7", "1 8", "3 7", "5 6", "7 5", "5 4"]), to_and_fro());
    let all = [wrong_side, thrown_away, twice].map(|conversation| conversation.text()).join("\n\n");
    insta::assert_snapshot!("explained", all);
}

#[test]
fn a_win_that_is_never_taken_is_a_draw_after_350_moves() {
    // White stays beside its target forever; black goes to and fro far away.
    let white = ["WHITE"].into_iter().chain(["1 1", "2 3"].into_iter().cycle());
    let black: Vec<&str> = ["3 7", "1 8"].into_iter().cycle().take(400).collect();
    let conversation = converse("8 8 2 3 1 8", recorded(&black), white);
    // In addition to the plies: the program's side, and the last line of the judge.
    assert_eq!(conversation.lines.len(), 699 + 2);
    let text = conversation.text();
    insta::assert_snapshot!("drawn", &text[text.find("< -1 -1").expect("the game is lost")..]);
}

#[test]
fn a_drawn_start_is_accepted_as_a_draw() {
    let lines = ["WHITE"].into_iter().chain(["1 3", "2 1"].into_iter().cycle());
    let black: Vec<&str> = ["2 3", "1 1"].into_iter().cycle().take(400).collect();
    let finding = converse("2 8 2 1 1 1", recorded(&black), lines).finding;
    assert_eq!(
        (finding.verdict, finding.why.as_str()),
        (Verdict::Accepted, "350 moves made without a win; from this start neither side can force a win")
    );
    let finding = converse("2 2 2 2 1 2", perfect(), ["BLACK"]).finding;
    assert_eq!(finding.verdict, Verdict::Accepted, "no knight can move: {}", finding.why);
}

#[test]
fn recorded_lines_that_are_not_legal_moves_are_refused() {
    for (lines, why) in [
        (&["-1 -1"][..], "expected a legal move of the judge's side, found -1 -1"),
        (&["4 5"], "expected a legal move of the judge's side, found 4 5"),
        (&["7 3 1"], "expected a legal move of the judge's side, found 7 3 1"),
        (&["06 3"], "expected a legal move of the judge's side, found 06 3"),
        (&[""], "expected a legal move of the judge's side, found an empty line"),
    ] {
        let finding = converse("6 6 4 4 2 2", recorded(lines), ["BLACK"]).finding;
        assert_eq!((finding.verdict, finding.why.as_str()), (Verdict::PresentationError, why));
    }
}

#[test]
fn a_win_by_the_other_sides_move_ends_the_game_at_once() {
    // White walks onto its target under attack. One time in two, black steps away instead of capturing.
    let findings: Vec<Finding> = (0..20)
        .map(|seed| converse("8 8 2 3 6 3", mover(Opponent::Stubborn, seed), ["WHITE", "4 4"]).finding)
        .collect();
    let count = |verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    assert_eq!(count(Verdict::Accepted) + count(Verdict::WrongAnswer), 20);
    assert!(count(Verdict::Accepted) >= 5 && count(Verdict::WrongAnswer) >= 5, "{findings:?}");
    let accepted = findings.iter().filter(|finding| finding.verdict == Verdict::Accepted);
    assert!(accepted.clone().all(|finding| finding.why == "white wins after 2 plies: it is on its target 4,4"));
    let greedy = converse("8 8 2 3 6 3", mover(Opponent::Greedy, 1), ["WHITE", "4 4"]).finding;
    assert_eq!(greedy.why, "black wins after 2 plies: it captures on 4,4");
}

#[test]
fn the_game_ends_if_recorded_lines_run_out() {
    let mut script = Script { lines: ["BLACK"].into_iter(), conversation: Vec::new() };
    let ending = play(&mut referee(&case("6 6 4 4 2 2")), &mut recorded(&[]), "", &mut script);
    assert_eq!(ending, Ok(Ending::RecordEnded));
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_lines(
        lines in prop::collection::vec("\\PC{0,12}|WHITE|BLACK|[1-8] [1-8]|-?[0-9]{0,24} -?[0-9]{1,3}|[ \t\r]{0,3}", 0..40),
        recorded in prop::collection::vec("[1-8] [1-8]|\\PC{0,8}", 0..40),
        opponent in prop::sample::select(Opponent::ALL.iter().copied().map(Some).chain([None]).collect::<Vec<_>>()),
        seed in any::<u64>(),
    ) {
        let mut mover = opponent.map_or(Mover::Recorded(recorded.into_iter()), |opponent| mover(opponent, seed));
        let mut referee = referee(&case("8 8 2 3 6 3"));
        let mut over = false;
        for line in &lines {
            // Also a line that the referee did not ask for.
            referee.receive(line);
            match (referee.next(), &mut mover) {
                (Next::Over(_), _) => over = true,
                (Next::Send(line), _) => prop_assert!(!over && line.split(' ').all(|word| word.parse::<i32>().is_ok())),
                (Next::Receive(_), _) => prop_assert!(!over),
                (Next::Reply, Mover::Opponent(opponent, random)) => {
                    let line = referee.choose(*opponent, random);
                    referee.receive(&line);
                    prop_assert_eq!(referee.next(), Next::Send(line));
                }
                (Next::Reply, Mover::Recorded(lines)) => {
                    prop_assert!(!over);
                    lines.next().iter().for_each(|line| referee.receive(line));
                }
            }
        }
    }
}
