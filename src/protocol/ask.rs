//! What a command to think wants, and how a finished search becomes its one answer. Whatever the
//! search says, the answer is legal.

use std::time::Instant;

use smallvec::{SmallVec, smallvec};

use super::fouls::forbidden;
use super::response::Response;
use crate::board::Board;
use crate::engine::opening::takes_other_color;
use crate::engine::{Candidate, Thought};
use crate::types::{Point, PointSet};

/// Root moves that are valued where one of them is chosen by something else than its rank.
const CHOICES: usize = 20;

/// What is asked of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// The best move, this many being valued.
    Best(usize),
    /// The move whose value is nearest to this.
    BalanceOne(i32),
    /// Two stones after which the value is nearest to this.
    BalanceTwo(i32),
    /// A move, or the other colour if that is better.
    Swap2,
    /// Only the colour, in Yixin-Board's words after `SWAP2`.
    ColorOnly(&'static str),
}

/// The answer, and the stones that stand on the board by it.
#[derive(Clone, Debug)]
pub(super) struct Conclusion {
    pub(super) response: Response,
    pub(super) stones: SmallVec<[Point; 2]>,
}

/// A search under way.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) ask: Ask,
    pub(super) board: Board,
    pub(super) excluded: PointSet,
    /// When the command was read.
    pub(super) start: Instant,
    /// When the search is told to end if it has not ended by itself.
    pub(super) deadline: Option<Instant>,
    /// The search has been told to end.
    pub(super) stopped: bool,
    /// When analysis lines were last printed.
    pub(super) reported: Option<Instant>,
    /// The last completed iteration.
    pub(super) latest: Option<Box<Thought>>,
}

impl Ask {
    /// Searching many defences is all that sets YXSEARCHDEFEND apart.
    pub(super) const DEFEND: Self = Self::Best(CHOICES);

    /// How many root moves to value.
    pub(super) fn multi_pv(self) -> usize {
        match self {
            Self::Best(count) => count,
            Self::BalanceOne(_) | Self::BalanceTwo(_) => CHOICES,
            Self::Swap2 | Self::ColorOnly(_) => 1,
        }
    }
}

impl Pending {
    /// The answer to what was asked.
    pub(super) fn conclude(&self, thought: &Thought) -> Conclusion {
        match self.ask {
            Ask::Swap2 if takes_other_color(thought) => say(Response::Swap),
            Ask::Swap2 | Ask::Best(_) => self.play(thought.best),
            Ask::BalanceOne(value) => self.play(nearest(thought, value).or(thought.best)),
            Ask::BalanceTwo(value) => self.pair(thought, value),
            Ask::ColorOnly(step) => {
                let answer = if takes_other_color(thought) {
                    "YES"
                } else {
                    "NO"
                };
                say(Response::Message(format!("SWAP2 {step} {answer}")))
            }
        }
    }

    fn play(&self, wish: Option<Point>) -> Conclusion {
        let point = self.legal(&self.board, wish);
        Conclusion {
            response: Response::Move(point),
            stones: smallvec![point],
        }
    }

    /// The first two stones of the line whose value is nearest; the board must have two free
    /// points, otherwise one stone has to do.
    fn pair(&self, thought: &Thought, value: i32) -> Conclusion {
        let lines = thought.candidates.iter().filter(|c| c.line.len() >= 2);
        let line = lines.min_by_key(|candidate| distance(candidate, value));
        let wish = |index: usize| line.map(|candidate| candidate.line[index]);
        let first = self.legal(&self.board, wish(0).or(thought.best));
        let mut after = self.board.clone();
        after.place(first);
        if after.empties().is_empty() {
            return self.play(Some(first));
        }
        let second = self.legal(&after, wish(1));
        Conclusion {
            response: Response::Stones(smallvec![first, second]),
            stones: smallvec![first, second],
        }
    }

    /// The wished point if it may be played; else the playable point nearest the centre. A foul or
    /// an excluded point is played only if nothing else is left.
    fn legal(&self, board: &Board, wish: Option<Point>) -> Point {
        let free = board.empties();
        let playable = free.difference(&forbidden(board));
        let wanted = playable.difference(&self.excluded);
        let choices = [wanted, playable, *free]
            .into_iter()
            .find(|set| !set.is_empty())
            .expect("no search is started on a full board");
        if let Some(point) = wish.filter(|&point| choices.contains(point)) {
            return point;
        }
        log::error!("the search chose {wish:?}, which may not be played");
        let center = board.size().center();
        choices
            .iter()
            .min_by_key(|point| point.distance(center))
            .expect("the set is not empty")
    }
}

/// An answer that puts no stone on the board.
fn say(response: Response) -> Conclusion {
    Conclusion {
        response,
        stones: smallvec![],
    }
}

/// The candidate whose value is nearest; the first of equals.
fn nearest(thought: &Thought, value: i32) -> Option<Point> {
    let candidates = thought.candidates.iter();
    candidates
        .min_by_key(|candidate| distance(candidate, value))
        .and_then(|candidate| candidate.line.first().copied())
}

fn distance(candidate: &Candidate, value: i32) -> u32 {
    candidate.score.raw().abs_diff(value)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::now;
    use crate::types::{BoardSize, Rule, Score};

    fn pending(ask: Ask, stones: &[(usize, usize)]) -> Pending {
        let mut board = Board::new(BoardSize::square(15), Rule::Freestyle);
        for &(x, y) in stones {
            board.place(Point::new(x, y));
        }
        Pending {
            ask,
            board,
            excluded: PointSet::EMPTY,
            start: now(),
            deadline: None,
            stopped: false,
            reported: None,
            latest: None,
        }
    }

    fn thought(best: Option<Point>, lines: &[(i32, [usize; 2])]) -> Thought {
        let candidate = |&(score, [x, y]): &(i32, [usize; 2])| Candidate {
            score: Score::from_raw(score),
            line: vec![Point::new(x, 0), Point::new(y, 0)],
            depth: 5,
            nodes: 0,
        };
        Thought {
            best,
            score: lines
                .first()
                .map_or(Score::DRAW, |line| Score::from_raw(line.0)),
            candidates: lines.iter().map(candidate).collect(),
            depth: 5,
            selective_depth: 5,
            nodes: 100,
            solver_nodes: 0,
            time: Duration::ZERO,
            solver: String::new(),
        }
    }

    fn answer(pending: &Pending, thought: &Thought) -> String {
        pending.conclude(thought).response.to_string()
    }

    #[test]
    fn an_illegal_wish_is_replaced() {
        let pending = pending(Ask::Best(1), &[(7, 7), (7, 8)]);
        let taken = thought(Some(Point::new(7, 7)), &[]);
        assert_eq!(answer(&pending, &taken), "6,6");
        assert_eq!(answer(&pending, &thought(None, &[])), "6,6");
        let outside = thought(Some(Point::new(20, 3)), &[]);
        assert_eq!(answer(&pending, &outside), "6,6");
        let good = thought(Some(Point::new(0, 14)), &[]);
        assert_eq!(answer(&pending, &good), "0,14");
    }

    #[test]
    fn excluded_points_are_the_last_resort() {
        let mut pending = pending(Ask::Best(1), &[]);
        let center = thought(Some(Point::new(7, 7)), &[]);
        pending.excluded.insert(Point::new(7, 7));
        assert_ne!(answer(&pending, &center), "7,7");
        pending.excluded = pending.board.size().all();
        assert_eq!(answer(&pending, &center), "7,7");
    }

    #[test]
    fn balance_takes_the_nearest_value() {
        let lines = [(90, [1, 2]), (40, [3, 4]), (-20, [5, 6])];
        let thought = thought(Some(Point::new(1, 0)), &lines);
        assert_eq!(answer(&pending(Ask::BalanceOne(50), &[]), &thought), "3,0");
        assert_eq!(answer(&pending(Ask::BalanceOne(-99), &[]), &thought), "5,0");
        assert_eq!(
            answer(&pending(Ask::BalanceTwo(0), &[]), &thought),
            "5,0 6,0"
        );
    }

    #[test]
    fn balance_answers_without_candidates_too() {
        let thought = thought(Some(Point::new(7, 7)), &[]);
        assert_eq!(answer(&pending(Ask::BalanceOne(0), &[]), &thought), "7,7");
        assert_eq!(
            answer(&pending(Ask::BalanceTwo(0), &[]), &thought),
            "7,7 6,6"
        );
    }

    #[test]
    fn the_sign_decides_the_colour() {
        let bad = thought(Some(Point::new(1, 0)), &[(-1, [1, 2])]);
        let good = thought(Some(Point::new(1, 0)), &[(0, [1, 2])]);
        assert_eq!(answer(&pending(Ask::Swap2, &[]), &bad), "SWAP");
        assert_eq!(answer(&pending(Ask::Swap2, &[]), &good), "1,0");
        let color = pending(Ask::ColorOnly("SWAP1"), &[]);
        assert_eq!(answer(&color, &bad), "MESSAGE SWAP2 SWAP1 YES");
        assert_eq!(answer(&color, &good), "MESSAGE SWAP2 SWAP1 NO");
    }
}
