//! How it leaves.

use std::time::Duration;

use super::super::Case;
use super::super::session::{self, Bench, Trouble};
use super::{may, must, stop};
use crate::types::Rule;

pub(super) const CASES: &[Case] = &[
    must(
        "end",
        "END: it is gone within 1 s (c-gomoku-cli waits for ever)",
        |bench| {
            let mut session = bench.game(15, Rule::Freestyle)?;
            session.begin()?;
            leaves(&mut session, "END")
        },
    ),
    may("end-first", "END as its first command", |bench| {
        leaves(&mut bench.launch()?, "END")
    }),
    may(
        "end-thinking",
        "END while it thinks: it is gone within 1 s",
        |bench| thinking(bench, true),
    ),
    must(
        "eof",
        "the end of its input: it is gone within 1 s (a manager that dies)",
        |bench| {
            let mut session = bench.game(15, Rule::Freestyle)?;
            session.begin()?;
            leaves(&mut session, "the end of its input")
        },
    ),
    may(
        "eof-thinking",
        "the end of its input while it thinks",
        |bench| thinking(bench, false),
    ),
    may(
        "eof-in-board",
        "the end of its input inside a BOARD",
        |bench| {
            let mut session = bench.game(15, Rule::Freestyle)?;
            session.send("BOARD\n7,7,1\n8,8,2")?;
            leaves(&mut session, "the end of its input")
        },
    ),
];

/// Time to leave.
const PATIENCE: Duration = Duration::from_secs(1);

fn leaves(session: &mut session::Session<'_>, how: &str) -> session::Result {
    if how == "END" {
        session.send("END")?;
    } else {
        session.close_input();
    }
    let time = session.ends(how, PATIENCE)?;
    Ok(format!("{:.0} ms", time.as_secs_f64() * 1e3))
}

fn thinking(bench: &Bench, by_command: bool) -> session::Result {
    let Some(mut session) = stop::thinking(bench, 3000)? else {
        return Err(Trouble::Skipped(
            "it answers before it can be disturbed".to_owned(),
        ));
    };
    leaves(
        &mut session,
        if by_command {
            "END"
        } else {
            "the end of its input"
        },
    )
}
