//! Work on a list by several threads, each item by whichever is free.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Results that may wait to be taken.
const WAITING: usize = 64;

/// Works on all items, `threads` at a time, each thread with a state of its own, and takes the results
/// as they come.
///
/// # Errors
/// The first one of `take`, which ends the work.
pub(super) fn work_on<T: Sync, S, R: Send, E>(
    items: &[T],
    threads: u32,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, start, work) = (&next, &start, &work);
            scope.spawn(move || {
                let mut state = start();
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(work(&mut state, item)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Dropped on an error, so that the threads end.
        receiver.into_iter().try_for_each(&mut take)
    })
}
