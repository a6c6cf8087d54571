//! Boards as text.
//!
//! ```text
//!     a b c d e
//!  1  . . . . .  1
//!  2  . X . . .  2
//!  3  . .(O). .  3
//!  4  . . . # .  4
//!  5  . . . . .  5
//!     a b c d e
//! ```
//!
//! `X` is a black stone, `O` a white one, `.` an empty point and `#` a dead square; brackets mark the
//! last stone. Row 1 comes first, as `y` is counted in the protocol.

use std::fmt;

use thiserror::Error;

use super::{Board, Cell, Setup};
use crate::types::{BoardSize, Point, Rule, SizeError};

/// Why a text is no diagram. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// No row at all.
    #[error("the diagram has no rows")]
    NoRows,
    /// A character with no meaning.
    #[error("line {line}: '{found}' is not a square: expected X, O, . or #")]
    Square {
        /// Line of the text.
        line: usize,
        /// The character.
        found: char,
    },
    /// A row shorter or longer than the first.
    #[error("line {line}: {found} squares where the first row has {expected}")]
    Width {
        /// Line of the text.
        line: usize,
        /// Squares in this row.
        found: usize,
        /// Squares in the first row.
        expected: usize,
    },
    /// Row numbers must count up from 1, or down to 1, on all rows or on none.
    #[error("line {line}: row number {found} does not follow from the others")]
    RowNumber {
        /// Line of the text.
        line: usize,
        /// The number.
        found: String,
    },
    /// Two stones in brackets.
    #[error("line {line}: a second stone in brackets")]
    SecondLast {
        /// Line of the text.
        line: usize,
    },
    /// A board of an unsupported size.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// A row as read, before it is known which one it is.
struct Row {
    line: usize,
    number: Option<String>,
    squares: Vec<Cell>,
    last: Option<usize>,
}

impl Setup {
    /// Reads a diagram, as [`Board`] prints it or plainer: letters in any case; spaces, column
    /// letters and row numbers may be left out; numbered rows may also stand with row 1 at the
    /// bottom.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn from_diagram(text: &str, rule: Rule) -> Result<Self, DiagramError> {
        let mut rows = Vec::new();
        for (index, text) in text.lines().enumerate() {
            if !text.trim().is_empty() && !is_column_letters(text) {
                rows.push(read_row(index + 1, text)?);
            }
        }
        let first = rows.first().ok_or(DiagramError::NoRows)?;
        let width = first.squares.len();
        for row in &rows {
            if row.squares.len() != width {
                return Err(DiagramError::Width {
                    line: row.line,
                    found: row.squares.len(),
                    expected: width,
                });
            }
        }
        let size = BoardSize::new(width as i64, rows.len() as i64)?;
        if first.number.as_deref().is_some_and(|number| number != "1") {
            rows.reverse();
        }
        let numbered = rows.iter().any(|row| row.number.is_some());
        let mut setup = Self::new(size, rule);
        let mut last = None;
        for (y, row) in rows.iter().enumerate() {
            let expected = numbered.then(|| (y + 1).to_string());
            if row.number != expected {
                return Err(DiagramError::RowNumber {
                    line: row.line,
                    found: row.number.clone().unwrap_or_else(|| "none".to_owned()),
                });
            }
            for (x, &square) in row.squares.iter().enumerate() {
                let point = Point::new(x, y);
                match square {
                    Cell::Empty => {}
                    Cell::Black => setup.black.push(point),
                    Cell::White => setup.white.push(point),
                    Cell::Wall => setup.walls.push(point),
                }
            }
            if let Some(x) = row.last
                && last.replace(Point::new(x, y)).is_some()
            {
                return Err(DiagramError::SecondLast { line: row.line });
            }
        }
        for list in [&mut setup.black, &mut setup.white] {
            if let Some(place) = list.iter().position(|&point| Some(point) == last) {
                list[place..].rotate_left(1);
            }
        }
        Ok(setup)
    }
}

/// Whether a line names columns: a, b, c and so on.
fn is_column_letters(text: &str) -> bool {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .zip('a'..)
        .all(|(found, expected)| found.to_ascii_lowercase() == expected)
}

fn read_row(line: usize, text: &str) -> Result<Row, DiagramError> {
    let is_digit = |c: char| c.is_ascii_digit();
    let trimmed = text.trim();
    let body = trimmed.trim_matches(is_digit);
    let left = &trimmed[..trimmed.len() - trimmed.trim_start_matches(is_digit).len()];
    let right = &trimmed[trimmed.trim_end_matches(is_digit).len()..];
    let mut row = Row {
        line,
        number: [left, right]
            .into_iter()
            .find(|number| !number.is_empty())
            .map(str::to_owned),
        squares: Vec::new(),
        last: None,
    };
    if !left.is_empty() && !right.is_empty() && left != right {
        let found = right.to_owned();
        return Err(DiagramError::RowNumber { line, found });
    }
    let mut bracket = false;
    for c in body.chars() {
        let square = match c {
            '.' => Cell::Empty,
            'X' | 'x' => Cell::Black,
            'O' | 'o' => Cell::White,
            '#' => Cell::Wall,
            '(' => {
                bracket = true;
                continue;
            }
            ')' => continue,
            _ if c.is_whitespace() => continue,
            found => return Err(DiagramError::Square { line, found }),
        };
        if std::mem::take(&mut bracket) && row.last.replace(row.squares.len()).is_some() {
            return Err(DiagramError::SecondLast { line });
        }
        row.squares.push(square);
    }
    Ok(row)
}

impl Board {
    /// The rows as strings of `.`, `x`, `o` and `#`, row 1 first.
    pub fn rows(&self) -> Vec<String> {
        let size = self.size();
        (0..size.height())
            .map(|y| {
                (0..size.width())
                    .map(|x| match self.cell(Point::new(x, y)) {
                        Cell::Empty => '.',
                        Cell::Black => 'x',
                        Cell::White => 'o',
                        Cell::Wall => '#',
                    })
                    .collect()
            })
            .collect()
    }
}

/// The diagram that this module's page shows.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = ('a'..)
            .take(self.size().width())
            .flat_map(|letter| [' ', letter])
            .collect();
        writeln!(f, "   {letters}")?;
        for (y, row) in self.rows().into_iter().enumerate() {
            let mut text = String::new();
            let mut marked = false;
            for (x, square) in row.chars().enumerate() {
                let mark = self.last_move() == Some(Point::new(x, y));
                text.push(match (mark, marked) {
                    (true, _) => '(',
                    (_, true) => ')',
                    _ => ' ',
                });
                text.push(square.to_ascii_uppercase());
                marked = mark;
            }
            text.push(if marked { ')' } else { ' ' });
            writeln!(f, "{:2} {text}{:2}", y + 1, y + 1)?;
        }
        writeln!(f, "   {letters}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str = "    a b c d e\n \
        1  . . . . .  1\n \
        2  . X . . .  2\n \
        3  . .(O). .  3\n \
        4  . . . # .  4\n \
        5  O . . . X  5\n    a b c d e\n";

    #[test]
    fn a_diagram_reads_back_as_printed() {
        let setup = Setup::from_diagram(PICTURE, Rule::Renju).expect("a diagram");
        let mut board = setup.board().expect("a position");
        assert_eq!(board.rows(), [".....", ".x...", "..o..", "...#.", "o...x"]);
        board.undo();
        assert_ne!(board.to_string(), PICTURE);
        board.put(Point::new(2, 2), crate::types::Color::White);
        assert_eq!(board.to_string(), PICTURE);
    }

    #[test]
    fn plain_rows_and_rows_upside_down_are_read() {
        let plain = Setup::from_diagram(".....\n.xo..\n.....\n.....\n.....\nx....", Rule::Renju);
        let turned = Setup::from_diagram(
            "6 X....\n5 .....\n4 .....\n3 .....\n2 .XO..\n1 .....\nABCDE",
            Rule::Renju,
        );
        assert_eq!(plain, turned);
        let setup = plain.expect("a diagram");
        assert_eq!(setup.size, BoardSize::new(5, 6).expect("a size"));
        assert_eq!(setup.black, [Point::new(1, 1), Point::new(0, 5)]);
    }

    #[test]
    fn nonsense_is_named() {
        let error = |text| {
            Setup::from_diagram(text, Rule::Renju)
                .expect_err("nonsense")
                .to_string()
        };
        assert_eq!(error(" \n"), "the diagram has no rows");
        assert!(error(".....\n.a...").starts_with("line 2: 'a'"));
        assert!(error(".....\n....").starts_with("line 2: 4 squares"));
        assert!(error("....\n....").contains("4x2"));
        assert!(
            error("1 .....\n2 .....\n.....\n4 .....\n5 .....").starts_with("line 3: row number")
        );
        assert!(error("1 ..... 2").starts_with("line 1: row number 2"));
        assert!(error("(X). . .(O)\n").starts_with("line 1: a second"));
        assert!(error("(X)....\n.....\n.(O)...\n.....\n.....").starts_with("line 3: a second"));
        assert!(error("é....").starts_with("line 1: 'é'"));
    }
}
