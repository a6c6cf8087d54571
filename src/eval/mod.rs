//! What a position is worth: [`Board`] in, [`Score`] for the side to move out.
//!
//! The value is a sum over empty points of what each side would make there, single and in pairs of
//! both sides, plus a term for the threats that stand. The sums follow the board's change lists, and
//! only when a value is asked for: a node that needs none pays nothing. All numbers are integers, and
//! the value depends on the position alone.

#![forbid(unsafe_code)]

pub mod features;
pub mod file;
mod hand;
pub mod net;
mod ordering;
mod weights;

pub use file::WeightsError;
pub use ordering::MoveScorer;
pub use weights::{FRACTION, Tables, Weights};

use crate::board::Board;
use crate::types::{Color, PerColor, Point, Score};
use weights::Sums;

/// Evaluates the positions of one board as stones come and go.
#[derive(Debug)]
pub struct Evaluator {
    weights: &'static Weights,
    /// Sums after each ply, from the board that was reset to; the last ones may be missing.
    sums: Vec<Sums>,
    /// Plies on the board that was reset to.
    base: usize,
    /// What an empty board of this size is worth beyond one of the size that the weights were
    /// trained on, by side to move: a larger board has more untouched points, which say nothing.
    excess: PerColor<i32>,
}

impl Evaluator {
    /// An evaluator for this board and what is played on it.
    pub fn new(board: &Board) -> Self {
        Self::with_weights(board, Weights::of(board.rule(), board.size()))
    }

    /// An evaluator for this board with other weights than those of its rule.
    pub fn with_weights(board: &Board, weights: &'static Weights) -> Self {
        let mut evaluator = Self {
            weights,
            sums: Vec::with_capacity(board.size().area() + 1),
            base: 0,
            excess: PerColor([0; 2]),
        };
        evaluator.start(board);
        evaluator
    }

    /// Starts afresh from this board, with the weights of its rule.
    pub fn reset(&mut self, board: &Board) {
        self.reset_with(board, Weights::of(board.rule(), board.size()));
    }

    /// Starts afresh from this board, with these weights.
    pub fn reset_with(&mut self, board: &Board, weights: &'static Weights) {
        self.weights = weights;
        self.start(board);
    }

    fn start(&mut self, board: &Board) {
        self.base = board.ply();
        self.sums.clear();
        let empty = self.fresh_sums(&Board::new(board.size(), board.rule()));
        self.sums.push(self.fresh_sums(board).without(&empty));
        let home = self.weights.home_size();
        self.excess = PerColor([0; 2]);
        if home != board.size() {
            let there = self.fresh_sums(&Board::new(home, board.rule()));
            self.excess = PerColor(Color::BOTH.map(|side| empty.of(side) - there.of(side)));
        }
    }

    fn fresh_sums(&self, board: &Board) -> Sums {
        let mut sums = Sums::default();
        for point in board.empties() {
            self.weights.add(&mut sums, board.code(point));
        }
        sums
    }

    /// Must be told of every stone taken back.
    #[inline]
    pub fn undo(&mut self, board: &Board) {
        self.sums.truncate(board.ply() - self.base + 1);
    }

    /// The sums of the board's position.
    #[inline]
    fn sums(&mut self, board: &Board) -> Sums {
        while self.sums.len() <= board.ply() - self.base {
            let ply = self.base + self.sums.len() - 1;
            let sums = self.sums[self.sums.len() - 1];
            let sums = self.weights.follow(sums, board.changes(ply));
            self.sums.push(sums);
        }
        self.sums[self.sums.len() - 1]
    }

    /// The value for the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let side = board.side_to_move();
        let sums = self.sums(board);
        let mask = features::mask_of(board);
        let sum = self.weights.value(&sums, side, mask) - self.excess[side];
        Score::from_eval((sum + (1 << (FRACTION - 1))) >> FRACTION)
    }

    /// Orders the moves of the board's position.
    #[inline]
    pub fn scorer<'a>(&'a self, board: &'a Board) -> MoveScorer<'a> {
        MoveScorer::new(self.weights, board)
    }

    /// How good an empty point looks as a move of the side to move, for ordering: higher first.
    pub fn move_score(&self, board: &Board, point: Point) -> i32 {
        self.scorer(board).score(point)
    }
}
