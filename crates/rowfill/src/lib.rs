//! Perfect play of rowfill: stones on a board of numbers (Chinese provincial selection 2018). Not built yet.
