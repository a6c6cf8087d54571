//! Fits the tables of the evaluation to what searches and results said.

use super::model::{Model, Spec};
use super::samples::{Samples, ValueSample};
use super::{Course, Sides, in_parts, mean, shape_spec};
use crate::eval::features::{CLASSES, MASK_DIGITS, MASKS, mask_digits};

/// Tables of a side: see [`Tables`](crate::eval::Tables).
const TABLES: usize = 4;
const TO_MOVE: usize = 0;
const WAITING: usize = 1;
const PAIR: usize = 2;
const MASK: usize = 3;

/// How strongly pairs of classes, and combinations of threats, are drawn to what their parts say.
const PAIR_PULL: f32 = 20.0;
const MASK_PULL: f32 = 10.0;
const SHAPE_PULL: f32 = 20.0;

/// The model of a position's value, in logistic units.
#[derive(Debug)]
pub struct ValueModel<'a> {
    sides: &'a Sides,
    model: Model,
}

/// What a position should be worth: a mixture of the search's view and of the result.
#[derive(Clone, Debug)]
pub struct Target {
    /// By file: units of the recorded scores that make one logistic unit.
    pub score_scales: Vec<f32>,
    /// Weight of the result.
    pub result: f32,
}

impl Target {
    pub(super) fn of_sample(&self, sample: &ValueSample) -> f32 {
        let search =
            logistic(f32::from(sample.score) / self.score_scales[usize::from(sample.file)]);
        search + self.result * (sample.result - search)
    }
}

pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Cross entropy of a logit against a target, without the target's own entropy.
pub(super) fn loss(logit: f32, target: f32) -> f32 {
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    let entropy = |p: f32| if p <= 0.0 { 0.0 } else { p * p.ln() };
    softplus - target * logit + entropy(target) + entropy(1.0 - target)
}

/// The number of units of `view` in a logistic unit that fits the targets best, and its mean loss.
pub fn best_scale(
    samples: &[&ValueSample],
    view: impl Fn(&ValueSample) -> f32,
    target: impl Fn(&ValueSample) -> f32,
) -> (f32, f32) {
    let mut best = (100.0, f32::INFINITY);
    let mut scale = 20.0;
    while scale < 2000.0 {
        let sum: f64 = samples
            .iter()
            .map(|sample| f64::from(loss(view(sample) / scale, target(sample))))
            .sum();
        let mean = (sum / samples.len().max(1) as f64) as f32;
        if mean < best.1 {
            best = (scale, mean);
        }
        scale *= 1.05;
    }
    best
}

impl<'a> ValueModel<'a> {
    /// A model that knows nothing.
    pub fn new(sides: &'a Sides) -> Self {
        let mut mask_starts = vec![0];
        for values in MASK_DIGITS {
            mask_starts.push(mask_starts[mask_starts.len() - 1] + values);
        }
        let mask_parts = |mask: usize| {
            let digits = mask_digits(mask);
            let places = digits.iter().zip(&mask_starts);
            places
                .map(|(digit, start)| (digit + start) as u16)
                .collect()
        };
        let specs = (0..sides.count()).flat_map(|side| {
            [
                shape_spec(sides.classes(side), SHAPE_PULL),
                shape_spec(sides.classes(side), SHAPE_PULL),
                Spec {
                    parts: vec![Vec::new(); CLASSES * CLASSES],
                    shared: 0,
                    pull: PAIR_PULL,
                },
                Spec {
                    parts: (0..MASKS).map(mask_parts).collect(),
                    shared: mask_starts[MASK_DIGITS.len()],
                    pull: MASK_PULL,
                },
            ]
        });
        Self {
            sides,
            model: Model::new(specs.collect()),
        }
    }

    /// The tables of a side: to move, waiting, pairs, masks.
    pub fn tables(&self, side: usize) -> [&[f32]; TABLES] {
        [TO_MOVE, WAITING, PAIR, MASK].map(|table| self.model.table(side * TABLES + table))
    }

    /// Where the tables that a sample uses begin, and the mask's entry.
    fn places(&self, sample: &ValueSample) -> ([usize; 3], usize) {
        let own = self.sides.set(sample.side) * TABLES;
        let other = self.sides.set(!sample.side) * TABLES;
        (
            [own + TO_MOVE, other + WAITING, own + PAIR].map(|table| self.model.start(table)),
            self.model.start(own + MASK) + usize::from(sample.mask),
        )
    }

    /// The logit of a sample.
    pub(super) fn value(&self, samples: &Samples, sample: &ValueSample) -> f32 {
        let ([to_move, waiting, pair], mask) = self.places(sample);
        let (own_class, other_class) = self.sides.class_tables(sample.side);
        let values = &self.model.values;
        samples
            .points(sample)
            .iter()
            .fold(values[mask], |sum, point| {
                let (own, other) = (point.own(), point.other());
                let classes =
                    usize::from(own_class[own]) * CLASSES + usize::from(other_class[other]);
                sum + point.count()
                    * (values[to_move + own] - values[waiting + other] + values[pair + classes])
            })
    }

    fn add_gradient(
        &self,
        samples: &Samples,
        sample: &ValueSample,
        slope: f32,
        gradient: &mut [f32],
    ) {
        let ([to_move, waiting, pair], mask) = self.places(sample);
        let (own_class, other_class) = self.sides.class_tables(sample.side);
        gradient[mask] += slope;
        for point in samples.points(sample) {
            let (own, other) = (point.own(), point.other());
            let classes = usize::from(own_class[own]) * CLASSES + usize::from(other_class[other]);
            let slope = slope * point.count();
            gradient[to_move + own] += slope;
            gradient[waiting + other] -= slope;
            gradient[pair + classes] += slope;
        }
    }

    /// Mean loss over samples.
    pub fn loss(&self, samples: &Samples, target: &Target) -> f32 {
        mean(&samples.values, |sample| {
            f64::from(loss(self.value(samples, sample), target.of_sample(sample)))
        })
    }

    /// Fits the tables; `report` is told of the losses after each epoch.
    pub fn fit(
        &mut self,
        training: &Samples,
        target: &Target,
        course: &Course,
        report: impl FnMut(usize, f32, &Self),
    ) {
        let total = training.values.len();
        let step = |tables: &mut Self, batch: &[ValueSample], rate: f32| {
            let parts = in_parts(batch, |part| {
                let mut gradient = vec![0.0; tables.model.values.len()];
                let mut sum = 0.0;
                for sample in part {
                    let logit = tables.value(training, sample);
                    let wanted = target.of_sample(sample);
                    sum += f64::from(loss(logit, wanted));
                    let slope = (logistic(logit) - wanted) / batch.len() as f32;
                    tables.add_gradient(training, sample, slope, &mut gradient);
                }
                (sum, gradient)
            });
            let (sum, gradient) = super::added(parts);
            tables.model.step(&gradient, rate, total);
            sum
        };
        course.run(self, training.values.clone(), step, report);
    }
}
