//! A fixed search that tells whether play has changed, and how fast it is.

use std::fmt;
use std::time::Duration;

use super::{Engine, Limits, Request, Resources, Stop, now};
use crate::board::Setup;
use crate::types::{BoardSize, Point, Rule, Score};

/// Bytes of the table: small enough that replacement is part of what is measured.
const TABLE_BYTES: u64 = 8 << 20;

/// Rule, side of the board, depth in plies, moves from the empty board; from openings to fights.
const POSITIONS: [(Rule, usize, u32, &str); 14] = [
    (Rule::Freestyle, 15, 9, ""),
    (Rule::Freestyle, 15, 9, "h8i9g7"),
    (Rule::Freestyle, 15, 9, "d5f3g3d3f6e5a6g6e4g8"),
    (
        Rule::Freestyle,
        15,
        9,
        "c13e12a12a11e11c9d11e7e9f10d9d10c10",
    ),
    (Rule::Freestyle, 20, 8, "h8i9i7j6k7k8l6"),
    (Rule::Freestyle, 20, 9, "h8i9i7j6k7k8l6j7l9j8j9m8l8l5j5k4"),
    (Rule::Standard, 15, 9, "h8i9j8j6i8k8g8"),
    (
        Rule::Standard,
        15,
        9,
        "h8i9j8j6i8k8g8f8h9h10g10f11f7i10g7g9",
    ),
    (Rule::Renju, 15, 9, "h8i9h10f10k9"),
    (Rule::Renju, 15, 9, "h8i9h10f10k9h9f9i11i8g8k10k8j9"),
    (
        Rule::Renju,
        15,
        8,
        "h8i9h10f10k9h9f9i11i8g8k10k8j9l11j11i12g6h7i13j10",
    ),
    (Rule::Caro, 15, 8, "h8i9j8j7k8i8h9i7i10h11k10h5"),
    (Rule::Caro, 22, 8, "l11m12m10l12n11"),
    (Rule::CaroExact, 20, 8, "h8i9g9j6g8g6h7h10i6f9k7"),
];

/// One searched position.
#[derive(Clone, Debug)]
pub struct Line {
    /// The rule.
    pub rule: Rule,
    /// Side of the board.
    pub size: usize,
    /// The move chosen.
    pub best: Option<Point>,
    /// Its value.
    pub score: Score,
    /// Depth searched, in plies.
    pub depth: u32,
    /// Stones placed by the main search.
    pub nodes: u64,
}

/// All positions, and what sums them up.
#[derive(Clone, Debug)]
pub struct Report {
    /// One a position.
    pub lines: Vec<Line>,
    /// Changes with any move, score or node count.
    pub signature: u64,
    /// Stones placed by the main search.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// Searches the fixed positions, each with an empty table.
pub fn run() -> Report {
    let start = now();
    let lines: Vec<Line> = POSITIONS.iter().map(search).collect();
    let nodes = lines.iter().map(|line| line.nodes).sum();
    let signature = lines.iter().fold(0xCBF2_9CE4_8422_2325, |hash, line| {
        [
            line.nodes,
            line.score.raw() as u64,
            line.best.map_or(0, Point::index) as u64,
        ]
        .iter()
        .fold(hash, |hash: u64, &value| {
            (hash ^ value)
                .wrapping_mul(0x0000_0100_0000_01B3)
                .rotate_left(23)
        })
    });
    Report {
        lines,
        signature,
        nodes,
        time: start.elapsed(),
    }
}

fn search(&(rule, side, depth, moves): &(Rule, usize, u32, &str)) -> Line {
    let moves = Point::parse_list(moves).expect("the bench's own moves are points");
    let setup = Setup::from_moves(BoardSize::square(side), rule, &moves);
    let board = setup.board().expect("the bench's own positions are legal");
    let mut engine = Engine::new(Resources {
        table_bytes: TABLE_BYTES,
        threads: 1,
    });
    let limits = Limits {
        depth: Some(depth),
        ..Limits::none()
    };
    let thought = engine.think(&board, &Request::best(limits), &Stop::new(), &mut |_| {});
    Line {
        rule,
        size: side,
        best: thought.best,
        score: thought.score,
        depth: thought.depth,
        nodes: thought.nodes,
    }
}

/// A line a position, the signature, and nodes with speed.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let best = line
                .best
                .map_or_else(|| "-".to_owned(), |point| point.to_string());
            writeln!(
                f,
                "{} {} best {best} score {} depth {} nodes {}",
                line.rule, line.size, line.score, line.depth, line.nodes
            )?;
        }
        writeln!(f, "signature {:016x}", self.signature)?;
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {} nps", self.nodes, speed as u64)
    }
}
