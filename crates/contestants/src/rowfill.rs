//! rowfill, by a memo of the value of each shape of the taken squares.

use std::collections::HashMap;

use crate::input::Numbers;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Takes a value of 0 in the memo for unknown.
    ZeroIsUnknown,
    /// Exchanges the numbers of black and white.
    SidesMixedUp,
}

/// The number of squares taken in each row.
type Shape = [u8; 10];

struct Solver {
    mistake: Option<Mistake>,
    rows: usize,
    cols: usize,
    /// The numbers of black, and of white.
    numbers: [Vec<i64>; 2],
    /// The points that the side to move gains from here on minus those of the other side.
    memory: HashMap<Shape, i64>,
}

impl Solver {
    /// The squares that can be taken: the row of each, and its number for the side.
    fn squares(&self, shape: &Shape, side: usize) -> Vec<(usize, i64)> {
        let open = |&row: &usize| usize::from(shape[row]) < self.cols && (row == 0 || shape[row - 1] > shape[row]);
        let counts = |row: usize| self.numbers[side][row * self.cols + usize::from(shape[row])];
        (0..self.rows).filter(open).map(|row| (row, counts(row))).collect()
    }

    fn rest(&mut self, shape: &mut Shape, side: usize) -> i64 {
        let known = self.memory.get(shape).copied();
        if let Some(known) = known.filter(|&known| known != 0 || self.mistake != Some(Mistake::ZeroIsUnknown)) {
            return known;
        }
        let mut best = None;
        for (row, counts) in self.squares(shape, side) {
            shape[row] += 1;
            let value = counts - self.rest(shape, 1 - side);
            shape[row] -= 1;
            best = best.max(Some(value));
        }
        // A full board has no squares.
        let best = best.unwrap_or(0);
        self.memory.insert(*shape, best);
        best
    }
}

pub(crate) fn answer(mistake: Option<Mistake>) {
    let mut input = Numbers::read();
    let (rows, cols): (usize, usize) = (input.next(), input.next());
    let mut numbers = [(); 2].map(|()| (0..rows * cols).map(|_| input.next()).collect());
    if mistake == Some(Mistake::SidesMixedUp) {
        numbers.swap(0, 1);
    }
    let mut solver = Solver { mistake, rows, cols, numbers, memory: HashMap::new() };
    println!("{}", solver.rest(&mut Shape::default(), 0));
}
