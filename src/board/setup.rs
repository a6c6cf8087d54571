//! A position as somebody describes it, before it is known to make sense.

use thiserror::Error;

use super::Board;
use crate::types::{BoardSize, Color, PerColor, Point, Rule};

/// Stones and walls as given; [`Setup::board`] checks them. Lists are in playing order where that
/// is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Width and height.
    pub size: BoardSize,
    /// The rule in force.
    pub rule: Rule,
    /// Black stones.
    pub black: Vec<Point>,
    /// White stones.
    pub white: Vec<Point>,
    /// Dead squares.
    pub walls: Vec<Point>,
    /// Who is to move; if absent, the stone counts must tell.
    pub side: Option<Color>,
}

/// Why a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A stone or wall off the board.
    #[error("{point:?} is outside the board of size {size}")]
    Outside {
        /// The point.
        point: Point,
        /// The board.
        size: BoardSize,
    },
    /// Two things on one point.
    #[error("{0:?} is given twice")]
    Taken(Point),
    /// The counts do not tell who is to move.
    #[error(
        "{black} black and {white} white stones do not tell who is to move: the side must be given"
    )]
    SideUnknown {
        /// Black stones.
        black: usize,
        /// White stones.
        white: usize,
    },
}

impl Setup {
    /// An empty board.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        Self {
            size,
            rule,
            black: Vec::new(),
            white: Vec::new(),
            walls: Vec::new(),
            side: None,
        }
    }

    /// The position after these moves, Black first, in turn.
    pub fn from_moves(size: BoardSize, rule: Rule, moves: &[Point]) -> Self {
        Self {
            black: moves.iter().copied().step_by(2).collect(),
            white: moves.iter().copied().skip(1).step_by(2).collect(),
            ..Self::new(size, rule)
        }
    }

    /// The position. Its history takes a stone from each list in turn for as long as both last, and
    /// begins with the side that makes the last stone the opponent's, where the counts permit.
    ///
    /// # Errors
    /// If a point is off the board or given twice, or nobody says who is to move.
    pub fn board(&self) -> Result<Board, SetupError> {
        let side = self.side_to_move()?;
        let mut board = Board::new(self.size, self.rule);
        let check = |board: &Board, point| {
            if !self.size.contains(point) {
                Err(SetupError::Outside {
                    point,
                    size: self.size,
                })
            } else if board.is_empty(point) {
                Ok(())
            } else {
                Err(SetupError::Taken(point))
            }
        };
        for &point in &self.walls {
            check(&board, point)?;
            board.wall(point);
        }
        let mut rest = PerColor([self.black.iter(), self.white.iter()]);
        let mut next = self.first_color(side);
        while rest.0.iter().any(|list| list.len() > 0) {
            if let Some(&point) = rest[next].next() {
                check(&board, point)?;
                board.put(point, next);
            }
            next = !next;
        }
        board.set_side(side);
        Ok(board)
    }

    fn side_to_move(&self) -> Result<Color, SetupError> {
        let (black, white) = (self.black.len(), self.white.len());
        match self.side {
            Some(side) => Ok(side),
            None if black == white => Ok(Color::Black),
            None if black == white + 1 => Ok(Color::White),
            None => Err(SetupError::SideUnknown { black, white }),
        }
    }

    /// Whose stone comes first when both lists are merged.
    fn first_color(&self, side: Color) -> Color {
        match self.black.len().cmp(&self.white.len()) {
            std::cmp::Ordering::Less => Color::White,
            std::cmp::Ordering::Equal => side,
            std::cmp::Ordering::Greater => Color::Black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Vec<Point> {
        Point::parse_list(text).expect("points")
    }

    fn setup(black: &str, white: &str, side: Option<Color>) -> Setup {
        Setup {
            black: points(black),
            white: points(white),
            side,
            ..Setup::new(BoardSize::square(15), Rule::Freestyle)
        }
    }

    fn order(setup: &Setup) -> Vec<Point> {
        let board = setup.board().expect("a position");
        board.history().iter().map(|&(point, _)| point).collect()
    }

    #[test]
    fn moves_and_stone_lists_give_the_same_position() {
        let moves = points("h8i9h9a1b2");
        let played = Setup::from_moves(BoardSize::square(15), Rule::Freestyle, &moves);
        assert_eq!(played, setup("h8h9b2", "i9a1", None));
        assert_eq!(order(&played), moves);
        let mut board = Board::new(BoardSize::square(15), Rule::Freestyle);
        for &point in &moves {
            board.place(point);
        }
        let set_up = played.board().expect("a position");
        assert_eq!(
            (board.key(), board.side_to_move()),
            (set_up.key(), Color::White)
        );
    }

    #[test]
    fn the_last_stone_is_the_opponents_where_counts_permit() {
        use Color::{Black, White};
        assert_eq!(order(&setup("a1a2", "b1b2", None)), points("a1b1a2b2"));
        assert_eq!(
            order(&setup("a1a2", "b1b2", Some(White))),
            points("b1a1b2a2")
        );
        assert_eq!(order(&setup("a1", "b1b2", Some(Black))), points("b1a1b2"));
        assert_eq!(
            order(&setup("a1a2a3", "b1", Some(Black))),
            points("a1b1a2a3")
        );
    }

    #[test]
    fn nonsense_is_refused() {
        let error = |setup: Setup| setup.board().expect_err("nonsense").to_string();
        assert_eq!(error(setup("a1a2", "a1", None)), "a1 is given twice");
        assert_eq!(
            error(setup("a1p2", "b1", None)),
            "p2 is outside the board of size 15"
        );
        assert!(error(setup("a1a2a3", "", None)).contains("3 black and 0 white"));
        let mut walled = setup("a1", "", None);
        walled.walls = points("a1");
        assert_eq!(error(walled), "a1 is given twice");
    }
}
