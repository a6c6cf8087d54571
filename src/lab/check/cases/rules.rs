//! Each rule: the five that is completed, the five that is stopped, and what is none.

use super::super::Case;
use super::super::session::{self, Bench, QUIET, Session, fail, shorten, unsupported};
use super::{may, must, p};
use crate::board::{Board, Verdict};
use crate::lab::arena::client::{Command, Reply, rule_number};
use crate::types::{Color, Point, Rule};

pub(super) const CASES: &[Case] = &[
    must(
        "rule-0",
        "freestyle on 15: completes its five, stops another's (Gomocup's entry test)",
        |bench| plays(bench, Rule::Freestyle, 15),
    ),
    must(
        "rule-0-size-20",
        "freestyle on 20: completes its five, stops another's (Gomocup's entry test)",
        |bench| plays(bench, Rule::Freestyle, 20),
    ),
    may(
        "rule-1",
        "exactly five: completes it, stops it, takes no six for a win",
        |bench| plays(bench, Rule::Standard, 15),
    ),
    may(
        "rule-4",
        "renju: as above, and Black answers no forbidden point",
        |bench| plays(bench, Rule::Renju, 15),
    ),
    may(
        "rule-8",
        "caro: as above, and a five closed at both ends is none",
        |bench| plays(bench, Rule::Caro, 15),
    ),
    may("rule-9", "caro with exactly five: as above", |bench| {
        plays(bench, Rule::CaroExact, 15)
    }),
];

/// What the side to move has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Win at once.
    Win,
    /// Leave the opponent no win at once.
    Hold,
    /// Nothing helps; but play by the rules.
    Obey,
}

/// A position, its stones in turn, where something must be done.
struct Trial {
    name: &'static str,
    rules: &'static [Rule],
    /// The longer list begins; equally long, Black is to move.
    black: &'static [(usize, usize)],
    white: &'static [(usize, usize)],
    task: Task,
}

const TRIALS: &[Trial] = &[
    Trial {
        name: "its own five, as Black",
        rules: &Rule::ALL,
        black: &[(4, 7), (5, 7), (6, 7), (7, 7)],
        white: &[(8, 7), (2, 2), (12, 3), (3, 12)],
        task: Task::Win,
    },
    Trial {
        name: "its own five, as White, with a gap",
        rules: &Rule::ALL,
        black: &[(3, 3), (2, 11), (12, 3), (3, 12), (10, 13)],
        white: &[(4, 4), (5, 5), (7, 7), (8, 8)],
        task: Task::Win,
    },
    Trial {
        name: "a five of its own before another's",
        rules: &Rule::ALL,
        black: &[(7, 3), (7, 4), (7, 5), (7, 6)],
        white: &[(7, 2), (2, 10), (3, 10), (5, 10)],
        task: Task::Win,
    },
    Trial {
        name: "another's four, as White",
        rules: &Rule::ALL,
        black: &[(4, 7), (5, 7), (6, 7), (7, 7), (12, 12)],
        white: &[(8, 7), (2, 2), (12, 3), (3, 12)],
        task: Task::Hold,
    },
    Trial {
        name: "another's four with a gap, as Black",
        rules: &Rule::ALL,
        black: &[(3, 3), (2, 11), (12, 3), (3, 12)],
        white: &[(4, 4), (5, 5), (7, 7), (8, 8)],
        task: Task::Hold,
    },
    Trial {
        name: "a five, not the six on the other side",
        rules: &[Rule::Standard, Rule::Renju, Rule::CaroExact],
        black: &[(3, 7), (4, 7), (5, 7), (6, 7), (8, 7)],
        white: &[(2, 2), (12, 3), (3, 12), (11, 12), (13, 8)],
        task: Task::Win,
    },
    Trial {
        name: "a five, not the one closed at both ends",
        rules: &[Rule::Caro, Rule::CaroExact],
        black: &[
            (4, 5),
            (5, 5),
            (6, 5),
            (7, 5),
            (4, 11),
            (5, 11),
            (6, 11),
            (7, 11),
        ],
        white: &[
            (2, 5),
            (8, 5),
            (8, 11),
            (13, 2),
            (1, 8),
            (12, 8),
            (10, 2),
            (13, 13),
        ],
        task: Task::Win,
    },
    Trial {
        name: "White's six",
        rules: &[Rule::Renju],
        black: &[(2, 2), (12, 3), (3, 12), (11, 12), (1, 8), (13, 8)],
        white: &[(3, 7), (4, 7), (5, 7), (7, 7), (8, 7)],
        task: Task::Win,
    },
    Trial {
        name: "White's four whose only answer is forbidden",
        rules: &[Rule::Renju],
        black: &[(3, 7), (4, 7), (5, 7), (7, 7), (8, 7), (6, 2)],
        white: &[(6, 3), (6, 4), (6, 5), (6, 6), (12, 12), (2, 12)],
        task: Task::Obey,
    },
];

/// The stones in the order in which they can have been played, and the side to move.
fn stones(trial: &Trial) -> (Vec<(Point, Color)>, Color) {
    let mut stones = Vec::new();
    for index in 0..trial.black.len() {
        for (list, color) in [(trial.black, Color::Black), (trial.white, Color::White)] {
            stones.extend(list.get(index).map(|&(x, y)| (p(x, y), color)));
        }
    }
    let side = super::next(&stones);
    (stones, side)
}

fn can_win(board: &Board, side: Color) -> bool {
    let mut points = board.empties().iter();
    points.any(|point| board.verdict(point, side) == Verdict::Five)
}

fn plays(bench: &Bench, rule: Rule, points: usize) -> session::Result {
    let mut session = bench.game(points, rule)?;
    say_so(&mut session, rule)?;
    let mut failed = Vec::new();
    let mut count = 0;
    for trial in TRIALS.iter().filter(|trial| trial.rules.contains(&rule)) {
        let (stones, side) = stones(trial);
        session.send(&Command::Start(session.board.size()).to_string())?;
        let line = session.expect("START", session::PROMPT)?;
        // Some speak of the rule only with the next command.
        if line.refuses() && count == 0 {
            return unsupported(shorten(&line.text));
        }
        if line.reply() != Reply::Ok {
            return fail(format!("START is answered by '{}'", shorten(&line.text)));
        }
        count += 1;
        session.set_board(&stones, side);
        session.send(&Command::Board(stones, side).to_string())?;
        let line = session.expect("BOARD", bench.time + session::PROMPT)?;
        if line.refuses() {
            return unsupported(shorten(&line.text));
        }
        let foul = |trouble| match trouble {
            session::Trouble::Fail(reason) => {
                session::Trouble::Fail(format!("{}: {reason}", trial.name))
            }
            other => other,
        };
        let sent = line.at;
        let answer = session.accept(&line, "BOARD", sent).map_err(foul)?;
        let good = match trial.task {
            Task::Win => answer.verdict == Verdict::Five,
            Task::Hold => answer.verdict == Verdict::Five || !can_win(&session.board, !side),
            Task::Obey => true,
        };
        if !good {
            failed.push(format!("{} ({})", trial.name, line.text));
        }
    }
    if failed.is_empty() {
        return Ok(format!("{count} positions"));
    }
    fail(format!(
        "misses {} of {count}: {}",
        failed.len(),
        failed.join("; ")
    ))
}

/// Whether the brain tells that it does not play the rule.
fn say_so(session: &mut Session<'_>, rule: Rule) -> session::Result<()> {
    // The settings ended with other lines, but a refusal comes at once.
    while let Some(line) = session.any_line(QUIET)? {
        let text = line.text.to_ascii_lowercase();
        let denies = [
            "unsupported",
            "not supported",
            "unknown",
            "invalid",
            "not implemented",
        ];
        if line.refuses() || denies.iter().any(|word| text.contains(word)) {
            return unsupported(format!(
                "INFO rule {}: {}",
                rule_number(rule),
                shorten(&line.text)
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::BoardSize;

    #[test]
    fn the_positions_ask_what_they_say() {
        for trial in TRIALS {
            for &rule in trial.rules {
                let (stones, side) = stones(trial);
                let mut board = Board::new(BoardSize::square(15), rule);
                for (point, color) in stones {
                    assert_eq!(
                        board.verdict(point, color),
                        Verdict::None,
                        "{} {rule}",
                        trial.name
                    );
                    board.put(point, color);
                }
                board.set_side(side);
                let name = format!("{} {rule}", trial.name);
                assert_eq!(can_win(&board, side), trial.task == Task::Win, "{name}");
                if trial.task == Task::Win {
                    continue;
                }
                assert!(can_win(&board, !side), "{name}");
                let legal = board
                    .empties()
                    .iter()
                    .filter(|&point| !matches!(board.verdict(point, side), Verdict::Foul(_)));
                let holds = legal.collect::<Vec<_>>().into_iter().any(|point| {
                    board.place(point);
                    let holds = !can_win(&board, !side);
                    board.undo();
                    holds
                });
                assert_eq!(holds, trial.task == Task::Hold, "{name}");
            }
        }
    }
}
