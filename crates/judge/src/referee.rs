//! Interactive games: the referee of one, and the loop that plays it.

use std::vec;

use board_core::Random;

use crate::choice::Choice;
use crate::verdict::Finding;

/// The referee of one interactive game. It knows the rules and the protocol, and chooses nothing by itself: the moves of both
/// sides reach it as lines. [`play`] carries the lines.
pub trait Referee {
    /// Who can play the judge's side.
    type Opponent: Choice;

    /// What comes next.
    fn next(&mut self) -> Next;

    /// Receives the line that [`Referee::next`] asked for, without its line end: the program's for [`Next::Listen`], the
    /// judge's side's for [`Next::Reply`].
    fn hear(&mut self, line: &str);

    /// The line that an opponent plays for the judge's side, asked for after [`Next::Reply`].
    fn choose(&mut self, opponent: Self::Opponent, random: &mut Random) -> String;
}

/// What a referee wants next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Send this line to the program.
    Say(String),
    /// Read a line of the program; the text says which, for example `its move, as 3 4`.
    Listen(String),
    /// Read a move of the judge's side.
    Reply,
    /// The game is over. The program should exit without another word.
    Over(Finding),
}

/// No opponent, and no referee: the program's whole output is compared. Nothing has this type.
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

    fn hear(&mut self, _line: &str) {
        match *self {}
    }

    fn choose(&mut self, opponent: Self, _random: &mut Random) -> String {
        match opponent {}
    }
}

/// Who moves for the judge's side.
#[derive(Clone, Debug)]
pub enum Mover<O> {
    /// An opponent, with the source of its random choices.
    Opponent(O, Random),
    /// The lines of an earlier game.
    Recorded(vec::IntoIter<String>),
}

/// The program's end of a game: where lines to the program go, and where its lines come from.
pub trait Contestant {
    /// Why no line comes.
    type Silence;
    /// Why the game cannot go on.
    type Error;

    /// Sends a line to the program.
    ///
    /// # Errors
    /// If the game cannot go on. A program that no longer reads is no reason.
    fn send(&mut self, line: &str) -> Result<(), Self::Error>;

    /// Waits for the program's next line.
    ///
    /// # Errors
    /// If the game cannot go on. A program that writes no line is no reason: that is its silence.
    fn receive(&mut self) -> Result<Result<String, Self::Silence>, Self::Error>;
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending<S> {
    /// By its rules.
    Over(Finding),
    /// The program's next line did not come.
    Silent {
        /// The line that was expected.
        wanted: String,
        /// Why it did not come.
        silence: S,
    },
    /// The recorded lines of the judge's side ran out before the game was over.
    RecordEnded,
}

/// Plays a game: sends the judge's input, then carries lines between the referee, the judge's side and the program until the
/// game is over.
///
/// # Errors
/// Those of the contestant.
pub fn play<R: Referee, C: Contestant>(
    referee: &mut R,
    mover: &mut Mover<R::Opponent>,
    input: &str,
    contestant: &mut C,
) -> Result<Ending<C::Silence>, C::Error> {
    input.lines().try_for_each(|line| contestant.send(line))?;
    loop {
        match referee.next() {
            Next::Say(line) => contestant.send(&line)?,
            Next::Listen(wanted) => match contestant.receive()? {
                Ok(line) => referee.hear(&line),
                Err(silence) => return Ok(Ending::Silent { wanted, silence }),
            },
            Next::Reply => {
                let line = match mover {
                    Mover::Opponent(opponent, random) => referee.choose(*opponent, random),
                    Mover::Recorded(lines) => match lines.next() {
                        Some(line) => line,
                        None => return Ok(Ending::RecordEnded),
                    },
                };
                referee.hear(&line);
            }
            Next::Over(finding) => return Ok(Ending::Over(finding)),
        }
    }
}
