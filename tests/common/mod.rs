//! What several tests and benches share. Each uses a part of it.
#![allow(dead_code, reason = "every test compiles its own copy and uses a part")]

pub(crate) mod slow;
#[cfg(feature = "lab")]
pub(crate) mod tool;

use std::fs;
use std::path::PathBuf;

use tengen::board::{Board, Setup};
use tengen::types::{BoardSize, Color, Point, Rule};

/// A file of `tests/data`.
pub(crate) fn data_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// A row of a table in `tests/data`.
pub(crate) struct Row {
    names: Vec<String>,
    fields: Vec<String>,
    place: String,
}

impl Row {
    /// The field of a column.
    pub(crate) fn field(&self, column: &str) -> &str {
        let index = self.names.iter().position(|name| name == column);
        &self.fields[index.unwrap_or_else(|| panic!("{self}: no column {column}"))]
    }

    /// The points of a stone list.
    pub(crate) fn points(&self, column: &str) -> Vec<Point> {
        let text = self.field(column);
        let list = if text == "-" { "" } else { text };
        Point::parse_list(list).unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// The row's rule; renju where there is no such column.
    pub(crate) fn rule(&self) -> Rule {
        if self.names.iter().any(|name| name == "rule") {
            self.field("rule").parse().expect("a rule")
        } else {
            Rule::Renju
        }
    }

    /// The row's board size.
    pub(crate) fn size(&self) -> BoardSize {
        self.field("size").parse().expect("a size")
    }

    /// The row's position with this side to move.
    pub(crate) fn board(&self, side: Color) -> Board {
        let setup = Setup {
            black: self.points("black"),
            white: self.points("white"),
            side: Some(side),
            ..Setup::new(self.size(), self.rule())
        };
        setup
            .board()
            .unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// The position of a row that has a `side` column.
    pub(crate) fn board_to_move(&self) -> Board {
        self.board(match self.field("side") {
            "b" => Color::Black,
            "w" => Color::White,
            other => panic!("{self}: side {other}"),
        })
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.place, self.fields.join(" "))
    }
}

/// All rows of a table in `tests/data`.
pub(crate) fn rows(name: &str) -> Vec<Row> {
    let split = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
    let text = fs::read_to_string(data_file(name)).expect("a data file");
    let mut lines = text.lines();
    let head = lines.next().expect("a head line");
    let names = split(head.strip_prefix('#').expect("column names"));
    lines
        .enumerate()
        .map(|(index, line)| Row {
            names: names.clone(),
            fields: split(line),
            place: format!("{name}:{}", index + 2),
        })
        .collect()
}
