//! Smart Game Format, FF[4] with GM[4], the number of Gomoku and Renju (red-bean.com/sgf).

use std::fmt::Write;

use crate::lab::arena::record::{GameRecord, GameResult, Reason};

/// A game tree and a line end.
pub(super) fn game(record: &GameRecord) -> String {
    let size = record.size.replace('x', ":");
    let mut text = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[{size}]RU[{}]PB[{}]PW[{}]TM[{}]RO[{}]RE[{}]",
        record.rule,
        escape(&record.black),
        escape(&record.white),
        escape(&record.tc),
        record.game,
        result(record),
    );
    let reason = [record.reason.name(), &record.detail].join(" ");
    let _ = write!(text, "C[{}]", escape(reason.trim()));
    for (ply, point) in record.points().into_iter().enumerate() {
        let letter = |n: usize| (b'a' + n as u8) as char;
        let color = if ply % 2 == 0 { 'B' } else { 'W' };
        let _ = write!(text, ";{color}[{}{}]", letter(point.x()), letter(point.y()));
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
        if !remarks.is_empty() {
            let _ = write!(text, "C[{}]", remarks.join(", "));
        }
    }
    text.push_str(")\n");
    text
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

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(']', "\\]")
        .replace(':', "\\:")
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
