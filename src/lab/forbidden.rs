//! `tengen forbidden`: where Black may not play in renju.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::outcome::{Outcome, ToolError};
use super::positions::PositionArgs;
use super::tsv::{Answer, Row, Table, TableError, write_json};
use crate::board::{Board, Foul};
use crate::types::{Color, Point, Rule};

/// The position is taken as renju unless `--rule` says otherwise; the other rules forbid nothing. Who
/// is to move does not matter.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A table of positions instead, with the columns size, black, white and forbidden (- is standard input)
    #[arg(long, value_name = "ROWS.tsv", conflicts_with = "PositionArgs")]
    file: Option<PathBuf>,
    /// Print objects
    #[arg(long)]
    json: bool,
}

/// Prints `point:kind ...` or `-`, for one position or for each row of a table.
///
/// # Errors
/// If the input is no position.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    if let Some(path) = &args.file {
        let columns = &["size", "black", "white", "forbidden"];
        return Table::read(path, columns)?.answer_rows(out, args.json, answer);
    }
    let mut setup = args.position.setup(Rule::Renju);
    setup.side.get_or_insert(Color::Black);
    let board = setup.board()?;
    let fouls = fouls(&board);
    if args.json {
        let object = Position {
            size: board.size().to_string(),
            rule: board.rule().name(),
            fouls: Fouls::new(&fouls),
        };
        write_json(out, &object)?;
    } else {
        writeln!(out, "{}", list(&fouls))?;
    }
    Ok(Outcome::Done)
}

#[derive(Serialize)]
struct Position {
    size: String,
    rule: &'static str,
    #[serde(flatten)]
    fouls: Fouls,
}

/// The points that Black may not play, as part of an object.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fouls {
    /// Each with its reasons, row by row.
    pub(super) forbidden: Vec<ForbiddenPoint>,
}

/// A point that Black may not play.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ForbiddenPoint {
    /// Where.
    pub(super) point: String,
    /// Why: `33`, `44` and `6`, joined by `+`.
    pub(super) kind: String,
}

impl Fouls {
    /// Those of a position.
    pub(super) fn on(board: &Board) -> Self {
        Self::new(&fouls(board))
    }

    fn new(fouls: &[(Point, Foul)]) -> Self {
        let forbidden = fouls
            .iter()
            .map(|(point, foul)| ForbiddenPoint {
                point: point.to_string(),
                kind: foul.to_string(),
            })
            .collect();
        Self { forbidden }
    }
}

fn fouls(board: &Board) -> Vec<(Point, Foul)> {
    board
        .empties()
        .iter()
        .filter_map(|point| Some((point, board.foul(point)?)))
        .collect()
}

fn list(fouls: &[(Point, Foul)]) -> String {
    if fouls.is_empty() {
        return "-".to_owned();
    }
    let items: Vec<String> = fouls
        .iter()
        .map(|(point, foul)| format!("{point}:{foul}"))
        .collect();
    items.join(" ")
}

fn answer(row: &Row) -> Result<Answer<Fouls>, TableError> {
    let board = row.board(Rule::Renju, Some(Color::Black))?;
    let found = fouls(&board);
    let right = row
        .known("forbidden")?
        .map(|text| Ok(agree(&found, parse_known(row, text)?)))
        .transpose()?;
    Ok(Answer {
        text: list(&found),
        value: Fouls::new(&found),
        right,
    })
}

fn parse_known(row: &Row, text: &str) -> Result<Vec<(Point, Foul)>, TableError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split_whitespace()
        .map(|item| {
            let (point, kind) = item
                .split_once(':')
                .ok_or_else(|| row.error(format_args!("'{item}' is not point:kind")))?;
            let point = point.parse().map_err(|error| row.error(error))?;
            let foul = kind.parse().map_err(|error| row.error(error))?;
            Ok((point, foul))
        })
        .collect()
}

/// Whether the points are the same and each has a reason in common: programs that stop at the first
/// reason differ in which one that is.
fn agree(found: &[(Point, Foul)], mut known: Vec<(Point, Foul)>) -> bool {
    known.sort_by_key(|&(point, _)| point);
    found.len() == known.len()
        && found
            .iter()
            .zip(&known)
            .all(|(found, known)| found.0 == known.0 && found.1.shares(known.1))
}
