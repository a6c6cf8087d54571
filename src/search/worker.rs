//! Alpha-beta on one thread: everything that a search changes on its way.

use std::sync::Arc;

use super::clock::Clock;
use super::history::History;
use super::movepick::MovePicker;
use super::node::{Node, NonPv, Pv};
use super::params::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, HISTORY_BONUS, HISTORY_BONUS_MAX, LEAF_DEFENCE,
    LEAF_FOURS, MOVE_COUNT_BASE, MOVE_COUNT_FACTOR, PLY, RAZOR_DEPTH, RAZOR_MARGIN,
    REDUCTION_HISTORY, REVERSE_FUTILITY_BASE, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
    SOLVER_TABLE_BYTES,
};
use super::reductions::Reductions;
use super::situation::{Situation, four_count};
use super::stack::Stack;
use super::tt::{Entry, Table};
use crate::board::Board;
use crate::board::pattern::Threat;
use crate::eval::Evaluator;
use crate::solver::{Budget, Line, Proof, Solver};
use crate::types::{Bound, MAX_PLY, Point, Score};

/// One search thread.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) board: Board,
    pub(super) evaluator: Evaluator,
    pub(super) history: History,
    pub(super) stack: Stack,
    pub(super) table: Arc<Table>,
    pub(super) clock: Clock,
    /// Stones placed by the main search.
    pub(super) nodes: u64,
    /// Stones placed by the four search.
    pub(super) solver_nodes: u64,
    /// Deepest ply reached.
    pub(super) selective_depth: usize,
    reductions: Reductions,
    solver: Solver,
    /// The last win that the solver found.
    proof: Line,
}

/// A move that has been tried without a cut, and what it was.
type Tried = smallvec::SmallVec<[Point; 64]>;

impl Worker {
    pub(super) fn new(board: Board, table: Arc<Table>, clock: Clock) -> Self {
        let evaluator = Evaluator::new(&board);
        Self {
            board,
            evaluator,
            history: History::new(),
            stack: Stack::new(),
            table,
            clock,
            nodes: 0,
            solver_nodes: 0,
            selective_depth: 0,
            reductions: Reductions::new(),
            solver: Solver::new(SOLVER_TABLE_BYTES),
            proof: Line::new(),
        }
    }

    /// Turns to another position; what was learned of moves is kept at half weight.
    pub(super) fn reset(&mut self, board: &Board, clock: Clock) {
        self.board.clone_from(board);
        self.evaluator.reset(board);
        self.history.age();
        self.clock = clock;
        self.nodes = 0;
        self.solver_nodes = 0;
        self.selective_depth = 0;
    }

    /// The reduction of the move of this number (from 1) with so many plies to search.
    pub(super) fn reduction(&self, plies: i32, number: i32) -> i32 {
        self.reductions.get(plies, number)
    }

    /// Whether the search must end at once; what it returns from then on means nothing.
    #[inline]
    pub(super) fn aborted(&mut self) -> bool {
        self.clock.aborted(self.nodes)
    }

    #[inline]
    pub(super) fn place(&mut self, ply: usize, point: Point) {
        self.stack[ply].current = Some(point);
        self.nodes += 1;
        self.board.place(point);
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.board.undo();
        self.evaluator.undo(&self.board);
    }

    /// The value of the position for the side to move, fail-soft, `ply` plies from the root.
    pub(super) fn search<N: Node>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (N::PV || beta - alpha == 1));
        if N::PV {
            self.stack[ply].line.clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.aborted() {
            return Score::DRAW;
        }
        if self.board.empty_count() == 0 {
            return Score::DRAW;
        }

        // Decided by the threats that stand.
        let situation = Situation::of(&mut self.board);
        match situation {
            Situation::Won(plies) => return Score::win_in(ply + plies),
            Situation::Lost => return Score::loss_in(ply + 2),
            _ => {}
        }
        if ply + 1 >= MAX_PLY {
            return self.evaluator.evaluate(&self.board);
        }
        // No line from here is shorter than a win already known.
        let beta = beta.min(Score::win_in(ply + 5));
        if alpha >= beta {
            return beta;
        }

        // What the table knows.
        let excluded = self.stack[ply].excluded;
        let key = self.board.key()
            ^ excluded.map_or(0, |point| EXCLUDED.wrapping_mul(point.index() as u64));
        let entry = self.table.probe(key);
        let mut table_move = None;
        let mut was_pv = N::PV;
        if let Some(entry) = entry {
            table_move = entry.best;
            was_pv |= entry.pv;
            let score = entry.score.from_node(ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
                Bound::None => false,
            };
            if !N::PV && entry.depth >= depth && cuts {
                return score;
            }
        }

        // Leaves.
        let forced = matches!(situation, Situation::AgainstFive(_));
        // A four to come cannot be valued, only met.
        let threatened = matches!(situation, Situation::AgainstOpenFour(_)) && depth > LEAF_DEFENCE;
        if depth <= 0 && !forced && !threatened {
            return self.leaf(beta, ply);
        }

        let eval = self.static_value(entry, forced);
        self.stack[ply].eval = eval;
        let improving = self.is_improving(ply);
        let quiet_node = matches!(situation, Situation::Free);
        let plies = depth / PLY;

        if !N::PV && !forced && excluded.is_none() {
            // Reverse futility: so far above beta that a shallow search will not fall below it.
            let margin =
                REVERSE_FUTILITY_BASE + REVERSE_FUTILITY_MARGIN * (plies - i32::from(improving));
            if quiet_node
                && plies < REVERSE_FUTILITY_DEPTH
                && eval - margin.max(0) >= beta
                && !beta.is_decided()
            {
                return eval;
            }
            // A win by fours ends it.
            if four_count(&self.board, self.board.side_to_move()) > 0 {
                if let Some(score) = self.win_by_fours(ply) {
                    return score;
                }
            }
            // Razoring: so far below alpha that only fours could help.
            if plies <= RAZOR_DEPTH
                && eval + RAZOR_MARGIN * (plies + 1) <= alpha
                && !alpha.is_decided()
            {
                let score = self.leaf(beta, ply);
                if score <= alpha {
                    return score;
                }
            }
        }

        // The moves.
        let side = self.board.side_to_move();
        let previous = self.board.last_move();
        let original_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut tried = Tried::new();
        let mut count = 0;
        let mut picker = MovePicker::new(self, &situation, table_move);
        let can_prune = !forced && original_alpha > -Score::win_in(MAX_PLY);
        let count_limit =
            MOVE_COUNT_BASE + MOVE_COUNT_FACTOR * plies * plies / (2 - i32::from(improving));
        while let Some(point) = picker.next(self, &situation, ply) {
            if Some(point) == excluded {
                continue;
            }
            count += 1;
            let own = self.board.threat(point, side);
            let other = self.board.threat(point, !side);
            let is_quiet = own < Threat::Three && other < Threat::Three || own == Threat::Foul;

            if !N::PV && can_prune && !best.is_loss() && quiet_node {
                // Move-count pruning.
                if is_quiet && count > count_limit {
                    continue;
                }
                // Futility of quiet moves.
                if is_quiet
                    && plies < FUTILITY_DEPTH
                    && eval + FUTILITY_BASE + FUTILITY_MARGIN * plies <= alpha
                    && count > 1
                {
                    continue;
                }
            }

            // A forced reply costs no depth.
            let new_depth = if forced { depth } else { depth - PLY };
            self.place(ply, point);
            let mut score = -Score::INFINITE;
            let mut full = N::PV && count == 1;
            if !full {
                let mut reduction = 0;
                if depth >= 2 * PLY && count > 1 + 2 * i32::from(N::PV) && !forced {
                    reduction = self.reductions.get(plies, count);
                    reduction += PLY * i32::from(cut_node) - PLY * i32::from(was_pv) / 2;
                    reduction -= PLY * self.history.value(side, point) / REDUCTION_HISTORY;
                    if !is_quiet {
                        reduction -= PLY;
                    }
                    if own >= Threat::Four && own != Threat::Foul {
                        reduction -= PLY;
                    }
                    reduction = reduction.clamp(0, (new_depth - PLY / 2).max(0));
                }
                score = -self.search::<NonPv>(
                    -alpha - 1,
                    -alpha,
                    new_depth - reduction,
                    ply + 1,
                    !cut_node || reduction > 0,
                );
                if score > alpha && reduction > 0 {
                    score =
                        -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
                }
                full = N::PV && score > alpha && score < beta;
            }
            if full {
                score = -self.search::<Pv>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.undo();
            if self.clock.is_aborted() {
                return Score::DRAW;
            }

            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(point);
                    if N::PV {
                        self.stack.prepend(ply, point);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            if tried.len() < 64 {
                tried.push(point);
            }
        }

        if count == 0 {
            // Every point is a foul, or taken, or was left out.
            return self.no_move(excluded, alpha);
        }
        if best == -Score::INFINITE {
            // All moves were pruned.
            best = original_alpha;
        }
        if let Some(point) = best_move.filter(|_| best >= beta) {
            self.reward(side, ply, point, previous, depth, &tried);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            key,
            Entry {
                best: best_move,
                score: best.to_node(ply),
                eval,
                depth: depth.max(0),
                bound,
                pv: was_pv,
            },
        );
        best
    }

    /// The value of a node without moves: no point is left that may be played.
    fn no_move(&mut self, excluded: Option<Point>, alpha: Score) -> Score {
        if excluded.is_some() {
            return alpha;
        }
        self.evaluator.evaluate(&self.board)
    }

    /// The static value, from the table if it has it; none while a five must be stopped.
    #[inline]
    fn static_value(&mut self, entry: Option<Entry>, forced: bool) -> Score {
        if forced {
            return Score::INFINITE;
        }
        match entry {
            Some(entry) if entry.eval != Score::INFINITE => entry.eval,
            _ => self.evaluator.evaluate(&self.board),
        }
    }

    /// Whether the side to move stands better than at its last turn.
    fn is_improving(&self, ply: usize) -> bool {
        let now = self.stack[ply].eval;
        let before = |plies: usize| ply.checked_sub(plies).map(|ply| self.stack[ply].eval);
        match [before(2), before(4)]
            .into_iter()
            .flatten()
            .find(|&eval| eval != Score::INFINITE)
        {
            Some(eval) => now != Score::INFINITE && now > eval,
            None => true,
        }
    }

    /// The value where depth is used up: the evaluation, or a win by fours.
    fn leaf(&mut self, beta: Score, ply: usize) -> Score {
        let eval = self.evaluator.evaluate(&self.board);
        if eval < beta && four_count(&self.board, self.board.side_to_move()) > 0 {
            if let Some(score) = self.win_by_fours(ply) {
                return score;
            }
        }
        eval
    }

    /// The score of a win by fours for the side to move, if a short search finds one.
    fn win_by_fours(&mut self, ply: usize) -> Option<Score> {
        self.solver.load(&self.board);
        let side = self.board.side_to_move();
        let proof = self
            .solver
            .vcf(side, &Budget::nodes(LEAF_FOURS), &mut self.proof);
        self.solver_nodes += self.solver.nodes();
        (proof == Proof::Win).then(|| Score::win_in(ply + self.proof.len()))
    }

    /// Takes note of the move that cut, and against those tried before it.
    fn reward(
        &mut self,
        side: crate::types::Color,
        ply: usize,
        point: Point,
        previous: Option<Point>,
        depth: i32,
        tried: &Tried,
    ) {
        let bonus = (HISTORY_BONUS * depth / PLY).clamp(0, HISTORY_BONUS_MAX);
        self.history.update(side, point, bonus);
        self.history.cut(side, ply, point, previous);
        for &other in tried {
            if other != point {
                self.history.update(side, other, -bonus);
            }
        }
    }
}

/// Mixed into the key of a node searched without one of its moves.
const EXCLUDED: u64 = 0xA076_1D64_78BD_642F;
