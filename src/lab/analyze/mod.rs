//! `tengen analyze`: everything that is known of a position, for people and for scripts.
//!
//! `docs/analyze.schema.json` describes the object that `--json` prints.

pub(super) mod analyst;
pub(super) mod forced;
mod report;
mod text;
mod threats;

use std::io::{IsTerminal, Write};
use std::time::Duration;

use super::games::{Ending, Position};
use super::outcome::{Outcome, ToolError};
use super::positions::{GameArgs, PositionArgs};
use super::solve::parse_seconds;
use super::tsv::write_json;
use crate::engine::{MAX_THREADS, Stop, Thought, win_rate};
use crate::types::{BoardSize, Rule};
use analyst::{Analyst, Effort};

/// Seconds for a position if nothing else limits the search.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// All limits that are given bind; if none is, five seconds do.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    game: GameArgs,
    /// Seconds in all
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Stones that the search may place
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies of iterative deepening
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=512))]
    depth: Option<u32>,
    /// How many best moves to value
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = parse_count)]
    multipv: usize,
    /// Search threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// Print an object
    #[arg(long)]
    json: bool,
}

fn parse_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=484) => Ok(count),
        _ => Err("expected a number of moves, 1 to 484".to_owned()),
    }
}

/// Reads a number of search threads.
///
/// # Errors
/// If it is none, or more than there can be.
pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=MAX_THREADS).contains(&count) => Ok(count),
        Ok(0) | Err(_) => Err("expected a number of threads, 1 or more".to_owned()),
        Ok(_) => Err(format!("the search has {MAX_THREADS} thread at most")),
    }
}

/// Analyses one position and prints what was found.
///
/// # Errors
/// If the input is no position, or the game is over in it.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    let position = match args.game.position(&args.position)? {
        Some(position) => position,
        None => args.position.position()?,
    };
    expect_open(&position)?;
    let stop = stop_at_interrupt()?;
    let effort = Effort {
        time: args.time.or_else(|| {
            let limited = args.nodes.is_some() || args.depth.is_some();
            (!limited).then_some(USUAL_TIME)
        }),
        nodes: args.nodes,
        depth: args.depth,
        multi_pv: args.multipv,
    };
    let mut analyst = Analyst::new(&effort, args.threads, stop.clone());
    let board = &position.board;
    let (rule, size) = (board.rule(), board.size());
    let watched = std::io::stderr().is_terminal();
    let analysis = analyst.analyse(&position, &effort, &mut |thought| {
        if watched {
            progress(rule, size, thought);
        }
    });
    if args.json {
        write_json(out, &analysis)?;
    } else {
        write!(out, "{board}\n{}", text::Text(&analysis))?;
    }
    Ok(if stop.is_requested() {
        Outcome::Unsettled
    } else {
        Outcome::Done
    })
}

/// Refuses a position in which nothing is left to decide.
fn expect_open(position: &Position) -> Result<(), ToolError> {
    if let Some(ending) = position.ending {
        return Err(ToolError::Usage(over(ending)));
    }
    if position.board.empty_count() == 0 {
        return Err(ToolError::Usage(
            "the game is over: the board is full".to_owned(),
        ));
    }
    Ok(())
}

fn over(ending: Ending) -> String {
    match ending.number.checked_sub(1) {
        Some(before) => {
            format!("{ending}; the last position to analyse is that after move {before}")
        }
        None => ending.to_string(),
    }
}

/// A flag that an interrupt from the keyboard raises.
///
/// # Errors
/// If the system does not let it.
pub(super) fn stop_at_interrupt() -> Result<Stop, ToolError> {
    let stop = Stop::new();
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.request())
        .map_err(|error| ToolError::Usage(error.to_string()))?;
    Ok(stop)
}

/// A line on standard error for a finished iteration.
fn progress(rule: Rule, size: BoardSize, thought: &Thought) {
    let line = thought
        .candidates
        .first()
        .map_or(&[][..], |best| &best.line);
    let moves: Vec<String> = line.iter().take(12).map(ToString::to_string).collect();
    // Nobody may be watching any more.
    let _ = writeln!(
        std::io::stderr(),
        "depth {}-{}  {}  {:.1} %  {} nodes  {:.1} s  {}",
        thought.depth,
        thought.selective_depth,
        thought.score,
        win_rate(rule, size, thought.score) * 100.0,
        thought.nodes,
        thought.time.as_secs_f64(),
        moves.join(" "),
    );
}
