//! The twins without vectors.

use super::{LANES, PairWeights};

/// Adds to each sum both inputs times its weights; sums wrap around.
#[inline]
pub(crate) fn add_products(sums: &mut [i32; LANES], inputs: [i16; 2], weights: &PairWeights) {
    let [first, second] = inputs.map(i32::from);
    for (sum, weights) in sums.iter_mut().zip(&weights.0) {
        let [a, b] = weights.map(i32::from);
        let products = (first * a).wrapping_add(second * b);
        *sum = sum.wrapping_add(products);
    }
}
