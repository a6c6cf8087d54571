//! What is learned from: positions of games, taken apart into table indices.

use crate::board::Board;
use crate::board::threats::side_code;
use crate::eval::features::{
    last_stones, line, mask_of, relation, relation_entry, relation_table, shape_table, stance_of,
};
use crate::eval::{Evaluator, Weights};
use crate::lab::data::format::{Game, GameFile, Head};
use crate::search::situation::{Situation, is_playable};
use crate::types::{Color, Point, SplitMix};

/// Both sides' shapes of a point: the mover's in the low twelve bits, then the other's, and in the
/// top eight how often the pair occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair(u32);

impl Pair {
    fn of(board: &Board, point: Point) -> Self {
        let (code, side) = (board.code(point), board.side_to_move());
        let shape = |color: Color| u32::from(shape_table()[usize::from(side_code(code, color))]);
        Self(shape(side) | shape(!side) << 12 | 1 << 24)
    }

    /// The mover's shape.
    #[inline]
    pub fn own(self) -> usize {
        (self.0 & 0xFFF) as usize
    }

    /// The other side's shape.
    #[inline]
    pub fn other(self) -> usize {
        (self.0 >> 12 & 0xFFF) as usize
    }

    /// How often it occurs.
    #[inline]
    pub fn count(self) -> f32 {
        (self.0 >> 24) as f32
    }
}

/// A position whose value is known.
#[derive(Clone, Copy, Debug)]
pub struct ValueSample {
    pairs: (u32, u32),
    /// The threats that stand.
    pub mask: u16,
    /// Side to move.
    pub side: Color,
    /// Number of the file that it is from.
    pub file: u16,
    /// What the search said, for the side to move.
    pub score: i16,
    /// Points won by the side to move.
    pub result: f32,
    /// What the weights that are measured against say.
    pub baseline: i16,
}

/// A move that could have been played.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Both sides' shapes of the point.
    pub pair: Pair,
    /// Its lines to the last stone and to the mover's own last one.
    pub lines: [u16; 2],
    /// Its relations to them.
    pub relations: [u8; 2],
}

/// A position whose best move is known.
#[derive(Clone, Copy, Debug)]
pub struct MoveSample {
    choices: (u32, u32),
    /// Side to move.
    pub side: Color,
    /// The stance of the side to move.
    pub stance: u8,
    /// Number of the move that was played.
    pub played: u16,
    /// How many moves the weights that are measured against put before it.
    pub baseline: u16,
}

/// Samples of both kinds, and the index pairs that they refer to.
#[derive(Debug, Default)]
pub struct Samples {
    pairs: Vec<Pair>,
    choices: Vec<Choice>,
    /// For the value of positions.
    pub values: Vec<ValueSample>,
    /// For the order of moves.
    pub moves: Vec<MoveSample>,
}

impl Samples {
    /// The points of a position.
    #[inline]
    pub fn points(&self, sample: &ValueSample) -> &[Pair] {
        &self.pairs[sample.pairs.0 as usize..sample.pairs.1 as usize]
    }

    /// The moves of a position.
    #[inline]
    pub fn choices(&self, sample: &MoveSample) -> &[Choice] {
        &self.choices[sample.choices.0 as usize..sample.choices.1 as usize]
    }

    /// Adds all positions of a game that teach something; `number` is that of the file.
    pub fn add_game(
        &mut self,
        (number, head): (usize, &Head),
        game: &Game,
        baseline: &'static Weights,
    ) {
        game.replay(head, |board, ply| {
            let Some(score) = ply.score else {
                return;
            };
            let mut evaluator = Evaluator::with_weights(board, baseline);
            let choices: Vec<Point> = match Situation::of(board) {
                Situation::Free => board.candidates().iter().collect(),
                Situation::AgainstOpenFour(replies) => replies.to_vec(),
                _ => return,
            };
            if !score.is_decided() {
                let sample = ValueSample {
                    pairs: (0, 0),
                    mask: mask_of(board) as u16,
                    side: board.side_to_move(),
                    file: number as u16,
                    score: score.raw() as i16,
                    result: game.result.points(board.side_to_move()),
                    baseline: evaluator.evaluate(board).raw() as i16,
                };
                self.add_value(board, sample);
            }
            if !ply.random && !score.is_loss() {
                self.add_moves(board, &evaluator, choices, ply.point);
            }
        });
    }

    /// The pairs of a board's empty points, each once with its count.
    pub fn pairs_of(board: &Board) -> Vec<Pair> {
        let mut all: Vec<Pair> = board
            .empties()
            .iter()
            .map(|point| Pair::of(board, point))
            .collect();
        all.sort_unstable();
        let mut pairs: Vec<Pair> = Vec::new();
        for pair in all {
            match pairs.last_mut() {
                Some(last) if last.0 & 0xFF_FFFF == pair.0 & 0xFF_FFFF && last.0 >> 24 < 255 => {
                    last.0 += 1 << 24;
                }
                _ => pairs.push(pair),
            }
        }
        pairs
    }

    fn add_value(&mut self, board: &Board, sample: ValueSample) {
        let start = self.pairs.len();
        self.pairs.extend(Self::pairs_of(board));
        self.values.push(ValueSample {
            pairs: (start as u32, self.pairs.len() as u32),
            ..sample
        });
    }

    fn add_moves(
        &mut self,
        board: &Board,
        evaluator: &Evaluator,
        mut choices: Vec<Point>,
        played: Point,
    ) {
        choices.retain(|&point| is_playable(board, point));
        let Some(place) = choices.iter().position(|&point| point == played) else {
            return;
        };
        if choices.len() < 2 {
            return;
        }
        let score = evaluator.move_score(board, played);
        let before = choices
            .iter()
            .filter(|&&point| evaluator.move_score(board, point) > score)
            .count();
        let start = self.choices.len() as u32;
        let (stones, side) = (last_stones(board), board.side_to_move());
        self.choices.extend(choices.iter().map(|&point| {
            let entries = stones.map(|stone| relation_entry(relation_table(), stone, point));
            Choice {
                pair: Pair::of(board, point),
                lines: entries.map(|entry| line(entry, board.code(point), side) as u16),
                relations: entries.map(|entry| relation(entry) as u8),
            }
        }));
        self.moves.push(MoveSample {
            choices: (start, self.choices.len() as u32),
            side,
            stance: stance_of(board) as u8,
            played: place as u16,
            baseline: before as u16,
        });
    }
}

/// Training and validation samples, split by game: every `one_in`th game, at random, validates.
pub fn split(
    files: &[GameFile],
    one_in: usize,
    seed: u64,
    baseline: &'static Weights,
) -> [Samples; 2] {
    let mut random = SplitMix::new(seed);
    let mut sets = [Samples::default(), Samples::default()];
    for (number, file) in files.iter().enumerate() {
        for game in &file.games {
            let validates = usize::from(random.below(one_in) == 0);
            sets[validates].add_game((number, &file.head), game, baseline);
        }
    }
    sets
}
