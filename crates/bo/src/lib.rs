//! Perfect play of bo.

mod rules;

pub use rules::{Bo, Distance, MAX_SIDE, Piece, Position};
