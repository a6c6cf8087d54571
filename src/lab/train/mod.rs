//! `tengen train`: from self-play games to a weights file.
//!
//! The same games, arguments and seed give the same file on every machine of one kind.

pub mod model;
pub mod moves;
pub mod net;
pub mod samples;
pub mod value;

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::data::format::{GameFile, GameFileError};
use super::data::shuffle::mix;
use super::selfplay::progress;
use crate::board::Board;
use crate::board::pattern::Pattern;
use crate::eval::features::{CLASSES, class_of, shapes};
use crate::eval::file::Contents;
use crate::eval::{Tables, Weights, WeightsError};
use crate::types::{Color, Rule, SplitMix};
use model::Spec;
use moves::MoveModel;
use net::NetModel;
use samples::Samples;
use value::{Target, ValueModel, best_scale};

/// What to learn from, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Files of self-play games, all of one rule
    #[arg(long, required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// The weights file to write
    #[arg(long)]
    out: PathBuf,
    /// A weights file whose value tables are kept: only move ordering and the network are learned
    #[arg(long, value_name = "FILE")]
    keep_values: Option<PathBuf>,
    /// How often all positions are gone through
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// Positions a step
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Step length at the start; it falls to a hundredth
    #[arg(long, default_value_t = 0.004)]
    rate: f32,
    /// Weight of the game's result in the value to learn; the search's view has the rest
    #[arg(long, default_value_t = 0.3)]
    result: f32,
    /// Evaluation units of a logistic unit
    #[arg(long, default_value_t = 220, value_parser = clap::value_parser!(u16).range(1..))]
    scale: u16,
    /// Ordering units of a logit
    #[arg(long, default_value_t = 64.0)]
    move_scale: f32,
    /// One game in so many is kept for validation
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    validation: u32,
    /// Seed of the split and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often all positions are gone through for the network; 0: no network
    #[arg(long, default_value_t = 0)]
    network: usize,
    /// The commit that this program was built from, for the file's provenance
    #[arg(long, default_value = "unknown")]
    commit: String,
}

/// Why no weights came of it.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file of games cannot be used.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// The files are of several rules.
    #[error("the games are of several rules: {0} and {1}")]
    Rules(Rule, Rule),
    /// There is nothing to learn from.
    #[error("too few positions to learn from: {0} for training, {1} for validation")]
    TooFew(usize, usize),
    /// A weights file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// The weights to keep do not fit.
    #[error("{}: {error}", path.display())]
    Kept {
        /// Their file.
        path: PathBuf,
        /// What is wrong with them.
        error: WeightsError,
    },
}

/// How a fit goes on.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// How often all samples are gone through.
    pub epochs: usize,
    /// Samples a step.
    pub batch: usize,
    /// First step length.
    pub rate: f32,
    /// Seed of the order.
    pub seed: u64,
}

impl Course {
    /// The step length after so many samples, of `total` an epoch: half a cosine down to 1/100.
    fn rate_at(&self, done: usize, total: usize) -> f32 {
        let part = done as f32 / (total * self.epochs).max(1) as f32;
        let cosine = f32::midpoint(1.0, (part.min(1.0) * std::f32::consts::PI).cos());
        self.rate * (0.01 + 0.99 * cosine)
    }

    /// Goes through the samples: `step` learns from a batch at a step length and gives the sum of its
    /// losses, `report` is told of the mean loss after each epoch.
    fn run<M, T>(
        &self,
        model: &mut M,
        mut samples: Vec<T>,
        mut step: impl FnMut(&mut M, &[T], f32) -> f64,
        mut report: impl FnMut(usize, f32, &M),
    ) {
        let mut random = SplitMix::new(self.seed);
        let total = samples.len();
        for epoch in 0..self.epochs {
            mix(&mut samples, &mut random);
            let mut sum = 0.0;
            for (number, batch) in samples.chunks(self.batch).enumerate() {
                let rate = self.rate_at(epoch * total + number * self.batch, total);
                sum += step(model, batch, rate);
            }
            report(epoch, (sum / total.max(1) as f64) as f32, model);
        }
    }
}

/// Which tables a side uses, and the classes of its shapes.
#[derive(Debug)]
pub struct Sides {
    /// One for both sides, or Black's and White's.
    classes: Vec<Vec<u8>>,
}

impl Sides {
    fn new(rule: Rule) -> Self {
        let classes = Color::BOTH
            .into_iter()
            .take(Weights::table_count(rule))
            .map(|color| {
                shapes()
                    .into_iter()
                    .map(|shape| class_of(shape, rule.has_fouls(color)) as u8)
                    .collect()
            })
            .collect();
        Self { classes }
    }

    fn count(&self) -> usize {
        self.classes.len()
    }

    /// The set of tables of a side.
    fn set(&self, side: Color) -> usize {
        side.index().min(self.classes.len() - 1)
    }

    fn classes(&self, set: usize) -> &[u8] {
        &self.classes[set]
    }

    /// The classes of the shapes of a side and of the other.
    fn class_tables(&self, side: Color) -> (&[u8], &[u8]) {
        (
            &self.classes[self.set(side)],
            &self.classes[self.set(!side)],
        )
    }
}

/// A table by shape: numbers of its patterns and of its class are shared.
fn shape_spec(classes: &[u8], pull: f32) -> Spec {
    let patterns = Pattern::ALL.len();
    let parts = shapes().into_iter().zip(classes).map(|(shape, &class)| {
        let lines = shape.iter().map(|&pattern| pattern as u16);
        lines.chain([patterns as u16 + u16::from(class)]).collect()
    });
    Spec {
        parts: parts.collect(),
        shared: patterns + CLASSES,
        pull,
    }
}

/// Parts that a batch is cut into, whatever the number of cores: so sums never depend on it.
const PARTS: usize = 2;

/// Works on the parts of a list at the same time.
fn in_parts<T: Sync, R: Send>(list: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let length = list.len().div_ceil(PARTS).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> = list
            .chunks(length)
            .map(|part| scope.spawn(move || work(part)))
            .collect();
        let joined = parts.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|part| part.expect("no part panics")).collect()
    })
}

/// The mean of something over a list.
fn mean<T: Sync>(list: &[T], of: impl Fn(&T) -> f64 + Sync) -> f32 {
    let parts = in_parts(list, |part| part.iter().map(&of).sum::<f64>());
    (parts.into_iter().sum::<f64>() / list.len().max(1) as f64) as f32
}

/// The losses and the gradients of all parts together.
fn added(parts: Vec<(f64, Vec<f32>)>) -> (f64, Vec<f32>) {
    let loss = parts.iter().map(|(loss, _)| loss).sum();
    let mut gradients = parts.into_iter().map(|(_, gradient)| gradient);
    let mut sum = gradients.next().unwrap_or_default();
    for gradient in gradients {
        for (sum, part) in sum.iter_mut().zip(gradient) {
            *sum += part;
        }
    }
    (loss, sum)
}

/// Trains weights and writes them.
///
/// # Errors
/// If the games cannot be used or the file not be written.
pub fn run(args: &Args) -> Result<(), TrainError> {
    let files: Vec<GameFile> = args
        .games
        .iter()
        .map(|path| GameFile::read(path))
        .collect::<Result<_, _>>()?;
    let rule = files[0].head.rule;
    if let Some(other) = files.iter().find(|file| file.head.rule != rule) {
        return Err(TrainError::Rules(rule, other.head.rule));
    }
    let sides = Sides::new(rule);
    let mut contents = match &args.keep_values {
        Some(path) => kept(path, rule)?,
        None => Contents {
            rule,
            home: files[0].head.size,
            scale: args.scale,
            sides: vec![Tables::zero(); sides.count()],
            provenance: String::new(),
        },
    };
    // Lives as long as the process: evaluators refer to weights without end.
    let baseline: &'static Weights = Box::leak(Box::new(match args.keep_values {
        Some(_) => Weights::new(contents.clone()),
        None => Weights::by_hand(rule),
    }));
    let [training, validation] =
        samples::split(&files, args.validation as usize, args.seed, baseline);
    if training.moves.is_empty() || validation.values.is_empty() || validation.moves.is_empty() {
        return Err(TrainError::TooFew(
            training.values.len(),
            validation.values.len(),
        ));
    }
    let sets = Sets {
        training: &training,
        validation: &validation,
        target: &target(args, &training),
    };
    let mut reports = Vec::new();
    let base = if args.keep_values.is_some() {
        reports.push(format!("value tables of: {}", contents.provenance));
        Base::kept(&sets)
    } else {
        let (value, report) = fit_values(args, &sides, &sets);
        for (set, tables) in contents.sides.iter_mut().enumerate() {
            export_values(args, &value, set, tables);
        }
        reports.push(report);
        Base::fitted(args, &sets, &value)
    };
    if args.network > 0 {
        let empty = Board::new(contents.home, rule);
        let (net, report) = fit_net(args, &sides, &sets, &base, &empty);
        for (set, tables) in contents.sides.iter_mut().enumerate() {
            tables.net = Some(net.export(set, base.units));
        }
        contents.scale = base.units.round() as u16;
        reports.push(report);
    }
    let (moves, report) = fit_moves(args, &sides, &training, &validation);
    for (set, tables) in contents.sides.iter_mut().enumerate() {
        export_moves(args, &moves, set, tables);
    }
    reports.push(report);
    contents.provenance = provenance(args, &files, &training, &reports);
    std::fs::write(&args.out, contents.to_bytes()).map_err(|error| TrainError::File {
        path: args.out.clone(),
        error,
    })
}

/// The weights whose value tables are kept.
fn kept(path: &Path, rule: Rule) -> Result<Contents, TrainError> {
    let bytes = std::fs::read(path).map_err(|error| TrainError::File {
        path: path.to_owned(),
        error,
    })?;
    let kept = |error| TrainError::Kept {
        path: path.to_owned(),
        error,
    };
    let (mut contents, _) = Contents::from_bytes(&bytes).map_err(kept)?;
    if contents.rule != rule {
        return Err(kept(WeightsError::Rule {
            found: contents.rule,
            wanted: rule,
        }));
    }
    for tables in &mut contents.sides {
        tables.net = None;
    }
    Ok(contents)
}

fn course(args: &Args) -> Course {
    Course {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        seed: args.seed,
    }
}

/// What values are learned from.
struct Sets<'a> {
    training: &'a Samples,
    validation: &'a Samples,
    target: &'a Target,
}

/// The targets of all files: each file's scores are scaled by its own results.
fn target(args: &Args, training: &Samples) -> Target {
    let scales = args.games.iter().enumerate().map(|(number, path)| {
        let samples = training.values.iter();
        let samples: Vec<_> = samples
            .filter(|sample| usize::from(sample.file) == number)
            .collect();
        let (scale, loss) = best_scale(
            &samples,
            |sample| f32::from(sample.score),
            |sample| sample.result,
        );
        progress(&format!(
            "values: {}: searches fit results best at {scale:.0} units, loss {loss:.4}",
            path.display()
        ));
        scale
    });
    Target {
        score_scales: scales.collect(),
        result: args.result,
    }
}

/// What the tables say of each sample, in logits: where the network begins.
struct Base {
    training: Vec<f32>,
    validation: Vec<f32>,
    /// Evaluation units of a logit.
    units: f32,
}

impl Base {
    fn kept(sets: &Sets) -> Self {
        let (units, loss) = best_scale(
            &sets.training.values.iter().collect::<Vec<_>>(),
            |sample| f32::from(sample.baseline),
            |sample| sets.target.of_sample(sample),
        );
        progress(&format!(
            "values: kept tables fit best at {units:.0} units, loss {loss:.4}"
        ));
        let logits = |samples: &Samples| {
            let values = samples.values.iter();
            values
                .map(|sample| f32::from(sample.baseline) / units)
                .collect()
        };
        Self {
            training: logits(sets.training),
            validation: logits(sets.validation),
            units,
        }
    }

    fn fitted(args: &Args, sets: &Sets, model: &ValueModel) -> Self {
        let logits = |samples: &Samples| {
            let values = samples.values.iter();
            values.map(|sample| model.value(samples, sample)).collect()
        };
        Self {
            training: logits(sets.training),
            validation: logits(sets.validation),
            units: f32::from(args.scale),
        }
    }
}

fn fit_net<'a>(
    args: &Args,
    sides: &'a Sides,
    sets: &Sets,
    base: &Base,
    empty: &Board,
) -> (NetModel<'a>, String) {
    let mut net = NetModel::new(sides, empty, args.seed);
    let before = net.loss(sets.validation, sets.target, &base.validation);
    progress(&format!("network: validation {before:.4} before"));
    let course = Course {
        epochs: args.network,
        ..course(args)
    };
    let mut last = 0.0;
    net.fit(
        sets.training,
        sets.target,
        &base.training,
        &course,
        |epoch, loss, net| {
            last = net.loss(sets.validation, sets.target, &base.validation);
            progress(&format!(
                "network: epoch {}, loss {loss:.4}, validation {last:.4}",
                epoch + 1
            ));
        },
    );
    let report = format!(
        "{} epochs of the network: value loss {last:.4}",
        args.network
    );
    (net, report)
}

fn fit_values<'a>(args: &Args, sides: &'a Sides, sets: &Sets) -> (ValueModel<'a>, String) {
    let &Sets {
        training,
        validation,
        target,
    } = sets;
    progress(&format!(
        "values: {} positions, {} for validation",
        training.values.len(),
        validation.values.len(),
    ));
    let (hand_scale, hand_loss) = best_scale(
        &validation.values.iter().collect::<Vec<_>>(),
        |sample| f32::from(sample.baseline),
        |sample| target.of_sample(sample),
    );
    let hand = format!("by hand {hand_loss:.4} at {hand_scale:.0} units");
    progress(&format!("values: validation loss {hand}"));
    let mut model = ValueModel::new(sides);
    let mut last = 0.0;
    model.fit(training, target, &course(args), |epoch, loss, model| {
        last = model.loss(validation, target);
        progress(&format!(
            "values: epoch {}, loss {loss:.4}, validation {last:.4}",
            epoch + 1
        ));
    });
    (model, format!("value loss {last:.4} ({hand})"))
}

fn fit_moves<'a>(
    args: &Args,
    sides: &'a Sides,
    training: &Samples,
    validation: &Samples,
) -> (MoveModel<'a>, String) {
    let (first, third) = moves::baseline(&validation.moves);
    let hand = format!(
        "before first {:.1} %, among three {:.1} %",
        first * 100.0,
        third * 100.0
    );
    progress(&format!(
        "moves: {} positions, {} for validation; {hand}",
        training.moves.len(),
        validation.moves.len()
    ));
    let mut model = MoveModel::new(sides);
    let course = Course {
        rate: args.rate * 2.5,
        ..course(args)
    };
    let mut last = String::new();
    model.fit(training, &course, |epoch, loss, model| {
        last = model.accuracy(validation).to_string();
        progress(&format!(
            "moves: epoch {}, loss {loss:.4}; validation {last}",
            epoch + 1
        ));
    });
    (model, format!("moves {last} ({hand})"))
}

/// A fitted table as integers.
fn round(numbers: &[f32], scale: f32) -> Vec<i16> {
    let limit = f32::from(i16::MAX);
    let scaled = numbers.iter().map(|number| number * scale);
    scaled
        .map(|number| number.round().clamp(-limit, limit) as i16)
        .collect()
}

fn export_values(args: &Args, value: &ValueModel, set: usize, tables: &mut Tables) {
    let units = f32::from(args.scale) * (1 << crate::eval::FRACTION) as f32;
    let [to_move, waiting, pair, mask] = value.tables(set).map(|table| round(table, units));
    (tables.to_move, tables.waiting) = (to_move, waiting);
    (tables.pair, tables.mask) = (pair, mask);
}

fn export_moves(args: &Args, moves: &MoveModel, set: usize, tables: &mut Tables) {
    let fitted = moves.tables(set).map(|table| round(table, args.move_scale));
    let [
        own_move,
        opponent_move,
        move_pair,
        last_own,
        last_other,
        before_own,
        before_other,
        last_line,
        before_line,
    ] = fitted;
    (tables.own_move, tables.opponent_move) = (own_move, opponent_move);
    tables.move_pair = move_pair;
    (tables.last_own, tables.last_other) = (last_own, last_other);
    (tables.before_own, tables.before_other) = (before_own, before_other);
    (tables.last_line, tables.before_line) = (last_line, before_line);
}

fn provenance(args: &Args, files: &[GameFile], training: &Samples, reports: &[String]) -> String {
    let Args {
        epochs,
        batch,
        rate,
        result,
        scale,
        move_scale,
        validation,
        seed,
        commit,
        ..
    } = args;
    let mut lines = vec![
        format!(
            "tengen train --epochs {epochs} --batch {batch} --rate {rate} --result {result} --scale {scale} --move-scale {move_scale} --validation {validation} --seed {seed}"
        ),
        format!("commit {commit}"),
    ];
    for file in files {
        lines.push(format!("{} games of {}", file.games.len(), file.head));
    }
    lines.push(format!(
        "{} positions for values, {} for moves",
        training.values.len(),
        training.moves.len()
    ));
    lines.extend_from_slice(reports);
    lines.join("\n")
}
