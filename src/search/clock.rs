//! Limits of a search and the clock that they are held against.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Reads the clock; the one place where the engine does.
#[inline]
pub fn now() -> Instant {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where the clock is read"
    )]
    Instant::now()
}

/// What bounds one search. A limit that is absent does not bind.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the command to think was read: time runs from here.
    pub start: Instant,
    /// Time for this move.
    pub turn: Option<Duration>,
    /// Time left for the rest of the game, this move included.
    pub game: Option<Duration>,
    /// Time added to the game's clock after each move.
    pub increment: Duration,
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Stones placed by the main search.
    pub nodes: Option<u64>,
}

impl Limits {
    /// No limit at all, from now on.
    pub fn none() -> Self {
        Self {
            start: now(),
            turn: None,
            game: None,
            increment: Duration::ZERO,
            depth: None,
            nodes: None,
        }
    }
}

/// Asks a running search to end and to answer with the best move so far. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is down.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag, before the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is up.
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
