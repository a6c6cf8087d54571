//! Time: for a move, for a match, and from the start.

use std::time::Duration;

use super::super::Case;
use super::super::session::{self, Bench, PROMPT, Trouble, fail};
use super::{OPEN, in_turn, must, next};
use crate::board::Verdict;
use crate::types::{Color, Rule};

pub(super) const CASES: &[Case] = &[
    must(
        "time-first",
        "launch, START and the first move: at most 1 s over the time (Gomocup's judge)",
        first,
    ),
    must(
        "time-turn",
        "timeout_turn is kept within the tolerance, move after move",
        turn,
    ),
    must(
        "time-match",
        "timeout_match is kept over a game (all managers)",
        whole,
    ),
    must(
        "time-left-0",
        "time_left 0: a move within 1 s (Gomocup)",
        |bench| none_left(bench, "0"),
    ),
    must(
        "time-left-negative",
        "time_left -500: a move within 1 s (Gomocup)",
        |bench| none_left(bench, "-500"),
    ),
];

/// What the judge of Gomocup tolerates.
const JUDGE: Duration = Duration::from_secs(1);

fn over(time: Duration, limit: Duration) -> String {
    let over = time.as_secs_f64() - limit.as_secs_f64();
    format!("{:+.0} ms", over * 1e3)
}

fn first(bench: &Bench) -> session::Result {
    let mut session = bench.launch()?;
    let mut lines = vec!["START 15".to_owned()];
    lines.extend(bench.settings(Rule::Freestyle));
    session.send(&lines.join("\n"))?;
    session.ok("START")?;
    let stones = in_turn(OPEN);
    session.board(&stones, next(&stones))?;
    let time = crate::search::clock::now() - session.launched;
    let text = format!("{} against the time for a move", over(time, bench.time));
    if time > bench.time + JUDGE {
        fail(text)
    } else {
        Ok(text)
    }
}

fn turn(bench: &Bench) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    // The first move may have to fill its tables: the judge counts that, and so does time-first.
    session.begin()?;
    let mut worst = Duration::ZERO;
    let mut moves = 0;
    for count in [2, 5, 8] {
        session.start(15)?;
        let stones = in_turn(&OPEN[..count]);
        let mut answer = session.board(&stones, next(&stones))?;
        for _ in 0..3 {
            worst = worst.max(answer.time);
            moves += 1;
            let Some(point) = session.quiet_point() else {
                break;
            };
            if answer.verdict == Verdict::Five {
                break;
            }
            answer = session.turn(point)?;
        }
    }
    let text = format!("at worst {} in {moves} moves", over(worst, bench.time));
    if worst > bench.time + bench.tolerance {
        fail(text)
    } else {
        Ok(text)
    }
}

fn whole(bench: &Bench) -> session::Result {
    let limit = 8 * bench.time;
    let mut session = bench.game(15, Rule::Freestyle)?;
    let ms = limit.as_millis();
    session.send(&format!("INFO timeout_turn 30000\nINFO timeout_match {ms}"))?;
    let mut used = Duration::ZERO;
    let mut answer = None;
    for count in 0..8 {
        let left = limit.saturating_sub(used).as_millis();
        session.send(&format!("INFO time_left {left}"))?;
        let given = match answer {
            None => {
                let stones = in_turn(&OPEN[..6]);
                session.board(&stones, Color::Black)
            }
            Some(_) => match session.quiet_point() {
                Some(point) => session.turn(point),
                None => break,
            },
        };
        let given = given.map_err(|trouble| match trouble {
            Trouble::Fail(reason) => {
                Trouble::Fail(format!("move {}, {left} ms left: {reason}", count + 1))
            }
            other => other,
        })?;
        used += given.time;
        if used > limit + bench.tolerance {
            return fail(format!(
                "{} after {} moves of {ms} ms",
                over(used, limit),
                count + 1
            ));
        }
        if given.verdict == Verdict::Five {
            break;
        }
        answer = Some(given);
    }
    Ok(format!("{:.0} of {ms} ms used", used.as_secs_f64() * 1e3))
}

fn none_left(bench: &Bench, left: &str) -> session::Result {
    let mut session = bench.game(15, Rule::Freestyle)?;
    session.begin()?;
    session.send(&format!(
        "INFO timeout_turn 30000\nINFO timeout_match 60000\nINFO time_left {left}"
    ))?;
    let stones = in_turn(OPEN);
    session.set_board(&stones, next(&stones));
    session.send(
        &crate::lab::arena::client::Command::Board(stones.clone(), next(&stones)).to_string(),
    )?;
    let answer = session.answer("BOARD", PROMPT)?;
    let text = format!("{:.0} ms", answer.time.as_secs_f64() * 1e3);
    if answer.time > JUDGE {
        fail(text)
    } else {
        Ok(text)
    }
}
