//! The transposition table: what is known of positions searched before.
//!
//! Entries are two atomic words, the second exclusive-ored with the key, so that a torn write is
//! seen as a miss and no lock is needed (Hyatt and Mann, "A lock-less transposition table
//! implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::simd::{LARGE_PAGE, prefetch, skip, spare, zeroed_words};
use crate::types::{Bound, Key, Point, Score};

/// Entries that share a cache line.
const CLUSTER: usize = 4;
/// Generations before the counter wraps.
const GENERATIONS: u8 = 64;

/// What the table holds of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Best move found.
    pub(super) best: Option<Point>,
    /// Value, decided games counted from this node.
    pub(super) score: Score,
    /// Static evaluation; [`Score::INFINITE`] if none was made.
    pub(super) eval: Score,
    /// Depth in sixteenths of a ply, 0..1024.
    pub(super) depth: i32,
    /// What the value says.
    pub(super) bound: Bound,
    /// Whether the node was ever searched with an open window.
    pub(super) pv: bool,
    /// Whether the side to move was found to have no win by fours.
    pub(super) no_fours: bool,
}

impl Entry {
    /// The value, if it is deep enough and lies on the right side of the window, `ply` plies from
    /// the root.
    #[inline]
    pub(super) fn cut(&self, alpha: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        let score = self.score.from_node(ply);
        let fits = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        };
        (fits && self.depth >= depth).then_some(score)
    }
}

/// The table: clusters of entries, each entry a check word and a data word.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<AtomicU64>,
    /// Where the first cluster begins, so that each lies in one cache line.
    first: usize,
    clusters: usize,
    generation: AtomicU8,
}

/// Bytes of a cache line.
const LINE_BYTES: usize = 64;
/// Words of an entry.
const ENTRY_WORDS: usize = 2;
/// Words of a cluster.
const CLUSTER_WORDS: usize = CLUSTER * ENTRY_WORDS;
const _: () = assert!(CLUSTER_WORDS * size_of::<AtomicU64>() == LINE_BYTES);

/// As many clusters as can be had, halving: a table that is refused must not end the process.
fn affordable(mut clusters: usize) -> usize {
    let can_be_had = |clusters: usize| {
        let most = LARGE_PAGE / LINE_BYTES;
        let words = clusters.saturating_add(most).saturating_mul(CLUSTER_WORDS);
        Vec::<u64>::new().try_reserve_exact(words).is_ok()
    };
    while clusters > 1 && !can_be_had(clusters) {
        clusters /= 2;
    }
    clusters
}

/// The two words of an entry.
#[derive(Clone, Copy)]
struct Slot<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl Table {
    /// A table of at most this many bytes, what is left untouched before it apart, and of one cluster
    /// at least; smaller if the system has no more to give.
    pub(super) fn new(bytes: u64) -> Self {
        let clusters = affordable((bytes as usize / LINE_BYTES).saturating_sub(1).max(1));
        let bytes = clusters * LINE_BYTES;
        let words = zeroed_words((bytes + spare(bytes, LINE_BYTES)) / size_of::<u64>());
        let first = skip(&words, bytes, LINE_BYTES);
        Self {
            words,
            first,
            clusters,
            generation: AtomicU8::new(0),
        }
    }

    /// Begins a new search: entries of earlier ones give way first.
    pub(super) fn age(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline]
    fn cluster(&self, key: Key) -> [Slot<'_>; CLUSTER] {
        let index = (u128::from(key) * self.clusters as u128) >> 64;
        let start = self.first + index as usize * CLUSTER_WORDS;
        let words = &self.words[start..start + CLUSTER_WORDS];
        std::array::from_fn(|i| Slot {
            check: &words[ENTRY_WORDS * i],
            data: &words[ENTRY_WORDS * i + 1],
        })
    }

    /// Says that a position will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key)[0].check);
    }

    /// What is known of the position.
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (check ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Keeps what was found of the position, in the place of its old entry or of the one that is
    /// worth least.
    #[inline]
    pub(super) fn store(&self, key: Key, mut entry: Entry) {
        let now = self.generation();
        let mut victim = self.cluster(key)[0];
        let mut least = i32::MAX;
        for slot in self.cluster(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                entry.best = entry.best.or(old.best);
                let fresh = generation(data) == now;
                if fresh && entry.bound != Bound::Exact && entry.depth + 64 < old.depth {
                    return;
                }
                victim = slot;
                break;
            }
            let age = (GENERATIONS + now - generation(data)) % GENERATIONS;
            let worth = if data == 0 {
                i32::MIN
            } else {
                depth(data) - 64 * i32::from(age)
            };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = pack(entry, now);
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
    }
}

// Word: move 0..10, value 10..26, evaluation 26..42, depth 42..52, bound 52..54, pv 54,
// generation 55..61, no win by fours 61, mark of a used slot 63.
fn pack(entry: Entry, generation: u8) -> u64 {
    let sixteen = |score: Score| u64::from(score.raw() as i16 as u16);
    entry.best.map_or(0, |point| point.index() as u64)
        | sixteen(entry.score) << 10
        | sixteen(entry.eval) << 26
        | (entry.depth.clamp(0, 1023) as u64) << 42
        | (entry.bound as u64) << 52
        | u64::from(entry.pv) << 54
        | u64::from(generation) << 55
        | u64::from(entry.no_fours) << 61
        | 1 << 63
}

fn unpack(data: u64) -> Entry {
    let sixteen = |shift: u32| Score::from_raw(i32::from((data >> shift) as u16 as i16));
    let cell = data as usize % 1024;
    Entry {
        best: (cell != 0).then(|| Point::from_index(cell)),
        score: sixteen(10),
        eval: sixteen(26),
        depth: depth(data),
        bound: match data >> 52 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        pv: data >> 54 & 1 != 0,
        no_fours: data >> 61 & 1 != 0,
    }
}

fn depth(data: u64) -> i32 {
    (data >> 42 & 1023) as i32
}

fn generation(data: u64) -> u8 {
    (data >> 55) as u8 % GENERATIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(cell: usize, score: i32, depth: i32, bound: Bound) -> Entry {
        Entry {
            best: Some(Point::from_index(cell)),
            score: Score::from_raw(score),
            eval: Score::from_raw(-score / 2),
            depth,
            bound,
            pv: depth % 2 == 1,
            no_fours: depth % 3 == 1,
        }
    }

    #[test]
    fn what_cannot_be_had_is_halved() {
        assert_eq!(affordable(1000), 1000);
        assert_eq!(affordable(1), 1);
        let most = usize::MAX / LINE_BYTES;
        assert!((1..most).contains(&affordable(most)));
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::new(1 << 16);
        for (i, score) in [-29_999, -1, 0, 1, 500, 29_999].into_iter().enumerate() {
            let key = 0x9E37_79B9_7F4A_7C15u64.wrapping_mul(i as u64 + 1);
            let want = entry(165 + i, score, 16 * i as i32 + 3, Bound::Exact);
            table.store(key, want);
            assert_eq!(table.probe(key), Some(want));
        }
        assert_eq!(table.probe(12345), None);
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones() {
        let table = Table::new(64);
        table.age();
        let deep = entry(200, 10, 320, Bound::Exact);
        table.store(1, deep);
        for key in 2..50 {
            table.store(key, entry(300, 5, 16, Bound::Lower));
        }
        assert_eq!(table.probe(1), Some(deep));
    }
}
