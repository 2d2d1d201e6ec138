//! Whole games: the program's side against every reply, and the conversation against opponents of several kinds.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead, Read, Write};

use board_core::{Board, Control, Game, Oracle, Outcome, Problem, Record, Side, Square, analysis, memo};
use knightmare::{ClosedForm, Knightmare, KnightmareProblem, Position, distance};

/// The most moves that the judge allows the program.
const MOST_MOVES: usize = 350;

fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even")
}

fn solver(game: &Knightmare) -> ClosedForm {
    ClosedForm::new(game).expect("no thin board")
}

/// The longest game from here, in plies, in which `winner` makes its first best move and the other side any.
fn longest(
    game: &Knightmare,
    solver: &ClosedForm,
    winner: Side,
    at: &Position,
    known: &mut HashMap<(Position, Side), u64>,
) -> u64 {
    if let Some(value) = game.end(at) {
        let expected = if at.to_move() == winner { Outcome::Win(0) } else { Outcome::Loss(0) };
        assert_eq!(value, expected, "{at:?}");
        return 0;
    }
    if let Some(&plies) = known.get(&(*at, winner)) {
        return plies;
    }
    let replies: Vec<Square> = if at.to_move() == winner {
        analysis::best_move(game, solver, at).iter().map(|rated| rated.chosen).collect()
    } else {
        game.moves(at).collect()
    };
    let after = replies.iter().map(|&to| longest(game, solver, winner, &game.play(at, to).to, known));
    let plies = 1 + after.max().expect("the game goes on");
    known.insert((*at, winner), plies);
    plies
}

#[test]
fn every_start_of_small_boards_is_won_against_every_reply() {
    for (rows, cols, starts) in [(6, 6, 1191), (6, 8, 2163), (8, 6, 2163), (8, 8, 3907)] {
        let game = game(rows, cols);
        let solver = solver(&game);
        let mut known = HashMap::new();
        let mut played = 0;
        for (white, black) in game.board().iter().flat_map(|white| game.board().iter().map(move |black| (white, black)))
        {
            let Ok(start) = game.start(white, black, Side::First) else { continue };
            let (winner, plies) = match solver.value(&start) {
                Outcome::Win(plies) => (Side::First, plies),
                Outcome::Loss(plies) => (Side::Second, plies),
                Outcome::Draw => panic!("{start:?} is drawn"),
            };
            assert_eq!(longest(&game, &solver, winner, &start, &mut known), plies, "{start:?}");
            played += 1;
        }
        assert_eq!(played, starts);
    }
}

/// How the other side plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opponent {
    /// Resists longest.
    Exact,
    /// Captures, else wins, else steps closer to its target where it is not captured.
    Greedy,
    /// Hunts: steps closer to the other knight where it is not captured.
    Hunter,
    /// Makes the first move that comes to a mind without any; its state.
    Random(u64),
}

impl Opponent {
    fn choose(&mut self, game: &Knightmare, at: &Position) -> Square {
        let (me, moves) = (at.to_move(), game.moves(at).collect::<Vec<_>>());
        let wins = |to: Square| game.end(&game.play(at, to).to) == Some(Outcome::Loss(0));
        let other = at.piece(me.other());
        let closest = |goal: Square| {
            let far = |to: Square| {
                (!wins(to), distance(game.board(), to, other) == Some(1), distance(game.board(), to, goal))
            };
            moves.iter().copied().min_by_key(|&to| far(to)).expect("the game goes on")
        };
        match self {
            Self::Exact => analysis::best_move(game, &solver(game), at).expect("the game goes on").chosen,
            Self::Greedy => closest(game.target(me)),
            Self::Hunter => closest(other),
            Self::Random(state) => moves[memo::index(next(state, moves.len() as u64))],
        }
    }
}

/// A number below `below`, from a linear congruential generator (Knuth's MMIX).
fn next(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// The judge: both ends of a conversation, the rules, and the other side.
struct Judge {
    record: Record<Knightmare>,
    opponent: Opponent,
    /// The side that the program has named.
    program: Option<Side>,
    /// What the program has written and not ended by a line end.
    heard: Vec<u8>,
    /// What the program has not read yet.
    waiting: VecDeque<u8>,
    flushed: bool,
    moves: usize,
}

impl Judge {
    fn new(record: Record<Knightmare>, opponent: Opponent) -> Self {
        let (board, at) = (record.game().board(), record.position());
        let [white, black] = [at.white(), at.black()].map(|at| format!("{} {}", at.row + 1, at.col + 1));
        let start = format!("{} {}\n{white} {black}\n", board.rows(), board.cols());
        Self {
            record,
            opponent,
            program: None,
            heard: Vec::new(),
            waiting: start.into_bytes().into(),
            flushed: true,
            moves: 0,
        }
    }

    fn hear(&mut self, line: &str) {
        match line {
            "WHITE" | "BLACK" => {
                assert_eq!(self.program, None);
                self.program = Some(if line == "WHITE" { Side::First } else { Side::Second });
            }
            _ => {
                let (row, col) = line.split_once(' ').expect("a row and a column");
                let [row, col] = [row, col].map(|word| word.parse::<u32>().expect("a number"));
                assert_eq!(Some(self.record.to_move()), self.program, "moves in turn");
                self.record.play(Square::new(row - 1, col - 1)).expect("a legal move");
                self.moves += 1;
            }
        }
    }

    /// The other side moves when the program asks for it.
    fn reply(&mut self) {
        assert!(self.flushed, "what is written is flushed before the program reads on");
        assert!(!self.record.is_over(), "it reads on after the end");
        assert_eq!(Some(self.record.to_move()), self.program.map(Side::other));
        let to = self.opponent.choose(self.record.game(), self.record.position());
        self.record.play(to).expect("a legal move");
        self.waiting.extend(format!("{} {}\n", to.row + 1, to.col + 1).bytes());
    }
}

struct Ear<'a>(&'a RefCell<Judge>, Vec<u8>);
struct Mouth<'a>(&'a RefCell<Judge>);

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
            let mut judge = self.0.borrow_mut();
            if judge.waiting.is_empty() {
                judge.reply();
            }
            self.1.extend(judge.waiting.drain(..));
        }
        Ok(&self.1)
    }

    fn consume(&mut self, amount: usize) {
        self.1.drain(..amount);
    }
}

impl Write for Mouth<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut judge = self.0.borrow_mut();
        judge.flushed = false;
        judge.heard.extend(bytes);
        while let Some(end) = judge.heard.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = judge.heard.drain(..=end).collect();
            judge.hear(std::str::from_utf8(&line[..end]).expect("text"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flushed = true;
        Ok(())
    }
}

/// Lets the conversation play a game; tells the side that it took, the plies and its own moves.
fn converse(start: Record<Knightmare>, opponent: Opponent) -> (Record<Knightmare>, Side, usize) {
    let judge = RefCell::new(Judge::new(start, opponent));
    let conversation = KnightmareProblem::CONVERSATION.expect("it is interactive");
    let (mut ear, mut mouth) = (Ear(&judge, Vec::new()), Mouth(&judge));
    let held = (conversation.hold)(&KnightmareProblem::default(), &mut ear, &mut mouth, &Control::new());
    assert!(held.is_ok(), "{held:?}");
    let judge = judge.into_inner();
    assert!(judge.heard.is_empty() && judge.waiting.is_empty() && judge.flushed);
    (judge.record, judge.program.expect("it has named its side"), judge.moves)
}

fn is_won_by(record: &Record<Knightmare>, side: Side) -> bool {
    let won = if record.to_move() == side { Outcome::Win(0) } else { Outcome::Loss(0) };
    record.game().end(record.position()) == Some(won)
}

/// Some starts of a board: the extremes and others without a pattern.
fn starts(game: &Knightmare, count: usize) -> Vec<Position> {
    let board = game.board();
    let mut state = u64::from(board.rows()) << 32 | u64::from(board.cols());
    let mut square = |_| board.square(next(&mut state, board.squares())).expect("a square of the board");
    let corners = [(0, 0), (0, board.cols() - 1), (board.rows() - 1, 0), (board.rows() - 1, board.cols() - 1)]
        .map(|(row, col)| Square::new(row, col));
    let mut pairs: Vec<[Square; 2]> =
        corners.iter().flat_map(|&white| corners.iter().map(move |&black| [white, black])).collect();
    let targets = Side::ALL.map(|side| game.target(side));
    pairs.extend(corners.iter().flat_map(|&corner| [[corner, targets[0]], [targets[1], corner]]));
    pairs.extend((0..count).map(|_| [0, 1].map(&mut square)));
    pairs.into_iter().filter_map(|[white, black]| game.start(white, black, Side::First).ok()).collect()
}

#[test]
fn large_and_thin_boards_are_won_against_opponents_of_every_kind() {
    for (rows, cols) in [(1000, 1000), (998, 1000), (6, 1000), (1000, 6), (6, 6), (10, 8)] {
        let game = game(rows, cols);
        let solver = solver(&game);
        for start in starts(&game, 40) {
            for opponent in [Opponent::Exact, Opponent::Greedy, Opponent::Hunter, Opponent::Random(1)] {
                let (end, side, moves) = converse(Record::new(game, start), opponent);
                assert!(is_won_by(&end, side) && moves <= MOST_MOVES, "{start:?} {opponent:?}");
                let (plies, claimed) = (end.moves().len() as u64, solver.value(&start).plies().expect("no draws"));
                assert!(plies <= claimed, "{start:?} {opponent:?}: {plies} plies in place of {claimed}");
                if opponent == Opponent::Exact {
                    assert_eq!(plies, claimed, "{start:?}");
                }
            }
        }
    }
}

#[test]
fn every_start_of_6x6_is_won_in_conversation() {
    let game = game(6, 6);
    for (white, black) in game.board().iter().flat_map(|white| game.board().iter().map(move |black| (white, black))) {
        let Ok(start) = game.start(white, black, Side::First) else { continue };
        for opponent in [Opponent::Exact, Opponent::Greedy, Opponent::Random(2)] {
            let (end, side, _) = converse(Record::new(game, start), opponent);
            assert!(is_won_by(&end, side), "{start:?} {opponent:?}");
        }
    }
}

#[test]
fn thin_boards_are_never_lost() {
    for (rows, cols) in [(2, 4), (4, 2), (2, 8), (8, 2), (4, 4), (4, 10), (10, 4)] {
        let game = game(rows, cols);
        for start in starts(&game, 60) {
            let (end, side, moves) = converse(Record::new(game, start), Opponent::Random(3));
            assert!(!is_won_by(&end, side.other()), "{start:?}");
            assert!(is_won_by(&end, side) || moves == MOST_MOVES, "{start:?}");
        }
    }
}
