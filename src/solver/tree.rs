//! The tree of a search by threats, held in memory. Stones are never taken off, so positions form a
//! graph without cycles, and equal positions share a node.

use crate::types::{Key, Point};

/// Keeps the two kinds of node apart.
pub(super) const DEFENDER: Key = 0x2545_F491_4F6C_DD1D;
/// Index that stands for a node not yet made.
pub(super) const UNMADE: u32 = u32::MAX;
/// A proof number that stands for "impossible".
pub(super) const INFINITE: u32 = 1 << 30;

/// A position with one side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) key: Key,
    /// Least number of leaves that must be proven to prove the win.
    pub(super) proof: u32,
    /// Least number of leaves that must be disproven to refute it.
    pub(super) disproof: u32,
    /// First of its edges.
    pub(super) edges: u32,
    /// How many edges there are.
    pub(super) count: u16,
    /// Whether its numbers were looked into, and not only assumed.
    pub(super) looked: bool,
    /// Whether its edges are known.
    pub(super) expanded: bool,
    /// How often the search came here.
    pub(super) visits: u32,
}

/// A stone and the position behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) point: Point,
    pub(super) node: u32,
}

/// What is kept between searches.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// Open-addressed index from key to node: generation and index.
    index: Vec<(u32, u32)>,
    generation: u32,
}

impl Tree {
    /// Room for a tree of at most this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        // A node, its two slots of the index, and some four edges.
        let each = size_of::<Node>() + 2 * size_of::<(u32, u32)>() + 4 * size_of::<Edge>();
        let room = (bytes / each).max(4096);
        Self {
            nodes: Vec::with_capacity(room),
            edges: Vec::with_capacity(4 * room),
            index: vec![(0, 0); (2 * room).next_power_of_two() / 2],
            generation: 1,
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

    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() + 512 > self.nodes.capacity().min(self.index.len() * 3 / 4)
            || self.edges.len() + 4096 > self.edges.capacity()
    }

    /// The slot of a key: its node, or where it belongs.
    pub(super) fn slot(&self, key: Key) -> (usize, Option<u32>) {
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
    pub(super) fn node(&mut self, key: Key) -> u32 {
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
    pub(super) fn numbers(&self, node: u32) -> (u32, u32) {
        if node == UNMADE {
            return (1, 1);
        }
        let node = &self.nodes[node as usize];
        (node.proof, node.disproof)
    }

    pub(super) fn edges_of(&self, node: u32) -> &[Edge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.edges as usize..][..node.count as usize]
    }
}
