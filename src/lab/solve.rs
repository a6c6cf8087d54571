//! `tengen solve`: forced wins by continuous fours or threats, for one position or a table.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::outcome::{Outcome, ToolError, complain};
use super::positions::{PositionArgs, standing_win};
use super::tsv::{Row, Table, TableError, write_json};
use crate::board::Board;
use crate::engine::now;
use crate::solver::verify::{self, Refuted};
use crate::solver::{Budget, Line, Proof, Scope, Solver};
use crate::types::Color;

/// Positions that the replay of one win may visit.
const VERIFY_LIMIT: u64 = 1_000_000;

/// The side to move is the attacker. In a table of rows every row is searched afresh.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct Args {
    /// Which wins: vcf by fours alone, vct by fours and threes
    #[arg(long)]
    kind: Kind,
    #[command(flatten)]
    position: PositionArgs,
    /// A table of positions instead, with the columns rule, size, black, white, side and kind (- is
    /// standard input)
    #[arg(long, value_name = "ROWS.tsv", conflicts_with = "PositionArgs")]
    file: Option<PathBuf>,
    /// Seconds for each position
    #[arg(long, value_name = "S", default_value = "10", value_parser = parse_seconds)]
    time: Duration,
    /// Stones that may be placed for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Megabytes for tables and trees
    #[arg(long, value_name = "MB", default_value_t = MEMORY, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,
    /// Find a shortest win; by fours only
    #[arg(long)]
    shortest: bool,
    /// Replay each win against every defence
    #[arg(long)]
    verify: bool,
    /// Print objects
    #[arg(long)]
    json: bool,
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// By continuous fours.
    Vcf,
    /// By continuous threats.
    Vct,
}

/// Megabytes that the solver has for tables and trees unless told otherwise.
pub(super) const MEMORY: u32 = 256;

/// Reads a time in seconds.
///
/// # Errors
/// If it is none.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds, 0 or more".to_owned())
}

/// Asks the solver, as if it had never been asked before, whether the side to move wins.
pub(super) fn ask(
    solver: &mut Solver,
    board: &Board,
    kind: Kind,
    budget: &Budget<'_>,
    line: &mut Line,
) -> Proof {
    solver.clear();
    solver.load(board);
    let attacker = board.side_to_move();
    match kind {
        Kind::Vcf => solver.vcf(attacker, budget, line),
        Kind::Vct => solver.vct(attacker, budget, line),
    }
}

/// Plays a win by the solver that it has just found for the side to move against every defence.
///
/// # Errors
/// Why it is not confirmed.
pub(super) fn replay(solver: &mut Solver, board: &Board, positions: u64) -> Result<(), Refuted> {
    let attacker = board.side_to_move();
    let checked = verify::verify(board, attacker, positions, &mut |board| {
        solver.load(board);
        solver.winning_stone(attacker)
    });
    checked.map(drop)
}

/// Prints `win|none|unknown`, the line, the stones placed and the time for one position or for each
/// row of a table.
///
/// # Errors
/// If the input is no position, or the game is over in it.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    if args.shortest && args.kind == Kind::Vct {
        let message = "--shortest is for wins by fours: --kind vcf".to_owned();
        return Err(ToolError::Usage(message));
    }
    let mut bench = Bench {
        args,
        solver: Solver::new((args.memory as usize) << 20),
    };
    if let Some(path) = &args.file {
        let columns = &["rule", "size", "black", "white", "side", "kind"];
        return bench.rows(&Table::read(path, columns)?, out);
    }
    let position = args.position.position()?;
    if let Some(ending) = position.ending {
        return Err(ToolError::Usage(ending.to_string()));
    }
    let solved = bench.solve(&position.board);
    if args.json {
        write_json(out, &solved)?;
    } else {
        writeln!(out, "{}", solved.text())?;
    }
    Ok(match solved.result {
        "win" => Outcome::Done,
        "none" => Outcome::No,
        _ => Outcome::Unsettled,
    })
}

/// What was found in a position.
#[derive(Serialize)]
struct Solved {
    result: &'static str,
    /// What a "none" covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    line: Vec<String>,
    nodes: u64,
    us: u64,
    /// Whether the win stood up to every defence, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

impl Solved {
    fn text(&self) -> String {
        let line = if self.line.is_empty() {
            "-".to_owned()
        } else {
            self.line.concat()
        };
        format!("{}\t{line}\t{}\t{}", self.result, self.nodes, self.us)
    }
}

/// A solver and how to use it.
struct Bench<'a> {
    args: &'a Args,
    solver: Solver,
}

impl Bench<'_> {
    fn solve(&mut self, board: &Board) -> Solved {
        let start = now();
        let expired = || start.elapsed() >= self.args.time;
        let budget = Budget {
            nodes: self.args.nodes.unwrap_or(u64::MAX),
            effort: None,
            stop: Some(&expired),
        };
        let mut line = Line::new();
        let proof = if self.args.shortest && self.args.kind == Kind::Vcf {
            self.solver.clear();
            self.solver.load(board);
            let attacker = board.side_to_move();
            self.solver.shortest_vcf(attacker, &budget, &mut line)
        } else {
            ask(&mut self.solver, board, self.args.kind, &budget, &mut line)
        };
        let us = start.elapsed().as_micros() as u64;
        let (result, scope) = match proof {
            Proof::Win => ("win", None),
            Proof::NoWin(scope) => ("none", Some(scope_name(scope))),
            Proof::OutOfBudget => ("unknown", None),
        };
        let verify = self.args.verify && proof == Proof::Win;
        Solved {
            result,
            scope,
            line: line.iter().map(ToString::to_string).collect(),
            nodes: self.solver.nodes(),
            us,
            verified: verify.then(|| self.replay(board)),
        }
    }

    /// Plays the win that was just found against every defence.
    fn replay(&mut self, board: &Board) -> bool {
        let checked = replay(&mut self.solver, board, VERIFY_LIMIT);
        if let Err(reason) = &checked {
            complain(&format!("a win is not confirmed: {reason}"));
        }
        checked.is_ok()
    }

    fn rows(&mut self, table: &Table, out: &mut impl Write) -> Result<Outcome, ToolError> {
        let mut tally = Tally::default();
        let mut times = Vec::new();
        for row in table.rows()? {
            let board = row_board(&row)?;
            let known = known_win(&row)?;
            let solved = self.solve(&board);
            tally.count(&solved, known);
            times.push(solved.us);
            if self.args.json {
                let row = row.number;
                write_json(out, &SolvedRow { row, solved })?;
            } else {
                writeln!(out, "{}\t{}", row.number, solved.text())?;
            }
            out.flush()?;
        }
        times.sort_unstable();
        tally.median_us = percentile(&times, 50);
        tally.p99_us = percentile(&times, 99);
        if self.args.json {
            write_json(out, &tally)?;
        } else {
            writeln!(out, "{}", tally.text())?;
        }
        Ok(if tally.wrong > 0 {
            Outcome::No
        } else {
            Outcome::Done
        })
    }
}

#[derive(Serialize)]
struct SolvedRow {
    row: usize,
    #[serde(flatten)]
    solved: Solved,
}

/// Answers against what the rows say.
#[derive(Default, Serialize)]
struct Tally {
    wins: usize,
    of_wins: usize,
    nones: usize,
    of_nones: usize,
    wrong: usize,
    unknown: usize,
    median_us: u64,
    p99_us: u64,
}

impl Tally {
    fn count(&mut self, solved: &Solved, known: Option<bool>) {
        let claim = match solved.result {
            "win" => Some(true),
            "none" => Some(false),
            _ => None,
        };
        self.unknown += usize::from(claim.is_none());
        self.wrong += usize::from(solved.verified == Some(false));
        match known {
            Some(true) => self.of_wins += 1,
            Some(false) => self.of_nones += 1,
            None => return,
        }
        match (claim, known) {
            (Some(claim), Some(known)) if claim != known => self.wrong += 1,
            (Some(true), _) => self.wins += 1,
            (Some(false), _) => self.nones += 1,
            (None, _) => {}
        }
    }

    fn text(&self) -> String {
        format!(
            "wins {} of {}, nones {} of {}, wrong {}, unknown {}, median {} us, p99 {} us",
            self.wins,
            self.of_wins,
            self.nones,
            self.of_nones,
            self.wrong,
            self.unknown,
            self.median_us,
            self.p99_us
        )
    }
}

/// The value below which `percent` of the sorted values lie; 0 if there are none.
fn percentile(sorted: &[u64], percent: usize) -> u64 {
    let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or(0)
}

fn scope_name(scope: Scope) -> String {
    match scope {
        Scope::Fours => "fours".to_owned(),
        Scope::FoursWithin(effort) => format!("fours within effort {effort}"),
        Scope::Threats => "threats".to_owned(),
    }
}

fn row_board(row: &Row) -> Result<Board, TableError> {
    let side = match row.field("side")? {
        "b" => Color::Black,
        "w" => Color::White,
        other => return Err(row.error(format_args!("side: '{other}' is not b or w"))),
    };
    let board = row.board(row.value("rule")?, Some(side))?;
    match standing_win(&board) {
        None => Ok(board),
        Some(ending) => Err(row.error(format_args!("{ending}"))),
    }
}

/// Whether the row is known to be a win.
fn known_win(row: &Row) -> Result<Option<bool>, TableError> {
    match row.known("kind")? {
        None => Ok(None),
        Some("vcf" | "vct" | "win") => Ok(Some(true)),
        Some("none") => Ok(Some(false)),
        Some(other) => Err(row.error(format_args!("kind: '{other}' is not vcf, vct, none or ?"))),
    }
}
