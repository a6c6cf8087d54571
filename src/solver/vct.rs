//! Wins by continuous threats: proof-number search, depth first, over a tree held in memory.
//!
//! A threat is a four, or a stone after which the attacker would win by fours if the defender
//! passed. The win behind the threat names every point on which it depends, so the defender's
//! replies are those points and his own fours: a complete set, because after any other stone the
//! same win is still there. Stones are never taken off, so positions form a graph without cycles,
//! and equal positions share a node.

use smallvec::SmallVec;

use super::light::{Answers, FIVE_CELLS, Light, bits, half, point_at};
use super::tree::{DEFENDER, Edge, INFINITE, Node, Tree, UNMADE};
use super::vcf::Vcf;
use super::{Budget, Effort, Proof, Scope};
use crate::types::{Color, Point, PointSet};

/// The stages of a search.
const STAGES: [Stage; 5] = [
    Stage::new(0, 200, false),
    Stage::new(1, 1_000, false),
    Stage::new(1, 1_000, true),
    Stage::new(4, 8_000, true),
    Stage::new(20, 40_000, true),
];
/// The stop flag is asked once in this many stones.
const POLL: u64 = 4_096;

/// What a search tries before it says that there is no win.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// Most effort of each VCF.
    effort: u32,
    /// Most stones of each VCF.
    stones: u64,
    /// Whether every point is tried as a threat, or only those that make a three or a four.
    wide: bool,
}

impl Stage {
    const fn new(effort: u32, stones: u64, wide: bool) -> Self {
        Self {
            effort,
            stones,
            wide,
        }
    }
}

/// One search.
pub(super) struct Search<'a> {
    light: &'a mut Light,
    vcf: &'a mut Vcf,
    tree: &'a mut Tree,
    attacker: Color,
    budget: Budget<'a>,
    stage: Stage,
    attacker_fouls: bool,
    defender_fouls: bool,
    /// Stones placed.
    stones: u64,
    /// How many were placed when the stop flag is asked next.
    poll: u64,
    aborted: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        light: &'a mut Light,
        vcf: &'a mut Vcf,
        tree: &'a mut Tree,
        attacker: Color,
        budget: Budget<'a>,
    ) -> Self {
        Self {
            attacker,
            budget,
            stage: STAGES[0],
            attacker_fouls: light.rule().has_fouls(attacker),
            defender_fouls: light.rule().has_fouls(!attacker),
            light,
            vcf,
            tree,
            stones: 0,
            poll: 0,
            aborted: false,
        }
    }

    /// Stones placed so far.
    pub(super) fn stones(&self) -> u64 {
        self.stones
    }

    /// Searches with stronger and stronger VCFs until the question is settled.
    pub(super) fn solve(&mut self) -> Proof {
        for stage in STAGES {
            self.stage = stage;
            self.tree.clear();
            let root = self.tree.node(self.light.key());
            self.prove(root, INFINITE, INFINITE, true);
            if self.tree.nodes[root as usize].proof == 0 {
                return Proof::Win;
            }
            if self.aborted {
                return Proof::OutOfBudget;
            }
        }
        Proof::NoWin(Scope::Threats)
    }

    /// Works on a node until one of its numbers reaches its limit.
    fn prove(&mut self, node: u32, most_proof: u32, most_disproof: u32, attacks: bool) {
        self.tree.nodes[node as usize].visits += 1;
        if self.tree.is_full() {
            self.aborted = true;
        }
        if self.out_of_budget() {
            return;
        }
        if !self.tree.nodes[node as usize].looked {
            // Only the attacker's nodes are made before they are looked at.
            let (proof, disproof) = self.look_at_attack();
            let node = &mut self.tree.nodes[node as usize];
            node.looked = true;
            (node.proof, node.disproof) = (proof, disproof);
        }
        let known = self.tree.nodes[node as usize];
        if known.proof == 0 || known.disproof == 0 {
            return;
        }
        if !known.expanded {
            self.expand(node);
        }
        while !self.aborted {
            let choice = self.update(node, attacks);
            let Node {
                proof, disproof, ..
            } = self.tree.nodes[node as usize];
            if proof >= most_proof || disproof >= most_disproof || proof == 0 || disproof == 0 {
                return;
            }
            let Some(choice) = choice else { return };
            let edge = self.tree.edges[choice.edge];
            let child = self.tree.numbers(edge.node);
            let second = choice.second.saturating_add(choice.second / 4 + 1);
            let (limits, color) = if attacks {
                let rest = disproof.saturating_sub(child.1);
                let disproof = most_disproof.saturating_sub(rest).max(child.1 + 1);
                ((most_proof.min(second), disproof), self.attacker)
            } else {
                let proof = most_proof - proof + child.0;
                ((proof, most_disproof.min(second)), !self.attacker)
            };
            self.place(edge.point, color);
            let mut child = edge.node;
            if child == UNMADE {
                child = self.tree.node(self.light.key());
                self.tree.edges[choice.edge].node = child;
            }
            self.prove(child, limits.0, limits.1, !attacks);
            self.light.undo();
        }
        if self.tree.nodes[node as usize].expanded {
            self.update(node, attacks);
        }
    }

    /// Sets a node's numbers from its children's and chooses the child to work on.
    fn update(&mut self, node: u32, attacks: bool) -> Option<Choice> {
        // Seen from the side to move: `goal` is what it wants small, `cost` adds up.
        let (mut best, mut second) = (INFINITE, INFINITE);
        let (mut cost, mut others): (u32, u32) = (0, 0);
        let mut chosen = None;
        let start = self.tree.nodes[node as usize].edges as usize;
        let count = self.tree.nodes[node as usize].count as usize;
        for index in start..start + count {
            let edge = self.tree.edges[index];
            let (proof, disproof) = self.tree.numbers(edge.node);
            let (goal, other) = if attacks {
                (proof, disproof)
            } else {
                (disproof, proof)
            };
            if !attacks || other >= INFINITE {
                cost = cost.saturating_add(other).min(INFINITE);
            } else if other > 0 {
                // Threats share most of what refutes them: the hardest stands for all.
                cost = cost.max(other);
                others += 1;
            }
            if goal < best {
                second = best;
                best = goal;
                chosen = Some(index);
            } else if goal < second {
                second = goal;
            }
        }
        if cost < INFINITE {
            cost += others.saturating_sub(1);
        }
        let node = &mut self.tree.nodes[node as usize];
        (node.proof, node.disproof) = if attacks { (best, cost) } else { (cost, best) };
        chosen.map(|edge| Choice { edge, second })
    }

    #[inline]
    fn place(&mut self, point: Point, color: Color) {
        self.light.place(point, color);
        self.stones += 1;
    }

    #[inline]
    fn out_of_budget(&mut self) -> bool {
        if self.stones >= self.poll {
            self.poll = self.stones + POLL;
            self.aborted |=
                self.stones >= self.budget.nodes || self.budget.stop.is_some_and(|stop| stop());
        }
        self.aborted
    }

    /// Whether the attacker, playing next, wins by fours.
    fn has_vcf(&mut self) -> bool {
        let budget = Budget {
            nodes: self.stage.stones,
            effort: Some(self.stage.effort),
            stop: None,
        };
        let mut search = self
            .vcf
            .search(self.light, self.attacker, Effort::Natural, budget);
        let proof = search.solve();
        self.stones += self.vcf.nodes();
        proof == Proof::Win
    }

    /// Proof and disproof number of a position with the attacker to move.
    fn look_at_attack(&mut self) -> (u32, u32) {
        let must = self.light.answers_to_fours(!self.attacker);
        let lost = must.is_some_and(Answers::is_empty);
        if lost && self.light.winning_point(self.attacker).is_none() {
            (INFINITE, 0)
        } else if self.has_vcf() {
            (0, INFINITE)
        } else {
            (1, 1)
        }
    }

    /// A position with the defender to move: its node, unless the last stone was no threat or the
    /// search is out of budget.
    fn look_at_defence(&mut self) -> Option<u32> {
        let key = self.light.key() ^ DEFENDER;
        if let (_, Some(node)) = self.tree.slot(key) {
            return Some(node);
        }
        let replies = self.replies()?;
        let start = self.tree.edges.len();
        for point in &replies {
            if !self.light.is_empty(point) || self.defender_fouls && self.light.is_foul(point) {
                continue;
            }
            self.place(point, !self.attacker);
            let (proof, disproof) = self.look_at_attack();
            self.light.undo();
            if disproof == 0 || self.out_of_budget() {
                self.tree.edges.truncate(start);
                return None;
            }
            if proof != 0 {
                let node = UNMADE;
                self.tree.edges.push(Edge { point, node });
            }
        }
        let count = self.tree.edges.len() - start;
        let node = self.tree.node(key);
        self.tree.nodes[node as usize] = Node {
            proof: count as u32,
            disproof: if count == 0 { INFINITE } else { 1 },
            edges: start as u32,
            count: count as u16,
            looked: true,
            expanded: true,
            ..self.tree.nodes[node as usize]
        };
        Some(node)
    }

    /// The defender's replies to a threat, none left out that could refute it; `None` if the last
    /// stone was no threat.
    fn replies(&mut self) -> Option<PointSet> {
        let mut replies = PointSet::EMPTY;
        if let Some(answers) = self.light.answers_to_fours(self.attacker) {
            answers.iter().for_each(|point| replies.insert(point));
            return Some(replies);
        }
        if !self.has_vcf() {
            return None;
        }
        let budget = Budget::nodes(u64::MAX);
        self.vcf
            .search(self.light, self.attacker, Effort::Natural, budget)
            .zone(&mut replies);
        self.light.add_fours(!self.attacker, &mut replies);
        Some(replies)
    }

    /// Lists the attacker's threats.
    fn expand(&mut self, node: u32) {
        let candidates = self.candidates();
        let mut threats: SmallVec<[Edge; 64]> = SmallVec::new();
        for point in &candidates {
            if self.attacker_fouls && self.light.is_foul(point) {
                continue;
            }
            self.place(point, self.attacker);
            let child = self.look_at_defence();
            self.light.undo();
            if self.aborted {
                return;
            }
            threats.extend(child.map(|node| Edge { point, node }));
        }
        let (start, count) = (self.tree.edges.len(), threats.len());
        self.tree.edges.extend_from_slice(&threats);
        let node = &mut self.tree.nodes[node as usize];
        node.edges = start as u32;
        node.count = count as u16;
        node.expanded = true;
    }

    /// Points where a stone makes a three or a four, or that stop the defender's four.
    fn candidates(&self) -> PointSet {
        let mut points = PointSet::EMPTY;
        if let Some(must) = self.light.answers_to_fours(!self.attacker) {
            must.iter().for_each(|point| points.insert(point));
            return points;
        }
        if self.stage.wide {
            return self.light.all_empties();
        }
        for line in self.light.all_lines() {
            let windows = self.light.line(line).twos | self.light.line(line).threes;
            let cells = bits(half(windows, self.attacker))
                .fold(0, |cells, first| cells | FIVE_CELLS << first);
            bits(cells & self.light.empties(line))
                .for_each(|bit| points.insert(point_at(line, bit)));
        }
        points
    }
}

/// The child to work on, and how good the next best one is.
struct Choice {
    /// Index of its edge.
    edge: usize,
    second: u32,
}
