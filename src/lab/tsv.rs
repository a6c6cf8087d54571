//! Tables of positions: one row a line, columns split by tabs, a first line that names them.
//!
//! `tests/data/README.md` describes the columns. Without a line of names the columns are the ones
//! that the reading tool expects. Rows are counted from 1, names, comments and blank lines apart.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{error, fs};

use serde::Serialize;
use thiserror::Error;

use super::outcome::{Outcome, ToolError};
use super::positions::PointList;
use crate::board::{Board, Setup};
use crate::types::{Color, Point, Rule};

/// The field of a column whose answer is not known.
const UNKNOWN: &str = "?";

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub(super) enum TableError {
    /// The file cannot be read as text.
    #[error("cannot read '{path}': {source}")]
    File {
        /// The file.
        path: String,
        /// The system's answer.
        source: io::Error,
    },
    /// A column is not among the names.
    #[error("{path}: there is no column '{column}'")]
    Column {
        /// The file.
        path: String,
        /// The column.
        column: String,
    },
    /// A row is not what it should be.
    #[error("{path}:{line}: {reason}")]
    Row {
        /// The file.
        path: String,
        /// Its line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// A table in memory.
#[derive(Debug)]
pub(super) struct Table {
    path: PathBuf,
    text: String,
    columns: &'static [&'static str],
}

impl Table {
    /// Reads a table; `columns` are those that the tool needs, in the order in which they stand if
    /// the file does not name them. The file `-` is standard input.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn read(path: &Path, columns: &'static [&'static str]) -> Result<Self, TableError> {
        let read = || {
            if path == Path::new("-") {
                io::read_to_string(io::stdin())
            } else {
                fs::read_to_string(path)
            }
        };
        let text = read().map_err(|source| TableError::File {
            path: path.display().to_string(),
            source,
        })?;
        Ok(Self {
            path: path.to_owned(),
            text,
            columns,
        })
    }

    /// The rows in order.
    ///
    /// # Errors
    /// If the names in the file lack a column.
    pub(super) fn rows(&self) -> Result<impl Iterator<Item = Row<'_>>, TableError> {
        let text = self.text.trim_start_matches('\u{feff}');
        let places: Vec<usize> = match text.lines().next().and_then(|line| line.strip_prefix('#')) {
            Some(names) => {
                let names: Vec<&str> = names.trim().split('\t').map(str::trim).collect();
                let place = |&column: &&str| {
                    names
                        .iter()
                        .position(|&name| name == column)
                        .ok_or_else(|| TableError::Column {
                            path: self.path.display().to_string(),
                            column: column.to_owned(),
                        })
                };
                self.columns.iter().map(place).collect::<Result<_, _>>()?
            }
            None => (0..self.columns.len()).collect(),
        };
        Ok(text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
            .enumerate()
            .map(move |(index, (line, text))| {
                let fields: Vec<&str> = text.split('\t').map(str::trim).collect();
                Row {
                    table: self,
                    number: index + 1,
                    line: line + 1,
                    fields: places
                        .iter()
                        .map(|&place| fields.get(place).copied())
                        .collect(),
                }
            }))
    }

    /// Answers every row and counts the right answers: a line per row, then `right R of T`, T being
    /// the rows whose answer is known.
    ///
    /// # Errors
    /// The first row that cannot be answered, or an output that cannot be written.
    pub(super) fn answer_rows<A: Serialize>(
        &self,
        out: &mut impl Write,
        json: bool,
        answer: impl Fn(&Row) -> Result<Answer<A>, TableError>,
    ) -> Result<Outcome, ToolError> {
        let (mut right, mut of) = (0, 0);
        for row in self.rows()? {
            let answer = answer(&row)?;
            of += usize::from(answer.right.is_some());
            right += usize::from(answer.right == Some(true));
            if json {
                let row = AnsweredRow {
                    row: row.number,
                    answer: answer.value,
                    right: answer.right,
                };
                write_json(out, &row)?;
            } else {
                writeln!(out, "{}\t{}", row.number, answer.text)?;
            }
        }
        if json {
            write_json(out, &Tally { right, of })?;
        } else {
            writeln!(out, "right {right} of {of}")?;
        }
        Ok(if right == of {
            Outcome::Done
        } else {
            Outcome::No
        })
    }
}

/// What a tool says of a row.
pub(super) struct Answer<A> {
    /// The answer as text.
    pub(super) text: String,
    /// The answer as fields of an object.
    pub(super) value: A,
    /// Whether it is the known one, where there is one.
    pub(super) right: Option<bool>,
}

#[derive(Serialize)]
struct AnsweredRow<A> {
    row: usize,
    #[serde(flatten)]
    answer: A,
    right: Option<bool>,
}

#[derive(Serialize)]
struct Tally {
    right: usize,
    of: usize,
}

/// Writes one object on a line of its own.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// A row of a table.
#[derive(Debug)]
pub(super) struct Row<'a> {
    table: &'a Table,
    /// Counted from 1.
    pub(super) number: usize,
    line: usize,
    /// The fields of the table's columns, in their order.
    fields: Vec<Option<&'a str>>,
}

impl<'a> Row<'a> {
    /// The field of one of the table's columns.
    ///
    /// # Errors
    /// If the row ends before it.
    pub(super) fn field(&self, column: &str) -> Result<&'a str, TableError> {
        let place = self.table.columns.iter().position(|&name| name == column);
        place
            .and_then(|place| self.fields[place])
            .ok_or_else(|| self.error(format_args!("there is no field '{column}'")))
    }

    /// The answer that a column holds, if it holds one.
    ///
    /// # Errors
    /// If the row ends before it.
    pub(super) fn known(&self, column: &str) -> Result<Option<&'a str>, TableError> {
        let field = self.field(column)?;
        Ok((field != UNKNOWN).then_some(field))
    }

    /// The value of a column.
    ///
    /// # Errors
    /// If there is none, or it is not of this type.
    pub(super) fn value<T: FromStr<Err: error::Error>>(
        &self,
        column: &str,
    ) -> Result<T, TableError> {
        self.field(column)?
            .parse()
            .map_err(|error| self.error(format_args!("{column}: {error}")))
    }

    /// The points of a stone list.
    ///
    /// # Errors
    /// If a piece of it is no point.
    pub(super) fn points(&self, column: &str) -> Result<Vec<Point>, TableError> {
        Ok(self.value::<PointList>(column)?.0)
    }

    /// The position in the columns `size`, `black` and `white`.
    ///
    /// # Errors
    /// If they do not make one.
    pub(super) fn board(&self, rule: Rule, side: Option<Color>) -> Result<Board, TableError> {
        let setup = Setup {
            black: self.points("black")?,
            white: self.points("white")?,
            side,
            ..Setup::new(self.value("size")?, rule)
        };
        setup.board().map_err(|error| self.error(error))
    }

    /// An error in this row.
    pub(super) fn error(&self, reason: impl Display) -> TableError {
        TableError::Row {
            path: self.table.path.display().to_string(),
            line: self.line,
            reason: reason.to_string(),
        }
    }
}
