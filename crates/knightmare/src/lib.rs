//! Perfect play of knightmare: two knights, two targets (Codeforces 1201E). Not built yet.
