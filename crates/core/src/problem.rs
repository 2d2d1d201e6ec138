//! Problems of online judges: input whose errors give line and column, answers, reports and pictures.

mod contract;
mod explain;
mod input;
#[cfg(feature = "json")]
mod json;
mod moves;
mod picture;
mod report;
mod stream;
mod text;
mod writer;

pub use contract::{Broken, CaseOf, MoveOf, PositionOf, Problem, Statement, ValueOf, answers};
pub use explain::{Column, Content, Explain, MAX_DRAWN_PLIES, Survey, SurveyError, SurveyOf, report, reports};
pub use input::{Input, InputError, Limits, Number, Word};
pub use moves::{MovesError, play_moves};
pub use picture::{Mark, Picture};
pub use report::{Caps, Field, Report, ReportedMove, ReportedPly};
pub use stream::CaseReader;
pub use text::{Layout, Text, Tone};
