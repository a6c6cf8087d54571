//! What shapes are worth together, beyond sums of tables: a small network over the empty points.
//!
//! A side's view of an empty point is [`CHANNELS`] numbers, `max(0, own[its shape] + other[the
//! other's shape])`. Views are summed over the empty points, less what an empty board of this size
//! has, and follow the board stone by stone. A hidden layer sees the mover's sums, then the other
//! side's; its biases go by the threats that stand. All numbers are integers: embeddings in
//! 1/[`EMBEDDING`], weights of the hidden layer in 1/[`WEIGHT`], its biases in 1/[`BIAS`].

use super::features::{MASKS, SHAPES};
use super::weights::FRACTION;
use crate::simd::{self, PairWeights, Shorts, add_products};
use crate::types::{Color, PerColor};

/// Numbers of a view.
pub const CHANNELS: usize = 8;
/// Numbers of both views.
pub const WIDTH: usize = 2 * CHANNELS;
/// Neurons of the hidden layer.
pub const HIDDEN: usize = simd::LANES;

/// Embeddings are stored in parts of this.
pub const EMBEDDING: f32 = 32.0;
/// Sums of views are this often taken smaller before the hidden layer.
pub const SUM_SCALE: f32 = 16.0;
/// Weights of the hidden layer are stored in parts of this.
pub const WEIGHT: f32 = 64.0;
/// Biases, and what neurons say, are in parts of this.
pub const BIAS: f32 = 256.0;
/// From products of sums and weights to neurons.
const NEURON_SHIFT: u32 = 7;
const _: () = assert!(EMBEDDING * SUM_SCALE * WEIGHT / BIAS == (1 << NEURON_SHIFT) as f32);
/// What the last layer's products are shifted by.
const LAST_SHIFT: u32 = 4;
/// Weights of the last layer are stored as evaluation units times this.
pub const LAST: f32 = ((1 << (FRACTION + LAST_SHIFT)) as f32) / BIAS;
/// Largest number of a neuron, so that the last layer cannot overflow.
const NEURON_MAX: i32 = 8191;

/// The network's numbers for one side, as they are trained and stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetTables {
    /// By shape of the side and channel, in its own view.
    pub own: Vec<i16>,
    /// By shape of the side and channel, in the other side's view.
    pub other: Vec<i16>,
    /// When the side is to move: by neuron, then by channel of its view and of the other's.
    pub hidden: Vec<i16>,
    /// When the side is to move: by mask and neuron.
    pub biases: Vec<i16>,
    /// When the side is to move: by neuron.
    pub last: Vec<i16>,
}

impl NetTables {
    /// A network that says nothing.
    pub fn zero() -> Self {
        Self {
            own: vec![0; SHAPES * CHANNELS],
            other: vec![0; SHAPES * CHANNELS],
            hidden: vec![0; HIDDEN * WIDTH],
            biases: vec![0; MASKS * HIDDEN],
            last: vec![0; HIDDEN],
        }
    }

    /// All tables in the order in which they are stored.
    pub(super) fn all(&self) -> [&Vec<i16>; 5] {
        let Self {
            own,
            other,
            hidden,
            biases,
            last,
        } = self;
        [own, other, hidden, biases, last]
    }

    /// All tables in the order in which they are stored.
    pub(super) fn all_mut(&mut self) -> [&mut Vec<i16>; 5] {
        let Self {
            own,
            other,
            hidden,
            biases,
            last,
        } = self;
        [own, other, hidden, biases, last]
    }
}

/// Sums of both views, Black's first; they wrap around, which no real position comes near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Views([Shorts; 2]);

impl Default for Views {
    fn default() -> Self {
        Self([Shorts::new([0; CHANNELS]); 2])
    }
}

impl Views {
    /// Adds an empty point where Black's shape says this, and White's that.
    #[inline]
    pub(super) fn add_point(&mut self, black: &Said, white: &Said) {
        let [own, other] = black.views(white);
        self.0 = [self.0[0].add(own), self.0[1].add(other)];
    }

    /// Takes an empty point off where Black's shape says this, and White's that.
    #[inline]
    pub(super) fn sub_point(&mut self, black: &Said, white: &Said) {
        let [own, other] = black.views(white);
        self.0 = [self.0[0].sub(own), self.0[1].sub(other)];
    }

    /// Takes others off.
    pub(super) fn sub(&mut self, others: &Self) {
        self.0 = [self.0[0].sub(others.0[0]), self.0[1].sub(others.0[1])];
    }
}

/// The layers above the sums, for one side to move.
#[derive(Debug)]
struct Head {
    /// By pair of channels: of Black's view, then of White's.
    weights: [[PairWeights; CHANNELS / 2]; 2],
    biases: Vec<[i16; HIDDEN]>,
    last: [i16; HIDDEN],
}

impl Head {
    fn new(side: Color, tables: &NetTables) -> Self {
        let weights = |view: usize| {
            std::array::from_fn(|pair| {
                let from = view * CHANNELS + 2 * pair;
                PairWeights(std::array::from_fn(|n| {
                    [0, 1].map(|second| tables.hidden[n * WIDTH + from + second])
                }))
            })
        };
        Self {
            weights: match side {
                Color::Black => [weights(0), weights(1)],
                Color::White => [weights(1), weights(0)],
            },
            biases: tables
                .biases
                .chunks_exact(HIDDEN)
                .map(|biases| std::array::from_fn(|n| biases[n]))
                .collect(),
            last: std::array::from_fn(|n| tables.last[n]),
        }
    }
}

/// What a shape says: in its side's own view, and in the other's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said([Shorts; 2]);

impl Said {
    /// What this shape says in a network.
    pub(super) fn new(net: &NetTables, shape: usize) -> Self {
        let numbers =
            |table: &[i16]| Shorts::new(std::array::from_fn(|k| table[shape * CHANNELS + k]));
        Self([numbers(&net.own), numbers(&net.other)])
    }

    /// Both views of a point where Black's shape says this, and White's that.
    #[inline]
    fn views(&self, white: &Self) -> [Shorts; 2] {
        [
            self.0[0].add(white.0[1]).positive(),
            white.0[0].add(self.0[1]).positive(),
        ]
    }
}

/// The layers of one rule above the sums.
#[derive(Debug)]
pub(super) struct Net {
    /// By side to move.
    heads: PerColor<Head>,
}

impl Net {
    /// The layers of Black's tables and White's.
    pub(super) fn new(black: &NetTables, white: &NetTables) -> Self {
        Self {
            heads: PerColor([
                Head::new(Color::Black, black),
                Head::new(Color::White, white),
            ]),
        }
    }

    /// What the network adds to the value for the side to move, in parts of a unit as tables are.
    #[inline]
    pub(super) fn value(&self, views: &Views, side: Color, mask: usize) -> i32 {
        let head = &self.heads[side];
        let mut neurons = head.biases[mask].map(|bias| i32::from(bias) << NEURON_SHIFT);
        for (view, weights) in views.0.iter().zip(&head.weights) {
            let view = view.to_array();
            for (pair, weights) in weights.iter().enumerate() {
                add_products(&mut neurons, [view[2 * pair], view[2 * pair + 1]], weights);
            }
        }
        let sum: i32 = neurons
            .iter()
            .zip(&head.last)
            .map(|(neuron, &last)| (neuron >> NEURON_SHIFT).clamp(0, NEURON_MAX) * i32::from(last))
            .fold(0, i32::wrapping_add);
        sum >> LAST_SHIFT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No training gives them, but a file may hold them.
    #[test]
    fn the_largest_numbers_wrap_around() {
        let mut tables = NetTables::zero();
        for numbers in tables.all_mut() {
            numbers.fill(i16::MAX);
        }
        let net = Net::new(&tables, &tables);
        let said = Said::new(&tables, 0);
        let mut views = Views::default();
        views.add_point(&said, &said);
        let sum = HIDDEN as i64 * i64::from(NEURON_MAX) * i64::from(i16::MAX);
        let value = sum as i32 >> LAST_SHIFT;
        assert!(i32::try_from(sum).is_err());
        assert_eq!(net.value(&views, Color::Black, 0), value);
    }
}
