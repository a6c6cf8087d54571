//! The only unsafe code: processor instructions, and memory as the system gives it, behind safe functions.
//!
//! What is done with vectors has a scalar twin that gives the same bits; the tests compare them.
//! Nothing is chosen at run time: the instructions used belong to every 64-bit x86 processor, and
//! other processors take the twins.

mod pages;
mod prefetch;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;

pub use pages::{LARGE_PAGE, advise_large_pages, skip, spare, zeroed_words};
pub use prefetch::prefetch;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use scalar::{Shorts, add_products, bytes_with};
#[cfg(target_arch = "x86_64")]
pub(crate) use sse2::{Shorts, add_products, bytes_with};

/// Sums that are worked on together.
pub const LANES: usize = 16;

/// Weights of two inputs for [`LANES`] sums: for each sum the first input's, then the second's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct PairWeights(pub [[i16; 2]; LANES]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_scalars_agree() {
        let mut state = 1u32;
        let mut number = |step: usize| match step % 7 {
            0 => i16::MIN,
            1 => i16::MAX,
            _ => {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 16) as u16 as i16
            }
        };
        for step in 0..1000 {
            let inputs = [number(step), number(step / 7)];
            let weights = PairWeights(std::array::from_fn(|_| [number(step + 3), number(step)]));
            let mut sums = [step as i32; LANES];
            let mut twin = sums;
            add_products(&mut sums, inputs, &weights);
            scalar::add_products(&mut twin, inputs, &weights);
            assert_eq!(sums, twin, "{inputs:?} {weights:?}");
        }
    }

    #[test]
    fn shorts_wrap_around_alike() {
        let mut state = 3u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as u16 as i16
        };
        for _ in 0..1000 {
            let [a, b]: [[i16; 8]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| number()));
            let (vector, other) = (Shorts::new(a), Shorts::new(b));
            let (twin, twin_other) = (scalar::Shorts::new(a), scalar::Shorts::new(b));
            assert_eq!(vector.to_array(), a);
            assert_eq!(
                vector.add(other).to_array(),
                twin.add(twin_other).to_array()
            );
            assert_eq!(
                vector.sub(other).to_array(),
                twin.sub(twin_other).to_array()
            );
            assert_eq!(vector.positive().to_array(), twin.positive().to_array());
        }
    }

    #[test]
    fn bytes_are_told_alike() {
        for step in 0..1000u32 {
            let bytes = std::array::from_fn(|i| (step.wrapping_mul(i as u32 * 37 + 1) >> 3) as u8);
            for bits in [0, 1, 0x80, 0xEE, 0xFF] {
                let want = scalar::bytes_with(&bytes, bits);
                assert_eq!(bytes_with(&bytes, bits), want, "{bytes:?} {bits}");
                assert_eq!(want & 1 != 0, bytes[0] & bits != 0);
                assert_eq!(want >> 31 != 0, bytes[31] & bits != 0);
            }
        }
    }

    #[test]
    fn words_are_zero_and_writable() {
        use std::sync::atomic::Ordering;
        let words = zeroed_words(LARGE_PAGE / 4 + 1);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        let last = words.last().expect("a word");
        last.store(7, Ordering::Relaxed);
        assert_eq!(last.load(Ordering::Relaxed), 7);
        assert!(zeroed_words(0).is_empty());
    }

    #[test]
    fn advice_leaves_memory_as_it_was() {
        let words = vec![7u64; 3 * LARGE_PAGE / size_of::<u64>()];
        advise_large_pages(&words);
        advise_large_pages(&words[..1]);
        advise_large_pages::<u64>(&[]);
        assert!(words.iter().all(|&word| word == 7));
    }

    #[test]
    fn prefetching_is_harmless_anywhere() {
        let words = [1u64, 2];
        prefetch(&words);
        prefetch(&words[2..]);
        assert_eq!(words, [1, 2]);
    }
}
