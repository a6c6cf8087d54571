//! What comes in while the brain thinks.

use std::time::Duration;

use super::super::Case;
use super::super::session::{
    self, Bench, Line, PROMPT, QUIET, Session, Trouble, fail, shorten, unsupported,
};
use super::{OPEN, in_turn, may, next};
use crate::lab::arena::client::{Command, Reply};
use crate::types::Rule;

pub(super) const CASES: &[Case] = &[
    may(
        "stop",
        "STOP while it thinks: one move, at once (pygomo)",
        |bench| stopped_by(bench, "STOP"),
    ),
    may(
        "yxstop",
        "YXSTOP while it thinks: one move, at once (Yixin-Board, c-gomoku-cli)",
        |bench| stopped_by(bench, "YXSTOP"),
    ),
    may(
        "move-now",
        "INFO timeout_turn 0 while it thinks: one move, at once (Piskvork)",
        |bench| stopped_by(bench, "INFO timeout_turn 0"),
    ),
    may(
        "stop-idle",
        "STOP and YXSTOP while nothing is asked: silence (Yixin-Board)",
        stop_idle,
    ),
    may(
        "info-thinking",
        "INFO time_left while it thinks changes nothing (Yixin-Board)",
        info_thinking,
    ),
    may(
        "start-thinking",
        "START while it thinks: its move, then OK (Yixin-Board)",
        start_thinking,
    ),
];

/// Time for a move that is to be cut short.
const LONG: u32 = 4000;
/// When it is cut short.
const AFTER: Duration = Duration::from_millis(250);
/// How soon the move must come then.
const SOON: Duration = Duration::from_millis(700);

/// Lets it think for long; none if it answers before it could be disturbed.
pub(super) fn thinking(bench: &Bench, time: u32) -> session::Result<Option<Session<'_>>> {
    let mut session = bench.game(15, Rule::Freestyle)?;
    // The first move of a process may take longer than its time.
    session.begin()?;
    let stones = in_turn(OPEN);
    let side = next(&stones);
    session.set_board(&stones, side);
    session.send(&format!("INFO timeout_turn {time}"))?;
    session.send(&Command::Board(stones, side).to_string())?;
    match session.line(AFTER)? {
        None => Ok(Some(session)),
        Some(line) => {
            let sent = line.at;
            session.accept(&line, "BOARD", sent)?;
            Ok(None)
        }
    }
}

fn too_quick<T>() -> session::Result<T> {
    Err(Trouble::Skipped(
        "it answers before it can be disturbed".to_owned(),
    ))
}

/// After its end, nothing more may come for the time of the move.
fn only_one(session: &mut Session<'_>, bench: &Bench) -> session::Result<()> {
    match session.line(bench.time + QUIET)? {
        None => Ok(()),
        Some(line) if line.refuses() => unsupported(shorten(&line.text)),
        Some(line) => fail(format!("'{}' after the move", shorten(&line.text))),
    }
}

fn stopped_by(bench: &Bench, command: &str) -> session::Result {
    let Some(mut session) = thinking(bench, LONG)? else {
        return too_quick();
    };
    session.send(command)?;
    let sent = crate::search::clock::now();
    let Some(line) = session.line(SOON)? else {
        let rest = Duration::from_millis(u64::from(LONG)) + PROMPT;
        let line = session.expect(command, rest)?;
        if line.refuses() {
            return unsupported(shorten(&line.text));
        }
        session.accept(&line, command, sent)?;
        return unsupported("it thinks on until its time is over");
    };
    if line.refuses() {
        return unsupported(shorten(&line.text));
    }
    let answer = session.accept(&line, command, sent)?;
    only_one(&mut session, bench)?;
    session.lives(command)?;
    Ok(format!("{:.0} ms", answer.time.as_secs_f64() * 1e3))
}

fn stop_idle(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.begin()?;
    for command in ["STOP", "YXSTOP"] {
        session.send(command)?;
        match session.line(QUIET)? {
            None => {}
            Some(line) if line.refuses() => return unsupported(shorten(&line.text)),
            Some(line) => {
                return fail(format!(
                    "{command} is answered by '{}'",
                    shorten(&line.text)
                ));
            }
        }
    }
    let point = session.quiet_point().expect("an empty point");
    session.turn(point)?;
    Ok(String::new())
}

fn info_thinking(bench: &Bench) -> session::Result {
    let long = 3 * bench.ms() as u32 + 400;
    let Some(mut session) = thinking(bench, long)? else {
        return too_quick();
    };
    session.send("INFO time_left 500000")?;
    let answer = session.answer("BOARD", Duration::from_millis(u64::from(long)) + PROMPT)?;
    let limit = Duration::from_millis(u64::from(long)).saturating_sub(AFTER);
    if answer.time > limit + bench.tolerance + QUIET {
        return fail(format!(
            "the move comes {:.0} ms after it",
            answer.time.as_secs_f64() * 1e3
        ));
    }
    only_one(&mut session, bench)?;
    Ok(String::new())
}

fn start_thinking(bench: &Bench) -> session::Result {
    let Some(mut session) = thinking(bench, 1500)? else {
        return too_quick();
    };
    session.send("START 15")?;
    let sent = crate::search::clock::now();
    let first = session.expect("START", PROMPT)?;
    if first.reply() == Reply::Ok {
        return fail("OK comes, and the move that is owed does not come before it");
    }
    session.accept(&first, "BOARD", sent)?;
    match session.line(PROMPT)? {
        Some(Line { ref text, .. }) if text.trim().eq_ignore_ascii_case("OK") => {}
        Some(line) => return fail(format!("START is answered by '{}'", shorten(&line.text))),
        None => return fail("the START is lost: no OK"),
    }
    Ok(format!(
        "the move {:.0} ms after START",
        (first.at - sent).as_secs_f64() * 1e3
    ))
}
