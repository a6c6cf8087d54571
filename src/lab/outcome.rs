//! How a tool ends, and what the shell learns of it.

use std::io;
use std::process::ExitCode;

use thiserror::Error;

use super::games::GameError;
use super::tsv::TableError;
use crate::board::SetupError;

/// The end of a tool that was given sound input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It did what it was asked.
    Done,
    /// The answer is no, or a check failed.
    No,
    /// A limit was reached before the answer.
    Unsettled,
}

/// Why a tool gave up.
#[derive(Debug, Error)]
pub(super) enum ToolError {
    /// The arguments describe no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A game cannot be used.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A table of positions cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The arguments make no sense, or name a program that cannot be run.
    #[error("{0}")]
    Usage(String),
    /// The results could not be written.
    #[error("cannot write the results: {0}")]
    Output(#[from] io::Error),
}

/// Exit status of bad usage or bad input.
pub(super) const BAD_INPUT: u8 = 2;
/// Exit status of a tool that was stopped before its end, or at a limit before its answer.
const STOPPED: u8 = 3;

/// The exit status, after telling standard error what went wrong, in one line.
pub(super) fn exit_code(result: Result<Outcome, ToolError>) -> ExitCode {
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::FAILURE,
        Ok(Outcome::Unsettled) => ExitCode::from(STOPPED),
        Err(ToolError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            // Whoever reads the results has seen enough.
            ExitCode::from(STOPPED)
        }
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(match error {
                ToolError::Setup(_)
                | ToolError::Game(_)
                | ToolError::Table(_)
                | ToolError::Usage(_) => BAD_INPUT,
                ToolError::Output(_) => STOPPED,
            })
        }
    }
}

/// One line on standard error. A standard error that is closed is no reason to fail.
pub(super) fn complain(message: &str) {
    use io::Write;
    let _ = writeln!(io::stderr(), "tengen: {message}");
}
