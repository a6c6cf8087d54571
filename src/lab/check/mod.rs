//! `tengen check`: walks any brain through the protocol and says what it does not keep.
//!
//! The cases are written from what the managers in use send and need back, not from what a certain
//! brain does. Each has a process of its own, so that one fault does not hide the next, and no
//! silence is waited for longer than a bound. Moves are judged by `board` alone.

mod cases;
mod report;
mod session;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::arena::process::{Launch, own_executable};
use super::arena::spec::words;
use super::outcome::{Outcome, ToolError};
use crate::search::clock::now;
use report::{Finding, Report};
use session::{Bench, Trouble};

/// What the brain is, and how it is asked.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Args {
    /// The brain: a program, with its arguments after blanks
    #[arg(value_name = "CMD", required_unless_present = "list")]
    command: Option<String>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", default_value = "0.2", value_parser = seconds)]
    time: Duration,
    /// Seconds by which an answer may be late
    #[arg(long, value_name = "SECONDS", default_value = "0.05", value_parser = seconds)]
    tolerance: Duration,
    /// Only these cases
    #[arg(long, value_name = "CASE,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Count a failed optional case as well
    #[arg(long)]
    strict: bool,
    /// Print what was said, for cases that pass too
    #[arg(long)]
    verbose: bool,
    /// Print objects
    #[arg(long)]
    json: bool,
    /// Print the cases and end
    #[arg(long)]
    list: bool,
}

/// Whether a brain may do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// The protocol or a manager in use demands it.
    Mandatory,
    /// A command that a brain may lack, or a habit of few managers.
    Optional,
}

/// One thing that is asked of a brain.
struct Case {
    name: &'static str,
    need: Need,
    /// What is asked, and who needs it.
    what: &'static str,
    run: fn(&Bench) -> session::Result,
}

/// Longest time for a move and tolerance that make sense, in seconds.
const LONGEST: f64 = 60.0;

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| (0.001..=LONGEST).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds, 0.001 to {LONGEST}"))
}

/// Runs the cases and prints a line for each.
///
/// # Errors
/// If the brain cannot be run at all, or a case is named that does not exist.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    let cases = selected(&args.only)?;
    let mut report = Report::new(args.json, args.verbose);
    if args.list {
        report.list(&cases, out)?;
        return Ok(Outcome::Done);
    }
    let command = args.command.as_deref().unwrap_or_default();
    let bench = Bench::new(
        Launch {
            command: words(command).map_err(ToolError::Usage)?,
            guard: own_executable(),
            stderr: Some(stderr_log()),
        },
        args.time,
        args.tolerance,
    );
    bench
        .try_out()
        .map_err(|error| ToolError::Usage(error.to_string()))?;
    let mut hopeless = None;
    for case in cases {
        let start = now();
        let result = match &hopeless {
            Some(reason) => Err(Trouble::Skipped(format!("{reason} failed"))),
            None => (case.run)(&bench),
        };
        if case.name == cases::FIRST && matches!(result, Err(Trouble::Fail(_))) {
            hopeless = Some(case.name);
        }
        let finding = Finding {
            case,
            result,
            time: now() - start,
            said: bench.take_log(),
        };
        report.add(&finding, out)?;
    }
    bench.forget();
    report.finish(out)?;
    Ok(if report.is_good(args.strict) {
        Outcome::Done
    } else {
        Outcome::No
    })
}

fn selected(only: &[String]) -> Result<Vec<&'static Case>, ToolError> {
    let all = cases::all();
    if let Some(name) = only
        .iter()
        .find(|name| all.iter().all(|c| c.name != **name))
    {
        let message = format!("'{name}' is no case: see --list");
        return Err(ToolError::Usage(message));
    }
    let wanted = |case: &&Case| only.is_empty() || only.iter().any(|name| name == case.name);
    Ok(all.into_iter().filter(wanted).collect())
}

/// Where the brain's standard error is kept while it is checked.
fn stderr_log() -> PathBuf {
    let name = format!("tengen-check-{}.stderr", std::process::id());
    std::env::temp_dir().join(name)
}
