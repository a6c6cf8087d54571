//! `tengen data`: files of self-play games, counted, mixed, searched again and printed.

mod dump;
pub mod format;
mod rescore;
pub(super) mod shuffle;
mod stats;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::choice::ChoiceError;
use crate::types::{BoardSize, Rule};
use format::GameFileError;

/// What to do with files of games.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Command {
    /// Counts games, results, lengths and values
    Stats {
        /// Files of self-play games
        #[arg(required = true)]
        games: Vec<PathBuf>,
    },
    /// Mixes the games of several files of one rule and board into one file
    Shuffle {
        /// Files of self-play games
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// The file to write
        #[arg(long)]
        out: PathBuf,
        /// Seed of the order
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Searches the positions of a file's games again, for values of today's search and weights
    Rescore(rescore::Args),
    /// Prints games, one a line: number, result, stones and values
    Dump {
        /// A file of self-play games
        games: PathBuf,
        /// How many games to print at most
        #[arg(long)]
        limit: Option<usize>,
    },
}

/// Why nothing came of it.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file of games cannot be used.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// The weights to search with cannot be used.
    #[error(transparent)]
    Weights(#[from] ChoiceError),
    /// Games that do not belong in one file.
    #[error("the games are of several kinds: {0} {1} and {2} {3}")]
    Kinds(Rule, BoardSize, Rule, BoardSize),
    /// Standard output is gone.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

/// Does it.
///
/// # Errors
/// If a file cannot be used or written.
pub fn run(command: &Command, out: &mut impl io::Write) -> Result<(), DataError> {
    match command {
        Command::Stats { games } => stats::run(games, out)?,
        Command::Shuffle {
            games,
            out: path,
            seed,
        } => shuffle::run(games, path, *seed)?,
        Command::Rescore(args) => rescore::run(args)?,
        Command::Dump { games, limit } => dump::run(games, limit.unwrap_or(usize::MAX), out)?,
    }
    Ok(out.flush()?)
}
