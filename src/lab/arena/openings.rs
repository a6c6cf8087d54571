//! Opening files: one opening a line, and none may end a game.

use crate::types::{BoardSize, Point, Rule};

use super::referee::{Referee, Ruling};
use crate::lab::games::lines;

/// The first stones of a game, Black's first.
pub type Opening = Vec<Point>;

/// Reads all openings of a file.
///
/// # Errors
/// Names the line and what is wrong with it: unreadable text, a stone outside the board or on
/// another, a game that is over before it begins.
pub fn parse(text: &str, size: BoardSize, rule: Rule) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (number, line) in lines::filled(text) {
        let opening = lines::parse(line, size)
            .and_then(|opening| check(&opening, size, rule).map(|()| opening))
            .map_err(|error| format!("line {number}: {error}"))?;
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err("no opening in it".to_owned());
    }
    Ok(openings)
}

fn check(opening: &[Point], size: BoardSize, rule: Rule) -> Result<(), String> {
    let mut referee = Referee::new(size, rule);
    for point in opening {
        let trouble = match referee.play(point.x() as i64, point.y() as i64) {
            Ruling::Open => continue,
            Ruling::Outside => "is outside the board",
            Ruling::Occupied => "is taken already",
            Ruling::Five => "ends the game",
            Ruling::Foul(_) => "is a foul",
            Ruling::Full => "fills the board",
        };
        return Err(format!("{point} {trouble} ({size}, {rule})"));
    }
    Ok(())
}

/// How many symmetries a board has.
pub const fn symmetries(size: BoardSize) -> usize {
    if size.width() == size.height() { 8 } else { 4 }
}

/// The opening as seen in one of the board's symmetries, 0 being the identity.
pub fn transform(opening: &[Point], size: BoardSize, symmetry: usize) -> Opening {
    let turn = |point: &Point| {
        let (mut x, mut y) = (point.x(), point.y());
        if symmetry & 1 != 0 {
            x = size.width() - 1 - x;
        }
        if symmetry & 2 != 0 {
            y = size.height() - 1 - y;
        }
        if symmetry & 4 != 0 {
            std::mem::swap(&mut x, &mut y);
        }
        Point::new(x, y)
    };
    opening.iter().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::map::Set;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let openings = parse(text, BoardSize::square(15), Rule::Freestyle)?;
        Ok(openings.iter().map(|o| lines::to_pos(o)).collect())
    }

    #[test]
    fn both_forms_are_read() {
        let text = "# pos\nd5f3g3\n\n h8 i9 \n-1,2, 3,0\r\n0,0,1,1, -7,-7, 7,7\n";
        let want = ["d5f3g3", "h8i9", "g10k8", "h8i9a1o15"];
        assert_eq!(read(text).expect("good openings"), want);
        let big = parse("-10,-10, 9,9", BoardSize::square(20), Rule::Renju).expect("good");
        assert_eq!(lines::to_pos(&big[0]), "a1t20");
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, want) in [
            ("h8\nh8i9h8", "line 2: h8 is taken already"),
            ("p1", "line 1: p1 is outside"),
            ("0,0, 8,0", "line 1: 8,0 is outside the 15 board"),
            ("0,0, 1", "line 1: 3 offsets"),
            ("0,0, x,1", "line 1: 'x' is not an offset"),
            ("0,9223372036854775807", "is outside"),
            ("hello", "line 1:"),
            ("a1a3b1b3c1c3d1d3e1", "line 1: e1 ends the game"),
            ("# nothing\n", "no opening"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(want), "{text}: {error}");
        }
    }

    #[test]
    fn symmetries_are_all_different_and_stay_on_the_board() {
        for (width, height) in [(15, 15), (20, 12)] {
            let size = BoardSize::new(width, height).expect("a size");
            let opening = [Point::new(0, 1), Point::new(5, 2)];
            let all: Set<Opening> = (0..symmetries(size))
                .map(|symmetry| transform(&opening, size, symmetry))
                .collect();
            assert_eq!(all.len(), symmetries(size));
            assert!(all.iter().flatten().all(|&point| size.contains(point)));
            assert_eq!(transform(&opening, size, 0), opening);
        }
    }
}
