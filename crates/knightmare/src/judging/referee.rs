//! The referee of one game: follows it, ends it, and explains a loss.

use std::collections::VecDeque;

use board_core::Square;
use board_core::{Control, Game, Halt, Input, Limits, Oracle, Outcome, Problem, Random, Record, Side, Solve, analysis};
use board_judge::{Finding, Next, Referee, Verdict, shown};

use super::opponent::Opponent;
use crate::problem::KnightmareProblem;
use crate::protocol::{MAX_MOVES, MoveError, illegal_text, move_text, name, read_move};
use crate::rules::{Knightmare, Position};
use crate::solver::Solver;

/// The referee of one game.
///
/// The program names its side in its first line, then each move is a line of the side that makes it. Words may have
/// spaces around and between them, and an empty line of the program has no meaning. Otherwise a line is one word,
/// `WHITE` or `BLACK`, or two numbers as programs print them; anything else is a presentation error. A move that the
/// rules do not allow, a loss, and 350 moves of the program without a win are wrong answers. A game that is not won
/// ends with the line `-1 -1`.
///
/// On a thin board, beyond the original limits, a start can be drawn; then 350 moves without a loss are accepted.
#[derive(Debug)]
pub struct KnightmareReferee {
    game: Record<Knightmare>,
    solver: Solver,
    /// The value of the start, for the player who moves first.
    start: Outcome,
    /// The side that the program has named.
    program: Option<Side>,
    /// The number of moves that the program has made.
    made: usize,
    /// The number of its most recent moves, without a break, that were made in won positions and kept the win.
    kept: usize,
    /// The first time that the program could win at once and did not.
    missed_win: Option<Mistake>,
    /// The number of times that the program has given away a win, or a draw.
    mistakes: u32,
    /// The last of these mistakes.
    last_mistake: Option<Mistake>,
    /// Lines that the program has not received yet.
    unsent: VecDeque<String>,
    /// Set when the game is over.
    finding: Option<Finding>,
}

/// A move of the program in a position in which it had a better one.
#[derive(Clone, Copy, Debug)]
struct Mistake {
    at: Position,
    /// The number of the ply, from 1.
    ply: usize,
    made: Square,
}

impl Referee for KnightmareReferee {
    type Opponent = Opponent;

    fn next(&mut self) -> Next {
        if let Some(line) = self.unsent.pop_front() {
            return Next::Send(line);
        }
        match (&self.finding, self.program) {
            (Some(finding), _) => Next::Over(finding.clone()),
            (None, None) => Next::Receive("WHITE or BLACK".to_owned()),
            (None, Some(side)) if side == self.game.to_move() => Next::Receive("a move such as 3 4".to_owned()),
            (None, Some(_)) => Next::Reply,
        }
    }

    /// Ignores a line that [`Referee::next`] did not ask for.
    fn receive(&mut self, line: &str) {
        if self.finding.is_some() || !self.unsent.is_empty() {
            return;
        }
        match self.program {
            Some(program) if program != self.game.to_move() => self.receive_judge_move(program, line),
            _ if line.trim_ascii().is_empty() => {}
            Some(program) => self.receive_program_move(program, line),
            None => self.receive_side(line),
        }
    }

    /// # Panics
    /// If the game is over.
    fn choose(&mut self, opponent: Opponent, random: &mut Random) -> String {
        move_text(opponent.choose(self.game.game(), &self.solver, self.game.position(), random))
    }
}

impl KnightmareReferee {
    /// Makes a referee for a game from the position of the case. Costs a [`Solver`].
    ///
    /// # Errors
    /// On a thin board, if it needs more memory than allowed, or if the work was stopped.
    pub fn new(case: &Record<Knightmare>, control: &Control<'_>) -> Result<Self, Halt> {
        let at = *case.position();
        let solver = Solver::new(case.game(), &[at], control)?;
        let start = solver.value(&at);
        Ok(Self {
            game: Record::new(*case.game(), at),
            solver,
            start,
            program: None,
            made: 0,
            kept: 0,
            missed_win: None,
            mistakes: 0,
            last_mistake: None,
            unsent: VecDeque::new(),
            finding: None,
        })
    }

    fn receive_side(&mut self, line: &str) {
        match Side::ALL.into_iter().find(|&side| line.trim_ascii() == name(side)) {
            Some(side) => {
                self.program = Some(side);
                self.check_end(side);
            }
            None => self.refuse(Verdict::PresentationError, expected_found("WHITE or BLACK", line)),
        }
    }

    fn receive_program_move(&mut self, program: Side, line: &str) {
        if !is_two_numbers(line) {
            return self.refuse(Verdict::PresentationError, expected_found("a row and a column", line));
        }
        match self.read_move(line) {
            Ok(to) => self.take(program, to),
            Err(MoveError::NoSquare(_)) => {
                let board = self.game.game().board().title();
                let why = format!("{} is off the {board} board", shown(line.as_bytes()));
                self.refuse(Verdict::WrongAnswer, why);
            }
            Err(MoveError::Illegal(_, to)) => self.refuse(Verdict::WrongAnswer, illegal_text(&self.game, to)),
        }
    }

    fn receive_judge_move(&mut self, program: Side, line: &str) {
        match self.read_move(line) {
            Ok(to) if is_two_numbers(line) => {
                self.game.play(to).expect("a legal reply");
                self.unsent.push_back(move_text(to));
                self.check_end(program);
            }
            _ => {
                self.refuse(Verdict::PresentationError, expected_found("a legal move of the judge's side", line));
            }
        }
    }

    fn read_move<'a>(&self, line: &'a str) -> Result<Square, MoveError<'a>> {
        read_move(&mut Input::new(line.as_bytes(), Limits::Ours), &self.game)
    }

    /// Makes a legal move of the program.
    fn take(&mut self, side: Side, to: Square) {
        let choice = Mistake { at: *self.game.position(), ply: self.ply(), made: to };
        let before = self.solver.value(&choice.at);
        let after = self.solver.rate_move(self.game.game(), &choice.at, to).value;
        if class(after) < class(before) {
            self.mistakes += 1;
            self.last_mistake = Some(choice);
        }
        let keeps = matches!((before, after), (Outcome::Win(_), Outcome::Win(_)));
        self.kept = if keeps { self.kept + 1 } else { 0 };
        if before == Outcome::Win(1) && after != before {
            self.missed_win.get_or_insert(choice);
        }
        self.game.play(to).expect("a legal move");
        self.made += 1;
        self.check_end(side);
    }

    /// Ends the game if the rules do.
    fn check_end(&mut self, program: Side) {
        let at = *self.game.position();
        let winner = match self.game.game().end(&at) {
            Some(Outcome::Win(_)) => at.to_move(),
            Some(Outcome::Loss(_)) => at.to_move().other(),
            Some(Outcome::Draw) => return self.draw("no knight can move"),
            None if self.made == MAX_MOVES => return self.draw(&format!("{MAX_MOVES} moves made without a win")),
            None => return,
        };
        let how = if at.white() == at.black() { "captures on" } else { "is on its target" };
        let why = format!(
            "{} wins after {}: it {how} {}",
            side_name(winner),
            plies(self.game.moves().len() as u64),
            at.piece(winner)
        );
        if winner == program {
            self.finding = Some(Finding { verdict: Verdict::Accepted, why, details: Vec::new() });
        } else {
            self.end(Verdict::WrongAnswer, why, self.explanation(program));
        }
    }

    /// Ends a game that neither side has won.
    fn draw(&mut self, why: &str) {
        let is_best = self.start == Outcome::Draw && self.mistakes == 0;
        if is_best {
            let why = format!("{why}; from this start neither side can force a win");
            self.finding = Some(Finding { verdict: Verdict::Accepted, why, details: Vec::new() });
        } else {
            let details = self.program.map_or_else(Vec::new, |side| self.explanation(side));
            self.end(Verdict::WrongAnswer, why.to_owned(), details);
        }
    }

    /// Ends the game because of a line that is not a move.
    fn refuse(&mut self, verdict: Verdict, why: String) {
        self.end(verdict, why, vec![self.position_now()]);
    }

    /// Ends a game that the program has not won.
    fn end(&mut self, verdict: Verdict, why: String, details: Vec<String>) {
        self.unsent.push_back("-1 -1".to_owned());
        self.finding = Some(Finding { verdict, why, details });
    }

    /// The number of the ply that comes next.
    fn ply(&self) -> usize {
        self.game.moves().len() + 1
    }

    fn position_now(&self) -> String {
        self.position_text(self.ply(), self.game.position())
    }

    fn position_text(&self, ply: usize, at: &Position) -> String {
        let (board, side) = (self.game.game().board().title(), side_name(at.to_move()));
        format!("ply {ply} of {board}: white on {}, black on {}, {side} to move", at.white(), at.black())
    }

    /// Explains why the program has not won.
    fn explanation(&self, program: Side) -> Vec<String> {
        let mut lines = Vec::new();
        let first = self.game.game().to_move(self.game.start());
        let winner = match self.start {
            Outcome::Win(plies) => Some((first, plies)),
            Outcome::Loss(plies) => Some((first.other(), plies)),
            Outcome::Draw => None,
        };
        if let Some((winner, of)) = winner
            && winner != program
        {
            lines.push(format!(
                "the program chose {}, but {} wins from the start in {}",
                name(program),
                side_name(winner),
                plies(of)
            ));
        }
        if let Some(mistake) = self.last_mistake {
            let rated = self.solver.rate_move(self.game.game(), &mistake.at, mistake.made);
            let kept = analysis::best_move(self.game.game(), &self.solver, &mistake.at).expect("the game went on");
            let what = if kept.value == Outcome::Draw { "draw" } else { "win" };
            let times =
                if self.mistakes > 1 { format!(" (the last of {} times)", self.mistakes) } else { String::new() };
            lines.push(format!(
                "the program gave the {what} away{times} at {}",
                self.position_text(mistake.ply, &mistake.at)
            ));
            lines.push(format!("played  {}, which {}", mistake.made, value_text(rated.value)));
            lines.push(format!("better  {}, which {}", kept.chosen, value_text(kept.value)));
        }
        if self.made == MAX_MOVES && self.kept > 0 {
            let which = if self.kept == self.made { "" } else { "last " };
            lines.push(format!("its {which}{} moves all kept the win, but none of them won the game", self.kept));
            if let Some(missed) = self.missed_win {
                let kept = analysis::best_move(self.game.game(), &self.solver, &missed.at).expect("the game went on");
                lines.push(format!(
                    "it first missed an immediate win at {}",
                    self.position_text(missed.ply, &missed.at)
                ));
                lines.push(format!("played  {}", missed.made));
                lines.push(format!("better  {}, which {}", kept.chosen, value_text(kept.value)));
            }
        }
        lines
    }
}

fn expected_found(expected: &str, line: &str) -> String {
    let found = if line.trim_ascii().is_empty() { "an empty line".to_owned() } else { shown(line.as_bytes()) };
    format!("expected {expected}, found {found}")
}

/// Whether a value is won, drawn or lost, without the plies.
fn class(value: Outcome) -> u8 {
    match value {
        Outcome::Loss(_) => 0,
        Outcome::Draw => 1,
        Outcome::Win(_) => 2,
    }
}

fn value_text(value: Outcome) -> String {
    match value {
        Outcome::Win(1) => "wins at once".to_owned(),
        Outcome::Win(of) => format!("wins in {}", plies(of)),
        Outcome::Draw => "draws".to_owned(),
        Outcome::Loss(1) => "loses at once".to_owned(),
        Outcome::Loss(of) => format!("loses in {}", plies(of)),
    }
}

fn plies(count: u64) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

fn side_name(side: Side) -> &'static str {
    KnightmareProblem::SIDES[side as usize]
}

/// Whether a line is two numbers as programs print them: digits, no plus sign, no leading zeros.
fn is_two_numbers(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    words.by_ref().take(2).filter(|word| is_number(word)).count() == 2 && words.next().is_none()
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    word == "0" || !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}
