//! INFO: never answered, kept, and understood where it matters.

use std::time::Duration;

use super::super::Case;
use super::super::session::{self, Bench, PROMPT, QUIET, Trouble, fail, shorten, unsupported};
use super::{OPEN, in_turn, may, must, next};
use crate::lab::arena::client::Command;
use crate::types::Rule;

pub(super) const CASES: &[Case] = &[
    must(
        "info-unknown-key",
        "INFO with an unknown key is not answered",
        |bench| unanswered(bench, UNKNOWN),
    ),
    may(
        "info-odd-values",
        "INFO without a value, or with a huge, negative or senseless one",
        |bench| unanswered(bench, ODD),
    ),
    must(
        "info-folder",
        "INFO folder with blanks, quotes and backslashes (Piskvork, Gomocup)",
        |bench| unanswered(bench, FOLDERS),
    ),
    may(
        "info-before-start",
        "INFO before START is not answered, and kept (Yixin-Board)",
        before_start,
    ),
    may(
        "info-upper-case",
        "INFO TIMEOUT_TURN is understood (pygomo)",
        upper_case,
    ),
    may(
        "info-timeout-0",
        "INFO timeout_turn 0 before a move: it plays at once",
        timeout_0,
    ),
    must(
        "memory-350",
        "max_memory 367001600 is kept (Gomocup)",
        |bench| memory(bench, 367_001_600),
    ),
    may("memory-70", "max_memory 73400320 is kept", |bench| {
        memory(bench, 73_400_320)
    }),
];

const UNKNOWN: &[&str] = &[
    "INFO no_such_key 5",
    "INFO evaluate 7,7",
    "INFO time_increment 0",
];

const ODD: &[&str] = &[
    "INFO",
    "INFO timeout_turn",
    "INFO max_memory",
    "INFO rule",
    "INFO timeout_match 99999999999999999999",
    "INFO time_left 2147483648",
    "INFO time_left 59123.4",
    "INFO timeout_match -5",
    "INFO game_type x",
    "INFO max_depth -1",
    "INFO max_node -1",
    "INFO thread_num 0",
    "INFO   Game_Type   1  ",
];

const FOLDERS: &[&str] = &[
    "INFO folder /nowhere/to be found/START 15",
    "INFO folder C:\\Program Files\\Gomoku \"x\"\\",
    "INFO folder .",
    "INFO folder",
];

fn unanswered(bench: &Bench, lines: &[&str]) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    for line in lines {
        session.send(line)?;
        session.silent(line, QUIET / 2)?;
    }
    let all = bench.settings(Rule::Freestyle);
    session.send(&all.join("\n"))?;
    session.begin()?;
    Ok(String::new())
}

fn before_start(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    let all = bench.settings(Rule::Freestyle);
    session.send(&all.join("\n"))?;
    session.silent("INFO before START", QUIET)?;
    session.start(15)?;
    let stones = in_turn(OPEN);
    let answer = session.board(&stones, next(&stones))?;
    if answer.time > bench.time + bench.tolerance + Duration::from_secs(1) {
        return fail(format!(
            "timeout_turn is forgotten: {:.1} s",
            answer.time.as_secs_f64()
        ));
    }
    Ok(String::new())
}

fn upper_case(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.send("INFO timeout_turn 8000")?;
    session.send(&format!("INFO TIMEOUT_TURN {}", bench.ms()))?;
    let stones = in_turn(OPEN);
    session.set_board(&stones, next(&stones));
    session.send(&Command::Board(stones.clone(), next(&stones)).to_string())?;
    if session
        .line(bench.time + bench.tolerance + Duration::from_secs(1))?
        .is_none()
    {
        return fail("it keeps to the earlier timeout_turn");
    }
    Ok(String::new())
}

fn timeout_0(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.begin()?;
    session.send("INFO timeout_turn 0")?;
    let stones = in_turn(OPEN);
    session.set_board(&stones, next(&stones));
    session.send(&Command::Board(stones.clone(), next(&stones)).to_string())?;
    let answer = session.answer("BOARD", PROMPT)?;
    let text = format!("{:.0} ms", answer.time.as_secs_f64() * 1e3);
    if answer.time > Duration::from_secs(1) {
        fail(text)
    } else {
        Ok(text)
    }
}

fn memory(bench: &Bench, limit: u64) -> session::Result {
    let mut session = bench.launch()?;
    session.start(15)?;
    let all = bench.settings(Rule::Freestyle).join("\n");
    session.send(&all.replace("367001600", &limit.to_string()))?;
    let stones = in_turn(OPEN);
    session.set_board(&stones, next(&stones));
    session.send(&Command::Board(stones.clone(), next(&stones)).to_string())?;
    let line = session.expect("BOARD", bench.time + PROMPT)?;
    if line.refuses() {
        return unsupported(shorten(&line.text));
    }
    let sent = line.at;
    session.accept(&line, "BOARD", sent)?;
    for _ in 0..3 {
        match session.quiet_point() {
            Some(point) => _ = session.turn(point)?,
            None => break,
        }
    }
    let Some(peak) = session.peak_memory() else {
        return Err(Trouble::Skipped(
            "its memory cannot be read here".to_owned(),
        ));
    };
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let text = format!("{:.0} of {:.0} MiB held", mib(peak), mib(limit));
    if peak > limit { fail(text) } else { Ok(text) }
}
