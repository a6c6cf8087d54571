//! A game of a match as a game tree.

use crate::lab::arena::record::{GameRecord, GameResult, Reason};
use crate::lab::games::sgf;
use crate::types::Color;

/// A game tree and a line end.
pub(super) fn game(record: &GameRecord) -> String {
    let reason = [record.reason.name(), &record.detail].join(" ");
    let properties = [
        ("SZ", sgf::size_text(&record.size)),
        ("RU", record.rule.clone()),
        ("PB", record.black.clone()),
        ("PW", record.white.clone()),
        ("TM", record.tc.clone()),
        ("RO", record.game.to_string()),
        ("RE", result(record)),
        ("C", reason.trim().to_owned()),
    ];
    let points = record.points().into_iter().enumerate();
    let colors = Color::BOTH.into_iter().cycle();
    let nodes = points
        .zip(colors)
        .map(|((ply, point), color)| (color, point, remarks(record, ply)));
    sgf::write(&properties, &[], nodes)
}

/// What is known of a move beside its point.
fn remarks(record: &GameRecord, ply: usize) -> String {
    let mut remarks = Vec::new();
    if let Some(ms) = record.times_ms.get(ply).filter(|&&ms| ms > 0.0) {
        remarks.push(format!("{ms} ms"));
    }
    if let Some(Some(score)) = record.scores.get(ply) {
        remarks.push(format!("score {score}"));
    }
    if let Some(Some(depth)) = record.depths.get(ply) {
        remarks.push(format!("depth {depth}"));
    }
    remarks.join(", ")
}

fn result(record: &GameRecord) -> String {
    let winner = match record.result {
        GameResult::Black => 'B',
        GameResult::White => 'W',
        GameResult::Draw => return "Draw".to_owned(),
    };
    let how = match record.reason {
        Reason::Time | Reason::Hang => "T",
        Reason::Adjudicated => "R",
        reason if reason.is_fault() => "F",
        _ => "",
    };
    format!("{winner}+{how}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::report::sample;

    #[test]
    fn a_game_is_written() {
        let mut record = sample();
        record.black = "a]b".to_owned();
        assert_eq!(
            game(&record),
            "(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[15]RU[freestyle]PB[a\\]b]PW[two]TM[0/1]RO[3]RE[W+F]\
             C[illegal 7,7 is taken already];B[hh];W[ig]C[12.5 ms, score -3, depth 4])\n"
        );
        record.result = GameResult::Draw;
        assert!(game(&record).contains("RE[Draw]"));
    }
}
