//! The four lines through a point, side by side in machine words.
//!
//! A [`Star`] holds the eleven cells around a point in each direction, one bit a cell, all four
//! directions in one word: rows at even bits and columns at odd bits of the low half, the two
//! diagonals likewise in the high half. One cell further along every line is a shift by two, so a
//! question such as "which five cells in a row are mine" is answered for all lines at once. The
//! ten bits left free above each half keep shifts from running into the next line.

use super::lines::{Lines, WINDOW};
use crate::types::{Color, Direction, MARGIN, Point};

/// The first cell of each line.
const FIRST: u64 = 0x0000_0003_0000_0003;
/// The low one of the two bits of each cell in a pair of windows.
const LOW: u64 = 0x5555_5555_5555_5555;

/// The point itself, which every line holds.
const CENTER: u64 = cells(MARGIN, MARGIN);
/// All cells of one line, moved down to where the rows are kept.
const LINE: u64 = LOW & ((1 << (2 * WINDOW)) - 1);

/// The cells `from..=to` of every line.
const fn cells(from: usize, to: usize) -> u64 {
    let mut mask = 0;
    let mut cell = from;
    while cell <= to {
        mask |= FIRST << (2 * cell);
        cell += 1;
    }
    mask
}

/// `bits` of which exactly one is set among the `N` cells that begin at each cell.
const fn exactly_one<const N: usize>(bits: u64) -> u64 {
    let (mut one, mut more) = (bits, 0);
    let mut cell = 1;
    while cell < N {
        more |= one & (bits >> (2 * cell));
        one |= bits >> (2 * cell);
        cell += 1;
    }
    one & !more
}

/// Where all of the `N` cells that begin at a cell are set.
const fn all<const N: usize>(bits: u64) -> u64 {
    let mut every = bits;
    let mut cell = 1;
    while cell < N {
        every &= bits >> (2 * cell);
        cell += 1;
    }
    every
}

/// A point's lines as one side sees them, its stone being counted as placed on the point.
///
/// Answers are words too: a bit stands for a run of cells on that bit's line, at its first cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Star {
    own: u64,
    foe: u64,
    empty: u64,
}

impl Star {
    /// The lines through the point, with a stone of `color` on it whatever stands there.
    #[inline]
    pub(super) fn new(lines: &Lines, point: Point, color: Color) -> Self {
        let pair = |a, b| lines.window(point, a) | lines.window(point, b) << 32;
        let even = pair(Direction::Row, Direction::Diagonal);
        let odd = pair(Direction::Column, Direction::Antidiagonal);
        let black = even & LOW | (odd & LOW) << 1;
        let white = (even >> 1) & LOW | odd & !LOW;
        let (mine, theirs) = match color {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Self {
            own: mine & !theirs | CENTER,
            foe: theirs & !mine & !CENTER,
            empty: mine & theirs & !CENTER,
        }
    }

    /// Runs of exactly five through the point.
    #[inline]
    pub(super) const fn fives(self) -> u64 {
        all::<5>(self.own) & !(self.own << 2) & !(self.own >> 10) & cells(1, MARGIN)
    }

    /// The fives that do not have an enemy stone at both ends.
    #[inline]
    pub(super) const fn unclosed_fives(self) -> u64 {
        self.fives() & !((self.foe << 2) & (self.foe >> 10))
    }

    /// Runs of six or more through the point; each six in them counts.
    #[inline]
    pub(super) const fn overlines(self) -> u64 {
        all::<6>(self.own) & cells(0, MARGIN)
    }

    /// How many fours the stone makes: sets of four stones, it being one, that one more stone turns
    /// into exactly five. A straight four is one four although two stones complete it.
    #[inline]
    pub(super) const fn count_fours(self) -> u32 {
        let fours = all::<5>(self.own | self.empty)
            & exactly_one::<5>(self.empty)
            & !(self.own << 2)
            & !(self.own >> 10)
            & cells(1, MARGIN);
        let straight = fours & (fours >> 2) & (all::<4>(self.own) >> 2);
        fours.count_ones() - straight.count_ones()
    }

    /// Four cells through the point that lack one stone of a straight four: three own stones and an
    /// empty cell, an empty cell at each end, and none of ours behind those.
    #[inline]
    pub(super) const fn threes(self) -> Threes {
        Threes {
            starts: all::<4>(self.own | self.empty)
                & exactly_one::<4>(self.empty)
                & (self.empty << 2)
                & (self.empty >> 8)
                & !(self.own << 4)
                & !(self.own >> 10)
                & cells(2, MARGIN),
            empty: self.empty,
        }
    }
}

/// The result of [`Star::threes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Threes {
    starts: u64,
    empty: u64,
}

impl Threes {
    /// On how many lines there are threes.
    #[inline]
    pub(super) const fn lines(self) -> u32 {
        let starts = self.starts;
        ((starts >> 4 | starts >> 6 | starts >> 8 | starts >> 10) & FIRST).count_ones()
    }

    /// The points, as seen from `center`, that make a straight four in this direction: two at most.
    #[inline]
    pub(super) fn completions(
        self,
        center: Point,
        direction: Direction,
    ) -> impl Iterator<Item = Point> {
        let lane = match direction {
            Direction::Row => 0,
            Direction::Column => 1,
            Direction::Diagonal => 32,
            Direction::Antidiagonal => 33,
        };
        let mut starts = (self.starts >> lane) & LINE;
        let empty = (self.empty >> lane) & LINE;
        std::iter::from_fn(move || {
            (starts != 0).then(|| {
                let start = starts.trailing_zeros();
                starts &= starts - 1;
                let cell = start + (empty >> start).trailing_zeros();
                center.offset(direction.step(), cell as i32 / 2 - MARGIN as i32)
            })
        })
    }
}
