//! Blocks that are finished together, with the entries at one place of all of them side by side.

use std::array;

use super::parts::Block;
use crate::entry::Entry;

/// The number of blocks of a batch.
const LANES: usize = 16;

/// The number of places that are transposed at a time.
const TILE: usize = 4;

/// The entries at one place of all blocks of a batch.
type Column<T> = [T; LANES];

/// Room for the columns of a batch of blocks of up to `len` places.
pub(super) fn columns<T: Entry>(len: usize) -> Vec<Column<T>> {
    vec![[T::MAX; LANES]; len.next_multiple_of(TILE)]
}

/// Blocks with the same number of ones in their low parts, to be finished by the moves within these.
pub(super) struct Batch<'a, T> {
    /// A row for each block: the least entries that follow its positions by other moves.
    rows: Vec<[T; TILE]>,
    tiles: usize,
    len: usize,
    blocks: Vec<Unfinished<'a, T>>,
}

/// A block whose entries are still to be made.
struct Unfinished<'a, T> {
    entries: &'a mut [T],
    /// The sum of A + B over the free squares of the lines above its low part.
    sum: T,
}

impl<'a, T: Entry> Batch<'a, T> {
    pub(super) fn new(len: usize) -> Self {
        let tiles = len.div_ceil(TILE);
        Self { rows: vec![[T::MAX; TILE]; tiles * LANES], tiles, len, blocks: Vec::with_capacity(LANES) }
    }

    pub(super) fn is_full(&self) -> bool {
        self.blocks.len() == LANES
    }

    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Adds a block and returns its row.
    pub(super) fn add(&mut self, entries: &'a mut [T], sum: T) -> &mut [T] {
        let row = self.blocks.len() * self.tiles;
        self.blocks.push(Unfinished { entries, sum });
        &mut self.rows[row..][..self.tiles].as_flattened_mut()[..self.len]
    }
}

impl<T: Entry> Block<T> {
    /// Finishes the blocks of a batch by the moves within their low parts, and empties it.
    pub(super) fn finish(&self, batch: &mut Batch<'_, T>, columns: &mut [Column<T>]) {
        let (columns, _) = columns[..batch.tiles * TILE].as_chunks_mut::<TILE>();
        for (tile, columns) in columns.iter_mut().enumerate() {
            let tile: [[T; TILE]; LANES] = array::from_fn(|lane| batch.rows[lane * batch.tiles + tile]);
            *columns = array::from_fn(|place| array::from_fn(|lane| tile[lane][place]));
        }
        let columns = columns.as_flattened_mut();
        let mut sums = [T::default(); LANES];
        for (sum, block) in sums.iter_mut().zip(&batch.blocks) {
            *sum = block.sum;
        }
        let mut after = &self.after[..];
        for (place, (&count, &sum)) in self.counts.iter().zip(&self.sums).enumerate() {
            let (here, others) = after.split_at(count as usize);
            after = others;
            let mut least = columns[place];
            for &after in here {
                let after = &columns[usize::from(after)];
                for lane in 0..LANES {
                    least[lane] = least[lane].min(after[lane]);
                }
            }
            for lane in 0..LANES {
                columns[place][lane] = least[lane].subtracted_from(sum.plus(sums[lane]));
            }
        }
        for (lane, block) in batch.blocks.drain(..).enumerate() {
            for (entry, column) in block.entries.iter_mut().zip(&*columns) {
                *entry = column[lane];
            }
        }
    }
}
