//! What a match says about two engines: counts of results, Elo with error bars, and the
//! sequential probability ratio test.
//!
//! All figures are seen from the first of the two engines.

pub mod elo;
pub mod sprt;

use serde::Serialize;

pub use elo::Estimate;
pub use sprt::{Sprt, Verdict};

/// Wins, draws and losses of one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// All games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points, 0 to 1; one half if there are no games.
    pub fn score(self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Counts one game: 2 half points won, 1 drawn, 0 lost.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The three outcomes with their value to the engine, as the estimates need them.
    pub fn outcomes(self) -> [Outcome; 3] {
        [
            Outcome::new(0.0, self.losses),
            Outcome::new(0.5, self.draws),
            Outcome::new(1.0, self.wins),
        ]
    }
}

/// Results of pairs of games, the same opening with colours swapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Both lost.
    pub loss_loss: u64,
    /// One lost, one drawn.
    pub loss_draw: u64,
    /// Both drawn.
    pub draw_draw: u64,
    /// One won, one lost.
    pub win_loss: u64,
    /// One won, one drawn.
    pub win_draw: u64,
    /// Both won.
    pub win_win: u64,
}

impl Pairs {
    /// All pairs.
    pub const fn count(self) -> u64 {
        self.loss_loss
            + self.loss_draw
            + self.draw_draw
            + self.win_loss
            + self.win_draw
            + self.win_win
    }

    /// Counts one pair by the half points of its two games.
    pub fn add(&mut self, first: usize, second: usize) {
        let counter = match (first.min(second), first.max(second)) {
            (0, 0) => &mut self.loss_loss,
            (0, 1) => &mut self.loss_draw,
            (1, 1) => &mut self.draw_draw,
            (0, _) => &mut self.win_loss,
            (1, _) => &mut self.win_draw,
            _ => &mut self.win_win,
        };
        *counter += 1;
    }

    /// The five outcomes with their value to the engine, the mean of the pair's two games.
    pub fn outcomes(self) -> [Outcome; 5] {
        [
            Outcome::new(0.0, self.loss_loss),
            Outcome::new(0.25, self.loss_draw),
            Outcome::new(0.5, self.draw_draw + self.win_loss),
            Outcome::new(0.75, self.win_draw),
            Outcome::new(1.0, self.win_win),
        ]
    }

    /// Pairs won over pairs lost; absent if none was lost.
    pub fn ratio(self) -> Option<f64> {
        let lost = self.loss_loss + self.loss_draw;
        (lost > 0).then(|| (self.win_win + self.win_draw) as f64 / lost as f64)
    }
}

/// One of the possible results of a game or pair.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Worth, 0 to 1.
    pub value: f64,
    /// How often it was seen.
    pub count: f64,
}

impl Outcome {
    /// A result worth `value` that was seen `count` times.
    pub const fn new(value: f64, count: u64) -> Self {
        Self {
            value,
            count: count as f64,
        }
    }
}

/// Mean and variance of the observed outcomes, and how many there are.
fn moments(outcomes: &[Outcome]) -> (f64, f64, f64) {
    let total: f64 = outcomes.iter().map(|o| o.count).sum();
    let mean = outcomes.iter().map(|o| o.value * o.count).sum::<f64>() / total;
    let square = |o: &Outcome| (o.value - mean) * (o.value - mean) * o.count;
    let variance = outcomes.iter().map(square).sum::<f64>() / total;
    (mean, variance, total)
}
