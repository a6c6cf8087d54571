//! Seeded Zobrist numbers (Zobrist, "A new hashing method with application for game playing", 1970).

use crate::types::{CELLS, Color, Key, Point, SplitMix};

/// Key of the empty board, Black to move.
pub(crate) const START: Key = 0x5445_4E47_454E_0001;
/// Changes with the side to move.
pub(crate) const SIDE: Key = 0xD1B5_4A32_D192_ED03;

static STONES: [[Key; CELLS]; 3] = {
    let mut numbers = [[0; CELLS]; 3];
    let mut random = SplitMix::new(0x7465_6E67_656E);
    let mut kind = 0;
    while kind < 3 {
        let mut cell = 0;
        while cell < CELLS {
            numbers[kind][cell] = random.next_u64();
            cell += 1;
        }
        kind += 1;
    }
    numbers
};

/// The number of a stone.
#[inline]
pub(crate) fn stone(point: Point, color: Color) -> Key {
    STONES[color.index()][point.index()]
}

/// The number of a dead square.
#[inline]
pub(crate) fn wall(point: Point) -> Key {
    STONES[2][point.index()]
}
