//! Iterative deepening at the root, with aspiration windows, for one or several best moves.

use std::sync::Arc;

use super::clock::{Clock, Stop};
use super::node::{NonPv, Pv};
use super::params::{ASPIRATION_FROM, ASPIRATION_WINDOW, MAX_DEPTH, PLY, Params};
use super::situation::{Situation, is_playable};
use super::tt::Table;
use super::worker::Worker;
use super::{Candidate, Request, Thought, Watch};
use crate::board::Board;
use crate::board::pattern::Threat;
use crate::eval::Weights;
use crate::types::{Point, PointSet, Score};

/// Iterations after which a forced loss is not looked at more deeply.
const LOSS_DEPTH: u32 = 12;

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove {
    point: Point,
    /// Value of the last search that gave one; below every score if none did.
    score: Score,
    line: Vec<Point>,
    /// Depth of that search, in plies.
    depth: u32,
    nodes: u64,
}

/// The alpha-beta searcher: its table and histories last from one search to the next.
#[derive(Debug)]
pub struct AlphaBeta {
    table_bytes: u64,
    table: Option<Arc<Table>>,
    worker: Option<Worker>,
    /// Weights to use for every position in place of those of its rule.
    weights: Option<&'static Weights>,
    params: Params,
}

impl AlphaBeta {
    /// A searcher whose table takes at most this many bytes, from the first search on.
    pub fn new(table_bytes: u64) -> Self {
        Self {
            table_bytes,
            table: None,
            worker: None,
            weights: None,
            params: Params::default(),
        }
    }

    /// Uses these weights for every position in place of those of its rule.
    pub fn set_weights(&mut self, weights: &'static Weights) {
        self.weights = Some(weights);
        self.clear();
    }

    /// Searches with these numbers in place of the tuned ones.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Changes the size of the table, and empties it if the size differs.
    pub fn set_table_bytes(&mut self, bytes: u64) {
        if bytes != self.table_bytes {
            self.table_bytes = bytes;
            self.clear();
        }
    }

    /// Forgets all that was learned from earlier positions.
    pub fn clear(&mut self) {
        self.table = None;
        self.worker = None;
    }

    /// Makes the table now, so that the first search does not pay for it.
    pub fn prepare(&mut self) {
        let bytes = self.table_bytes;
        self.table
            .get_or_insert_with(|| Arc::new(Table::new(bytes)));
    }

    /// Finds a move for the side to move. Answers with a playable point while there is one; in renju
    /// with a foul only if nothing else is left.
    pub fn think(
        &mut self,
        board: &Board,
        request: &Request,
        stop: &Stop,
        watch: Watch<'_>,
    ) -> Thought {
        let clock = Clock::new(&request.limits, stop, board.ply(), board.size().area());
        let table_bytes = self.table_bytes;
        let table = self
            .table
            .get_or_insert_with(|| Arc::new(Table::new(table_bytes)));
        table.age();
        let worker = match &mut self.worker {
            Some(worker) => {
                worker.reset(board, clock);
                worker
            }
            none => none.insert(Worker::new(board.clone(), Arc::clone(table), clock)),
        };
        worker.set_params(&self.params);
        if let Some(weights) = self.weights {
            worker.evaluator.reset_with(board, weights);
        }
        let mut root = Root::new(worker, request);
        root.deepen(watch);
        root.thought()
    }
}

/// One search from its root.
struct Root<'a> {
    worker: &'a mut Worker,
    request: &'a Request,
    moves: Vec<RootMove>,
    /// Completed depth.
    depth: u32,
    /// Static value, for moves that no search has valued.
    eval: Score,
}

impl<'a> Root<'a> {
    fn new(worker: &'a mut Worker, request: &'a Request) -> Self {
        let mut moves: Vec<RootMove> = root_points(&worker.board, request)
            .into_iter()
            .map(|point| RootMove {
                point,
                score: -Score::INFINITE,
                line: vec![point],
                depth: 0,
                nodes: 0,
            })
            .collect();
        moves.sort_by_key(|root| {
            std::cmp::Reverse(worker.evaluator.move_score(&worker.board, root.point))
        });
        let eval = worker.evaluator.evaluate(&worker.board);
        Self {
            worker,
            request,
            moves,
            depth: 0,
            eval,
        }
    }

    /// Searches deeper and deeper until the limits say stop, or nothing is left to find.
    fn deepen(&mut self, watch: Watch<'_>) {
        let lines = self.request.multi_pv.clamp(1, self.moves.len().max(1));
        if self.moves.is_empty() {
            return;
        }
        if self.moves.len() == 1 && self.is_timed() {
            // Nothing to choose: keep the time.
            return;
        }
        let last = self
            .request
            .limits
            .depth
            .unwrap_or(MAX_DEPTH)
            .clamp(1, MAX_DEPTH);
        let mut stable = 0u32;
        for depth in 1..=last {
            let before = self.moves[0].point;
            let old_score = self.moves[0].score;
            for line in 0..lines {
                self.aspire(depth, line);
                if self.worker.clock.is_aborted() {
                    break;
                }
            }
            if self.worker.clock.is_aborted() {
                self.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
                break;
            }
            self.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
            self.depth = depth;
            watch(&self.thought());
            let best = &self.moves[0];
            let decided = best.score.is_win() || best.score.is_loss() && depth >= LOSS_DEPTH;
            if decided && lines == 1 {
                break;
            }
            stable = if best.point == before { stable + 1 } else { 0 };
            let falling = (old_score - best.score).clamp(0, 100) as f32 / 100.0;
            let wanted = (1.3 - 0.1 * stable.min(6) as f32) * (1.0 + falling);
            if !self
                .worker
                .clock
                .may_go_on(if self.is_on_game_clock() { wanted } else { 1.0 })
            {
                break;
            }
        }
    }

    fn is_timed(&self) -> bool {
        self.request.multi_pv == 1
            && (self.request.limits.turn.is_some() || self.is_on_game_clock())
    }

    fn is_on_game_clock(&self) -> bool {
        self.request.limits.game.is_some()
    }

    /// Searches with a window around the last value that is widened until the value lies inside.
    fn aspire(&mut self, depth: u32, first: usize) {
        let old = self.moves[first].score;
        let narrow = depth > ASPIRATION_FROM && !old.is_decided() && old != -Score::INFINITE;
        let mut width = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if narrow {
            (alpha, beta) = (old - width, old + width);
        }
        loop {
            let score = self.search(alpha, beta, depth, first);
            if self.worker.clock.is_aborted() {
                return;
            }
            width *= 3;
            if score <= alpha {
                beta = Score::from_raw(i32::midpoint(alpha.raw(), beta.raw())).max(alpha + 1);
                alpha = if width > 2000 {
                    -Score::INFINITE
                } else {
                    score - width
                };
            } else if score >= beta {
                beta = if width > 2000 {
                    Score::INFINITE
                } else {
                    score + width
                };
            } else {
                return;
            }
            alpha = alpha.max(-Score::INFINITE);
            beta = beta.min(Score::INFINITE);
        }
    }

    /// One pass over the root moves from number `first` on; the best one is moved to that place.
    fn search(&mut self, mut alpha: Score, beta: Score, depth: u32, first: usize) -> Score {
        let full_depth = depth as i32 * PLY;
        let mut best = -Score::INFINITE;
        for i in first..self.moves.len() {
            let point = self.moves[i].point;
            let nodes = self.worker.nodes;
            self.worker.place(0, point);
            let mut score = -Score::INFINITE;
            let mut exact = i == first;
            if !exact {
                let late = depth >= 3 && i >= first + 4;
                let reduction = if late {
                    self.worker.root_reduction(depth, i - first)
                } else {
                    0
                };
                score = -self.worker.search::<NonPv>(
                    -alpha - 1,
                    -alpha,
                    full_depth - PLY - reduction,
                    1,
                    true,
                );
                if score > alpha && reduction > 0 {
                    score =
                        -self
                            .worker
                            .search::<NonPv>(-alpha - 1, -alpha, full_depth - PLY, 1, true);
                }
                exact = score > alpha;
            }
            if exact {
                score = -self
                    .worker
                    .search::<Pv>(-beta, -alpha, full_depth - PLY, 1, false);
            }
            self.worker.undo();
            if self.worker.clock.is_aborted() {
                return best;
            }
            let root = &mut self.moves[i];
            root.nodes += self.worker.nodes - nodes;
            if score > best {
                best = score;
            }
            if i == first || score > alpha {
                root.score = score;
                root.depth = depth;
                root.line.clear();
                root.line.push(point);
                root.line.extend_from_slice(&self.worker.stack[1].line);
                self.moves[first..=i].rotate_right(1);
            }
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The value of a root move, or of the position where no search has given one.
    fn value(&self, root: &RootMove) -> Score {
        if root.score == -Score::INFINITE {
            self.eval
        } else {
            root.score
        }
    }

    fn thought(&self) -> Thought {
        let lines = self.request.multi_pv.clamp(1, self.moves.len().max(1));
        let best = self.moves.first();
        Thought {
            best: best.map(|root| root.point),
            score: best.map_or(Score::DRAW, |root| self.value(root)),
            candidates: self
                .moves
                .iter()
                .take(lines)
                .map(|root| Candidate {
                    score: self.value(root),
                    line: root.line.clone(),
                    depth: root.depth,
                    nodes: root.nodes,
                })
                .collect(),
            depth: self.depth,
            selective_depth: self.worker.selective_depth as u32,
            nodes: self.worker.nodes,
            solver_nodes: self.worker.solver_nodes,
            time: self.request.limits.start.elapsed(),
            solver: String::new(),
        }
    }
}

/// The points to choose from: what the situation leaves, without those that are excluded or
/// fouls, as long as any point remains.
fn root_points(board: &Board, request: &Request) -> Vec<Point> {
    let excluded = &request.excluded;
    let side = board.side_to_move();
    let narrow: Vec<Point> = match Situation::of(board) {
        Situation::Won(1) => board.threat_points(side, Threat::Five).iter().collect(),
        Situation::Won(_) => board.threat_points(side, Threat::OpenFour).iter().collect(),
        Situation::Lost(2) => board.threat_points(!side, Threat::Five).iter().collect(),
        Situation::Lost(_) => board
            .threat_points(!side, Threat::OpenFour)
            .iter()
            .collect(),
        Situation::AgainstFive(points) | Situation::AgainstOpenFour(points) => points.to_vec(),
        Situation::Free => board.candidates().iter().collect(),
    };
    let center = PointSet::from_iter([board.size().center()]);
    let wider = [center.intersection(board.empties()), *board.empties()];
    let allowed = |points: Vec<Point>| -> Vec<Point> {
        points
            .into_iter()
            .filter(|point| !excluded.contains(point) && is_playable(board, *point))
            .collect()
    };
    let may_hold = |point: &Point| request.narrowed.is_none_or(|set| set.contains(*point));
    let mut points = allowed(narrow.iter().copied().filter(may_hold).collect());
    if points.is_empty() {
        points = allowed(narrow);
    }
    for set in wider {
        if points.is_empty() {
            points = allowed(set.iter().collect());
        }
    }
    if points.is_empty() {
        // Nothing but fouls, or everything is excluded: any empty point is better than no answer.
        points = board.empties().iter().collect();
    }
    points
}

impl Worker {
    fn root_reduction(&self, depth: u32, number: usize) -> i32 {
        (self.reduction(depth as i32, number as i32) / 2 - PLY).max(0)
    }
}
