//! Pairs of games in one process: an opening played twice by two engines, with colours swapped.

use std::num::NonZeroU64;
use std::time::Duration;

use crate::board::{Board, Verdict};
use crate::engine::{Engine, Limits, Request, Stop};
use crate::types::{Color, SplitMix};

/// What a move may take.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pace {
    /// So many nodes.
    Nodes(NonZeroU64),
    /// So many milliseconds.
    Time(NonZeroU64),
}

impl Pace {
    /// The limits of a search that begins now.
    fn limits(self) -> Limits {
        let none = Limits::none();
        match self {
            Self::Nodes(nodes) => Limits {
                nodes: Some(nodes.get()),
                ..none
            },
            Self::Time(time) => Limits {
                turn: Some(Duration::from_millis(time.get())),
                ..none
            },
        }
    }
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Time(time) => write!(f, "{time} ms a move"),
        }
    }
}

/// The random numbers of a pair: they depend on the run's seed and the pair's number only.
pub(super) fn random(seed: u64, pair: usize) -> SplitMix {
    let mut seeds = SplitMix::new(seed);
    SplitMix::new(seeds.next_u64() ^ (pair as u64) << 20)
}

/// The points of the first of two engines in the two games from this position, its game as Black first.
pub(super) fn play(engines: &mut [Engine], board: &Board, pace: Pace) -> [f64; 2] {
    Color::BOTH.map(|first| {
        for engine in engines.iter_mut() {
            engine.clear();
        }
        match game(engines, board.clone(), first, pace) {
            None => 0.5,
            Some(winner) if winner == first => 1.0,
            Some(_) => 0.0,
        }
    })
}

/// Who wins, if anyone, where the first engine has this colour.
fn game(engines: &mut [Engine], mut board: Board, first: Color, pace: Pace) -> Option<Color> {
    loop {
        let side = board.side_to_move();
        if board.empty_count() == 0 {
            return None;
        }
        let engine = &mut engines[usize::from(side != first)];
        let request = Request::best(pace.limits());
        let thought = engine.think(&board, &request, &Stop::new(), &mut |_| {});
        let point = thought.best?;
        match board.verdict(point, side) {
            Verdict::Five => return Some(side),
            Verdict::Foul(_) => return Some(!side),
            Verdict::None => board.place(point),
        }
    }
}
