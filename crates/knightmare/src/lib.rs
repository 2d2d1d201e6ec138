//! Perfect play of knightmare: two knights, two targets (Codeforces 1201E).

mod distance;
mod rules;
mod solver;

pub use distance::distance;
pub use rules::{Knightmare, OddSide, Position, PositionError};
pub use solver::ClosedForm;
