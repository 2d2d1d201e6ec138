//! Cases on which programs are tested, and the judge's side of a game.

mod kinds;
mod opponent;
mod referee;
mod shrink;

use board_core::{Control, Halt, Random, Record};
use board_judge::{Judged, Trial};

pub use kinds::Kind;
pub use opponent::Opponent;
pub use referee::KnightmareReferee;

use crate::problem::KnightmareProblem;
use crate::rules::Knightmare;

impl Judged for KnightmareProblem {
    type Kind = Kind;
    type Referee = KnightmareReferee;

    const MAX_CASES: u32 = 1;
    // Ten starts against four opponents, chosen to catch the mistakes of `tests/judge/mistakes.rs` and others, most of
    // them more than once. A start that is only just won or only just missed reveals a wrong rule; a way over the
    // other's target reveals a wrong walk.
    const TRIALS: &'static [Trial<Kind>] = &[
        Trial::Input { name: "sample-e1", text: "8 8\n2 3 1 8\n" },
        Trial::Input { name: "white-just-first", text: "6 6\n2 1 5 1\n" },
        Trial::Input { name: "black-just-first", text: "6 6\n2 2 5 1\n" },
        Trial::Input { name: "white-over-the-other-target", text: "6 8\n5 6 5 7\n" },
        Trial::Input { name: "black-over-the-other-target", text: "8 10\n3 1 7 7\n" },
        Trial::Input { name: "white-just-late", text: "1000 6\n495 1 502 5\n" },
        Trial::Input { name: "black-just-late", text: "40 40\n19 18 23 16\n" },
        Trial::Input { name: "white-just-over-the-other-target", text: "1000 1000\n855 260 149 735\n" },
        Trial::Input { name: "black-just-over-the-other-target", text: "6 1000\n5 890 4 109\n" },
        Trial::Input { name: "longest", text: "1000 1000\n1 1 1000 999\n" },
    ];

    fn generate(&self, kind: Kind, random: &mut Random) -> Record<Knightmare> {
        kinds::generate(kind, random)
    }

    fn shrink(&self, case: &Record<Knightmare>) -> Vec<Record<Knightmare>> {
        shrink::smaller(case)
    }

    fn is_answer(text: &str) -> bool {
        matches!(text, "WHITE" | "BLACK")
    }

    fn referee(&self, case: &Record<Knightmare>, control: &Control<'_>) -> Result<Option<KnightmareReferee>, Halt> {
        KnightmareReferee::new(case, control).map(Some)
    }
}
