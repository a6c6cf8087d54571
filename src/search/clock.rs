//! Limits of a search and the clock that they are held against.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Share of the game's remaining time that one move may take at most, in per cent.
const GAME_SHARE: u32 = 30;
/// Own moves that the game's time is planned for at its start, and at least later on.
const GAME_MOVES: usize = 24;
/// See [`GAME_MOVES`].
const LEAST_MOVES: u32 = 8;
/// How often its planned time a move may take.
const STRETCH: u32 = 4;

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

impl Limits {
    /// Time that a move with `stones` on a board of `area` points is planned to take, and the most
    /// that it may take; none if no clock binds.
    fn times(&self, stones: usize, area: usize) -> Option<(Duration, Duration)> {
        let Some(game) = self.game else {
            return self.turn.map(|turn| (turn, turn));
        };
        // Most games end long before the board is full; plan for a share of what could come.
        let own_moves = (area.saturating_sub(stones) / 2).clamp(1, GAME_MOVES) as u32;
        let planned = own_moves.saturating_sub(stones as u32 / 4).max(LEAST_MOVES);
        let share = game / planned + self.increment * 3 / 4;
        let most = game / 100 * GAME_SHARE;
        let longest = (share * STRETCH).min(most).min(self.turn.unwrap_or(most));
        Some((share.min(longest), longest))
    }

    /// Time that a move with `stones` on a board of `area` points is planned to take.
    pub fn planned(&self, stones: usize, area: usize) -> Option<Duration> {
        self.times(stones, area).map(|(planned, _)| planned)
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

/// How often the clock is looked at, in nodes.
const INTERVAL: u64 = super::params::CLOCK_INTERVAL;

/// Holds a running search to its limits.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// No new iteration after this much time.
    soft: Option<Duration>,
    /// Nothing goes on after this much time.
    hard: Option<Duration>,
    nodes: u64,
    stop: Stop,
    next_look: u64,
    aborted: bool,
}

impl Clock {
    /// A clock for a move with `stones` on a board of `area` points.
    pub(crate) fn new(limits: &Limits, stop: &Stop, stones: usize, area: usize) -> Self {
        let times = limits.times(stones, area);
        Self {
            start: limits.start,
            soft: times.map(|(planned, _)| planned),
            hard: times.map(|(_, longest)| longest),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            stop: stop.clone(),
            next_look: 0,
            aborted: false,
        }
    }

    /// Whether the search must end now, `nodes` placed so far.
    #[inline]
    pub(crate) fn aborted(&mut self, nodes: u64) -> bool {
        if nodes >= self.nodes {
            self.aborted = true;
        }
        if nodes >= self.next_look && !self.aborted {
            self.next_look = nodes + INTERVAL;
            self.look();
        }
        self.aborted
    }

    /// Whether it was found that the search must end.
    #[inline]
    pub(crate) fn is_aborted(&self) -> bool {
        self.aborted
    }

    /// Looks at the clock and the stop flag now.
    pub(crate) fn look(&mut self) {
        let late = self.hard.is_some_and(|hard| self.start.elapsed() >= hard);
        self.aborted |= late || self.stop.is_requested();
    }

    /// Whether another iteration may begin; `wanted` scales the planned time, 1.0 as planned.
    pub(crate) fn may_go_on(&self, wanted: f32) -> bool {
        !self.aborted
            && self
                .soft
                .is_none_or(|soft| self.start.elapsed() < soft.mul_f32(wanted))
    }
}
