//! Values of positions and what is known of them.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Plies that a search can go below the root, and the longest win that a score can hold.
pub const MAX_PLY: usize = 512;

/// The value of a position for one side, the one to move unless stated. Evaluations lie within
/// +-[`Score::MAX_EVAL`]; a forced win in `n` plies is `Score::WIN - n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A drawn or level position.
    pub const DRAW: Self = Self(0);
    /// The game is won on the board.
    pub const WIN: Self = Self(30_000);
    /// Above every score; a search window's end.
    pub const INFINITE: Self = Self(31_000);
    /// Largest absolute value of an evaluation.
    pub const MAX_EVAL: Self = Self(20_000);

    /// An evaluation, clamped to +-[`Self::MAX_EVAL`].
    #[inline]
    pub const fn from_eval(value: i32) -> Self {
        let limit = Self::MAX_EVAL.0;
        Self(if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        })
    }

    /// A score with this raw value, within +-[`Self::INFINITE`].
    #[inline]
    pub const fn from_raw(value: i32) -> Self {
        Self(value)
    }

    /// A win that is complete in `plies` plies (1: the next stone makes the five).
    #[inline]
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// A loss that is complete in `plies` plies.
    #[inline]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - Self::WIN.0)
    }

    /// The number itself.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Whether this is a forced win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::WIN.0 - MAX_PLY as i32 - 1 && self.0 <= Self::WIN.0
    }

    /// Whether this is a forced loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < MAX_PLY as i32 + 1 - Self::WIN.0 && self.0 >= -Self::WIN.0
    }

    /// Whether the game is decided.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end of a decided game: positive for a win, negative for a loss.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::WIN.0 - self.0)
        } else if self.is_loss() {
            Some(-Self::WIN.0 - self.0)
        } else {
            None
        }
    }

    /// Decided scores count plies from the root; a table must count them from its own node.
    #[inline]
    #[must_use]
    pub const fn to_node(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 + ply as i32)
        } else if self.is_loss() {
            Self(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The reverse of [`Self::to_node`].
    #[inline]
    #[must_use]
    pub const fn from_node(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 - ply as i32)
        } else if self.is_loss() {
            Self(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, value: i32) -> Self {
        Self(self.0 + value)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, value: i32) -> Self {
        Self(self.0 - value)
    }
}

impl Sub for Score {
    type Output = i32;

    #[inline]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

/// An evaluation as a number; a decided game as `+M5` or `-M4`, in plies.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{}", -plies),
            None => write!(f, "{}", self.0),
        }
    }
}

/// What a searched value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing is known.
    None = 0,
    /// The true value is at most this: no move reached alpha.
    Upper = 1,
    /// The true value is at least this: a move reached beta.
    Lower = 2,
    /// The value itself.
    Exact = 3,
}
