//! Interactive games: the referee of a game, and the loop that plays it.

use std::vec;

use board_core::Random;

use crate::choice::Choice;
use crate::verdict::Finding;

/// The referee of one interactive game. It knows the rules and the protocol, and receives the moves of both
/// sides as lines from [`play`].
pub trait Referee {
    /// The opponents that can play the judge's side.
    type Opponent: Choice;

    /// Returns what the referee needs next.
    fn next(&mut self) -> Next;

    /// Receives the line that [`Referee::next`] asked for, without its line end: a line of the program for
    /// [`Next::Receive`], a line of the judge's side for [`Next::Reply`].
    fn receive(&mut self, line: &str);

    /// Returns the line that an opponent plays for the judge's side. Called after [`Next::Reply`].
    fn choose(&mut self, opponent: Self::Opponent, random: &mut Random) -> String;
}

/// What a referee needs next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Send this line to the program.
    Send(String),
    /// Receive a line from the program. The text describes the line, for example `a move such as 3 4`.
    Receive(String),
    /// Receive a move of the judge's side.
    Reply,
    /// The game is over. The program should exit without writing anything else.
    Over(Finding),
}

/// The type of opponent and referee for batch problems. It has no values, since the whole output is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Batch {}

impl Choice for Batch {
    const ALL: &'static [Self] = &[];

    fn text(self) -> (&'static str, &'static str) {
        match self {}
    }
}

impl Referee for Batch {
    type Opponent = Self;

    fn next(&mut self) -> Next {
        match *self {}
    }

    fn receive(&mut self, _line: &str) {
        match *self {}
    }

    fn choose(&mut self, opponent: Self, _random: &mut Random) -> String {
        match opponent {}
    }
}

/// The source of the moves of the judge's side.
#[derive(Clone, Debug)]
pub enum Mover<O> {
    /// An opponent, with the generator of its random choices.
    Opponent(O, Random),
    /// The lines of an earlier game.
    Recorded(vec::IntoIter<String>),
}

/// The program in a game: receives lines from the judge, and returns lines to it.
pub trait Contestant {
    /// Why the program wrote no line.
    type Silence;
    /// Why the game cannot continue.
    type Error;

    /// Sends a line to the program.
    ///
    /// # Errors
    /// If the game cannot continue. A program that no longer reads is not an error.
    fn send(&mut self, line: &str) -> Result<(), Self::Error>;

    /// Waits for the program's next line.
    ///
    /// # Errors
    /// If the game cannot continue. A program that writes no line is not an error: that is a [`Contestant::Silence`].
    fn receive(&mut self) -> Result<Result<String, Self::Silence>, Self::Error>;
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending<S> {
    /// By its rules.
    Over(Finding),
    /// The program did not write its next line.
    Silent {
        /// What was expected.
        expected: String,
        /// Why it did not write it.
        silence: S,
    },
    /// The recorded lines of the judge's side ran out before the game was over.
    RecordEnded,
}

/// Plays a game: sends the judge's input, then passes lines between the referee, the judge's side and the program until
/// the game is over.
///
/// # Errors
/// The errors of the contestant.
pub fn play<R: Referee, C: Contestant>(
    referee: &mut R,
    mover: &mut Mover<R::Opponent>,
    input: &str,
    contestant: &mut C,
) -> Result<Ending<C::Silence>, C::Error> {
    input.lines().try_for_each(|line| contestant.send(line))?;
    loop {
        match referee.next() {
            Next::Send(line) => contestant.send(&line)?,
            Next::Receive(expected) => match contestant.receive()? {
                Ok(line) => referee.receive(&line),
                Err(silence) => return Ok(Ending::Silent { expected, silence }),
            },
            Next::Reply => {
                let line = match mover {
                    Mover::Opponent(opponent, random) => referee.choose(*opponent, random),
                    Mover::Recorded(lines) => match lines.next() {
                        Some(line) => line,
                        None => return Ok(Ending::RecordEnded),
                    },
                };
                referee.receive(&line);
            }
            Next::Over(finding) => return Ok(Ending::Over(finding)),
        }
    }
}
