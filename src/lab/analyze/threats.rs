//! Where a side could make a five, a four or an open three with one stone.

use serde::Serialize;

use crate::board::Board;
use crate::board::pattern::Pattern;
use crate::board::threats::pattern_of;
use crate::types::{Color, Direction, Point};

/// The points of one side, in the words of the page's title. A point that makes a five is listed
/// there alone; any other one in each list that fits. Black's fouls in renju are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Threats {
    /// The winning row.
    pub(super) fives: Vec<String>,
    /// A four that cannot be stopped: an open four, or fours on two lines.
    pub(super) open_fours: Vec<String>,
    /// One four that can be stopped.
    pub(super) fours: Vec<String>,
    /// A three that becomes an open four if nobody answers.
    pub(super) open_threes: Vec<String>,
}

impl Threats {
    /// The threats of a side.
    pub(super) fn of(board: &Board, color: Color) -> Self {
        let mut threats = Self::default();
        for point in board.empties() {
            threats.add(board, point, color);
        }
        threats
    }

    fn add(&mut self, board: &Board, point: Point, color: Color) {
        let code = board.code(point);
        let patterns = Direction::ALL.map(|direction| pattern_of(code, color, direction));
        let count = |test: fn(Pattern) -> bool| patterns.iter().filter(|&&p| test(p)).count();
        let (fives, open_fours) = (
            count(|pattern| pattern == Pattern::Five),
            count(|pattern| pattern == Pattern::OpenFour),
        );
        let fours = count(Pattern::is_simple_four);
        let threes = count(Pattern::is_open_three);
        if fives > 0 {
            self.fives.push(point.to_string());
            return;
        }
        if fours + open_fours + threes == 0
            || board.rule().has_fouls(color) && board.is_forbidden(point)
        {
            return;
        }
        if open_fours > 0 || fours > 1 {
            self.open_fours.push(point.to_string());
        } else if fours == 1 {
            self.fours.push(point.to_string());
        }
        if threes > 0 {
            self.open_threes.push(point.to_string());
        }
    }
}
