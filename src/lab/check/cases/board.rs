//! BOARD: whole positions, as managers write them.

use super::super::Case;
use super::super::session::{self, Bench, PROMPT, QUIET, fail, shorten, unsupported};
use super::{OPEN, in_turn, may, must, next, p};
use crate::board::Verdict;
use crate::lab::arena::client::{Command, Reply};
use crate::types::{Color, Point, Rule};

pub(super) const CASES: &[Case] = &[
    must(
        "board",
        "BOARD as first and as second player (all managers)",
        |bench| {
            for count in [OPEN.len(), OPEN.len() - 1] {
                let stones = in_turn(&OPEN[..count]);
                bench
                    .game(15, Rule::Freestyle)?
                    .board(&stones, next(&stones))?;
            }
            Ok(String::new())
        },
    ),
    must(
        "board-empty",
        "BOARD without stones is a first move (Gomocup's judge)",
        |bench| {
            bench.game(15, Rule::Freestyle)?.board(&[], Color::Black)?;
            Ok(String::new())
        },
    ),
    must(
        "board-again",
        "BOARD in the middle of a game replaces all stones (Piskvork)",
        again,
    ),
    may(
        "board-order",
        "BOARD with all own stones first, then the opponent's",
        order,
    ),
    must("board-crlf", "BOARD in CR LF (Gomocup's judge)", |bench| {
        line_ends(bench, "\r\n", "\r\n")
    }),
    may(
        "board-mixed-ends",
        "BOARD in LF, its DONE in CR LF (qpiskvork)",
        |bench| line_ends(bench, "\n", "\r\n"),
    ),
    may(
        "board-walls",
        "field 3 is never played on (Piskvork and qpiskvork, continuous game)",
        walls,
    ),
    may(
        "board-bad-line",
        "bad lines in a BOARD: still one answer, still alive",
        bad_line,
    ),
    must(
        "board-last-point",
        "one free point is left: it is played (Gomocup's judge plays on to it)",
        |bench| full(bench, true),
    ),
    may(
        "board-full",
        "no free point is left: it does not hang",
        |bench| full(bench, false),
    ),
];

fn again(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    let first = session.begin()?.point;
    let other = session.quiet_point().expect("an empty point");
    session.turn(other)?;
    // Where its first stone stood, the opponent's stands now; and the five is to be seen.
    let corner = [(0, 0), (0, 14), (1, 0), (2, 14), (2, 0), (4, 14), (3, 0)].map(|(x, y)| p(x, y));
    if corner.contains(&first) {
        return Ok("its first move stood in the way".to_owned());
    }
    let mut stones: Vec<(Point, Color)> = corner
        .into_iter()
        .zip(Color::BOTH.into_iter().cycle())
        .collect();
    stones.push((first, Color::White));
    let answer = session.board(&stones, Color::Black)?;
    if answer.verdict != Verdict::Five {
        return fail("it does not complete its five on the new board");
    }
    Ok(String::new())
}

/// Own stones first: whose they are is in the third field, not in the order.
fn order(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    let own = [(4, 7), (5, 7), (6, 7), (7, 7)];
    let theirs = [(8, 7), (2, 2), (12, 3), (3, 12)];
    let stones: Vec<(Point, Color)> = own
        .iter()
        .map(|&(x, y)| (p(x, y), Color::Black))
        .chain(theirs.iter().map(|&(x, y)| (p(x, y), Color::White)))
        .collect();
    let answer = session.board(&stones, Color::Black)?;
    if answer.verdict != Verdict::Five {
        return fail("it does not complete its five: it takes the order for the colours");
    }
    Ok(String::new())
}

fn line_ends(bench: &Bench, end: &str, last: &str) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    for _ in 0..2 {
        let stones = in_turn(&OPEN[..3]);
        session.set_board(&stones, Color::White);
        let text = Command::Board(stones, Color::White).to_string();
        let text = text.replace('\n', end) + last;
        session.write(&text, text.as_bytes())?;
        session.answer("BOARD", bench.time + PROMPT)?;
    }
    session.silent("BOARD, a second time,", QUIET)?;
    Ok(String::new())
}

fn walls(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    // Both points that would make the own five are walled.
    let text =
        "BOARD\n4,7,1\n2,2,2\n5,7,1\n12,3,2\n6,7,1\n3,12,2\n7,7,1\n11,12,2\n3,7,3\n8,7,3\nDONE";
    session.send(text)?;
    let line = session.expect("BOARD", bench.time + PROMPT)?;
    match line.reply() {
        Reply::Error(_) | Reply::Unknown(_) => unsupported(shorten(&line.text)),
        Reply::Move(3 | 8, 7) => fail(format!("'{}' is a point marked 3", line.text)),
        Reply::Move(x, y) => {
            let taken = ["4,7", "5,7", "6,7", "7,7", "2,2", "12,3", "3,12", "11,12"];
            let text = format!("{x},{y}");
            if taken.contains(&text.as_str()) || session.board.size().point(x, y).is_none() {
                return fail(format!("'{text}' is no possible move"));
            }
            Ok(String::new())
        }
        _ => fail(format!("BOARD is answered by '{}'", shorten(&line.text))),
    }
}

fn bad_line(bench: &Bench) -> session::Result {
    let mut notes = Vec::new();
    for bad in ["nonsense", "7,7", "15,15,1", "-1,0,2", "7,7,9", "7,7,1", ""] {
        let mut session = bench.game(15, Rule::Freestyle)?;
        session.send(&format!("BOARD\n7,7,1\n8,8,2\n{bad}\nDONE"))?;
        let mut answers = 0;
        let mut wait = bench.time + bench.tolerance + PROMPT;
        let mut refused = false;
        while let Some(line) = session.line(wait)? {
            match line.reply() {
                Reply::Move(..) => answers += 1,
                _ if line.refuses() => refused = true,
                _ => return fail(format!("'{bad}' is answered by '{}'", shorten(&line.text))),
            }
            wait = bench.time + bench.tolerance + QUIET;
        }
        match (answers, refused) {
            (1, _) => {}
            (0, true) => notes.push(format!("'{bad}'")),
            (0, false) => return fail(format!("after the line '{bad}' no answer comes")),
            _ => return fail(format!("after the line '{bad}' {answers} moves come")),
        }
        session.lives(&format!("the line '{bad}'"))?;
    }
    if notes.is_empty() {
        Ok(String::new())
    } else {
        Ok(format!("ERROR and no move after {}", notes.join(", ")))
    }
}

/// The colours of a full board without a five in any line.
fn draw() -> Vec<(Point, Color)> {
    let mut sides = [Vec::new(), Vec::new()];
    for y in 0..15 {
        for x in 0..15 {
            sides[usize::from((x + 2 * y) % 4 >= 2)].push(p(x, y));
        }
    }
    let [black, white] = sides;
    let mut stones = Vec::new();
    for (index, &point) in black.iter().enumerate() {
        stones.push((point, Color::Black));
        stones.extend(white.get(index).map(|&point| (point, Color::White)));
    }
    stones
}

fn full(bench: &Bench, one_left: bool) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    let mut stones = draw();
    if one_left {
        stones.pop();
        session.board(&stones, next(&stones))?;
        return Ok(String::new());
    }
    session.send(&Command::Board(stones.clone(), next(&stones)).to_string())?;
    let line = session.line(bench.time + bench.tolerance + QUIET)?;
    if let Some(Reply::Move(x, y)) = line.as_ref().map(session::Line::reply) {
        return fail(format!("it plays {x},{y} on a full board"));
    }
    session.lives("a full board")?;
    Ok(line.map_or_else(|| "says nothing".to_owned(), |line| shorten(&line.text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::types::BoardSize;

    #[test]
    fn the_full_board_is_a_draw() {
        let stones = draw();
        assert_eq!(stones.len(), 225);
        assert_eq!(next(&stones), Color::White);
        let mut board = Board::new(BoardSize::square(15), Rule::Freestyle);
        for (point, color) in stones {
            assert_eq!(board.verdict(point, color), Verdict::None);
            board.put(point, color);
        }
    }
}
