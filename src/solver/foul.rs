//! Renju's fouls on the solver's board, asked lazily: most stones are cleared by one look at the
//! counted windows of their four lines.

use super::light::{Light, bits, half, places, point_at, windows_with};
use smallvec::SmallVec;

use crate::types::{Color, Point};

const BLACK: Color = Color::Black;

impl Light {
    /// Whether a black stone on this empty point would be a foul: an overline, a double four or a
    /// double three, and no five.
    pub(super) fn is_foul(&mut self, point: Point) -> bool {
        let mut fours = 0;
        let mut threes = 0;
        let mut overline = false;
        for at in places(point) {
            let line = self.line(at.line);
            let through = windows_with(at.bit);
            if half(line.fours, BLACK) & through != 0 {
                return false;
            }
            // Two windows next to each other hold the same four stones: a straight four.
            let made = half(line.threes, BLACK) & through;
            fours += (made & !(made << 1)).count_ones();
            let stones = half(line.stones, BLACK);
            overline |= run_through(stones, at.bit) > 5;
            threes += u32::from(self.three_makers(at.line, at.bit) != 0);
        }
        overline || fours > 1 || (threes > 1 && self.is_double_three(point))
    }

    /// Windows whose inner four cells (second to fifth) hold two black stones, the point and one
    /// more empty cell, and which become a straight four when both are filled.
    #[inline]
    fn three_makers(&self, line: usize, bit: u32) -> u32 {
        let twos = half(self.line(line).twos, BLACK);
        let empties = self.empties(line);
        let inner = windows_with(bit) & !(1 << bit);
        twos & twos >> 1 & empties & empties >> 5 & inner
    }

    /// Whether threes on two lines have to be looked into.
    pub(super) fn may_be_double_three(&self, point: Point) -> bool {
        let lines = places(point).into_iter();
        lines
            .filter(|at| self.three_makers(at.line, at.bit) != 0)
            .count()
            > 1
    }

    /// The points that turn a three of a black stone on this empty point into a straight four.
    pub(super) fn straight_four_points(&self, point: Point) -> SmallVec<[Point; 8]> {
        let mut points = SmallVec::new();
        for at in places(point) {
            for first in bits(self.three_makers(at.line, at.bit)) {
                let rest = self.empties(at.line) & 0b1111 << (first + 1) & !(1 << at.bit);
                points.push(point_at(at.line, rest.trailing_zeros()));
            }
        }
        points
    }

    /// Whether at least two lines through the point hold a real three once it is black.
    fn is_double_three(&mut self, point: Point) -> bool {
        let makers = places(point).map(|at| (at, self.three_makers(at.line, at.bit)));
        self.place(point, BLACK);
        let mut real = 0;
        for (at, windows) in makers {
            let filled = bits(windows).any(|first| {
                let rest = self.empties(at.line) & 0b1111 << (first + 1);
                let last = point_at(at.line, rest.trailing_zeros());
                !self.makes_five(last, BLACK) && !self.is_foul(last)
            });
            real += u32::from(filled);
            if real == 2 {
                break;
            }
        }
        self.undo();
        real == 2
    }
}

/// Length of the run that a stone on the empty cell `bit` would make.
#[inline]
fn run_through(stones: u32, bit: u32) -> u32 {
    (stones >> (bit + 1)).trailing_ones() + (stones << (32 - bit)).leading_ones() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Verdict};
    use crate::types::{BoardSize, Rule, SplitMix};

    /// Black stones close together, and fewer white ones among them; nobody has a five.
    fn crowd(random: &mut SplitMix) -> Board {
        let size = BoardSize::square([7, 9, 15, 15, 22][random.below(5)]);
        let mut board = Board::new(size, Rule::Renju);
        let width = 5 + random.below(size.width() - 4);
        let corners = size.width() - width + 1;
        let (left, top) = (random.below(corners), random.below(corners));
        let white_one_in = 2 + random.below(6);
        for _ in 0..width * width / (2 + random.below(6)) {
            let x = left + random.below(width);
            let y = top + random.below(width);
            let point = Point::new(x, y);
            let color = if random.below(white_one_in) == 0 {
                Color::White
            } else {
                Color::Black
            };
            if board.is_empty(point) && board.verdict(point, color) != Verdict::Five {
                board.put(point, color);
            }
        }
        board
    }

    #[test]
    fn fouls_are_those_of_the_board() {
        let mut random = SplitMix::new(33);
        let mut light = Light::new();
        let (mut double_threes, mut unreal) = (0, 0);
        for _ in 0..1500 {
            let board = crowd(&mut random);
            light.load(&board);
            for point in board.empties() {
                let is_foul = light.is_foul(point);
                assert_eq!(is_foul, board.is_forbidden(point), "{point}\n{board}");
                let kind = board.foul(point).map(|foul| foul.to_string());
                double_threes += usize::from(kind.as_deref() == Some("33"));
                // Threes on two lines that are no foul: here the two could differ.
                unreal += usize::from(!is_foul && light.may_be_double_three(point));
            }
        }
        assert!(
            double_threes > 100 && unreal > 100,
            "{double_threes} {unreal}"
        );
    }
}
