//! The points near stones, beyond which a move is hardly ever best.

use super::Board;
use crate::types::{PointSet, STRIDE};

impl Board {
    /// The empty points within two cells of a stone in any way, or three in a line.
    pub fn candidates(&self) -> PointSet {
        let stones = self.occupied();
        let rows = stones.rows();
        let at = |row: usize, up: usize| if row < up { 0 } else { rows[row - up] };
        let below = |row: usize, down: usize| rows.get(row + down).copied().unwrap_or(0);
        let wide = |bits: u32| bits | bits << 1 | bits << 2 | bits >> 1 | bits >> 2;
        let far = |bits: u32| bits << 3 | bits >> 3;
        let empties = self.empties.rows();
        PointSet::from_rows(std::array::from_fn(|row: usize| {
            if row >= STRIDE || empties[row] == 0 {
                return 0;
            }
            let square = at(row, 2) | at(row, 1) | rows[row] | below(row, 1) | below(row, 2);
            let lines = at(row, 3) | below(row, 3);
            (wide(square) | far(rows[row]) | lines | far(lines)) & empties[row]
        }))
    }

    /// All stones of both sides.
    pub fn occupied(&self) -> PointSet {
        self.stones.0[0].union(&self.stones.0[1])
    }
}
