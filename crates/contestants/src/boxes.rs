//! boxes, by a memo of the value of each set of drawn edges.

use crate::input::Numbers;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Counts only the boxes that are still open.
    ScoreForgotten,
    /// Misses boxes that are closed by an edge whose larger dot comes first.
    OneWay,
    /// Searches the same sets of edges repeatedly, without a memo.
    NoMemory,
}

struct Solver {
    mistake: Option<Mistake>,
    /// The four edges of each box, as bits.
    boxes: Vec<u32>,
    /// The boxes that the side to move gains from here on minus those of the other side, by the set of drawn edges.
    memory: Vec<Option<i8>>,
}

/// The two dots of each edge. The dots are numbered row by row from 0, four in a row.
fn edges() -> Vec<[u32; 2]> {
    let along = (0..16).filter(|dot| dot % 4 < 3).map(|dot| [dot, dot + 1]);
    let down = (0..12).map(|dot| [dot, dot + 4]);
    along.chain(down).collect()
}

impl Solver {
    fn new(mistake: Option<Mistake>) -> Self {
        let edges = edges();
        let bit = |ends: [u32; 2]| 1 << edges.iter().position(|&edge| edge == ends).expect("an edge");
        let corners = (0..12).filter(|dot| dot % 4 < 3);
        let boxes = corners
            .map(|dot| bit([dot, dot + 1]) | bit([dot + 4, dot + 5]) | bit([dot, dot + 4]) | bit([dot + 1, dot + 5]))
            .collect();
        Self { mistake, boxes, memory: vec![None; 1 << 24] }
    }

    /// The number of boxes that the edge closes.
    fn closes(&self, drawn: u32, edge: u32) -> i8 {
        self.boxes.iter().map(|&of| i8::from(of & edge != 0 && of & !(drawn | edge) == 0)).sum()
    }

    fn rest(&mut self, drawn: u32) -> i8 {
        if drawn == (1 << 24) - 1 {
            return 0;
        }
        if let Some(known) = self.memory[drawn as usize] {
            return known;
        }
        let mut best = i8::MIN;
        for edge in (0..24).map(|bit| 1 << bit) {
            if drawn & edge == 0 {
                best = best.max(self.closes(drawn, edge) - self.rest(drawn | edge));
            }
        }
        if self.mistake != Some(Mistake::NoMemory) {
            self.memory[drawn as usize] = Some(best);
        }
        best
    }
}

pub(crate) fn answer(mistake: Option<Mistake>) {
    let mut numbers = Numbers::read();
    let mut solver = Solver::new(mistake);
    let edges = edges();
    for case in 1..=numbers.next() {
        let mut drawn = 0;
        // The boxes of the side to move minus those of the other side, and whether Tom200 is to move.
        let (mut ahead, mut tom) = (0, true);
        for _ in 0..numbers.next() {
            let mut ends = [numbers.next::<u32>() - 1, numbers.next::<u32>() - 1];
            let is_missed = mistake == Some(Mistake::OneWay) && ends[0] > ends[1];
            ends.sort_unstable();
            let edge = 1 << edges.iter().position(|&edge| edge == ends).expect("neighbours");
            let closed = if is_missed { 0 } else { solver.closes(drawn, edge) };
            drawn |= edge;
            (ahead, tom) = (-(ahead + closed), !tom);
        }
        let so_far = if mistake == Some(Mistake::ScoreForgotten) { 0 } else { ahead };
        let wins = so_far + solver.rest(drawn) > 0;
        println!("Case #{case}: {}", if wins == tom { "Tom200" } else { "Jerry404" });
    }
}
