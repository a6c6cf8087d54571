//! `tengen trial`: two sets of weights or of the search's numbers against each other, in one process,
//! at fixed nodes or at so much time a move.
//!
//! Every random opening is played twice with colours swapped. The error is that of the pairs' sums.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::choice::{Choice, ChoiceError, params};
use super::openings::opening;
use super::pairs::{self, Pace};
use super::selfplay::{engine, progress};
use crate::engine::{Engine, Params};
use crate::types::{BoardSize, Rule};

/// Who plays, and what.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Weights on trial: a file, `hand`, or `built-in`
    #[arg(long, default_value = "built-in")]
    new: Choice,
    /// Weights to beat
    #[arg(long, default_value = "built-in")]
    old: Choice,
    /// Numbers of the search on trial that differ from the program's, as `tengen tune` prints them
    #[arg(long, value_name = "NAME=VALUE,...", value_parser = params, default_value = "")]
    params: Params,
    /// The same for the side to beat
    #[arg(long, value_name = "NAME=VALUE,...", value_parser = params, default_value = "")]
    old_params: Params,
    /// The rule
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board: one number, or width x height
    #[arg(long, default_value_t = BoardSize::square(15))]
    size: BoardSize,
    /// Openings; each gives two games
    #[arg(long, default_value_t = 200)]
    pairs: usize,
    /// Nodes a move
    #[arg(long, default_value = "2000")]
    nodes: NonZeroU64,
    /// Milliseconds a move, in place of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    time: Option<NonZeroU64>,
    /// Pairs at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Largest absolute value of an opening, for the old weights.
const LEVEL: i32 = 120;

/// Wins, draws and losses of the new side, and squares of the pairs' points.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: [usize; 3],
    pairs: usize,
    squares: f64,
}

impl Tally {
    fn add(&mut self, points: [f64; 2]) {
        for points in points {
            self.games[2 - (points * 2.0) as usize] += 1;
        }
        self.pairs += 1;
        self.squares += (f64::midpoint(points[0], points[1])).powi(2);
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [wins, draws, losses] = self.games;
        let pairs = self.pairs.max(1) as f64;
        let mean = (wins as f64 + draws as f64 / 2.0) / (2.0 * pairs);
        let error = 1.96 * ((self.squares / pairs - mean * mean).max(0.0) / pairs).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
        let half = (elo(mean + error) - elo(mean - error)) / 2.0;
        write!(
            f,
            "+{wins} ={draws} -{losses}, {:.1} %, Elo {:+.0} +-{half:.0}",
            mean * 100.0,
            elo(mean)
        )
    }
}

/// Plays the games and reports to standard error.
///
/// # Errors
/// If weights cannot be used.
pub fn run(args: &Args) -> Result<(), ChoiceError> {
    let new = args.new.load(args.rule, args.size)?;
    let old = args.old.load(args.rule, args.size)?;
    let pace = args.time.map_or(Pace::Nodes(args.nodes), Pace::Time);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        for _ in 0..args.threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut engines = vec![engine(new), engine(old)];
                engines[0].set_params(&args.params);
                engines[1].set_params(&args.old_params);
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= args.pairs
                        || sender.send(play(args, pace, &mut engines, pair)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for points in &receiver {
            tally.add(points);
            if tally.pairs % 50 == 0 {
                progress(&format!("{tally}"));
            }
        }
    });
    progress(&format!("{} {}, {pace}: {tally}", args.rule, args.size));
    Ok(())
}

/// The points of the new side in the two games of an opening.
fn play(args: &Args, pace: Pace, engines: &mut [Engine], pair: usize) -> [f64; 2] {
    let mut random = pairs::random(args.seed, pair);
    engines[1].clear();
    let board = opening(&mut engines[1], args.rule, args.size, LEVEL, &mut random);
    pairs::play(engines, &board, pace)
}
