//! Memo tables. A table is exact: two positions share an entry only if they are proved equal.
//!
//! The reference solvers keep their values in hash maps; what is here serves the fast ones.

mod bits;
mod packed;
mod transpositions;

pub use bits::{bits, index};
pub use packed::PackedNumbers;
pub use transpositions::{Bounds, Transpositions};
