//! An analysis as people read it.

use std::fmt;

use super::report::{Analysis, Candidate, Evaluation, ForcedWin, OpponentThreat, Status};
use super::threats::Threats;
use crate::lab::solve::Kind;

/// Moves of a line that are printed.
const SHOWN_MOVES: usize = 16;
/// Points of a list that are printed.
const SHOWN_POINTS: usize = 24;

/// What stands below the diagram.
pub(super) struct Text<'a>(pub(super) &'a Analysis);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Analysis {
            rule,
            size,
            side_to_move,
            evaluation,
            ..
        } = self.0;
        writeln!(f, "position    {rule} {size}, {side_to_move} to move")?;
        writeln!(f, "evaluation  {}", value(evaluation))?;
        let best = self.0.best_move.as_deref().unwrap_or("-");
        writeln!(f, "best move   {best}")?;
        for (number, candidate) in (1..).zip(&self.0.candidates) {
            write_candidate(f, number, candidate)?;
        }
        writeln!(f, "forced win  {}", by_force(&self.0.forced_win))?;
        writeln!(f, "opponent    {}", self.opponent())?;
        threats(f, "black", &self.0.threats.black)?;
        threats(f, "white", &self.0.threats.white)?;
        let fouls = &self.0.forbidden.forbidden;
        if !fouls.is_empty() {
            let fouls: Vec<_> = fouls
                .iter()
                .map(|foul| format!("{}:{}", foul.point, foul.kind))
                .collect();
            writeln!(f, "forbidden   {}", fouls.join(" "))?;
        }
        writeln!(
            f,
            "searched    depth {}-{}, {} nodes, {} nodes/s, {} ms",
            self.0.depth, self.0.selective_depth, self.0.nodes, self.0.nps, self.0.time_ms
        )
    }
}

impl Text<'_> {
    fn opponent(&self) -> String {
        let OpponentThreat { win, defences } = &self.0.opponent_threat;
        if win.status != Status::Win {
            return by_force(win);
        }
        format!(
            "threatens to win {}; against it {}",
            by_force(win),
            list(defences, SHOWN_POINTS),
        )
    }
}

/// How a side wins by force, if it does.
fn by_force(win: &ForcedWin) -> String {
    match (win.status, win.kind.or(win.scope)) {
        (Status::Win, kind) => {
            let by = if kind == Some(Kind::Vcf) {
                "fours"
            } else {
                "threats"
            };
            let plies = win.depth.unwrap_or_default();
            let line = list(&win.winning_line, usize::MAX);
            format!("by {by} in {plies} plies: {line}")
        }
        (Status::None, _) => "none by fours, none by threats that the solver tries".to_owned(),
        (Status::Unknown, Some(_)) => "none by fours, not settled by threats".to_owned(),
        (Status::Unknown, None) => "not settled".to_owned(),
    }
}

fn write_candidate(
    f: &mut fmt::Formatter<'_>,
    number: usize,
    candidate: &Candidate,
) -> fmt::Result {
    writeln!(
        f,
        "{number:>9}.  {:<4} {}, depth {}: {}",
        candidate.point,
        value(&candidate.evaluation),
        candidate.depth,
        list(&candidate.pv, SHOWN_MOVES),
    )
}

fn value(evaluation: &Evaluation) -> String {
    let percent = evaluation.win_rate * 100.0;
    match evaluation.mate {
        Some(plies) if plies > 0 => format!("won in {plies} plies"),
        Some(plies) => format!("lost in {} plies", -plies),
        None => format!("{:+} ({percent:.1} %)", evaluation.score),
    }
}

fn threats(f: &mut fmt::Formatter<'_>, side: &str, threats: &Threats) -> fmt::Result {
    let named = [
        ("five", &threats.fives),
        ("open four", &threats.open_fours),
        ("four", &threats.fours),
        ("open three", &threats.open_threes),
    ];
    let lists: Vec<String> = named
        .into_iter()
        .filter(|(_, points)| !points.is_empty())
        .map(|(name, points)| format!("{name} at {}", list(points, SHOWN_POINTS)))
        .collect();
    let text = if lists.is_empty() {
        "makes nothing".to_owned()
    } else {
        lists.join("; ")
    };
    writeln!(f, "{side}       {text}")
}

/// Points with blanks between, and how many more there are.
fn list(points: &[String], shown: usize) -> String {
    if points.is_empty() {
        return "-".to_owned();
    }
    let text = points[..points.len().min(shown)].join(" ");
    match points.len().saturating_sub(shown) {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}
