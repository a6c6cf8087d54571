//! The object that an analysis prints; `docs/analyze.schema.json` tells what each key means.

use serde::Serialize;

use super::forced::Answer;
use super::threats::Threats;
use crate::board::Board;
use crate::engine::{Thought, win_rate};
use crate::lab::forbidden::Fouls;
use crate::lab::solve::Kind;
use crate::types::{Color, Point, Score};

/// All that is known of a position.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Analysis {
    pub(super) rule: &'static str,
    pub(super) size: String,
    pub(super) moves: Option<String>,
    pub(super) board: Vec<String>,
    pub(super) side_to_move: String,
    pub(super) legal_moves: Vec<String>,
    #[serde(flatten)]
    pub(super) forbidden: Fouls,
    pub(super) evaluation: Evaluation,
    pub(super) best_move: Option<String>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) threats: BothThreats,
    pub(super) forced_win: ForcedWin,
    pub(super) opponent_threat: OpponentThreat,
    pub(super) depth: u32,
    pub(super) selective_depth: u32,
    pub(super) nodes: u64,
    pub(super) solver_nodes: u64,
    pub(super) nps: u64,
    pub(super) time_ms: u64,
}

/// The value of a position or a move, for the side to move.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Evaluation {
    pub(super) score: i32,
    pub(super) win_rate: f64,
    pub(super) mate: Option<i32>,
}

impl Evaluation {
    pub(super) fn of(board: &Board, score: Score) -> Self {
        let win_rate = f64::from(win_rate(board.rule(), board.size(), score));
        Self {
            score: score.raw(),
            win_rate: (win_rate * 1e4).round() / 1e4,
            mate: score.plies_to_end(),
        }
    }
}

/// A move that was looked at.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Candidate {
    #[serde(rename = "move")]
    pub(super) point: String,
    #[serde(flatten)]
    pub(super) evaluation: Evaluation,
    pub(super) pv: Vec<String>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

/// The candidates of a search.
pub(super) fn candidates(board: &Board, thought: &Thought) -> Vec<Candidate> {
    let candidates = thought.candidates.iter();
    candidates
        .filter_map(|candidate| {
            Some(Candidate {
                point: candidate.line.first()?.to_string(),
                evaluation: Evaluation::of(board, candidate.score),
                pv: names(&candidate.line),
                depth: candidate.depth,
                nodes: candidate.nodes,
            })
        })
        .collect()
}

/// Both sides' threats.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BothThreats {
    pub(super) black: Threats,
    pub(super) white: Threats,
}

impl BothThreats {
    pub(super) fn of(board: &Board) -> Self {
        Self {
            black: Threats::of(board, Color::Black),
            white: Threats::of(board, Color::White),
        }
    }
}

/// Whether a win by force is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Win,
    None,
    Unknown,
}

impl From<Option<bool>> for Status {
    fn from(wins: Option<bool>) -> Self {
        match wins {
            Some(true) => Self::Win,
            Some(false) => Self::None,
            None => Self::Unknown,
        }
    }
}

/// Whether the side to move wins by force.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ForcedWin {
    pub(super) exists: bool,
    pub(super) status: Status,
    pub(super) kind: Option<Kind>,
    pub(super) scope: Option<Kind>,
    pub(super) winning_line: Vec<String>,
    pub(super) depth: Option<usize>,
}

impl From<&Answer> for ForcedWin {
    fn from(answer: &Answer) -> Self {
        let exists = answer.wins == Some(true);
        Self {
            exists,
            status: answer.wins.into(),
            kind: answer.kind.filter(|_| exists),
            scope: answer.kind.filter(|_| !exists),
            winning_line: names(&answer.line),
            depth: answer.plies(),
        }
    }
}

/// What the opponent would win by if the side to move passed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OpponentThreat {
    #[serde(flatten)]
    pub(super) win: ForcedWin,
    pub(super) defences: Vec<String>,
}

impl OpponentThreat {
    pub(super) fn new(answer: &Answer, defences: &[Point]) -> Self {
        Self {
            win: ForcedWin::from(answer),
            defences: names(defences),
        }
    }
}

/// Points as text.
pub(super) fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}
