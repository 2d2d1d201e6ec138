//! chase, by retrograde analysis: works backwards from the captures.

use std::collections::VecDeque;

use crate::input::Numbers;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Ignores games of more than 2n plies.
    DepthOf2n,
    /// Takes the last square of a row and the first of the next for neighbours.
    RowsWrap,
    /// Lets the losing side lose as soon as possible too.
    LoserHurries,
}

/// What is known about a position so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Not decided yet: the number of moves that are not known to lose, and the plies of the fastest of the losing ones.
    Open { moves: usize, soonest: usize },
    /// The side to move wins or loses in this many plies.
    Decided { wins: bool, plies: usize },
}

/// The squares that the piece of a side can go to, which are also those that it can come from.
fn reach(n: usize, side: usize, from: usize) -> Vec<usize> {
    let (row, col) = (from / n, from % n);
    let mut squares = Vec::new();
    for far in 1..=side + 1 {
        if row >= far {
            squares.push(from - far * n);
        }
        if row + far < n {
            squares.push(from + far * n);
        }
        if col >= far {
            squares.push(from - far);
        }
        if col + far < n {
            squares.push(from + far);
        }
    }
    squares
}

pub(crate) fn answer(mistake: Option<Mistake>) {
    let mut numbers = Numbers::read();
    let n: usize = numbers.next();
    let squares = n * n;
    let mut square = || (numbers.next::<usize>() - 1) * n + numbers.next::<usize>() - 1;
    let (white, black) = (square(), square());
    if mistake == Some(Mistake::RowsWrap) && white.abs_diff(black) == 1 {
        return println!("WHITE 1");
    }
    let place = |side: usize, [white, black]: [usize; 2]| (side * squares + white) * squares + black;

    let mut known = Vec::new();
    let mut queue = VecDeque::new();
    for side in 0..2 {
        for pieces in (0..squares).flat_map(|white| (0..squares).map(move |black| [white, black])) {
            let moves = reach(n, side, pieces[side]);
            if moves.contains(&pieces[1 - side]) && pieces[0] != pieces[1] {
                known.push(Known::Decided { wins: true, plies: 1 });
                queue.push_back((side, pieces));
            } else {
                known.push(Known::Open { moves: moves.len(), soonest: usize::MAX });
            }
        }
    }
    while let Some((after, pieces)) = queue.pop_front() {
        let Known::Decided { wins, plies } = known[place(after, pieces)] else {
            unreachable!("only decided positions are queued")
        };
        if mistake == Some(Mistake::DepthOf2n) && plies == 2 * n {
            continue;
        }
        let side = 1 - after;
        for from in reach(n, side, pieces[side]) {
            let mut before = pieces;
            before[side] = from;
            let Known::Open { moves, soonest } = &mut known[place(side, before)] else { continue };
            if before[0] == before[1] {
                continue;
            }
            if wins {
                *moves -= 1;
                *soonest = plies.min(*soonest);
                if *moves > 0 {
                    continue;
                }
            }
            // Positions are queued by plies, so the last move that loses takes longest.
            let plies = if wins && mistake == Some(Mistake::LoserHurries) { *soonest } else { plies };
            known[place(side, before)] = Known::Decided { wins: !wins, plies: plies + 1 };
            queue.push_back((side, before));
        }
    }
    match known[place(0, [white, black])] {
        Known::Open { .. } => println!("DRAW"),
        Known::Decided { wins, plies } => println!("{} {plies}", if wins { "WHITE" } else { "BLACK" }),
    }
}
