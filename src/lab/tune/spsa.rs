//! Simultaneous perturbation stochastic approximation (J. C. Spall, "Multivariate stochastic
//! approximation using a simultaneous perturbation gradient approximation", IEEE Transactions on
//! Automatic Control 37, 1992), apart from what the numbers are good for.
//!
//! Two opponents differ from the numbers by the same amounts with opposite signs, which are drawn for
//! all numbers at once. Each number then goes a little towards its value in the opponent that did
//! better. Amounts and distances are counted in each number's own step.

use crate::types::SplitMix;

/// How fast the distances between the opponents shrink: Spall's gamma.
const GAMMA: f64 = 0.101;
/// How fast the gains shrink: Spall's alpha.
const ALPHA: f64 = 0.602;
/// The part of the pairs after which gains begin to shrink: Spall's A by the number of pairs.
const DELAY: f64 = 0.1;
/// Variance of a pair's result if each of its games is lost or won by chance.
const CHANCE: f64 = 2.0;

/// The schedule of a run: how far apart the opponents of each pair are, and what a result is worth.
#[derive(Clone, Debug)]
pub(super) struct Gains {
    reach: f64,
    gain: f64,
    delay: f64,
}

impl Gains {
    /// For a run of so many pairs. The opponents of the first one are `reach` steps from the numbers;
    /// if results were chance alone, a number would be `wander` steps from its start at the end, root
    /// mean square and but for its range.
    pub(super) fn new(pairs: u32, reach: f64, wander: f64) -> Self {
        let mut gains = Self {
            reach,
            gain: 1.0,
            delay: f64::from(pairs) * DELAY,
        };
        let squares: f64 = (0..pairs).map(|pair| gains.rate(pair).powi(2)).sum();
        gains.gain = wander / (CHANCE * squares).sqrt();
        gains
    }

    /// Steps from the numbers to either opponent: Spall's c of this pair.
    fn distance(&self, pair: u32) -> f64 {
        self.reach / (f64::from(pair) + 1.0).powf(GAMMA)
    }

    /// Steps by which a result of one point moves each number: Spall's a / 2c of this pair.
    fn rate(&self, pair: u32) -> f64 {
        let gain = self.gain / (self.delay + f64::from(pair) + 1.0).powf(ALPHA);
        gain / (2.0 * self.distance(pair))
    }
}

/// A number that is tuned: its step, and its least and largest value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) step: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

/// The opponents of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Probe {
    /// For each number 1 if the first opponent has more of it, else -1.
    signs: Vec<f64>,
    /// The numbers of both opponents.
    pub(super) opponents: [Vec<i32>; 2],
}

/// The numbers as they are tuned.
#[derive(Clone, Debug)]
pub(super) struct Spsa {
    axes: Vec<Axis>,
    gains: Gains,
    values: Vec<f64>,
}

impl Spsa {
    /// Begins or goes on with these values, one for each axis.
    pub(super) fn new(axes: Vec<Axis>, gains: Gains, values: Vec<f64>) -> Self {
        debug_assert_eq!(axes.len(), values.len());
        Self {
            axes,
            gains,
            values,
        }
    }

    /// The numbers, with the fractions that tell how they drift.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The opponents of a pair.
    ///
    /// Their values are whole numbers, rounded up or down by chance so that they are right in the
    /// mean, by the same chance for both: they differ by what they should to the next whole number.
    pub(super) fn probe(&self, pair: u32, random: &mut SplitMix) -> Probe {
        let distance = self.gains.distance(pair);
        let mut signs = Vec::with_capacity(self.axes.len());
        let mut opponents = [Vec::new(), Vec::new()];
        for (axis, value) in self.axes.iter().zip(&self.values) {
            let sign = if random.below(2) == 0 { -1.0 } else { 1.0 };
            let fraction = fraction(random);
            for (opponent, side) in opponents.iter_mut().zip([sign, -sign]) {
                let exact = value + side * distance * axis.step;
                let whole = (exact + fraction).floor().clamp(axis.least, axis.most);
                opponent.push(whole as i32);
            }
            signs.push(sign);
        }
        Probe { signs, opponents }
    }

    /// Moves the numbers by the result of a pair: the first opponent's points less the second's.
    pub(super) fn step(&mut self, pair: u32, probe: &Probe, result: f64) {
        let move_by = self.gains.rate(pair) * result;
        for ((axis, value), sign) in self.axes.iter().zip(&mut self.values).zip(&probe.signs) {
            *value = (*value + sign * move_by * axis.step).clamp(axis.least, axis.most);
        }
    }
}

/// A number from 0 to below 1.
fn fraction(random: &mut SplitMix) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: [Axis; 4] = [
        Axis {
            step: 20.0,
            least: 0.0,
            most: 400.0,
        },
        Axis {
            step: 2.0,
            least: 0.0,
            most: 30.0,
        },
        Axis {
            step: 2000.0,
            least: 2048.0,
            most: 32768.0,
        },
        Axis {
            step: 5.0,
            least: -16.0,
            most: 64.0,
        },
    ];
    const START: [f64; 4] = [100.0, 6.0, 8192.0, 0.0];
    /// The best values; the last one lies outside its range.
    const BEST: [f64; 4] = [150.0, 2.0, 14000.0, -30.0];

    /// How good these numbers are, in units in which a few make a game certain.
    fn worth(values: &[i32]) -> f64 {
        let distances = values.iter().zip(BEST).zip(AXES);
        distances
            .map(|((&value, best), axis)| -0.05 * ((f64::from(value) - best) / axis.step).powi(2))
            .sum()
    }

    /// Two games, each won by chance that depends on how much better an opponent is.
    fn noisy_result(probe: &Probe, random: &mut SplitMix) -> f64 {
        let [first, second] = &probe.opponents;
        let chance = 1.0 / (1.0 + (worth(second) - worth(first)).exp());
        let mut game = || if fraction(random) < chance { 1.0 } else { -1.0 };
        game() + game()
    }

    fn run(pairs: u32, seed: u64, result: impl Fn(&Probe, &mut SplitMix) -> f64) -> Vec<f64> {
        let gains = Gains::new(pairs, 1.0, 1.0);
        let mut spsa = Spsa::new(AXES.to_vec(), gains, START.to_vec());
        let mut random = SplitMix::new(seed);
        for pair in 0..pairs {
            let probe = spsa.probe(pair, &mut random);
            let result = result(&probe, &mut random);
            spsa.step(pair, &probe, result);
        }
        spsa.values
    }

    #[test]
    fn the_best_values_are_found_in_spite_of_noise() {
        for seed in 1..=5 {
            let values = run(20_000, seed, noisy_result);
            for ((value, best), axis) in values.iter().zip(BEST).zip(AXES) {
                let off = (value - best.clamp(axis.least, axis.most)) / axis.step;
                assert!(off.abs() < 0.6, "seed {seed}: {values:?}");
            }
        }
    }

    #[test]
    fn chance_alone_carries_numbers_as_far_as_the_schedule_says() {
        let toss = |_: &Probe, random: &mut SplitMix| {
            random.below(2) as f64 * 2.0 + random.below(2) as f64 * 2.0 - 2.0
        };
        let mut squares = 0.0;
        for seed in 0..200 {
            let values = run(500, seed, toss);
            squares += ((values[0] - START[0]) / AXES[0].step).powi(2);
        }
        let wander = (squares / 200.0).sqrt();
        assert!((0.85..1.15).contains(&wander), "{wander}");
    }

    #[test]
    fn opponents_are_right_in_the_mean_and_in_range() {
        let gains = Gains::new(100, 0.3, 1.0);
        let spsa = Spsa::new(AXES.to_vec(), gains, vec![100.4, 0.2, 8192.0, 63.7]);
        let mut random = SplitMix::new(3);
        let mut means = [0.0; 4];
        for _ in 0..10_000 {
            let probe = spsa.probe(0, &mut random);
            for opponent in &probe.opponents {
                for (i, &value) in opponent.iter().enumerate() {
                    let value = f64::from(value);
                    assert!((AXES[i].least..=AXES[i].most).contains(&value));
                    means[i] += value / 20_000.0;
                }
            }
            let differ = f64::from(probe.opponents[0][0] - probe.opponents[1][0]);
            assert!((differ * probe.signs[0] - 12.0).abs() < 1e-9, "{differ}");
        }
        assert!((means[0] - 100.4).abs() < 0.05, "{means:?}");
        assert!((means[2] - 8192.0).abs() < 1.0, "{means:?}");
    }

    #[test]
    fn gains_shrink_and_a_pair_may_be_the_only_one() {
        let gains = Gains::new(1000, 1.0, 1.0);
        assert!(gains.distance(0) > gains.distance(999));
        assert!(gains.rate(0) > gains.rate(999));
        let only = Gains::new(1, 1.0, 1.0);
        assert!((only.rate(0) * CHANCE.sqrt() - 1.0).abs() < 1e-12);
    }
}
