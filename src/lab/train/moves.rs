//! Fits the tables of move ordering to the moves that searches chose.

use super::model::{Model, Spec};
use super::samples::{MoveSample, Samples};
use super::{Course, Sides, in_parts, shape_spec};
use crate::eval::features::{CLASSES, LINES, RELATIONS, STANCES};

/// Tables of a side: see [`Tables`](crate::eval::Tables).
const TABLES: usize = 9;
const OWN: usize = 0;
const OPPONENT: usize = 1;
const PAIR: usize = 2;
/// By relation to the last stone: with the mover's class, and with the other's.
const LAST: [usize; 2] = [3, 4];
/// The same for the mover's own last stone.
const BEFORE: [usize; 2] = [5, 6];
/// By line to the last stone, and to the mover's own last one.
const LINE_TABLES: [usize; 2] = [7, 8];

const SHAPE_PULL: f32 = 10.0;
const PAIR_PULL: f32 = 10.0;
const RELATION_PULL: f32 = 10.0;

/// How well moves are ordered.
#[derive(Clone, Copy, Debug)]
pub struct Accuracy {
    /// Mean cross entropy, in natural units.
    pub loss: f32,
    /// Share of positions whose move comes first.
    pub first: f32,
    /// Share of positions whose move is among the first three.
    pub third: f32,
}

impl std::fmt::Display for Accuracy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { loss, first, third } = self;
        write!(
            f,
            "loss {loss:.4}, first {:.1} %, among three {:.1} %",
            first * 100.0,
            third * 100.0
        )
    }
}

/// Shares of positions whose move has no, or at most two, moves before it.
pub fn baseline(samples: &[MoveSample]) -> (f32, f32) {
    let share = |limit: u16| {
        let count = samples.iter().filter(|s| s.baseline <= limit).count();
        count as f32 / samples.len().max(1) as f32
    };
    (share(0), share(2))
}

/// The model of a move's chance to be the best one: logits.
#[derive(Debug)]
pub struct MoveModel<'a> {
    sides: &'a Sides,
    model: Model,
}

impl<'a> MoveModel<'a> {
    /// A model that knows nothing.
    pub fn new(sides: &'a Sides) -> Self {
        let pairs = Spec {
            parts: (0..STANCES * CLASSES * CLASSES)
                .map(|entry| vec![(entry % (CLASSES * CLASSES)) as u16])
                .collect(),
            shared: CLASSES * CLASSES,
            pull: PAIR_PULL,
        };
        let relations = Spec {
            parts: (0..RELATIONS * CLASSES)
                .map(|entry| vec![(entry / CLASSES) as u16])
                .collect(),
            shared: RELATIONS,
            pull: RELATION_PULL,
        };
        // Lines at all distances share what their patterns say.
        let lines = Spec {
            parts: (0..LINES)
                .map(|entry| vec![(entry % 256) as u16; usize::from(entry >= 256)])
                .collect(),
            shared: 256,
            pull: RELATION_PULL,
        };
        let specs = (0..sides.count()).flat_map(|side| {
            let mut specs = vec![
                shape_spec(sides.classes(side), SHAPE_PULL),
                shape_spec(sides.classes(side), SHAPE_PULL),
                pairs.clone(),
            ];
            specs.resize(LINE_TABLES[0], relations.clone());
            specs.resize(TABLES, lines.clone());
            specs
        });
        Self {
            sides,
            model: Model::new(specs.collect()),
        }
    }

    /// The tables of a side, in the order in which they are stored.
    pub fn tables(&self, side: usize) -> [&[f32]; TABLES] {
        std::array::from_fn(|table| self.model.table(side * TABLES + table))
    }

    /// Calls for each choice of a sample with the table entries that it adds up.
    #[inline]
    fn entries(
        &self,
        samples: &Samples,
        sample: &MoveSample,
        mut each: impl FnMut([usize; TABLES]),
    ) {
        let own_set = self.sides.set(sample.side) * TABLES;
        let other_set = self.sides.set(!sample.side) * TABLES;
        let own_start = self.model.start(own_set + OWN);
        let other_start = self.model.start(other_set + OPPONENT);
        let pair_start =
            self.model.start(own_set + PAIR) + usize::from(sample.stance) * CLASSES * CLASSES;
        let starts = [LAST, BEFORE].map(|tables| tables.map(|t| self.model.start(own_set + t)));
        let line_starts = LINE_TABLES.map(|table| self.model.start(own_set + table));
        let (own_class, other_class) = self.sides.class_tables(sample.side);
        for choice in samples.choices(sample) {
            let (own, other) = (choice.pair.own(), choice.pair.other());
            let classes = [own_class[own], other_class[other]].map(usize::from);
            let [last, before] = choice.relations.map(usize::from);
            let related = |starts: [usize; 2], relation: usize, which: usize| {
                starts[which] + relation * CLASSES + classes[which]
            };
            each([
                own_start + own,
                other_start + other,
                pair_start + classes[0] * CLASSES + classes[1],
                related(starts[0], last, 0),
                related(starts[0], last, 1),
                related(starts[1], before, 0),
                related(starts[1], before, 1),
                line_starts[0] + usize::from(choice.lines[0]),
                line_starts[1] + usize::from(choice.lines[1]),
            ]);
        }
    }

    /// The logits of a sample's choices.
    fn logits(&self, samples: &Samples, sample: &MoveSample, logits: &mut Vec<f32>) {
        logits.clear();
        self.entries(samples, sample, |entries| {
            logits.push(entries.iter().map(|&entry| self.model.values[entry]).sum());
        });
    }

    /// How well it orders the moves of samples.
    pub fn accuracy(&self, samples: &Samples) -> Accuracy {
        let parts = in_parts(&samples.moves, |part| {
            let mut logits = Vec::new();
            let mut sums = (0.0f64, 0usize, 0usize);
            for sample in part {
                self.logits(samples, sample, &mut logits);
                let played = logits[usize::from(sample.played)];
                let before = logits.iter().filter(|&&logit| logit > played).count();
                sums.0 += f64::from(log_sum(&logits) - played);
                sums.1 += usize::from(before == 0);
                sums.2 += usize::from(before < 3);
            }
            sums
        });
        let count = samples.moves.len().max(1) as f32;
        Accuracy {
            loss: parts.iter().map(|part| part.0).sum::<f64>() as f32 / count,
            first: parts.iter().map(|part| part.1).sum::<usize>() as f32 / count,
            third: parts.iter().map(|part| part.2).sum::<usize>() as f32 / count,
        }
    }

    /// Fits the tables; `report` is told of the loss after each epoch.
    pub fn fit(
        &mut self,
        training: &Samples,
        course: &Course,
        report: impl FnMut(usize, f32, &Self),
    ) {
        let total = training.moves.len();
        let step = |tables: &mut Self, batch: &[MoveSample], rate: f32| {
            let parts = in_parts(batch, |part| {
                let mut gradient = vec![0.0; tables.model.values.len()];
                let mut logits = Vec::new();
                let mut sum = 0.0;
                for sample in part {
                    tables.logits(training, sample, &mut logits);
                    let log_sum = log_sum(&logits);
                    sum += f64::from(log_sum - logits[usize::from(sample.played)]);
                    let mut number = 0;
                    tables.entries(training, sample, |entries| {
                        let played = f32::from(u8::from(number == usize::from(sample.played)));
                        let slope =
                            ((logits[number] - log_sum).exp() - played) / batch.len() as f32;
                        for entry in entries {
                            gradient[entry] += slope;
                        }
                        number += 1;
                    });
                }
                (sum, gradient)
            });
            let (sum, gradient) = super::added(parts);
            tables.model.step(&gradient, rate, total);
            sum
        };
        course.run(self, training.moves.clone(), step, report);
    }
}

fn log_sum(logits: &[f32]) -> f32 {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
    largest + sum.ln()
}
