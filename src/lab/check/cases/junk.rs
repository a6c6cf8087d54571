//! Lines that are no commands, and commands in other clothes.

use super::super::Case;
use super::super::session::{self, Bench, PROMPT, QUIET, fail, shorten};
use super::{may, must};
use crate::lab::arena::client::Reply;
use crate::types::Rule;

pub(super) const CASES: &[Case] = &[
    must(
        "unknown-command",
        "an unknown command is answered by UNKNOWN or ERROR, and it lives",
        unknown,
    ),
    may(
        "unknown-words",
        "an unknown command with words behind it has one answer",
        unknown_words,
    ),
    may(
        "lower-case",
        "start, begin, board, done in lower case (Yixin-Board)",
        lower_case,
    ),
    may("blanks", "doubled blanks and tabs, TURN  7 , 8", blanks),
    may(
        "stray-lines",
        "empty lines and leftovers of a block: silence",
        stray,
    ),
    may("long-line", "a line of 1 MB does not end it", |bench| {
        let mut line = vec![b'A'; 1 << 20];
        line.push(b'\n');
        survives(bench, "a line of 1 MB", &line)
    }),
    may(
        "odd-bytes",
        "bytes that are no text do not end it",
        |bench| {
            let bytes = b"\xff\xfe\x80\n\0\0\0\nTURN \xc3\x28,7\nINFO folder \xe9\xe8\n\x1b[A\n";
            survives(bench, "odd bytes", bytes)
        },
    ),
];

fn unknown(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.send("NOSUCHCOMMAND")?;
    let line = session.expect("NOSUCHCOMMAND", PROMPT)?;
    if !line.refuses() {
        return fail(format!(
            "NOSUCHCOMMAND is answered by '{}'",
            shorten(&line.text)
        ));
    }
    session.begin()?;
    Ok(if line.text.starts_with("UNKNOWN") {
        String::new()
    } else {
        format!("'{}', where UNKNOWN is meant", shorten(&line.text))
    })
}

fn unknown_words(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.send("NOSUCHCOMMAND 1 2 3")?;
    session.line(2 * QUIET)?;
    session.silent("NOSUCHCOMMAND, a second time,", QUIET)?;
    session.begin()?;
    Ok(String::new())
}

fn lower_case(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    session.send("start 15")?;
    session.ok("start 15")?;
    let all = bench
        .settings(Rule::Freestyle)
        .join("\n")
        .to_ascii_lowercase();
    session.send(&all)?;
    session.think("begin")?;
    let point = session.quiet_point().expect("an empty point");
    session.board.place(point);
    session.think(&format!("turn {},{}", point.x(), point.y()))?;
    session.set_board(&[], crate::types::Color::Black);
    session.think("board\ndone")?;
    Ok(String::new())
}

fn blanks(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.board.place(super::p(7, 8));
    session.think("TURN  7 , 8 ")?;
    session.set_board(
        &[(super::p(3, 3), crate::types::Color::Black)],
        crate::types::Color::White,
    );
    session.think(" \tBOARD \n\t3, 3 ,2\n DONE\t")?;
    Ok(String::new())
}

fn stray(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    for line in ["", "   ", "DONE", "7,7", "7,7,1"] {
        session.send(line)?;
        session.silent(&format!("'{line}'"), QUIET / 2)?;
    }
    session.begin()?;
    Ok(String::new())
}

fn survives(bench: &Bench, name: &str, bytes: &[u8]) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.write(&format!("({name})"), bytes)?;
    for _ in 0..20 {
        match session.line(bench.time + QUIET)? {
            None => break,
            Some(line) if matches!(line.reply(), Reply::Move(..)) => {
                return fail(format!("{name} is answered by '{}'", shorten(&line.text)));
            }
            Some(_) => {}
        }
    }
    session.lives(name)?;
    Ok(String::new())
}
