//! Commands beyond the common ones: Swap2 and what Yixin-Board sends.

use std::time::Duration;

use super::super::Case;
use super::super::session::{self, Bench, PROMPT, fail, shorten, unsupported};
use super::{OPEN, in_turn, may, p};
use crate::board::{Board, Verdict};
use crate::lab::arena::client::Reply;
use crate::types::{BoardSize, Color, Rule};

pub(super) const CASES: &[Case] = &[
    may(
        "swap2-0",
        "SWAP2BOARD without stones: three points (Gomocup, qpiskvork)",
        |bench| swap2(bench, 0),
    ),
    may(
        "swap2-3",
        "SWAP2BOARD with three stones: SWAP, a point or two (Gomocup, qpiskvork)",
        |bench| swap2(bench, 3),
    ),
    may(
        "swap2-5",
        "SWAP2BOARD with five stones: SWAP or a point (Gomocup, qpiskvork)",
        |bench| swap2(bench, 5),
    ),
    may(
        "yixin-info",
        "YXSHOWINFO before START tells threads and table size (Yixin-Board)",
        show_info,
    ),
    may(
        "yixin-board",
        "YXBOARD sets a position without an answer (Yixin-Board)",
        board,
    ),
    may(
        "yixin-forbid",
        "YXSHOWFORBID lists Black's fouls, ended by a dot (Yixin-Board)",
        show_forbid,
    ),
    may(
        "yixin-nbest",
        "YXNBEST after YXBOARD is answered by one move (Yixin-Board)",
        nbest,
    ),
    may(
        "yixin-database",
        "a database query is passed over in silence (Yixin-Board, each move)",
        database,
    ),
];

/// Three stones near the middle, then two more.
const OPENING: &[(usize, usize)] = &[(7, 7), (8, 7), (9, 9), (6, 6), (5, 8)];

fn swap2(bench: &Bench, count: usize) -> session::Result {
    let mut session = bench.game(15, Rule::Standard)?;
    let stones = &OPENING[..count];
    let lines: Vec<String> = stones.iter().map(|(x, y)| format!("{x},{y}\n")).collect();
    let command = format!("SWAP2BOARD\n{}DONE", lines.concat());
    let line = session.optional(&command, bench.time + PROMPT)?;
    let text = shorten(&line.text);
    let bad = fail(format!(
        "SWAP2BOARD with {count} stones is answered by '{text}'"
    ));
    let allowed: &[usize] = match count {
        0 => &[3],
        3 => &[1, 2],
        _ => &[1],
    };
    if line.text == "SWAP" {
        return if count == 0 { bad } else { Ok(text) };
    }
    let mut board = Board::new(BoardSize::square(15), Rule::Standard);
    for &(x, y) in stones {
        board.place(p(x, y));
    }
    let pairs: Vec<&str> = line.text.split(' ').collect();
    for pair in &pairs {
        let Some(Reply::Move(x, y)) = Reply::parse(pair) else {
            return bad;
        };
        match board.size().point(x, y) {
            Some(point) if board.is_empty(point) => board.place(point),
            _ => return bad,
        }
    }
    if !allowed.contains(&pairs.len()) {
        return bad;
    }
    // The judge goes on with BOARD.
    let stones = board.history().to_vec();
    let side = if stones.len().is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    };
    session.board(&stones, side)?;
    Ok(text)
}

fn show_info(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    session.send("yxshowinfo\nSTART 15")?;
    let (mut threads, mut table) = (false, false);
    loop {
        let Some(line) = session.any_line(PROMPT)? else {
            return fail("no answer to START");
        };
        if line.reply() == Reply::Ok {
            break;
        }
        if line.refuses() {
            return unsupported(shorten(&line.text));
        }
        let words: Vec<&str> = line.text.split_whitespace().collect();
        match words[..] {
            ["MESSAGE", "INFO", "MAX_THREAD_NUM", n] => {
                threads |= n.parse::<u32>().is_ok_and(|n| n > 0);
            }
            ["MESSAGE", "INFO", "MAX_HASH_SIZE", n] => {
                table |= n.parse::<u32>().is_ok_and(|n| n > 0);
            }
            _ => {}
        }
    }
    match (threads, table) {
        (true, true) => Ok(String::new()),
        (false, false) => unsupported("it tells neither"),
        (true, false) => fail("no MAX_HASH_SIZE"),
        (false, true) => fail("no MAX_THREAD_NUM"),
    }
}

fn yixin_block(points: &[(usize, usize)]) -> String {
    let stones = in_turn(points);
    let own = super::next(&stones);
    let field = |color: Color| if color == own { 1 } else { 2 };
    let lines = stones
        .iter()
        .map(|&(point, color)| format!("{},{},{}\n", point.x(), point.y(), field(color)));
    format!("yxboard\n{}done", lines.collect::<Vec<_>>().concat())
}

/// Sends a position; told apart are a brain that sets it and one that does not know the command.
fn set<'a>(
    bench: &'a Bench,
    rule: Rule,
    points: &[(usize, usize)],
) -> session::Result<session::Session<'a>> {
    let mut session = bench.game(15, rule)?;
    session.send(&yixin_block(points))?;
    match session.line(bench.time + bench.tolerance + Duration::from_millis(100))? {
        None if bench.is_mute()? => return unsupported("silent, as to any unknown command"),
        None => {}
        Some(line) if line.refuses() => return unsupported(shorten(&line.text)),
        Some(line) => return fail(format!("YXBOARD is answered by '{}'", shorten(&line.text))),
    }
    let stones = in_turn(points);
    session.set_board(&stones, super::next(&stones));
    Ok(session)
}

fn board(bench: &Bench) -> session::Result {
    let mut session = set(bench, Rule::Freestyle, &OPEN[..3])?;
    // A point of the position is taken, one beside it is not.
    let point = session.quiet_point().expect("an empty point");
    session.turn(point)?;
    Ok(String::new())
}

fn show_forbid(bench: &Bench) -> session::Result {
    // Black's double three at 7,7.
    let points = [
        (6, 7),
        (0, 0),
        (8, 7),
        (0, 14),
        (7, 6),
        (14, 0),
        (7, 8),
        (14, 14),
    ];
    let mut session = set(bench, Rule::Renju, &points)?;
    let line = session.optional("yxshowforbid", PROMPT)?;
    let Some(list) = line
        .text
        .strip_prefix("FORBID ")
        .and_then(|rest| rest.strip_suffix('.'))
    else {
        return fail(format!(
            "'{}' is not FORBID ... with a dot",
            shorten(&line.text)
        ));
    };
    if list == "0707" {
        return Ok(String::new());
    }
    fail(format!(
        "'{}' where 7,7 alone is forbidden",
        shorten(&line.text)
    ))
}

fn nbest(bench: &Bench) -> session::Result {
    let points = [
        (4, 7),
        (8, 7),
        (5, 7),
        (2, 2),
        (6, 7),
        (12, 3),
        (7, 7),
        (3, 12),
    ];
    let mut session = set(bench, Rule::Freestyle, &points)?;
    let line = session.optional("yxnbest 2", bench.time + PROMPT)?;
    let sent = line.at;
    if session.accept(&line, "YXNBEST", sent)?.verdict != Verdict::Five {
        return fail(format!(
            "'{}' does not complete its five",
            shorten(&line.text)
        ));
    }
    session.silent("YXNBEST, a second time,", bench.time)?;
    Ok(String::new())
}

fn database(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.send("yxquerydatabaseallt\n7,7\n8,8\ndone")?;
    match session.line(Duration::from_millis(300))? {
        None => {}
        Some(line) if line.refuses() => return unsupported(shorten(&line.text)),
        Some(line) => return fail(format!("it is answered by '{}'", shorten(&line.text))),
    }
    session.lives("a database query")?;
    Ok(String::new())
}
