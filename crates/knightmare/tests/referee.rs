//! The judge's side of a game: what it accepts, what it refuses, and how it explains a loss.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};

use board_core::judging::{Finding, Interaction, Next, Opponent, Referee, Verdict};
use board_core::{Board, Control, Oracle, Problem, Random, Record, Side, Square};
use knightmare::{ClosedForm, Knightmare, KnightmareProblem, Position};

fn interaction() -> Interaction<KnightmareProblem> {
    KnightmareProblem::JUDGING.interaction.expect("it is interactive")
}

fn names() -> impl Iterator<Item = &'static str> {
    interaction().opponents.iter().map(|&(name, _)| name)
}

fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even")
}

fn referee(game: &Knightmare, start: &Position, opponent: Opponent) -> Box<dyn Referee> {
    let case = Record::new(*game, *start);
    (interaction().referee)(&KnightmareProblem::default(), &case, opponent, &Control::new()).expect("small enough")
}

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
        Ok(())
    }
}

/// Lets the program of this crate play.
fn converse(game: &Knightmare, start: &Position, opponent: Opponent) -> Spoken {
    let problem = KnightmareProblem::default();
    let input = problem.input(&[Record::new(*game, *start)]);
    let talk = RefCell::new(Talk {
        referee: referee(game, start, opponent),
        lines: Vec::new(),
        waiting: input.into_bytes().into(),
        heard: Vec::new(),
    });
    let conversation = KnightmareProblem::CONVERSATION.expect("it is interactive");
    let (mut ear, mut mouth) = (Ear(&talk, Vec::new()), Mouth(&talk));
    let held = (conversation.hold)(&problem, &mut ear, &mut mouth, &Control::new());
    assert!(held.is_ok(), "{held:?}");
    let mut talk = talk.into_inner();
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
    let claimed = ClosedForm::new(game).expect("no thin board").value(start).plies().expect("no draws");
    for name in names() {
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

#[test]
fn starts_of_larger_boards_are_won_and_replayed() {
    let mut random = Random::new(1);
    for (rows, cols, count) in [(8, 12, 100), (40, 40, 20), (6, 1000, 5), (1000, 6, 5), (1000, 1000, 5)] {
        let game = game(rows, cols);
        for seed in 0..count {
            let mut square = || Square::new(random.below(rows.into()) as u32, random.below(cols.into()) as u32);
            if let Ok(start) = game.start(square(), square(), Side::First) {
                is_won(&game, &start, seed);
            }
        }
    }
}
