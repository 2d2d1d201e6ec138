//! The memory of the search's table, on Linux in pages of 2 MiB.
//!
//! The search looks up places far apart, so in a table of gigabytes almost every lookup is on another page. With pages
//! of 4 KiB the processor has to translate the address of almost every page again, and the system has to provide a
//! million pages; this took half of the time. By default most systems provide large pages only on request.

use std::sync::atomic::AtomicU64;
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
use std::sync::{Mutex, PoisonError};

use board_core::memo::Transpositions;
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
use memmap2::{Advice, MmapMut};
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
use zerocopy::FromBytes;

/// Zeros at first, which take no time and no memory before they are used.
pub(crate) enum Storage {
    Plain(Vec<AtomicU64>),
    /// Only memory that can be borrowed mutably becomes atomic numbers, so one search at a time has it.
    #[cfg(all(target_os = "linux", feature = "huge-pages"))]
    Huge(Mutex<MmapMut>),
}

/// The smallest table in large pages. A smaller one fits in the processor's caches, and several searches can use it at
/// once.
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
const HUGE: u64 = 4 << 20;

impl Storage {
    /// Returns zeroed memory of this many bytes, a power of two.
    pub(crate) fn new(bytes: u64) -> Self {
        #[cfg(all(target_os = "linux", feature = "huge-pages"))]
        if bytes >= HUGE
            && let Some(pages) = huge_pages(bytes)
        {
            return Self::Huge(Mutex::new(pages));
        }
        Self::Plain(Transpositions::entries(bytes))
    }

    /// The number of bytes that a table can use.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Plain(entries) => Transpositions::bytes_within(size_of_val(&**entries) as u64),
            #[cfg(all(target_os = "linux", feature = "huge-pages"))]
            Self::Huge(pages) => pages.lock().unwrap_or_else(PoisonError::into_inner).len() as u64,
        }
    }

    /// Lends the numbers. If they are in large pages and already lent, waits until they are returned.
    pub(crate) fn lend<R>(&self, to: impl FnOnce(&[AtomicU64]) -> R) -> R {
        match self {
            Self::Plain(entries) => to(entries),
            #[cfg(all(target_os = "linux", feature = "huge-pages"))]
            Self::Huge(pages) => {
                // A panic leaves nothing half written, since each entry is written at once.
                let mut pages = pages.lock().unwrap_or_else(PoisonError::into_inner);
                to(<[AtomicU64]>::mut_from_bytes(&mut pages).expect("whole numbers from the start of a page on"))
            }
        }
    }
}

/// Returns memory in large pages; `None` if the system has none.
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
fn huge_pages(bytes: u64) -> Option<MmapMut> {
    let pages = MmapMut::map_anon(usize::try_from(bytes).ok()?).ok()?;
    pages.advise(Advice::HugePage).ok()?;
    Some(pages)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn what_was_written_is_there_the_next_time() {
        for bytes in [64, 1 << 20, 4 << 20, 16 << 20] {
            let storage = Storage::new(bytes);
            assert_eq!(storage.bytes(), bytes);
            let last = storage.lend(|entries| {
                assert!(entries.len() as u64 >= bytes / 8);
                assert!(entries.iter().all(|entry| entry.load(Ordering::Relaxed) == 0));
                assert_eq!(Transpositions::over(entries, 40).bytes(), bytes);
                entries.last().expect("some").swap(17, Ordering::Relaxed)
            });
            assert_eq!(last, 0);
            assert_eq!(storage.lend(|entries| entries.last().expect("some").load(Ordering::Relaxed)), 17);
        }
    }
}
