//! Boxes that can be taken: which to take at once, and which to leave with a double-dealing move.

use board_core::memo::bits;

use super::set::only;
use super::{Graph, Open};

/// What to do about a box that has one open edge, with the extra turn (lemma 12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Capture {
    /// Draw this edge at once.
    Free(u32),
    /// Decide about the last boxes of its chain.
    Last(LastBoxes),
}

/// The last boxes of a chain that can be taken: two of a half-open chain, or all four of a closed one. Either a move
/// takes the first of them, or the double-dealing move leaves all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastBoxes {
    /// The edge to draw to take a box.
    pub(crate) take: u32,
    /// The edge to draw to leave all, the double-dealing move.
    pub(crate) leave: u32,
    /// The number of boxes, two or four.
    boxes: u32,
    /// Whether no other move can make the chain longer: its end is at the rim of the board, or it is closed.
    is_fixed: bool,
}

/// The choice that remains after all boxes that should be taken have been taken, with the extra turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// No choice; the player who took the last box is to move.
    None,
    /// As [`Choice::None`], but this many of the boxes taken could also have been left for the other player, who
    /// then takes them and has to move. If v is the value of the position reached either way, the choice is worth the
    /// greater of v and -2 * boxes - v (lemma 13).
    DoubleDeal(u32),
    /// The choice among the last boxes of several chains, to take or to leave.
    Several,
}

impl Graph {
    /// Takes the boxes that should be taken until nothing can be taken or there is a choice. Returns the number of
    /// boxes taken, and the choice. With the extra turn only (lemmas 12 to 14).
    pub(crate) fn settle(&self, open: &mut Open) -> (i32, Choice) {
        let mut gain = 0;
        'takes: loop {
            // The chain whose last boxes should be kept to the end, and another chain.
            let (mut last, mut other): (Option<LastBoxes>, Option<LastBoxes>) = (None, None);
            for number in bits(open.with_one()) {
                match self.capture(open, number) {
                    Capture::Free(edge) => {
                        gain += self.draw(open, edge);
                        continue 'takes;
                    }
                    // A closed chain is found from both ends.
                    Capture::Last(new) if last.is_some_and(|last| last.leave == new.leave) => {}
                    Capture::Last(new) if last.is_none_or(|last| new.rank() < last.rank()) => {
                        (last, other) = (Some(new), last);
                    }
                    Capture::Last(new) => other = Some(new),
                }
            }
            match (last, other) {
                (None, _) => return (gain, Choice::None),
                (Some(last), None) => {
                    gain += self.draw(open, last.take);
                    while let Some(number) = bits(open.with_one()).next() {
                        gain += self.draw(open, self.sides(open, number).trailing_zeros());
                    }
                    return (gain, Choice::DoubleDeal(last.boxes));
                }
                // Lemma 14.
                (Some(last), Some(other)) if last.is_fixed && last.boxes <= other.boxes => {
                    gain += self.draw(open, other.take);
                }
                _ => return (gain, Choice::Several),
            }
        }
    }

    /// The last boxes among which [`Choice::Several`] leaves the choice; those of a closed chain twice, from either
    /// end.
    pub(crate) fn last_boxes(&self, open: &Open) -> impl Iterator<Item = LastBoxes> {
        bits(open.with_one()).filter_map(|number| match self.capture(open, number) {
            Capture::Free(_) => None,
            Capture::Last(last) => Some(last),
        })
    }

    /// What to do about a box that has one open edge; follows its chain for a few boxes (lemma 12).
    fn capture(&self, open: &Open, number: u32) -> Capture {
        let next = |edge: u32, from: u64| self.beside(edge) & !from;
        let (one, two) = (open.with_one(), open.with_two());
        let mut boxes = only(number);
        let take = self.sides(open, number).trailing_zeros();
        let second = next(take, boxes);
        if second & two == 0 {
            return Capture::Free(take);
        }
        boxes |= second;
        let leave = (self.sides(open, second.trailing_zeros()) & !only(take)).trailing_zeros();
        let third = next(leave, boxes);
        if third & (one | two) == 0 {
            return Capture::Last(LastBoxes { take, leave, boxes: 2, is_fixed: third == 0 });
        }
        if third & two != 0 {
            boxes |= third;
            let end = (self.sides(open, third.trailing_zeros()) & !only(leave)).trailing_zeros();
            if next(end, boxes) & one != 0 {
                return Capture::Last(LastBoxes { take, leave, boxes: 4, is_fixed: true });
            }
        }
        Capture::Free(take)
    }

    /// Draws pairs of edges that only close boxes: two edges that close one box each, or two that close two each. When
    /// the turn always passes, such a pair is worth nothing (lemma 17).
    pub(crate) fn without_pairs(&self, open: &mut Open) {
        let ends = bits(open.with_one()).fold(0, |set, number| set | self.sides(open, number));
        let mut unpaired = [None; 2];
        for edge in bits(ends) {
            let closed = self.beside(edge) & open.with_one();
            if closed == self.beside(edge) {
                let unpaired = &mut unpaired[usize::from(closed.count_ones() == 2)];
                match unpaired.take() {
                    None => *unpaired = Some(edge),
                    Some(other) => {
                        self.draw(open, other);
                        self.draw(open, edge);
                    }
                }
            }
        }
    }
}

impl LastBoxes {
    /// The order of preference for keeping them to the end: fixed ones first, then the fewest boxes first.
    const fn rank(self) -> u32 {
        if self.is_fixed { self.boxes } else { u32::MAX }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::whole::Whole;
    use crate::rules::Rules;

    fn wholes(rules: Rules) -> impl Iterator<Item = Whole> {
        [(2, 2), (1, 5), (2, 3), (3, 2)].into_iter().map(move |(rows, cols)| Whole::new(rows, cols, rules))
    }

    /// Small boards, and positions of larger boards in which control is worth more than four boxes.
    fn with_control() -> impl Iterator<Item = Whole> {
        // A closed chain of four, and a chain of six: leaving the four is right.
        const FOUR_AND_SIX: [&str; 10] =
            ["2-13", "3-14", "4-15", "5-6", "6-17", "7-18", "8-19", "9-20", "10-21", "10-11"];
        // A closed chain of four, and two boxes that can be taken beside a box with three open edges, from which two
        // more boxes lead to the rim: taking the four and leaving the two is right.
        const FOUR_AND_FIVE: [&str; 9] = ["12-19", "13-20", "13-14", "2-9", "3-10", "4-11", "4-5", "10-11", "17-18"];
        let large = [(1, 10, FOUR_AND_SIX.as_slice()), (2, 6, &FOUR_AND_FIVE)];
        wholes(Rules::ExtraTurn).chain(large.map(|(rows, cols, edges)| Whole::of_edges(rows, cols, edges)))
    }

    /// The value that follows from what `settle` takes, and from the choice that it leaves.
    fn by_settling(whole: &Whole, open: &Open) -> i32 {
        let mut rest = *open;
        let (gain, choice) = whole.graph.settle(&mut rest);
        let after = whole.value(&rest);
        gain + match choice {
            Choice::DoubleDeal(boxes) => after.max(-2 * boxes.cast_signed() - after),
            Choice::None | Choice::Several => after,
        }
    }

    #[test]
    fn lemma_12_all_boxes_but_the_last_two_or_four_of_a_chain_are_free() {
        let (mut free, mut last) = (0, 0);
        for whole in with_control() {
            let graph = &whole.graph;
            for open in whole.positions() {
                for number in bits(open.with_one()) {
                    match graph.capture(&open, number) {
                        Capture::Free(edge) => {
                            assert!(graph.closes(&open, edge) > 0);
                            assert_eq!(whole.worth(&open, edge), whole.value(&open), "{open:?} {edge}");
                            free += 1;
                        }
                        Capture::Last(_) => last += 1,
                    }
                }
            }
        }
        assert!(free > 100_000 && last > 10_000, "{free} {last}");
    }

    #[test]
    fn lemma_13_the_last_boxes_are_taken_or_left_by_a_double_dealing_move() {
        let mut met = [0; 3];
        for whole in with_control() {
            for open in whole.positions() {
                assert_eq!(by_settling(&whole, &open), whole.value(&open), "{open:?}");
                let mut rest = open;
                match whole.graph.settle(&mut rest) {
                    (_, Choice::None) => met[0] += 1,
                    (gain, Choice::DoubleDeal(boxes)) => {
                        let boxes = boxes.cast_signed();
                        // The player in control gets at least half, and one more if the parity requires it.
                        let least = gain - boxes + ((boxes + rest.boxes()) & 1);
                        assert!(gain >= boxes && whole.value(&open) >= least, "{open:?}");
                        met[usize::from(boxes == 4) + 1] += 1;
                    }
                    (_, Choice::Several) => continue,
                }
                assert_eq!(rest.with_one(), 0, "{open:?}");
            }
        }
        assert!(met.iter().all(|&count| count > 100), "{met:?}");
    }

    #[test]
    fn lemma_14_another_chain_is_taken_if_the_smallest_last_boxes_are_fixed() {
        let (mut settled, mut several) = (0, 0);
        for whole in with_control() {
            let graph = &whole.graph;
            for open in whole.positions() {
                let mut chains: Vec<LastBoxes> = Vec::new();
                let mut is_free = false;
                for number in bits(open.with_one()) {
                    match graph.capture(&open, number) {
                        Capture::Free(_) => is_free = true,
                        Capture::Last(new) if chains.iter().all(|chain| chain.leave != new.leave) => chains.push(new),
                        Capture::Last(_) => {}
                    }
                }
                if is_free || chains.len() < 2 {
                    continue;
                }
                let value = whole.value(&open);
                let best = chains.iter().flat_map(|chain| [chain.take, chain.leave]);
                assert_eq!(best.map(|edge| whole.worth(&open, edge)).max(), Some(value), "{open:?}");
                for kept in chains.iter().filter(|kept| kept.is_fixed) {
                    for taken in chains.iter().filter(|taken| taken.leave != kept.leave && taken.boxes >= kept.boxes) {
                        assert_eq!(whole.worth(&open, taken.take), value, "{open:?} {taken:?} {kept:?}");
                        settled += 1;
                    }
                }
                assert_eq!(by_settling(&whole, &open), value, "{open:?}");
                let mut rest = open;
                several += u32::from(graph.settle(&mut rest).1 == Choice::Several);
            }
        }
        assert!(settled > 100 && several > 10, "{settled} {several}");
    }

    #[test]
    fn lemma_17_a_pair_of_edges_that_close_as_many_boxes_is_worth_nothing_when_the_turn_passes() {
        let mut pairs = [0; 3];
        for whole in wholes(Rules::Alternate) {
            for open in whole.positions() {
                let mut rest = open;
                whole.graph.without_pairs(&mut rest);
                assert_eq!(whole.value(&rest), whole.value(&open), "{open:?}");
                let closed = usize::try_from(open.boxes() - rest.boxes()).expect("drawing closes");
                assert!(closed.is_multiple_of(2));
                pairs[closed.div_ceil(2).min(2)] += 1;
            }
        }
        assert!(pairs.iter().all(|&count| count > 1000), "{pairs:?}");
    }
}
