//! Thinkers that stand in for the engine, so that tests know when a search ends.

use std::thread;
use std::time::Duration;

use tengen::board::Board;
use tengen::engine::{Candidate, Request, Resources, Stop, Thought, Watch, now};
use tengen::protocol::Thinker;
use tengen::types::{Point, Score};

/// How a stand-in spends its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Habit {
    /// Answers at once.
    Quick,
    /// Thinks until it is told to stop.
    UntilStopped,
    /// Thinks for a minute and hears nothing.
    Deaf,
    /// Answers at once with a point that may be taken.
    Illegal,
}

/// Plays the free point nearest to the centre.
#[derive(Debug)]
pub(crate) struct Brain(pub(crate) Habit);

impl Thinker for Brain {
    fn set_resources(&mut self, _: Resources) {}

    fn prepare(&mut self) {}

    fn clear(&mut self) {}

    fn think(
        &mut self,
        board: &Board,
        request: &Request,
        stop: &Stop,
        watch: Watch<'_>,
    ) -> Thought {
        let best = match self.0 {
            Habit::Illegal => board.last_move(),
            _ => nearest_to_center(board, request),
        };
        for _ in 0..12_000 {
            let ended = match self.0 {
                Habit::Quick | Habit::Illegal => true,
                Habit::UntilStopped => stop.is_requested(),
                Habit::Deaf => false,
            };
            if ended {
                break;
            }
            watch(&thought(best, request));
            thread::sleep(Duration::from_millis(5));
        }
        thought(best, request)
    }
}

fn nearest_to_center(board: &Board, request: &Request) -> Option<Point> {
    let center = board.size().center();
    let free = board.empties().iter();
    free.filter(|point| !request.excluded.contains(point))
        .min_by_key(|point| point.distance(center))
}

fn thought(best: Option<Point>, request: &Request) -> Thought {
    let candidate = |point| Candidate {
        score: Score::DRAW,
        line: vec![point],
        depth: 1,
        nodes: 0,
    };
    Thought {
        best,
        score: Score::DRAW,
        candidates: best.into_iter().map(candidate).collect(),
        depth: 1,
        selective_depth: 1,
        nodes: 1,
        solver_nodes: 0,
        time: now() - request.limits.start,
        solver: String::new(),
    }
}
