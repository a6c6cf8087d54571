//! Alpha-beta search: iterative deepening, principal variation search, a transposition table, and
//! moves in the order that threats, evaluation and history give.
//!
//! [`AlphaBeta`] is the whole of it as seen from outside. It reads the clock and its stop flag, and
//! otherwise neither prints nor reads anything.

#![forbid(unsafe_code)]

mod alpha_beta;
pub mod clock;
mod history;
mod movepick;
mod node;
pub mod params;
mod reductions;
mod root;
mod singular;
pub(crate) mod situation;
mod stack;
mod tt;
mod worker;

use std::time::Duration;

use clock::Limits;

use crate::types::{Point, PointSet, Score};

pub use root::AlphaBeta;

/// What to think about, beside the position.
#[derive(Clone, Debug)]
pub struct Request {
    /// Time, depth and nodes.
    pub limits: Limits,
    /// How many root moves to value exactly, at least 1.
    pub multi_pv: usize,
    /// Points that must not be chosen at the root.
    pub excluded: Vec<Point>,
    /// Points outside of which every move is known to lose, if that is known.
    pub narrowed: Option<PointSet>,
}

impl Request {
    /// The best move within these limits.
    pub fn best(limits: Limits) -> Self {
        Self {
            limits,
            multi_pv: 1,
            excluded: Vec::new(),
            narrowed: None,
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
    /// Stones placed below the move.
    pub nodes: u64,
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

/// Called while a search runs, once a completed iteration.
pub type Watch<'a> = &'a mut dyn FnMut(&Thought);
