//! What whoever runs the engine may set, in the engine's own terms, and the limits and resources
//! that follow from it. Values stay until they are set again, across games.

use std::time::{Duration, Instant};

use super::memory::Memory;
use super::time_budget::{MatchClock, TurnTime};
use super::{Limits, MAX_THREADS, Resources};
use crate::types::{MAX_PLY, Rule};

/// The strength at which nothing is held back.
pub const FULL_STRENGTH: u8 = 100;
/// Stones that the main search may place at strength 0.
const WEAKEST_NODES: f64 = 30.0;
/// Points of strength that double the stones; 99 is then some three million.
const STRENGTH_DOUBLING: f64 = 6.0;

/// One value to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// What wins.
    Rule(Rule),
    /// Limit of one move; none for no limit.
    TurnTime(Option<Duration>),
    /// Budget of a whole game; none for no limit.
    MatchTime(Option<Duration>),
    /// What is left of that budget now; none for no limit.
    TimeLeft(Option<Duration>),
    /// Added to the budget after each move.
    Increment(Duration),
    /// Limit of the whole process in bytes; none for no limit.
    Memory(Option<u64>),
    /// Wanted size of the transposition table in bytes.
    Table(u64),
    /// Search threads.
    Threads(usize),
    /// Plies of iterative deepening; none for no limit.
    Depth(Option<u32>),
    /// Stones placed by the main search; none for no limit.
    Nodes(Option<u64>),
    /// 0 weakest to 100 full.
    Strength(u8),
}

/// All settings in force.
#[derive(Clone, Debug)]
pub struct Options {
    rule: Rule,
    turn: TurnTime,
    clock: MatchClock,
    memory: Memory,
    threads: usize,
    depth: Option<u32>,
    nodes: Option<u64>,
    strength: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rule: Rule::default(),
            turn: TurnTime::Unset,
            clock: MatchClock::default(),
            memory: Memory::default(),
            threads: 1,
            depth: None,
            nodes: None,
            strength: FULL_STRENGTH,
        }
    }
}

impl Options {
    /// Takes one value over; values out of range are moved to the nearest good one.
    pub fn apply(&mut self, setting: Setting) {
        match setting {
            Setting::Rule(rule) => self.rule = rule,
            Setting::TurnTime(None) => self.turn = TurnTime::Unlimited,
            Setting::TurnTime(Some(time)) => self.turn = TurnTime::Limited(time),
            Setting::MatchTime(total) => self.clock.set_total(total),
            Setting::TimeLeft(left) => self.clock.set_left(left),
            Setting::Increment(time) => self.clock.set_increment(time),
            Setting::Memory(limit) => self.memory.limit = limit,
            Setting::Table(bytes) => self.memory.wish = Some(bytes),
            Setting::Threads(count) => self.threads = count.clamp(1, MAX_THREADS),
            Setting::Depth(depth) => self.depth = depth.map(|plies| plies.clamp(1, MAX_PLY as u32)),
            Setting::Nodes(nodes) => self.nodes = nodes,
            Setting::Strength(strength) => self.strength = strength.min(FULL_STRENGTH),
        }
    }

    /// What wins.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Puts the match clock back to the whole budget, unless what is left was just told.
    pub fn new_game(&mut self) {
        self.clock.new_game();
    }

    /// Takes the time of a finished move off the match clock.
    pub fn spent(&mut self, time: Duration) {
        self.clock.spent(time);
    }

    /// Limits of a search whose command was read at `start`, with the reserves taken off.
    /// `charged` is time that counts against this move but passed before `start`.
    pub fn limits(&self, start: Instant, charged: Duration) -> Limits {
        let counted = self.depth.is_some() || self.nodes.is_some();
        let game = self.clock.usable(charged);
        Limits {
            start,
            turn: self.turn.usable(charged, counted || game.is_some()),
            game,
            increment: self.clock.increment(),
            depth: self.depth,
            nodes: min_of(self.nodes, self.strength_nodes()),
        }
    }

    /// Table size and threads.
    pub fn resources(&self) -> Resources {
        Resources {
            table_bytes: self.memory.table_bytes(self.threads),
            threads: self.threads,
        }
    }

    /// The smallest process limit in bytes that can be kept, if the one in force is below it.
    pub fn memory_shortfall(&self) -> Option<u64> {
        self.memory.shortfall(self.threads)
    }

    /// The node limit that makes a level: it doubles every six points of strength.
    fn strength_nodes(&self) -> Option<u64> {
        let doublings = f64::from(self.strength) / STRENGTH_DOUBLING;
        (self.strength < FULL_STRENGTH).then(|| (WEAKEST_NODES * doublings.exp2()) as u64)
    }
}

/// The smaller of two limits of which either may be absent.
fn min_of(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::now;

    fn with(settings: &[Setting]) -> Options {
        let mut options = Options::default();
        for &setting in settings {
            options.apply(setting);
        }
        options
    }

    fn turn(settings: &[Setting]) -> Option<Duration> {
        with(settings).limits(now(), Duration::ZERO).turn
    }

    #[test]
    fn without_any_limit_a_move_takes_some_seconds() {
        assert_eq!(turn(&[]), Some(Duration::from_millis(4970)));
        assert_eq!(turn(&[Setting::Nodes(Some(1000))]), None);
        assert_eq!(turn(&[Setting::Depth(Some(4))]), None);
        assert_eq!(turn(&[Setting::TurnTime(None)]), None);
        let game = Setting::TimeLeft(Some(Duration::from_secs(60)));
        assert_eq!(turn(&[game]), None);
        // A level alone does not lift the default: the machine may be slow.
        assert!(turn(&[Setting::Strength(20)]).is_some());
    }

    #[test]
    fn levels_are_node_limits_that_grow() {
        let nodes = |strength| {
            let options = with(&[Setting::Strength(strength)]);
            options.limits(now(), Duration::ZERO).nodes
        };
        let levels: Vec<_> = (0..100).map(nodes).collect();
        assert_eq!(levels[0], Some(30));
        assert!(levels.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(levels[99] > Some(2_000_000));
        assert_eq!(nodes(100), None);
        assert_eq!(nodes(200), None);
    }

    #[test]
    fn a_level_and_a_node_limit_bind_together() {
        let options = with(&[Setting::Strength(0), Setting::Nodes(Some(10))]);
        assert_eq!(options.limits(now(), Duration::ZERO).nodes, Some(10));
        let options = with(&[Setting::Strength(0), Setting::Nodes(Some(1000))]);
        assert_eq!(options.limits(now(), Duration::ZERO).nodes, Some(30));
    }

    #[test]
    fn threads_and_depth_are_clamped() {
        let options = with(&[Setting::Threads(0), Setting::Depth(Some(u32::MAX))]);
        assert_eq!(options.resources().threads, 1);
        let limits = options.limits(now(), Duration::ZERO);
        assert_eq!(limits.depth, Some(MAX_PLY as u32));
        assert!(with(&[Setting::Threads(9999)]).resources().threads <= MAX_THREADS);
    }
}
