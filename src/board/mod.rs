//! The rules of the game, and everything that changes when a stone is placed.
//!
//! A [`Board`] owns stones, line words, threat classes and key together, so that no code path can
//! change one without the others. It knows nothing of scores, limits or protocol text.

#![forbid(unsafe_code)]

mod diagram;
mod forbidden;
pub mod lines;
mod setup;
mod star;
mod verdict;
pub(crate) mod zobrist;

pub use diagram::DiagramError;
pub use setup::{Setup, SetupError};
pub use verdict::{Foul, FoulParseError, Verdict};

use crate::types::{BoardSize, CELLS, Color, Key, PerColor, Point, PointSet, Rule};
use lines::Lines;

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
    lines: Lines,
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
        Self {
            rule,
            size,
            cells,
            stones: PerColor([PointSet::EMPTY; 2]),
            empties: size.all(),
            lines: Lines::new(size),
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
        self.lines.toggle_stone(point, color);
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
        self.lines.toggle_stone(point, color);
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
        self.lines.flip(point, lines::EMPTY);
        self.key ^= zobrist::wall(point);
    }
}
