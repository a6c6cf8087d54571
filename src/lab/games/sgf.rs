//! Smart Game Format, FF[4] with GM[4], the number of Gomoku and Renju (red-bean.com/sgf). Of each
//! game tree the main line is read: the first branch at every fork.
//!
//! A point is two letters, column and row from the top left (`hh`), or, as some programs write it, a
//! letter and a number (`h8`, the row counted as everywhere in this program). An empty value is a pass.

use std::fmt::Write;

use super::{Game, Stone};
use crate::types::{BoardSize, Color, Point};

/// A property and its values.
struct Property<'a> {
    name: &'a str,
    values: Vec<String>,
    line: usize,
}

/// Reads a collection.
///
/// # Errors
/// What is wrong, and on which line.
pub(super) fn read(text: &str) -> Result<Vec<Game>, String> {
    let mut reader = Reader { text, place: 0 };
    let mut games: Vec<Game> = Vec::new();
    // For each open tree, whether it is of the main line, and whether a branch of it was seen.
    let mut trees: Vec<(bool, bool)> = Vec::new();
    while let Some(c) = reader.peek() {
        match c {
            '(' => {
                reader.place += 1;
                let is_main = match trees.last_mut() {
                    None => {
                        games.push(Game::new());
                        true
                    }
                    Some((is_main, has_branch)) => *is_main && !std::mem::replace(has_branch, true),
                };
                trees.push((is_main, false));
            }
            ')' if !trees.is_empty() => {
                reader.place += 1;
                trees.pop();
            }
            ';' if !trees.is_empty() => reader.place += 1,
            c if c.is_ascii_alphabetic() && !trees.is_empty() => {
                let property = reader.property()?;
                if let (Some((true, _)), Some(game)) = (trees.last(), games.last_mut()) {
                    let line = property.line;
                    take(game, &property).map_err(|reason| format!("line {line}: {reason}"))?;
                }
            }
            // Anything may stand before a game.
            _ if trees.is_empty() => reader.place += c.len_utf8(),
            _ => return Err(format!("line {}: '{c}' is out of place", reader.line())),
        }
    }
    if games.is_empty() {
        return Err("there is no game in it".to_owned());
    }
    if !trees.is_empty() {
        return Err("a game tree is not closed: the file ends too early".to_owned());
    }
    Ok(games)
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Reader<'a> {
    /// The next character that is no blank, without taking it.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.place..];
        self.place += rest.len() - rest.trim_start().len();
        self.text[self.place..].chars().next()
    }

    /// Number of the current line, from 1.
    fn line(&self) -> usize {
        1 + self.text[..self.place].matches('\n').count()
    }

    /// A name and one or more values in brackets.
    fn property(&mut self) -> Result<Property<'a>, String> {
        let line = self.line();
        let rest = &self.text[self.place..];
        let end = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let name = &rest[..end];
        self.place += end;
        let mut values = Vec::new();
        while self.peek() == Some('[') {
            values.push(self.value(name, line)?);
        }
        if values.is_empty() {
            return Err(format!("line {line}: {name} has no value"));
        }
        Ok(Property { name, values, line })
    }

    /// What stands between a bracket and the next one that is not escaped.
    fn value(&mut self, name: &str, line: usize) -> Result<String, String> {
        let mut value = String::new();
        let mut is_escaped = false;
        for (offset, c) in self.text[self.place..].char_indices().skip(1) {
            match c {
                '\n' if is_escaped => is_escaped = false,
                _ if is_escaped => {
                    value.push(c);
                    is_escaped = false;
                }
                '\\' => is_escaped = true,
                ']' => {
                    self.place += offset + 1;
                    return Ok(value);
                }
                _ => value.push(c),
            }
        }
        Err(format!("line {line}: {name} has no closing bracket"))
    }
}

/// Takes a property of the main line over.
fn take(game: &mut Game, property: &Property<'_>) -> Result<(), String> {
    let first = property.values[0].trim();
    match property.name {
        "GM" if first != "4" => return Err(format!("GM[{first}] is not Gomoku, which is GM[4]")),
        "SZ" => {
            let size = first.replace(':', "x");
            game.size = Some(size.parse().map_err(|error| format!("SZ: {error}"))?);
        }
        "RU" => game.rule = Some(first.parse()),
        "PB" => first.clone_into(&mut game.names[Color::Black]),
        "PW" => first.clone_into(&mut game.names[Color::White]),
        "RE" => game.result = Some(first.to_owned()),
        "PL" => game.first = Some(color_of(first)?),
        "AB" => set_up(game, Color::Black, &property.values)?,
        "AW" => set_up(game, Color::White, &property.values)?,
        "AE" => return Err("AE: stones that are taken off again cannot be read".to_owned()),
        "B" => play(game, Color::Black, first)?,
        "W" => play(game, Color::White, first)?,
        _ => {}
    }
    Ok(())
}

fn color_of(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(format!("PL[{text}] is neither B nor W")),
    }
}

fn play(game: &mut Game, color: Color, value: &str) -> Result<(), String> {
    let is_small = game
        .size_or_usual()
        .width()
        .max(game.size_or_usual().height())
        < 20;
    if value.is_empty() || value == "tt" && is_small {
        game.last = Some(!color);
        return Ok(());
    }
    let point = point(value)?;
    let ms = None;
    game.moves.push(Stone { point, color, ms });
    game.last = None;
    Ok(())
}

/// Stones set up: points, or the corners of rectangles full of them (`aa:cc`).
fn set_up(game: &mut Game, color: Color, values: &[String]) -> Result<(), String> {
    if !game.moves.is_empty() {
        return Err("stones are set up after the first move".to_owned());
    }
    for value in values {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let (from, to) = (point(from.trim())?, point(to.trim())?);
        for y in from.y()..=to.y() {
            for x in from.x()..=to.x() {
                let point = Point::new(x, y);
                let ms = None;
                game.set_up.push(Stone { point, color, ms });
            }
        }
    }
    Ok(())
}

fn point(value: &str) -> Result<Point, String> {
    let fail = || format!("[{value}] is not a point such as hh or h8");
    if let [x, y] = value.as_bytes()
        && x.is_ascii_alphabetic()
        && y.is_ascii_alphabetic()
    {
        let place = |letter: u8| i64::from(letter.to_ascii_lowercase() - b'a');
        let largest = BoardSize::square(crate::types::MAX_SIZE);
        return largest.point(place(*x), place(*y)).ok_or_else(fail);
    }
    value.parse().map_err(|_| fail())
}

/// A stone to be written: its colour, its point, and a remark, which may be empty.
pub(in crate::lab) type Node = (Color, Point, String);

/// One game: the properties of its root, whose values are plain text, the stones set up, and the moves.
pub(in crate::lab) fn write(
    properties: &[(&str, String)],
    set_up: &[Stone],
    nodes: impl IntoIterator<Item = Node>,
) -> String {
    let mut text = "(;FF[4]GM[4]CA[UTF-8]AP[tengen]".to_owned();
    for (name, value) in properties {
        let _ = write!(text, "{name}[{}]", escape(value));
    }
    for (color, name) in Color::BOTH.into_iter().zip(["AB", "AW"]) {
        let mut name = Some(name);
        for stone in set_up.iter().filter(|stone| stone.color == color) {
            text.push_str(name.take().unwrap_or_default());
            let _ = write!(text, "[{}]", letters(stone.point));
        }
    }
    for (color, point, remark) in nodes {
        let color = match color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        let _ = write!(text, ";{color}[{}]", letters(point));
        if !remark.is_empty() {
            let _ = write!(text, "C[{}]", escape(&remark));
        }
    }
    text.push_str(")\n");
    text
}

/// The size as SGF has it.
pub(in crate::lab) fn size_text(size: &str) -> String {
    size.replace('x', ":")
}

fn letters(point: Point) -> String {
    let letter = |n: usize| (b'a' + n as u8) as char;
    [letter(point.x()), letter(point.y())].iter().collect()
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rule;

    fn moves(game: &Game) -> String {
        game.moves.iter().map(|s| s.point.to_string()).collect()
    }

    #[test]
    fn a_game_is_read() {
        let text = "made by hand\n(;FF[4]GM[4]SZ[20:12]RU[Renju]PB[a\\]b\\\\]PW[two]RE[B+]\n\
            ;B[hh]C[a (remark; with \\] marks]\n;W[i9];B[]C[he passes])\n";
        let games = read(text).expect("a game");
        let game = &games[0];
        assert_eq!(games.len(), 1);
        assert_eq!(game.size, BoardSize::new(20, 12).ok());
        assert_eq!(game.rule, Some(Ok(Rule::Renju)));
        assert_eq!(game.names.0, ["a]b\\", "two"]);
        assert_eq!(moves(game), "h8i9");
        assert_eq!(game.last, Some(Color::White));
    }

    #[test]
    fn the_first_branch_is_the_main_line() {
        let text = "(;GM[4];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))(;GM[4];B[hh])";
        let games = read(text).expect("two games");
        let found: Vec<String> = games.iter().map(moves).collect();
        assert_eq!(found, ["a1b2c3", "h8"]);
    }

    #[test]
    fn stones_may_be_set_up() {
        let text = "(;GM[4]SZ[15]AB[aa:ba][hh]AW[c3]PL[W];W[tt];B[dd])";
        let games = read(text).expect("a game");
        let game = &games[0];
        let stones: String = game.set_up.iter().map(|s| s.point.to_string()).collect();
        assert_eq!(stones, "a1b1h8c3");
        assert_eq!((game.first, game.last), (Some(Color::White), None));
        assert_eq!(moves(game), "d4");
    }

    #[test]
    fn a_written_game_reads_back() {
        let node = |color, text: &str, remark: &str| {
            (color, text.parse().expect("a point"), remark.to_owned())
        };
        let properties = [("SZ", size_text("20x12")), ("PB", "a]b\\c:d".to_owned())];
        let nodes = [
            node(Color::Black, "h8", ""),
            node(Color::White, "t12", "12 ms"),
        ];
        let text = write(&properties, &[], nodes);
        assert_eq!(
            text,
            "(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[20:12]PB[a\\]b\\\\c:d];B[hh];W[tl]C[12 ms])\n"
        );
        let games = read(&text).expect("a game");
        assert_eq!(moves(&games[0]), "h8t12");
        assert_eq!(games[0].names.0[0], "a]b\\c:d");
    }

    #[test]
    fn bad_text_is_named() {
        for (text, want) in [
            ("", "there is no game"),
            ("no brackets at all", "there is no game"),
            ("(;GM[4];B[hh]", "a game tree is not closed"),
            ("(;GM[1]SZ[19])", "line 1: GM[1] is not Gomoku"),
            ("(;GM[4]\nSZ[30])", "line 2: SZ: board size 30x30"),
            ("(;GM[4]\n;B[h8", "line 2: B has no closing bracket"),
            ("(;GM[4]\n;B)", "line 2: B has no value"),
            ("(;GM[4];B[zz])", "line 1: [zz] is not a point"),
            ("(;GM[4];B[h0])", "line 1: [h0] is not a point"),
            ("(;GM[4];B[é])", "line 1: [é] is not a point"),
            ("(;GM[4];B[hh]AB[aa])", "line 1: stones are set up"),
            ("(;GM[4]PL[x])", "line 1: PL[x]"),
            ("(;GM[4]!)", "line 1: '!' is out of place"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.starts_with(want), "{text:?}: {error}");
        }
    }
}
