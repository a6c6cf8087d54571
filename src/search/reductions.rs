//! How much less deep late moves are searched.

use super::params::{PLY, REDUCTION_BASE, REDUCTION_DIVISOR};

const DEPTHS: usize = 64;
const MOVES: usize = 256;

/// Reductions by depth and move number, in the unit of depth.
#[derive(Debug)]
pub(super) struct Reductions(Vec<[i16; MOVES]>);

impl Reductions {
    pub(super) fn new() -> Self {
        let ln = |n: usize| (n.max(1) as f64).ln();
        let entry = |depth: usize, count: usize| {
            let plies = f64::from(REDUCTION_BASE) / 100.0
                + ln(depth) * ln(count) * 100.0 / f64::from(REDUCTION_DIVISOR);
            (plies * f64::from(PLY)) as i16
        };
        Self(
            (0..DEPTHS)
                .map(|depth| std::array::from_fn(|count| entry(depth, count)))
                .collect(),
        )
    }

    /// The reduction of the move of this number (from 1) with so many plies to search.
    #[inline]
    pub(super) fn get(&self, plies: i32, count: i32) -> i32 {
        let depth = (plies as usize).min(DEPTHS - 1);
        i32::from(self.0[depth][(count as usize).min(MOVES - 1)])
    }
}
