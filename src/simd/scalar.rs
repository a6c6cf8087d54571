//! The twins without vectors.

use super::{LANES, PairWeights};

/// Eight numbers that are worked on together; sums and differences wrap around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shorts([i16; 8]);

impl Shorts {
    #[inline]
    pub(crate) const fn new(numbers: [i16; 8]) -> Self {
        Self(numbers)
    }

    #[inline]
    pub(crate) const fn to_array(self) -> [i16; 8] {
        self.0
    }

    #[inline]
    pub(crate) fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }

    #[inline]
    pub(crate) fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].wrapping_sub(other.0[i])))
    }

    /// Zero in the place of negative numbers.
    #[inline]
    pub(crate) fn positive(self) -> Self {
        Self(self.0.map(|number| number.max(0)))
    }
}

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
