//! The one door to thinking: positions and limits in, a [`Thought`] out.
//!
//! The engine knows nothing of protocol words, and whoever calls it nothing of the searcher behind it.

#![forbid(unsafe_code)]

pub mod bench;
mod forced;
pub mod memory;
pub mod opening;
pub mod options;
pub mod time_budget;

pub use crate::search::clock::{Limits, Stop, now};
pub use crate::search::params::{Params, ParamsError, TUNABLE, Tunable};
pub use crate::search::{Candidate, Request, Thought, Watch};

use crate::board::Board;
use crate::eval::Weights;
use crate::search::AlphaBeta;
use crate::types::{BoardSize, Rule, Score};
use forced::{Finding, Forced};

/// How much memory and how many threads the engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Bytes of the transposition table.
    pub table_bytes: u64,
    /// Search threads, at least 1.
    pub threads: usize,
}

/// The most threads that [`Resources`] may ask for.
pub const MAX_THREADS: usize = 1;

/// The share of points, 0 to 1, that a side can expect where this is the value of its position.
pub fn win_rate(rule: Rule, size: BoardSize, score: Score) -> f32 {
    Weights::of(rule, size).win_rate(score)
}

/// A way of choosing moves. Alpha-beta is the one there is; another kind can stand beside it.
pub trait Searcher: std::fmt::Debug + Send {
    /// Finds a move for the side to move.
    fn think(&mut self, board: &Board, request: &Request, stop: &Stop, watch: Watch<'_>)
    -> Thought;

    /// Changes the resources; the table is emptied if its size changes.
    fn set_resources(&mut self, resources: Resources);

    /// Searches with these numbers from now on, as far as it has them.
    fn set_params(&mut self, params: &Params);

    /// Makes large tables now instead of in the first search.
    fn prepare(&mut self);

    /// Forgets all that was learned from earlier positions.
    fn clear(&mut self);
}

impl Searcher for AlphaBeta {
    fn think(
        &mut self,
        board: &Board,
        request: &Request,
        stop: &Stop,
        watch: Watch<'_>,
    ) -> Thought {
        Self::think(self, board, request, stop, watch)
    }

    fn set_resources(&mut self, resources: Resources) {
        self.set_table_bytes(resources.table_bytes);
    }

    fn set_params(&mut self, params: &Params) {
        Self::set_params(self, params.clone());
    }

    fn prepare(&mut self) {
        Self::prepare(self);
    }

    fn clear(&mut self) {
        Self::clear(self);
    }
}

/// Thinks about positions; keeps its tables from one to the next.
#[derive(Debug)]
pub struct Engine {
    searcher: Box<dyn Searcher>,
    forced: Forced,
}

impl Engine {
    /// An engine with these resources. Large tables are made by [`Engine::prepare`]
    /// or by the first [`Engine::think`].
    pub fn new(resources: Resources) -> Self {
        Self {
            searcher: Box::new(AlphaBeta::new(resources.table_bytes)),
            forced: Forced::new(),
        }
    }

    /// An engine that uses these weights for every position in place of those of its rule.
    pub fn with_weights(resources: Resources, weights: &'static Weights) -> Self {
        let mut searcher = AlphaBeta::new(resources.table_bytes);
        searcher.set_weights(weights);
        Self {
            searcher: Box::new(searcher),
            forced: Forced::new(),
        }
    }

    /// Changes the resources; the table is emptied if its size changes.
    pub fn set_resources(&mut self, resources: Resources) {
        self.searcher.set_resources(resources);
    }

    /// Searches with these numbers in place of the tuned ones. What was learned with others is kept
    /// until [`Engine::clear`].
    pub fn set_params(&mut self, params: &Params) {
        self.searcher.set_params(params);
        self.forced.params = params.clone();
    }

    /// Makes large tables now instead of in the first [`Engine::think`].
    pub fn prepare(&mut self) {
        self.searcher.prepare();
    }

    /// Forgets all that was learned from earlier positions.
    pub fn clear(&mut self) {
        self.searcher.clear();
        self.forced.clear();
    }

    /// Finds a move for the side to move. Always answers with a legal point while there is one; in
    /// renju a foul only if nothing else is left.
    pub fn think(
        &mut self,
        board: &Board,
        request: &Request,
        stop: &Stop,
        watch: Watch<'_>,
    ) -> Thought {
        let mut request = request.clone();
        match self.forced.look(board, &request, stop) {
            Finding::Win(thought) => return *thought,
            Finding::Refute(points) => request.narrowed = Some(points),
            Finding::Open => {}
        }
        let mut thought = self.searcher.think(board, &request, stop, watch);
        thought.solver_nodes += self.forced.nodes;
        thought.solver.clone_from(&self.forced.report);
        thought
    }
}
