//! knightmare, by distances: straight home, or past the other target if necessary.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write};
use std::process;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Compares the hunter's way to the other target with the runner's way to the wrong target.
    WrongTarget,
    /// Never flushes its output.
    NeverFlushes,
    /// Waits for an answer to the winning move.
    ReadsOn,
    /// Writes a line after the winning move.
    WritesMore,
}

type Square = (i32, i32);

const LEAPS: [Square; 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

struct Board {
    rows: i32,
    cols: i32,
}

impl Board {
    fn place(&self, (row, col): Square) -> usize {
        usize::try_from((row - 1) * self.cols + col - 1).expect("on the board")
    }

    fn reach(&self, (row, col): Square) -> impl Iterator<Item = Square> {
        let (rows, cols) = (self.rows, self.cols);
        let is_on = move |&(row, col): &Square| 1 <= row && row <= rows && 1 <= col && col <= cols;
        LEAPS.iter().map(move |(down, right)| (row + down, col + right)).filter(is_on)
    }

    /// The distances of all squares from a square.
    fn distances(&self, from: Square) -> Vec<i32> {
        let mut distances = vec![-1; self.place((self.rows, self.cols)) + 1];
        distances[self.place(from)] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for to in self.reach(at) {
                let far = distances[self.place(at)] + 1;
                let known = &mut distances[self.place(to)];
                if *known < 0 {
                    *known = far;
                    queue.push_back(to);
                }
            }
        }
        distances
    }
}

fn attacks((row, col): Square, (other_row, other_col): Square) -> bool {
    matches!((row.abs_diff(other_row), col.abs_diff(other_col)), (1, 2) | (2, 1))
}

/// Reads the two numbers of a line. Exits if there are none, or if they are -1: the judge has ended the game.
fn read() -> Square {
    let mut line = String::new();
    io::stdin().read_line(&mut line).expect("a line");
    let mut words = line.split_whitespace().map(|word| word.parse().expect("a number"));
    match (words.next(), words.next()) {
        (Some(row), Some(col)) if row >= 0 => (row, col),
        _ => process::exit(0),
    }
}

pub(crate) fn play(mistake: Option<Mistake>) {
    let mut out = BufWriter::new(io::stdout());
    let mut write = |line: &str| {
        writeln!(out, "{line}").expect("a judge that reads");
        if mistake != Some(Mistake::NeverFlushes) {
            out.flush().expect("a judge that reads");
        }
    };
    let (rows, cols) = read();
    let board = Board { rows, cols };
    let mut line = String::new();
    io::stdin().read_line(&mut line).expect("a line");
    let start: Vec<i32> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let mut knights = [(start[0], start[1]), (start[2], start[3])];
    let targets = [(rows / 2, cols / 2), (rows / 2 + 1, cols / 2)];
    let ways = targets.map(|target| board.distances(target));
    // The distance of a side from the target of a side.
    let far = |side: usize, target: usize| ways[target][board.place(knights[side])];

    // Only one side can ever capture: the side to move if the squares differ in colour, otherwise the other.
    let hunter = usize::from(knights.iter().map(|(row, col)| row + col).sum::<i32>() % 2 == 0);
    let prey = 1 - hunter;
    let white_first = i32::from(hunter == 0);
    let is_home_first = far(hunter, hunter) < far(prey, prey) + white_first;
    let fled_to = if mistake == Some(Mistake::WrongTarget) { hunter } else { prey };
    let is_guard = far(hunter, prey) <= far(prey, fled_to) + white_first;
    let captures_at_once = hunter == 0 && attacks(knights[0], knights[1]);
    let me = if is_home_first || is_guard || captures_at_once { hunter } else { prey };
    let other = 1 - me;
    // Past the other target, if home is too far.
    let mut goal = if me == hunter && !is_home_first { other } else { me };

    write(["WHITE", "BLACK"][me]);
    if me == 1 {
        knights[other] = read();
    }
    loop {
        let can_win = attacks(knights[me], targets[me]) && !attacks(knights[other], targets[me]);
        if knights[me] == targets[goal] {
            goal = me;
        }
        let to = if attacks(knights[me], knights[other]) {
            knights[other]
        } else if can_win {
            targets[me]
        } else {
            let way = |to: &Square| ways[goal][board.place(*to)];
            let others = board.reach(knights[me]).filter(|&to| to != knights[other]);
            others.min_by_key(way).expect("two moves everywhere")
        };
        knights[me] = to;
        write(&format!("{} {}", to.0, to.1));
        if can_win || to == knights[other] {
            break;
        }
        knights[other] = read();
    }
    match mistake {
        Some(Mistake::ReadsOn) => drop(read()),
        Some(Mistake::WritesMore) => write("I have won"),
        _ => {}
    }
}
