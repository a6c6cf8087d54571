//! The recursive search: principal variation search with pruning, reductions and extensions.

use smallvec::SmallVec;

use super::movepick::MovePicker;
use super::node::{Node, NonPv, Pv};
use super::params::{
    FUTILITY_DEPTH, HISTORY_BONUS, HISTORY_BONUS_MAX, LEAF_DEFENCE, PLY, Params, RAISE_DEPTHS,
    RAZOR_DEPTH, REVERSE_FUTILITY_DEPTH,
};
use super::singular::{self, Singularity};
use super::situation::{Situation, is_quiet, may_win_by_fours};
use super::tt::Entry;
use super::worker::Worker;
use crate::board::pattern::Threat;
use crate::types::{Bound, Color, Key, MAX_PLY, Point, Score};

/// Mixed into the key of a node searched without one of its moves.
const EXCLUDED: Key = 0xA076_1D64_78BD_642F;
/// Moves tried without a cut that history is told of.
const TRIED: usize = 64;

/// What the solver has said of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fours {
    Unknown,
    NoWin,
}

/// What is known of a node before its moves are tried.
pub(super) struct Visit {
    pub(super) ply: usize,
    /// Depth to search, and whole plies of it.
    pub(super) depth: i32,
    pub(super) plies: i32,
    pub(super) beta: Score,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
    /// Whether it ever was on a principal variation.
    was_pv: bool,
    situation: Situation,
    key: Key,
    /// A move left out.
    excluded: Option<Point>,
    table_move: Option<Point>,
    /// Static value; [`Score::INFINITE`] while a five must be stopped.
    eval: Score,
    /// The best guess of the value: what the table knows bounds the static one.
    guess: Score,
    improving: bool,
    /// What is known of wins by fours for the side to move.
    fours: Fours,
    /// The table's value, if its move may be the only good one.
    singular: Option<Score>,
}

impl Visit {
    /// Whether a five must be stopped.
    fn is_forced(&self) -> bool {
        matches!(self.situation, Situation::AgainstFive(_))
    }

    /// Whether no threat narrows the moves.
    fn is_free(&self) -> bool {
        matches!(self.situation, Situation::Free)
    }
}

/// A move as the loop over moves sees it.
struct Attempt {
    point: Point,
    /// Its number, from 1.
    count: i32,
    /// What it makes for its side.
    own: Threat,
    /// Whether it makes no open three or better, nor takes one from the opponent.
    is_quiet: bool,
}

impl Attempt {
    /// Whether it makes a four or better.
    fn is_four(&self) -> bool {
        self.own >= Threat::Four && self.own != Threat::Foul
    }
}

impl Worker {
    /// The value of the position for the side to move, fail-soft, `ply` plies from the root.
    pub(super) fn search<N: Node>(
        &mut self,
        alpha: Score,
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
        if self.aborted() || self.board.empty_count() == 0 {
            return Score::DRAW;
        }

        // Decided by the threats that stand.
        let situation = Situation::of(&self.board);
        match situation {
            Situation::Won(plies) => return Score::win_in(ply + plies),
            Situation::Lost(plies) => return Score::loss_in(ply + plies),
            _ if ply + 1 >= MAX_PLY => return self.evaluator.evaluate(&self.board),
            _ => {}
        }
        // No line from here is shorter than a win already known.
        let beta = beta.min(Score::win_in(ply + 5));
        if alpha >= beta {
            return beta;
        }

        // What the table knows.
        let excluded = self.stack[ply].excluded;
        let mixed = excluded.map_or(0, |point| EXCLUDED.wrapping_mul(point.index() as u64));
        let key = self.board.key() ^ mixed;
        let entry = self.table.probe(key);
        if !N::PV
            && !self.exact
            && let Some(score) = entry.and_then(|entry| entry.cut(alpha, beta, depth, ply))
        {
            return score;
        }

        // Leaves. A four to come cannot be valued, only met.
        let is_met = match situation {
            Situation::AgainstFive(_) => true,
            Situation::AgainstOpenFour(_) => depth > LEAF_DEFENCE,
            _ => false,
        };
        if depth <= 0 && !is_met {
            return self.leaf(entry, beta, ply);
        }

        let eval = self.static_value(entry, matches!(situation, Situation::AgainstFive(_)));
        self.stack[ply].eval = eval;
        let mut visit = Visit {
            ply,
            depth,
            plies: depth / PLY,
            beta,
            cut_node,
            was_pv: N::PV || entry.is_some_and(|entry| entry.pv),
            situation,
            key,
            excluded,
            table_move: entry.and_then(|entry| entry.best),
            eval,
            guess: guess(eval, entry, ply),
            improving: self.is_improving(ply),
            fours: match entry {
                Some(entry) if entry.no_fours => Fours::NoWin,
                _ => Fours::Unknown,
            },
            singular: entry.and_then(|entry| singular::testable(&entry, depth, ply)),
        };
        if !N::PV
            && !self.exact
            && excluded.is_none()
            && !visit.is_forced()
            && let Some(score) = self.cut_before_moves(&mut visit, alpha)
        {
            return score;
        }
        self.try_moves::<N>(&visit, alpha)
    }

    /// What can be said of a node with a null window without trying its moves.
    fn cut_before_moves(&mut self, visit: &mut Visit, alpha: Score) -> Option<Score> {
        let &mut Visit {
            plies,
            guess,
            beta,
            ply,
            ..
        } = visit;
        let params = &self.params;
        // Reverse futility: so far above beta that a shallow search will not fall below it.
        let counted = plies - i32::from(visit.improving);
        let margin =
            (params.reverse_futility_base + params.reverse_futility_margin * counted).max(0);
        let shallow = plies < REVERSE_FUTILITY_DEPTH;
        if visit.is_free() && shallow && guess - margin >= beta && !beta.is_decided() {
            return Some(guess);
        }
        // Razoring: so far below alpha that only fours could help.
        let razor = params.razor_margin * (plies + 1);
        // A win by fours ends it.
        let stones = params.inner_fours;
        if visit.fours == Fours::Unknown && stones > 0 && may_win_by_fours(&self.board) {
            if let Some(score) = self.win_by_fours(ply, stones) {
                return Some(score);
            }
            visit.fours = Fours::NoWin;
        }
        let shallow = plies <= RAZOR_DEPTH;
        (shallow && guess + razor <= alpha && !alpha.is_decided()).then_some(guess)
    }

    /// Searches the moves of a node in turn and keeps what was found.
    fn try_moves<N: Node>(&mut self, visit: &Visit, alpha: Score) -> Score {
        let side = self.board.side_to_move();
        let mut raised = alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut tried = SmallVec::<[Point; TRIED]>::new();
        let mut count = 0;
        // Not where a five must be stopped, nor where the loss of the game is the value to beat.
        let may_prune = !self.exact && !visit.is_forced() && alpha > -Score::win_in(MAX_PLY);
        // What the moves after one that raised alpha are searched less deep.
        let mut less = 0;
        let mut picker = MovePicker::new(self, &visit.situation, visit.table_move);
        while let Some(point) = picker.next(self, &visit.situation, visit.ply) {
            if Some(point) == visit.excluded {
                continue;
            }
            count += 1;
            let prunes = may_prune && !best.is_loss();
            if prunes && is_counted_out(&self.params, visit, count) {
                break;
            }
            let attempt = self.attempt(side, point, count);
            if prunes && is_futile(&self.params, visit, &attempt, alpha) {
                // Later quiet moves are as futile.
                picker.drop_quiet(self);
                continue;
            }
            let extension = match self.extension::<N>(visit, point) {
                Singularity::Extend(extension) => extension,
                Singularity::Cut(score) => return score,
            };
            let score = self.search_move::<N>(visit, &attempt, extension - less, raised);
            if self.clock.is_aborted() {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > raised {
                raised = score;
                best_move = Some(point);
                if N::PV {
                    self.stack.prepend(visit.ply, point);
                }
                if score >= visit.beta {
                    self.reward(side, visit, point, &tried);
                    break;
                }
                if RAISE_DEPTHS.contains(&visit.plies) && !score.is_decided() && !self.exact {
                    less += PLY;
                }
            }
            if tried.len() < TRIED {
                tried.push(point);
            }
        }
        if count == 0 {
            // Every point is a foul, or the only move was left out.
            return if visit.excluded.is_some() {
                alpha
            } else {
                self.evaluator.evaluate(&self.board)
            };
        }
        if best == -Score::INFINITE {
            // All moves were pruned.
            best = alpha;
        }
        self.keep(visit, alpha, best, best_move);
        best
    }

    fn attempt(&self, side: Color, point: Point, count: i32) -> Attempt {
        let own = self.board.threat(point, side);
        let is_quiet = is_quiet(&self.board, point);
        Attempt {
            point,
            count,
            own,
            is_quiet,
        }
    }

    /// How much deeper than its due a move is searched.
    fn extension<N: Node>(&mut self, visit: &Visit, point: Point) -> Singularity {
        match visit.singular {
            Some(score)
                if visit.table_move == Some(point)
                    && visit.excluded.is_none()
                    && !visit.is_forced()
                    && !self.exact =>
            {
                self.singularity(visit, point, score, N::PV)
            }
            _ => Singularity::Extend(0),
        }
    }

    /// The value of a move for the side that plays it: reduced and with a null window first, as far
    /// as it is expected to fail.
    fn search_move<N: Node>(
        &mut self,
        visit: &Visit,
        attempt: &Attempt,
        extension: i32,
        alpha: Score,
    ) -> Score {
        let &Visit {
            ply,
            depth,
            beta,
            cut_node,
            ..
        } = visit;
        // A forced reply costs no depth.
        let mut depth = match visit.situation {
            Situation::AgainstFive(_) => depth,
            Situation::AgainstOpenFour(_) => depth - self.params.open_four_cost,
            _ => depth - PLY,
        } + extension;
        let reduction = self.late_move_reduction::<N>(visit, attempt, depth);
        self.place(ply, attempt.point);
        let mut score = -Score::INFINITE;
        let mut is_full = N::PV && attempt.count == 1;
        if !is_full {
            let next_cut = !cut_node || reduction > 0;
            let less = depth - reduction;
            score = -self.search::<NonPv>(-alpha - 1, -alpha, less, ply + 1, next_cut);
            if score > alpha && reduction > 0 {
                depth += self.deeper(score, alpha, reduction);
                score = -self.search::<NonPv>(-alpha - 1, -alpha, depth, ply + 1, !cut_node);
            }
            is_full = N::PV && score > alpha && score < beta;
        }
        if is_full {
            score = -self.search::<Pv>(-beta, -alpha, depth, ply + 1, false);
        }
        self.undo();
        score
    }

    /// How much deeper a move is searched again that passed `alpha` by far in a search reduced by
    /// `reduction`.
    fn deeper(&self, score: Score, alpha: Score, reduction: i32) -> i32 {
        let params = &self.params;
        let lag = params.research_lag * reduction / PLY;
        let passes = |margin: i32| i32::from(score > alpha + margin && !score.is_decided());
        PLY * (passes(params.research_margin + lag) + passes(params.research_far + 2 * lag))
    }

    /// How much less deep a late move is searched at first.
    fn late_move_reduction<N: Node>(&self, visit: &Visit, attempt: &Attempt, depth: i32) -> i32 {
        let early = 1 + 2 * i32::from(N::PV);
        if visit.depth < 2 * PLY || attempt.count <= early || visit.is_forced() || self.exact {
            return 0;
        }
        let side = self.board.side_to_move();
        let mut reduction = self.reduction(visit.plies, attempt.count);
        let params = &self.params;
        reduction += params.reduction_cut_node * i32::from(visit.cut_node);
        reduction -= params.reduction_was_pv * i32::from(visit.was_pv);
        reduction -= PLY * self.history.value(side, attempt.point) / params.reduction_history;
        if !attempt.is_quiet {
            reduction -= params.reduction_threat;
        }
        if attempt.is_four() {
            reduction -= params.reduction_four;
        }
        reduction.clamp(0, (depth - PLY / 2).max(0))
    }

    /// Puts what was found into the table.
    fn keep(&mut self, visit: &Visit, alpha: Score, best: Score, best_move: Option<Point>) {
        let bound = if best >= visit.beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            best: best_move,
            score: best.to_node(visit.ply),
            eval: visit.eval,
            depth: visit.depth.max(0),
            bound,
            pv: visit.was_pv,
            no_fours: visit.fours == Fours::NoWin,
        };
        self.table.store(visit.key, entry);
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
    fn leaf(&mut self, entry: Option<Entry>, beta: Score, ply: usize) -> Score {
        let eval = self.static_value(entry, false);
        let no_fours = entry.is_some_and(|entry| entry.no_fours);
        let stones = self.params.leaf_fours;
        if eval >= beta || no_fours || stones == 0 || !may_win_by_fours(&self.board) {
            return eval;
        }
        self.win_by_fours(ply, stones).unwrap_or(eval)
    }

    /// Takes note of the move that cut, and against those tried before it.
    fn reward(&mut self, side: Color, visit: &Visit, point: Point, tried: &[Point]) {
        let bonus = (HISTORY_BONUS * visit.depth / PLY).clamp(0, HISTORY_BONUS_MAX);
        self.history.update(side, point, bonus);
        self.history
            .cut(side, visit.ply, point, self.board.last_move());
        for &other in tried {
            self.history.update(side, other, -bonus);
        }
    }
}

/// The static value, or the table's where that is known to be nearer to the truth.
fn guess(eval: Score, entry: Option<Entry>, ply: usize) -> Score {
    let Some(entry) = entry.filter(|_| eval != Score::INFINITE) else {
        return eval;
    };
    let score = entry.score.from_node(ply);
    let is_nearer = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
        Bound::None => false,
    };
    if is_nearer && !score.is_decided() {
        score
    } else {
        eval
    }
}

/// Move-count pruning: whether the move of this number and all later ones, ordered as they are, are
/// not worth a search. Fours are no exception: with a null window those that win have been found before.
fn is_counted_out(params: &Params, visit: &Visit, count: i32) -> bool {
    let plies = visit.plies;
    let growth = params.move_count_linear * plies + params.move_count_square * plies * plies;
    let allowed = growth / 16 / (2 - i32::from(visit.improving));
    count > params.move_count_base + allowed
}

/// Futility: whether a quiet move cannot lift the value to alpha.
fn is_futile(params: &Params, visit: &Visit, attempt: &Attempt, alpha: Score) -> bool {
    let plies = visit.plies;
    let margin = params.futility_base + params.futility_margin * plies;
    visit.is_free()
        && attempt.is_quiet
        && attempt.count > 1
        && plies < FUTILITY_DEPTH
        && visit.guess + margin <= alpha
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::clock::{Clock, Limits, Stop};
    use super::super::situation::is_playable;
    use super::super::tt::Table;
    use super::*;
    use crate::board::Board;
    use crate::types::{BoardSize, Rule, SplitMix};

    /// The same value by trying every move, without windows.
    fn plain(worker: &mut Worker, depth: i32, ply: usize) -> Score {
        if worker.board.empty_count() == 0 {
            return Score::DRAW;
        }
        let situation = Situation::of(&worker.board);
        let next = match &situation {
            Situation::AgainstFive(_) => depth,
            Situation::AgainstOpenFour(_) => depth - worker.params.open_four_cost,
            _ => depth - PLY,
        };
        let moves: Vec<Point> = match &situation {
            Situation::Won(plies) => return Score::win_in(ply + plies),
            Situation::Lost(plies) => return Score::loss_in(ply + plies),
            Situation::AgainstFive(points) => points.to_vec(),
            Situation::AgainstOpenFour(points) if depth > LEAF_DEFENCE => points.to_vec(),
            _ if depth <= 0 => return worker.leaf(None, Score::INFINITE, ply),
            _ => worker.board.candidates().iter().collect(),
        };
        let mut best = -Score::INFINITE;
        for point in moves {
            if is_playable(&worker.board, point) {
                worker.place(ply, point);
                best = best.max(-plain(worker, next, ply + 1));
                worker.undo();
            }
        }
        if best == -Score::INFINITE {
            return worker.evaluator.evaluate(&worker.board);
        }
        best
    }

    #[test]
    fn without_pruning_the_search_is_plain_negamax() {
        let mut random = SplitMix::new(5);
        for rule in Rule::ALL {
            for depth in [1, 2, 3] {
                let mut board = Board::new(BoardSize::square(7), rule);
                while board.ply() < 9 {
                    let free: Vec<Point> = board.empties().iter().collect();
                    let point = free[random.below(free.len())];
                    if board.verdict(point, board.side_to_move()) == crate::board::Verdict::None {
                        board.place(point);
                    }
                }
                let clock = Clock::new(&Limits::none(), &Stop::new(), board.ply(), 49);
                let mut worker = Worker::new(board.clone(), Arc::new(Table::new(1 << 20)), clock);
                worker.exact = true;
                let full = Score::INFINITE;
                let found = worker.search::<Pv>(-full, full, depth * PLY, 0, false);
                assert_eq!(
                    found,
                    plain(&mut worker, depth * PLY, 0),
                    "{rule} depth {depth}\n{board}"
                );
            }
        }
    }
}
