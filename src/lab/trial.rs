//! `tengen trial`: two sets of weights or of the search's numbers against each other, in one process,
//! at fixed nodes or at so much time a move.
//!
//! Every random opening is played twice with colours swapped. The error is that of the pairs' sums.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::arena::stats::{Estimate, Pairs, Sprt, Verdict, Wdl};
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
    /// Openings at most; each gives two games
    #[arg(long, default_value_t = 200)]
    pairs: usize,
    /// Nodes a move
    #[arg(long, default_value = "2000")]
    nodes: NonZeroU64,
    /// Milliseconds a move, in place of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    time: Option<NonZeroU64>,
    /// Stop when a sequential test between two Elo differences ends, as in `tengen match`
    #[arg(long, value_name = "elo0=,elo1=,...")]
    sprt: Option<Sprt>,
    /// Pairs at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Largest absolute value of an opening, for the old weights.
const LEVEL: i32 = 120;

/// What the games have shown so far, seen from the new side.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: Wdl,
    pairs: Pairs,
    sprt: Option<Sprt>,
}

impl Tally {
    fn new(sprt: Option<Sprt>) -> Self {
        Self {
            sprt,
            ..Self::default()
        }
    }

    /// Counts the two games of an opening.
    fn add(&mut self, points: [f64; 2]) {
        let [first, second] = points.map(|points| (points * 2.0) as usize);
        self.games.add(first);
        self.games.add(second);
        self.pairs.add(first, second);
    }

    /// Whether the test, if there is one, has come to an end.
    fn is_settled(&self) -> bool {
        let verdict = |sprt: Sprt| sprt.verdict(self.games, self.pairs);
        self.sprt.map(verdict).is_some_and(|v| v != Verdict::Open)
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Wdl {
            wins,
            draws,
            losses,
        } = self.games;
        let share = self.games.score() * 100.0;
        write!(f, "+{wins} ={draws} -{losses}, {share:.1} %")?;
        if let Some(estimate) = Estimate::new(&self.pairs.outcomes(), 2) {
            write!(f, ", Elo {:+.0} +-{:.0}", estimate.elo, estimate.error)?;
        }
        if let Some(sprt) = self.sprt {
            let (lower, upper) = sprt.bounds();
            let llr = sprt.llr(self.games, self.pairs);
            write!(f, ", LLR {llr:.2} [{lower:.2}, {upper:.2}]")?;
            match sprt.verdict(self.games, self.pairs) {
                Verdict::Open => {}
                Verdict::H0 => write!(f, ", H0 accepted")?,
                Verdict::H1 => write!(f, ", H1 accepted")?,
            }
        }
        Ok(())
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
    let mut tally = Tally::new(args.sprt);
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
        for points in receiver {
            tally.add(points);
            if tally.pairs.count().is_multiple_of(50) {
                progress(&format!("{tally}"));
            }
            if tally.is_settled() {
                // The receiver goes with this loop: the games under way are the players' last.
                break;
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
