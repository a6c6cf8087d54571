//! The forced-win solver before each move: own fours, the opponent's fours, own threats.
//!
//! A win that it finds, and that an independent replay confirms, is played without a search. What
//! the opponent threatens by fours narrows the moves to those that may refute it.

use std::fmt::Write;
use std::time::Duration;

use super::{Candidate, Limits, Params, Request, Stop, Thought};
use crate::board::Board;
use crate::board::pattern::Threat;
use crate::solver::verify::{Refuted, verify};
use crate::solver::{Budget, Line, Proof, Solver};
use crate::types::{Color, Point, PointSet, Score};

/// Bytes of the proof table.
const TABLE_BYTES: usize = 4 << 20;
/// Stones that one question may take when no time binds.
const FOUR_STONES: u64 = 100_000;
/// The same for threats.
const THREAT_STONES: u64 = 20_000;
/// Part of a node limit that threats may take.
const NODE_PART: u64 = 4;
/// Part of the time for the move, in per cent, for the independent replay.
const REPLAY_PART: u32 = 12;
/// Positions of the independent replay.
const REPLAY_POSITIONS: u64 = 2_000;

/// What the solver found out.
pub(super) enum Finding {
    /// The side to move wins; no search is needed.
    Win(Box<Thought>),
    /// The opponent would win by fours: only these points may refute it.
    Refute(PointSet),
    /// Nothing that binds.
    Open,
}

/// The solver as the engine uses it.
#[derive(Debug)]
pub(super) struct Forced {
    solver: Solver,
    line: Line,
    /// What was found, for the log.
    pub(super) report: String,
    /// Stones placed.
    pub(super) nodes: u64,
    /// Which questions are asked, and for how long.
    pub(super) params: Params,
}

impl Forced {
    pub(super) fn new() -> Self {
        Self {
            solver: Solver::new(TABLE_BYTES),
            line: Line::new(),
            report: String::new(),
            nodes: 0,
            params: Params::default(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.solver.clear();
    }

    /// Looks for forced wins of both sides.
    pub(super) fn look(&mut self, board: &Board, request: &Request, stop: &Stop) -> Finding {
        self.report.clear();
        self.nodes = 0;
        if request.multi_pv > 1 || !request.excluded.is_empty() || board.ply() < 4 {
            return Finding::Open;
        }
        let side = board.side_to_move();
        let time = request.limits.planned(board.ply(), board.size().area());
        let until = |part: u32| time.map(|time| request.limits.start.elapsed() + time * part / 100);
        self.solver.load(board);

        let [fours, defence, threats] = [
            self.params.root_fours,
            self.params.root_defence,
            self.params.root_threats,
        ]
        .map(|part| part as u32);

        if fours > 0
            && self.ask(side, false, &request.limits, until(fours), stop) == Proof::Win
            && self.confirmed(board, request, stop, false)
        {
            return Finding::Win(Box::new(self.thought(request)));
        }
        if board.threat_count(!side, Threat::Five) > 0 {
            return Finding::Open;
        }
        if defence > 0
            && self.ask(!side, false, &request.limits, until(defence), stop) == Proof::Win
        {
            return Finding::Refute(self.solver.vcf_refutations(!side));
        }
        if threats > 0
            && has_threats(board, side)
            && self.ask(side, true, &request.limits, until(threats), stop) == Proof::Win
            && self.confirmed(board, request, stop, true)
        {
            return Finding::Win(Box::new(self.thought(request)));
        }
        Finding::Open
    }

    /// Asks one question and notes the answer.
    fn ask(
        &mut self,
        attacker: Color,
        threats: bool,
        limits: &Limits,
        until: Option<Duration>,
        stop: &Stop,
    ) -> Proof {
        let over =
            || stop.is_requested() || until.is_some_and(|until| limits.start.elapsed() >= until);
        let unbound = if threats { THREAT_STONES } else { FOUR_STONES };
        let nodes = match (until, limits.nodes) {
            (_, Some(nodes)) => (nodes / NODE_PART).min(unbound),
            (Some(_), None) => u64::MAX,
            (None, None) => unbound,
        };
        let budget = Budget {
            stop: Some(&over),
            ..Budget::nodes(nodes)
        };
        let proof = if threats {
            self.solver.vct(attacker, &budget, &mut self.line)
        } else {
            self.solver.vcf(attacker, &budget, &mut self.line)
        };
        self.nodes += self.solver.nodes();
        let kind = if threats { "vct" } else { "vcf" };
        let nodes = self.solver.nodes();
        let separator = if self.report.is_empty() { "" } else { "; " };
        let _ = write!(
            self.report,
            "{separator}{kind} of {attacker} in {nodes} stones: "
        );
        let _ = match proof {
            Proof::Win => write!(self.report, "wins by {}", text(&self.line)),
            Proof::NoWin(_) => write!(self.report, "none"),
            Proof::OutOfBudget => write!(self.report, "not settled"),
        };
        proof
    }

    /// Whether the win just found stands up to every defence that an independent replay tries. A
    /// replay too large to finish in its share of positions and time counts as standing.
    fn confirmed(&mut self, board: &Board, request: &Request, stop: &Stop, threats: bool) -> bool {
        let attacker = board.side_to_move();
        let start = request.limits.start;
        let planned = request.limits.planned(board.ply(), board.size().area());
        let until = planned.map(|time| start.elapsed() + time * REPLAY_PART / 100);
        let mut is_over = false;
        let mut scratch = Line::new();
        let solver = &mut self.solver;
        let mut strategy = |position: &Board| {
            is_over |= stop.is_requested() || until.is_some_and(|until| start.elapsed() >= until);
            if is_over {
                return None;
            }
            solver.load(position);
            if threats {
                return solver.winning_stone(attacker);
            }
            let proof = solver.vcf(attacker, &Budget::nodes(FOUR_STONES), &mut scratch);
            (proof == Proof::Win).then(|| scratch[0])
        };
        let result = verify(board, attacker, REPLAY_POSITIONS, &mut strategy);
        self.solver.load(board);
        match result {
            Ok(_) | Err(Refuted::TooLarge(_)) => true,
            Err(Refuted::NoMove(_)) if is_over => true,
            Err(refuted) => {
                debug_assert!(false, "{refuted}\n{board}");
                let _ = write!(self.report, ", refuted: {refuted}");
                false
            }
        }
    }

    /// The win just found, as the outcome of thinking.
    fn thought(&self, request: &Request) -> Thought {
        let plies = self.line.len();
        let score = Score::win_in(plies);
        let depth = plies as u32;
        let line = self.line.to_vec();
        Thought {
            best: line.first().copied(),
            score,
            candidates: vec![Candidate {
                score,
                line,
                depth,
                nodes: 0,
            }],
            depth,
            selective_depth: depth,
            nodes: 0,
            solver_nodes: self.nodes,
            time: request.limits.start.elapsed(),
            solver: self.report.clone(),
        }
    }
}

/// Whether a side has enough on the board for a win by threats to be worth looking for.
fn has_threats(board: &Board, side: Color) -> bool {
    let from = Threat::ClosedThree as usize;
    let to = Threat::OpenFour as usize;
    Threat::ALL[from..=to]
        .iter()
        .map(|&threat| board.threat_count(side, threat))
        .sum::<usize>()
        > 2
}

fn text(line: &[Point]) -> String {
    line.iter().map(ToString::to_string).collect()
}
