//! What earlier parts of the search say about moves: good ones first, hopeless ones less deep.

use super::params::HISTORY_MAX;
use crate::types::{CELLS, Color, MAX_PLY, PerColor, Point};

/// Moves that cut, by several measures.
#[derive(Debug)]
pub(super) struct History {
    /// By side and cell.
    butterfly: PerColor<Box<[i16; CELLS]>>,
    /// The last two moves that cut at each ply.
    killers: Vec<[Option<Point>; 2]>,
    /// The move that last refuted a move of the other side.
    counters: PerColor<Box<[Option<Point>; CELLS]>>,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            butterfly: PerColor([Box::new([0; CELLS]), Box::new([0; CELLS])]),
            killers: vec![[None; 2]; MAX_PLY + 1],
            counters: PerColor([Box::new([None; CELLS]), Box::new([None; CELLS])]),
        }
    }

    /// Before a search of another position of the same game.
    pub(super) fn age(&mut self) {
        for color in Color::BOTH {
            for value in self.butterfly[color].iter_mut() {
                *value /= 2;
            }
        }
        self.killers.fill([None; 2]);
    }

    /// How often a side's move there cut, within +-[`HISTORY_MAX`].
    #[inline]
    pub(super) fn value(&self, side: Color, point: Point) -> i32 {
        i32::from(self.butterfly[side][point.index()])
    }

    #[inline]
    pub(super) fn is_killer(&self, ply: usize, point: Point) -> bool {
        self.killers[ply].contains(&Some(point))
    }

    /// The move of `side` that last refuted `previous`.
    #[inline]
    pub(super) fn counter(&self, side: Color, previous: Option<Point>) -> Option<Point> {
        previous.and_then(|point| self.counters[side][point.index()])
    }

    /// Moves a value towards the bonus, the slower the nearer it is to its limit.
    #[inline]
    pub(super) fn update(&mut self, side: Color, point: Point, bonus: i32) {
        let value = &mut self.butterfly[side][point.index()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }

    /// Takes note of a move that cut.
    pub(super) fn cut(&mut self, side: Color, ply: usize, point: Point, previous: Option<Point>) {
        if self.killers[ply][0] != Some(point) {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = Some(point);
        }
        if let Some(previous) = previous {
            self.counters[side][previous.index()] = Some(point);
        }
    }
}
