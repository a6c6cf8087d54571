//! What is asked of a brain, by subject.

mod board;
mod clock;
mod ending;
mod extras;
mod junk;
mod moves;
mod rules;
mod settings;
mod start;
mod stop;

use super::session::{self, Bench};
use super::{Case, Need};
use crate::types::{Color, Point};

/// A brain that fails this is not asked the rest.
pub(super) const FIRST: &str = "start-15";

/// All cases, in the order in which they are asked.
pub(super) fn all() -> Vec<&'static Case> {
    [
        start::CASES,
        moves::CASES,
        board::CASES,
        rules::CASES,
        clock::CASES,
        stop::CASES,
        settings::CASES,
        extras::CASES,
        junk::CASES,
        ending::CASES,
    ]
    .into_iter()
    .flatten()
    .collect()
}

const fn must(name: &'static str, what: &'static str, run: Run) -> Case {
    Case {
        name,
        need: Need::Mandatory,
        what,
        run,
    }
}

const fn may(name: &'static str, what: &'static str, run: Run) -> Case {
    Case {
        name,
        need: Need::Optional,
        what,
        run,
    }
}

type Run = fn(&Bench) -> session::Result;

const fn p(x: usize, y: usize) -> Point {
    Point::new(x, y)
}

/// Points that make stones in turn, Black first.
fn in_turn(points: &[(usize, usize)]) -> Vec<(Point, Color)> {
    let colors = Color::BOTH.into_iter().cycle();
    let points = points.iter().map(|&(x, y)| p(x, y));
    points.zip(colors).collect()
}

/// An open middle game in which there is something to think about, Black to move.
const OPEN: &[(usize, usize)] = &[
    (7, 7),
    (8, 8),
    (9, 6),
    (6, 9),
    (10, 9),
    (5, 6),
    (4, 10),
    (11, 5),
];

/// The side to move after stones placed in turn.
fn next(stones: &[(Point, Color)]) -> Color {
    if stones.len().is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_told_in_one_line() {
        let mut names: Vec<&str> = all().iter().map(|case| case.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.contains(&FIRST));
        for case in all() {
            assert!(
                !case.what.contains('\n') && case.name.len() <= 20,
                "{}",
                case.name
            );
        }
    }
}
