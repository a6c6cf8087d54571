//! What is told of a search beside its answer: a summary for everyone, and the analysis lines
//! that Yixin-Board asks for by `INFO show_detail`.

use std::fmt::Write as _;

use super::response::Response;
use crate::engine::{Candidate, Thought};
use crate::types::{BoardSize, Point, Score};

/// Moves of a line that are printed.
const SHOWN_MOVES: usize = 24;

/// How points are written in texts that people read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Labels {
    /// Letter of the column, number of the row from 1: `H8`.
    ColumnFirst,
    /// Yixin-Board's: it sends the row first, counts rows from the bottom in its labels, and this
    /// is the board's size.
    Yixin(BoardSize),
}

impl Labels {
    fn write(self, text: &mut String, point: Point) {
        let (letter, number) = match self {
            Self::ColumnFirst => (point.x(), point.y() + 1),
            Self::Yixin(size) => (point.y(), size.width() - point.x()),
        };
        text.push((b'A' + letter as u8) as char);
        let _ = write!(text, "{number}");
    }

    /// A line of moves with blanks between.
    fn line(self, moves: &[Point]) -> String {
        let mut text = String::new();
        for (index, &point) in moves.iter().take(SHOWN_MOVES).enumerate() {
            if index > 0 {
                text.push(' ');
            }
            self.write(&mut text, point);
        }
        text
    }
}

/// One line for each candidate, in the words that scripts look for: `depth`, `ev`, `n`, `n/ms`,
/// `tm`, `pv`. Nothing if the search was cut off before it had any value.
pub(super) fn summary(thought: &Thought, labels: Labels) -> Vec<Response> {
    let many = thought.candidates.len() > 1;
    let candidates = thought.candidates.iter().enumerate();
    candidates
        .filter(|_| thought.depth > 0 || thought.score.is_win())
        .map(|(index, candidate)| {
            let rank = if many {
                format!(" multipv {}", index + 1)
            } else {
                String::new()
            };
            Response::Message(format!(
                "depth {}-{}{rank} ev {} n {} n/ms {} tm {} pv {}",
                candidate.depth,
                thought.selective_depth.max(candidate.depth),
                candidate.score,
                thought.nodes,
                per_millisecond(thought),
                thought.time.as_millis(),
                labels.line(&candidate.line),
            ))
        })
        .collect()
}

/// The lines of `show_detail` bit 0: marks on the board while the search goes on.
pub(super) fn realtime(thought: &Thought, labels: Labels) -> Vec<Response> {
    let Some(best) = thought.best else {
        return Vec::new();
    };
    let mut lines = vec![Response::Message(format!("REALTIME BEST {}", pair(best)))];
    if let Some(candidate) = thought.candidates.first() {
        let value = candidate.score.raw();
        let line = labels.line(&candidate.line);
        lines.push(Response::Message(format!("REALTIME VAL {value}")));
        lines.push(Response::Message(format!("REALTIME PV {line}")));
    }
    lines
}

/// The lines of `show_detail` bit 1: one group for each candidate. `win_rate` tells how likely a win
/// is, 0 to 1.
pub(super) fn details(thought: &Thought, win_rate: impl Fn(Score) -> f32) -> Vec<Response> {
    let count = thought.candidates.len();
    let groups = thought.candidates.iter().enumerate();
    groups
        .filter(|(_, candidate)| !candidate.line.is_empty())
        .flat_map(|(index, candidate)| {
            let win_rate = win_rate(candidate.score);
            group(thought, index, count, candidate, win_rate)
        })
        .collect()
}

fn group(
    thought: &Thought,
    index: usize,
    count: usize,
    candidate: &Candidate,
    win_rate: f32,
) -> Vec<Response> {
    let moves = candidate.line.iter().take(SHOWN_MOVES);
    let line: Vec<_> = moves.map(|&point| pair(point)).collect();
    let selective = thought.selective_depth.max(candidate.depth);
    let speed = per_millisecond(thought).saturating_mul(1000);
    [
        ("PV", index.to_string()),
        ("NUMPV", count.to_string()),
        ("DEPTH", candidate.depth.to_string()),
        ("SELDEPTH", selective.to_string()),
        ("NODES", thought.nodes.to_string()),
        (
            "TOTALNODES",
            (thought.nodes + thought.solver_nodes).to_string(),
        ),
        ("TOTALTIME", thought.time.as_millis().to_string()),
        ("SPEED", speed.to_string()),
        ("EVAL", candidate.score.to_string()),
        ("WINRATE", format!("{win_rate:.4}")),
        ("BESTLINE", line.join(" ")),
        ("PV", "DONE".to_owned()),
    ]
    .into_iter()
    .map(|(key, value)| Response::Detail(key, value))
    .collect()
}

fn pair(point: Point) -> String {
    format!("{},{}", point.x(), point.y())
}

fn per_millisecond(thought: &Thought) -> u64 {
    thought.nodes / (thought.time.as_millis() as u64).max(1)
}

/// Writes a finished search to the log: all that is needed to see later why a move was played.
pub(super) fn log(played: &str, thought: &Thought) {
    let labels = Labels::ColumnFirst;
    log::info!(
        "answer {played}: time {} ms, depth {}-{}, value {}, nodes {}, solver nodes {}",
        thought.time.as_millis(),
        thought.depth,
        thought.selective_depth,
        thought.score,
        thought.nodes,
        thought.solver_nodes,
    );
    for candidate in &thought.candidates {
        let line = labels.line(&candidate.line);
        log::info!("  {} depth {}: {line}", candidate.score, candidate.depth);
    }
    if !thought.solver.is_empty() {
        log::info!("  solver: {}", thought.solver);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn thought() -> Thought {
        let candidate = |score, x| Candidate {
            score,
            line: vec![Point::new(x, 7), Point::new(8, 8)],
            depth: 9,
            nodes: 0,
        };
        Thought {
            best: Some(Point::new(7, 7)),
            score: Score::from_eval(35),
            candidates: vec![
                candidate(Score::from_eval(35), 7),
                candidate(Score::win_in(5), 6),
            ],
            depth: 9,
            selective_depth: 14,
            nodes: 20_000,
            solver_nodes: 500,
            time: Duration::from_millis(40),
            solver: String::new(),
        }
    }

    fn text(responses: &[Response]) -> Vec<String> {
        responses.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_summary_has_the_words_that_scripts_look_for() {
        let mut one = thought();
        one.candidates.truncate(1);
        let want = "MESSAGE depth 9-14 ev 35 n 20000 n/ms 500 tm 40 pv H8 I9";
        assert_eq!(text(&summary(&one, Labels::ColumnFirst)), [want]);
        let many = text(&summary(&thought(), Labels::ColumnFirst));
        assert!(many[1].starts_with("MESSAGE depth 9-14 multipv 2 ev +M5 n "));
        one.candidates.clear();
        assert!(summary(&one, Labels::ColumnFirst).is_empty());
    }

    #[test]
    fn yixin_labels_count_rows_from_the_bottom() {
        let labels = Labels::Yixin(BoardSize::square(15));
        // First coordinate 2 is the third row from the top, second 3 is column D.
        assert_eq!(labels.line(&[Point::new(2, 3)]), "D13");
        assert_eq!(Labels::ColumnFirst.line(&[Point::new(2, 3)]), "C4");
    }

    #[test]
    fn detail_groups_are_complete_and_in_order() {
        let win_rate = |score: Score| if score.is_win() { 1.0 } else { 0.5 };
        let lines = text(&details(&thought(), win_rate));
        assert_eq!(lines[9], "INFO WINRATE 0.5000");
        assert_eq!(lines.len(), 24);
        assert_eq!(lines[0], "INFO PV 0");
        assert_eq!(lines[1], "INFO NUMPV 2");
        assert_eq!(lines[10], "INFO BESTLINE 7,7 8,8");
        assert_eq!(lines[11], "INFO PV DONE");
        assert_eq!(lines[20], "INFO EVAL +M5");
        assert_eq!(lines[21], "INFO WINRATE 1.0000");
        // A key without a value crashes Yixin-Board.
        assert!(lines.iter().all(|line| line.split(' ').count() >= 3));
    }

    #[test]
    fn realtime_marks_the_best_point() {
        let lines = text(&realtime(&thought(), Labels::ColumnFirst));
        assert_eq!(lines[0], "MESSAGE REALTIME BEST 7,7");
        assert_eq!(lines[1], "MESSAGE REALTIME VAL 35");
    }
}
