//! The one place where the protocol asks the board for renju's forbidden points.

use crate::board::Board;
use crate::types::PointSet;

/// The points that the side to move may not play.
// TO CONNECT: the board does not tell forbidden points yet; until then there are none.
pub(super) fn forbidden(board: &Board) -> PointSet {
    debug_assert!(board.ply() <= board.size().area());
    PointSet::EMPTY
}
