//! Singular extensions: a table move that is much better than all others is searched deeper.
//!
//! Anantharaman, Campbell and Hsu, "Singular extensions: adding selectivity to brute-force searching",
//! 1990. The test here searches the node without that move, to half the depth, against a value
//! somewhat below the table's; if another move holds beta as well, the node is cut.

use super::alpha_beta::Visit;
use super::node::NonPv;
use super::params::PLY;
use super::tt::Entry;
use super::worker::Worker;
use crate::types::{Bound, Point, Score};

/// Shallowest node that is tested, in plies.
const LEAST_DEPTH: i32 = 5;
/// How much shallower than the node the table's value may be, in plies.
const TABLE_LAG: i32 = 3;

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singularity {
    /// The move's depth changes by this.
    Extend(i32),
    /// Other moves hold beta as well: this is the node's value.
    Cut(Score),
}

/// The table's value of a node whose move may be singular.
pub(super) fn testable(entry: &Entry, depth: i32, ply: usize) -> Option<Score> {
    let is_good = matches!(entry.bound, Bound::Lower | Bound::Exact) && entry.best.is_some();
    let is_deep = depth >= LEAST_DEPTH * PLY && entry.depth >= depth - TABLE_LAG * PLY;
    let score = entry.score.from_node(ply);
    (is_good && is_deep && !score.is_decided()).then_some(score)
}

impl Worker {
    /// Tests the table's move of a node, whose value in the table is `score`.
    pub(super) fn singularity(
        &mut self,
        visit: &Visit,
        point: Point,
        score: Score,
        is_pv: bool,
    ) -> Singularity {
        let below = score - self.params.singular_margin * visit.plies;
        let half = (visit.depth - PLY) / 2;
        self.stack[visit.ply].excluded = Some(point);
        let other = self.search::<NonPv>(below - 1, below, half, visit.ply, visit.cut_node);
        self.stack[visit.ply].excluded = None;
        if other < below {
            let far_below = !is_pv && other + self.params.singular_double < below;
            Singularity::Extend(if far_below { PLY * 3 / 2 } else { PLY })
        } else if below >= visit.beta && !is_pv {
            Singularity::Cut(below)
        } else if score >= visit.beta {
            Singularity::Extend(-PLY)
        } else {
            Singularity::Extend(0)
        }
    }
}
