//! The words of the game. Depends on nothing else in the crate.

#![forbid(unsafe_code)]

mod color;
mod direction;
mod key;
pub mod map;
mod point;
mod point_set;
mod rule;
mod score;
mod size;

pub use color::{Color, PerColor};
pub use direction::Direction;
pub use key::{Key, SplitMix};
pub use point::{CELLS, MARGIN, Point, PointParseError, STRIDE};
pub use point_set::PointSet;
pub use rule::{Rule, RuleParseError};
pub use score::{Bound, MAX_PLY, Score};
pub use size::{BoardSize, MAX_SIZE, MIN_SIZE, SizeError};
