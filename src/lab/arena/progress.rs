//! Live progress on standard error: a bar on a terminal, else a line now and then.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::search::clock::now;

/// How often a line is written where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// Progress of one run.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    start: Instant,
    last: Instant,
    /// Games that were there before this run.
    before: usize,
    total: usize,
}

impl Progress {
    /// A run of `total` games of which `before` are played.
    ///
    /// # Panics
    /// Never: the template is good.
    pub fn new(total: usize, before: usize, quiet: bool) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}")
                .expect("a good template");
            let bar = ProgressBar::new(total as u64).with_style(style);
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
            bar.set_position(before as u64);
            bar
        });
        Self {
            bar,
            quiet,
            start: now(),
            last: now(),
            before,
            total,
        }
    }

    /// After a game: `played` in all, and the state of the match in words.
    pub fn update(&mut self, played: usize, state: &str) {
        let elapsed = now() - self.start;
        let pace = pace(played - self.before, self.total - played, elapsed);
        if let Some(bar) = &self.bar {
            bar.set_position(played as u64);
            bar.set_message(format!("{state}, {pace}"));
        } else if !self.quiet && now() - self.last >= INTERVAL {
            self.last = now();
            self.say(&format!("{played}/{} {state}, {pace}", self.total));
        }
    }

    /// Writes a line above the bar.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // Nobody may be listening any more.
            None => drop(writeln!(std::io::stderr(), "{text}")),
        }
    }

    /// Leaves the last state on the terminal.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
    }
}

/// Games an hour and the time that the rest will take at that pace.
fn pace(done: usize, rest: usize, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if done == 0 || seconds <= 0.0 {
        return "no pace yet".to_owned();
    }
    let hourly = done as f64 * 3600.0 / seconds;
    let left = (rest as f64 * seconds / done as f64).round() as u64;
    let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60);
    format!("{hourly:.0} games/h, {hours}:{minutes:02}:{seconds:02} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_told() {
        let text = pace(10, 40, Duration::from_secs(100));
        assert_eq!(text, "360 games/h, 0:06:40 left");
        assert_eq!(pace(0, 5, Duration::ZERO), "no pace yet");
    }
}
