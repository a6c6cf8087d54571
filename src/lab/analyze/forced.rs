//! What the solver knows of a position: whether the side to move wins by force, and whether the
//! opponent would, were it to pass.

use std::time::{Duration, Instant};

use crate::board::{Board, Verdict};
use crate::engine::{Stop, now};
use crate::lab::outcome::complain;
use crate::lab::solve::{Kind, MEMORY, ask, replay};
use crate::solver::verify::Refuted;
use crate::solver::{Budget, Line, Proof, Solver};
use crate::types::{Color, Point};

/// Stones that each question may take where no time binds.
const STONES: u64 = 200_000;
/// Parts of the time in all that one question may take: by fours, and by threats.
const FOUR_PART: u32 = 6;
/// See [`FOUR_PART`].
const THREAT_PART: u32 = 3;
/// Stones for each of the points that may refute a win: by fours, and by threats.
const FOUR_DEFENCE_STONES: u64 = 20_000;
/// See [`FOUR_DEFENCE_STONES`].
const THREAT_DEFENCE_STONES: u64 = 4_000;
/// Part of these times for the opponent's wins.
const OPPONENT_PART: u32 = 2;
/// Part of the time in all that the points against a win by threats may take together.
const DEFENCE_PART: u32 = 10;
/// Positions of the replay that a win must stand up to; a larger one counts as standing.
const REPLAY_POSITIONS: u64 = 20_000;

/// What is known of a win by force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lab) struct Answer {
    /// Whether there is one; none if that is not settled.
    pub(in crate::lab) wins: Option<bool>,
    /// How it is won, if it is; else the widest kind that is known not to win.
    pub(in crate::lab) kind: Option<Kind>,
    /// The stones of the win in playing order.
    pub(in crate::lab) line: Vec<Point>,
}

impl Answer {
    const UNKNOWN: Self = Self {
        wins: None,
        kind: None,
        line: Vec::new(),
    };

    fn of(proof: Proof, kind: Kind, line: &Line) -> Self {
        match proof {
            Proof::Win => Self {
                wins: Some(true),
                kind: Some(kind),
                line: line.to_vec(),
            },
            Proof::NoWin(_) => Self {
                wins: Some(false),
                kind: Some(kind),
                line: Vec::new(),
            },
            Proof::OutOfBudget => Self::UNKNOWN,
        }
    }
}

impl Answer {
    /// Plies of the win.
    pub(in crate::lab) fn plies(&self) -> Option<usize> {
        (self.wins == Some(true)).then_some(self.line.len())
    }
}

/// Asks the solver, as `tengen solve` does, within a share of the time.
#[derive(Debug)]
pub(in crate::lab) struct Oracle {
    solver: Solver,
    stop: Stop,
    /// Stones placed since the last [`Oracle::begin`].
    pub(in crate::lab) nodes: u64,
    start: Instant,
    time: Option<Duration>,
}

impl Oracle {
    pub(in crate::lab) fn new(stop: Stop) -> Self {
        Self {
            solver: Solver::new((MEMORY as usize) << 20),
            stop,
            nodes: 0,
            start: now(),
            time: None,
        }
    }

    /// Begins with a new position, for which there is this time in all.
    pub(in crate::lab) fn begin(&mut self, time: Option<Duration>) {
        self.nodes = 0;
        self.start = now();
        self.time = time;
    }

    /// Whether the side to move wins: by fours, or else by threats.
    pub(in crate::lab) fn forced_win(&mut self, board: &Board) -> Answer {
        self.win(board, 1)
    }

    /// A win of the side to move, looked for in a part of the usual time.
    fn win(&mut self, board: &Board, part: u32) -> Answer {
        let fours = self.ask(board, Kind::Vcf, part);
        if fours.wins != Some(false) {
            return fours;
        }
        let threats = self.ask(board, Kind::Vct, part);
        if threats.wins.is_some() {
            threats
        } else {
            Answer {
                wins: None,
                ..fours
            }
        }
    }

    /// Whether the other side would win if it were its turn, by fours or else by threats, and then the
    /// points that keep it from that.
    pub(in crate::lab) fn opponent_threat(&mut self, board: &Board) -> (Answer, Vec<Point>) {
        let side = board.side_to_move();
        let mut passed = board.clone();
        passed.set_side(!side);
        let answer = self.win(&passed, OPPONENT_PART);
        let Answer {
            wins: Some(true),
            kind: Some(kind),
            ..
        } = answer
        else {
            return (answer, Vec::new());
        };
        // Against fours the win itself says which points matter.
        let points = match kind {
            Kind::Vcf => self.solver.vcf_refutations(!side),
            Kind::Vct => *board.empties(),
        };
        let is_playable = |&point: &Point| {
            board.is_empty(point) && !matches!(board.verdict(point, side), Verdict::Foul(_))
        };
        let until = self
            .time
            .map(|time| self.start.elapsed() + time / DEFENCE_PART);
        // The replay of a win leaves another position behind.
        self.solver.load(board);
        let mut defences: Vec<Point> = points.iter().filter(is_playable).collect();
        defences.retain(|&point| {
            let is_late =
                kind == Kind::Vct && until.is_some_and(|until| self.start.elapsed() >= until);
            board.verdict(point, side) == Verdict::Five
                || is_late
                || self.refutes(point, side, kind)
        });
        (answer, defences)
    }

    /// Whether a stone of this side leaves the other one, on the loaded position, without a win of
    /// this kind. A question that is not settled counts as refuted.
    fn refutes(&mut self, point: Point, side: Color, kind: Kind) -> bool {
        let mut line = Line::new();
        self.solver.place(point, side);
        let stop = self.stop.clone();
        let stopped = || stop.is_requested();
        let budget = |stones: u64| Budget {
            stop: Some(&stopped),
            ..Budget::nodes(stones)
        };
        let proof = match kind {
            Kind::Vcf => self
                .solver
                .vcf(!side, &budget(FOUR_DEFENCE_STONES), &mut line),
            Kind::Vct => self
                .solver
                .vct(!side, &budget(THREAT_DEFENCE_STONES), &mut line),
        };
        self.solver.undo();
        self.nodes += self.solver.nodes();
        proof != Proof::Win
    }

    fn ask(&mut self, board: &Board, kind: Kind, part: u32) -> Answer {
        let part = part
            * match kind {
                Kind::Vcf => FOUR_PART,
                Kind::Vct => THREAT_PART,
            };
        let until = self.time.map(|time| self.start.elapsed() + time / part);
        let (stop, start) = (self.stop.clone(), self.start);
        let over = || stop.is_requested() || until.is_some_and(|until| start.elapsed() >= until);
        let budget = Budget {
            nodes: if until.is_some() { u64::MAX } else { STONES },
            effort: None,
            stop: Some(&over),
        };
        let mut line = Line::new();
        let proof = ask(&mut self.solver, board, kind, &budget, &mut line);
        self.nodes += self.solver.nodes();
        if proof == Proof::Win && kind == Kind::Vct && !self.is_confirmed(board) {
            return Answer::UNKNOWN;
        }
        Answer::of(proof, kind, &line)
    }

    /// Whether the win by threats just found stands up to every defence.
    fn is_confirmed(&mut self, board: &Board) -> bool {
        match replay(&mut self.solver, board, REPLAY_POSITIONS) {
            Ok(()) | Err(Refuted::TooLarge(_)) => true,
            Err(reason) => {
                complain(&format!("a win is not confirmed: {reason}"));
                false
            }
        }
    }
}
