//! Games as text.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use super::DataError;
use super::format::{GameFile, GameResult};
use crate::types::Color;

pub(super) fn run(path: &Path, limit: usize, out: &mut impl Write) -> Result<(), DataError> {
    let file = GameFile::read(path)?;
    writeln!(out, "# {}", file.head)?;
    writeln!(out, "# number result opening moves values")?;
    for game in file.games.iter().take(limit) {
        let mut moves = String::new();
        let mut values = Vec::new();
        for ply in &game.plies {
            let _ = write!(moves, "{}", ply.point);
            let mark = if ply.random && ply.score.is_some() {
                "?"
            } else {
                ""
            };
            values.push(
                ply.score
                    .map_or("-".to_owned(), |score| format!("{score}{mark}")),
            );
        }
        let result = match game.result {
            GameResult::Draw => "draw",
            GameResult::Won(Color::Black) => "black",
            GameResult::Won(Color::White) => "white",
        };
        writeln!(
            out,
            "{} {result} {} {moves} {}",
            game.number,
            game.opening,
            values.join(",")
        )?;
    }
    Ok(())
}
