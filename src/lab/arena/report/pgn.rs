//! PGN for rating programs such as `BayesElo` and Ordo: they read the names and the result.
//!
//! The stones stand in a comment, since they are no chess moves. Colours are those of the board, so
//! the side that moves first is the one that such programs call Black.

use std::fmt::Write;

use crate::lab::arena::record::{GameRecord, GameResult};

/// A game and a blank line.
pub(super) fn game(record: &GameRecord) -> String {
    let result = match record.result {
        GameResult::Black => "0-1",
        GameResult::White => "1-0",
        GameResult::Draw => "1/2-1/2",
    };
    let termination = if record.fault {
        "rules infraction"
    } else {
        "normal"
    };
    let round = record.game.to_string();
    let plies = record.plies.to_string();
    let tags = [
        ("Event", "tengen match"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round),
        ("White", &record.white),
        ("Black", &record.black),
        ("Result", result),
        ("Variant", &record.rule),
        ("BoardSize", &record.size),
        ("TimeControl", &record.tc),
        ("Opening", &record.opening),
        ("PlyCount", &plies),
        ("Termination", termination),
        ("Reason", record.reason.name()),
    ];
    let mut text = String::new();
    for (tag, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    text.push('\n');
    let mut line = "{".to_owned();
    for point in record.points() {
        let word = point.to_string();
        if line.len() + word.len() > 78 {
            let _ = writeln!(text, "{line}");
            line.clear();
        }
        if !line.is_empty() && line != "{" {
            line.push(' ');
        }
        line.push_str(&word);
    }
    let _ = writeln!(text, "{line}}}\n{result}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::report::sample;

    #[test]
    fn a_game_is_written() {
        let text = game(&sample());
        for part in [
            "[White \"two\"]\n[Black \"one\"]\n[Result \"1-0\"]\n",
            "[Reason \"illegal\"]\n\n{h8 i7}\n1-0\n\n",
        ] {
            assert!(text.contains(part), "{text}");
        }
        let mut long = sample();
        long.moves = "h8".repeat(100);
        assert!(game(&long).lines().all(|line| line.len() <= 80));
    }
}
