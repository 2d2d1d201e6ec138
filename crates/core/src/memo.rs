//! Memo tables. A table is exact: two positions share an entry only if their values are proved equal.
//!
//! The reference solvers keep their values in hash maps; these tables are for the fast solvers.

mod bits;
mod packed;
mod transpositions;

pub use bits::{bits, index};
pub use packed::PackedNumbers;
pub use transpositions::{Bounds, Transpositions};
