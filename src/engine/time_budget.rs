//! From what a manager says about time to what a search may use: reserves and our own account of
//! the match clock. No clock is read here, and no time is measured from one move to the next,
//! because managers freeze the process while the opponent thinks.

use std::time::Duration;

/// Kept back from the limit of one move, at most: reading, printing and being scheduled take time
/// that the manager counts.
pub const TURN_RESERVE: Duration = Duration::from_millis(30);
/// A limit of less than ten times [`TURN_RESERVE`] keeps back a tenth, but at least this: where moves
/// are so short, managers allow for some milliseconds, and 30 would be a third of a tenth of a second.
const LEAST_RESERVE: Duration = Duration::from_millis(8);
/// Kept back from what is left of the match.
pub const MATCH_RESERVE: Duration = Duration::from_millis(50);
/// The least that a search is given, also when told to play at once or when time is overdrawn.
pub const SHORTEST: Duration = Duration::from_millis(3);
/// Limit of a move when nothing limits it.
pub const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// A short move keeps at least this part of its limit, however large the reserve.
const LEAST_PART: u32 = 4;
/// Time charged for what passed before the command takes at most this part of a limit.
const CHARGE_PART: u32 = 10;

/// The limit of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnTime {
    /// Never set.
    Unset,
    /// Set to none.
    Unlimited,
    /// Set to this.
    Limited(Duration),
}

impl TurnTime {
    /// What a search may use. `otherwise_limited`: something else ends the search if nothing was
    /// set. `charged` counts against the limit but is already gone.
    pub fn usable(self, charged: Duration, otherwise_limited: bool) -> Option<Duration> {
        let limit = match self {
            Self::Unlimited => return None,
            Self::Unset if otherwise_limited => return None,
            Self::Unset => DEFAULT_TURN,
            Self::Limited(limit) => limit,
        };
        let rest = limit.saturating_sub(charged.min(limit / CHARGE_PART));
        Some(
            rest.saturating_sub((limit / 10).clamp(LEAST_RESERVE, TURN_RESERVE))
                .max(rest / LEAST_PART)
                .max(SHORTEST),
        )
    }
}

/// The match clock: what the manager said, carried on by our own account where it says nothing.
#[derive(Clone, Debug, Default)]
pub struct MatchClock {
    total: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    /// What is left was told since the last move.
    fresh: bool,
}

impl MatchClock {
    /// Sets the budget of a game; none for no limit.
    pub fn set_total(&mut self, total: Option<Duration>) {
        self.total = total;
        if !self.fresh {
            self.left = total;
        }
    }

    /// Sets what is left now; none for no limit.
    pub fn set_left(&mut self, left: Option<Duration>) {
        self.left = left;
        self.fresh = true;
    }

    /// Sets what each move adds.
    pub fn set_increment(&mut self, increment: Duration) {
        self.increment = increment;
    }

    /// What each move adds.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Starts again from the whole budget, unless what is left was told since the last move:
    /// some managers say it before they start the game.
    pub fn new_game(&mut self) {
        if !self.fresh && self.total.is_some() {
            self.left = self.total;
        }
    }

    /// Takes a move's time off.
    pub fn spent(&mut self, time: Duration) {
        self.fresh = false;
        self.left = self
            .left
            .map(|left| left.saturating_sub(time).saturating_add(self.increment));
    }

    /// What is left for this and all later moves, the reserve taken off; none for no limit.
    pub fn usable(&self, charged: Duration) -> Option<Duration> {
        self.left.map(|left| {
            let charged = charged.min(left / CHARGE_PART);
            left.saturating_sub(charged)
                .saturating_sub(MATCH_RESERVE)
                .max(SHORTEST)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn turn(limit: u64, charged: u64) -> Option<Duration> {
        TurnTime::Limited(ms(limit)).usable(ms(charged), false)
    }

    #[test]
    fn a_turn_keeps_a_reserve_but_never_starves() {
        assert_eq!(turn(5000, 0), Some(ms(4970)));
        assert_eq!(turn(100, 0), Some(ms(90)));
        assert_eq!(turn(36, 0), Some(ms(28)));
        assert_eq!(turn(10, 0), Some(Duration::from_micros(2500).max(SHORTEST)));
        assert_eq!(turn(0, 0), Some(SHORTEST));
        assert_eq!(turn(5000, 200), Some(ms(4770)));
        // The charge is at most a tenth.
        assert_eq!(turn(1000, 300), Some(ms(870)));
        assert_eq!(TurnTime::Unlimited.usable(ms(300), false), None);
        assert_eq!(TurnTime::Unset.usable(ms(0), true), None);
    }

    #[test]
    fn own_account_runs_when_the_manager_is_silent() {
        let mut clock = MatchClock::default();
        assert_eq!(clock.usable(ms(0)), None);
        clock.set_total(Some(ms(10_000)));
        clock.spent(ms(4000));
        assert_eq!(clock.usable(ms(0)), Some(ms(5950)));
        clock.set_increment(ms(500));
        clock.spent(ms(1000));
        assert_eq!(clock.usable(ms(0)), Some(ms(5450)));
        clock.new_game();
        assert_eq!(clock.usable(ms(0)), Some(ms(9950)));
    }

    #[test]
    fn what_the_manager_says_overrules_the_account() {
        let mut clock = MatchClock::default();
        clock.set_total(Some(ms(10_000)));
        clock.set_left(Some(ms(2000)));
        // Told just before a new START: still true after it.
        clock.new_game();
        clock.set_total(Some(ms(10_000)));
        assert_eq!(clock.usable(ms(0)), Some(ms(1950)));
        clock.set_left(Some(ms(0)));
        assert_eq!(clock.usable(ms(300)), Some(SHORTEST));
        clock.set_left(None);
        assert_eq!(clock.usable(ms(0)), None);
        clock.spent(ms(100));
        assert_eq!(clock.usable(ms(0)), None);
    }

    #[test]
    fn overdrawn_time_saturates() {
        let mut clock = MatchClock::default();
        clock.set_left(Some(ms(10)));
        clock.spent(Duration::MAX);
        assert_eq!(clock.usable(Duration::MAX), Some(SHORTEST));
        clock.set_left(Some(Duration::MAX));
        clock.set_increment(Duration::MAX);
        clock.spent(ms(1));
        assert!(clock.usable(ms(1)).is_some());
    }
}
