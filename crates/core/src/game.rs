//! Rules of games, their values, reference solvers, analysis.

pub mod analysis;
mod grundy;
mod meter;
mod negamax;
mod oracle;
mod perft;
mod record;
mod retrograde;
mod rules;
mod value;

pub use grundy::Grundy;
pub use negamax::Negamax;
pub use oracle::{Oracle, Rated, Ratings, Solve, rate_each};
pub use perft::perft;
pub use record::{IllegalMove, Record};
pub use retrograde::Retrograde;
pub use rules::{Game, Side, Step};
pub use value::{Margin, Outcome, Value, ValueKind};
