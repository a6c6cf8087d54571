//! How much less deep late moves are searched.

use super::params::{PLY, Params};

const DEPTHS: usize = 64;
const MOVES: usize = 256;

/// Reductions by depth and move number, in the unit of depth.
#[derive(Debug)]
pub(super) struct Reductions(Vec<[i16; MOVES]>);

impl Reductions {
    pub(super) fn new(params: &Params) -> Self {
        let logarithms: Vec<f64> = (0..MOVES).map(ln).collect();
        let ln = |n: usize| logarithms[n];
        let entry = |depth: usize, count: usize| {
            let plies = f64::from(params.reduction_base) / 100.0
                + ln(depth) * ln(count) * 100.0 / f64::from(params.reduction_divisor);
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

/// The natural logarithm (of 1 for 0) by operations that every machine rounds alike: the standard
/// library's may differ in the last bit.
fn ln(n: usize) -> f64 {
    let mut value = n.max(1) as f64;
    let mut halvings = 0;
    while value > 1.5 {
        value /= 2.0;
        halvings += 1;
    }
    // ln(v) = 2 artanh((v - 1) / (v + 1)), and the fraction is at most a fifth.
    let artanh = |z: f64| {
        let mut power = z;
        let mut sum = 0.0;
        for k in 0..16 {
            sum += power / f64::from(2 * k + 1);
            power *= z * z;
        }
        sum
    };
    2.0 * (artanh((value - 1.0) / (value + 1.0)) + f64::from(halvings) * artanh(1.0 / 3.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_logarithms() {
        for n in 1..MOVES {
            assert!((ln(n) - (n as f64).ln()).abs() < 1e-9, "{n}");
        }
        assert!(ln(0).abs() < 1e-9);
    }
}
