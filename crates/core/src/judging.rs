//! What a local judge needs of a problem: cases, their comparison with what a program answers, and the judge's side of an
//! interactive game. Nothing here starts a program: [`Judging`] is what a judge asks, wherever it runs.

use std::fmt;
use std::slice;

use crate::memo::index;
use crate::problem::{CaseOf, Problem};
use crate::{Control, Halt, Input, Limits, Random, printable};

/// What a judge needs of a problem.
pub struct Judging<P: Problem + ?Sized> {
    /// The most cases that one input of the original has.
    pub most_cases: u32,
    /// The kinds of cases that can be generated. The first is `random`.
    pub kinds: &'static [Kind<P>],
    /// The text of generated cases: the judge's own input of them, and where the original lets several texts say the same, any.
    pub write: fn(&P, &[CaseOf<P>], &mut Random) -> String,
    /// The inputs on which programs are tried if nobody says otherwise: at most 40, the hardest among them.
    pub trials: &'static [Trial],
    /// Cases that are a little smaller than this one, in original limits, the smallest first: what fails is made smaller by
    /// these, step by step.
    pub smaller: fn(&P, &CaseOf<P>) -> Vec<CaseOf<P>>,
    /// Whether a text is an answer of the original, be it right or wrong; its words have one blank between them.
    pub is_answer: fn(&str) -> bool,
    /// The judge's side, where the problem is interactive.
    pub interaction: Option<Interaction<P>>,
}

/// A kind of cases.
pub struct Kind<P: Problem + ?Sized> {
    /// Its name, as `largest`.
    pub name: &'static str,
    /// What is special about it, in a few words.
    pub about: &'static str,
    /// Makes a case within the original limits. For one state of the generator it makes the same case in every later version.
    pub make: fn(&P, &mut Random) -> CaseOf<P>,
}

/// [`Judging::write`] where the original leaves no choice.
pub fn plainly<P: Problem>(problem: &P, cases: &[CaseOf<P>], _: &mut Random) -> String {
    problem.input(cases)
}

impl<P: Problem> Kind<P> {
    /// An input of so many cases, and the cases.
    pub fn input(&self, problem: &P, count: usize, random: &mut Random) -> (Vec<CaseOf<P>>, String) {
        let cases: Vec<_> = (0..count).map(|_| (self.make)(problem, random)).collect();
        let text = (P::JUDGING.write)(problem, &cases, random);
        (cases, text)
    }
}

/// An input to try programs on.
pub enum Trial {
    /// This text.
    Input {
        /// Its name.
        name: &'static str,
        /// The judge's input.
        text: &'static str,
    },
    /// So many cases of a kind.
    Generated {
        /// The kind.
        kind: &'static str,
        /// The seed.
        seed: u64,
        /// How many, no more than [`Judging::most_cases`].
        count: u32,
    },
}

/// The judge's side of an interactive problem.
pub struct Interaction<P: Problem + ?Sized> {
    /// Who may play it, by their names, each with a few words about it.
    pub opponents: &'static [(&'static str, &'static str)],
    /// A referee for one game, with the opponent on its side.
    pub referee: NewReferee<P>,
}

/// Makes the referee of one game.
pub type NewReferee<P> = fn(&P, &CaseOf<P>, Opponent, &Control<'_>) -> Result<Box<dyn Referee>, Halt>;

/// Who makes the moves of the judge's side.
pub enum Opponent {
    /// One of [`Interaction::opponents`], and what it takes its chances from.
    Named(&'static str, Random),
    /// Somebody who said these lines in a game that was played before.
    Recorded(Vec<String>),
}

/// The judge of one interactive game. It knows lines, not programs: whoever has it carries them to and fro.
pub trait Referee {
    /// What is to be done now.
    fn next(&mut self) -> Next;

    /// Takes a line that was awaited, without its line end.
    fn hear(&mut self, line: &str);
}

/// What a referee wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// This line is to be sent.
    Say(String),
    /// A line of the program is awaited: what, in a few words, as `its move, as 3 4`.
    Listen(String),
    /// The game is over. The program is to end now without another word.
    Over(Finding),
}

/// What was found of an output or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How it is judged.
    pub verdict: Verdict,
    /// Why, in a line; where it is accepted, what is worth saying, or nothing.
    pub why: String,
    /// What else explains it, a line each.
    pub details: Vec<String>,
}

/// The judgement on a program and a case, in the words of the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Accepted: right, in time.
    Accepted,
    /// The answer is wrong, or the game was not won.
    WrongAnswer,
    /// Presentation error: what was written is no answer, right or wrong, of this problem.
    PresentationError,
    /// It computed for too long.
    TimeLimit,
    /// It ended with an error: a signal, an exit code that is not 0, out of memory.
    RuntimeError,
    /// It waited, for input that does not come, until its time was over.
    IdlenessLimit,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::PresentationError,
        Self::TimeLimit,
        Self::RuntimeError,
        Self::IdlenessLimit,
    ];

    /// Its letters, as `AC`.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::PresentationError => "PE",
            Self::TimeLimit => "TLE",
            Self::RuntimeError => "RE",
            Self::IdlenessLimit => "ILE",
        }
    }

    /// What the letters stand for.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::PresentationError => "presentation error",
            Self::TimeLimit => "time limit exceeded",
            Self::RuntimeError => "runtime error",
            Self::IdlenessLimit => "idleness limit exceeded",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

/// Holds what a problem says for judges against its own reader: names, trials, some cases of each kind within the original
/// limits, and that making them smaller stays within those and ends. For the tests of a problem.
///
/// # Errors
/// The first fault.
pub fn check<P: Problem>(problem: &P, cases_of_a_kind: u64) -> Result<(), String> {
    let Judging { most_cases, kinds, trials, interaction, .. } = P::JUDGING;
    let find = |name: &str| kinds.iter().find(|kind| kind.name == name);
    require(kinds.first().is_some_and(|kind| kind.name == "random"), || "the first kind is not random".to_owned())?;
    for (place, kind) in kinds.iter().enumerate() {
        let is_plain = kind.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        require(is_plain && !kind.about.is_empty(), || {
            format!("kind {}: no plain name, or nothing about it", kind.name)
        })?;
        let is_new = kinds[..place].iter().all(|other| other.name != kind.name);
        require(is_new, || format!("two kinds are called {}", kind.name))?;
        for seed in 0..cases_of_a_kind {
            let (cases, text) = kind.input(problem, 1, &mut Random::new(seed));
            is_read_as(problem, &cases, &text).map_err(|why| format!("{} of seed {seed}: {why}", kind.name))?;
            let case = cases.into_iter().next().ok_or("no case")?;
            shrinks(problem, case, seed).map_err(|why| format!("{} of seed {seed}, smaller: {why}", kind.name))?;
        }
    }

    let opponents = interaction.map_or(1, |interaction| interaction.opponents.len());
    require((1..=40).contains(&(trials.len() * opponents)), || format!("{} trials", trials.len()))?;
    for (place, trial) in trials.iter().enumerate() {
        let cases = match trial {
            Trial::Input { name, text } => {
                let is_new = |other: &Trial| !matches!(other, Trial::Input { name: other, .. } if other == name);
                require(trials[..place].iter().all(is_new), || format!("two trials are called {name}"))?;
                let cases = problem.read(&mut Input::new(text.as_bytes(), Limits::Original));
                cases.map_err(|error| format!("trial {name}: {error}"))?
            }
            Trial::Generated { kind: name, seed, count } => {
                let kind = find(name).ok_or_else(|| format!("there is no kind {name}"))?;
                kind.input(problem, index(u64::from(*count)), &mut Random::new(*seed)).0
            }
        };
        let is_one_input = (1..=u64::from(most_cases)).contains(&(cases.len() as u64));
        require(is_one_input, || format!("trial {}: {} cases", place + 1, cases.len()))?;
        keeps_limits(problem, &cases).map_err(|why| format!("trial {}: {why}", place + 1))?;
    }
    Ok(())
}

fn require(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

/// Whether cases are an input of the original, and read from it they are the same.
fn keeps_limits<P: Problem>(problem: &P, cases: &[CaseOf<P>]) -> Result<(), String> {
    is_read_as(problem, cases, &problem.input(cases))
}

fn is_read_as<P: Problem>(problem: &P, cases: &[CaseOf<P>], text: &str) -> Result<(), String> {
    let read = problem.read(&mut Input::new(text.as_bytes(), Limits::Original));
    let read = read.map_err(|error| format!("{error}, in {text:?}"))?;
    let is_same = read.len() == cases.len() && problem.input(&read) == problem.input(cases);
    require(is_same, || format!("{text:?} is read as something else"))
}

/// Whether making a case smaller ends: on the slowest way for the first seed, else on any.
fn shrinks<P: Problem>(problem: &P, mut case: CaseOf<P>, seed: u64) -> Result<(), String> {
    const MOST_STEPS: usize = 10_000;
    let mut random = Random::new(seed);
    for step in 0..MOST_STEPS {
        let mut smaller = (P::JUDGING.smaller)(problem, &case);
        if smaller.is_empty() {
            return Ok(());
        }
        if step == 0 {
            smaller.iter().try_for_each(|each| keeps_limits(problem, slice::from_ref(each)))?;
        }
        let place = if seed == 0 { smaller.len() - 1 } else { index(random.below(smaller.len() as u64)) };
        case = smaller.swap_remove(place);
        keeps_limits(problem, slice::from_ref(&case))?;
    }
    Err(format!("no end after {MOST_STEPS} steps"))
}

/// A number for what each kind makes of 200 seeds, so many cases of each. A seed gives the same cases in every later version,
/// so a problem's tests hold these numbers.
pub fn fingerprints<P: Problem>(problem: &P, cases_of_a_seed: usize) -> Vec<(&'static str, u64)> {
    let of_kind = |kind: &Kind<P>| {
        let inputs = (0..200).map(|seed| kind.input(problem, cases_of_a_seed, &mut Random::new(seed)).1);
        (kind.name, fingerprint(inputs.flat_map(String::into_bytes)))
    };
    P::JUDGING.kinds.iter().map(of_kind).collect()
}

/// A number for some bytes that is the same everywhere, in every version: the hash of Fowler, Noll and Vo, FNV-1a, of 64 bits.
pub fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let add = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, add)
}

/// Compares an output with the right answers to some cases, word by word. Blanks and line ends alone are forgiven, and noted.
///
/// The answers are those of [`answers`](crate::problem::answers), a line each.
pub fn judge_output<P: Problem>(problem: &P, cases: &[CaseOf<P>], answers: &str, output: &[u8]) -> Finding {
    let mut written = words(output);
    for (case, answer) in cases.iter().zip(answers.lines()) {
        let from_here = written.clone();
        for right in answer.split_ascii_whitespace() {
            let question = || vec![format!("the question  {}", problem.input_text(case))];
            let Some(word) = written.next() else {
                let why = format!("the output ends where {answer} is awaited");
                return Finding { verdict: Verdict::PresentationError, why, details: question() };
            };
            if word.bytes != right.as_bytes() {
                let is_answer = begins_with_an_answer(from_here, P::JUDGING.is_answer);
                let verdict = if is_answer { Verdict::WrongAnswer } else { Verdict::PresentationError };
                let why = format!("line {}: {} stands where {answer} is awaited", word.line, shown(word.whole_line));
                return Finding { verdict, why, details: question() };
            }
        }
    }
    if let Some(word) = written.next() {
        let why = format!("line {}: {} stands after the last answer", word.line, shown(word.whole_line));
        return Finding { verdict: Verdict::PresentationError, why, details: Vec::new() };
    }
    let why = if answers.as_bytes() == output { "" } else { "blanks or line ends differ from the judge's" };
    Finding { verdict: Verdict::Accepted, why: why.to_owned(), details: Vec::new() }
}

/// Whether the first words of a line are an answer.
fn begins_with_an_answer<'a>(words: impl Iterator<Item = Word<'a>>, is_answer: fn(&str) -> bool) -> bool {
    /// No answer has more.
    const MOST_WORDS: usize = 4;
    let mut words = words.peekable();
    let line = words.peek().map(|word| word.line);
    let mut text = String::new();
    words.take_while(|word| Some(word.line) == line).take(MOST_WORDS).any(|word| {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&String::from_utf8_lossy(word.bytes));
        is_answer(&text)
    })
}

struct Word<'a> {
    bytes: &'a [u8],
    /// The number of its line.
    line: usize,
    whole_line: &'a [u8],
}

fn words(text: &[u8]) -> impl Iterator<Item = Word<'_>> + Clone {
    (1..).zip(text.split(|&byte| byte == b'\n')).flat_map(|(line, whole_line)| {
        let words = whole_line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.map(move |bytes| Word { bytes, line, whole_line })
    })
}

/// The beginning of a line from outside, for people: 60 bytes at most, in them nothing that moves a cursor.
#[must_use]
pub fn shown(line: &[u8]) -> String {
    const MOST: usize = 60;
    let cut = &line[..line.len().min(MOST)];
    let text = printable(String::from_utf8_lossy(cut).trim());
    if line.len() > MOST { text + "…" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Field;
    use crate::{Game, Input, InputError, Margin, Oracle, Picture, Record, Side, Step};

    /// Nothing to play: a case is as good as any other.
    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Nothing;

    impl Game for Nothing {
        type Position = ();
        type Move = ();
        type Value = Margin;

        fn to_move(&self, (): &()) -> Side {
            Side::First
        }

        fn end(&self, (): &()) -> Option<Margin> {
            Some(Margin(0))
        }

        fn moves(&self, (): &()) -> impl Iterator<Item = ()> {
            std::iter::empty()
        }

        fn play(&self, (): &(), (): ()) -> Step<()> {
            Step { to: (), gain: 0 }
        }
    }

    impl Oracle<Nothing> for Nothing {
        fn value(&self, (): &()) -> Margin {
            Margin(0)
        }
    }

    impl Problem for Nothing {
        type Game = Self;
        type Oracle = Self;

        const NAME: &'static str = "nothing";
        const ABOUT: &'static str = "";
        const FORM: &'static str = "";
        const EXAMPLE: &'static str = "";
        const SIDES: [&'static str; 2] = ["first", "second"];
        const LETTERS: [&'static str; 2] = ["F", "S"];
        const JUDGING: Judging<Self> = Judging {
            most_cases: 1,
            kinds: &[],
            write: |_, _, _| String::new(),
            trials: &[],
            smaller: |_, _| Vec::new(),
            is_answer: |text| {
                let number = text.strip_prefix("WON ").or_else(|| text.strip_prefix("LOST "));
                number.is_some_and(|number| number.parse::<u8>().is_ok())
            },
            interaction: None,
        };

        fn read(&self, _: &mut Input<'_>) -> Result<Vec<Record<Self>>, InputError> {
            Ok(Vec::new())
        }

        fn answer(&self, _: usize, _: &Record<Self>, _: Margin) -> impl fmt::Display {
            ""
        }

        fn oracle(&self, _: &Self, _: &[&()], _: &Control<'_>) -> Result<Self, Halt> {
            Ok(Self)
        }

        fn method(&self, _: &Record<Self>) -> String {
            String::new()
        }

        fn input(&self, _: &[Record<Self>]) -> String {
            "1\n2\n".to_owned()
        }

        fn title(&self, _: &Record<Self>) -> String {
            String::new()
        }

        fn fields(&self, _: &Record<Self>) -> Vec<(&'static str, Field)> {
            Vec::new()
        }

        fn picture(&self, _: &Record<Self>, _: &Self) -> Option<Picture> {
            None
        }

        fn move_text(&self, _: &Record<Self>, (): ()) -> String {
            String::new()
        }
    }

    /// Judges an output where `WON 7` and `LOST 4` are right.
    fn judged(output: &[u8]) -> Finding {
        let cases = [(); 2].map(|()| Record::new(Nothing, ()));
        judge_output(&Nothing, &cases, "WON 7\nLOST 4\n", output)
    }

    #[test]
    fn blanks_and_line_ends_are_forgiven_and_noted() {
        let accepted = |why: &str| Finding { verdict: Verdict::Accepted, why: why.to_owned(), details: Vec::new() };
        assert_eq!(judged(b"WON 7\nLOST 4\n"), accepted(""));
        for output in ["WON 7\r\nLOST 4\r\n", "WON 7\nLOST 4", "\n WON\t7 LOST\n4  \n\n", "WON 7 \nLOST 4\n"] {
            assert_eq!(
                judged(output.as_bytes()),
                accepted("blanks or line ends differ from the judge's"),
                "{output:?}"
            );
        }
    }

    #[test]
    fn the_first_difference_is_shown_with_its_line_and_question() {
        use Verdict::{PresentationError, WrongAnswer};
        let huge = ["WON 7\nLOST 4", &"5".repeat(100_000)].concat();
        let cut = format!("line 2: LOST 4{}… stands where LOST 4 is awaited", "5".repeat(54));
        let cases: [(&[u8], Verdict, &str); 13] = [
            (b"LOST 7\n", WrongAnswer, "line 1: LOST 7 stands where WON 7 is awaited"),
            (b"WON 7\n\nLOST 5\n", WrongAnswer, "line 3: LOST 5 stands where LOST 4 is awaited"),
            (b"WON 7\nLOST five\n", PresentationError, "line 2: LOST five stands where LOST 4 is awaited"),
            (b"won 7\n", PresentationError, "line 1: won 7 stands where WON 7 is awaited"),
            // Each word may stand in an answer, but this is none.
            (b"7 WON\n", PresentationError, "line 1: 7 WON stands where WON 7 is awaited"),
            (b"LOST 7 LOST 4\n", WrongAnswer, "line 1: LOST 7 LOST 4 stands where WON 7 is awaited"),
            // A word is compared as it is written, not as the number that it means.
            (b"WON 07\n", WrongAnswer, "line 1: WON 07 stands where WON 7 is awaited"),
            (b"WON 7\nLOST", PresentationError, "the output ends where LOST 4 is awaited"),
            (b"WON 7\n", PresentationError, "the output ends where LOST 4 is awaited"),
            (b"", PresentationError, "the output ends where WON 7 is awaited"),
            (b" \n\n", PresentationError, "the output ends where WON 7 is awaited"),
            (b"WON \xff\n", PresentationError, "line 1: WON \u{fffd} stands where WON 7 is awaited"),
            (huge.as_bytes(), PresentationError, &cut),
        ];
        for (output, verdict, why) in cases {
            let details = vec!["the question  1 2".to_owned()];
            assert_eq!(judged(output), Finding { verdict, why: why.to_owned(), details });
        }
        let after = judged(b"WON 7\nLOST 4\nWON 7 \x1b[2J\n");
        assert_eq!((after.verdict, after.details.len()), (PresentationError, 0));
        assert!(
            after.why.starts_with("line 3: WON 7") && after.why.ends_with("stands after the last answer"),
            "{after:?}"
        );
        assert!(!after.why.contains('\x1b'));
    }

    #[test]
    fn fingerprints_are_the_published_ones() {
        // From the authors' list of test vectors.
        assert_eq!(fingerprint([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fingerprint(*b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn verdicts_have_letters_and_words_of_their_own() {
        let letters = Verdict::ALL.map(|verdict| verdict.to_string());
        assert_eq!(letters, ["AC", "WA", "PE", "TLE", "RE", "ILE"]);
        assert_eq!(format!("[{:<4}]", Verdict::WrongAnswer), "[WA  ]");
        assert_eq!(Verdict::IdlenessLimit.words(), "idleness limit exceeded");
    }
}
