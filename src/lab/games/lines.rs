//! Games as lines: in pos form (`h8i9j7`) or as Gomocup offsets from the centre
//! (`0,0, 1,1, 2,-1`), told apart line by line. Blank lines and lines that begin with `#` are skipped;
//! `-` is a game without moves.

use super::Game;
use crate::types::{BoardSize, Point};

/// The lines that hold something, with their numbers from 1.
pub(in crate::lab) fn filled(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.trim_start_matches('\u{feff}').lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Reads a file of games.
///
/// # Errors
/// What is wrong, and on which line.
pub(super) fn read(text: &str, size: BoardSize) -> Result<Vec<Game>, String> {
    filled(text)
        .map(|(number, line)| {
            let moves = parse(line, size).map_err(|error| format!("line {number}: {error}"))?;
            Ok(Game::from_moves(size, &moves))
        })
        .collect()
}

/// The points of one line.
///
/// # Errors
/// If a piece of it is no point or no offset, or an offset leads off the board.
pub(in crate::lab) fn parse(line: &str, size: BoardSize) -> Result<Vec<Point>, String> {
    if line == "-" {
        return Ok(Vec::new());
    }
    if !line.contains(',') {
        let packed: String = line.split_whitespace().collect();
        return Point::parse_list(&packed).map_err(|error| error.to_string());
    }
    let numbers = line
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|piece| !piece.is_empty())
        .map(|piece| {
            piece
                .parse::<i64>()
                .map_err(|_| format!("'{piece}' is not an offset from the centre"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if numbers.len() % 2 == 1 {
        return Err(format!(
            "{} offsets: x and y must come in pairs",
            numbers.len()
        ));
    }
    let center = size.center();
    numbers
        .chunks_exact(2)
        .map(|pair| {
            let x = pair[0].saturating_add(center.x() as i64);
            let y = pair[1].saturating_add(center.y() as i64);
            size.point(x, y)
                .ok_or_else(|| format!("{},{} is outside the {size} board", pair[0], pair[1]))
        })
        .collect()
}

/// A line in pos form; `-` if there is no move.
pub(in crate::lab) fn to_pos(points: &[Point]) -> String {
    if points.is_empty() {
        return "-".to_owned();
    }
    points.iter().map(Point::to_string).collect()
}

/// A line of offsets; `-` if there is no move.
pub(in crate::lab) fn to_offsets(points: &[Point], size: BoardSize) -> String {
    if points.is_empty() {
        return "-".to_owned();
    }
    let center = size.center();
    let offset = |point: &Point| {
        let x = point.x() as i64 - center.x() as i64;
        let y = point.y() as i64 - center.y() as i64;
        format!("{x},{y}")
    };
    points.iter().map(offset).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_read_back_as_written() {
        for size in [(15, 15), (20, 20), (5, 12)] {
            let size = BoardSize::new(size.0, size.1).expect("a size");
            for moves in ["", "a1", "c3d4a5"] {
                let moves = Point::parse_list(moves).expect("points");
                assert_eq!(parse(&to_pos(&moves), size).as_ref(), Ok(&moves));
                assert_eq!(parse(&to_offsets(&moves, size), size).as_ref(), Ok(&moves));
            }
        }
    }
}
