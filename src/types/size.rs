//! Width and height of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Point, PointSet};

/// Smallest width and height.
pub const MIN_SIZE: usize = 5;
/// Largest width and height.
pub const MAX_SIZE: usize = 22;

/// Width and height of a board, each 5..=22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// A size that no board can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// A side is out of range.
    #[error("board size {0}x{1} is not supported: each side must be 5 to 22")]
    OutOfRange(i64, i64),
    /// Not a number, nor two.
    #[error("'{0}' is not a board size: expected N or WxH, 5 to 22")]
    NotASize(String),
}

impl BoardSize {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If either is outside 5..=22.
    pub fn new(width: i64, height: i64) -> Result<Self, SizeError> {
        let ok = MIN_SIZE as i64..=MAX_SIZE as i64;
        if ok.contains(&width) && ok.contains(&height) {
            Ok(Self {
                width: width as u8,
                height: height as u8,
            })
        } else {
            Err(SizeError::OutOfRange(width, height))
        }
    }

    /// A square board.
    ///
    /// # Panics
    /// If `side` is outside 5..=22; for constants and tests.
    pub fn square(side: usize) -> Self {
        Self::new(side as i64, side as i64).expect("side is 5..=22")
    }

    /// Columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Points on the board.
    #[inline]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Whether the point lies on this board.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        let index = point.index();
        let (row, column) = (index / super::STRIDE, index % super::STRIDE);
        row.wrapping_sub(super::MARGIN) < self.height()
            && column.wrapping_sub(super::MARGIN) < self.width()
    }

    /// The point at `x`, `y`, if it lies on this board.
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let on = (0..self.width() as i64).contains(&x) && (0..self.height() as i64).contains(&y);
        on.then(|| Point::new(x as usize, y as usize))
    }

    /// All points, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::new(x, y)))
    }

    /// All points as a set.
    pub fn all(self) -> PointSet {
        self.points().collect()
    }

    /// The middle point; on even sides the one below and right of the middle.
    pub fn center(self) -> Point {
        Point::new(self.width() / 2, self.height() / 2)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}x{}", self.width, self.height)
        }
    }
}

/// `15` or `20x12`.
impl FromStr for BoardSize {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |piece: &str| {
            piece
                .trim()
                .parse::<i64>()
                .map_err(|_| SizeError::NotASize(text.to_owned()))
        };
        match text.split_once(['x', 'X']) {
            Some((width, height)) => Self::new(number(width)?, number(height)?),
            None => Self::new(number(text)?, number(text)?),
        }
    }
}
