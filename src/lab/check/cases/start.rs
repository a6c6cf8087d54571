//! Names, sizes and the beginnings of games.

use super::super::Case;
use super::super::session::{self, Bench, PROMPT, QUIET, fail, shorten, unsupported};
use super::{may, must, p};
use crate::lab::arena::client::Reply;
use crate::types::{BoardSize, Rule};

pub(super) const CASES: &[Case] = &[
    must(
        super::FIRST,
        "START 15 is answered by OK (all managers)",
        |bench| {
            bench.launch()?.start(15)?;
            Ok(String::new())
        },
    ),
    must(
        "start-20",
        "START 20, and stones in its last row (Gomocup)",
        start_20,
    ),
    may(
        "start-odd-sizes",
        "START 5, 8, 10, 19 and 22: OK or ERROR (Piskvork, Yixin-Board)",
        odd_sizes,
    ),
    may(
        "start-nonsense",
        "START without a size or with an impossible one does not end it",
        nonsense,
    ),
    may(
        "rectstart",
        "RECTSTART 12,10 and a move on that board (Piskvork)",
        rectstart,
    ),
    must(
        "about-first",
        "ABOUT is answered before START (c-gomoku-cli)",
        |bench| about(bench, false),
    ),
    must(
        "about-later",
        "ABOUT is answered after START (qpiskvork)",
        |bench| about(bench, true),
    ),
    may(
        "about-form",
        "ABOUT begins with name=\" and has no comma inside a value (qpiskvork)",
        about_form,
    ),
    may(
        "before-start",
        "commands before START do not end it",
        before_start,
    ),
    must(
        "no-waiting",
        "START, ABOUT, INFO and BEGIN sent at once (qpiskvork)",
        no_waiting,
    ),
    must(
        "second-game",
        "START again: the stones are gone, the settings stay (c-gomoku-cli)",
        second_game,
    ),
    may(
        "restart",
        "RESTART is answered by OK, the stones are gone (Piskvork)",
        restart,
    ),
];

fn start_20(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    session.start(20)?;
    session.settings(Rule::Freestyle)?;
    session.turn(p(19, 19))?;
    session.turn_somewhere()?;
    Ok(String::new())
}

fn odd_sizes(bench: &Bench) -> session::Result {
    let mut good = Vec::new();
    let mut refused = Vec::new();
    for size in [5, 8, 10, 19, 22] {
        let mut session = bench.launch()?;
        session.send(&format!("START {size}"))?;
        let line = session.expect("START", PROMPT)?;
        match line.reply() {
            Reply::Ok => {}
            Reply::Error(_) | Reply::Unknown(_) => {
                refused.push(size.to_string());
                session.silent("a refused size", QUIET)?;
                session.lives(&format!("START {size}"))?;
                continue;
            }
            _ => {
                return fail(format!(
                    "START {size} is answered by '{}'",
                    shorten(&line.text)
                ));
            }
        }
        session.board = crate::board::Board::new(BoardSize::square(size), Rule::Freestyle);
        session.settings(Rule::Freestyle)?;
        session.turn(p(size - 1, size - 1))?;
        good.push(size.to_string());
    }
    let (good, refused) = (good.join(", "), refused.join(", "));
    match (good.is_empty(), refused.is_empty()) {
        (true, _) => unsupported("none of them"),
        (_, true) => Ok(String::new()),
        _ => Ok(format!("plays {good}; refuses {refused}")),
    }
}

fn nonsense(bench: &Bench) -> session::Result {
    for command in ["START", "START 0", "START -3", "START 1000", "START many"] {
        let mut session = bench.launch()?;
        session.send(command)?;
        if let Some(line) = session.line(QUIET)?
            && !matches!(
                line.reply(),
                Reply::Ok | Reply::Error(_) | Reply::Unknown(_)
            )
        {
            return fail(format!(
                "{command} is answered by '{}'",
                shorten(&line.text)
            ));
        }
        session.lives(command)?;
    }
    Ok(String::new())
}

fn rectstart(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    session.optional_ok("RECTSTART 12,10")?;
    let size = BoardSize::new(12, 10).expect("a size");
    session.board = crate::board::Board::new(size, Rule::Freestyle);
    session.settings(Rule::Freestyle)?;
    session.turn(p(11, 9))?;
    session.turn_somewhere()?;
    Ok(String::new())
}

fn about(bench: &Bench, started: bool) -> session::Result {
    let mut session = bench.launch()?;
    if started {
        session.start(15)?;
    }
    session.send("ABOUT")?;
    let line = session.expect("ABOUT", PROMPT)?;
    if line.refuses() || line.reply() == Reply::Ok {
        return fail(format!("ABOUT is answered by '{}'", shorten(&line.text)));
    }
    session.silent("ABOUT, a second time,", QUIET)?;
    if !started {
        session.start(15)?;
    }
    Ok(shorten(&line.text))
}

fn about_form(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    session.send("ABOUT")?;
    let line = session.expect("ABOUT", PROMPT)?;
    let text = line.text.trim_end();
    if !text.starts_with("name=") {
        return fail(format!("'{}' does not begin with name=", shorten(text)));
    }
    // As qpiskvork reads it: at every comma, whatever the quotes say.
    for part in text.split(',') {
        let part = part.trim();
        let value = part.split_once('=').map(|(_, value)| value.trim());
        let quoted = value.is_some_and(|v| v.len() >= 2 && v.starts_with('"') && v.ends_with('"'));
        if !quoted {
            return fail(format!("'{}' is not key=\"value\"", shorten(part)));
        }
    }
    Ok(String::new())
}

fn before_start(bench: &Bench) -> session::Result {
    let mut refuses = 0;
    let commands = [
        "RESTART",
        "TAKEBACK 7,7",
        "TURN 7,7",
        "BEGIN",
        "BOARD\n7,7,2\nDONE",
    ];
    for command in commands {
        let mut session = bench.launch()?;
        session.send(command)?;
        // Some make a board of their own accord and think, for their own default time.
        let line = session.line(bench.time + QUIET)?;
        refuses += u32::from(line.is_some_and(|line| line.refuses()));
        session.send("INFO timeout_turn 0\nSTART 15")?;
        // What it thinks of the first command may come as late as this.
        loop {
            let line = session.expect(&format!("START after {command}"), 2 * PROMPT)?;
            if line.reply() == Reply::Ok {
                break;
            }
            refuses += u32::from(line.refuses());
        }
    }
    Ok(format!("refuses {refuses} of {}", commands.len()))
}

fn no_waiting(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    let mut lines = vec!["START 15".to_owned(), "ABOUT".to_owned()];
    lines.extend(bench.settings(Rule::Freestyle));
    lines.push("BEGIN".to_owned());
    session.send(&lines.join("\n"))?;
    session.ok("START")?;
    let line = session.expect("ABOUT", PROMPT)?;
    if !line.text.contains('=') {
        return fail(format!("ABOUT is answered by '{}'", shorten(&line.text)));
    }
    session.answer("BEGIN", bench.time + PROMPT)?;
    Ok(String::new())
}

fn second_game(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    let first = session.begin()?.point;
    let other = session.quiet_point().expect("an empty point");
    let second = session.turn(other)?.point;
    for point in [first, second, other] {
        session.start(15)?;
        session.turn(point)?;
        session.turn_somewhere()?;
    }
    Ok(String::new())
}

fn restart(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    let first = session.begin()?.point;
    session.optional_ok("RESTART")?;
    session.board = crate::board::Board::new(BoardSize::square(15), Rule::Freestyle);
    session.turn(first)?;
    Ok(String::new())
}
