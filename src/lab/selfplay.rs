//! `tengen selfplay`: games of the engine against itself, for training.
//!
//! Every game depends on the seed and its own number only, so a run can be stopped and taken up
//! again, and played by any number of threads. Openings are random stones, most of them kept only
//! if a shallow search finds them level.

use std::path::PathBuf;

use thiserror::Error;

use super::choice::{Choice, ChoiceError};
use super::data::format::{Game, GameFileError, GameResult, GameWriter, Head, Ply};
use super::openings::opening;
use super::workers::work_on;
use crate::board::{Board, Verdict};
use crate::engine::{Engine, Limits, Request, Resources, Stop, Thought, now};
use crate::eval::Weights;
use crate::types::map::Set;
use crate::types::{BoardSize, Rule, SplitMix};

/// What to play.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The rule
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board: one number, or width x height
    #[arg(long, default_value_t = BoardSize::square(15))]
    size: BoardSize,
    /// How many games the file shall hold
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Nodes a move
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with: a file, `hand`, or `built-in`
    #[arg(long, default_value = "built-in")]
    weights: Choice,
    /// The file; games that it holds already are not played again
    #[arg(long)]
    out: PathBuf,
}

/// Bytes of each game's transposition table.
const TABLE_BYTES: u64 = 4 << 20;
/// Largest absolute value of an opening that counts as level, and of one that is kept all the same.
pub(super) const LEVEL: i32 = 50;
const LOPSIDED: i32 = 250;
/// One opening in this many may be lopsided.
const LOPSIDED_ONE_IN: usize = 8;
/// One stone in this many is chosen at random, among the moves that look best.
const RANDOM_ONE_IN: usize = 48;
const RANDOM_AMONG: usize = 8;
/// A game is drawn when this many values in a row were within [`DRAW_LIMIT`] and so much of the
/// board is full, in per cent.
const DRAW_PLIES: usize = 12;
const DRAW_LIMIT: i32 = 15;
const DRAW_FULL: usize = 60;

/// Why games were not played or not kept.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// The file of games cannot be used.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// The weights cannot be used.
    #[error(transparent)]
    Weights(#[from] ChoiceError),
}

/// Plays the games that are missing.
///
/// # Errors
/// If the file is of another run or cannot be written.
pub fn run(args: &Args) -> Result<(), SelfplayError> {
    let weights = args.weights.load(args.rule, args.size)?;
    let head = Head {
        rule: args.rule,
        size: args.size,
        nodes: args.nodes,
        seed: args.seed,
        weights: weights.checksum(),
    };
    let (mut writer, present) = GameWriter::resume(&args.out, &head)?;
    let present: Set<u32> = present.into_iter().collect();
    let missing: Vec<u32> = (0..args.games).filter(|n| !present.contains(n)).collect();
    let begin = now();
    let (mut count, mut plies) = (0, 0);
    work_on(
        &missing,
        args.threads,
        || Player::new(head, weights),
        |player, &number| player.game(number),
        |game| {
            writer.write(&game)?;
            count += 1;
            plies += game.plies.len();
            if count % 500 == 0 {
                progress(&format!(
                    "{} games, {} plies a game, {:.0} games a minute",
                    present.len() + count,
                    plies / count,
                    count as f64 / begin.elapsed().as_secs_f64() * 60.0
                ));
            }
            Ok(())
        },
    )
}

/// A line on standard error.
pub(super) fn progress(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Plays games, one at a time.
struct Player {
    head: Head,
    engine: Engine,
}

impl Player {
    fn new(head: Head, weights: &'static Weights) -> Self {
        Self {
            head,
            engine: engine(weights),
        }
    }

    fn game(&mut self, number: u32) -> Game {
        let mut seeds = SplitMix::new(self.head.seed);
        let mut random = SplitMix::new(seeds.next_u64() ^ u64::from(number) << 20);
        self.engine.clear();
        let limit = if random.below(LOPSIDED_ONE_IN) == 0 {
            LOPSIDED
        } else {
            LEVEL
        };
        let Head { rule, size, .. } = self.head;
        let mut board = opening(&mut self.engine, rule, size, limit, &mut random);
        self.engine.clear();
        let mut game = Game {
            number,
            opening: board.ply(),
            plies: board
                .history()
                .iter()
                .map(|&(point, _)| Ply {
                    point,
                    score: None,
                    random: true,
                })
                .collect(),
            result: GameResult::Draw,
        };
        let mut quiet = 0;
        loop {
            let side = board.side_to_move();
            if board.empty_count() == 0 {
                return game;
            }
            let is_random = random.below(RANDOM_ONE_IN) == 0;
            let lines = if is_random { RANDOM_AMONG } else { 1 };
            let thought = think(&mut self.engine, &board, u64::from(self.head.nodes), lines);
            let Some(best) = thought.best else {
                return game;
            };
            let score = thought.score;
            let choice = thought.candidates.len().clamp(1, RANDOM_AMONG);
            let point = match thought.candidates.get(random.below(choice)) {
                Some(candidate) if is_random && !candidate.score.is_loss() => candidate.line[0],
                _ => best,
            };
            game.plies.push(Ply {
                point,
                score: Some(score),
                random: point != best,
            });
            if score.is_win() {
                game.result = GameResult::Won(side);
                return game;
            }
            if score.is_loss() {
                game.result = GameResult::Won(!side);
                return game;
            }
            match board.verdict(point, side) {
                Verdict::Five => {
                    game.result = GameResult::Won(side);
                    return game;
                }
                Verdict::Foul(_) => {
                    game.result = GameResult::Won(!side);
                    return game;
                }
                Verdict::None => {}
            }
            board.place(point);
            quiet = if score.raw().abs() <= DRAW_LIMIT {
                quiet + 1
            } else {
                0
            };
            if quiet >= DRAW_PLIES && board.ply() * 100 >= board.size().area() * DRAW_FULL {
                return game;
            }
        }
    }
}

/// An engine for short searches.
pub(super) fn engine(weights: &'static Weights) -> Engine {
    let resources = Resources {
        table_bytes: TABLE_BYTES,
        threads: 1,
    };
    Engine::with_weights(resources, weights)
}

/// A search of so many nodes for so many best moves.
pub(super) fn think(engine: &mut Engine, board: &Board, nodes: u64, multi_pv: usize) -> Thought {
    let request = Request {
        multi_pv,
        ..Request::best(Limits {
            nodes: Some(nodes),
            ..Limits::none()
        })
    };
    engine.think(board, &request, &Stop::new(), &mut |_| {})
}
