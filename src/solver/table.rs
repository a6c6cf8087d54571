//! The proof table: what is known of a position, kept between searches.
//!
//! An entry is one word: the upper 44 bits of the key and 20 bits of knowledge. The lower 20 key
//! bits choose the bucket, so a table of a million buckets compares whole keys and a small one
//! nearly so. Keys hold rule, size, walls and attacker: an entry never speaks for another rule.

use crate::simd::{advise_large_pages, prefetch, skip, spare};
use crate::types::{Key, Point};

/// What a table knows of a position and an attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing.
    Nothing,
    /// There is no win of this effort or less.
    NoWin(u32),
    /// There is a win, and it starts here.
    Win(Point),
}

/// The effort that stands for "no win at all".
pub(super) const ANY_EFFORT: u32 = (1 << PAYLOAD_BITS) - 1;

const SLOTS: usize = 4;
const PAYLOAD_BITS: u32 = 18;
const DATA_BITS: u32 = PAYLOAD_BITS + 2;
const DATA: u64 = (1 << DATA_BITS) - 1;
const NO_WIN: u64 = 1 << PAYLOAD_BITS;
const WIN: u64 = 2 << PAYLOAD_BITS;

#[derive(Clone, Debug)]
#[repr(align(32))]
struct Bucket([u64; SLOTS]);

/// A table of fixed size.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The buckets in use, after others that let them begin with a large page.
    buckets: Vec<Bucket>,
    first: usize,
    /// Number of buckets in use less one, all bits set.
    mask: usize,
    /// Sets the entries of each generation apart from all others: part of every key.
    generation: Key,
}

impl Table {
    /// A table of at most this many bytes, and one bucket at least.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).clamp(1, 1 << DATA_BITS);
        let count = 1 << buckets.ilog2();
        let bytes = count * size_of::<Bucket>();
        let spare = spare(bytes, size_of::<Bucket>()) / size_of::<Bucket>();
        let buckets = vec![Bucket([0; SLOTS]); count + spare];
        advise_large_pages(&buckets);
        Self {
            first: skip(&buckets, bytes, size_of::<Bucket>()),
            buckets,
            mask: count - 1,
            generation: 0,
        }
    }

    /// Forgets everything, by not knowing it again: generations differ in bits that are compared,
    /// and old entries are the first to make room.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1 << DATA_BITS);
    }

    /// Says that a key will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch(&self.buckets[self.bucket(key)]);
    }

    /// What is known.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Known {
        let key = key ^ self.generation;
        let bucket = &self.buckets[self.bucket(key)];
        match bucket.0.iter().find(|&&slot| (slot ^ key) & !DATA == 0) {
            Some(slot) => decode(*slot),
            None => Known::Nothing,
        }
    }

    /// Keeps what is known; the oldest entry of the bucket makes room.
    #[inline]
    pub(super) fn put(&mut self, key: Key, known: Known) {
        let data = match known {
            Known::Nothing => return,
            Known::NoWin(effort) => NO_WIN | u64::from(effort.min(ANY_EFFORT)),
            Known::Win(point) => WIN | point.index() as u64,
        };
        let key = key ^ self.generation;
        let index = self.bucket(key);
        let slots = &mut self.buckets[index].0;
        let word = key & !DATA | data;
        if let Some(slot) = slots.iter_mut().find(|slot| (**slot ^ key) & !DATA == 0) {
            *slot = word;
        } else {
            slots.copy_within(0..SLOTS - 1, 1);
            slots[0] = word;
        }
    }

    #[inline]
    fn bucket(&self, key: Key) -> usize {
        self.first + (key as usize & self.mask)
    }
}

#[inline]
fn decode(slot: u64) -> Known {
    let payload = slot & ((1 << PAYLOAD_BITS) - 1);
    match slot & (3 << PAYLOAD_BITS) {
        NO_WIN => Known::NoWin(payload as u32),
        WIN => Known::Win(Point::from_index(payload as usize)),
        _ => Known::Nothing,
    }
}
