//! From a position to all that is known of it: the solver's answers first, then the search.

use std::time::Duration;

use super::forced::{Answer, Oracle};
use super::report::{Analysis, BothThreats, Evaluation, ForcedWin, OpponentThreat, candidates};
use crate::board::Board;
use crate::engine::memory::DEFAULT_TABLE;
use crate::engine::{Candidate, Engine, Limits, Request, Resources, Stop, Thought, Watch, now};
use crate::lab::forbidden::Fouls;
use crate::lab::games::Position;
use crate::lab::games::lines::to_pos;
use crate::types::{Point, PointSet, Score};

/// What an analysis may take; a limit that is absent does not bind.
#[derive(Clone, Copy, Debug)]
pub(in crate::lab) struct Effort {
    /// Time in all.
    pub(in crate::lab) time: Option<Duration>,
    /// Stones placed by the search.
    pub(in crate::lab) nodes: Option<u64>,
    /// Plies of iterative deepening.
    pub(in crate::lab) depth: Option<u32>,
    /// Moves to value, at least 1.
    pub(in crate::lab) multi_pv: usize,
}

/// Bytes of the table for each stone that the search may place.
const BYTES_A_NODE: u64 = 32;
/// The smallest table.
const SMALLEST_TABLE: u64 = 1 << 20;

impl Effort {
    /// A table in keeping with the search: making a large one takes longer than a short search.
    fn table_bytes(&self) -> u64 {
        let wanted = self
            .nodes
            .map_or(DEFAULT_TABLE, |nodes| nodes.saturating_mul(BYTES_A_NODE));
        wanted.clamp(SMALLEST_TABLE, DEFAULT_TABLE)
    }
}

/// An engine and a solver at work on one position after the other.
#[derive(Debug)]
pub(in crate::lab) struct Analyst {
    engine: Engine,
    oracle: Oracle,
    stop: Stop,
}

impl Analyst {
    /// An analyst for positions on which so much is spent; the flag ends its work early.
    pub(in crate::lab) fn new(effort: &Effort, threads: usize, stop: Stop) -> Self {
        let resources = Resources {
            table_bytes: effort.table_bytes(),
            threads,
        };
        Self {
            engine: Engine::new(resources),
            oracle: Oracle::new(stop.clone()),
            stop,
        }
    }

    /// Finds out all there is to print of a position in which the game goes on.
    pub(super) fn analyse(
        &mut self,
        position: &Position,
        effort: &Effort,
        watch: Watch<'_>,
    ) -> Analysis {
        let start = now();
        let board = &position.board;
        self.oracle.begin(effort.time);
        let forced = self.oracle.forced_win(board);
        let (threat, defences) = self.oracle.opponent_threat(board);
        let search_start = now();
        let thought = self.think(board, &forced, effort, start.elapsed(), watch);
        let searched = search_start.elapsed();
        let legal = legal_moves(board);
        Analysis {
            rule: board.rule().name(),
            size: board.size().to_string(),
            moves: position.moves.as_deref().map(to_pos),
            board: board.rows(),
            side_to_move: board.side_to_move().to_string(),
            legal_moves: legal.iter().map(|point| point.to_string()).collect(),
            forbidden: Fouls::on(board),
            evaluation: Evaluation::of(board, thought.score),
            best_move: thought
                .best
                .filter(|&point| legal.contains(point))
                .map(|point| point.to_string()),
            candidates: candidates(board, &thought),
            threats: BothThreats::of(board),
            forced_win: ForcedWin::from(&forced),
            opponent_threat: OpponentThreat::new(&threat, &defences),
            depth: thought.depth,
            selective_depth: thought.selective_depth.max(thought.depth),
            nodes: thought.nodes,
            solver_nodes: self.oracle.nodes + thought.solver_nodes,
            nps: per_second(thought.nodes, searched),
            time_ms: start.elapsed().as_millis() as u64,
        }
    }

    /// What the side to move should play in a position in which the game goes on, and the win by
    /// force that it has, if the solver finds one.
    pub(in crate::lab) fn look(&mut self, board: &Board, effort: &Effort) -> (Thought, Answer) {
        let start = now();
        self.oracle.begin(effort.time);
        let forced = self.oracle.forced_win(board);
        let thought = self.think(board, &forced, effort, start.elapsed(), &mut |_| {});
        (thought, forced)
    }

    /// The outcome of the search, of which a win by the solver is part. A win makes a search for the
    /// best move alone needless.
    fn think(
        &mut self,
        board: &Board,
        forced: &Answer,
        effort: &Effort,
        used: Duration,
        watch: Watch<'_>,
    ) -> Thought {
        let won = forced.plies().map(|plies| win_by(&forced.line, plies));
        if effort.multi_pv == 1
            && let Some(win) = won
        {
            return win;
        }
        let left = |time: Duration| time.saturating_sub(used).max(Duration::from_millis(1));
        let limits = Limits {
            turn: effort.time.map(left),
            nodes: effort.nodes,
            depth: effort.depth,
            ..Limits::none()
        };
        let request = Request {
            multi_pv: effort.multi_pv,
            ..Request::best(limits)
        };
        let mut thought = self.engine.think(board, &request, &self.stop, watch);
        if let Some(win) = won {
            put_first(&mut thought, win);
        }
        thought
    }
}

/// A win found by the solver, as the outcome of thinking.
fn win_by(line: &[Point], plies: usize) -> Thought {
    let score = Score::win_in(plies);
    let candidate = Candidate {
        score,
        line: line.to_vec(),
        depth: plies as u32,
        nodes: 0,
    };
    Thought {
        best: line.first().copied(),
        score,
        candidates: vec![candidate],
        depth: plies as u32,
        selective_depth: plies as u32,
        nodes: 0,
        solver_nodes: 0,
        time: Duration::ZERO,
        solver: String::new(),
    }
}

/// Makes a win the first candidate, unless the search knows one that is no longer.
fn put_first(thought: &mut Thought, win: Thought) {
    if thought.score >= win.score {
        return;
    }
    let count = thought.candidates.len().max(1);
    thought
        .candidates
        .retain(|candidate| candidate.line.first().copied() != win.best);
    thought.candidates.splice(0..0, win.candidates);
    thought.candidates.truncate(count);
    thought.best = win.best;
    thought.score = win.score;
}

/// The points that the side to move may play.
fn legal_moves(board: &Board) -> PointSet {
    if board.rule().has_fouls(board.side_to_move()) {
        board.empties().difference(&board.forbidden_points())
    } else {
        *board.empties()
    }
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}
