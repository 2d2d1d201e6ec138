//! Work on several threads.

use std::sync::Mutex;
use std::thread;

use super::control::Control;

/// Calls `work` once for each item, on the threads of `control`, in no particular order, and returns when all items are
/// done. If the iterator knows the number of items, no more threads than items are started.
///
/// Each call starts its own threads, which takes about ten microseconds per thread, so an item should take at least
/// that long.
pub fn for_each<T>(control: &Control<'_>, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let threads = control.threads().min(items.size_hint().1.unwrap_or(usize::MAX));
    if threads <= 1 {
        return items.for_each(work);
    }
    let queue = Mutex::new(items);
    // The lock is held while the next item is taken, not while it is processed.
    let next = || queue.lock().ok()?.next();
    let worker = || {
        while let Some(item) = next() {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn every_item_is_processed_once_with_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let control = Control::new().with_threads(threads).expect("in range");
            let sum = AtomicU64::new(0);
            for_each(&control, 0..1000_u64, |item| {
                sum.fetch_add(item, Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 499_500);
        }
    }
}
