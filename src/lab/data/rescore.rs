//! Old games with new values: every position that a search valued is searched again with the weights
//! and the search of today. Moves and results stay.

use std::path::PathBuf;

use super::DataError;
use super::format::{Game, GameFile, GameWriter, Head};
use crate::board::Board;
use crate::eval::Weights;
use crate::lab::choice::Choice;
use crate::lab::selfplay::{engine, progress, think};
use crate::lab::workers::work_on;
use crate::types::map::Set;

/// What to search again, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// A file of self-play games
    games: PathBuf,
    /// The file to write; games that it holds already are not searched again
    #[arg(long)]
    out: PathBuf,
    /// Nodes a position
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Weights to search with: a file, `hand`, or `built-in`
    #[arg(long, default_value = "built-in")]
    weights: Choice,
}

pub(super) fn run(args: &Args) -> Result<(), DataError> {
    let file = GameFile::read(&args.games)?;
    let weights = args.weights.load(file.head.rule, file.head.size)?;
    let head = Head {
        nodes: args.nodes,
        weights: weights.checksum(),
        ..file.head
    };
    let (mut writer, present) = GameWriter::resume(&args.out, &head)?;
    let present: Set<u32> = present.into_iter().collect();
    let games = file.games.iter();
    let missing: Vec<&Game> = games
        .filter(|game| !present.contains(&game.number))
        .collect();
    let mut done = present.len();
    work_on(
        &missing,
        args.threads,
        || (),
        |(), game| rescored(game, &head, weights),
        |game| {
            writer.write(&game)?;
            done += 1;
            if done.is_multiple_of(500) {
                progress(&format!("{done} of {} games", file.games.len()));
            }
            Ok(())
        },
    )
}

/// The game with the values of a new search of each position that had one.
fn rescored(game: &Game, head: &Head, weights: &'static Weights) -> Game {
    let mut engine = engine(weights);
    let mut rescored = game.clone();
    let mut board = Board::new(head.size, head.rule);
    for ply in &mut rescored.plies {
        if !board.is_empty(ply.point) {
            break;
        }
        if ply.score.is_some() {
            ply.score = Some(think(&mut engine, &board, u64::from(head.nodes), 1).score);
        }
        board.place(ply.point);
    }
    rescored
}
