//! Openings: a few random stones in a small square anywhere on the board, which fall alike in all
//! eight symmetries, kept if a search finds them level. `tengen openings` prints such as are level
//! after a closer look, a last stone having been chosen to make them so.

use std::io::Write;

use super::arena::openings::{symmetries, transform};
use super::games::lines::to_pos;
use super::outcome::{Outcome, ToolError};
use super::selfplay::{engine, progress, think};
use crate::board::{Board, Verdict};
use crate::engine::{Engine, win_rate};
use crate::eval::Weights;
use crate::types::map::Set;
use crate::types::{BoardSize, Color, Point, Rule, Score, SplitMix};

/// Nodes of the search that looks at random stones.
const OPENING_NODES: u64 = 3000;
const OPENING_TRIES: usize = 200;

/// How far from even, in win rate, random stones may be that a last stone shall make level.
const ROUGHLY: f32 = 0.3;
/// Moves among which that stone is chosen.
const CHOICES: usize = 16;
/// How far from even an opening may be.
const LEVEL: f32 = 0.06;
/// Random stones tried for each opening before giving up.
const TRIES_EACH: u64 = 500;

/// The same seed gives the same openings; more of them begin with the fewer.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The rule
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board: one number, or width x height
    #[arg(long, default_value_t = BoardSize::square(15))]
    size: BoardSize,
    /// How many
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stones of the search that judges an opening
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// Prints openings in pos form, one a line, no two of them alike in a symmetry.
///
/// # Errors
/// If they cannot be written.
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Outcome, ToolError> {
    let mut engine = engine(Weights::of(args.rule, args.size));
    let mut seen = Set::default();
    let mut random = SplitMix::new(args.seed);
    for _ in 0..TRIES_EACH.saturating_mul(args.count as u64) {
        if seen.len() == args.count {
            return Ok(Outcome::Done);
        }
        if let Some(board) = balanced(&mut engine, args, &mut random)
            && seen.insert(canonical(&board))
        {
            let moves: Vec<Point> = board.history().iter().map(|&(point, _)| point).collect();
            writeln!(out, "{}", to_pos(&moves))?;
            out.flush()?;
        }
    }
    if seen.len() == args.count {
        return Ok(Outcome::Done);
    }
    progress(&format!("only {} level openings were found", seen.len()));
    Ok(Outcome::Unsettled)
}

/// Random stones and one that makes them level, if that can be done.
fn balanced(engine: &mut Engine, args: &Args, random: &mut SplitMix) -> Option<Board> {
    let unevenness = |score: Score| (win_rate(args.rule, args.size, score) - 0.5).abs();
    let mut board = random_stones(args.rule, args.size, random)?;
    engine.clear();
    let score = think(engine, &board, OPENING_NODES, 1).score;
    if unevenness(score) > ROUGHLY {
        return None;
    }
    // Such a move gives the other side what it has itself.
    let thought = think(engine, &board, args.nodes, CHOICES);
    let last = thought
        .candidates
        .iter()
        .min_by_key(|candidate| candidate.score.raw().abs())?;
    let point = *last.line.first()?;
    if unevenness(last.score) > 2.0 * LEVEL
        || board.verdict(point, board.side_to_move()) != Verdict::None
    {
        return None;
    }
    board.place(point);
    engine.clear();
    let score = think(engine, &board, args.nodes, 1).score;
    (unevenness(score) <= LEVEL).then_some(board)
}

/// The same for openings that are alike: the least of the stones' lists in all symmetries.
fn canonical(board: &Board) -> Vec<(Point, usize)> {
    let (points, colors): (Vec<Point>, Vec<Color>) = board.history().iter().copied().unzip();
    let image = |symmetry| {
        let points = transform(&points, board.size(), symmetry);
        let colors = colors.iter().map(|color| color.index());
        let mut stones: Vec<_> = points.into_iter().zip(colors).collect();
        stones.sort_unstable();
        stones
    };
    (0..symmetries(board.size()))
        .map(image)
        .min()
        .unwrap_or_default()
}

/// A board with the stones of a random opening that a short search values within the limit; an empty
/// board if none is found.
pub(super) fn opening(
    engine: &mut Engine,
    rule: Rule,
    size: BoardSize,
    limit: i32,
    random: &mut SplitMix,
) -> Board {
    for _ in 0..OPENING_TRIES {
        let Some(board) = random_stones(rule, size, random) else {
            continue;
        };
        let score = think(engine, &board, OPENING_NODES, 1).score;
        if !score.is_decided() && score.raw().abs() <= limit {
            return board;
        }
    }
    Board::new(size, rule)
}

/// Two to eight stones in a small square somewhere on the board; nothing if they end the game or
/// break a rule.
fn random_stones(rule: Rule, size: BoardSize, random: &mut SplitMix) -> Option<Board> {
    let stones = 2 + random.below(7);
    let width = (3 + stones / 2 + random.below(3))
        .min(size.width())
        .min(size.height());
    let left = random.below(size.width() - width + 1);
    let top = random.below(size.height() - width + 1);
    let mut free: Vec<Point> = (0..width * width)
        .map(|i| Point::new(left + i % width, top + i / width))
        .collect();
    let mut board = Board::new(size, rule);
    for _ in 0..stones.min(free.len()) {
        let point = free.swap_remove(random.below(free.len()));
        let color: Color = board.side_to_move();
        if board.verdict(point, color) != Verdict::None {
            return None;
        }
        board.place(point);
    }
    Some(board)
}
