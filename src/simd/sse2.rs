//! Vectors of 128 bits, which every 64-bit x86 processor has.

use core::arch::x86_64::{
    __m128i, _mm_add_epi16, _mm_add_epi32, _mm_and_si128, _mm_cmpeq_epi8, _mm_load_si128,
    _mm_loadu_si128, _mm_madd_epi16, _mm_max_epi16, _mm_movemask_epi8, _mm_set1_epi8,
    _mm_set1_epi32, _mm_setzero_si128, _mm_storeu_si128, _mm_sub_epi16,
};

use super::{LANES, PairWeights};

/// Eight numbers that are worked on together; sums and differences wrap around.
///
/// A type of its own because the compiler, left to itself, takes such sums apart where wider vectors
/// are allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shorts(__m128i);

impl Shorts {
    #[inline]
    pub(crate) const fn new(numbers: [i16; 8]) -> Self {
        // SAFETY: both types are 128 plain bits.
        Self(unsafe { std::mem::transmute::<[i16; 8], __m128i>(numbers) })
    }

    #[inline]
    pub(crate) const fn to_array(self) -> [i16; 8] {
        // SAFETY: both types are 128 plain bits.
        unsafe { std::mem::transmute::<__m128i, [i16; 8]>(self.0) }
    }

    #[inline]
    pub(crate) fn add(self, other: Self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        Self(unsafe { _mm_add_epi16(self.0, other.0) })
    }

    #[inline]
    pub(crate) fn sub(self, other: Self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        Self(unsafe { _mm_sub_epi16(self.0, other.0) })
    }

    /// Zero in the place of negative numbers.
    #[inline]
    pub(crate) fn positive(self) -> Self {
        // SAFETY: SSE2 is part of x86-64.
        Self(unsafe { _mm_max_epi16(self.0, _mm_setzero_si128()) })
    }
}

/// Sums in a vector.
const SUMS: usize = 4;
const _: () = assert!(LANES.is_multiple_of(SUMS) && size_of::<PairWeights>() == 4 * LANES);

/// Adds to each sum both inputs times its weights; sums wrap around.
#[inline]
#[expect(
    clippy::cast_ptr_alignment,
    reason = "weights are aligned by their type, and loads and stores of sums need no alignment"
)]
pub(crate) fn add_products(sums: &mut [i32; LANES], inputs: [i16; 2], weights: &PairWeights) {
    let [low, high] = inputs.map(|input| u32::from(input as u16));
    // SAFETY: SSE2 is part of x86-64. Sums and weights are read and written `SUMS` at a time within
    // their arrays.
    unsafe {
        let inputs = _mm_set1_epi32((low | high << 16) as i32);
        for at in (0..LANES).step_by(SUMS) {
            let weights = _mm_load_si128(weights.0.as_ptr().add(at).cast::<__m128i>());
            let place = sums.as_mut_ptr().add(at).cast::<__m128i>();
            let products = _mm_madd_epi16(inputs, weights);
            _mm_storeu_si128(place, _mm_add_epi32(_mm_loadu_si128(place), products));
        }
    }
}

/// Which of the bytes have any of these bits: the first byte is the lowest bit of the answer.
#[inline]
#[expect(clippy::cast_ptr_alignment, reason = "these loads need no alignment")]
pub(crate) fn bytes_with(bytes: &[u8; 32], bits: u8) -> u32 {
    // SAFETY: SSE2 is part of x86-64. Each half of the array is read as a whole.
    unsafe {
        let bits = _mm_set1_epi8(bits as i8);
        let without = |at: usize| {
            let half = _mm_loadu_si128(bytes.as_ptr().add(at).cast::<__m128i>());
            _mm_movemask_epi8(_mm_cmpeq_epi8(
                _mm_and_si128(half, bits),
                _mm_setzero_si128(),
            )) as u32
        };
        !(without(0) | without(16) << 16)
    }
}
