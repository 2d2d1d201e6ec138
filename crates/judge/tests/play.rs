//! Games between a referee, the judge's side and a program, without running programs.

mod heap;

use std::convert::Infallible;

use board_core::{Control, Record, Side};
use board_judge::{Choice, Contestant, Ending, Judged, Line, Mover, Speaker, Verdict, is_interactive, play, random_of};
use heap::{BatchHeap, Heap, InteractiveHeap, Kind, Opponent};

/// A program that plays these lines.
struct Script {
    lines: Vec<&'static str>,
    talk: Vec<Line>,
}

/// The script has no more lines.
#[derive(PartialEq, Eq, Debug)]
struct NoMore;

impl Contestant for Script {
    type Silence = NoMore;
    type Error = Infallible;

    fn send(&mut self, line: &str) -> Result<(), Infallible> {
        self.talk.push(Line { speaker: Speaker::Judge, text: line.to_owned() });
        Ok(())
    }

    fn receive(&mut self) -> Result<Result<String, NoMore>, Infallible> {
        if self.lines.is_empty() {
            return Ok(Err(NoMore));
        }
        let text = self.lines.remove(0).to_owned();
        self.talk.push(Line { speaker: Speaker::Program, text: text.clone() });
        Ok(Ok(text))
    }
}

/// Plays a game from a heap of this size; returns how it ended, and the lines of both sides.
fn game(left: u32, mut mover: Mover<Opponent>, lines: &[&'static str]) -> (Ending<NoMore>, String) {
    let case = Record::new(Heap, (left, Side::First));
    let mut referee =
        InteractiveHeap.referee(&case, &Control::new()).expect("no limit").expect("an interactive problem");
    let mut script = Script { lines: lines.to_vec(), talk: Vec::new() };
    let Ok(ending) = play(&mut referee, &mut mover, &format!("{left}\n"), &mut script);
    (ending, script.talk.iter().map(|line| line.marked() + ";").collect())
}

fn perfect() -> Mover<Opponent> {
    Mover::Opponent(Opponent::Perfect, random_of(1, Opponent::Perfect, "7\n"))
}

fn verdict(ending: &Ending<NoMore>) -> Option<Verdict> {
    match ending {
        Ending::Over(finding) => Some(finding.verdict),
        _ => None,
    }
}

#[test]
fn lines_are_passed_in_turn_until_the_game_is_over() {
    let one = Mover::Opponent(Opponent::One, random_of(1, Opponent::One, ""));
    let (ending, talk) = game(6, one, &["2", "3", "never read"]);
    assert_eq!((verdict(&ending), talk.as_str()), (Some(Verdict::Accepted), "< 6;> 2;< 1;> 3;"));
    let (ending, talk) = game(6, perfect(), &["1", "1"]);
    assert_eq!(verdict(&ending), Some(Verdict::WrongAnswer));
    assert_eq!(talk, "< 6;> 1;< 1;> 1;< 3;");
}

#[test]
fn an_illegal_move_ends_the_game() {
    let (ending, talk) = game(6, perfect(), &["4"]);
    assert_eq!((verdict(&ending), talk.as_str()), (Some(Verdict::WrongAnswer), "< 6;> 4;"));
    let (ending, _) = game(6, perfect(), &["two"]);
    assert_eq!(verdict(&ending), Some(Verdict::PresentationError));
}

#[test]
fn a_silent_program_and_an_exhausted_record_are_different_endings() {
    let (ending, _) = game(9, perfect(), &["1"]);
    assert_eq!(ending, Ending::Silent { expected: "a move such as 2".to_owned(), silence: NoMore });
    let record =
        |lines: &[&str]| Mover::Recorded(lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>().into_iter());
    let (ending, talk) = game(9, record(&["3", "1"]), &["1", "3", "1"]);
    assert_eq!((verdict(&ending), talk.as_str()), (Some(Verdict::Accepted), "< 9;> 1;< 3;> 3;< 1;> 1;"));
    let (ending, _) = game(9, record(&["3"]), &["1", "1", "1"]);
    assert_eq!(ending, Ending::RecordEnded);
}

#[test]
fn random_choices_depend_on_seed_opponent_and_input() {
    let word = |seed, opponent: Opponent, input| random_of(seed, opponent, input).next_u64();
    let usual = word(1, Opponent::Perfect, "7\n");
    assert_eq!(usual, word(1, Opponent::Perfect, "7\n"));
    for other in [word(2, Opponent::Perfect, "7\n"), word(1, Opponent::One, "7\n"), word(1, Opponent::Perfect, "8\n")] {
        assert_ne!(usual, other);
    }
}

#[test]
fn kinds_and_opponents_are_found_by_name() {
    assert_eq!((Kind::named("small"), Kind::named("Small")), (Some(Kind::Small), None));
    assert_eq!(Opponent::named("one"), Some(Opponent::One));
    assert!(is_interactive::<InteractiveHeap>() && !is_interactive::<BatchHeap>());
    board_testing::judged::check(&BatchHeap, 50);
    board_testing::judged::check(&InteractiveHeap, 50);
}
