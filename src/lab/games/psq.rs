//! Piskvork's own format: a header, a line `x,y,milliseconds` for each stone counted from 1, a line
//! that is no stone, then the two brains, the one that moved first before the other. The rule is not
//! part of it.

use std::fmt::Write;

use super::{Game, Stone};
use crate::types::{BoardSize, Color, Point};

/// What the first line begins with.
const NAME: &str = "Piskvorky ";

/// Reads a whole file.
///
/// # Errors
/// What is wrong, and on which line.
pub(super) fn read(text: &str) -> Result<Game, String> {
    let mut lines = text.lines().map(str::trim).enumerate().peekable();
    let header = lines.next().map_or("", |(_, line)| line);
    let size = header
        .strip_prefix(NAME)
        .and_then(|rest| rest.split(',').next())
        .ok_or_else(|| format!("line 1: expected '{NAME}WxH, ...', not '{header}'"))?;
    let size: BoardSize = size.parse().map_err(|error| format!("line 1: {error}"))?;
    let mut game = Game {
        size: Some(size),
        ..Game::new()
    };
    let mut color = Color::Black;
    while let Some((number, line)) = lines.next_if(|(_, line)| line.contains(',')) {
        let stone = stone(line, size, color);
        let stone = stone.map_err(|reason| format!("line {}: {reason}", number + 1))?;
        game.moves.push(stone);
        color = !color;
    }
    // The line between stones and names.
    lines.next();
    for name in &mut game.names.0 {
        if let Some((_, line)) = lines.next() {
            line.clone_into(name);
        }
    }
    Ok(game)
}

/// A line of two or three numbers.
fn stone(line: &str, size: BoardSize, color: Color) -> Result<Stone, String> {
    let mut numbers = line.split(',').map(|piece| piece.trim().parse::<i64>());
    let (Some(Ok(x)), Some(Ok(y))) = (numbers.next(), numbers.next()) else {
        return Err(format!("'{line}' is not x,y,milliseconds"));
    };
    let ms = match numbers.next() {
        None => None,
        Some(Ok(ms)) => Some(ms as f64),
        Some(Err(_)) => return Err(format!("'{line}' is not x,y,milliseconds")),
    };
    let point = x.checked_sub(1).zip(y.checked_sub(1));
    let point = point
        .and_then(|(x, y)| size.point(x, y))
        .ok_or_else(|| format!("{x},{y} is outside the board of size {size}"))?;
    Ok(Stone { point, color, ms })
}

/// A whole file: the stones with their milliseconds, and who played them.
pub(in crate::lab) fn write(
    size: BoardSize,
    stones: impl IntoIterator<Item = (Point, f64)>,
    black: &str,
    white: &str,
) -> String {
    let mut text = format!("{NAME}{}x{}, 11:11, 0\n", size.width(), size.height());
    for (point, ms) in stones {
        let _ = writeln!(text, "{},{},{ms:.0}", point.x() + 1, point.y() + 1);
    }
    let _ = write!(text, "-1\n{black}\n{white}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_reads_back_as_written() {
        let size = BoardSize::new(20, 12).expect("a size");
        let stones = [(Point::new(7, 7), 0.0), (Point::new(19, 0), 1250.0)];
        let text = write(size, stones, "C:\\one.exe", "two");
        assert_eq!(
            text,
            "Piskvorky 20x12, 11:11, 0\n8,8,0\n20,1,1250\n-1\nC:\\one.exe\ntwo\n"
        );
        let game = read(&text.replace('\n', "\r\n")).expect("a game");
        assert_eq!(game.size, Some(size));
        assert_eq!(game.names.0, ["C:\\one.exe", "two"]);
        let found: Vec<_> = game.moves.iter().map(|s| (s.point, s.ms)).collect();
        assert_eq!(found, stones.map(|(point, ms)| (point, Some(ms))));
        assert_eq!(game.moves[1].color, Color::White);
    }

    #[test]
    fn a_file_may_end_early() {
        let game = read("Piskvorky 15x15, 11:11, 0\n8,8\n").expect("a game");
        assert_eq!((game.moves.len(), game.moves[0].ms), (1, None));
        assert!(read("Piskvorky 15x15").expect("a game").moves.is_empty());
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, want) in [
            ("", "line 1: expected 'Piskvorky"),
            ("Piskvorky, 15", "line 1: expected 'Piskvorky"),
            ("Piskvorky big, 0:0, 0\n", "line 1: 'big' is not a board"),
            ("Piskvorky 30x30, 0:0, 0\n", "line 1: board size 30x30"),
            ("Piskvorky 15x15, 0:0, 0\n8,x,0\n", "line 2: '8,x,0'"),
            ("Piskvorky 15x15, 0:0, 0\n8,8,z\n", "line 2: '8,8,z'"),
            ("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0", "line 3: 16,1 is"),
            ("Piskvorky 15x15, 0:0, 0\n0,1,0", "line 2: 0,1 is outside"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.starts_with(want), "{text:?}: {error}");
        }
    }
}
