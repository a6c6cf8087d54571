//! The rules of the game, and everything that changes when a stone is placed.
//!
//! A [`Board`] owns stones, line words, threat classes and key together, so that no code path can
//! change one without the others. It knows nothing of scores, limits or protocol text.

#![forbid(unsafe_code)]

mod candidates;
mod diagram;
mod forbidden;
pub mod lines;
pub mod pattern;
mod pattern_table;
mod replies;
mod setup;
mod star;
pub mod threats;
mod verdict;
pub(crate) mod zobrist;

pub use diagram::DiagramError;
pub use replies::Points;
pub use setup::{Setup, SetupError};
pub use verdict::{Foul, FoulParseError, Verdict};

use crate::types::{BoardSize, CELLS, Color, Key, PerColor, Point, PointSet, Rule};
use lines::Lines;
use pattern::Threat;
use threats::{Change, Code, Threats};

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    /// Nobody's.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Off the board, or a dead square of a continuous game.
    Wall,
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// A position: stones, side to move and all that is derived from them.
#[derive(Clone, Debug)]
pub struct Board {
    rule: Rule,
    size: BoardSize,
    cells: [Cell; CELLS],
    stones: PerColor<PointSet>,
    empties: PointSet,
    empty_count: usize,
    lines: Lines,
    threats: Threats,
    key: Key,
    side: Color,
    /// Stones in the order in which they were placed.
    history: Vec<(Point, Color)>,
}

impl Board {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        let mut cells = [Cell::Wall; CELLS];
        for point in size.points() {
            cells[point.index()] = Cell::Empty;
        }
        let lines = Lines::new(size);
        Self {
            rule,
            size,
            cells,
            stones: PerColor([PointSet::EMPTY; 2]),
            empties: size.all(),
            empty_count: size.area(),
            threats: Threats::new(rule, size, &lines),
            lines,
            key: zobrist::START,
            side: Color::Black,
            history: Vec::with_capacity(size.area()),
        }
    }

    /// The rule in force.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// What stands on a point.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Whether a stone may be put there, fouls apart.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == Cell::Empty
    }

    /// The stones of a side.
    #[inline]
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color]
    }

    /// All empty points.
    #[inline]
    pub fn empties(&self) -> &PointSet {
        &self.empties
    }

    /// How many points are empty.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The line words.
    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The position's key: stones, walls and side to move.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The key after a stone of the side to move on this empty point.
    #[inline]
    pub fn key_after(&self, point: Point) -> Key {
        self.key ^ zobrist::stone(point, self.side_to_move()) ^ zobrist::SIDE
    }

    /// Stones in the order in which they were placed.
    #[inline]
    pub fn history(&self) -> &[(Point, Color)] {
        &self.history
    }

    /// How many stones stand on the board.
    #[inline]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// The last stone placed.
    #[inline]
    pub fn last_move(&self) -> Option<Point> {
        self.history.last().map(|&(point, _)| point)
    }

    /// What a side would make by a stone on this point; [`Threat::None`] if it is not empty.
    #[inline]
    pub fn threat(&self, point: Point, color: Color) -> Threat {
        self.threats.threat(point, color)
    }

    /// The points where a side would make this threat, one of [`threats::LISTED`] or above.
    #[inline]
    pub fn threat_points(&self, color: Color, threat: Threat) -> &PointSet {
        debug_assert!(threat >= threats::LISTED);
        self.threats.set_of(color, threat)
    }

    /// How many points there are where a side would make this threat, one of [`threats::LISTED`] or
    /// above.
    #[inline]
    pub fn threat_count(&self, color: Color, threat: Threat) -> usize {
        debug_assert!(threat >= threats::LISTED);
        self.threats.count(color, threat)
    }

    /// The points where either side would make an open two or better, or a foul.
    #[inline]
    pub fn points_from_two(&self) -> PointSet {
        self.threats.points_from_two()
    }

    /// The patterns of both sides through an empty point.
    #[inline]
    pub fn code(&self, point: Point) -> Code {
        self.threats.code(point)
    }

    /// What the stone of this ply (from 0) changed: its own point first.
    #[inline]
    pub fn changes(&self, ply: usize) -> &[Change] {
        self.threats.changes(ply)
    }

    /// Places a stone of the side to move and gives the turn to the other.
    ///
    /// The point must be empty; a foul or a finished game is the caller's business.
    #[inline]
    pub fn place(&mut self, point: Point) {
        self.put(point, self.side);
        self.set_side(!self.side);
    }

    /// Takes the last stone back; its side is to move again.
    ///
    /// # Panics
    /// If no stone stands on the board.
    #[inline]
    pub fn undo(&mut self) {
        let (_, color) = *self.history.last().expect("a stone to take back");
        self.lift();
        self.set_side(color);
    }

    /// Gives the turn to a side without a stone.
    #[inline]
    pub fn set_side(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.key ^= zobrist::SIDE;
        }
    }

    /// Places a stone of either colour without changing the side to move.
    #[inline]
    pub fn put(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point), "{point} is taken");
        self.cells[point.index()] = color.into();
        self.stones[color].insert(point);
        self.empties.remove(point);
        self.empty_count -= 1;
        self.lines.toggle_stone(point, color);
        self.threats.place(&self.lines, point);
        self.key ^= zobrist::stone(point, color);
        self.history.push((point, color));
    }

    /// Lifts the last stone without changing the side to move.
    #[inline]
    fn lift(&mut self) {
        let (point, color) = self.history.pop().expect("a stone to lift");
        self.cells[point.index()] = Cell::Empty;
        self.stones[color].remove(point);
        self.empties.insert(point);
        self.empty_count += 1;
        self.lines.toggle_stone(point, color);
        self.threats.undo();
        self.key ^= zobrist::stone(point, color);
    }

    /// Makes an empty point a wall for the rest of this board's life.
    ///
    /// # Panics
    /// If stones have been placed, or the point is not empty.
    pub fn wall(&mut self, point: Point) {
        assert!(
            self.history.is_empty() && self.is_empty(point),
            "walls come before stones"
        );
        self.cells[point.index()] = Cell::Wall;
        self.empties.remove(point);
        self.empty_count -= 1;
        self.lines.flip(point, lines::EMPTY);
        self.threats = Threats::new(self.rule, self.size, &self.lines);
        self.key ^= zobrist::wall(point);
    }
}
