//! Patterns and threats of every empty point, kept up to date stone by stone.

use super::lines::{CELL_BITS, Lines, WINDOW, stone_flip};
use super::pattern::{Pattern, THREATS, Threat};
use super::pattern_table::PatternTables;
use crate::simd;
use crate::types::{
    BoardSize, CELLS, Color, Direction, MARGIN, PerColor, Point, PointSet, Rule, STRIDE,
};

/// The four patterns of a point for both sides, four bits each: Black's in the low half, the
/// directions in index order from the lowest bits.
pub type Code = u32;

/// Bits of one direction in a [`Code`], both sides.
const DIRECTION_BITS: Code = 0x000F_000F;

/// The weakest threat of which sets and counts are kept.
pub const LISTED: Threat = Threat::ClosedThree;
/// The bits of a pair of threat numbers that tell whether either is listed.
const LISTED_BITS: u8 = 0xCC;
const _: () = assert!(LISTED as u8 == 0b0100);
/// The bits that tell whether either is [`Threat::Two`] or above.
const FROM_TWO_BITS: u8 = 0xEE;
const _: () = assert!(Threat::Two as u8 == 0b0010);

/// A point whose code was changed by a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The point.
    pub point: Point,
    /// Its threats before, Black's in the low four bits.
    old_threats: u8,
    /// Its code before.
    pub old: Code,
    /// Its code after; 0 for the point of the stone itself.
    pub new: Code,
}

/// Codes, threats, and per kind of threat the points that have it.
#[derive(Clone, Debug)]
pub(super) struct Threats {
    tables: &'static PatternTables,
    codes: [Code; CELLS],
    /// Threat numbers of both sides, Black's in the low four bits.
    pairs: [u8; CELLS],
    sets: PerColor<[PointSet; THREATS]>,
    counts: PerColor<[u16; THREATS]>,
    /// Changes of all stones, oldest first.
    changes: Vec<Change>,
    /// Where the changes of each stone begin.
    starts: Vec<u32>,
}

impl Threats {
    /// The threats of a board without stones.
    pub(super) fn new(rule: Rule, size: BoardSize, lines: &Lines) -> Self {
        let mut threats = Self {
            tables: PatternTables::of(rule),
            codes: [0; CELLS],
            pairs: [0; CELLS],
            sets: PerColor([[PointSet::EMPTY; THREATS]; 2]),
            counts: PerColor([[0; THREATS]; 2]),
            changes: Vec::with_capacity(size.area() * 44),
            starts: Vec::with_capacity(size.area()),
        };
        for point in size
            .points()
            .filter(|&point| lines.cell(point) == super::lines::EMPTY)
        {
            threats.set(point, threats.code_from_lines(lines, point));
        }
        threats
    }

    /// A point's code, worked out afresh.
    pub(super) fn code_from_lines(&self, lines: &Lines, point: Point) -> Code {
        let mut code = 0;
        for direction in Direction::ALL {
            let patterns = self.tables.patterns(lines.window(point, direction));
            code |= patterns << (4 * direction.index());
        }
        code
    }

    #[inline]
    pub(super) fn code(&self, point: Point) -> Code {
        self.codes[point.index()]
    }

    #[inline]
    pub(super) fn threat(&self, point: Point, color: Color) -> Threat {
        Threat::ALL[(self.pairs[point.index()] >> (4 * color.index()) & 15) as usize % 15]
    }

    /// The code that an empty point would have with a stone so many steps away from it, at most
    /// [`MARGIN`], on an empty cell of one of its lines.
    #[inline]
    pub(super) fn code_with(
        &self,
        lines: &Lines,
        point: Point,
        direction: Direction,
        steps: i32,
        color: Color,
    ) -> Code {
        let place = (MARGIN as i32 + steps) as usize;
        let window = lines.window(point, direction) ^ stone_flip(color) << (CELL_BITS * place);
        let shift = 4 * direction.index();
        self.code(point) & !(DIRECTION_BITS << shift) | self.tables.patterns(window) << shift
    }

    /// The threat that a code means for a side.
    #[inline]
    pub(super) fn threat_of(&self, code: Code, color: Color) -> Threat {
        Threat::ALL[(self.tables.threats(code) >> (4 * color.index()) & 15) as usize % 15]
    }

    #[inline]
    pub(super) fn set_of(&self, color: Color, threat: Threat) -> &PointSet {
        &self.sets[color][threat as usize]
    }

    #[inline]
    pub(super) fn points_from_two(&self) -> PointSet {
        let (rows, _) = self.pairs.as_chunks::<STRIDE>();
        PointSet::from_rows(std::array::from_fn(|row| {
            simd::bytes_with(&rows[row], FROM_TWO_BITS)
        }))
    }

    #[inline]
    pub(super) fn count(&self, color: Color, threat: Threat) -> usize {
        self.counts[color][threat as usize] as usize
    }

    /// The changes made by the stone of this ply, from 0.
    #[inline]
    pub(super) fn changes(&self, ply: usize) -> &[Change] {
        let start = self.starts[ply] as usize;
        let end = self
            .starts
            .get(ply + 1)
            .map_or(self.changes.len(), |&end| end as usize);
        &self.changes[start..end]
    }

    /// Takes up a stone that has been put on the lines.
    #[inline]
    pub(super) fn place(&mut self, lines: &Lines, point: Point) {
        self.starts.push(self.changes.len() as u32);
        self.change(point, 0);
        for direction in Direction::ALL {
            self.update_line(lines, point, direction);
        }
    }

    /// Looks again at the empty points of one line that see the new stone.
    #[inline]
    fn update_line(&mut self, lines: &Lines, point: Point, direction: Direction) {
        let (word, place) = lines.word(point, direction);
        let shift = 4 * direction.index();
        let step = direction.step();
        let first = point.index() as i32 - MARGIN as i32 * step;
        let mut seen = self.tables.seen(word >> (2 * (place - MARGIN)));
        debug_assert!(seen < 1 << WINDOW);
        while seen != 0 {
            let i = seen.trailing_zeros();
            seen &= seen - 1;
            // The middle of this cell's window lies `i` cells after the first of the stone's window.
            let window = word >> (2 * (place + i as usize - 2 * MARGIN));
            let patterns = self.tables.patterns(window) << shift;
            let cell = Point::from_index((first + step * i as i32) as usize);
            let old = self.codes[cell.index()];
            let new = old & !(DIRECTION_BITS << shift) | patterns;
            if new != old {
                self.change(cell, new);
            }
        }
    }

    /// Gives a point a new code and remembers the old one.
    #[inline]
    fn change(&mut self, point: Point, new: Code) {
        let old = self.codes[point.index()];
        let old_threats = self.pairs[point.index()];
        self.changes.push(Change {
            point,
            old_threats,
            old,
            new,
        });
        self.set(point, new);
    }

    #[inline]
    fn set(&mut self, point: Point, code: Code) {
        self.store(point, code, self.tables.threats(code));
    }

    /// Stores code and threats and keeps sets and counts in step.
    #[inline]
    fn store(&mut self, point: Point, code: Code, new: u8) {
        let old = self.pairs[point.index()];
        self.codes[point.index()] = code;
        if old == new {
            return;
        }
        self.pairs[point.index()] = new;
        // Most points change between threats of which no account is kept.
        if (old | new) & LISTED_BITS != 0 {
            self.list(point, old, new);
        }
    }

    /// Moves a point from the sets of its old threats to those of its new ones.
    #[inline]
    fn list(&mut self, point: Point, old: u8, new: u8) {
        for color in Color::BOTH {
            let shift = 4 * color.index();
            let (before, after) = ((old >> shift & 15) as usize, (new >> shift & 15) as usize);
            let sets = &mut self.sets[color];
            sets[before].toggle(point);
            sets[after].toggle(point);
            let counts = &mut self.counts[color];
            counts[before] = counts[before].wrapping_sub(1);
            counts[after] = counts[after].wrapping_add(1);
        }
    }

    /// Forgets the last stone.
    #[inline]
    pub(super) fn undo(&mut self) {
        let start = self.starts.pop().expect("a stone to undo") as usize;
        for i in start..self.changes.len() {
            let Change {
                point,
                old_threats,
                old,
                ..
            } = self.changes[i];
            self.store(point, old, old_threats);
        }
        self.changes.truncate(start);
    }
}

/// The pattern of one side in one direction.
#[inline]
pub fn pattern_of(code: Code, color: Color, direction: Direction) -> Pattern {
    Pattern::ALL[(code >> (16 * color.index() + 4 * direction.index()) & 15) as usize]
}

/// The four patterns of one side as sixteen bits.
#[inline]
pub fn side_code(code: Code, color: Color) -> u16 {
    (code >> (16 * color.index())) as u16
}
