//! Moves in the order in which they are worth trying, none sorted before it is asked for.

use smallvec::SmallVec;

use super::situation::{Situation, is_playable, is_quiet};
use super::worker::Worker;
use crate::types::{Point, PointSet};

/// What comes next when all listed moves are handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The table's move.
    Table,
    /// The situation's answers, or the points where a side makes an open two or better.
    Telling,
    /// All other points: most nodes never come to them.
    Plain,
    /// Nothing.
    Done,
}

/// Hands out the moves of one node.
#[derive(Debug)]
pub(super) struct MovePicker {
    table_move: Option<Point>,
    stage: Stage,
    moves: SmallVec<[(Point, i32); 160]>,
    /// Moves handed out of `moves`.
    next: usize,
}

impl MovePicker {
    /// A picker that begins with the table's move, if it is one that the situation allows.
    pub(super) fn new(worker: &Worker, situation: &Situation, table_move: Option<Point>) -> Self {
        let board = &worker.board;
        let table_move = table_move.filter(|&point| {
            board.is_empty(point)
                && match situation {
                    Situation::AgainstFive(replies) | Situation::AgainstOpenFour(replies) => {
                        replies.contains(&point)
                    }
                    _ => true,
                }
                && is_playable(board, point)
        });
        Self {
            table_move,
            stage: Stage::Table,
            moves: SmallVec::new(),
            next: 0,
        }
    }

    /// The next move to try.
    pub(super) fn next(
        &mut self,
        worker: &Worker,
        situation: &Situation,
        ply: usize,
    ) -> Option<Point> {
        loop {
            while self.next < self.moves.len() {
                let best = self.best_remaining();
                self.moves.swap(self.next, best);
                let (point, _) = self.moves[self.next];
                self.next += 1;
                if is_playable(&worker.board, point) {
                    return Some(point);
                }
            }
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Telling;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::Telling | Stage::Plain => self.list(worker, situation, ply),
                Stage::Done => return None,
            }
        }
    }

    /// Hands out no quiet moves from now on.
    pub(super) fn drop_quiet(&mut self, worker: &Worker) {
        // Plain moves are all quiet.
        if self.stage == Stage::Plain {
            self.stage = Stage::Done;
        }
        let mut kept = self.next;
        for i in self.next..self.moves.len() {
            if !is_quiet(&worker.board, self.moves[i].0) {
                self.moves[kept] = self.moves[i];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Index of the best move not handed out yet; ties go to the lower point.
    fn best_remaining(&self) -> usize {
        let mut best = self.next;
        for i in self.next + 1..self.moves.len() {
            let ((point, score), (best_point, best_score)) = (self.moves[i], self.moves[best]);
            if score > best_score || score == best_score && point < best_point {
                best = i;
            }
        }
        best
    }

    /// Lists the moves of this stage.
    #[inline(never)]
    fn list(&mut self, worker: &Worker, situation: &Situation, ply: usize) {
        let skip = self.table_move;
        let counter = worker
            .history
            .counter(worker.board.side_to_move(), worker.board.last_move());
        let (points, all_listed) = match situation {
            Situation::AgainstFive(replies) | Situation::AgainstOpenFour(replies) => {
                (replies.iter().copied().collect::<PointSet>(), true)
            }
            _ => {
                let candidates = worker.board.candidates();
                let telling = worker.board.points_from_two();
                if self.stage == Stage::Telling {
                    (candidates.intersection(&telling), false)
                } else {
                    (candidates.difference(&telling), true)
                }
            }
        };
        let scorer = worker.evaluator.scorer(&worker.board);
        for point in &points {
            if Some(point) != skip {
                let score = scorer.score(point) + past(worker, ply, point, counter);
                self.moves.push((point, score));
            }
        }
        self.stage = if all_listed {
            Stage::Done
        } else {
            Stage::Plain
        };
    }
}

/// What earlier parts of the search say of a move.
fn past(worker: &Worker, ply: usize, point: Point, counter: Option<Point>) -> i32 {
    let side = worker.board.side_to_move();
    let params = &worker.params;
    let mut score = worker.history.value(side, point) / params.history_per_score;
    if worker.history.is_killer(ply, point) {
        score += params.killer_score;
    }
    if counter == Some(point) {
        score += params.counter_score;
    }
    score
}
