//! `tengen judge`: what the last stone of a game did.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::outcome::{Outcome, ToolError};
use super::tsv::{Answer, Row, Table, TableError};
use crate::board::Verdict;
use crate::types::{Color, Point};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A table with the columns rule, size, black, white, last and result (- is standard input)
    #[arg(long, value_name = "ROWS.tsv")]
    file: PathBuf,
    /// Print objects
    #[arg(long)]
    json: bool,
}

/// Prints `win`, `no` or `foul` for each row of a table.
///
/// # Errors
/// If a row is no game.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    let columns = &["rule", "size", "black", "white", "last", "result"];
    Table::read(&args.file, columns)?.answer_rows(out, args.json, answer)
}

#[derive(Serialize)]
struct Judged {
    result: &'static str,
}

fn answer(row: &Row) -> Result<Answer<Judged>, TableError> {
    let last: Point = row.value("last")?;
    let color = if row.points("black")?.last() == Some(&last) {
        Color::Black
    } else if row.points("white")?.last() == Some(&last) {
        Color::White
    } else {
        return Err(row.error(format_args!("last: {last} is not the last stone of a list")));
    };
    let board = row.board(row.value("rule")?, Some(!color))?;
    let result = match board.verdict(last, color) {
        Verdict::Five => "win",
        Verdict::None => "no",
        Verdict::Foul(_) => "foul",
    };
    let right = match row.known("result")? {
        None => None,
        Some(known @ ("win" | "no" | "foul")) => Some(known == result),
        Some(other) => {
            return Err(row.error(format_args!("result: '{other}' is not win, no, foul or ?")));
        }
    };
    Ok(Answer {
        text: result.to_owned(),
        value: Judged { result },
        right,
    })
}
