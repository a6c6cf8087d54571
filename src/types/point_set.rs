//! Sets of points, one bit a cell, kept row by row.

use super::{CELLS, Point, STRIDE};

/// A set of points: 32 rows of 32 bits, bit = column of the padded space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PointSet([u32; STRIDE]);

impl Default for PointSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self([0; STRIDE]);

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        let index = point.index();
        self.0[index / STRIDE] >> (index % STRIDE) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        let index = point.index();
        self.0[index / STRIDE] |= 1 << (index % STRIDE);
    }

    /// Takes a point out.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        let index = point.index();
        self.0[index / STRIDE] &= !(1 << (index % STRIDE));
    }

    /// Adds the point if it is out, takes it out if it is in.
    #[inline]
    pub const fn toggle(&mut self, point: Point) {
        let index = point.index();
        self.0[index / STRIDE] ^= 1 << (index % STRIDE);
    }

    /// Whether no point is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, row| any | row) == 0
    }

    /// How many points are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Points in either set.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// Points in both sets.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// Points of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// The first point in index order.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points in index order: row by row.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter {
            rows: &self.0,
            row: 0,
            bits: self.0[0],
        }
    }

    /// The rows of the padded space; bit = padded column.
    #[inline]
    pub const fn rows(&self) -> &[u32; STRIDE] {
        &self.0
    }

    /// A set from the rows of the padded space.
    #[inline]
    pub const fn from_rows(rows: [u32; STRIDE]) -> Self {
        Self(rows)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Walks a set in index order.
#[derive(Debug)]
pub struct Iter<'a> {
    rows: &'a [u32; STRIDE],
    row: usize,
    bits: u32,
}

impl Iterator for Iter<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.row += 1;
            if self.row >= STRIDE {
                return None;
            }
            self.bits = self.rows[self.row];
        }
        let column = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        let index = self.row * STRIDE + column;
        debug_assert!(index < CELLS);
        Some(Point::from_index(index))
    }
}
