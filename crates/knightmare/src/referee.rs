//! The judge of one game: hears the program, moves the other knight, and explains a loss.

use std::vec;

use board_core::judging::{Finding, Interaction, Next, Opponent, Referee, Verdict, shown};
use board_core::{Control, Game, Halt, Oracle, Outcome, Problem, Random, Record, Side, Square, analysis};

use crate::conversation::{MOST_MOVES, name};
use crate::opponent::Style;
use crate::problem::KnightmareProblem;
use crate::rules::{Knightmare, Position};
use crate::solver::Solver;

/// The judge's side of the game.
///
/// The program names its side in its first line, then each move is a line of one of both. Words may have blanks around and
/// between them, and an empty line says nothing; else a line is one word, `WHITE` or `BLACK`, or two numbers as a program
/// prints them. What is neither is a presentation error; a move that the rules do not allow, a loss, and 350 moves of the
/// program without a win are wrong answers. A game that is not won ends with the line `-1 -1`.
///
/// On a thin board, beyond the original limits, a start may be drawn: there 350 moves without a loss are accepted.
pub(crate) const INTERACTION: Interaction<KnightmareProblem> = Interaction { opponents: &OPPONENTS, referee };

const OPPONENTS: [(&str, &str); Style::ALL.len()] = {
    let mut opponents = [("", ""); Style::ALL.len()];
    let mut place = 0;
    while place < opponents.len() {
        opponents[place] = (Style::ALL[place].1, Style::ALL[place].2);
        place += 1;
    }
    opponents
};

/// A referee for a game from where the case is.
///
/// # Errors
/// Where nobody has the opponent's name; where a thin board takes more memory than it may, or the work was stopped.
fn referee(
    _problem: &KnightmareProblem,
    case: &Record<Knightmare>,
    opponent: Opponent,
    control: &Control<'_>,
) -> Result<Box<dyn Referee>, Halt> {
    let opponent = match opponent {
        Opponent::Named(wanted, random) => match Style::ALL.iter().find(|&&(_, name, _)| name == wanted) {
            Some(&(style, ..)) => Mover::Plays(style, random),
            None => return Err(Halt::NoGame(format!("nobody is called {wanted}"))),
        },
        Opponent::Recorded(lines) => Mover::Repeats(lines.into_iter()),
    };
    let solver = Solver::new(case.game(), control)?;
    let start = solver.value(case.position());
    Ok(Box::new(Judge {
        game: Record::new(*case.game(), *case.position()),
        solver,
        start,
        opponent,
        program: None,
        made: 0,
        held: 0,
        chance: None,
        slips: 0,
        slip: None,
        stage: Stage::GoesOn,
    }))
}

/// Who moves the other knight.
enum Mover {
    Plays(Style, Random),
    Repeats(vec::IntoIter<String>),
}

struct Judge {
    game: Record<Knightmare>,
    solver: Solver,
    /// The value of the start, for who moves first.
    start: Outcome,
    opponent: Mover,
    /// The side that the program has named.
    program: Option<Side>,
    /// The moves that the program has made.
    made: usize,
    /// How many of its moves, up to the last one, were made in won positions and kept the win.
    held: usize,
    /// The first time that it could win with a move and did not.
    chance: Option<Choice>,
    /// How often the program has given away a win, or a draw.
    slips: u32,
    /// The last time.
    slip: Option<Choice>,
    stage: Stage,
}

/// A move that the program has made, where it had a better one.
#[derive(Clone, Copy)]
struct Choice {
    at: Position,
    /// The number of the ply, from 1.
    ply: usize,
    made: Square,
}

enum Stage {
    GoesOn,
    /// It is over, and not won: the program is yet to be told.
    ToBeTold(Finding),
    Over(Finding),
}

impl Referee for Judge {
    fn next(&mut self) -> Next {
        match (&self.stage, self.program) {
            (Stage::Over(finding), _) => Next::Over(finding.clone()),
            (Stage::ToBeTold(finding), _) => {
                self.stage = Stage::Over(finding.clone());
                Next::Say("-1 -1".to_owned())
            }
            (Stage::GoesOn, None) => Next::Listen("WHITE or BLACK".to_owned()),
            (Stage::GoesOn, Some(side)) if side == self.game.to_move() => Next::Listen("its move, as 3 4".to_owned()),
            (Stage::GoesOn, Some(side)) => match self.reply() {
                Ok(to) => {
                    self.game.play(to).expect("a legal reply");
                    self.look_for_an_end(side);
                    Next::Say(format!("{} {}", to.row + 1, to.col + 1))
                }
                Err(why) => {
                    self.refuse(Verdict::PresentationError, why);
                    self.next()
                }
            },
        }
    }

    /// A line that is not awaited is not heard.
    fn hear(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        let words = [words.next(), words.next(), words.next()];
        if !matches!(self.stage, Stage::GoesOn) || words == [None; 3] {
            return;
        }
        match self.program {
            None => match Side::ALL.into_iter().find(|&side| words == [Some(name(side)), None, None]) {
                Some(side) => {
                    self.program = Some(side);
                    self.look_for_an_end(side);
                }
                None => self.refuse(Verdict::PresentationError, stands_for(line, "WHITE or BLACK")),
            },
            Some(side) if side == self.game.to_move() => match read_move(&self.game, words) {
                Ok(to) => self.take(side, to),
                Err(Fault::NoMove) => {
                    self.refuse(Verdict::PresentationError, stands_for(line, "a row and a column"));
                }
                Err(Fault::OffBoard) => {
                    let why =
                        format!("{} is off the board of {}", shown(line.as_bytes()), self.game.game().board().title());
                    self.refuse(Verdict::WrongAnswer, why);
                }
                Err(Fault::Illegal(to)) => {
                    let from = self.game.position().piece(side);
                    self.refuse(Verdict::WrongAnswer, format!("{to} is not a knight's move from {from}"));
                }
            },
            Some(_) => {}
        }
    }
}

fn stands_for(line: &str, awaited: &str) -> String {
    format!("{} stands where {awaited} is awaited", shown(line.as_bytes()))
}

/// Why words are no move that can be made.
enum Fault {
    NoMove,
    OffBoard,
    Illegal(Square),
}

fn read_move(game: &Record<Knightmare>, words: [Option<&str>; 3]) -> Result<Square, Fault> {
    let [Some(row), Some(col), None] = words else { return Err(Fault::NoMove) };
    if !is_number(row) || !is_number(col) {
        return Err(Fault::NoMove);
    }
    let [Some(row), Some(col)] = [row, col].map(|word| word.parse::<u32>().ok()?.checked_sub(1)) else {
        return Err(Fault::OffBoard);
    };
    let to = Square::new(row, col);
    if !game.game().board().contains(to) {
        return Err(Fault::OffBoard);
    }
    if game.game().is_legal(game.position(), to) { Ok(to) } else { Err(Fault::Illegal(to)) }
}

/// Whether a program prints a number so: digits, no needless 0 before them, no plus.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_zero = word == "0";
    is_zero || !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl Judge {
    /// The move of the other side, or why there is none.
    fn reply(&mut self) -> Result<Square, String> {
        match &mut self.opponent {
            Mover::Plays(style, random) => {
                Ok(style.choose(self.game.game(), &self.solver, self.game.position(), random))
            }
            Mover::Repeats(lines) => {
                let line = lines.next().ok_or("the judge's side says no more, and the game is not over")?;
                let mut words = line.split_ascii_whitespace();
                read_move(&self.game, [words.next(), words.next(), words.next()])
                    .map_err(|_| format!("{} is no move that the judge's side can make", shown(line.as_bytes())))
            }
        }
    }

    /// Makes a legal move of the program.
    fn take(&mut self, side: Side, to: Square) {
        let choice = Choice { at: *self.game.position(), ply: self.ply(), made: to };
        let before = self.solver.value(&choice.at);
        let after = self.solver.rate_move(self.game.game(), &choice.at, to).value;
        if class(after) < class(before) {
            self.slips += 1;
            self.slip = Some(choice);
        }
        let keeps = matches!((before, after), (Outcome::Win(_), Outcome::Win(_)));
        self.held = if keeps { self.held + 1 } else { 0 };
        if before == Outcome::Win(1) && after != before {
            self.chance.get_or_insert(choice);
        }
        self.game.play(to).expect("a legal move");
        self.made += 1;
        self.look_for_an_end(side);
    }

    /// Ends a game that the rules have ended.
    fn look_for_an_end(&mut self, program: Side) {
        let at = *self.game.position();
        let winner = match self.game.game().end(&at) {
            Some(Outcome::Win(_)) => at.to_move(),
            Some(Outcome::Loss(_)) => at.to_move().other(),
            Some(Outcome::Draw) => return self.draw("no knight can move"),
            None if self.made == MOST_MOVES => return self.draw(&format!("{MOST_MOVES} moves made without a win")),
            None => return,
        };
        let how = if at.white() == at.black() { "captures on" } else { "stands on its target" };
        let why = format!(
            "{} wins after {}: it {how} {}",
            word(winner),
            plies(self.game.moves().len() as u64),
            at.piece(winner)
        );
        if winner == program {
            self.stage = Stage::Over(Finding { verdict: Verdict::Accepted, why, details: Vec::new() });
        } else {
            self.end(Verdict::WrongAnswer, why, self.explanation(program));
        }
    }

    /// Ends a game that nobody has won.
    fn draw(&mut self, why: &str) {
        let is_best = self.start == Outcome::Draw && self.slips == 0;
        if is_best {
            let why = format!("{why}; from this start neither side can force one");
            self.stage = Stage::Over(Finding { verdict: Verdict::Accepted, why, details: Vec::new() });
        } else {
            let details = self.program.map_or_else(Vec::new, |side| self.explanation(side));
            self.end(Verdict::WrongAnswer, why.to_owned(), details);
        }
    }

    /// Ends the game because of a line that is no move.
    fn refuse(&mut self, verdict: Verdict, why: String) {
        self.end(verdict, why, vec![self.whereabouts()]);
    }

    fn end(&mut self, verdict: Verdict, why: String, details: Vec<String>) {
        self.stage = Stage::ToBeTold(Finding { verdict, why, details });
    }

    /// The number of the ply that comes next.
    fn ply(&self) -> usize {
        self.game.moves().len() + 1
    }

    fn whereabouts(&self) -> String {
        self.position_text(self.ply(), self.game.position())
    }

    fn position_text(&self, ply: usize, at: &Position) -> String {
        let (board, side) = (self.game.game().board().title(), word(at.to_move()));
        format!("ply {ply} of {board}: white on {}, black on {}, {side} to move", at.white(), at.black())
    }

    /// Why the program has not won.
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
                "it chose {}, but {} wins from the start in {}",
                name(program),
                word(winner),
                plies(of)
            ));
        }
        if let Some(slip) = self.slip {
            let rated = self.solver.rate_move(self.game.game(), &slip.at, slip.made);
            let kept = analysis::best_move(self.game.game(), &self.solver, &slip.at).expect("the game went on");
            let what = if kept.value == Outcome::Draw { "draw" } else { "win" };
            let times = if self.slips > 1 { format!(", the last of {} times,", self.slips) } else { String::new() };
            lines.push(format!("the {what} was thrown away{times} at {}", self.position_text(slip.ply, &slip.at)));
            lines.push(format!("played  {}, which {}", slip.made, fate(rated.value)));
            lines.push(format!("better  {}, which {}", kept.chosen, fate(kept.value)));
        }
        if self.made == MOST_MOVES && self.held > 0 {
            let which = if self.held == self.made { "" } else { "last " };
            lines.push(format!("its {which}{} moves all kept a win, none took it", self.held));
            if let Some(chance) = self.chance {
                let kept = analysis::best_move(self.game.game(), &self.solver, &chance.at).expect("the game went on");
                lines
                    .push(format!("it could first have won at once at {}", self.position_text(chance.ply, &chance.at)));
                lines.push(format!("played  {}", chance.made));
                lines.push(format!("better  {}, which {}", kept.chosen, fate(kept.value)));
            }
        }
        lines
    }
}

/// Won, drawn or lost.
fn class(value: Outcome) -> u8 {
    match value {
        Outcome::Loss(_) => 0,
        Outcome::Draw => 1,
        Outcome::Win(_) => 2,
    }
}

fn fate(value: Outcome) -> String {
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

fn word(side: Side) -> &'static str {
    KnightmareProblem::SIDES[side as usize]
}
