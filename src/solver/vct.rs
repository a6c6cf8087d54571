//! Wins by continuous threats: proof-number search, depth first, over a tree held in memory.
//!
//! A threat is a four, or a stone after which the attacker would win by fours if the defender
//! passed. The win behind the threat names every point on which it depends, so the defender's
//! replies are those points and his own fours: a complete set, because after any other stone the
//! same win is still there. Stones are never taken off, so positions form a graph without cycles,
//! and equal positions share a node.

use super::light::{Answers, FIVE_CELLS, Light, bits, half, point_at};
use super::vcf::Vcf;
use super::{Budget, Effort, Proof, Scope};
use crate::types::{Color, Key, Point, PointSet};
use smallvec::SmallVec;

/// A proof number that stands for "impossible".
const INFINITE: u32 = 1 << 30;
/// Index that stands for a node not yet made.
const UNMADE: u32 = u32::MAX;
/// The stages of a search.
const STAGES: [Stage; 5] = [
    Stage::new(0, 200, false),
    Stage::new(1, 1_000, false),
    Stage::new(1, 1_000, true),
    Stage::new(4, 8_000, true),
    Stage::new(20, 40_000, true),
];
/// The clock or the stop flag is asked once in this many nodes.
const POLL: u64 = 64;
/// Keeps the two kinds of node apart.
const DEFENDER: Key = 0x2545_F491_4F6C_DD1D;

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

/// A position with one side to move.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    /// Least number of leaves that must be proven to prove the win.
    proof: u32,
    /// Least number of leaves that must be disproven to refute it.
    disproof: u32,
    /// First of its edges.
    edges: u32,
    /// How many edges there are.
    count: u16,
    /// Whether the node's value has been looked at.
    looked: bool,
    expanded: bool,
    /// How often the search came here.
    visits: u32,
}

/// A stone and the position behind it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    point: Point,
    node: u32,
}

/// What is kept between searches.
#[derive(Debug)]
pub(super) struct Vct {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Open-addressed index from key to node: generation and index.
    index: Vec<(u32, u32)>,
    generation: u32,
}

impl Vct {
    /// Room for a tree of at most this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        // A node, its two slots of the index, and some four edges.
        let each = size_of::<Node>() + 2 * size_of::<(u32, u32)>() + 4 * size_of::<Edge>();
        let room = (bytes / each).max(64);
        Self {
            nodes: Vec::with_capacity(room),
            edges: Vec::with_capacity(4 * room),
            index: vec![(0, 0); (2 * room).next_power_of_two() / 2],
            generation: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.generation += 1;
        if self.generation == u32::MAX {
            self.index.fill((0, 0));
            self.generation = 1;
        }
    }

    /// Positions in the tree.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The stone that wins in a position of the last tree, the attacker to move; none if the tree
    /// does not tell.
    pub(super) fn winning_stone(&self, key: Key) -> Option<Point> {
        let (_, node) = self.slot(key);
        let edges = self.edges_of(node?);
        let won = edges.iter().find(|edge| self.numbers(edge.node).0 == 0);
        won.map(|edge| edge.point)
    }

    /// The defender's stone in a position of the last tree that took the most work to refute.
    pub(super) fn toughest_reply(&self, key: Key) -> Option<Point> {
        let (_, node) = self.slot(key ^ DEFENDER);
        let edges = self.edges_of(node?).iter();
        let visits = |edge: &&Edge| match edge.node {
            UNMADE => 0,
            node => self.nodes[node as usize].visits,
        };
        edges.max_by_key(visits).map(|edge| edge.point)
    }

    fn is_full(&self) -> bool {
        self.nodes.len() + 256 > self.nodes.capacity().min(self.index.len() * 3 / 4)
            || self.edges.len() + 1024 > self.edges.capacity()
    }

    /// The slot of a key: its node, or where it belongs.
    fn slot(&self, key: Key) -> (usize, Option<u32>) {
        let mask = self.index.len() - 1;
        let mut slot = (key >> 20) as usize & mask;
        loop {
            let (generation, node) = self.index[slot];
            if generation != self.generation {
                return (slot, None);
            }
            if self.nodes[node as usize].key == key {
                return (slot, Some(node));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The node of a key, made if there is none.
    fn node(&mut self, key: Key) -> u32 {
        let (slot, known) = self.slot(key);
        known.unwrap_or_else(|| {
            let node = self.nodes.len() as u32;
            self.nodes.push(Node {
                key,
                proof: 1,
                disproof: 1,
                edges: 0,
                count: 0,
                looked: false,
                expanded: false,
                visits: 0,
            });
            self.index[slot] = (self.generation, node);
            node
        })
    }

    /// Proof and disproof number.
    fn numbers(&self, node: u32) -> (u32, u32) {
        if node == UNMADE {
            return (1, 1);
        }
        let node = &self.nodes[node as usize];
        (node.proof, node.disproof)
    }

    fn edges_of(&self, node: u32) -> &[Edge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.edges as usize..][..node.count as usize]
    }
}

/// One search.
pub(super) struct Search<'a> {
    light: &'a mut Light,
    vcf: &'a mut Vcf,
    vct: &'a mut Vct,
    attacker: Color,
    budget: Budget<'a>,
    stage: Stage,
    attacker_fouls: bool,
    defender_fouls: bool,
    /// Stones placed.
    stones: u64,
    visits: u64,
    aborted: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        light: &'a mut Light,
        vcf: &'a mut Vcf,
        vct: &'a mut Vct,
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
            vct,
            stones: 0,
            visits: 0,
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
            self.vct.clear();
            let root = self.vct.node(self.light.key());
            self.prove(root, INFINITE, INFINITE, true);
            if self.vct.nodes[root as usize].proof == 0 {
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
        self.visits += 1;
        self.vct.nodes[node as usize].visits += 1;
        if self.visits.is_multiple_of(POLL) && self.budget.stop.is_some_and(|stop| stop())
            || self.stones >= self.budget.nodes
            || self.vct.is_full()
        {
            self.aborted = true;
            return;
        }
        if !self.vct.nodes[node as usize].looked {
            self.look(node, attacks);
        }
        let Node {
            proof,
            disproof,
            expanded,
            ..
        } = self.vct.nodes[node as usize];
        if proof == 0 || disproof == 0 {
            return;
        }
        if !expanded {
            if attacks {
                self.expand(node);
            } else {
                self.vct.nodes[node as usize].expanded = true;
            }
        }
        while !self.aborted {
            let choice = self.update(node, attacks);
            let Node {
                proof, disproof, ..
            } = self.vct.nodes[node as usize];
            if proof >= most_proof || disproof >= most_disproof || proof == 0 || disproof == 0 {
                return;
            }
            let Some(choice) = choice else { return };
            let edge = self.vct.edges[choice.edge];
            let child = self.vct.numbers(edge.node);
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
                child = self.vct.node(self.light.key());
                self.vct.edges[choice.edge].node = child;
            }
            self.prove(child, limits.0, limits.1, !attacks);
            self.light.undo();
        }
        self.update(node, attacks);
    }

    /// Sets a node's numbers from its children's and chooses the child to work on.
    fn update(&mut self, node: u32, attacks: bool) -> Option<Choice> {
        // Seen from the side to move: `goal` is what it wants small, `cost` adds up.
        let (mut best, mut second) = (INFINITE, INFINITE);
        let (mut cost, mut others): (u32, u32) = (0, 0);
        let mut chosen = None;
        let start = self.vct.nodes[node as usize].edges as usize;
        let count = self.vct.nodes[node as usize].count as usize;
        for index in start..start + count {
            let edge = self.vct.edges[index];
            let (proof, disproof) = self.vct.numbers(edge.node);
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
        let node = &mut self.vct.nodes[node as usize];
        (node.proof, node.disproof) = if attacks { (best, cost) } else { (cost, best) };
        chosen.map(|edge| Choice { edge, second })
    }

    #[inline]
    fn place(&mut self, point: Point, color: Color) {
        self.light.place(point, color);
        self.stones += 1;
    }

    /// Whether the attacker, playing next, wins by fours.
    fn has_vcf(&mut self) -> Proof {
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
        proof
    }

    /// First look at a node: is it settled, and if the defender is to move, what can he do?
    fn look(&mut self, node: u32, attacks: bool) {
        let (proof, disproof) = if attacks {
            self.look_at_attack()
        } else {
            self.look_at_defence(node)
        };
        let node = &mut self.vct.nodes[node as usize];
        node.looked = true;
        (node.proof, node.disproof) = (proof, disproof);
    }

    fn look_at_attack(&mut self) -> (u32, u32) {
        let must = self.light.answers_to_fours(!self.attacker);
        if must.is_some_and(Answers::is_empty) && self.light.winning_point(self.attacker).is_none()
        {
            return (INFINITE, 0);
        }
        match self.has_vcf() {
            Proof::Win => (0, INFINITE),
            _ => (1, 1),
        }
    }

    /// Lists the defender's replies: none to a stone that is no threat.
    fn look_at_defence(&mut self, node: u32) -> (u32, u32) {
        let mut replies = PointSet::EMPTY;
        if let Some(answers) = self.light.answers_to_fours(self.attacker) {
            answers.iter().for_each(|point| replies.insert(point));
        } else {
            if self.has_vcf() != Proof::Win {
                return (INFINITE, 0);
            }
            let budget = Budget::nodes(u64::MAX);
            self.vcf
                .search(self.light, self.attacker, Effort::Natural, budget)
                .zone(&mut replies);
            self.light.add_fours(!self.attacker, &mut replies);
        }
        let start = self.vct.edges.len();
        for point in &replies {
            if !self.light.is_empty(point) || self.defender_fouls && self.light.is_foul(point) {
                continue;
            }
            self.place(point, !self.attacker);
            let (proof, disproof) = self.look_at_attack();
            self.light.undo();
            if disproof == 0 {
                self.vct.edges.truncate(start);
                return (INFINITE, 0);
            }
            if proof != 0 {
                self.vct.edges.push(Edge {
                    point,
                    node: UNMADE,
                });
            }
        }
        let count = self.vct.edges.len() - start;
        let node = &mut self.vct.nodes[node as usize];
        node.edges = start as u32;
        node.count = count as u16;
        if count == 0 {
            (0, INFINITE)
        } else {
            (count as u32, 1)
        }
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
            let child = self.vct.node(self.light.key() ^ DEFENDER);
            if !self.vct.nodes[child as usize].looked {
                self.look(child, false);
            }
            self.light.undo();
            if self.vct.nodes[child as usize].disproof != 0 {
                threats.push(Edge { point, node: child });
            }
        }
        let (start, count) = (self.vct.edges.len(), threats.len());
        self.vct.edges.extend_from_slice(&threats);
        let node = &mut self.vct.nodes[node as usize];
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
