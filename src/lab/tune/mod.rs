//! `tengen tune`: moves the search's numbers to where games say that they are better.
//!
//! Each pair of games is played from one level opening, with colours swapped, between two opponents
//! whose numbers lie to either side of the present ones (`spsa`). The pairs of a batch all start
//! from the same numbers, and their results are taken in the order of their numbers, so that a run
//! depends on its settings alone and not on the number of threads, nor on where it was stopped.

mod spsa;
mod state;

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use thiserror::Error;

use super::choice::{Choice, ChoiceError, params};
use super::openings::opening;
use super::pairs::{self, Pace};
use super::selfplay::{LEVEL, engine, progress};
use crate::engine::{Engine, Params, ParamsError, TUNABLE, Tunable, now};
use crate::types::{BoardSize, Rule};
use spsa::{Axis, Gains, Probe, Spsa};
use state::{Number, Settings, State, StateError};

/// What to tune, and by which games.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The rule
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board: one number, or width x height
    #[arg(long, default_value_t = BoardSize::square(15))]
    size: BoardSize,
    /// Nodes a move
    #[arg(long, default_value = "2000")]
    nodes: NonZeroU64,
    /// Openings of the whole run; each gives two games
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=MOST_PAIRS))]
    pairs: u32,
    /// Pairs at a time; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with: a file, `hand`, or `built-in`
    #[arg(long, default_value = "built-in")]
    weights: Choice,
    /// A number to tune, once for each; all of them if none is named
    #[arg(long = "param", value_name = "NAME", value_parser = tunable)]
    names: Vec<&'static str>,
    /// Numbers of the search, tuned or not, that start from other values than the program's
    #[arg(long, value_name = "NAME=VALUE,...", value_parser = params, default_value = "")]
    start: Params,
    /// Pairs that start from the same numbers: give some for each thread
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=MOST_PAIRS))]
    batch: u32,
    /// How far from the numbers the first opponents are, in each number's step
    #[arg(long, default_value_t = 1.0, value_parser = steps)]
    reach: f64,
    /// How far chance alone would carry a number in the whole run, in its step
    #[arg(long, default_value_t = 1.0, value_parser = steps)]
    wander: f64,
    /// The file that keeps the state; the same command goes on from it
    #[arg(long)]
    out: PathBuf,
}

/// The most pairs of a run.
const MOST_PAIRS: i64 = 10_000_000;
/// The most steps that `--reach` and `--wander` may be.
const MOST_STEPS: f64 = 100.0;
/// Pairs between two lines of progress, at least.
const REPORT: u32 = 100;

/// Why a run ended before its end.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The weights cannot be used.
    #[error(transparent)]
    Weights(#[from] ChoiceError),
    /// The file of the state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The result cannot be written.
    #[error("cannot write the results: {0}")]
    Output(#[from] io::Error),
}

/// The name of a number that can be tuned.
fn tunable(name: &str) -> Result<&'static str, ParamsError> {
    TUNABLE
        .iter()
        .map(|tunable| tunable.name)
        .find(|&known| known == name)
        .ok_or_else(|| ParamsError::Unknown(name.to_owned()))
}

/// A number of steps.
fn steps(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|&steps| steps > 0.0 && steps <= MOST_STEPS)
        .ok_or_else(|| format!("not above 0 and at most {MOST_STEPS}"))
}

/// Plays what is missing of the run, then prints the numbers.
///
/// # Errors
/// If weights or the file of the state cannot be used, or the result not be written.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), TuneError> {
    let weights = args.weights.load(args.rule, args.size)?;
    let tuned: Vec<&Tunable> = TUNABLE
        .iter()
        .filter(|tunable| args.names.is_empty() || args.names.contains(&tunable.name))
        .collect();
    let settings = settings(args, &tuned, weights.checksum());
    let mut state = if let Some(state) = State::read(&args.out, &settings)? {
        progress(&format!("goes on after {} pairs", state.done));
        state
    } else {
        let mut start = args.start.clone();
        State {
            settings,
            done: 0,
            values: tuned.iter().map(|t| f64::from(start.get(t))).collect(),
        }
    };
    // A file that cannot be written is found out before any game.
    state.write(&args.out)?;
    let axes = tuned.iter().map(|tunable| Axis {
        step: f64::from(tunable.step),
        least: f64::from(tunable.range.0),
        most: f64::from(tunable.range.1),
    });
    let gains = Gains::new(args.pairs, args.reach, args.wander);
    let mut spsa = Spsa::new(axes.collect(), gains, state.values.clone());
    let mut players: Vec<Vec<Engine>> = (0..args.threads.min(args.batch))
        .map(|_| vec![engine(weights), engine(weights)])
        .collect();

    let (start, first) = (now(), state.done);
    let mut decided = 0;
    while state.done < args.pairs {
        let numbers = state.done..args.pairs.min(state.done.saturating_add(args.batch));
        for (number, probe, result) in batch(args, &tuned, &spsa, &mut players, numbers.clone()) {
            spsa.step(number, &probe, result);
            decided += u32::from(result != 0.0);
        }
        state.done = numbers.end;
        state.values = spsa.values().to_vec();
        state.write(&args.out)?;
        if numbers.end / REPORT > numbers.start / REPORT || numbers.end == args.pairs {
            let played = f64::from(state.done - first);
            progress(&format!(
                "{} of {} pairs, {:.0} an hour, {:.0} % decided: {}",
                state.done,
                args.pairs,
                played / start.elapsed().as_secs_f64() * 3600.0,
                f64::from(decided) / played * 100.0,
                text(&with(&args.start, &tuned, &rounded(&state.values)), |t| {
                    tuned.iter().any(|tuned| tuned.name == t.name)
                })
            ));
        }
    }

    let result = with(&args.start, &tuned, &rounded(&state.values));
    let mut start = args.start.clone();
    let line = text(&result, |t| {
        tuned.iter().any(|tuned| tuned.name == t.name) || start.get(t) != t.default
    });
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// All on which the course of the run depends.
fn settings(args: &Args, tuned: &[&Tunable], weights: u64) -> Settings {
    Settings {
        rule: args.rule.to_string(),
        size: args.size.to_string(),
        nodes: args.nodes.get(),
        pairs: args.pairs,
        batch: args.batch,
        seed: args.seed,
        reach: args.reach,
        wander: args.wander,
        weights: format!("{weights:016x}"),
        start: text(&args.start, |_| true),
        tuned: tuned
            .iter()
            .map(|tunable| Number {
                name: tunable.name.to_owned(),
                step: tunable.step,
                least: tunable.range.0,
                most: tunable.range.1,
            })
            .collect(),
    }
}

/// Plays the pairs of these numbers: each with its opponents and its result, in order.
fn batch(
    args: &Args,
    tuned: &[&Tunable],
    spsa: &Spsa,
    players: &mut [Vec<Engine>],
    numbers: Range<u32>,
) -> Vec<(u32, Probe, f64)> {
    let next = AtomicU32::new(numbers.start);
    let mut played = std::thread::scope(|scope| {
        let threads: Vec<_> = players
            .iter_mut()
            .map(|engines| {
                let next = &next;
                scope.spawn(move || {
                    let mut played = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= numbers.end {
                            return played;
                        }
                        let (probe, result) = pair(args, tuned, spsa, engines, number);
                        played.push((number, probe, result));
                    }
                })
            })
            .collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    played.sort_by_key(|&(number, ..)| number);
    played
}

/// The opponents of a pair, and the points of the first less those of the second.
fn pair(
    args: &Args,
    tuned: &[&Tunable],
    spsa: &Spsa,
    engines: &mut [Engine],
    number: u32,
) -> (Probe, f64) {
    let mut random = pairs::random(args.seed, number as usize);
    let probe = spsa.probe(number, &mut random);
    // Openings do not depend on what has been tuned.
    engines[0].set_params(&args.start);
    engines[0].clear();
    let board = opening(&mut engines[0], args.rule, args.size, LEVEL, &mut random);
    for (engine, values) in engines.iter_mut().zip(&probe.opponents) {
        engine.set_params(&with(&args.start, tuned, values));
    }
    let points: f64 = pairs::play(engines, &board, Pace::Nodes(args.nodes))
        .iter()
        .sum();
    (probe, 2.0 * points - 2.0)
}

/// The nearest whole numbers.
fn rounded(values: &[f64]) -> Vec<i32> {
    values.iter().map(|value| value.round() as i32).collect()
}

/// These parameters, but for the tuned ones, which have these values.
fn with(start: &Params, tuned: &[&Tunable], values: &[i32]) -> Params {
    let mut params = start.clone();
    for (tunable, &value) in tuned.iter().zip(values) {
        params.put(tunable, value);
    }
    params
}

/// The numbers that are wanted, as [`Params::set`] reads them.
fn text(params: &Params, mut wanted: impl FnMut(&Tunable) -> bool) -> String {
    let mut params = params.clone();
    let pieces: Vec<String> = TUNABLE
        .iter()
        .filter(|&tunable| wanted(tunable))
        .map(|tunable| format!("{}={}", tunable.name, params.get(tunable)))
        .collect();
    pieces.join(",")
}
