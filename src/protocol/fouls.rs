//! The points that the rules keep the side to move off.

use crate::board::Board;
use crate::types::PointSet;

/// The points that the side to move may not play: none but for Black in renju.
pub(super) fn forbidden(board: &Board) -> PointSet {
    if board.rule().has_fouls(board.side_to_move()) {
        board.forbidden_points()
    } else {
        PointSet::EMPTY
    }
}
