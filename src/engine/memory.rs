//! From a limit of the whole process to the size of the transposition table.

/// What the process takes beside the table: program, pattern tables, stacks, line buffers.
pub const PROCESS_BYTES: u64 = 12 << 20;
/// What each further search thread adds.
pub const THREAD_BYTES: u64 = 4 << 20;
/// The process limit that is assumed when none is given: Gomocup's.
pub const ASSUMED_LIMIT: u64 = 350 << 20;
/// The largest table that is made unasked. More brings little at usual time limits, and making it
/// takes about half a millisecond a mebibyte, which counts against the first move with managers
/// that hand over everything at once.
pub const DEFAULT_TABLE: u64 = 64 << 20;
/// The smallest table.
pub const SMALLEST_TABLE: u64 = 1 << 20;
/// The largest table, also if more is asked for.
pub const LARGEST_TABLE: u64 = 2 << 30;
/// A tenth of the limit is never used: allocators and managers count differently.
const KEPT_FREE: u64 = 10;

/// What was said about memory. The table follows the wish, the limit binds it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    /// Limit of the whole process in bytes; none if there is none or none was given.
    pub(super) limit: Option<u64>,
    /// Wanted table size in bytes.
    pub(super) wish: Option<u64>,
}

impl Memory {
    /// The table's size in bytes: 1 MiB to 2 GiB, the process staying below nine tenths of its
    /// limit wherever the smallest table allows that.
    pub(super) fn table_bytes(self, threads: usize) -> u64 {
        let limit = match (self.limit, self.wish) {
            (Some(limit), _) => limit,
            (None, Some(_)) => u64::MAX,
            (None, None) => ASSUMED_LIMIT,
        };
        let room = (limit - limit / KEPT_FREE).saturating_sub(beside_table(threads));
        self.wish
            .unwrap_or(DEFAULT_TABLE)
            .min(room)
            .clamp(SMALLEST_TABLE, LARGEST_TABLE)
    }

    /// The smallest limit that can be kept, if the one in force is below it.
    pub(super) fn shortfall(self, threads: usize) -> Option<u64> {
        let least = (beside_table(threads) + SMALLEST_TABLE) * KEPT_FREE / (KEPT_FREE - 1) + 1;
        self.limit
            .and_then(|limit| (limit < least).then_some(least))
    }
}

/// Bytes taken by everything but the table.
const fn beside_table(threads: usize) -> u64 {
    PROCESS_BYTES + THREAD_BYTES * (threads as u64 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(limit: Option<u64>, wish: Option<u64>) -> u64 {
        Memory { limit, wish }.table_bytes(1)
    }

    #[test]
    fn the_process_stays_below_nine_tenths() {
        for limit in [16 << 20, 50 << 20, 83_886_080, 367_001_600] {
            let whole = table(Some(limit), None) + PROCESS_BYTES;
            assert!(whole <= limit - limit / 10, "{limit}");
        }
        assert_eq!(table(Some(367_001_600), None), DEFAULT_TABLE);
        assert_eq!(table(None, None), DEFAULT_TABLE);
    }

    #[test]
    fn a_wish_may_exceed_the_default_but_not_the_limit() {
        assert_eq!(table(None, Some(256 << 20)), 256 << 20);
        assert_eq!(table(Some(1 << 30), Some(512 << 20)), 512 << 20);
        assert!(table(Some(100 << 20), Some(512 << 20)) < 90 << 20);
    }

    #[test]
    fn senseless_values_are_clamped() {
        assert_eq!(table(Some(1), None), SMALLEST_TABLE);
        assert_eq!(table(Some(u64::MAX), Some(u64::MAX)), LARGEST_TABLE);
        assert_eq!(table(None, Some(0)), SMALLEST_TABLE);
        let little = Memory {
            limit: Some(1),
            wish: None,
        };
        let least = little.shortfall(1).expect("one byte is too little");
        let enough = Memory {
            limit: Some(least),
            wish: None,
        };
        assert_eq!(enough.shortfall(1), None);
        assert!(enough.table_bytes(1) >= SMALLEST_TABLE);
    }
}
