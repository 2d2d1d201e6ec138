//! Perfect play of bo.
