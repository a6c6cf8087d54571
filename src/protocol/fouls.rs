//! The one place where the protocol asks the board for renju's forbidden points.

use crate::board::Board;
use crate::types::{Color, PointSet};

/// The points that the side to move may not play.
pub(super) fn forbidden(board: &Board) -> PointSet {
    match board.side_to_move() {
        Color::Black => board.forbidden_points(),
        Color::White => PointSet::EMPTY,
    }
}
