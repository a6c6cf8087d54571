//! Complete sets of answers to a threat that cannot be ignored.

use smallvec::SmallVec;

use super::Board;
use super::pattern::{Pattern, Threat};
use super::threats::pattern_of;
use crate::types::{Color, Direction, MARGIN, Point};

/// A short list of points.
pub type Points = SmallVec<[Point; 32]>;

impl Board {
    /// The points where the side to move stops every five that the opponent threatens to make
    /// next, fouls not looked at. Empty if there is none, and also if no five is threatened.
    pub fn five_replies(&self) -> Points {
        let opponent = !self.side_to_move();
        let fives = self.threat_points(opponent, Threat::Five);
        let mut replies = Points::new();
        if !self.rule().closed_five_fails() {
            if self.threat_count(opponent, Threat::Five) == 1 {
                replies.extend(fives.first());
            }
            return replies;
        }
        let Some(five) = fives.first() else {
            return replies;
        };
        replies = self.line_cells(five, opponent, |pattern| pattern == Pattern::Five);
        replies.retain(|reply| {
            !fives
                .iter()
                .any(|five| self.leaves(*reply, five, Threat::Five))
        });
        replies
    }

    /// Points among which are all those where the side to move, without a four of its own, keeps
    /// the opponent from an unstoppable four: after a stone there, no point where the opponent
    /// would make one is left of those that there are now. For use while the opponent has such a
    /// point and no five.
    pub fn open_four_replies(&self) -> Points {
        let opponent = !self.side_to_move();
        let is_four = |pattern: Pattern| pattern.is_simple_four() || pattern == Pattern::OpenFour;
        let fours = self.threat_points(opponent, Threat::OpenFour);
        let Some(first) = fours.first() else {
            return Points::new();
        };
        let mut replies = self.line_cells(first, opponent, is_four);
        replies.retain(|reply| {
            !fours
                .iter()
                .any(|four| self.leaves(*reply, four, Threat::OpenFour))
        });
        replies
    }

    /// Whether a point where the opponent has a threat keeps it once the side to move has played
    /// on another one, or on itself.
    fn leaves(&self, reply: Point, point: Point, threat: Threat) -> bool {
        if reply == point {
            return false;
        }
        let side = self.side_to_move();
        let Some((direction, steps)) = point.steps_to(reply) else {
            return true;
        };
        let code = self
            .threats
            .code_with(&self.lines, point, direction, steps, side);
        self.threats.threat_of(code, !side) == threat
    }

    /// An empty point, and the empty cells within five of it on those of its lines where the
    /// side's pattern passes the test.
    fn line_cells(&self, point: Point, side: Color, test: impl Fn(Pattern) -> bool) -> Points {
        let mut cells = Points::new();
        cells.push(point);
        let code = self.code(point);
        for direction in Direction::ALL {
            if !test(pattern_of(code, side, direction)) {
                continue;
            }
            for sign in [1, -1] {
                for steps in 1..=MARGIN as i32 {
                    let cell = point.offset(direction.step(), sign * steps);
                    if self.is_empty(cell) {
                        cells.push(cell);
                    } else if self.cell(cell) != side.into() {
                        break;
                    }
                }
            }
        }
        cells
    }
}
