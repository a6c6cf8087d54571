//! The rules once more, word for word and slowly: each line is read as characters, stones are put on
//! a copy of the board, and nothing is shared with the program's own way of doing it.

use std::collections::BTreeSet;

use tengen::types::Rule;

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A board of `x`, `o`, `.` and `#`, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Slow {
    pub(crate) rule: Rule,
    pub(crate) rows: Vec<Vec<char>>,
}

/// `five`, `none`, or the reasons of a foul.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ruling {
    None,
    Five,
    Foul {
        overline: bool,
        double_four: bool,
        double_three: bool,
    },
}

/// A line read as text, and where on it the stone in question stands.
struct Line {
    text: Vec<char>,
    points: Vec<(i32, i32)>,
    at: usize,
}

impl Line {
    /// First and last index of the unbroken run that holds this index.
    fn run(&self, index: usize) -> (usize, usize) {
        let color = self.text[index];
        let (mut first, mut last) = (index, index);
        while self.text[first - 1] == color {
            first -= 1;
        }
        while self.text[last + 1] == color {
            last += 1;
        }
        (first, last)
    }

    fn run_length(&self, index: usize) -> usize {
        let (first, last) = self.run(index);
        last - first + 1
    }

    /// The line with a black stone more.
    fn with(&self, index: usize) -> Self {
        let mut text = self.text.clone();
        assert_eq!(text[index], '.');
        text[index] = 'x';
        Self {
            text,
            points: self.points.clone(),
            at: self.at,
        }
    }

    fn empties(&self) -> Vec<usize> {
        (0..self.text.len())
            .filter(|&index| self.text[index] == '.')
            .collect()
    }

    /// Sets of four black stones, the one in question among them, that one more stone turns into
    /// exactly five.
    fn fours(&self) -> BTreeSet<Vec<usize>> {
        let mut fours = BTreeSet::new();
        for filling in self.empties() {
            let filled = self.with(filling);
            let (first, last) = filled.run(filling);
            if last - first + 1 == 5 && (first..=last).contains(&self.at) {
                fours.insert((first..=last).filter(|&index| index != filling).collect());
            }
        }
        fours
    }

    /// Whether the run at `index` is an unbroken four with a point at each end that makes exactly
    /// five.
    fn is_straight_four(&self, index: usize) -> bool {
        let (first, last) = self.run(index);
        last - first + 1 == 4
            && [first - 1, last + 1]
                .into_iter()
                .all(|end| self.text[end] == '.' && self.with(end).run_length(end) == 5)
    }
}

impl Slow {
    pub(crate) fn cell(&self, x: i32, y: i32) -> char {
        usize::try_from(y)
            .ok()
            .and_then(|y| self.rows.get(y))
            .and_then(|row| row.get(usize::try_from(x).ok()?))
            .copied()
            .unwrap_or('#')
    }

    /// The whole line through a point, with two walls before and behind it.
    fn line(&self, x: i32, y: i32, (dx, dy): (i32, i32)) -> Line {
        let steps = |sign: i32| {
            let on_board = |&step: &i32| {
                let (x, y) = (x + sign * step * dx, y + sign * step * dy);
                (0..self.rows.len() as i32).contains(&y)
                    && (0..self.rows[0].len() as i32).contains(&x)
            };
            (1..100).take_while(on_board).count() as i32
        };
        let (back, ahead) = (steps(-1), steps(1));
        let points: Vec<(i32, i32)> = (-2 - back..=ahead + 2)
            .map(|step| (x + step * dx, y + step * dy))
            .collect();
        Line {
            text: points.iter().map(|&(x, y)| self.cell(x, y)).collect(),
            points,
            at: (back + 2) as usize,
        }
    }

    fn with(&self, x: i32, y: i32, color: char) -> Self {
        let mut board = self.clone();
        board.rows[y as usize][x as usize] = color;
        board
    }

    /// What a stone of `color` (`x` or `o`) on an empty point does.
    pub(crate) fn ruling(&self, x: i32, y: i32, color: char) -> Ruling {
        assert_eq!(self.cell(x, y), '.');
        let board = self.with(x, y, color);
        let lines = DIRECTIONS.map(|direction| board.line(x, y, direction));
        if lines.iter().any(|line| self.wins(line, color)) {
            return Ruling::Five;
        }
        if self.rule != Rule::Renju || color != 'x' {
            return Ruling::None;
        }
        let overline = lines.iter().any(|line| line.run_length(line.at) >= 6);
        let fours: usize = lines.iter().map(|line| line.fours().len()).sum();
        let threes = lines.iter().filter(|line| board.is_three(line)).count();
        if overline || fours >= 2 || threes >= 2 {
            Ruling::Foul {
                overline,
                double_four: fours >= 2,
                double_three: threes >= 2,
            }
        } else {
            Ruling::None
        }
    }

    /// Whether the run through the stone in question wins.
    fn wins(&self, line: &Line, color: char) -> bool {
        let (first, last) = line.run(line.at);
        let length = last - first + 1;
        let enemy = if color == 'x' { 'o' } else { 'x' };
        let closed = line.text[first - 1] == enemy && line.text[last + 1] == enemy;
        match self.rule {
            Rule::Freestyle => length >= 5,
            Rule::Standard => length == 5,
            Rule::Renju => length == 5 || length > 5 && color == 'o',
            Rule::Caro => length == 5 && !closed || length > 5,
            Rule::CaroExact => length == 5 && !closed,
        }
    }

    /// Whether the line holds a three with the stone in question: one more black stone, which makes
    /// no five and may be played, gives a straight four of which both are part.
    fn is_three(&self, line: &Line) -> bool {
        line.empties().into_iter().any(|added| {
            let four = line.with(added);
            let (first, last) = four.run(added);
            let (x, y) = line.points[added];
            four.is_straight_four(added)
                && (first..=last).contains(&line.at)
                && self.ruling(x, y, 'x') == Ruling::None
        })
    }
}
