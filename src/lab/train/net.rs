//! Fits the network of point pairs to what the tables of the evaluation leave over.
//!
//! An embedding is the sum of numbers of its shape's patterns and class, and of some of its own that
//! are drawn to zero, as the tables' entries are.

use super::model::Adam;
use super::samples::{Pair, Samples, ValueSample};
use super::value::{Target, logistic, loss};
use super::{Course, Sides, in_parts, mean};
use crate::board::Board;
use crate::board::pattern::Pattern;
use crate::eval::features::{CLASSES, MASKS, SHAPES, shapes};
use crate::eval::net::{
    BIAS, CHANNELS, EMBEDDING, HIDDEN, LAST, NetTables, SUM_SCALE, WEIGHT, WIDTH,
};
use crate::types::{Color, SplitMix};

/// Numbers that the embeddings of shapes share: of patterns and of classes.
const SHARED: usize = Pattern::ALL.len() + CLASSES;
/// How strongly what is learned of single shapes, and the layers above, are drawn to zero.
const PULL: f32 = 1.0;
/// Largest absolute values at the start, of embeddings and of the last layer.
const FIRST_EMBEDDING: f32 = 0.3;
const FIRST_LAST: f32 = 0.1;

/// Where the numbers of a head begin, after the hidden layer's weights, and how many there are.
const BIASES: usize = WIDTH * HIDDEN;
const LAST_LAYER: usize = BIASES + MASKS * HIDDEN;
const HEAD: usize = LAST_LAYER + HIDDEN;

type Channels = [f32; CHANNELS];
/// The mover's view, and the other side's.
type Views = [Channels; 2];

/// The network: see [`crate::eval::net`]. Views are numbered from the mover.
#[derive(Debug)]
pub struct NetModel<'a> {
    sides: &'a Sides,
    /// By set, role (own view, other's view) and shape.
    embeddings: Vec<Channels>,
    own: Adam,
    shared: Adam,
    /// By set: weights of the hidden layer by input, biases by mask, the last layer.
    heads: Adam,
    /// The points of an empty board.
    empty: Vec<Pair>,
    patterns: Vec<[Pattern; 4]>,
}

/// Slopes of everything that is learned.
struct Gradient {
    embeddings: Vec<Channels>,
    heads: Vec<f32>,
    /// Of the empty board's sums, by side to move.
    empty: [Views; 2],
}

impl Gradient {
    fn new(net: &NetModel) -> Self {
        Self {
            embeddings: vec![[0.0; CHANNELS]; net.embeddings.len()],
            heads: vec![0.0; net.heads.numbers.len()],
            empty: [[[0.0; CHANNELS]; 2]; 2],
        }
    }

    fn add(&mut self, other: &Self) {
        let pairs = [
            (
                self.embeddings.as_flattened_mut(),
                other.embeddings.as_flattened(),
            ),
            (&mut self.heads[..], &other.heads[..]),
            (
                self.empty.as_flattened_mut().as_flattened_mut(),
                other.empty.as_flattened().as_flattened(),
            ),
        ];
        for (to, from) in pairs {
            for (to, from) in to.iter_mut().zip(from) {
                *to += from;
            }
        }
    }
}

/// What a position makes of the network.
struct Pass {
    views: Views,
    hidden: [f32; HIDDEN],
    value: f32,
}

impl<'a> NetModel<'a> {
    /// A network with random numbers; `empty` is the board that its games begin with.
    pub fn new(sides: &'a Sides, empty: &Board, seed: u64) -> Self {
        let sets = sides.count();
        let mut random = SplitMix::new(seed);
        let mut fill = |numbers: &mut [f32], largest: f32| {
            for number in numbers {
                *number = largest * (random.below(2001) as f32 / 1000.0 - 1.0);
            }
        };
        let mut shared = Adam::new(sets * 2 * SHARED * CHANNELS);
        fill(&mut shared.numbers, FIRST_EMBEDDING);
        let mut heads = Adam::new(sets * HEAD);
        for head in heads.numbers.chunks_exact_mut(HEAD) {
            fill(&mut head[..BIASES], 1.0 / (WIDTH as f32).sqrt());
            fill(&mut head[LAST_LAYER..], FIRST_LAST);
        }
        let mut net = Self {
            sides,
            embeddings: vec![[0.0; CHANNELS]; sets * 2 * SHAPES],
            own: Adam::new(sets * 2 * SHAPES * CHANNELS),
            shared,
            heads,
            empty: Samples::pairs_of(empty),
            patterns: shapes(),
        };
        net.add_up();
        net
    }

    /// The shared numbers of an embedding: where they begin.
    fn parts(&self, entry: usize) -> [usize; 5] {
        let (block, shape) = (entry / SHAPES, entry % SHAPES);
        let class = usize::from(self.sides.classes(block / 2)[shape]);
        let [a, b, c, d] = self.patterns[shape].map(|pattern| pattern as usize);
        [a, b, c, d, Pattern::ALL.len() + class].map(|part| (block * SHARED + part) * CHANNELS)
    }

    fn add_up(&mut self) {
        for entry in 0..self.embeddings.len() {
            let parts = self.parts(entry);
            let own = entry * CHANNELS;
            self.embeddings[entry] = std::array::from_fn(|k| {
                let shared: f32 = parts
                    .iter()
                    .map(|&part| self.shared.numbers[part + k])
                    .sum();
                self.own.numbers[own + k] + shared
            });
        }
    }

    /// Where the embeddings of the mover's shapes and of the other's begin, for both views.
    fn starts(&self, side: Color) -> [[usize; 2]; 2] {
        let start = |set: usize, role: usize| (set * 2 + role) * SHAPES;
        let (mover, other) = (self.sides.set(side), self.sides.set(!side));
        [
            [start(mover, 0), start(other, 1)],
            [start(mover, 1), start(other, 0)],
        ]
    }

    /// The sums of points.
    #[inline]
    fn sum(&self, side: Color, pairs: &[Pair]) -> Views {
        let starts = self.starts(side);
        let mut sums = [[0.0; CHANNELS]; 2];
        for pair in pairs {
            let count = pair.count();
            for (sum, [mover, other]) in sums.iter_mut().zip(starts) {
                let a = &self.embeddings[mover + pair.own()];
                let b = &self.embeddings[other + pair.other()];
                for k in 0..CHANNELS {
                    sum[k] += count * (a[k] + b[k]).max(0.0);
                }
            }
        }
        sums
    }

    fn empty_sums(&self) -> [Views; 2] {
        Color::BOTH.map(|side| self.sum(side, &self.empty))
    }

    fn head(&self, side: Color) -> &[f32] {
        &self.heads.numbers[self.sides.set(side) * HEAD..][..HEAD]
    }

    #[inline]
    fn pass(&self, samples: &Samples, sample: &ValueSample, empty: &[Views; 2]) -> Pass {
        let mut views = self.sum(sample.side, samples.points(sample));
        for (view, empty) in views.iter_mut().zip(&empty[sample.side.index()]) {
            for k in 0..CHANNELS {
                view[k] = (view[k] - empty[k]) / SUM_SCALE;
            }
        }
        let head = self.head(sample.side);
        let biases = BIASES + usize::from(sample.mask) * HIDDEN;
        let mut hidden: [f32; HIDDEN] = std::array::from_fn(|n| head[biases + n]);
        for (input, row) in views.as_flattened().iter().zip(head.chunks_exact(HIDDEN)) {
            for n in 0..HIDDEN {
                hidden[n] += input * row[n];
            }
        }
        let mut value = 0.0;
        for n in 0..HIDDEN {
            hidden[n] = hidden[n].max(0.0);
            value += hidden[n] * head[LAST_LAYER + n];
        }
        Pass {
            views,
            hidden,
            value,
        }
    }

    /// Adds the gradient of a sample whose loss has this slope.
    fn add_gradient(
        &self,
        samples: &Samples,
        sample: &ValueSample,
        pass: &Pass,
        slope: f32,
        gradient: &mut Gradient,
    ) {
        let head = self.head(sample.side);
        let slopes = &mut gradient.heads[self.sides.set(sample.side) * HEAD..][..HEAD];
        let mut hidden = [0.0; HIDDEN];
        let biases = BIASES + usize::from(sample.mask) * HIDDEN;
        for n in 0..HIDDEN {
            slopes[LAST_LAYER + n] += slope * pass.hidden[n];
            if pass.hidden[n] > 0.0 {
                hidden[n] = slope * head[LAST_LAYER + n];
            }
            slopes[biases + n] += hidden[n];
        }
        let mut views = [[0.0; CHANNELS]; 2];
        let inputs = views
            .as_flattened_mut()
            .iter_mut()
            .zip(pass.views.as_flattened());
        let rows = slopes
            .chunks_exact_mut(HIDDEN)
            .zip(head.chunks_exact(HIDDEN));
        for ((view, input), (slopes, row)) in inputs.zip(rows) {
            for n in 0..HIDDEN {
                slopes[n] += hidden[n] * input;
                *view += hidden[n] * row[n];
            }
            *view /= SUM_SCALE;
        }
        let empty = gradient.empty[sample.side.index()].as_flattened_mut();
        for (empty, view) in empty.iter_mut().zip(views.as_flattened()) {
            *empty -= view;
        }
        let points = samples.points(sample);
        self.add_points(sample.side, points, &views, &mut gradient.embeddings);
    }

    #[inline]
    fn add_points(&self, side: Color, pairs: &[Pair], views: &Views, slopes: &mut [Channels]) {
        let starts = self.starts(side);
        for pair in pairs {
            let count = pair.count();
            for (view, [mover, other]) in views.iter().zip(starts) {
                let (mover, other) = (mover + pair.own(), other + pair.other());
                let (a, b) = (&self.embeddings[mover], &self.embeddings[other]);
                let part: Channels = std::array::from_fn(|k| {
                    if a[k] + b[k] > 0.0 {
                        count * view[k]
                    } else {
                        0.0
                    }
                });
                for (entry, part) in slopes[mover].iter_mut().zip(&part) {
                    *entry += part;
                }
                for (entry, part) in slopes[other].iter_mut().zip(&part) {
                    *entry += part;
                }
            }
        }
    }

    fn step(&mut self, mut gradient: Gradient, rate: f32, samples: usize) {
        for side in Color::BOTH {
            let views = gradient.empty[side.index()];
            self.add_points(side, &self.empty, &views, &mut gradient.embeddings);
        }
        let mut shared = vec![0.0; self.shared.numbers.len()];
        for (entry, slopes) in gradient.embeddings.iter().enumerate() {
            if slopes.iter().any(|&slope| slope != 0.0) {
                for part in self.parts(entry) {
                    for k in 0..CHANNELS {
                        shared[part + k] += slopes[k];
                    }
                }
            }
        }
        let pull = PULL / samples as f32;
        let own = gradient.embeddings.as_flattened_mut();
        for (slope, number) in own.iter_mut().zip(&self.own.numbers) {
            *slope += pull * number;
        }
        for (slope, number) in gradient.heads.iter_mut().zip(&self.heads.numbers) {
            *slope += pull * number;
        }
        self.own.step(gradient.embeddings.as_flattened(), rate);
        self.shared.step(&shared, rate);
        self.heads.step(&gradient.heads, rate);
        self.add_up();
    }

    /// Mean loss over samples; `base` has what the tables say of each, in logits.
    pub fn loss(&self, samples: &Samples, target: &Target, base: &[f32]) -> f32 {
        let empty = self.empty_sums();
        let work: Vec<(&ValueSample, f32)> =
            samples.values.iter().zip(base.iter().copied()).collect();
        mean(&work, |&(sample, base)| {
            let logit = base + self.pass(samples, sample, &empty).value;
            f64::from(loss(logit, target.of_sample(sample)))
        })
    }

    /// Fits the network; `report` is told of the loss after each epoch.
    pub fn fit(
        &mut self,
        training: &Samples,
        target: &Target,
        base: &[f32],
        course: &Course,
        report: impl FnMut(usize, f32, &Self),
    ) {
        let samples = training.values.iter().copied();
        let work: Vec<(ValueSample, f32)> = samples.zip(base.iter().copied()).collect();
        let total = work.len();
        let step = |net: &mut Self, batch: &[(ValueSample, f32)], rate: f32| {
            let empty = net.empty_sums();
            let parts = in_parts(batch, |part| {
                let mut gradient = Gradient::new(net);
                let mut sum = 0.0;
                for (sample, base) in part {
                    let pass = net.pass(training, sample, &empty);
                    let logit = base + pass.value;
                    let wanted = target.of_sample(sample);
                    sum += f64::from(loss(logit, wanted));
                    let slope = (logistic(logit) - wanted) / batch.len() as f32;
                    net.add_gradient(training, sample, &pass, slope, &mut gradient);
                }
                (sum, gradient)
            });
            let mut gradient = Gradient::new(net);
            for (_, part) in &parts {
                gradient.add(part);
            }
            net.step(gradient, rate, total);
            parts.iter().map(|(sum, _)| sum).sum()
        };
        course.run(self, work, step, report);
    }

    /// The network of a side as integers; `units` are those of a logistic unit.
    pub fn export(&self, set: usize, units: f32) -> NetTables {
        let round = super::round;
        let role = |role: usize| {
            let start = (set * 2 + role) * SHAPES;
            round(
                self.embeddings[start..start + SHAPES].as_flattened(),
                EMBEDDING,
            )
        };
        let head = &self.heads.numbers[set * HEAD..][..HEAD];
        let weights: Vec<f32> = (0..HIDDEN * WIDTH)
            .map(|i| head[i % WIDTH * HIDDEN + i / WIDTH])
            .collect();
        NetTables {
            own: role(0),
            other: role(1),
            hidden: round(&weights, WEIGHT),
            biases: round(&head[BIASES..LAST_LAYER], BIAS),
            last: round(&head[LAST_LAYER..], units * LAST),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::file::Contents;
    use crate::eval::{Tables, Weights};
    use crate::lab::data::format::{Game, GameResult, Head, Ply};
    use crate::types::{BoardSize, Point, Rule, Score};

    /// A game of a few stones, with values.
    fn game() -> Game {
        let ply = |(x, y)| Ply {
            point: Point::new(x, y),
            score: Some(Score::from_eval(5)),
            random: false,
        };
        let stones = [
            (7, 7),
            (8, 7),
            (8, 8),
            (6, 6),
            (9, 6),
            (7, 9),
            (10, 10),
            (5, 8),
        ];
        Game {
            number: 0,
            opening: 0,
            plies: stones.into_iter().map(ply).collect(),
            result: GameResult::Draw,
        }
    }

    #[test]
    fn the_exported_network_says_what_was_learned() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let sides = Sides::new(rule);
            let empty = Board::new(BoardSize::square(15), rule);
            let mut net = NetModel::new(&sides, &empty, 1);
            // A last layer so strong that values are far from zero.
            for head in net.heads.numbers.chunks_exact_mut(HEAD) {
                head[LAST_LAYER..].fill(0.5);
            }
            let units = 300.0;
            let tables = (0..sides.count()).map(|set| Tables {
                net: Some(net.export(set, units)),
                ..Tables::zero()
            });
            let weights: &'static Weights = Box::leak(Box::new(Weights::new(Contents {
                rule,
                home: empty.size(),
                scale: 300,
                sides: tables.collect(),
                provenance: String::new(),
            })));
            let head = Head {
                rule,
                size: empty.size(),
                nodes: 1,
                seed: 1,
                weights: 0,
            };
            let mut samples = Samples::default();
            samples.add_game((0, &head), &game(), weights);
            assert!(samples.values.len() > 4);
            let sums = net.empty_sums();
            for sample in &samples.values {
                let learned = units * net.pass(&samples, sample, &sums).value;
                let error = (learned - f32::from(sample.baseline)).abs();
                assert!(error < 4.0 + 0.05 * learned.abs(), "{learned} {sample:?}");
            }
        }
    }
}
