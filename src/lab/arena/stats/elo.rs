//! Elo with error bars, normalized Elo and the likelihood of superiority.
//!
//! The mean score is taken as normally distributed around its expectation with the observed
//! variance; the error bars are half the width of the 95 % interval, carried over to the Elo scale.
//! Normalized Elo (Van den Bergh, "Normalized Elo") is the distance of the mean score from one half
//! in standard deviations of a single game, times 800 / ln 10.

use serde::Serialize;

use super::{Outcome, moments};

/// Two-sided 95 % point of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;
/// Normalized Elo of one standard deviation.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// Expected score, 0 to 1, of an engine this much stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Elo difference that gives this score; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    // The sum with zero turns a negative zero into a plain one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// Strength of the first engine against the second.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Estimate {
    /// Logistic Elo; infinite if one side won all.
    pub elo: f64,
    /// Half the width of its 95 % interval; infinite if the interval reaches 0 or 1.
    pub error: f64,
    /// Normalized Elo.
    pub normalized: f64,
    /// Half the width of its 95 % interval.
    pub normalized_error: f64,
    /// Likelihood that the first engine is the stronger one, 0 to 1.
    pub los: f64,
}

impl Estimate {
    /// From outcomes of single games (`games_each` 1) or of pairs (2); none without any.
    pub fn new(outcomes: &[Outcome], games_each: u32) -> Option<Self> {
        let (mean, variance, total) = moments(outcomes);
        if total <= 0.0 {
            return None;
        }
        let deviation = (variance / total).sqrt();
        let (low, high) = (mean - Z95 * deviation, mean + Z95 * deviation);
        let error = if low <= 0.0 || high >= 1.0 {
            f64::INFINITY
        } else {
            (elo_of_score(high) - elo_of_score(low)) / 2.0
        };
        // The variance of one game is that of a pair's mean times the games in it.
        let game_deviation = (variance * f64::from(games_each)).sqrt();
        let games = total * f64::from(games_each);
        // Without variance a level score still says that nobody is stronger.
        let level = (mean - 0.5).abs() < f64::EPSILON;
        let certain = |value: f64| if level { 0.0 } else { value };
        Some(Self {
            elo: elo_of_score(mean),
            error,
            normalized: certain((mean - 0.5) / game_deviation * NORMALIZED_UNIT),
            normalized_error: Z95 * NORMALIZED_UNIT / games.sqrt(),
            los: normal_cdf(certain((mean - 0.5) / deviation)),
        })
    }
}

/// Distribution function of the standard normal distribution, by its continued fraction in the
/// tails and its power series in the middle; good to twelve digits.
fn normal_cdf(x: f64) -> f64 {
    if x.is_infinite() || x.abs() > 37.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() < 3.0 {
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while term.abs() > 1e-17 {
            n += 2.0;
            term *= x * x / n;
            sum += term;
        }
        return 0.5 + density * sum;
    }
    let fraction = (1..200)
        .rev()
        .fold(x.abs(), |below, k| x.abs() + f64::from(k) / below);
    let tail = density / fraction;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Wdl};
    use super::*;
    use crate::types::SplitMix;

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn the_normal_distribution_is_as_tabulated() {
        // Abramowitz and Stegun, table 26.1.
        near(normal_cdf(0.0), 0.5, 1e-15);
        near(normal_cdf(1.0), 0.841_344_746_068_543, 1e-14);
        near(normal_cdf(-2.0), 0.022_750_131_948_179, 1e-14);
        near(normal_cdf(Z95), 0.975, 1e-14);
        near(normal_cdf(3.5), 0.999_767_370_920_964, 1e-13);
        near(normal_cdf(-4.0), 3.167_124_183_312e-5, 1e-15);
        near(normal_cdf(-100.0), 0.0, 0.0);
    }

    /// Figures that fastchess publishes in its tests of the same estimates.
    #[test]
    fn games_give_the_published_figures() {
        let estimate = |wins, losses, draws| {
            let counts = Wdl {
                wins,
                draws,
                losses,
            };
            Estimate::new(&counts.outcomes(), 1).expect("games")
        };
        let e = estimate(76, 89, 123);
        near(e.normalized, -20.76, 0.01);
        near(e.normalized_error, 40.13, 0.01);
        near(e.los, 0.1553, 0.0001);
        let e = estimate(136, 96, 111);
        near(e.normalized, 49.77, 0.01);
        near(e.normalized_error, 36.77, 0.01);
        near(e.elo, 40.70, 0.01);
        near(e.error, 30.43, 0.01);
        near(e.los, 0.9960, 0.0001);
        let e = estimate(34, 356, 0);
        near(e.normalized, -508.44, 0.01);
        near(e.normalized_error, 34.48, 0.01);
    }

    /// Figures that fastchess publishes in its tests of the same estimates.
    #[test]
    fn pairs_give_the_published_figures() {
        let estimate = |[loss_loss, loss_draw, win_loss, draw_draw, win_draw, win_win]: [u64;
                            6]| {
            let pairs = Pairs {
                loss_loss,
                loss_draw,
                draw_draw,
                win_loss,
                win_draw,
                win_win,
            };
            Estimate::new(&pairs.outcomes(), 2).expect("pairs")
        };
        let e = estimate([34, 54, 31, 32, 64, 75]);
        near(e.normalized, 57.94, 0.01);
        near(e.normalized_error, 28.28, 0.01);
        near(e.elo, 55.58, 0.01);
        near(e.error, 27.65, 0.01);
        let e = estimate([332, 433, 457, 41, 333, 334]);
        near(e.normalized, -9.17, 0.01);
        near(e.normalized_error, 10.96, 0.01);
        near(e.elo, -8.64, 0.01);
        near(e.error, 10.33, 0.01);
        near(e.los, 0.0505, 0.0001);
        let e = estimate([7895, 8757, 5485, 200, 568, 9999]);
        near(e.normalized, -19.01, 0.01);
        near(e.normalized_error, 2.65, 0.01);
        near(e.elo, -21.04, 0.01);
        near(e.error, 2.95, 0.01);
    }

    /// The interval must hold the truth in 95 of 100 matches, and the likelihood of superiority
    /// must mean what it says: both are counted over simulated matches.
    #[test]
    fn simulation_agrees_with_the_intervals() {
        let mut random = SplitMix::new(20);
        let mut unit = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let truth = 35.0;
        let (draw, matches, games) = (0.3, 4000, 500);
        let win = score_of_elo(truth) - draw / 2.0;
        let (mut inside, mut ahead, mut los) = (0, 0, 0.0);
        for _ in 0..matches {
            let mut counts = Wdl::default();
            for _ in 0..games {
                let u = unit();
                counts.add(if u < win {
                    2
                } else {
                    usize::from(u < win + draw)
                });
            }
            let e = Estimate::new(&counts.outcomes(), 1).expect("games");
            inside += i32::from((e.elo - truth).abs() <= e.error);
            ahead += i32::from(counts.wins > counts.losses);
            los += e.los;
        }
        let share = f64::from(inside) / f64::from(matches);
        assert!((0.94..0.96).contains(&share), "{share}");
        // With a flat prior the mean of the likelihood is that of a sum of two equal errors.
        let deviation =
            ((win + draw / 4.0 - score_of_elo(truth).powi(2)) / f64::from(games)).sqrt();
        let z = (score_of_elo(truth) - 0.5) / deviation;
        near(f64::from(ahead) / f64::from(matches), normal_cdf(z), 0.01);
        near(los / f64::from(matches), normal_cdf(z / 2_f64.sqrt()), 0.01);
    }

    #[test]
    fn extremes_are_infinite_not_wrong() {
        assert!(Estimate::new(&Wdl::default().outcomes(), 1).is_none());
        let all = Wdl {
            wins: 10,
            ..Wdl::default()
        };
        let e = Estimate::new(&all.outcomes(), 1).expect("games");
        assert!(e.elo.is_infinite() && e.elo > 0.0 && e.error.is_infinite());
        near(e.los, 1.0, 0.0);
        let level = Wdl {
            draws: 10,
            ..Wdl::default()
        };
        let e = Estimate::new(&level.outcomes(), 1).expect("games");
        assert_eq!((e.elo, e.normalized, e.los), (0.0, 0.0, 0.5));
        near(elo_of_score(score_of_elo(123.0)), 123.0, 1e-9);
    }
}
