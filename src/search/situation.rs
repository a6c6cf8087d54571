//! What the standing threats leave to decide: nothing, a forced answer, a choice of defences, or
//! a free move.

use crate::board::pattern::Threat;
use crate::board::{Board, Points};
use crate::types::{Color, Point, PointSet};

/// The side to move's situation.
#[derive(Debug)]
pub(crate) enum Situation {
    /// It wins in this many plies (1: a five, 3: a four that cannot be stopped).
    Won(usize),
    /// It loses in two plies: a five that it cannot stop.
    Lost,
    /// The opponent threatens a five; these points stop it.
    AgainstFive(Points),
    /// The opponent threatens a four that cannot be stopped; these points, and own fours, may help.
    AgainstOpenFour(Points),
    /// Any move may be good.
    Free,
}

impl Situation {
    /// Looks at the threats on the board. The verdicts hold in every rule: `tests/verdicts.rs`
    /// tries them by brute force.
    pub(crate) fn of(board: &mut Board) -> Self {
        let side = board.side_to_move();
        if board.threat_count(side, Threat::Five) > 0 {
            return Self::Won(1);
        }
        if board.threat_count(!side, Threat::Five) > 0 {
            let mut replies = board.five_replies();
            replies.retain(|point| is_playable(board, *point));
            return if replies.is_empty() {
                Self::Lost
            } else {
                Self::AgainstFive(replies)
            };
        }
        if board.threat_count(side, Threat::OpenFour) > 0 {
            return Self::Won(3);
        }
        if board.threat_count(!side, Threat::OpenFour) > 0 {
            let mut replies = board.open_four_replies();
            for point in &four_set(board, side) {
                if !replies.contains(&point) {
                    replies.push(point);
                }
            }
            return Self::AgainstOpenFour(replies);
        }
        Self::Free
    }
}

/// The points where a side makes a four that can be stopped.
pub(super) fn four_set(board: &Board, side: Color) -> PointSet {
    let set = |threat| board.threat_points(side, threat);
    set(Threat::FourThree)
        .union(set(Threat::FourPlus))
        .union(set(Threat::Four))
}

/// How many points there are where a side makes a four that can be stopped.
#[inline]
pub(super) fn four_count(board: &Board, side: Color) -> usize {
    let count = |threat| board.threat_count(side, threat);
    count(Threat::FourThree) + count(Threat::FourPlus) + count(Threat::Four)
}

/// Whether the side to move may play on this empty point.
#[inline]
pub(crate) fn is_playable(board: &Board, point: Point) -> bool {
    let side = board.side_to_move();
    board.threat(point, side) != Threat::Foul || !board.is_forbidden(point)
}
