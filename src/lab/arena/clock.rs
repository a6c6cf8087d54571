//! A player's clock: limits for the move and the whole game, and what is left of them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time limits of a game. A limit that is absent does not bind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// For the whole game.
    pub game: Option<Duration>,
    /// For one move.
    pub turn: Option<Duration>,
    /// Added to the game's time after each move.
    pub increment: Duration,
}

/// `MATCH/TURN+INC` in seconds, as `180/30+0.5`; `0` is no limit, and `/TURN` and `+INC` may be
/// left out.
impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let seconds = |piece: &str| {
            piece
                .parse::<f64>()
                .ok()
                .and_then(|s| Duration::try_from_secs_f64(s).ok())
                .filter(|d| d.as_secs() < 1_000_000)
                .ok_or_else(|| {
                    format!("'{text}' is not a time control: expected MATCH/TURN+INC in seconds")
                })
        };
        let (limits, increment) = match text.split_once('+') {
            Some((limits, increment)) => (limits, seconds(increment)?),
            None => (text, Duration::ZERO),
        };
        let (game, turn) = match limits.split_once('/') {
            Some((game, turn)) => (seconds(game)?, seconds(turn)?),
            None => (seconds(limits)?, Duration::ZERO),
        };
        let limit = |d: Duration| (!d.is_zero()).then_some(d);
        let control = Self {
            game: limit(game),
            turn: limit(turn),
            increment,
        };
        if control.game.is_none() && !increment.is_zero() {
            return Err(format!("'{text}': an increment needs a match limit"));
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |d: Option<Duration>| d.unwrap_or_default().as_secs_f64();
        write!(f, "{}/{}", seconds(self.game), seconds(self.turn))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// One side's clock in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Option<Duration>,
}

impl Clock {
    /// Nothing used yet.
    pub const fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: control.game,
        }
    }

    /// Time left for the rest of the game, if that is limited.
    pub const fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The most that the next move may take.
    pub fn limit(&self) -> Option<Duration> {
        match (self.control.turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (limit, None) | (None, limit) => limit,
        }
    }

    /// Books a move. The game's time never falls below zero.
    pub fn spend(&mut self, used: Duration) {
        self.left = self
            .left
            .map(|left| left.saturating_sub(used) + self.control.increment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn the_text_form_round_trips() {
        for text in ["180/30+0.5", "0/0.1", "60/0", "0/0"] {
            let control: TimeControl = text.parse().expect("a good control");
            assert_eq!(control.to_string(), text);
        }
        assert_eq!(
            "60+1".parse::<TimeControl>().expect("good").to_string(),
            "60/0+1"
        );
        for bad in [
            "", "x", "1/", "1/2+", "-1/1", "1/nan", "0/1+1", "inf", "1e30",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_tighter_limit_binds() {
        let mut clock = Clock::new("1/0.3+0.1".parse().expect("good"));
        assert_eq!(clock.limit(), Some(ms(300)));
        clock.spend(ms(300));
        clock.spend(ms(290));
        clock.spend(ms(400));
        assert_eq!(
            (clock.left(), clock.limit()),
            (Some(ms(310)), Some(ms(300)))
        );
        clock.spend(ms(290));
        assert_eq!(clock.limit(), Some(ms(120)));
        clock.spend(ms(500));
        assert_eq!(clock.left(), Some(ms(100)));
        let mut free = Clock::new(TimeControl::default());
        free.spend(ms(1000));
        assert_eq!((free.left(), free.limit()), (None, None));
    }
}
