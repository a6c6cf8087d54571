//! What the search remembers of each ply on the way from the root.

use crate::types::{MAX_PLY, Point, Score};

/// One ply.
#[derive(Debug)]
pub(super) struct Frame {
    /// The move being searched here.
    pub(super) current: Option<Point>,
    /// Static evaluation; [`Score::INFINITE`] where none was made.
    pub(super) eval: Score,
    /// A move left out, to see how good the others are.
    pub(super) excluded: Option<Point>,
    /// Best line from here on.
    pub(super) line: Vec<Point>,
}

/// All plies of a search.
#[derive(Debug)]
pub(super) struct Stack(Vec<Frame>);

impl Stack {
    pub(super) fn new() -> Self {
        let frame = |_| Frame {
            current: None,
            eval: Score::INFINITE,
            excluded: None,
            line: Vec::with_capacity(64),
        };
        Self((0..=MAX_PLY).map(frame).collect())
    }

    /// Makes `point` followed by the best line one ply deeper the best line of this ply.
    pub(super) fn prepend(&mut self, ply: usize, point: Point) {
        let [here, below] = &mut self.0[ply..=ply + 1] else {
            return;
        };
        here.line.clear();
        here.line.push(point);
        here.line.extend_from_slice(&below.line);
    }
}

impl std::ops::Index<usize> for Stack {
    type Output = Frame;

    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }
}

impl std::ops::IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }
}
