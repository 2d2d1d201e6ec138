//! The memory of the last layers.

use std::collections::VecDeque;
use std::ops::Range;

use board_core::memo::index;

use super::plan::Plan;
use crate::entry::Entry;

/// A finished layer.
#[derive(Clone, Copy)]
pub(crate) struct Layer<'a, T> {
    pub(super) weight: usize,
    pub(super) entries: &'a [T],
}

/// The last layers that were made, in memory for two or for more (Lemma 14).
pub(crate) struct Kept<T> {
    entries: Vec<T>,
    /// In the order in which they were made.
    layers: VecDeque<Place>,
    /// Whether there is memory for more than two.
    is_ring: bool,
}

/// The place of a layer.
struct Place {
    weight: usize,
    range: Range<usize>,
}

/// The two layers that are in use at a time.
pub(super) struct Two<'a, T> {
    /// The last finished layer; empty before the first.
    pub(super) before: &'a [T],
    /// The next layer, to be filled.
    pub(super) here: &'a mut [T],
}

impl<T: Entry> Kept<T> {
    /// Creates memory of `times` times the size of two layers.
    pub(super) fn new(plan: &Plan, times: u64) -> Self {
        Self {
            entries: vec![T::default(); index(plan.two_layers() * times)],
            layers: VecDeque::new(),
            is_ring: times > 1,
        }
    }

    /// Makes room for the next layer by dropping the oldest ones.
    pub(super) fn next(&mut self, weight: usize, size: usize) -> Two<'_, T> {
        let all = self.entries.len();
        let last = self.layers.back().map_or(0..0, |place| place.range.clone());
        // As a ring, or side by side: one at the start and one at the end.
        let start = if self.is_ring && last.end + size <= all {
            last.end
        } else if last.start >= size {
            0
        } else {
            all - size
        };
        let here = start..start + size;
        self.layers.retain(|Place { range, .. }| range.end <= here.start || here.end <= range.start);
        self.layers.push_back(Place { weight, range: here.clone() });
        if last.end <= here.start {
            let (before, after) = self.entries.split_at_mut(here.start);
            Two { before: &before[last], here: &mut after[..size] }
        } else {
            let (before, after) = self.entries.split_at_mut(last.start);
            Two { before: &after[..last.len()], here: &mut before[here] }
        }
    }

    /// The last layer.
    pub(super) fn last(&self) -> Layer<'_, T> {
        self.layers().next_back().expect("called after the first")
    }

    /// The layers that are kept, in the order in which they were made.
    pub(super) fn layers(&self) -> impl DoubleEndedIterator<Item = Layer<'_, T>> {
        self.layers
            .iter()
            .map(|Place { weight, range }| Layer { weight: *weight, entries: &self.entries[range.clone()] })
    }
}

#[cfg(test)]
mod tests {
    use board_core::Random;

    use super::*;

    #[test]
    fn lemma_14_a_new_layer_never_overwrites_the_one_before() {
        let mut random = Random::new(1);
        for round in 0..2000_u64 {
            let times = 1 + round % 4;
            let largest = 1 + random.below(20);
            let sizes: Vec<usize> = (0..30).map(|_| index(1 + random.below(largest))).collect();
            let two_layers = sizes.windows(2).map(|two| two[0] + two[1]).max().expect("several");
            let entries = vec![0_u64; two_layers * index(times)];
            let mut kept = Kept { entries, layers: VecDeque::new(), is_ring: times > 1 };
            for (weight, &size) in sizes.iter().enumerate() {
                let Two { before, here } = kept.next(weight, size);
                assert_eq!(here.len(), size);
                here.fill(weight as u64);
                // The one before is still there, and whole.
                if let Some(last) = weight.checked_sub(1) {
                    assert_eq!(before, vec![last as u64; sizes[last]]);
                }
                // So is each layer that is listed as kept.
                assert_eq!(kept.last().weight, weight);
                for layer in kept.layers() {
                    assert_eq!(layer.entries, vec![layer.weight as u64; sizes[layer.weight]]);
                }
                assert!(weight == 0 || kept.layers().any(|layer| layer.weight + 1 == weight));
            }
        }
    }
}
