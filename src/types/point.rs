//! A point of the padded 32x32 space in which every board lies.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use thiserror::Error;

use super::Direction;

/// Cells in a row of the padded space.
pub const STRIDE: usize = 32;
/// Wall cells before the first row and column; a line window of eleven cells never leaves the space.
pub const MARGIN: usize = 5;
/// Cells in the padded space.
pub const CELLS: usize = STRIDE * STRIDE;

/// A point of a board: column `x` and row `y`, both from 0, at most 26 so that it stays in the
/// padded space. Whether it lies on a given board is for [`super::BoardSize::contains`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point at column `x`, row `y`.
    ///
    /// # Panics
    /// If a coordinate is above 26.
    #[inline]
    pub const fn new(x: usize, y: usize) -> Self {
        assert!(x < STRIDE - MARGIN && y < STRIDE - MARGIN);
        Self::from_index((y + MARGIN) * STRIDE + x + MARGIN)
    }

    /// The point with this cell index.
    ///
    /// # Panics
    /// If the index is 0 or outside the padded space.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < CELLS);
        match NonZeroU16::new(index as u16) {
            Some(inner) => Self(inner),
            None => panic!("cell 0 is a wall"),
        }
    }

    /// Cell index, 1..1024.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructors ensure, so that table look-ups
        // indexed by a point need no bounds check.
        (self.0.get() as usize) & (CELLS - 1)
    }

    /// Column, from 0.
    #[inline]
    pub const fn x(self) -> usize {
        self.index() % STRIDE - MARGIN
    }

    /// Row, from 0.
    #[inline]
    pub const fn y(self) -> usize {
        self.index() / STRIDE - MARGIN
    }

    /// The point `steps` away along a line whose step is `step` cells. The result may be a wall.
    #[inline]
    #[must_use]
    pub const fn offset(self, step: i32, steps: i32) -> Self {
        Self::from_index((self.index() as i32 + step * steps) as usize)
    }

    /// Distance in king moves.
    #[inline]
    pub fn distance(self, other: Self) -> usize {
        self.x()
            .abs_diff(other.x())
            .max(self.y().abs_diff(other.y()))
    }

    /// The direction of the line through both points and the steps along it to the other, if they
    /// share a line and are at most [`MARGIN`] apart.
    #[inline]
    pub fn steps_to(self, other: Self) -> Option<(Direction, i32)> {
        let delta = other.index() as i32 - self.index() as i32;
        Direction::ALL.into_iter().find_map(|direction| {
            let steps = delta / direction.step();
            let fits = steps != 0 && steps.abs() <= MARGIN as i32;
            (fits && steps * direction.step() == delta).then_some((direction, steps))
        })
    }

    /// Reads as many points as the text holds, written one after another (`h8i9a1`).
    ///
    /// # Errors
    /// The first piece that is not a point.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, PointParseError> {
        let mut points = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            // A letter and the digits after it.
            let end = rest
                .char_indices()
                .skip(1)
                .find(|(_, c)| !c.is_ascii_digit())
                .map_or(rest.len(), |(end, _)| end);
            let (piece, tail) = rest.split_at(end);
            points.push(piece.parse()?);
            rest = tail;
        }
        Ok(points)
    }
}

/// Column letter and 1-based row: `h8` is x 7, y 7.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.x() as u8) as char, self.y() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.index() / STRIDE < MARGIN || self.index() % STRIDE < MARGIN {
            write!(f, "wall {}", self.index())
        } else {
            fmt::Display::fmt(self, f)
        }
    }
}

/// Text that is not a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a point: a column letter a to v and a row number 1 to 22 are expected")]
pub struct PointParseError(String);

impl FromStr for Point {
    type Err = PointParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fail = || PointParseError(text.to_owned());
        let mut chars = text.chars();
        let letter = chars.next().ok_or_else(fail)?.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            return Err(fail());
        }
        let digits = chars.as_str();
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(fail());
        }
        let row: usize = digits.parse().map_err(|_| fail())?;
        let x = (letter as u8 - b'a') as usize;
        if row == 0 || row > super::MAX_SIZE || x >= super::MAX_SIZE {
            return Err(fail());
        }
        Ok(Self::new(x, row - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms_round_trip() {
        for y in 0..22 {
            for x in 0..22 {
                let point = Point::new(x, y);
                assert_eq!((point.x(), point.y()), (x, y));
                assert_eq!(point.to_string().parse(), Ok(point));
            }
        }
        assert_eq!("h8".parse(), Ok(Point::new(7, 7)));
        assert_eq!("T20".parse(), Ok(Point::new(19, 19)));
    }

    #[test]
    fn bad_text_is_refused() {
        for text in [
            "", "h", "8", "h0", "h23", "w1", "h+8", "h 8", "é5", "hh8", "h100", "h8é",
        ] {
            assert!(text.parse::<Point>().is_err(), "{text:?}");
        }
        for text in ["h8g", "8h", "h8é9", "é", "h8,i9"] {
            assert!(Point::parse_list(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn lists_are_split_at_letters() {
        let points = Point::parse_list("a1h12b2").expect("a good list");
        let want = [Point::new(0, 0), Point::new(7, 11), Point::new(1, 1)];
        assert_eq!(points, want);
        assert_eq!(Point::parse_list(""), Ok(Vec::new()));
    }
}
