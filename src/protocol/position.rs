//! The stones as the client tells them. A [`Board`] is made from them for each search, so the rule
//! may change at any time and any stone may be lifted.

use super::command::Coordinates;
use super::error::StateError;
use crate::board::Board;
use crate::types::{BoardSize, Color, Point, PointSet, Rule};

/// Whose a square of a BOARD block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The engine's stone.
    Own,
    /// The opponent's stone.
    Opponent,
    /// Dead: a stone of a finished line or a foul in a continuous game.
    Nobody,
}

/// Stones, dead squares and the side to move.
#[derive(Clone, Debug)]
pub(super) struct Position {
    size: BoardSize,
    walls: Vec<Point>,
    stones: Vec<(Point, Color)>,
    side: Color,
    free: PointSet,
}

impl Position {
    /// An empty board, Black to move.
    pub(super) fn new(size: BoardSize) -> Self {
        Self {
            size,
            walls: Vec::new(),
            stones: Vec::new(),
            side: Color::Black,
            free: size.all(),
        }
    }

    /// The squares of a BOARD block, all different and on the board. The engine moves next.
    ///
    /// The order of the stones does not tell the colours, because not every client keeps it:
    /// with as many own stones as others the engine is Black, with one less it is White. Other
    /// numbers cannot arise in play; then the total says whose turn it is.
    pub(super) fn from_block(size: BoardSize, squares: &[(Point, Owner)]) -> Self {
        let count = |owner| squares.iter().filter(|square| square.1 == owner).count();
        let total = count(Owner::Own) + count(Owner::Opponent);
        let own = side_after(total);
        let mut position = Self::new(size);
        for &(point, owner) in squares {
            position.free.remove(point);
            match owner {
                Owner::Own => position.stones.push((point, own)),
                Owner::Opponent => position.stones.push((point, !own)),
                Owner::Nobody => position.walls.push(point),
            }
        }
        position.side = own;
        position
    }

    /// Stones in the order in which they were played, Black first.
    pub(super) fn from_moves(size: BoardSize, moves: &[Point]) -> Self {
        let mut position = Self::new(size);
        for &point in moves {
            position.place(point);
        }
        position
    }

    /// Width and height.
    pub(super) fn size(&self) -> BoardSize {
        self.size
    }

    /// Whether no point is left to play.
    pub(super) fn is_full(&self) -> bool {
        self.free.is_empty()
    }

    /// The free point that these numbers name.
    ///
    /// # Errors
    /// If they name none.
    pub(super) fn free_point(&self, at: Coordinates) -> Result<Point, StateError> {
        let point = self.size.point(at.x, at.y).ok_or(StateError::Outside(at))?;
        if self.free.contains(point) {
            Ok(point)
        } else {
            Err(StateError::Taken(at))
        }
    }

    /// Puts a stone of the side to move on a free point and gives the turn to the other.
    pub(super) fn place(&mut self, point: Point) {
        debug_assert!(self.free.contains(point), "{point} is taken");
        self.stones.push((point, self.side));
        self.free.remove(point);
        self.side = !self.side;
    }

    /// Lifts a stone; its colour is to move.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn take_back(&mut self, at: Coordinates) -> Result<(), StateError> {
        let point = self.size.point(at.x, at.y).ok_or(StateError::Outside(at))?;
        let index = self
            .stones
            .iter()
            .rposition(|&(stone, _)| stone == point)
            .ok_or(StateError::NoStone(at))?;
        let (_, color) = self.stones.remove(index);
        self.free.insert(point);
        self.side = color;
        Ok(())
    }

    /// The board to think about.
    pub(super) fn board(&self, rule: Rule) -> Board {
        let mut board = Board::new(self.size, rule);
        for &point in &self.walls {
            board.wall(point);
        }
        for &(point, color) in &self.stones {
            board.put(point, color);
        }
        board.set_side(self.side);
        board
    }
}

/// Who moves after so many stones.
fn side_after(stones: usize) -> Color {
    if stones.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Owner::{Nobody, Opponent, Own};

    fn block(owners: &[Owner]) -> Board {
        let squares: Vec<_> = owners
            .iter()
            .enumerate()
            .map(|(x, &owner)| (Point::new(x, 0), owner))
            .collect();
        Position::from_block(BoardSize::square(15), &squares).board(Rule::Freestyle)
    }

    #[test]
    fn colours_follow_from_the_numbers_of_stones() {
        let cases: [(&[Owner], Color, usize); 7] = [
            (&[], Color::Black, 0),
            (&[Opponent], Color::White, 1),
            (&[Own, Opponent], Color::Black, 1),
            // Not in playing order.
            (&[Opponent, Own], Color::Black, 1),
            (&[Opponent, Opponent, Own], Color::White, 2),
            // Cannot arise in play.
            (&[Own], Color::White, 0),
            (&[Own, Own], Color::Black, 2),
        ];
        for (owners, own, black) in cases {
            let board = block(owners);
            assert_eq!(board.side_to_move(), own, "{owners:?}");
            assert_eq!(board.stones(Color::Black).len(), black, "{owners:?}");
        }
    }

    #[test]
    fn dead_squares_count_for_nothing_and_stay_shut() {
        let board = block(&[Nobody, Nobody, Nobody, Opponent]);
        assert_eq!(board.side_to_move(), Color::White);
        assert_eq!(board.ply(), 1);
        assert!(!board.is_empty(Point::new(0, 0)));
        assert_eq!(board.empties().len(), 15 * 15 - 4);
    }

    #[test]
    fn any_stone_can_be_lifted() {
        let moves = [Point::new(7, 7), Point::new(8, 7), Point::new(9, 7)];
        let mut position = Position::from_moves(BoardSize::square(15), &moves);
        let at = |x| Coordinates { x, y: 7 };
        assert_eq!(position.take_back(at(6)), Err(StateError::NoStone(at(6))));
        assert_eq!(position.take_back(at(99)), Err(StateError::Outside(at(99))));
        assert_eq!(position.take_back(at(9)), Ok(()));
        assert_eq!(position.board(Rule::Freestyle).side_to_move(), Color::Black);
        assert_eq!(position.take_back(at(8)), Ok(()));
        assert_eq!(position.board(Rule::Freestyle).side_to_move(), Color::White);
        assert_eq!(position.board(Rule::Freestyle).ply(), 1);
        assert!(position.free_point(at(8)).is_ok());
        assert_eq!(position.free_point(at(7)), Err(StateError::Taken(at(7))));
    }
}
