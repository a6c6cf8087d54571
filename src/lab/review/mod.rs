//! `tengen review`: a game annotated move by move.
//!
//! Every position is looked at once, so the value of a move is the value of the position behind it,
//! and what the move lost is the win rate of the position before it less that.

mod html;
mod text;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::analyze::analyst::{Analyst, Effort};
use super::analyze::{parse_threads, stop_at_interrupt};
use super::games::{Game, read_one};
use super::outcome::{Outcome, ToolError};
use super::selfplay::progress;
use super::solve::{Kind, parse_seconds};
use super::tsv::write_json;
use crate::board::Board;
use crate::engine::{Stop, win_rate};
use crate::types::{BoardSize, Color, PerColor, Rule, Score};

/// Seconds a move if nothing else limits the search.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// Win rate that a mistake loses, and a blunder.
const MISTAKE: f64 = 0.1;
/// See [`MISTAKE`].
const BLUNDER: f64 = 0.25;

/// Both limits bind, if both are given.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct Args {
    /// The game: a file .psq, .sgf, .pos, .txt or .offset
    #[arg(value_name = "GAME")]
    file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// The rule, in place of what the file says
    #[arg(long)]
    rule: Option<Rule>,
    /// The board, in place of what the file says
    #[arg(long)]
    size: Option<BoardSize>,
    /// Seconds for each move; 1 if nothing is given
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Stones that the search may place for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// Write a page, complete in itself
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Print objects: one a move, last the sums of both sides
    #[arg(long)]
    json: bool,
}

/// Reviews one game and prints it.
///
/// # Errors
/// If there is no such game, or the page cannot be written.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    let game = read_one(&args.file, args.size, args.game)?;
    let size = args.size.unwrap_or_else(|| game.size_or_usual());
    let rule = args.rule.map_or_else(|| game.rule_or_usual(), Ok)?;
    // The whole game must make sense before time is spent on it.
    game.position(size, rule, game.moves.len())?;
    let effort = Effort {
        time: args
            .time
            .or_else(|| args.nodes.is_none().then_some(USUAL_TIME)),
        nodes: args.nodes,
        depth: None,
        multi_pv: 1,
    };
    let stop = stop_at_interrupt()?;
    let mut analyst = Analyst::new(&effort, args.threads, stop.clone());
    let review = Review::of(&game, size, rule, &mut analyst, &effort, &stop)?;
    if let Some(path) = &args.html {
        std::fs::write(path, html::page(&review)).map_err(|error| {
            ToolError::Usage(format!("cannot write '{}': {error}", path.display()))
        })?;
    }
    if args.json {
        for remark in &review.remarks {
            write_json(out, remark)?;
        }
        write_json(out, &review.sums())?;
    } else {
        write!(out, "{review}")?;
    }
    Ok(if stop.is_requested() {
        Outcome::Unsettled
    } else {
        Outcome::Done
    })
}

/// A reviewed game.
struct Review {
    names: PerColor<String>,
    /// The position after the last move that was reviewed.
    board: Board,
    remarks: Vec<Remark>,
}

/// What is to be said of a move; values are for the side that played it.
#[derive(Clone, Debug, Serialize)]
struct Remark {
    /// From 1.
    number: usize,
    side: String,
    #[serde(rename = "move")]
    point: String,
    score: i32,
    win_rate: f64,
    mate: Option<i32>,
    best_move: Option<String>,
    best_score: i32,
    best_mate: Option<i32>,
    /// Win rate lost, 0 to 1.
    loss: f64,
    verdict: Verdict,
    /// A win by force that was there and is gone.
    missed_win: Option<MissedWin>,
}

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// The search's own choice.
    Best,
    /// It loses little.
    Good,
    Mistake,
    Blunder,
}

/// A win by force.
#[derive(Clone, Debug, Serialize)]
struct MissedWin {
    kind: Option<Kind>,
    line: Vec<String>,
}

/// What is known of a position before the move in it: value and best move of the side to move.
struct Look {
    score: Score,
    best: Option<String>,
    win: Option<MissedWin>,
}

impl Look {
    fn at(board: &Board, analyst: &mut Analyst, effort: &Effort) -> Self {
        let (thought, forced) = analyst.look(board, effort);
        let win = (forced.wins == Some(true)).then(|| MissedWin {
            kind: forced.kind,
            line: forced.line.iter().map(ToString::to_string).collect(),
        });
        Self {
            score: thought.score,
            best: thought.best.map(|point| point.to_string()),
            win,
        }
    }
}

impl Review {
    /// Looks at every position of a game, or at those before the flag is raised.
    fn of(
        game: &Game,
        size: BoardSize,
        rule: Rule,
        analyst: &mut Analyst,
        effort: &Effort,
        stop: &Stop,
    ) -> Result<Self, ToolError> {
        let watched = std::io::stderr().is_terminal();
        let count = game.moves.len();
        let mut remarks = Vec::with_capacity(count);
        let start = game.position(size, rule, 0)?.board;
        let mut board = start.clone();
        let mut look = (count > 0).then(|| Look::at(&start, analyst, effort));
        for (index, stone) in game.moves.iter().enumerate() {
            let Some(before) = look.take().filter(|_| !stop.is_requested()) else {
                break;
            };
            let after = game.position(size, rule, index + 1)?;
            // The value behind the move, for the side that played it.
            let score = match after.ending {
                Some(ending) if ending.winner() == stone.color => Score::WIN,
                Some(_) => -Score::WIN,
                None if after.board.empty_count() == 0 => Score::DRAW,
                None => {
                    let mut reply = after.board.clone();
                    reply.set_side(!stone.color);
                    let next = Look::at(&reply, analyst, effort);
                    let score = -next.score;
                    look = Some(next);
                    score
                }
            };
            board = after.board;
            remarks.push(Remark::new(index + 1, stone.color, &board, score, before));
            if watched {
                progress(&format!("move {} of {count}", index + 1));
            }
        }
        Ok(Self {
            names: game.names.clone(),
            board,
            remarks,
        })
    }

    /// The sums of both sides.
    fn sums(&self) -> Sums {
        Sums {
            black: Sum::of(self, Color::Black),
            white: Sum::of(self, Color::White),
        }
    }
}

impl Remark {
    /// What is to be said of the last move on a board, worth this much to its side.
    fn new(number: usize, side: Color, board: &Board, score: Score, before: Look) -> Self {
        let rate = |score| f64::from(win_rate(board.rule(), board.size(), score));
        let point = board
            .last_move()
            .map_or_else(String::new, |p| p.to_string());
        let is_best = before.best.as_deref() == Some(&point);
        let loss = if is_best {
            0.0
        } else {
            (rate(before.score) - rate(score)).max(0.0)
        };
        let keeps_win = score.is_win() || is_best;
        Self {
            number,
            side: side.to_string(),
            score: score.raw(),
            win_rate: round(rate(score)),
            mate: score.plies_to_end(),
            best_move: before.best,
            best_score: before.score.raw(),
            best_mate: before.score.plies_to_end(),
            loss: round(loss),
            verdict: match loss {
                _ if is_best => Verdict::Best,
                loss if loss >= BLUNDER => Verdict::Blunder,
                loss if loss >= MISTAKE => Verdict::Mistake,
                _ => Verdict::Good,
            },
            missed_win: before.win.filter(|_| !keeps_win),
            point,
        }
    }
}

/// Four digits are as much as a win rate means.
fn round(rate: f64) -> f64 {
    (rate * 1e4).round() / 1e4
}

/// Both sides' sums.
#[derive(Serialize)]
struct Sums {
    black: Sum,
    white: Sum,
}

/// What a side's moves come to.
#[derive(Serialize)]
struct Sum {
    name: String,
    moves: usize,
    /// Win rate lost a move, 0 to 1.
    average_loss: f64,
    mistakes: usize,
    blunders: usize,
    missed_wins: usize,
}

impl Sum {
    fn of(review: &Review, side: Color) -> Self {
        let name = side.to_string();
        let own: Vec<&Remark> = review.remarks.iter().filter(|r| r.side == name).collect();
        let count = |test: &dyn Fn(&Remark) -> bool| own.iter().filter(|r| test(r)).count();
        let loss: f64 = own.iter().map(|remark| remark.loss).sum();
        Self {
            name: review.names[side].clone(),
            moves: own.len(),
            average_loss: round(loss / own.len().max(1) as f64),
            mistakes: count(&|remark| remark.verdict == Verdict::Mistake),
            blunders: count(&|remark| remark.verdict == Verdict::Blunder),
            missed_wins: count(&|remark| remark.missed_win.is_some()),
        }
    }
}
