//! Moves one by one: TURN, TAKEBACK, and the form of an answer.

use std::time::Duration;

use super::super::Case;
use super::super::session::{self, Bench, PROMPT, QUIET, Session, fail, shorten};
use super::{OPEN, in_turn, may, must, p};
use crate::lab::arena::client::{Command, Reply};
use crate::types::{Color, Point, Rule};

pub(super) const CASES: &[Case] = &[
    must(
        "begin",
        "BEGIN is answered by a move (Piskvork, c-gomoku-cli)",
        |bench| {
            bench.game(15, Rule::Freestyle)?.begin()?;
            Ok(String::new())
        },
    ),
    must(
        "turn-first",
        "TURN right after START: it is the second player",
        |bench| {
            let mut session = bench.game(15, Rule::Freestyle)?;
            session.turn(p(7, 7))?;
            session.turn_somewhere()?;
            Ok(String::new())
        },
    ),
    must(
        "judge-order",
        "START and INFO in CR LF without waiting, frozen between moves (Gomocup's judge)",
        judge,
    ),
    must(
        "frozen",
        "a long freeze between moves costs nothing (Gomocup, Piskvork)",
        frozen,
    ),
    may(
        "answer-form",
        "an answer is bare: x,y without blanks, no MESSAGE without a text",
        answer_form,
    ),
    must(
        "one-answer",
        "one think command has one answer, and nothing is said when idle",
        one_answer,
    ),
    must(
        "stderr",
        "nothing is written to standard error (Piskvork reads it as an answer)",
        stderr,
    ),
    must(
        "turn-occupied",
        "TURN on a taken point: it lives, and plays no impossible move",
        |bench| impossible(bench, None),
    ),
    must(
        "turn-outside",
        "TURN outside the board: it lives, and plays no impossible move",
        |bench| impossible(bench, Some(&["TURN 15,3", "TURN -1,3", "TURN 0,15"])),
    ),
    may(
        "turn-nonsense",
        "TURN without two numbers, or with a huge one: as above",
        |bench| {
            impossible(
                bench,
                Some(&["TURN 7", "TURN", "TURN x,y", "TURN 99999999999,1"]),
            )
        },
    ),
    may(
        "takeback-one",
        "TAKEBACK of the last stone is answered by OK (Piskvork)",
        |bench| takeback(bench, false),
    ),
    may(
        "takeback-two",
        "TAKEBACK of two stones, the last first (Piskvork's undo)",
        |bench| takeback(bench, true),
    ),
];

/// What the judge of Gomocup does, from the launch on.
fn judge(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    let mut text = String::from("START 15\r\n");
    for line in bench.settings(Rule::Freestyle) {
        text.push_str(&line);
        text.push_str("\r\n");
    }
    session.write(&text, text.as_bytes())?;
    session.freeze(true);
    std::thread::sleep(QUIET);
    session.freeze(false);
    let stones = in_turn(&OPEN[..3]);
    session.set_board(&stones, Color::White);
    let board = Command::Board(stones, Color::White);
    let text = format!("INFO time_left 60000\n{board}\n").replace('\n', "\r\n");
    session.write(&text, text.as_bytes())?;
    session.ok("START")?;
    session.answer("BOARD", bench.time + PROMPT)?;
    for _ in 0..2 {
        session.freeze(true);
        std::thread::sleep(QUIET);
        session.freeze(false);
        let point = session.quiet_point().expect("an empty point");
        session.board.place(point);
        let text = format!(
            "INFO time_left 50000\r\nTURN {},{}\r\n",
            point.x(),
            point.y()
        );
        session.write(&text, text.as_bytes())?;
        session.answer("TURN", bench.time + PROMPT)?;
    }
    if cfg!(unix) {
        Ok(String::new())
    } else {
        Ok("without freezing, which this system cannot".to_owned())
    }
}

fn frozen(bench: &Bench) -> session::Result {
    if !cfg!(unix) {
        return Err(session::Trouble::Skipped(
            "this system cannot freeze a process".to_owned(),
        ));
    }
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.begin()?;
    session.freeze(true);
    std::thread::sleep(2 * bench.time + Duration::from_millis(400));
    session.freeze(false);
    let point = session.quiet_point().expect("an empty point");
    let answer = session.turn(point)?;
    let limit = bench.time + bench.tolerance + Duration::from_millis(500);
    if answer.time > limit {
        return fail(format!(
            "{:.3} s for the move after it",
            answer.time.as_secs_f64()
        ));
    }
    // Frozen while a command waits: the manager writes first and lets go then.
    session.freeze(true);
    let point = session.quiet_point().expect("an empty point");
    session.board.place(point);
    session.send(&format!("TURN {},{}", point.x(), point.y()))?;
    std::thread::sleep(QUIET);
    session.freeze(false);
    session.answer("TURN", bench.time + PROMPT)?;
    Ok(String::new())
}

fn answer_form(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.send("BEGIN")?;
    let deadline = bench.time + PROMPT;
    loop {
        let Some(line) = session.any_line(deadline)? else {
            return fail("no answer to BEGIN");
        };
        match line.reply() {
            Reply::Message(text) if text.is_empty() => {
                return fail(format!(
                    "'{}' is no message but an answer to Piskvork",
                    shorten(&line.text)
                ));
            }
            Reply::Message(_) => {}
            Reply::Move(x, y) if line.text == format!("{x},{y}") => return Ok(String::new()),
            _ => return fail(format!("'{}' is not x,y", shorten(&line.text))),
        }
    }
}

fn one_answer(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    let idle = bench.time + Duration::from_millis(300);
    let quiet = |session: &mut Session<'_>| match session.any_line(idle)? {
        None => Ok(()),
        Some(line) => fail(format!("'{}' after the answer", shorten(&line.text))),
    };
    session.begin()?;
    quiet(&mut session)?;
    session.turn_somewhere()?;
    quiet(&mut session)?;
    let stones = in_turn(OPEN);
    session.board(&stones, Color::Black)?;
    quiet(&mut session)?;
    Ok(String::new())
}

fn stderr(bench: &Bench) -> session::Result {
    if !cfg!(unix) {
        return Err(session::Trouble::Skipped(
            "not watched on this system".to_owned(),
        ));
    }
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.begin()?;
    session.turn_somewhere()?;
    session.send("END")?;
    let _ = session.ends("END", Duration::from_secs(1));
    let text = bench.stderr();
    match text.lines().next() {
        None => Ok(String::new()),
        Some(line) => fail(format!("{} bytes, '{}' first", text.len(), shorten(line))),
    }
}

/// TURNs that cannot be; on taken points where none are given.
fn impossible(bench: &Bench, commands: Option<&[&str]>) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    let own = session.begin()?.point;
    let theirs = session.quiet_point().expect("an empty point");
    let reply = session.turn(theirs)?.point;
    let turn = |point: Point| format!("TURN {},{}", point.x(), point.y());
    let taken = [turn(own), turn(theirs), turn(reply)];
    let commands: Vec<&str> = match commands {
        Some(commands) => commands.to_vec(),
        None => taken.iter().map(String::as_str).collect(),
    };
    let mut moves = 0;
    for command in &commands {
        session.send(command)?;
        let Some(line) = session.line(bench.time + bench.tolerance + QUIET)? else {
            continue;
        };
        if let Reply::Move(x, y) = line.reply() {
            let point = session.board.size().point(x, y);
            if point.is_none_or(|point| !session.board.is_empty(point)) {
                return fail(format!(
                    "{command} is answered by '{}'",
                    shorten(&line.text)
                ));
            }
            // It took the stone for a good one: the position is its own from here on.
            moves += 1;
            session.lives(command)?;
        } else if !line.refuses() {
            return fail(format!(
                "{command} is answered by '{}'",
                shorten(&line.text)
            ));
        }
    }
    session.lives("impossible moves")?;
    if moves > 0 {
        return Ok(format!("answers {moves} of {} by a move", commands.len()));
    }
    Ok(String::new())
}

fn takeback(bench: &Bench, two: bool) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    let first = session.begin()?.point;
    let back = |point: Point| format!("TAKEBACK {},{}", point.x(), point.y());
    if two {
        let other = session.quiet_point().expect("an empty point");
        let second = session.turn(other)?.point;
        for point in [second, other] {
            session.optional_ok(&back(point))?;
            session.board.undo();
        }
        // The same point again: it must be free by now.
        session.turn(other)?;
        session.turn_somewhere()?;
    } else {
        session.optional_ok(&back(first))?;
        session.board.undo();
        session.turn(first)?;
    }
    Ok(String::new())
}
