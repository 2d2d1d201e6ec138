//! Perfect play of chase.
