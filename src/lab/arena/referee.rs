//! The referee: decides what a stone means, by the board alone.

use crate::board::{Board, Foul, Verdict};
use crate::types::{BoardSize, Rule};

/// What the referee says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The game goes on.
    Open,
    /// The stone wins.
    Five,
    /// The stone was forbidden; its side loses.
    Foul(Foul),
    /// No point is left that the next side may take: a draw.
    Full,
    /// There is no such point.
    Outside,
    /// The point is taken.
    Occupied,
}

/// A game in progress.
#[derive(Debug)]
pub struct Referee {
    board: Board,
}

impl Referee {
    /// An empty board.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        Self {
            board: Board::new(size, rule),
        }
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Judges a move of the side to move, and makes it unless it is no move at all.
    pub fn play(&mut self, x: i64, y: i64) -> Ruling {
        let Some(point) = self.board.size().point(x, y) else {
            return Ruling::Outside;
        };
        if !self.board.is_empty(point) {
            return Ruling::Occupied;
        }
        let verdict = self.board.verdict(point, self.board.side_to_move());
        self.board.place(point);
        match verdict {
            Verdict::Five => Ruling::Five,
            Verdict::Foul(foul) => Ruling::Foul(foul),
            Verdict::None if self.has_move() => Ruling::Open,
            Verdict::None => Ruling::Full,
        }
    }

    /// Whether the side to move can move without a foul. Nobody is to be blamed who cannot.
    fn has_move(&self) -> bool {
        let side = self.board.side_to_move();
        let is_foul = |point| matches!(self.board.verdict(point, side), Verdict::Foul(_));
        self.board.empties().iter().any(|point| !is_foul(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::types::{Color, Point};

    /// The ruling on the last of these stones.
    fn last(rule: Rule, size: usize, moves: &str) -> Ruling {
        let mut referee = Referee::new(BoardSize::square(size), rule);
        let mut ruling = Ruling::Open;
        for point in Point::parse_list(moves).expect("good moves") {
            assert_eq!(ruling, Ruling::Open, "{moves} ends early");
            ruling = referee.play(point.x() as i64, point.y() as i64);
        }
        ruling
    }

    #[test]
    fn a_five_ends_the_game() {
        let five = "h8a1i8a3j8a5k8a7l8";
        for rule in Rule::ALL {
            assert_eq!(last(rule, 15, five), Ruling::Five);
            assert_eq!(last(rule, 15, &five[..five.len() - 2]), Ruling::Open);
        }
        let overline = "h8a1i8a3j8a5l8a7m8a9k8";
        assert_eq!(last(Rule::Freestyle, 15, overline), Ruling::Five);
        assert_eq!(last(Rule::Standard, 15, overline), Ruling::Open);
        assert_eq!(last(Rule::Caro, 15, overline), Ruling::Five);
        assert_eq!(last(Rule::CaroExact, 15, overline), Ruling::Open);
    }

    #[test]
    fn a_closed_five_is_nothing_in_caro() {
        let closed = "h8g8i8m8j8a1k8a3l8";
        assert_eq!(last(Rule::Freestyle, 15, closed), Ruling::Five);
        assert_eq!(last(Rule::Caro, 15, closed), Ruling::Open);
        assert_eq!(last(Rule::CaroExact, 15, closed), Ruling::Open);
        let edge = "a1f1b1c3c1c4d1c5e1";
        assert_eq!(last(Rule::Caro, 15, edge), Ruling::Five);
    }

    #[test]
    fn a_foul_loses_but_a_five_beats_it() {
        let overline = "h8a1i8a3j8a5l8a7m8a9k8";
        assert_eq!(
            last(Rule::Renju, 15, overline),
            Ruling::Foul(Foul::OVERLINE)
        );
        let with_five = "h8a1i8a3j8a5l8a7m8a9k7a11k6c1k5c3k4c5k8";
        assert_eq!(last(Rule::Renju, 15, with_five), Ruling::Five);
        let double_three = "h8a1i8a3j9a5j10a7j8";
        assert_eq!(
            last(Rule::Renju, 15, double_three),
            Ruling::Foul(Foul::DOUBLE_THREE)
        );
        let white = "a1h8a3i8a5j8a7l8a9m8a11k8";
        assert_eq!(last(Rule::Renju, 15, white), Ruling::Five);
    }

    #[test]
    fn what_is_no_move_is_named() {
        let mut referee = Referee::new(BoardSize::square(5), Rule::Freestyle);
        assert_eq!(referee.play(5, 0), Ruling::Outside);
        assert_eq!(referee.play(0, -1), Ruling::Outside);
        assert_eq!(referee.play(i64::MAX, 0), Ruling::Outside);
        assert_eq!(referee.play(4, 4), Ruling::Open);
        assert_eq!(referee.play(4, 4), Ruling::Occupied);
        assert_eq!(referee.board().ply(), 1);
    }

    #[test]
    fn a_full_board_is_a_draw() {
        // Two rows alike, then two with colours turned round: no five in any direction.
        let rows = ["xxoxx", "ooxoo", "xxoxx", "ooxoo", "xoxox"];
        let mut stones = [Vec::new(), Vec::new()];
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                stones[usize::from(c == 'o')].push((x as i64, y as i64));
            }
        }
        let mut referee = Referee::new(BoardSize::square(5), Rule::Freestyle);
        let [black, white] = stones;
        assert_eq!((black.len(), white.len()), (13, 12));
        let mut order: Vec<(i64, i64)> = Vec::new();
        for (i, stone) in black.into_iter().enumerate() {
            order.push(stone);
            order.extend(white.get(i));
        }
        let (last, earlier) = order.split_last().expect("stones");
        for &(x, y) in earlier {
            assert_eq!(referee.play(x, y), Ruling::Open);
        }
        assert_eq!(referee.play(last.0, last.1), Ruling::Full);
    }

    #[test]
    fn a_board_with_nothing_but_fouls_left_is_a_draw() {
        // Black could only make six at d1.
        let rows = [
            "xxx.xxo", "ooxxoox", "ooxxoox", "xxooxxo", "xxooxxo", "ooxxoox", "o.xxoox",
        ];
        let mut setup = Setup::new(BoardSize::square(7), Rule::Renju);
        setup.side = Some(Color::White);
        for (y, row) in rows.iter().enumerate() {
            for (x, stone) in row.chars().enumerate() {
                match stone {
                    'x' => setup.black.push(Point::new(x, y)),
                    'o' => setup.white.push(Point::new(x, y)),
                    _ => {}
                }
            }
        }
        let board = setup.board().expect("a position");
        let mut referee = Referee { board };
        assert_eq!(referee.play(1, 6), Ruling::Full);
    }
}
