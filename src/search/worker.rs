//! Everything that one search thread changes on its way.

use std::sync::Arc;

use super::clock::Clock;
use super::history::History;
use super::params::{Params, SOLVER_TABLE_BYTES};
use super::reductions::Reductions;
use super::stack::Stack;
use super::tt::Table;
use crate::board::Board;
use crate::eval::Evaluator;
use crate::solver::{Budget, Line, Proof, Solver};
use crate::types::{Point, Score};

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
    /// Search every move to full depth and take nothing from the table: for tests.
    pub(super) exact: bool,
    pub(super) params: Params,
    reductions: Reductions,
    solver: Solver,
    /// The last win that the solver found.
    proof: Line,
}

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
            exact: false,
            params: Params::default(),
            reductions: Reductions::new(&Params::default()),
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

    /// Plays with these numbers from now on.
    pub(super) fn set_params(&mut self, params: &Params) {
        if *params != self.params {
            self.params = params.clone();
            self.reductions = Reductions::new(params);
        }
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
        self.table.prefetch(self.board.key_after(point));
        self.board.place(point);
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.board.undo();
        self.evaluator.undo(&self.board);
    }

    /// The score of a win by fours for the side to move, if a search of so many stones finds one.
    pub(super) fn win_by_fours(&mut self, ply: usize, stones: i32) -> Option<Score> {
        self.solver.load(&self.board);
        let side = self.board.side_to_move();
        let proof = self
            .solver
            .vcf(side, &Budget::nodes(stones as u64), &mut self.proof);
        self.solver_nodes += self.solver.nodes();
        (proof == Proof::Win).then(|| Score::win_in(ply + self.proof.len()))
    }
}
