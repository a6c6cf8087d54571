//! The solver's own board: every line as bit masks, both colours side by side in one word.
//!
//! A line holds at most 22 cells, kept in bits 5..=26 of a half word, so a shift by five stays
//! inside the half: the low half is Black's, the high half White's, and one run of bit-sliced
//! additions counts the stones of every five-cell window of both colours at once. A stone touches
//! four lines; for each of them the windows with two, three and four stones of a colour (and no
//! other obstacle) are kept, which is all that fours, fives and fouls are read from.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::board::{Board, Cell, zobrist};
use crate::types::{
    BoardSize, CELLS, Color, Direction, Key, MIN_SIZE, Point, PointSet, Rule, STRIDE, SplitMix,
};

/// Lines of one direction, a power of two.
const LINES: usize = 2 * STRIDE;
/// Room for the stones of the largest board, a power of two.
const STONES: usize = CELLS / 2;
/// Lines of all directions.
const ALL_LINES: usize = 4 * LINES;
/// The five cells of a window that starts at bit 0.
pub(super) const FIVE_CELLS: u32 = 0b1_1111;

/// One line: stones and counted windows, a window standing at its first cell.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Line {
    /// Stones: low half Black, high half White.
    pub(super) stones: u64,
    /// Windows that can still win and hold two own stones.
    pub(super) twos: u64,
    /// Windows that can still win and hold three own stones.
    pub(super) threes: u64,
    /// Windows that win with one more stone.
    pub(super) fours: u64,
}

impl Line {
    const BLANK: Self = Self {
        stones: 0,
        twos: 0,
        threes: 0,
        fours: 0,
    };
}

/// Lines that hold a window of three or four, per direction and colour.
type Marks = [[u64; 2]; 4];

/// What a stone changed, to be put back.
#[derive(Clone, Copy, Debug)]
struct Undo {
    lines: [Line; 4],
    marks: Marks,
    key: Key,
    stone: (Point, Color),
}

impl Undo {
    const BLANK: Self = Self {
        lines: [Line::BLANK; 4],
        marks: [[0; 2]; 4],
        key: 0,
        stone: (Point::new(0, 0), Color::Black),
    };
}

/// Index of the line and the place on it, for one direction of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Index among all lines of all directions.
    pub(super) line: usize,
    /// Bit of the cell in a half word.
    pub(super) bit: u32,
}

/// The four lines through a point.
#[inline]
pub(super) fn places(point: Point) -> [Place; 4] {
    let (row, column) = (point.index() / STRIDE, point.index() % STRIDE);
    let at = |line, bit: usize| Place {
        line,
        bit: bit as u32,
    };
    [
        at(row, column),
        at(LINES + column, row),
        at(2 * LINES + column + STRIDE - 1 - row, row),
        at(3 * LINES + column + row, row),
    ]
}

/// The point at a place of a line.
#[inline]
pub(super) fn point_at(line: usize, bit: u32) -> Point {
    const BASE: [usize; 4] = [0, 0, STRIDE - 1, 0];
    let (direction, line) = ((line / LINES) & 3, line % LINES);
    let step = Direction::ALL[direction].step() as usize;
    let first = if direction == 0 { line * STRIDE } else { line };
    Point::from_index((step * bit as usize + first - BASE[direction]) & (CELLS - 1))
}

/// The windows of a half word that hold the cell.
#[inline]
pub(super) fn windows_with(bit: u32) -> u32 {
    FIVE_CELLS << (bit - 4)
}

/// A colour's half of a word.
#[inline]
pub(super) fn half(word: u64, color: Color) -> u32 {
    (word >> (32 * color.index())) as u32
}

/// The rule's effect on windows, as masks over both halves.
#[derive(Clone, Copy, Debug, Default)]
struct Masks {
    /// All bits of a colour for which a longer run does not win.
    exact: u64,
    /// All bits if a window closed by the opponent at both ends does not win.
    closed: u64,
}

impl Masks {
    fn new(rule: Rule) -> Self {
        let half = |color: Color| (u32::MAX as u64) << (32 * color.index());
        let exact = Color::BOTH
            .into_iter()
            .filter(|&color| !rule.overline_wins(color))
            .map(half)
            .sum();
        let closed = if rule.closed_five_fails() {
            u64::MAX
        } else {
            0
        };
        Self { exact, closed }
    }
}

/// Four words handled as one, so that the compiler may use vector instructions.
#[derive(Clone, Copy)]
struct Quad([u64; 4]);

macro_rules! lanewise {
    ($($operator:ident $method:ident $symbol:tt),*) => {$(
        impl $operator for Quad {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                Self([a[0] $symbol b[0], a[1] $symbol b[1], a[2] $symbol b[2], a[3] $symbol b[3]])
            }
        }
    )*};
}

lanewise!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl Not for Quad {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|lane| !lane))
    }
}

impl Shl<u32> for Quad {
    type Output = Self;

    #[inline]
    fn shl(self, places: u32) -> Self {
        Self(self.0.map(|lane| lane << places))
    }
}

impl Shr<u32> for Quad {
    type Output = Self;

    #[inline]
    fn shr(self, places: u32) -> Self {
        Self(self.0.map(|lane| lane >> places))
    }
}

/// Counts the windows of four lines.
#[inline]
fn count(stones: Quad, ground: Quad, masks: Masks) -> [Quad; 3] {
    let other = stones << 32 | stones >> 32;
    let free = ground & !other;
    let pairs = free & free >> 1;
    let mut open = pairs & pairs >> 2 & free >> 4;
    open = open & !((stones << 1 | stones >> 5) & Quad([masks.exact; 4]));
    open = open & !(other << 1 & other >> 5 & Quad([masks.closed; 4]));
    // Stones of cells 0 and 1, then of cells 2 and 3, then cell 4.
    let (sum, carry) = (stones ^ stones >> 1, stones & stones >> 1);
    let last = stones >> 4;
    let (sum2, carry2) = (sum >> 2, carry >> 2);
    let ones = sum ^ sum2 ^ last;
    let carried = (sum & sum2) | (last & (sum ^ sum2));
    let twos = carry ^ carry2 ^ carried;
    let fours = (carry & carry2) | (carried & (carry ^ carry2));
    [
        open & twos & !ones,
        open & twos & ones,
        open & fours & !ones,
    ]
}

/// The points that answer a four: none of them, one, or (caro only) two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answers(pub(super) [Option<Point>; 2]);

impl Answers {
    /// The points at these cells of a line, two at most.
    #[inline]
    pub(super) fn from_cells(line: usize, cells: u32) -> Self {
        let mut cells = bits(cells).map(|bit| point_at(line, bit));
        Self([cells.next(), cells.next()])
    }

    /// Whether no point answers.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0[0].is_none()
    }

    #[inline]
    pub(super) fn contains(self, point: Point) -> bool {
        self.0[0] == Some(point) || self.0[1] == Some(point)
    }

    /// The points in both.
    #[inline]
    pub(super) fn intersect(self, other: Self) -> Self {
        let keep = |point: Option<Point>| point.filter(|&point| other.contains(point));
        match self.0.map(keep) {
            [None, second] => Self([second, None]),
            both => Self(both),
        }
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Point> {
        self.0.into_iter().flatten()
    }
}

/// Stones, counted windows and the position's key.
#[derive(Clone, Debug)]
pub(super) struct Light {
    lines: [Line; ALL_LINES],
    /// Cells of the board on each line, the same in both halves.
    ground: [u64; ALL_LINES],
    marks: Marks,
    rule: Rule,
    size: BoardSize,
    masks: Masks,
    key: Key,
    /// One entry a stone on the board, oldest first.
    undo: Box<[Undo; STONES]>,
    stones: usize,
}

impl Light {
    /// A board without a cell; [`Light::load`] gives it one.
    pub(super) fn new() -> Self {
        Self {
            lines: [Line::BLANK; ALL_LINES],
            ground: [0; ALL_LINES],
            marks: [[0; 2]; 4],
            rule: Rule::Freestyle,
            size: BoardSize::square(MIN_SIZE),
            masks: Masks::default(),
            key: 0,
            undo: vec![Undo::BLANK; STONES]
                .try_into()
                .expect("as long as it was made"),
            stones: 0,
        }
    }

    /// Takes over a position. Stones that both histories have in common at their start are kept, so
    /// that stepping through a tree costs a few stones a load.
    pub(super) fn load(&mut self, board: &Board) {
        if board.rule() != self.rule || board.size() != self.size {
            self.rebuild(board);
            return;
        }
        let history = board.history();
        let common = self.undo[..self.stones]
            .iter()
            .zip(history)
            .take_while(|(undo, stone)| undo.stone == **stone)
            .count();
        while self.stones > common {
            self.undo();
        }
        for &(point, color) in &history[common..] {
            // Nothing was loaded yet, or there was a wall.
            if !self.is_empty(point) {
                break;
            }
            self.place(point, color);
        }
        // A stone is missing, or the same stones have another key: other walls.
        if self.key != key_of(board) {
            self.rebuild(board);
        }
    }

    fn rebuild(&mut self, board: &Board) {
        self.rule = board.rule();
        self.size = board.size();
        self.masks = Masks::new(board.rule());
        self.lines = [Line::BLANK; ALL_LINES];
        self.ground = [0; ALL_LINES];
        self.marks = [[0; 2]; 4];
        self.stones = 0;
        for point in board.size().points() {
            if board.cell(point) != Cell::Wall {
                for place in places(point) {
                    self.ground[place.line] |= 1 << place.bit | 1 << (place.bit + 32);
                }
            }
        }
        // Without stones first, so that the keys to go back to are right as well.
        let stones = board.history().iter();
        self.key = stones.fold(key_of(board), |key, &(point, color)| {
            key ^ zobrist::stone(point, color)
        });
        for &(point, color) in board.history() {
            self.place(point, color);
        }
        debug_assert_eq!(self.key, key_of(board));
    }

    /// Places a stone on an empty cell.
    #[inline]
    pub(super) fn place(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point), "{point} is taken");
        let undo = &mut self.undo[self.stones % STONES];
        undo.stone = (point, color);
        undo.key = self.key;
        undo.marks = self.marks;
        let places = places(point);
        let (mut stones, mut ground) = (Quad([0; 4]), Quad([0; 4]));
        for (direction, place) in places.into_iter().enumerate() {
            let line = place.line % ALL_LINES;
            let old = &self.lines[line];
            undo.lines[direction] = *old;
            stones.0[direction] = old.stones | 1 << (place.bit + 32 * color.index() as u32);
            ground.0[direction] = self.ground[line];
        }
        let [twos, threes, fours] = count(stones, ground, self.masks);
        let windows = threes | fours;
        for (direction, place) in places.into_iter().enumerate() {
            self.lines[place.line % ALL_LINES] = Line {
                stones: stones.0[direction],
                twos: twos.0[direction],
                threes: threes.0[direction],
                fours: fours.0[direction],
            };
            let (windows, bit) = (windows.0[direction], place.line % LINES);
            let [black, white] = &mut self.marks[direction];
            *black = *black & !(1 << bit) | u64::from(windows as u32 != 0) << bit;
            *white = *white & !(1 << bit) | u64::from(windows >> 32 != 0) << bit;
        }
        self.key ^= zobrist::stone(point, color);
        self.stones += 1;
    }

    /// Takes the last stone back, if there is one.
    #[inline]
    pub(super) fn undo(&mut self) {
        debug_assert!(self.stones > 0, "no stone to take back");
        self.stones = self.stones.saturating_sub(1);
        let undo = &self.undo[self.stones % STONES];
        for (place, old) in places(undo.stone.0).into_iter().zip(&undo.lines) {
            self.lines[place.line % ALL_LINES] = *old;
        }
        self.marks = undo.marks;
        self.key = undo.key;
    }

    /// The rule in force.
    #[inline]
    pub(super) fn rule(&self) -> Rule {
        self.rule
    }

    /// Width and height.
    #[inline]
    pub(super) fn size(&self) -> BoardSize {
        self.size
    }

    /// The position's key: stones, walls, size and rule, whoever is to move.
    #[inline]
    pub(super) fn key(&self) -> Key {
        self.key
    }

    /// One line.
    #[inline]
    pub(super) fn line(&self, line: usize) -> &Line {
        &self.lines[line % ALL_LINES]
    }

    /// The empty cells of a line.
    #[inline]
    pub(super) fn empties(&self, line: usize) -> u32 {
        let stones = self.line(line).stones;
        self.ground[line % ALL_LINES] as u32 & !(stones as u32 | (stones >> 32) as u32)
    }

    /// Whether a stone may be placed there, fouls apart.
    #[inline]
    pub(super) fn is_empty(&self, point: Point) -> bool {
        let place = places(point)[0];
        self.empties(place.line) >> place.bit & 1 != 0
    }

    /// Whether a stone of this colour would win on the spot.
    #[inline]
    pub(super) fn makes_five(&self, point: Point, color: Color) -> bool {
        places(point)
            .into_iter()
            .any(|at| half(self.line(at.line).fours, color) & windows_with(at.bit) != 0)
    }

    /// Lines with a window of three or four of this colour.
    #[inline]
    pub(super) fn marked_lines(&self, color: Color) -> impl Iterator<Item = usize> + use<> {
        lines_of(self.marks.map(|marks| marks[color.index()]))
    }

    /// Lines with a window of four of this colour, and these windows.
    #[inline]
    fn lines_with_fours(&self, color: Color) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.marked_lines(color)
            .map(move |line| (line, half(self.line(line).fours, color)))
            .filter(|&(_, windows)| windows != 0)
    }

    /// All empty points.
    pub(super) fn all_empties(&self) -> PointSet {
        PointSet::from_rows(std::array::from_fn(|row| self.empties(row)))
    }

    /// All lines on which five cells are on the board.
    pub(super) fn all_lines(&self) -> impl Iterator<Item = usize> + '_ {
        let long = |ground: u64| ground.count_ones() >= 2 * 5;
        (0..ALL_LINES).filter(move |&line| long(self.ground[line]))
    }

    /// A point where a stone of this colour wins on the spot.
    pub(super) fn winning_point(&self, color: Color) -> Option<Point> {
        let (line, windows) = self.lines_with_fours(color).next()?;
        let cells = self.empties(line) & FIVE_CELLS << windows.trailing_zeros();
        Some(point_at(line, cells.trailing_zeros()))
    }

    /// The cells that stop one window of a colour from becoming a five once only the cells of
    /// `missing` are wanting: each of those, and in caro a far end that closes the five.
    #[inline]
    pub(super) fn stops(&self, line: usize, first: u32, missing: u32, color: Color) -> u32 {
        if self.masks.closed == 0 {
            return missing;
        }
        let ends = 1 << (first - 1) | 1 << (first + 5);
        let (held, free) = (
            half(self.line(line).stones, !color) & ends,
            self.empties(line) & ends,
        );
        // Closed by one more stone only if one end is held and the other is free.
        if held != 0 { missing | free } else { missing }
    }

    /// What the opponent may answer to the fours that this colour has, all over the board; `None`
    /// if it has none.
    pub(super) fn answers_to_fours(&self, color: Color) -> Option<Answers> {
        let mut answers: Option<Answers> = None;
        for (line, windows) in self.lines_with_fours(color) {
            let stops = Answers::from_cells(line, self.stops_all(line, windows, color));
            answers = Some(answers.map_or(stops, |old| old.intersect(stops)));
        }
        answers
    }

    /// As [`Light::answers_to_fours`], for a colour whose fours all hold `point`.
    #[inline]
    pub(super) fn answers_to_fours_at(&self, point: Point, color: Color) -> Option<Answers> {
        let mut answers: Option<Answers> = None;
        for at in places(point) {
            let windows = half(self.line(at.line).fours, color) & windows_with(at.bit);
            if windows != 0 {
                let stops = Answers::from_cells(at.line, self.stops_all(at.line, windows, color));
                answers = Some(answers.map_or(stops, |old| old.intersect(stops)));
            }
        }
        answers
    }

    /// Adds the points where a stone of this colour makes a four or a five.
    pub(super) fn add_fours(&self, color: Color, points: &mut PointSet) {
        for line in self.marked_lines(color) {
            let windows = self.line(line).threes | self.line(line).fours;
            let mut cells = 0;
            for first in bits(half(windows, color)) {
                cells |= self.empties(line) & FIVE_CELLS << first;
            }
            bits(cells).for_each(|bit| points.insert(point_at(line, bit)));
        }
    }

    /// The cells that stop all these windows of four at once.
    #[inline]
    fn stops_all(&self, line: usize, windows: u32, color: Color) -> u32 {
        let empties = self.empties(line);
        bits(windows).fold(u32::MAX, |cells, first| {
            cells & self.stops(line, first, empties & FIVE_CELLS << first, color)
        })
    }
}

/// The position's key without the side to move, with size and rule.
fn key_of(board: &Board) -> Key {
    let turn = match board.side_to_move() {
        Color::Black => 0,
        Color::White => zobrist::SIDE,
    };
    let size = board.size();
    let salt = (board.rule().index() * 32 + size.width()) * 32 + size.height();
    board.key() ^ turn ^ SplitMix::new(salt as u64).next_u64()
}

/// The set bits of a half word, lowest first.
#[inline]
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

/// The lines of a set kept by direction.
#[inline]
pub(super) fn lines_of(sets: [u64; 4]) -> impl Iterator<Item = usize> {
    sets.into_iter()
        .enumerate()
        .flat_map(|(direction, mut set)| {
            std::iter::from_fn(move || {
                (set != 0).then(|| {
                    let line = set.trailing_zeros() as usize;
                    set &= set - 1;
                    direction * LINES + line
                })
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_taken_over_whatever_came_before() {
        // Freestyle on the smallest board is what an unused one says of itself.
        let size = BoardSize::square(MIN_SIZE);
        let walled = |walls: &str, stones: &str| {
            let mut board = Board::new(size, Rule::Freestyle);
            for point in Point::parse_list(walls).expect("points") {
                board.wall(point);
            }
            for point in Point::parse_list(stones).expect("points") {
                board.place(point);
            }
            board
        };
        let mut light = Light::new();
        for (walls, stones) in [
            ("", "c3b2"),
            ("a1e5", "c3b2"),
            ("c4", "c3b2a1e5"),
            ("", "c4"),
        ] {
            let board = walled(walls, stones);
            light.load(&board);
            assert_eq!(light.key(), key_of(&board), "\n{board}");
            for point in size.points() {
                assert_eq!(
                    light.is_empty(point),
                    board.is_empty(point),
                    "{point}\n{board}"
                );
            }
        }
    }

    #[test]
    fn keys_are_right_below_the_position_that_was_built() {
        let mut board = Board::new(BoardSize::square(9), Rule::Freestyle);
        for point in Point::parse_list("e5e6f5g5d4c3").expect("points") {
            board.place(point);
        }
        let mut light = Light::new();
        light.load(&board);
        while board.ply() > 0 {
            board.undo();
            light.undo();
            assert_eq!(light.key(), key_of(&board), "\n{board}");
        }
    }
}
