//! The sequential probability ratio test between two Elo differences.
//!
//! The log-likelihood ratio is the generalised one (Van den Bergh, "The generalized maximum
//! likelihood ratio for the expectation value of a distribution" and "Comments on normalized Elo"):
//! for each hypothesis the distribution over the possible results is the likeliest among those that
//! fulfil it, and nothing else is assumed of it. The logistic model fixes the expected score; the
//! normalized one fixes the expected score's distance from one half in standard deviations.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::elo::{NORMALIZED_UNIT, score_of_elo};
use super::{Outcome, Pairs, Wdl};

/// In which unit the two Elo differences are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Expected score.
    Logistic,
    /// Expected score in standard deviations of a game.
    Normalized,
}

/// A test and its error rates.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1; above `elo0`.
    pub elo1: f64,
    /// Chance to accept H1 though H0 holds.
    pub alpha: f64,
    /// Chance to accept H0 though H1 holds.
    pub beta: f64,
    /// Unit of the differences.
    pub model: Model,
    /// Whether pairs are counted rather than games.
    pub pentanomial: bool,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The weaker hypothesis is accepted.
    H0,
    /// The stronger hypothesis is accepted.
    H1,
}

/// A result that was never seen counts this often, so that no hypothesis is ruled out by it.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The lower and upper bound of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of H1 to H0 after these games; 0 while there are none.
    pub fn llr(&self, games: Wdl, pairs: Pairs) -> f64 {
        if self.pentanomial {
            if pairs.count() == 0 {
                return 0.0;
            }
            self.ratio(&pairs.outcomes(), 2.0)
        } else {
            if games.games() == 0 {
                return 0.0;
            }
            self.ratio(&games.outcomes(), 1.0)
        }
    }

    /// Where the test stands after these games.
    pub fn verdict(&self, games: Wdl, pairs: Pairs) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(games, pairs) {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Open,
        }
    }

    fn ratio(&self, outcomes: &[Outcome], games_each: f64) -> f64 {
        let counts: Vec<Outcome> = outcomes
            .iter()
            .map(|o| Outcome {
                count: if o.count > 0.0 { o.count } else { UNSEEN },
                ..*o
            })
            .collect();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&counts, score_of_elo(elo)),
            Model::Normalized => with_distance(&counts, elo / NORMALIZED_UNIT * games_each.sqrt()),
        };
        // A hypothesis that no distribution over these results fulfils cannot be weighed.
        let (Some(p0), Some(p1)) = (likeliest(self.elo0), likeliest(self.elo1)) else {
            return 0.0;
        };
        let terms = counts.iter().zip(p0.iter().zip(&p1));
        terms.map(|(o, (p0, p1))| o.count * (p1 / p0).ln()).sum()
    }
}

/// The likeliest distribution with this mean: each observed share divided by
/// `1 + theta (value - mean)`, theta being the root of the weighted sum.
fn with_mean(outcomes: &[Outcome], mean: f64) -> Option<Vec<f64>> {
    let values: Vec<f64> = outcomes.iter().map(|o| o.value - mean).collect();
    with_zero(outcomes, &values)
}

/// The likeliest distribution under which `values` have the expectation zero.
fn with_zero(outcomes: &[Outcome], values: &[f64]) -> Option<Vec<f64>> {
    let total: f64 = outcomes.iter().map(|o| o.count).sum();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    // The sum falls from +infinity to -infinity between these two poles: bisection cannot miss.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let theta = f64::midpoint(low, high);
        let sum: f64 = outcomes
            .iter()
            .zip(values)
            .map(|(o, v)| o.count * v / (1.0 + theta * v))
            .sum();
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = f64::midpoint(low, high);
    let share = |(o, v): (&Outcome, &f64)| o.count / total / (1.0 + theta * v);
    Some(outcomes.iter().zip(values).map(share).collect())
}

/// The likeliest distribution whose mean lies `distance` standard deviations above one half.
///
/// The condition is not linear in the shares; it is replaced by its tangent at the last solution,
/// which is a condition on an expectation, until nothing changes any more.
fn with_distance(outcomes: &[Outcome], distance: f64) -> Option<Vec<f64>> {
    let mut shares = vec![1.0 / outcomes.len() as f64; outcomes.len()];
    for _ in 0..100 {
        let expect = |f: &dyn Fn(f64) -> f64| -> f64 {
            outcomes
                .iter()
                .zip(&shares)
                .map(|(o, p)| p * f(o.value))
                .sum()
        };
        let mean = expect(&|x| x);
        let deviation = expect(&|x| (x - mean) * (x - mean)).sqrt();
        let tangent: Vec<f64> = outcomes
            .iter()
            .map(|o| {
                let z = (o.value - mean) / deviation;
                o.value - 0.5 - distance * deviation * f64::midpoint(1.0, z * z)
            })
            .collect();
        let next = with_zero(outcomes, &tangent)?;
        let change = next.iter().zip(&shares).map(|(a, b)| (a - b).abs());
        let settled = change.fold(0.0, f64::max) < 1e-12;
        shares = next;
        if settled {
            break;
        }
    }
    Some(shares)
}

/// `elo0=0,elo1=5[,alpha=0.05][,beta=0.05][,model=logistic|normalized][,pentanomial=on|off]`.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut elo0, mut elo1) = (None, None);
        let mut sprt = Self {
            elo0: 0.0,
            elo1: 0.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Logistic,
            pentanomial: true,
        };
        for item in text.split(',') {
            let (key, value) = item
                .split_once('=')
                .ok_or_else(|| format!("'{item}' in --sprt is not key=value"))?;
            let number = || {
                value
                    .parse::<f64>()
                    .ok()
                    .filter(|n| n.is_finite())
                    .ok_or_else(|| format!("'{value}' in --sprt is not a number for {key}"))
            };
            match key {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" => {
                    sprt.model = match value {
                        "logistic" => Model::Logistic,
                        "normalized" => Model::Normalized,
                        _ => {
                            return Err(format!(
                                "'{value}' is no SPRT model: logistic or normalized"
                            ));
                        }
                    }
                }
                "pentanomial" => {
                    sprt.pentanomial = match value {
                        "on" => true,
                        "off" => false,
                        _ => return Err(format!("'{value}' for pentanomial: on or off")),
                    }
                }
                _ => return Err(format!("'{key}' is no key of --sprt")),
            }
        }
        let missing = |key: &str| format!("--sprt needs {key}");
        sprt.elo0 = elo0.ok_or_else(|| missing("elo0"))?;
        sprt.elo1 = elo1.ok_or_else(|| missing("elo1"))?;
        if sprt.elo0 >= sprt.elo1 {
            return Err(format!(
                "--sprt needs elo0 below elo1, not {} and {}",
                sprt.elo0, sprt.elo1
            ));
        }
        for rate in [sprt.alpha, sprt.beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(format!("--sprt error rate {rate} is not between 0 and 0.5"));
            }
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lower, upper) = self.bounds();
        let model = match self.model {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        };
        let counted = if self.pentanomial { "pairs" } else { "games" };
        write!(
            f,
            "[{}, {}] {model}, {counted}, bounds {lower:.2} and {upper:.2}",
            self.elo0, self.elo1
        )
    }
}

#[cfg(test)]
mod tests {
    use Model::{Logistic, Normalized};

    use super::*;
    use crate::types::SplitMix;

    fn test(model: Model, pentanomial: bool, elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
            pentanomial,
        }
    }

    fn close(got: f64, want: f64) {
        assert!(
            (got - want).abs() < 0.01 * (1.0 + want.abs()),
            "{got} is not {want}"
        );
    }

    /// Figures that fastchess publishes in its tests (they come from fishtest's runs). Two more, in
    /// which but one result ever occurred, are left out: they hang on where its iteration stops.
    #[test]
    fn games_give_the_published_ratios() {
        let llr = |model, elo0, elo1, [wins, losses, draws]: [u64; 3]| {
            test(model, false, elo0, elo1).llr(
                Wdl {
                    wins,
                    draws,
                    losses,
                },
                Pairs::default(),
            )
        };
        close(llr(Normalized, 0.0, 2.0, [36433, 36027, 68692]), 0.92);
        close(llr(Normalized, -1.75, 0.25, [10871, 10650, 20431]), 2.30);
        close(llr(Logistic, 0.5, 2.5, [21404, 21184, 40708]), -1.57);
        close(llr(Logistic, 0.0, 2.0, [57433, 57030, 106_593]), -2.59);
    }

    /// Figures that fastchess publishes in its tests (they come from fishtest's runs).
    #[test]
    fn pairs_give_the_published_ratios() {
        let llr = |model, elo0, elo1, counts: [u64; 6]| {
            let [loss_loss, loss_draw, win_loss, draw_draw, win_draw, win_win] = counts;
            let pairs = Pairs {
                loss_loss,
                loss_draw,
                draw_draw,
                win_loss,
                win_draw,
                win_win,
            };
            test(model, true, elo0, elo1).llr(Wdl::default(), pairs)
        };
        close(
            llr(Normalized, 0.0, 2.0, [365, 16618, 36029, 200, 16974, 390]),
            2.25,
        );
        close(
            llr(Normalized, -1.75, 0.25, [127, 4883, 10311, 401, 5150, 104]),
            3.01,
        );
        close(
            llr(Logistic, 0.5, 2.5, [223, 9863, 20279, 1000, 10037, 246]),
            -3.07,
        );
        close(
            llr(Logistic, 0.0, 2.0, [871, 26175, 55003, 980, 26678, 821]),
            -4.98,
        );
    }

    /// With wins and losses only, the distribution is fixed by the mean: the ratio is that of the
    /// binomial distribution.
    #[test]
    fn without_draws_the_ratio_is_the_binomial_one() {
        let (wins, losses) = (620, 540);
        let outcomes = [Outcome::new(0.0, losses), Outcome::new(1.0, wins)];
        let sprt = test(Model::Logistic, false, -5.0, 30.0);
        let (s0, s1) = (score_of_elo(-5.0), score_of_elo(30.0));
        let want = wins as f64 * (s1 / s0).ln() + losses as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((sprt.ratio(&outcomes, 1.0) - want).abs() < 1e-9);
    }

    /// The likelihood is maximised by trying every draw rate on a fine grid.
    #[test]
    fn a_slow_search_finds_the_same_maximum() {
        let games = Wdl {
            wins: 310,
            draws: 420,
            losses: 270,
        };
        let likelihood = |win: f64, draw: f64| {
            let loss = 1.0 - win - draw;
            if win <= 0.0 || draw <= 0.0 || loss <= 0.0 {
                return f64::NEG_INFINITY;
            }
            310.0 * win.ln() + 420.0 * draw.ln() + 270.0 * loss.ln()
        };
        let best = |win_of_draw: &dyn Fn(f64) -> f64| {
            (1..200_000)
                .map(|i| f64::from(i) / 200_000.0)
                .map(|draw| likelihood(win_of_draw(draw), draw))
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let logistic = |elo: f64| best(&|draw| score_of_elo(elo) - draw / 2.0);
        let want = logistic(20.0) - logistic(-10.0);
        let got = test(Model::Logistic, false, -10.0, 20.0).llr(games, Pairs::default());
        assert!((got - want).abs() < 1e-6, "{got} is not {want}");

        // mean - 1/2 = (win - loss) / 2 = t sigma and sigma^2 = (win + loss) / 4 - (mean - 1/2)^2.
        let normalized = |elo: f64| {
            let t = elo / NORMALIZED_UNIT;
            best(&|draw: f64| {
                let decisive = 1.0 - draw;
                let half = t * (decisive / 4.0 / (1.0 + t * t)).sqrt();
                f64::midpoint(decisive, 2.0 * half)
            })
        };
        let want = normalized(30.0) - normalized(-15.0);
        let got = test(Model::Normalized, false, -15.0, 30.0).llr(games, Pairs::default());
        assert!((got - want).abs() < 1e-6, "{got} is not {want}");
    }

    /// Simulated tests must err about as often as they promise.
    #[test]
    fn simulated_tests_keep_their_error_rates() {
        let mut random = SplitMix::new(3);
        let mut unit = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let sprt = test(Model::Logistic, true, 0.0, 40.0);
        for (truth, wrong) in [(0.0, Verdict::H1), (40.0, Verdict::H0)] {
            let win = score_of_elo(truth) - 0.1;
            let mut errors = 0;
            for _ in 0..400 {
                let (mut games, mut pairs) = (Wdl::default(), Pairs::default());
                let verdict = loop {
                    let mut play = || {
                        let u = unit();
                        if u < win {
                            2
                        } else {
                            usize::from(u < win + 0.2)
                        }
                    };
                    let (a, b) = (play(), play());
                    games.add(a);
                    games.add(b);
                    pairs.add(a, b);
                    match sprt.verdict(games, pairs) {
                        Verdict::Open => {}
                        verdict => break verdict,
                    }
                };
                errors += u32::from(verdict == wrong);
            }
            // 20 expected of 400; five standard deviations above.
            assert!(errors <= 42, "{errors} of 400 at {truth}");
        }
    }

    /// With nothing but draws the ratio is that of the likeliest rare wins and losses, and tends to
    /// the weaker hypothesis, which needs none.
    #[test]
    fn draws_alone_speak_for_equality() {
        let games = Wdl {
            draws: 16_700,
            ..Wdl::default()
        };
        let llr = |model| test(model, false, 0.0, 5.0).llr(games, Pairs::default());
        assert!(llr(Model::Logistic) < -5.0);
        assert!((-4.0..-3.0).contains(&llr(Model::Normalized)));
    }

    #[test]
    fn the_command_line_form_is_read() {
        let sprt: Sprt = "elo0=-5,elo1=5,alpha=0.1,beta=0.2,model=normalized,pentanomial=off"
            .parse()
            .expect("a good test");
        assert_eq!((sprt.elo0, sprt.elo1), (-5.0, 5.0));
        assert_eq!((sprt.model, sprt.pentanomial), (Model::Normalized, false));
        let (lower, upper) = sprt.bounds();
        close(lower, (0.2_f64 / 0.9).ln());
        close(upper, (0.8_f64 / 0.1).ln());
        for bad in [
            "",
            "elo0=1",
            "elo1=1",
            "elo0=5,elo1=5",
            "elo0=0,elo1=x",
            "elo0=0,elo1=5,alpha=0.7",
            "elo0=0,elo1=5,model=bayes",
            "elo0=0,elo1=5,gamma=1",
            "elo0=0,elo1=inf",
            "elo0=0,elo1=5,pentanomial=yes",
        ] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
