//! Follows a position known to be won by fours to its end: the longest line of play, and the points
//! on which the win depends.

use super::Line;
use super::light::{Answers, FIVE_CELLS, Light, bits, half, places, point_at, windows_with};
use super::vcf::Search;
use crate::types::{Color, Point, PointSet};

/// Farthest cell on a line that decides whether a stone is a foul.
const FOUL_REACH: i32 = 6;

impl Search<'_> {
    /// The line of play from a won position, the defender holding out as long as he can.
    pub(super) fn line(&mut self, line: &mut Line) {
        line.clear();
        if let Some(five) = self.light.winning_point(self.attacker) {
            line.push(five);
        } else {
            let must = self.light.answers_to_fours(!self.attacker);
            self.longest_line(must, line);
        }
    }

    /// Follows a won position to its end, the defender holding out as long as he can.
    fn longest_line(&mut self, must: Option<Answers>, line: &mut Line) {
        let Some(four) = self.winning_four(must) else {
            return;
        };
        line.push(four.point);
        self.light.place(four.point, self.attacker);
        let mut longest = Line::new();
        for answer in four.answers.iter() {
            if self.defender_fouls && self.light.is_foul(answer) {
                continue;
            }
            self.light.place(answer, !self.attacker);
            let mut rest = Line::new();
            rest.push(answer);
            let must = self.light.answers_to_fours_at(answer, !self.attacker);
            self.longest_line(must, &mut rest);
            self.light.undo();
            if rest.len() > longest.len() {
                longest = rest;
            }
        }
        if longest.is_empty() {
            // No answer is left: any will do, the next stone wins.
            self.finish(&mut longest);
        }
        line.extend_from_slice(&longest);
        self.light.undo();
    }

    /// A useless answer to a four that has none, and the five.
    fn finish(&mut self, line: &mut Line) {
        let defender = !self.attacker;
        let Some(five) = self.light.winning_point(self.attacker) else {
            return;
        };
        let legal = |light: &mut Light, point| {
            light.is_empty(point) && !(self.defender_fouls && light.is_foul(point))
        };
        let size = self.light.size();
        let answer = std::iter::once(five)
            .chain(size.points())
            .find(|&point| legal(self.light, point));
        let Some(answer) = answer else { return };
        self.light.place(answer, defender);
        let five = self.light.winning_point(self.attacker);
        self.light.undo();
        line.push(answer);
        line.extend(five);
    }

    /// Adds the points on which a win depends: a stone of the defender's anywhere else, unless it
    /// is a four or a five, leaves every four of the win with the answers that it has now.
    pub(super) fn zone(&mut self, zone: &mut PointSet) {
        if let Some(answers) = self.light.answers_to_fours(self.attacker) {
            answers.iter().for_each(|point| zone.insert(point));
        } else {
            let must = self.light.answers_to_fours(!self.attacker);
            self.zone_of_fours(must, zone);
        }
    }

    fn zone_of_fours(&mut self, must: Option<Answers>, zone: &mut PointSet) {
        let Some(four) = self.winning_four(must) else {
            // Cannot happen while a search of its own is unbounded; all points are a safe answer.
            *zone = zone.union(&self.light.size().all());
            return;
        };
        add_windows(self.light, four.point, self.attacker, true, zone);
        if self.attacker_fouls && self.light.may_be_double_three(four.point) {
            add_foul_reach(self.light, four.point, zone);
        }
        self.light.place(four.point, self.attacker);
        for answer in four.answers.iter() {
            zone.insert(answer);
            if self.defender_fouls && self.light.is_foul(answer) {
                add_foul_reach(self.light, answer, zone);
                continue;
            }
            self.light.place(answer, !self.attacker);
            // Where another stone would have turned the answer into a four.
            add_windows(self.light, answer, !self.attacker, false, zone);
            let must = self.light.answers_to_fours_at(answer, !self.attacker);
            self.zone_of_fours(must, zone);
            self.light.undo();
        }
        self.light.undo();
    }
}

/// Adds the empty cells of a colour's windows of three through a point, and in caro the ends of
/// these windows if asked for.
fn add_windows(light: &Light, point: Point, color: Color, ends: bool, zone: &mut PointSet) {
    let ends = ends && light.rule().closed_five_fails();
    for at in places(point) {
        let empties = light.empties(at.line);
        for first in bits(half(light.line(at.line).threes, color) & windows_with(at.bit)) {
            let wide = if ends {
                0b111_1111 << (first - 1)
            } else {
                FIVE_CELLS << first
            };
            for bit in bits(empties & wide) {
                zone.insert(point_at(at.line, bit));
            }
        }
    }
}

/// Adds every empty cell that decides whether a black stone on the point is a foul.
fn add_foul_reach(light: &mut Light, point: Point, zone: &mut PointSet) {
    let here = light.is_empty(point);
    for direction in crate::types::Direction::ALL {
        for sign in [1, -1] {
            let cells = (1..=FOUL_REACH)
                .map(|steps| point.offset(sign * direction.step(), steps))
                .take_while(|&cell| light.size().contains(cell));
            cells
                .filter(|&cell| light.is_empty(cell))
                .for_each(|cell| zone.insert(cell));
        }
    }
    if here && light.may_be_double_three(point) {
        let makers = light.straight_four_points(point);
        light.place(point, Color::Black);
        for maker in makers {
            add_foul_reach(light, maker, zone);
        }
        light.undo();
    }
}
