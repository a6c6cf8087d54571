//! Commands that go on over several lines, up to DONE.

use smallvec::SmallVec;

use super::error::quote;
use super::position::Owner;
use super::text::numbers;
use crate::types::{BoardSize, Point, PointSet};

/// Which command a block of stones belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// BOARD: think.
    Think,
    /// YXBOARD: only set the position.
    Show,
    /// SWAP2BOARD: answer the opening.
    Swap2,
    /// YXBLOCK: keep the engine off these points.
    Exclude,
    /// YXBLOCKUNDO: give these points back.
    Include,
}

impl Purpose {
    /// The command's word, for messages.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Think => "BOARD",
            Self::Show => "YXBOARD",
            Self::Swap2 => "SWAP2BOARD",
            Self::Exclude => "YXBLOCK",
            Self::Include => "YXBLOCKUNDO",
        }
    }

    /// Whether a third number says whose the square is.
    fn has_owners(self) -> bool {
        matches!(self, Self::Think | Self::Show)
    }
}

/// What the lines being read belong to.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// Squares to collect.
    Squares(Squares),
    /// Lines to pass over up to DONE.
    Skip,
    /// One line to pass over: the name of a file.
    Name,
}

/// The squares collected so far: never more than the board has.
#[derive(Clone, Debug)]
pub(super) struct Squares {
    pub(super) purpose: Purpose,
    size: BoardSize,
    seen: PointSet,
    found: Vec<(Point, Owner)>,
    bad_lines: usize,
    first_bad: String,
}

impl Squares {
    pub(super) fn new(purpose: Purpose, size: BoardSize) -> Self {
        Self {
            purpose,
            size,
            seen: PointSet::EMPTY,
            found: Vec::new(),
            bad_lines: 0,
            first_bad: String::new(),
        }
    }

    /// Takes one line; one that names no new square of the board is counted and passed over.
    pub(super) fn push(&mut self, line: &str) {
        if let Some(square) = self.read(line) {
            self.seen.insert(square.0);
            self.found.push(square);
            return;
        }
        if self.bad_lines == 0 {
            self.first_bad = quote(line);
        }
        self.bad_lines += 1;
    }

    fn read(&self, line: &str) -> Option<(Point, Owner)> {
        let numbers = numbers(line)?;
        let owner = match (self.purpose.has_owners(), numbers.get(2)) {
            (true, Some(1)) | (false, _) => Owner::Own,
            (true, Some(2)) => Owner::Opponent,
            (true, Some(3)) => Owner::Nobody,
            (true, _) => return None,
        };
        let &[x, y, ..] = numbers.as_slice() else {
            return None;
        };
        let point = self.size.point(x, y)?;
        (numbers.len() <= 3 && !self.seen.contains(point)).then_some((point, owner))
    }

    /// The squares with their owners.
    pub(super) fn squares(&self) -> &[(Point, Owner)] {
        &self.found
    }

    /// The points alone, in the order given.
    pub(super) fn points(&self) -> SmallVec<[Point; 8]> {
        self.found.iter().map(|&(point, _)| point).collect()
    }

    /// What to tell of the lines passed over, if there were any.
    pub(super) fn complaint(&self) -> Option<String> {
        let (count, word, first) = (self.bad_lines, self.purpose.word(), &self.first_bad);
        (count > 0).then(|| format!("{count} bad {word} line(s) passed over, first '{first}'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(purpose: Purpose, lines: &[&str]) -> Squares {
        let mut squares = Squares::new(purpose, BoardSize::square(15));
        for line in lines {
            squares.push(line);
        }
        squares
    }

    #[test]
    fn bad_lines_are_passed_over_and_told_once() {
        let lines = [
            "7,7,1",
            "15,0,2",
            "x",
            "7,7,2",
            "8,8,4",
            "8,8",
            "8 , 8 , 2",
            "9,9,3",
            "1,1,1,1",
        ];
        let squares = read(Purpose::Think, &lines);
        let want = [
            (Point::new(7, 7), Owner::Own),
            (Point::new(8, 8), Owner::Opponent),
            (Point::new(9, 9), Owner::Nobody),
        ];
        assert_eq!(squares.squares(), want);
        let complaint = squares.complaint().expect("six lines are bad");
        assert_eq!(complaint, "6 bad BOARD line(s) passed over, first '15,0,2'");
        assert_eq!(read(Purpose::Think, &["7,7,1"]).complaint(), None);
    }

    #[test]
    fn stones_of_an_opening_have_no_owner() {
        let squares = read(Purpose::Swap2, &["7,7", "8,8,1", "9"]);
        assert_eq!(
            squares.points().as_slice(),
            [Point::new(7, 7), Point::new(8, 8)]
        );
        assert!(squares.complaint().is_some());
    }
}
