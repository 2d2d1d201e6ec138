//! The memory of the search's table, on Linux in pages of 2 MiB.
//!
//! The search looks up places far apart, so in a table of gigabytes almost every lookup is on another page. With pages
//! of 4 KiB the processor has to translate the address of almost every page again, and the system has to provide a
//! million pages; this took half of the time. By default most systems provide large pages only on request.

use std::sync::atomic::AtomicU64;
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
use std::sync::{Mutex, TryLockError};
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
use std::thread;
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
use std::time::Duration;

use board_core::memo::Transpositions;
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
use memmap2::{Advice, MmapMut};
#[cfg(all(target_os = "linux", feature = "huge-pages"))]
use zerocopy::FromBytes;

/// Zeroed memory, which takes no time and no memory until it is used.
pub(crate) enum Storage {
    Plain(Vec<AtomicU64>),
    /// Only mutably borrowed memory can be used as atomic numbers, so only one search at a time has it.
    #[cfg(all(target_os = "linux", feature = "huge-pages"))]
    Huge {
        pages: Mutex<MmapMut>,
        bytes: u64,
    },
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
            return Self::Huge { pages: Mutex::new(pages), bytes };
        }
        Self::Plain(Transpositions::entries(bytes))
    }

    /// The number of bytes that a table can use.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Plain(entries) => Transpositions::bytes_within(size_of_val(&**entries) as u64),
            #[cfg(all(target_os = "linux", feature = "huge-pages"))]
            Self::Huge { bytes, .. } => *bytes,
        }
    }

    /// Lends the numbers. If they are in large pages and already lent, waits until they are returned, and calls `wait` from
    /// time to time.
    ///
    /// # Errors
    /// Those of `wait`.
    #[cfg_attr(
        not(all(target_os = "linux", feature = "huge-pages")),
        expect(unused_variables, clippy::unnecessary_wraps, reason = "plain memory is lent at once")
    )]
    pub(crate) fn lend<R, E>(
        &self,
        wait: impl Fn() -> Result<(), E>,
        to: impl FnOnce(&[AtomicU64]) -> R,
    ) -> Result<R, E> {
        match self {
            Self::Plain(entries) => Ok(to(entries)),
            #[cfg(all(target_os = "linux", feature = "huge-pages"))]
            Self::Huge { pages, .. } => loop {
                let mut pages = match pages.try_lock() {
                    Ok(pages) => pages,
                    // A panic leaves nothing half written, since each entry is written at once.
                    Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                    Err(TryLockError::WouldBlock) => {
                        wait()?;
                        thread::sleep(Duration::from_millis(1));
                        continue;
                    }
                };
                let entries = <[AtomicU64]>::mut_from_bytes(&mut pages);
                return Ok(to(entries.expect("aligned to a page, with a length that is a multiple of 8")));
            },
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
    use std::convert::Infallible;
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn storage_keeps_what_was_written() {
        for bytes in [64, 1 << 20, 4 << 20, 16 << 20] {
            let storage = Storage::new(bytes);
            assert_eq!(storage.bytes(), bytes);
            let lend = |to: &dyn Fn(&[AtomicU64]) -> u64| -> u64 {
                let Ok(result) = storage.lend::<_, Infallible>(|| unreachable!("no other has it"), to);
                result
            };
            let last = lend(&|entries| {
                assert!(entries.len() as u64 >= bytes / 8);
                assert!(entries.iter().all(|entry| entry.load(Ordering::Relaxed) == 0));
                assert_eq!(Transpositions::over(entries, 40).bytes(), bytes);
                entries.last().expect("some").swap(17, Ordering::Relaxed)
            });
            assert_eq!(last, 0);
            assert_eq!(lend(&|entries| entries.last().expect("some").load(Ordering::Relaxed)), 17);
        }
    }
}
