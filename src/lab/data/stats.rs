//! What is in files of games.

use std::io::Write;
use std::path::PathBuf;

use super::DataError;
use super::format::{GameFile, GameResult};
use crate::types::Color;

pub(super) fn run(paths: &[PathBuf], out: &mut impl Write) -> Result<(), DataError> {
    for path in paths {
        let file = GameFile::read(path)?;
        writeln!(out, "{}: {}", path.display(), file.head)?;
        report(&file, out)?;
    }
    Ok(())
}

fn report(file: &GameFile, out: &mut impl Write) -> Result<(), DataError> {
    let games = file.games.len();
    let count = |result: GameResult| file.games.iter().filter(|g| g.result == result).count();
    let plies: usize = file.games.iter().map(|game| game.plies.len()).sum();
    let opening: usize = file.games.iter().map(|game| game.opening).sum();
    writeln!(
        out,
        "games {games}: Black won {}, White won {}, draws {}",
        count(GameResult::Won(Color::Black)),
        count(GameResult::Won(Color::White)),
        count(GameResult::Draw)
    )?;
    let mean = |sum: usize| sum as f64 / games.max(1) as f64;
    writeln!(
        out,
        "stones {plies}, {:.1} a game, {:.1} of them opening",
        mean(plies),
        mean(opening)
    )?;
    let scores = || {
        let searched = file.games.iter().flat_map(|game| &game.plies);
        searched.filter_map(|ply| ply.score)
    };
    let decided = scores().filter(|score| score.is_decided()).count();
    let open: Vec<i32> = scores()
        .filter(|score| !score.is_decided())
        .map(|score| score.raw().abs())
        .collect();
    let within = |limit: i32| {
        let count = open.iter().filter(|&&score| score <= limit).count();
        count as f64 * 100.0 / open.len().max(1) as f64
    };
    writeln!(
        out,
        "values {}, decided {decided}; of the others {:.0} % within 50, {:.0} % within 200, {:.0} % within 500",
        decided + open.len(),
        within(50),
        within(200),
        within(500)
    )?;
    if file.torn > 0 {
        writeln!(out, "torn: {} bytes after the last whole game", file.torn)?;
    }
    Ok(())
}
