//! `tengen convert`: games from one form of file to another.

use std::path::PathBuf;

use super::games::{Format, Game, GameError, lines, psq, read, read_one, sgf};
use super::outcome::{Outcome, ToolError};
use crate::types::{BoardSize, Color, Point, Rule};

/// The ends of the names say the forms: .psq, .sgf, .pos or .txt, .offset or .off.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file to read
    #[arg(value_name = "IN")]
    from: PathBuf,
    /// The file to write; what it held is lost
    #[arg(value_name = "OUT")]
    to: PathBuf,
    /// The rule, where the file does not say; it is written where the new form has a place for it
    #[arg(long)]
    rule: Option<Rule>,
    /// The board, where the file does not say: 15 if not given
    #[arg(long)]
    size: Option<BoardSize>,
    /// Only this game of the file, from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
}

/// Writes the games of one file to another.
///
/// # Errors
/// If they cannot be read, or the new form has no place for them.
pub(super) fn run(args: &Args) -> Result<Outcome, ToolError> {
    let format = Format::of(&args.to)?;
    let mut games = match args.game {
        Some(number) => vec![read_one(&args.from, args.size, number)?],
        None => read(&args.from, args.size)?,
    };
    for (number, game) in (1..).zip(&mut games) {
        game.size = args.size.or(game.size);
        game.rule = args.rule.map(Ok).or(game.rule.take());
        check(game).map_err(|error| usage(number, &error))?;
    }
    let text = match format {
        Format::Sgf => games.iter().map(sgf_text).collect(),
        Format::Psq => one_psq(&games)?,
        Format::Pos => lines_of(&games, |moves, _| lines::to_pos(moves))?,
        Format::Offset => lines_of(&games, lines::to_offsets)?,
    };
    std::fs::write(&args.to, text).map_err(|error| {
        ToolError::Usage(format!("cannot write '{}': {error}", args.to.display()))
    })?;
    Ok(Outcome::Done)
}

fn usage(number: usize, reason: &impl std::fmt::Display) -> ToolError {
    ToolError::Usage(format!("game {number}: {reason}"))
}

/// Refuses stones off the board or on others. Whether a game goes on after its end does not matter
/// here: that depends on a rule which the file may not tell.
fn check(game: &Game) -> Result<(), GameError> {
    let rule = match &game.rule {
        Some(Ok(rule)) => *rule,
        _ => Rule::default(),
    };
    match game.position(game.size_or_usual(), rule, game.moves.len()) {
        Ok(_) | Err(GameError::GoesOn(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

fn sgf_text(game: &Game) -> String {
    let mut properties = vec![("SZ", sgf::size_text(&game.size_or_usual().to_string()))];
    if let Some(Ok(rule)) = &game.rule {
        properties.push(("RU", rule.to_string()));
    }
    for (name, player) in ["PB", "PW"].into_iter().zip(&game.names.0) {
        if !player.is_empty() {
            properties.push((name, player.clone()));
        }
    }
    if let Some(result) = &game.result {
        properties.push(("RE", result.clone()));
    }
    if let Some(first) = game.first {
        let letter = if first == Color::Black { "B" } else { "W" };
        properties.push(("PL", letter.to_owned()));
    }
    let nodes = game.moves.iter().map(|stone| {
        let remark = stone.ms.filter(|&ms| ms > 0.0);
        let remark = remark.map_or_else(String::new, |ms| format!("{ms} ms"));
        (stone.color, stone.point, remark)
    });
    sgf::write(&properties, &game.set_up, nodes)
}

/// The moves of a game for a form that holds nothing else.
fn plain_moves(number: usize, game: &Game) -> Result<Vec<Point>, ToolError> {
    game.plain_moves().ok_or_else(|| {
        let reason =
            "it does not begin on an empty board with both sides in turn; only .sgf holds it";
        usage(number, &reason)
    })
}

fn one_psq(games: &[Game]) -> Result<String, ToolError> {
    let [game] = games else {
        return Err(ToolError::Usage(format!(
            "a .psq file holds one game, not {}: choose one by --game",
            games.len()
        )));
    };
    plain_moves(1, game)?;
    let stones = game.moves.iter();
    let stones = stones.map(|stone| (stone.point, stone.ms.unwrap_or_default()));
    let [black, white] = &game.names.0;
    Ok(psq::write(game.size_or_usual(), stones, black, white))
}

fn lines_of(
    games: &[Game],
    line: impl Fn(&[Point], BoardSize) -> String,
) -> Result<String, ToolError> {
    let mut text = String::new();
    for (number, game) in (1..).zip(games) {
        text.push_str(&line(&plain_moves(number, game)?, game.size_or_usual()));
        text.push('\n');
    }
    Ok(text)
}
