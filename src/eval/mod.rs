//! What a position is worth: [`Board`] in, [`Score`] for the side to move out.
//!
//! The value is a sum over empty points of what each side would make there, plus a term for the
//! threats that stand. The sums follow the board's change lists, and only when a value is asked
//! for: a node that needs none pays nothing.

#![forbid(unsafe_code)]

mod weights;

pub use weights::{CodeWeights, Weights};

use crate::board::Board;
use crate::board::pattern::Threat;
use crate::board::threats::{Code, side_code};
use crate::types::{Color, PerColor, Point, Score};

/// Sums over the empty points for one side: its value when it is to move, and when it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    to_move: i32,
    waiting: i32,
}

impl Sums {
    #[inline]
    fn add(&mut self, weights: &CodeWeights) {
        self.to_move += i32::from(weights.to_move);
        self.waiting += i32::from(weights.waiting);
    }

    #[inline]
    fn sub(&mut self, weights: &CodeWeights) {
        self.to_move -= i32::from(weights.to_move);
        self.waiting -= i32::from(weights.waiting);
    }
}

/// Evaluates the positions of one board as stones come and go.
#[derive(Debug)]
pub struct Evaluator {
    weights: &'static Weights,
    /// Sums after each ply, from the board that was reset to; the last ones may be missing.
    sums: Vec<PerColor<Sums>>,
    /// Plies on the board that was reset to.
    base: usize,
}

impl Evaluator {
    /// An evaluator for this board and what is played on it.
    pub fn new(board: &Board) -> Self {
        let mut evaluator = Self {
            weights: Weights::of(board.rule()),
            sums: Vec::with_capacity(board.size().area() + 1),
            base: 0,
        };
        evaluator.reset(board);
        evaluator
    }

    /// Starts afresh from this board.
    pub fn reset(&mut self, board: &Board) {
        self.weights = Weights::of(board.rule());
        self.base = board.ply();
        self.sums.clear();
        let mut sums = PerColor::<Sums>::default();
        for point in board.empties() {
            for color in Color::BOTH {
                sums[color].add(self.weights.code(board.code(point), color));
            }
        }
        self.sums.push(sums);
    }

    /// Must be told of every stone taken back.
    #[inline]
    pub fn undo(&mut self, board: &Board) {
        self.sums.truncate(board.ply() - self.base + 1);
    }

    /// The sums of the board's position.
    fn sums(&mut self, board: &Board) -> PerColor<Sums> {
        while self.sums.len() <= board.ply() - self.base {
            let ply = self.base + self.sums.len() - 1;
            let mut sums = self.sums[self.sums.len() - 1];
            for change in board.changes(ply) {
                for color in Color::BOTH {
                    sums[color].sub(self.weights.code(change.old, color));
                    sums[color].add(self.weights.code(change.new, color));
                }
            }
            self.sums.push(sums);
        }
        self.sums[self.sums.len() - 1]
    }

    /// The value for the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let sums = self.sums(board);
        let side = board.side_to_move();
        let material = sums[side].to_move - sums[!side].waiting;
        Score::from_eval(material + self.weights.threats(board))
    }

    /// How good an empty point looks as a move of the side to move, for ordering: higher first.
    #[inline]
    pub fn move_score(&self, board: &Board, point: Point) -> i32 {
        let side = board.side_to_move();
        let code: Code = board.code(point);
        i32::from(self.weights.code(code, side).own_move)
            + i32::from(self.weights.code(code, !side).opponent_move)
    }
}

impl Weights {
    /// The worth of the threats that stand, for the side to move.
    #[inline]
    fn threats(&self, board: &Board) -> i32 {
        let side = board.side_to_move();
        let has = |color: Color, threat: Threat| usize::from(board.threat_count(color, threat) > 0);
        let own = has(side, Threat::FourThree)
            | has(side, Threat::DoubleThree) << 1
            | (has(side, Threat::ThreePlus) | has(side, Threat::Three)) << 2
            | (has(side, Threat::Four) | has(side, Threat::FourPlus)) << 3;
        let other = !side;
        let opponent = has(other, Threat::OpenFour)
            | has(other, Threat::FourThree) << 1
            | has(other, Threat::DoubleThree) << 2
            | (has(other, Threat::ThreePlus) | has(other, Threat::Three)) << 3
            | (has(other, Threat::Four) | has(other, Threat::FourPlus)) << 4;
        self.threat_mask(own | opponent << 4)
    }

    /// The weights of one side's code of a point.
    #[inline]
    fn code(&self, code: Code, color: Color) -> &CodeWeights {
        &self.codes[color][side_code(code, color) as usize]
    }
}
