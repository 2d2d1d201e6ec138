//! Whole games of the program of this crate against the judge's opponents.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::{iter, slice};

use board_core::{Control, Oracle, Problem, Random, Record, Side, Square};
use board_judge::{Choice, Finding, Line, Mover, Next, Referee, Speaker, Verdict};
use knightmare::judging::{KnightmareReferee, Opponent};
use knightmare::{Knightmare, KnightmareProblem, Position};

use crate::{game, mover, referee, solver};

/// A game: its lines without the judge's input, and the referee's finding.
#[derive(PartialEq, Eq, Debug)]
struct Played {
    lines: Vec<Line>,
    finding: Finding,
}

impl Played {
    /// All lines but the first, which names the program's side.
    fn plies(&self) -> u64 {
        self.lines.len() as u64 - 1
    }

    fn judges_lines(&self) -> Vec<String> {
        let lines = self.lines.iter().filter(|line| line.speaker == Speaker::Judge);
        lines.map(|line| line.text.clone()).collect()
    }
}

/// Both ends of a conversation with the program of this crate.
struct Conversation {
    referee: KnightmareReferee,
    mover: Mover<Opponent>,
    lines: Vec<Line>,
    /// What the program has not read yet.
    unread: VecDeque<u8>,
    /// What it has written of a line that has not ended.
    unfinished: Vec<u8>,
    is_flushed: bool,
}

impl Conversation {
    /// Returns what comes next for the program.
    fn next(&mut self) -> Next {
        loop {
            let next = self.referee.next();
            if next != Next::Reply {
                return next;
            }
            let line = match &mut self.mover {
                Mover::Opponent(opponent, random) => self.referee.choose(*opponent, random),
                Mover::Recorded(lines) => lines.next().expect("enough recorded lines"),
            };
            self.referee.receive(&line);
        }
    }
}

/// The program's input. The buffer has the bytes of a line that it has not read yet.
struct Reader<'a> {
    conversation: &'a RefCell<Conversation>,
    buffer: Vec<u8>,
}

/// The program's output.
struct Writer<'a> {
    conversation: &'a RefCell<Conversation>,
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Reader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.buffer.is_empty() {
            let mut conversation = self.conversation.borrow_mut();
            assert!(conversation.is_flushed, "the program flushes before it reads on");
            if conversation.unread.is_empty() {
                let next = conversation.next();
                let Next::Send(text) = next else { panic!("the program reads, but the judge expects {next:?}") };
                conversation.unread.extend(format!("{text}\n").bytes());
                conversation.lines.push(Line { speaker: Speaker::Judge, text });
            }
            self.buffer.extend(conversation.unread.drain(..));
        }
        Ok(&self.buffer)
    }

    fn consume(&mut self, amount: usize) {
        self.buffer.drain(..amount);
    }
}

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut conversation = self.conversation.borrow_mut();
        conversation.is_flushed = false;
        conversation.unfinished.extend(bytes);
        while let Some(end) = conversation.unfinished.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = conversation.unfinished.drain(..=end).collect();
            let text = String::from_utf8(line[..end].to_vec()).expect("text");
            let next = conversation.next();
            assert!(matches!(next, Next::Receive(_)), "the program writes {text}, but the judge expects {next:?}");
            conversation.referee.receive(&text);
            conversation.lines.push(Line { speaker: Speaker::Program, text });
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.conversation.borrow_mut().is_flushed = true;
        Ok(())
    }
}

/// Lets the program of this crate play.
fn play(game: &Knightmare, start: &Position, mover: Mover<Opponent>) -> Played {
    let problem = KnightmareProblem::default();
    let case = Record::new(*game, *start);
    let input = problem.input(slice::from_ref(&case));
    let conversation = RefCell::new(Conversation {
        referee: referee(&case),
        mover,
        lines: Vec::new(),
        unread: input.into_bytes().into(),
        unfinished: Vec::new(),
        is_flushed: true,
    });
    let (mut reader, mut writer) =
        (Reader { conversation: &conversation, buffer: Vec::new() }, Writer { conversation: &conversation });
    problem.converse(&mut reader, &mut writer, &Control::new()).expect("a game without an error");
    let mut conversation = conversation.into_inner();
    assert!(conversation.unfinished.is_empty() && conversation.unread.is_empty() && conversation.is_flushed);
    let next = conversation.next();
    let Next::Over(finding) = next else { panic!("the program has ended, but the judge expects {next:?}") };
    Played { lines: conversation.lines, finding }
}

fn starts(game: &Knightmare) -> impl Iterator<Item = Position> {
    let board = game.board();
    let pairs = board.iter().flat_map(move |white| board.iter().map(move |black| (white, black)));
    pairs.filter_map(|(white, black)| game.start(white, black, Side::First).ok())
}

/// Checks that the program of this crate wins from this start against every opponent, in no more plies than against the
/// perfect one.
fn is_won(game: &Knightmare, start: &Position, seed: u64) {
    let claimed = solver(game).value(start).plies().expect("no draws");
    for &opponent in Opponent::ALL {
        let played = play(game, start, mover(opponent, seed));
        assert_eq!(played.finding.verdict, Verdict::Accepted, "{start:?} {opponent:?} {:?}", played.finding);
        assert!(played.plies() <= claimed, "{start:?} {opponent:?}: {} plies, not {claimed}", played.plies());
        if opponent == Opponent::Perfect {
            assert_eq!(played.plies(), claimed, "{start:?}");
        }
        let again = play(game, start, Mover::Recorded(played.judges_lines().into_iter()));
        assert_eq!(again, played);
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
            let Finding { verdict, why, .. } = play(&game, &start, mover(Opponent::Random, 3)).finding;
            let is_drawn = why == "350 moves made without a win";
            assert!(verdict == Verdict::Accepted || is_drawn, "{start:?}: {why}");
        }
    }
}
