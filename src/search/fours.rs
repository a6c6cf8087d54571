//! The four search at leaves: does the side to move win by fours alone?

use super::params::LEAF_FOURS;
use super::situation::{four_set, is_playable};
use super::worker::Worker;
use crate::board::Points;
use crate::board::pattern::Threat;
use crate::types::{Point, Score};

impl Worker {
    /// The score of a win by fours for the side to move, if a short search finds one.
    pub(super) fn win_by_fours(&mut self, ply: usize) -> Option<Score> {
        let mut budget = LEAF_FOURS;
        let plies = self.fours(&mut budget, None)?;
        Some(Score::win_in(ply + plies))
    }

    /// Plies to the five, if the side to move wins by fours; `last` is its last stone, near which
    /// the next four is looked for.
    fn fours(&mut self, budget: &mut usize, last: Option<Point>) -> Option<usize> {
        let side = self.board.side_to_move();
        if self.board.threat_count(side, Threat::Five) > 0 {
            return Some(1);
        }
        let mut fours: Points;
        if self.board.threat_count(!side, Threat::Five) > 0 {
            fours = self.board.five_replies();
            fours.retain(|point| {
                let threat = self.board.threat(*point, side);
                (Threat::Four..=Threat::OpenFour).contains(&threat)
            });
        } else if self.board.threat_count(side, Threat::OpenFour) > 0 {
            return Some(3);
        } else {
            fours = four_set(&self.board, side).iter().collect();
        }
        if let Some(last) = last {
            fours.retain(|point| is_near(*point, last));
        }
        fours.sort_by_key(|point| std::cmp::Reverse(self.board.threat(*point, side)));
        fours.into_iter().find_map(|four| self.four(budget, four))
    }

    /// Plies to the five if this four wins, whatever the answer.
    fn four(&mut self, budget: &mut usize, four: Point) -> Option<usize> {
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        self.place_for_solver(four);
        let mut replies = self.board.five_replies();
        replies.retain(|reply| is_playable(&self.board, *reply));
        let side = self.board.side_to_move();
        let mut plies = Some(3);
        if self.board.threat_count(side, Threat::Five) > 0 {
            plies = None;
        }
        for reply in replies {
            if plies.is_none() {
                break;
            }
            self.place_for_solver(reply);
            let rest = self.fours(budget, Some(four));
            self.undo();
            plies = rest.and_then(|rest| plies.map(|plies: usize| plies.max(rest + 2)));
        }
        self.undo();
        plies
    }
}

/// Whether two points share a line within five cells, or lie close to each other.
fn is_near(a: Point, b: Point) -> bool {
    let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
    dx.max(dy) <= 5 && (dx == 0 || dy == 0 || dx == dy || dx.max(dy) <= 2)
}
