//! An independent check of forced wins: every legal defence at every empty point is tried.
//!
//! Nothing here shares code with the search: the board's own verdicts say what wins and what is a
//! foul. It is for tests, debug builds and a root that wants to trust a win, not for speed.

use thiserror::Error;

use crate::board::{Board, Verdict};
use crate::types::map::Set;
use crate::types::{Color, Key, Point};

/// Why a claimed win is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refuted {
    /// The strategy has no move.
    #[error("no move is known after {0:?}")]
    NoMove(Vec<Point>),
    /// The strategy's move may not be played.
    #[error("an illegal move after or at the end of {0:?}")]
    Illegal(Vec<Point>),
    /// The defender wins, or the board is full.
    #[error("the defender is safe after {0:?}")]
    Safe(Vec<Point>),
    /// The checker gave up before the end.
    #[error("not settled within {0} positions")]
    TooLarge(u64),
}

/// Checks that `attacker`, to move, wins with this strategy against every defence, and gives the
/// number of positions in which the strategy was asked.
///
/// # Errors
/// The first line of play in which the strategy fails, or that `limit` positions did not suffice.
pub fn verify(
    board: &Board,
    attacker: Color,
    limit: u64,
    strategy: &mut dyn FnMut(&Board) -> Option<Point>,
) -> Result<u64, Refuted> {
    let mut board = board.clone();
    board.set_side(attacker);
    let start = board.ply();
    let mut replay = Replay {
        board,
        attacker,
        start,
        strategy,
        won: Set::default(),
        asked: 0,
        limit,
    };
    replay.attack()?;
    Ok(replay.asked)
}

struct Replay<'a> {
    board: Board,
    attacker: Color,
    start: usize,
    strategy: &'a mut dyn FnMut(&Board) -> Option<Point>,
    /// Positions with the attacker to move that are settled.
    won: Set<Key>,
    asked: u64,
    limit: u64,
}

impl Replay<'_> {
    fn line(&self) -> Vec<Point> {
        let stones = &self.board.history()[self.start..];
        stones.iter().map(|&(point, _)| point).collect()
    }

    fn attack(&mut self) -> Result<(), Refuted> {
        let key = self.board.key();
        if self.won.contains(&key) {
            return Ok(());
        }
        self.asked += 1;
        if self.asked > self.limit {
            return Err(Refuted::TooLarge(self.limit));
        }
        let point = (self.strategy)(&self.board).ok_or_else(|| Refuted::NoMove(self.line()))?;
        if !self.board.is_empty(point) {
            return Err(Refuted::Illegal(self.line()));
        }
        let verdict = self.board.verdict(point, self.attacker);
        self.board.place(point);
        let result = match verdict {
            Verdict::Five => Ok(()),
            Verdict::Foul(_) => Err(Refuted::Illegal(self.line())),
            Verdict::None => self.defend(),
        };
        self.board.undo();
        self.won.insert(key);
        result
    }

    /// Every empty point is an answer; one after which a five is still there needs no strategy.
    fn defend(&mut self) -> Result<(), Refuted> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let empties: Vec<Point> = self.board.empties().iter().collect();
        let wins = |board: &Board, point| board.verdict(point, attacker) == Verdict::Five;
        let fives: Vec<Point> = empties
            .iter()
            .copied()
            .filter(|&point| wins(&self.board, point))
            .collect();
        if empties.is_empty() {
            return Err(Refuted::Safe(self.line()));
        }
        for point in empties {
            let verdict = self.board.verdict(point, defender);
            if matches!(verdict, Verdict::Foul(_)) {
                continue;
            }
            self.board.place(point);
            let result = if verdict == Verdict::Five {
                Err(Refuted::Safe(self.line()))
            } else if fives
                .iter()
                .any(|&five| five != point && wins(&self.board, five))
            {
                Ok(())
            } else {
                self.attack()
            };
            self.board.undo();
            result?;
        }
        Ok(())
    }
}
