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

/// Which of the bytes have any of these bits: the first byte is the lowest bit of the answer.
#[inline]
pub(crate) fn bytes_with(bytes: &[u8; 32], bits: u8) -> u32 {
    let bit = |(i, &byte): (usize, &u8)| u32::from(byte & bits != 0) << i;
    bytes.iter().enumerate().map(bit).sum()
}
