//! The four directions in which a five can lie.

use super::point::STRIDE;

/// A line direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Along x.
    Row = 0,
    /// Along y.
    Column = 1,
    /// x and y grow together.
    Diagonal = 2,
    /// x falls while y grows.
    Antidiagonal = 3,
}

impl Direction {
    /// All four, in index order.
    pub const ALL: [Self; 4] = [Self::Row, Self::Column, Self::Diagonal, Self::Antidiagonal];

    /// 0..4.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Change of the cell index for one step.
    #[inline]
    pub const fn step(self) -> i32 {
        match self {
            Self::Row => 1,
            Self::Column => STRIDE as i32,
            Self::Diagonal => STRIDE as i32 + 1,
            Self::Antidiagonal => STRIDE as i32 - 1,
        }
    }
}
