//! The stones packed along lines, two bits a cell.
//!
//! A cell's low bit says that Black may still own it (it is empty or black), the high bit the same
//! for White: empty `11`, black `01`, white `10`, wall `00`. So placing or lifting a stone is one
//! exclusive-or a direction, and a window of a line is one shift.

use crate::types::{BoardSize, Color, Direction, MARGIN, Point, STRIDE};

/// Bits of one cell in a line word.
pub const CELL_BITS: usize = 2;
/// Cells of a window: the point itself and five to each side.
pub const WINDOW: usize = 2 * MARGIN + 1;
/// The bits of an eleven-cell window.
pub const WINDOW_MASK: u64 = (1 << (CELL_BITS * WINDOW)) - 1;

/// A line word's two bits for an empty cell.
pub const EMPTY: u64 = 0b11;

/// The two bits of a stone.
#[inline]
pub const fn stone_bits(color: Color) -> u64 {
    match color {
        Color::Black => 0b01,
        Color::White => 0b10,
    }
}

/// The bits that change in a cell when a stone is placed on it or lifted.
#[inline]
pub const fn stone_flip(color: Color) -> u64 {
    EMPTY ^ stone_bits(color)
}

/// All lines of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    words: [[u64; 2 * STRIDE]; 4],
}

/// Index of the line through a cell, and the cell's place on it. Rows run along x, the other
/// directions along y.
#[inline]
pub const fn locate(point: Point, direction: Direction) -> (usize, usize) {
    let (row, column) = (point.index() / STRIDE, point.index() % STRIDE);
    match direction {
        Direction::Row => (row, column),
        Direction::Column => (column, row),
        Direction::Diagonal => (column + STRIDE - 1 - row, row),
        Direction::Antidiagonal => (column + row, row),
    }
}

impl Lines {
    /// An empty board of this size, walls around it.
    pub fn new(size: BoardSize) -> Self {
        let mut lines = Self {
            words: [[0; 2 * STRIDE]; 4],
        };
        for point in size.points() {
            lines.flip(point, EMPTY);
        }
        lines
    }

    /// Changes the two bits of a cell by exclusive-or in all four directions.
    #[inline]
    pub fn flip(&mut self, point: Point, bits: u64) {
        for direction in Direction::ALL {
            let (line, place) = locate(point, direction);
            self.words[direction.index()][line] ^= bits << (CELL_BITS * place);
        }
    }

    /// Places a stone on an empty cell, or lifts it again.
    #[inline]
    pub fn toggle_stone(&mut self, point: Point, color: Color) {
        self.flip(point, stone_flip(color));
    }

    /// The word of the line through the point, and the point's place on it.
    #[inline]
    pub fn word(&self, point: Point, direction: Direction) -> (u64, usize) {
        let (line, place) = locate(point, direction);
        (
            self.words[direction.index()][line & (2 * STRIDE - 1)],
            place,
        )
    }

    /// The eleven cells around the point, the point in the middle (bits 10 and 11).
    #[inline]
    pub fn window(&self, point: Point, direction: Direction) -> u64 {
        let (word, place) = self.word(point, direction);
        word >> (CELL_BITS * (place - MARGIN)) & WINDOW_MASK
    }

    /// The two bits of a cell.
    #[inline]
    pub fn cell(&self, point: Point) -> u64 {
        let (word, place) = self.word(point, Direction::Row);
        word >> (CELL_BITS * place) & EMPTY
    }
}
