//! What the standing threats leave to decide: nothing, a forced answer, a choice of defences, or
//! a free move.

use crate::board::pattern::Threat;
use crate::board::{Board, Points};
use crate::types::{Color, Point, PointSet};

/// The side to move's situation.
#[derive(Debug)]
pub(crate) enum Situation {
    /// It wins in this many plies (1: a five, 3: a four that cannot be stopped).
    Won(usize),
    /// It loses in this many plies (2: a five that it cannot stop, 4: a four that it cannot).
    Lost(usize),
    /// The opponent threatens a five; these points stop it.
    AgainstFive(Points),
    /// The opponent threatens a four that cannot be stopped; these points, and own fours, may help.
    AgainstOpenFour(Points),
    /// Any move may be good.
    Free,
}

impl Situation {
    /// Looks at the threats on the board. The verdicts hold in every rule: the tests below
    /// try them by brute force.
    pub(crate) fn of(board: &Board) -> Self {
        let side = board.side_to_move();
        if board.threat_count(side, Threat::Five) > 0 {
            return Self::Won(1);
        }
        if board.threat_count(!side, Threat::Five) > 0 {
            let mut replies = board.five_replies();
            replies.retain(|point| is_playable(board, *point));
            return if replies.is_empty() {
                Self::Lost(2)
            } else {
                Self::AgainstFive(replies)
            };
        }
        if board.threat_count(side, Threat::OpenFour) > 0 {
            return Self::Won(3);
        }
        if board.threat_count(!side, Threat::OpenFour) > 0 {
            let mut replies = board.open_four_replies();
            for point in &four_set(board, side) {
                if !replies.contains(&point) {
                    replies.push(point);
                }
            }
            return if replies.is_empty() {
                Self::Lost(4)
            } else {
                Self::AgainstOpenFour(replies)
            };
        }
        Self::Free
    }
}

/// The points where a side makes a four that can be stopped.
pub(super) fn four_set(board: &Board, side: Color) -> PointSet {
    let set = |threat| board.threat_points(side, threat);
    set(Threat::FourThree)
        .union(set(Threat::FourPlus))
        .union(set(Threat::Four))
}

/// Whether a win by fours is worth looking for. Two points where a four makes nothing else are
/// nearly always the two ends of one line: once one is played, none is left.
#[inline]
pub(super) fn may_win_by_fours(board: &Board) -> bool {
    let side = board.side_to_move();
    let count = |threat| board.threat_count(side, threat);
    count(Threat::FourThree) + count(Threat::FourPlus) > 0 || count(Threat::Four) > 2
}

/// Whether a move of the side to move neither makes an open three or better nor takes one from
/// the opponent.
#[inline]
pub(super) fn is_quiet(board: &Board, point: Point) -> bool {
    let side = board.side_to_move();
    let own = board.threat(point, side);
    own < Threat::Three && board.threat(point, !side) < Threat::Three || own == Threat::Foul
}

/// Whether the side to move may play on this empty point.
#[inline]
pub(crate) fn is_playable(board: &Board, point: Point) -> bool {
    let side = board.side_to_move();
    board.threat(point, side) != Threat::Foul || !board.is_forbidden(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Verdict;
    use crate::types::{BoardSize, Rule, SplitMix};

    /// Whether a stone of the side to move there makes a five.
    fn makes_five(board: &Board, point: Point) -> bool {
        board.verdict(point, board.side_to_move()) == Verdict::Five
    }

    fn has_five(board: &Board) -> bool {
        board.empties().iter().any(|point| makes_five(board, point))
    }

    fn legal(board: &Board) -> Vec<Point> {
        let side = board.side_to_move();
        let is_foul = |point| matches!(board.verdict(point, side), Verdict::Foul(_));
        board
            .empties()
            .iter()
            .filter(|&point| !is_foul(point))
            .collect()
    }

    fn after<T>(board: &Board, point: Point, ask: impl FnOnce(&Board) -> T) -> T {
        let mut next = board.clone();
        next.place(point);
        ask(&next)
    }

    /// Whether the side to move, by trying everything, makes a five at its next turn or the one after.
    fn wins_in_three(board: &Board) -> bool {
        has_five(board)
            || legal(board).into_iter().any(|point| {
                after(board, point, |next| {
                    !has_five(next)
                        && legal(next)
                            .into_iter()
                            .all(|reply| after(next, reply, has_five))
                        && !legal(next).is_empty()
                })
            })
    }

    /// A crowd of stones in which nobody has won, close to one another so that threats abound.
    fn crowd(random: &mut SplitMix, rule: Rule) -> Board {
        let size = BoardSize::new(6 + random.below(4) as i64, 6 + random.below(4) as i64);
        let size = size.expect("a small board");
        loop {
            let mut board = Board::new(size, rule);
            let mut stones = 4 + random.below(size.area() / 2);
            let mut last = size.center();
            while stones > 0 {
                let legal = legal(&board);
                if legal.is_empty() {
                    break;
                }
                let near: Vec<Point> = legal
                    .iter()
                    .copied()
                    .filter(|point| point.distance(last) <= 2)
                    .collect();
                let pool = if near.is_empty() { &legal } else { &near };
                let point = pool[random.below(pool.len())];
                if makes_five(&board, point) {
                    break;
                }
                // Runs of one colour arise when one side's stones gather.
                last = if random.below(3) == 0 { point } else { last };
                board.place(point);
                stones -= 1;
            }
            if stones == 0 {
                return board;
            }
        }
    }

    #[test]
    fn verdicts_hold_by_brute_force() {
        let mut random = SplitMix::new(2);
        let mut seen = [0; 6];
        for rule in Rule::ALL {
            for _ in 0..1000 {
                let board = crowd(&mut random, rule);
                let shown = board.clone();
                match Situation::of(&board) {
                    Situation::Won(1) => {
                        seen[0] += 1;
                        assert!(has_five(&board), "{rule}\n{shown}");
                    }
                    Situation::Won(_) => {
                        seen[1] += 1;
                        assert!(wins_in_three(&board), "{rule}\n{shown}");
                    }
                    Situation::Lost(plies) => {
                        seen[if plies == 2 { 2 } else { 5 }] += 1;
                        let wins = if plies == 2 { has_five } else { wins_in_three };
                        let lost = legal(&board).into_iter().all(|p| after(&board, p, wins));
                        assert!(lost && !has_five(&board), "{rule}\n{shown}");
                    }
                    Situation::AgainstFive(replies) => {
                        seen[3] += 1;
                        for point in legal(&board) {
                            let lost = after(&board, point, has_five);
                            assert_eq!(lost, !replies.contains(&point), "{rule} {point}\n{shown}");
                        }
                    }
                    Situation::AgainstOpenFour(replies) => {
                        seen[4] += 1;
                        for point in legal(&board).into_iter().filter(|p| !replies.contains(p)) {
                            assert!(
                                after(&board, point, wins_in_three),
                                "{rule} {point}\n{shown}"
                            );
                        }
                    }
                    Situation::Free => assert!(!has_five(&board), "{rule}\n{shown}"),
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }
}
