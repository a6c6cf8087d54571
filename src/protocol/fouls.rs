//! The points that the rules keep the side to move off.

use crate::board::Board;
use crate::types::{Color, PointSet};

/// The points that the side to move may not play.
pub(super) fn forbidden(board: &Board) -> PointSet {
    match board.side_to_move() {
        Color::Black => board.forbidden_points(),
        Color::White => PointSet::EMPTY,
    }
}
