//! The state of a match, added up from its records.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde::Serialize;

use super::record::{GameRecord, GameResult, Reason, Warnings};
use super::stats::{Estimate, Pairs, Sprt, Verdict, Wdl};
use crate::types::Color;
use crate::types::map::Map;

/// Results of one engine against another, seen from the first.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// All games.
    pub games: Wdl,
    /// Games with the black stones.
    pub as_black: Wdl,
    /// Games with the white stones.
    pub as_white: Wdl,
    /// Complete pairs.
    pub pairs: Pairs,
    /// Half points of the pairs of which one game is there.
    half_pairs: Map<usize, usize>,
    /// Games that each reason ended, with the loser's fault or without.
    pub reasons: BTreeMap<Reason, u64>,
    /// Stones of all games.
    pub stones: u64,
}

impl Standing {
    fn add(&mut self, record: &GameRecord, first: &str, paired: bool) {
        let points = record.half_points(first);
        self.games.add(points);
        match record.color_of(first) {
            Color::Black => self.as_black.add(points),
            Color::White => self.as_white.add(points),
        }
        if paired {
            match self.half_pairs.remove(&record.pair) {
                Some(other) => self.pairs.add(other, points),
                None => drop(self.half_pairs.insert(record.pair, points)),
            }
        }
        *self.reasons.entry(record.reason).or_default() += 1;
        self.stones += record.plies as u64;
    }

    /// Elo by single games.
    pub fn by_games(&self) -> Option<Estimate> {
        Estimate::new(&self.games.outcomes(), 1)
    }

    /// Elo by pairs.
    pub fn by_pairs(&self) -> Option<Estimate> {
        Estimate::new(&self.pairs.outcomes(), 2)
    }

    /// Share of the points that Black won in all games.
    pub fn black_score(&self) -> f64 {
        let points = |w: Wdl| w.wins as f64 + w.draws as f64 / 2.0;
        let white_turned = Wdl {
            wins: self.as_white.losses,
            losses: self.as_white.wins,
            ..self.as_white
        };
        (points(self.as_black) + points(white_turned)) / self.games.games().max(1) as f64
    }
}

/// What one engine did wrong.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Conduct {
    /// Games lost by breaking the rules of play, by reason.
    pub faults: BTreeMap<Reason, u64>,
    /// Everything that was only warned of.
    pub warnings: Warnings,
}

/// The whole match.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    paired: bool,
    sprt: Option<Sprt>,
    /// By pairing, first engine before second.
    pub pairings: BTreeMap<(usize, usize), Standing>,
    /// By engine.
    pub conduct: Vec<Conduct>,
    /// Games counted.
    pub played: usize,
}

impl Standings {
    /// No game yet. `paired`: whether games come in pairs.
    pub fn new(names: Vec<String>, paired: bool, sprt: Option<Sprt>) -> Self {
        Self {
            conduct: vec![Conduct::default(); names.len()],
            names,
            paired,
            sprt,
            pairings: BTreeMap::new(),
            played: 0,
        }
    }

    /// Counts a game.
    ///
    /// # Errors
    /// Names an engine that does not take part.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), String> {
        let index = |name: &str| {
            let found = self.names.iter().position(|known| known == name);
            found.ok_or_else(|| format!("game {}: no engine is called '{name}'", record.game))
        };
        let (black, white) = (index(&record.black)?, index(&record.white)?);
        let (first, second) = (black.min(white), black.max(white));
        self.pairings.entry((first, second)).or_default().add(
            record,
            &self.names[first],
            self.paired,
        );
        self.conduct[black].warnings.add(record.warnings_black);
        self.conduct[white].warnings.add(record.warnings_white);
        if record.fault {
            let loser = if record.result == GameResult::White {
                black
            } else {
                white
            };
            let count = self.conduct[loser].faults.entry(record.reason);
            *count.or_default() += 1;
        }
        self.played += 1;
        Ok(())
    }

    /// The test and where it stands, if there is one.
    pub fn sprt(&self) -> Option<(Sprt, f64, Verdict)> {
        let sprt = self.sprt?;
        let standing = self.pairings.get(&(0, 1));
        let (games, pairs) = standing.map_or_else(Default::default, |s| (s.games, s.pairs));
        Some((sprt, sprt.llr(games, pairs), sprt.verdict(games, pairs)))
    }

    /// The state as one JSON object.
    pub fn to_json(&self) -> serde_json::Value {
        let estimate = |e: Option<Estimate>| {
            e.map(|e| {
                let finite = |x: f64| x.is_finite().then_some(x);
                serde_json::json!({
                    "elo": finite(e.elo), "elo_error": finite(e.error),
                    "nelo": finite(e.normalized), "nelo_error": finite(e.normalized_error),
                    "los": e.los,
                })
            })
        };
        let pairings: Vec<_> = self
            .pairings
            .iter()
            .map(|(&(first, second), s)| {
                serde_json::json!({
                    "first": self.names[first], "second": self.names[second],
                    "games": s.games.games(),
                    "wins": s.games.wins, "draws": s.games.draws, "losses": s.games.losses,
                    "score": s.games.score(),
                    "as_black": s.as_black, "as_white": s.as_white,
                    "black_score": s.black_score(),
                    "draw_rate": s.games.draws as f64 / s.games.games().max(1) as f64,
                    "pairs": s.pairs,
                    "by_games": estimate(s.by_games()), "by_pairs": estimate(s.by_pairs()),
                    "reasons": s.reasons,
                })
            })
            .collect();
        let engines: Vec<_> = (self.names.iter().zip(&self.conduct))
            .map(|(name, c)| {
                serde_json::json!({"name": name, "faults": c.faults, "warnings": c.warnings})
            })
            .collect();
        let sprt = self.sprt().map(|(sprt, llr, verdict)| {
            let (lower, upper) = sprt.bounds();
            serde_json::json!({
                "test": sprt, "llr": llr, "lower": lower, "upper": upper, "verdict": verdict,
            })
        });
        serde_json::json!({
            "games": self.played, "pairings": pairings, "engines": engines, "sprt": sprt,
        })
    }

    /// One line for the progress display.
    pub fn line(&self) -> String {
        let Some(s) = self.pairings.get(&(0, 1)) else {
            return String::new();
        };
        let mut line = format!("+{} ={} -{}", s.games.wins, s.games.draws, s.games.losses);
        if let Some(e) = s.by_pairs().or(s.by_games()) {
            let _ = write!(line, ", Elo {}", interval(e.elo, e.error));
        }
        if let Some((sprt, llr, _)) = self.sprt() {
            let (lower, upper) = sprt.bounds();
            let _ = write!(line, ", LLR {llr:.2} [{lower:.2}, {upper:.2}]");
        }
        let faults: u64 = self.conduct.iter().flat_map(|c| c.faults.values()).sum();
        if faults > 0 {
            let _ = write!(line, ", {faults} faults");
        }
        line
    }
}

fn interval(value: f64, error: f64) -> String {
    if error.is_finite() {
        format!("{value:+.1} +-{error:.1}")
    } else {
        format!("{value:+.1} +-?")
    }
}

/// The report at the end of a match.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (&(first, second), s) in &self.pairings {
            let games = s.games.games();
            let percent = |score: f64| 100.0 * score;
            writeln!(
                f,
                "{} against {}: {games} games",
                self.names[first], self.names[second]
            )?;
            writeln!(
                f,
                "  score   +{} ={} -{} ({:.1} %), draws {:.1} %, {:.1} stones a game",
                s.games.wins,
                s.games.draws,
                s.games.losses,
                percent(s.games.score()),
                percent(s.games.draws as f64 / games as f64),
                s.stones as f64 / games as f64,
            )?;
            let show = |w: Wdl| {
                format!(
                    "+{} ={} -{} ({:.1} %)",
                    w.wins,
                    w.draws,
                    w.losses,
                    percent(w.score())
                )
            };
            writeln!(
                f,
                "  colours black {}, white {}; Black scores {:.1} %",
                show(s.as_black),
                show(s.as_white),
                percent(s.black_score())
            )?;
            let estimate = |f: &mut fmt::Formatter<'_>, label: &str, e: Estimate| {
                writeln!(
                    f,
                    "  {label} Elo {}, nElo {}, LOS {:.2} %",
                    interval(e.elo, e.error),
                    interval(e.normalized, e.normalized_error),
                    percent(e.los)
                )
            };
            if let Some(e) = s.by_games() {
                estimate(f, "games  ", e)?;
            }
            if let Some(e) = s.by_pairs() {
                estimate(f, "pairs  ", e)?;
                let p = s.pairs;
                let [ll, ld, even, wd, ww] = p.outcomes().map(|o| o.count);
                write!(
                    f,
                    "  pairs   {} [LL {ll}, LD {ld}, DD {} + WL {}, WD {wd}, WW {ww}]",
                    p.count(),
                    p.draw_draw,
                    even as u64 - p.draw_draw,
                )?;
                match p.ratio() {
                    Some(ratio) => writeln!(f, ", won over lost {ratio:.2}")?,
                    None => writeln!(f)?,
                }
            }
            let reasons = s
                .reasons
                .iter()
                .map(|(reason, n)| format!("{} {n}", reason.name()));
            writeln!(f, "  endings {}", reasons.collect::<Vec<_>>().join(", "))?;
        }
        if let Some((sprt, llr, verdict)) = self.sprt() {
            let text = match verdict {
                Verdict::Open => "not decided",
                Verdict::H0 => "H0 accepted",
                Verdict::H1 => "H1 accepted",
            };
            writeln!(f, "SPRT {sprt}: LLR {llr:.2}, {text}")?;
        }
        for (name, conduct) in self.names.iter().zip(&self.conduct) {
            if !conduct.faults.is_empty() {
                let list = conduct
                    .faults
                    .iter()
                    .map(|(r, n)| format!("{} {n}", r.name()));
                writeln!(
                    f,
                    "faults of {name}: {}",
                    list.collect::<Vec<_>>().join(", ")
                )?;
            }
            if conduct.warnings.total() > 0 {
                writeln!(f, "warnings of {name}: {}", conduct.warnings.list())?;
            }
        }
        Ok(())
    }
}
