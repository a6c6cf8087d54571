//! Forced wins: by continuous fours (VCF) and by continuous threats (VCT).
//!
//! A [`Solver`] answers with three values: a win, no win within a named scope, or out of budget.
//! It keeps its own light board, which [`Solver::load`] brings in step with a [`Board`], and a proof
//! table that lives on between searches. After construction it allocates nothing but long lines.
//! Same position, same node budget and same history of searches give the same answer everywhere.

#![forbid(unsafe_code)]

mod follow;
mod foul;
mod light;
mod table;
mod tree;
mod vcf;
mod vct;
pub mod verify;

use smallvec::SmallVec;

use crate::board::Board;
use crate::types::{Color, Point, PointSet};
use light::Light;
use tree::Tree;
use vcf::Vcf;

/// Stones for finding again a win by fours that a search has just proven; ample, but an end.
const KNOWN_WIN_STONES: u64 = 100_000;

/// The stones of a win in playing order, the attacker's first and last. The last one makes the five,
/// or leaves the defender without a point that he may play.
pub type Line = SmallVec<[Point; 32]>;

/// What a "no win" covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// There is no win by continuous fours at all.
    Fours,
    /// There is no win by continuous fours within the effort asked for.
    FoursWithin(u32),
    /// There is no win by continuous threats among the threats that the solver tries.
    Threats,
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The attacker wins.
    Win,
    /// The attacker does not win in this way.
    NoWin(Scope),
    /// The budget ran out first: nothing is known.
    OutOfBudget,
}

/// What bounds one search.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Stones that may be placed.
    pub nodes: u64,
    /// The most effort of a VCF (see [`Effort`]), or all there is.
    pub effort: Option<u32>,
    /// Asked now and then: true ends the search.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl Budget<'_> {
    /// No bound but this many stones.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            effort: None,
            stop: None,
        }
    }
}

/// What the effort of a VCF counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A four that leaves a new three behind, or is forced, costs nothing, any other one: long
    /// natural wins come first.
    Natural,
    /// Each four costs one: the first win found is a shortest one.
    Fours,
}

/// Finds forced wins. One for each thread.
#[derive(Debug)]
pub struct Solver {
    light: Light,
    vcf: Vcf,
    tree: Tree,
    nodes: u64,
}

impl Solver {
    /// A solver whose proof table takes this many bytes at most.
    pub fn new(table_bytes: usize) -> Self {
        Self {
            light: Light::new(),
            vcf: Vcf::new((table_bytes / 4).min(1 << 20)),
            tree: Tree::new(table_bytes / 4 * 3),
            nodes: 0,
        }
    }

    /// Forgets all proofs.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.tree.clear();
    }

    /// Takes over a position. Stones shared with the last one are kept, so following a search up
    /// and down its tree costs some 20 ns a stone.
    pub fn load(&mut self, board: &Board) {
        self.light.load(board);
    }

    /// Places a stone on the loaded position, instead of a [`Solver::load`] after each.
    pub fn place(&mut self, point: Point, color: Color) {
        self.light.place(point, color);
    }

    /// Takes the last stone back.
    ///
    /// # Panics
    /// If the board is empty.
    pub fn undo(&mut self) {
        self.light.undo();
    }

    /// Stones placed by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions in the tree of the last search by threats.
    pub fn tree_size(&self) -> usize {
        self.tree.len()
    }

    /// Whether `attacker`, playing first in the loaded position, wins by continuous fours; `line`
    /// then holds the win against the longest defence. It need not be the attacker's turn: for the
    /// other side this answers what a pass would allow.
    pub fn vcf(&mut self, attacker: Color, budget: &Budget<'_>, line: &mut Line) -> Proof {
        self.fours(attacker, Effort::Natural, budget, line)
    }

    /// As [`Solver::vcf`], but the win found is a shortest one.
    pub fn shortest_vcf(&mut self, attacker: Color, budget: &Budget<'_>, line: &mut Line) -> Proof {
        self.fours(attacker, Effort::Fours, budget, line)
    }

    fn fours(
        &mut self,
        attacker: Color,
        effort: Effort,
        budget: &Budget<'_>,
        line: &mut Line,
    ) -> Proof {
        let mut search = self.vcf.search(&mut self.light, attacker, effort, *budget);
        let proof = search.solve();
        line.clear();
        if proof == Proof::Win {
            search.line(line);
        }
        self.nodes = self.vcf.nodes();
        proof
    }

    /// Whether `attacker`, playing first in the loaded position, wins by continuous threats: fours
    /// and stones that threaten a VCF. `line` then holds the win against a tough defence, to its end; ask
    /// [`Solver::winning_stone`] for the answer to another one.
    pub fn vct(&mut self, attacker: Color, budget: &Budget<'_>, line: &mut Line) -> Proof {
        line.clear();
        let mut search = vct::Search::new(
            &mut self.light,
            &mut self.vcf,
            &mut self.tree,
            attacker,
            *budget,
        );
        let proof = search.solve();
        self.nodes = search.stones();
        if proof == Proof::Win {
            self.threats_line(attacker, line);
        }
        proof
    }

    /// The attacker's stone in the loaded position, which can come about in the win that
    /// [`Solver::vct`] found last, whatever the defender played.
    pub fn winning_stone(&mut self, attacker: Color) -> Option<Point> {
        let known = self.tree.winning_stone(self.light.key());
        known.or_else(|| {
            let mut line = Line::new();
            self.vcf(attacker, &Budget::nodes(KNOWN_WIN_STONES), &mut line);
            line.first().copied()
        })
    }

    /// Follows the tree of a win to where fours alone win, and those to the last stone.
    fn threats_line(&mut self, attacker: Color, line: &mut Line) {
        let nodes = self.nodes;
        while let Some(stone) = self.tree.winning_stone(self.light.key()) {
            self.light.place(stone, attacker);
            line.push(stone);
            let reply = self.tree.toughest_reply(self.light.key());
            let Some(reply) = reply.or_else(|| self.last_reply(attacker)) else {
                break;
            };
            self.light.place(reply, !attacker);
            line.push(reply);
        }
        if line.len().is_multiple_of(2) {
            let mut rest = Line::new();
            self.vcf(attacker, &Budget::nodes(KNOWN_WIN_STONES), &mut rest);
            line.extend(rest.iter().copied());
            for _ in rest.len()..line.len() {
                self.light.undo();
            }
        } else {
            line.iter().for_each(|_| self.light.undo());
        }
        self.nodes = nodes;
    }

    /// The reply that holds out longest against a threat after which fours alone win whatever the
    /// defender does; none if there is no point left that he may play.
    fn last_reply(&mut self, attacker: Color) -> Option<Point> {
        let defender = !attacker;
        let budget = Budget::nodes(KNOWN_WIN_STONES);
        let mut rest = Line::new();
        self.vcf(attacker, &budget, &mut rest);
        let useful = self.vcf_refutations(attacker);
        let others = self.light.all_empties().difference(&useful);
        let mut best: Option<(usize, Point)> = None;
        for point in useful.iter().chain(others.iter()) {
            if best.is_some() && !useful.contains(point) {
                break;
            }
            let fouls = self.light.rule().has_fouls(defender);
            if !self.light.is_empty(point) || fouls && self.light.is_foul(point) {
                continue;
            }
            self.light.place(point, defender);
            let wins = self.vcf(attacker, &budget, &mut rest) == Proof::Win;
            self.light.undo();
            if wins && best.is_none_or(|(plies, _)| rest.len() > plies) {
                best = Some((rest.len(), point));
            }
        }
        best.map(|(_, point)| point)
    }

    /// The defender's view of a win that [`Solver::vcf`] has just found: the points that may refute
    /// it. A stone on any other point leaves the win standing. Points of the set are candidates, not
    /// all of them defences; the defender's own fours are among them.
    pub fn vcf_refutations(&mut self, attacker: Color) -> PointSet {
        let mut points = PointSet::EMPTY;
        let budget = Budget::nodes(u64::MAX);
        let mut search = self
            .vcf
            .search(&mut self.light, attacker, Effort::Natural, budget);
        search.zone(&mut points);
        self.light.add_fours(!attacker, &mut points);
        points
    }
}
