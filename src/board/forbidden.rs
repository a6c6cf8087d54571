//! The fouls of renju: overline, double four, double three.
//!
//! The first two are read off the lines. A double three is one only if at least two of its threes
//! are real: a stone that turns the three into a straight four must itself be playable for Black,
//! with the new stone on the board, and that is the same question again. Each level adds a stone, so
//! it ends. Only points with threes on two lines ever get that far.

use super::lines::Lines;
use super::star::{Star, Threes};
use super::verdict::{Foul, Verdict};
use super::{Board, lines};
use crate::types::{Color, Direction, Point, PointSet};

impl Board {
    /// Whether Black may not play this empty point: always false outside renju.
    #[inline]
    pub fn is_forbidden(&self, point: Point) -> bool {
        if !self.rule.has_fouls(Color::Black) {
            return false;
        }
        let star = Star::new(&self.lines, point, Color::Black);
        if star.fives() != 0 {
            return false;
        }
        star.overlines() != 0
            || star.count_fours() >= 2
            || self.is_double_three(point, star.threes())
    }

    /// Every reason why Black may not play this empty point: none outside renju.
    pub fn foul(&self, point: Point) -> Option<Foul> {
        match self.verdict(point, Color::Black) {
            Verdict::Foul(foul) => Some(foul),
            Verdict::None | Verdict::Five => None,
        }
    }

    /// The empty points that Black may not play, whoever is to move: none outside renju.
    pub fn forbidden_points(&self) -> PointSet {
        if !self.rule.has_fouls(Color::Black) {
            return PointSet::EMPTY;
        }
        self.empties
            .iter()
            .filter(|&point| self.is_forbidden(point))
            .collect()
    }

    /// The reasons against a point whose lines hold no five.
    pub(super) fn foul_of(&self, point: Point, star: Star) -> Option<Foul> {
        let reasons = [
            (star.overlines() != 0, Foul::OVERLINE),
            (star.count_fours() >= 2, Foul::DOUBLE_FOUR),
            (
                self.is_double_three(point, star.threes()),
                Foul::DOUBLE_THREE,
            ),
        ];
        reasons
            .into_iter()
            .filter_map(|(holds, foul)| holds.then_some(foul))
            .reduce(|all, foul| all | foul)
    }

    #[inline]
    fn is_double_three(&self, point: Point, threes: Threes) -> bool {
        threes.lines() >= 2 && {
            let mut lines = self.lines.clone();
            if lines.cell(point) == lines::EMPTY {
                lines.toggle_stone(point, Color::Black);
            }
            has_two_real_threes(&mut lines, point, threes)
        }
    }
}

/// Whether threes on at least two lines through `point`, where a black stone stands, can become
/// straight fours by playable stones. Leaves `lines` as it was.
fn has_two_real_threes(lines: &mut Lines, point: Point, threes: Threes) -> bool {
    let mut real = 0;
    for direction in Direction::ALL {
        if threes
            .completions(point, direction)
            .any(|completion| is_playable(lines, completion))
        {
            real += 1;
            if real == 2 {
                return true;
            }
        }
    }
    false
}

/// Whether Black may play this empty point without making a five.
fn is_playable(lines: &mut Lines, point: Point) -> bool {
    let star = Star::new(lines, point, Color::Black);
    if star.fives() | star.overlines() != 0 || star.count_fours() >= 2 {
        return false;
    }
    let threes = star.threes();
    if threes.lines() < 2 {
        return true;
    }
    lines.toggle_stone(point, Color::Black);
    let foul = has_two_real_threes(lines, point, threes);
    lines.toggle_stone(point, Color::Black);
    !foul
}
