//! The judge's side of the game and the program's side, tested by the lines that they exchange.

mod conversation;
mod kinds;
mod mistakes;
mod opponents;
mod own_program;
mod referee;

use std::convert::Infallible;

use board_core::{Board, Control, Input, Limits, Problem, Random, Record, Side, Square};
use board_judge::{Contestant, Ending, Finding, Mover, play};
use knightmare::judging::{KnightmareReferee, Opponent};
use knightmare::{Knightmare, KnightmareProblem, Position, Solver};

fn game(rows: u32, cols: u32) -> Knightmare {
    Knightmare::new(Board::new(rows, cols).expect("in range")).expect("even")
}

fn solver(game: &Knightmare) -> Solver {
    board_testing::solved(game, &[])
}

fn case(text: &str) -> Record<Knightmare> {
    let mut cases = KnightmareProblem::default().read(&mut Input::new(text.as_bytes(), Limits::Ours)).expect("a case");
    cases.remove(0)
}

fn referee(case: &Record<Knightmare>) -> KnightmareReferee {
    KnightmareReferee::new(case, &Control::new()).expect("enough memory")
}

/// An opponent with a seed.
fn mover(opponent: Opponent, seed: u64) -> Mover<Opponent> {
    Mover::Opponent(opponent, Random::new(seed))
}

/// A program inside the test: it names a side and chooses moves.
struct Program<F> {
    side: Side,
    choose: F,
    /// The game as the program follows it.
    game: Record<Knightmare>,
    has_named_its_side: bool,
    /// The lines of the judge.
    received: Vec<String>,
}

impl<F: FnMut(&Knightmare, &Position) -> Square> Program<F> {
    fn new(case: &Record<Knightmare>, side: Side, choose: F) -> Self {
        Self { side, choose, game: case.clone(), has_named_its_side: false, received: Vec::new() }
    }

    /// Plays a game. The judge's input is not sent, since the program already has its case.
    fn play(&mut self, mut mover: Mover<Opponent>) -> Finding {
        let Ok(ending) = play(&mut referee(&self.game), &mut mover, "", self);
        match ending {
            Ending::Over(finding) => finding,
            Ending::Silent { silence, .. } => match silence {},
            Ending::RecordEnded => panic!("the recorded lines ran out"),
        }
    }
}

impl<F: FnMut(&Knightmare, &Position) -> Square> Contestant for Program<F> {
    type Silence = Infallible;
    type Error = Infallible;

    fn send(&mut self, line: &str) -> Result<(), Infallible> {
        self.received.push(line.to_owned());
        if line != "-1 -1" {
            let places: Vec<u32> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
            self.game.play(Square::new(places[0] - 1, places[1] - 1)).expect("a legal move");
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Result<String, Infallible>, Infallible> {
        if !self.has_named_its_side {
            self.has_named_its_side = true;
            return Ok(Ok(["WHITE", "BLACK"][self.side as usize].to_owned()));
        }
        let to = (self.choose)(self.game.game(), self.game.position());
        self.game.play(to).expect("a legal move");
        Ok(Ok(format!("{} {}", to.row + 1, to.col + 1)))
    }
}
